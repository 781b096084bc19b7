"""Prompts for an owner's model. They contain only facts from the state and from exact search."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from core.llm.prompts import Prompts
from scenes.coloring.actions import Message
from scenes.coloring.bots.dialog_acts import Act, OpenOffer, offer_terms
from scenes.coloring.bots.rule_based import Plan
from scenes.coloring.negotiation.reach import MAX_COLORINGS
from scenes.coloring.negotiation.requests import SHOWN_OPTIONS, Options, least_conflicting
from scenes.coloring.problem.graph import Problem, assign, changes, number
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.phrases import plain_cost
from scenes.coloring.talk.speech import Compatible, Lie, Offered

MAX_MEMORIES = 8
"""Maximum number of remembered messages that a prompt quotes."""

Prompt = list[dict[str, str]]


def system_message(prompts: Prompts, problem: Problem, name: str) -> dict[str, str]:
    """Return the system message, which stays the same for an owner's whole run."""
    text = prompts.render(
        "system",
        name=name,
        others=[other for other in problem.clusters if other != name],
        nodes=problem.clusters[name],
        colors=problem.colors,
        penalty=number(problem.conflict_penalty),
    )
    return {"role": "system", "content": text}


def message_prompt(
    prompts: Prompts,
    seen: Observation,
    turn: int,
    plan: Plan,
    acts: Sequence[Act],
    talk: Sequence[dict[str, str]],
) -> Prompt:
    """Return the prompt for one message, which may be one of several acts.

    In mode rb the model only words the reply; `talk` holds the owner's newest memories.
    """
    message = acts[0].message
    values = {"turn": turn, **situation_variables(seen, plan, message, talk)}
    name = "reply"
    if seen.mode == "llm_u" and message.options is not None:
        name, values = "llm_u", values | option_variables(message.options)
    elif seen.mode == "llm_c" and message.compatible is not None:
        name, values = "llm_c", values | constraint_variables(seen.problem, message.compatible)
    elif seen.mode != "rb":
        name, values = "llm_f", values | {"best": _best_option(message.options)}
    parts = [prompts.render(name, **values)]
    if seen.mode != "rb":
        stated_costs = [plain_cost(cost, counted=seen.mode == "llm_u") for cost in message.costs]
        choices = [act.label for act in acts] if len(acts) > 1 else []
        parts.append(prompts.render("acts", to=message.to, acts=choices, costs=stated_costs))
    return [system_message(prompts, seen.problem, seen.name), {"role": "user", "content": "\n\n".join(parts)}]


def offers_prompt(prompts: Prompts, seen: Observation, turn: int, plan: Plan, waiting: Sequence[OpenOffer]) -> Prompt:
    """Return the prompt for decisions on offers, with facts about the move that exact search plans."""
    message = Message(to=waiting[0].offer.by if waiting[0].offer.by != seen.name else waiting[0].offer.to)
    offers = [{"terms": offer_terms(each, seen.name), "facts": each.facts, "verbs": each.verbs} for each in waiting]
    values = {"turn": turn, **situation_variables(seen, plan, message, ())}
    return [
        system_message(prompts, seen.problem, seen.name),
        {"role": "user", "content": prompts.render("offers", offers=offers, **values)},
    ]


def situation_variables(
    seen: Observation, plan: Plan, message: Message, talk: Sequence[dict[str, str]]
) -> dict[str, Any]:
    """Return template variables: the owner's situation after its move, as far as it concerns the addressee."""
    colors, verdict, to = plan.decision.colors, plan.verdict, message.to
    boundary, around = seen.problem.boundary(to, seen.name), {**seen.believed, **colors}
    return {
        "to": to,
        "colors": assign(colors),
        "changes": ", ".join(
            f"{n} from {seen.colors.get(n, 'no color')} to {c}" for n, c in changes(seen.colors, colors).items()
        ),
        "locked": assign(seen.fixed),
        "known": ", ".join(_reported_color(seen, node) for node in boundary)
        if seen.known.keys() & set(boundary)
        else "",
        "conflicts": ", ".join(f"{u} and {v} are both {around[u]}" for u, v in verdict.conflicts),
        "penalty": number(verdict.penalty),
        "uncolored": verdict.uncolored,
        "wishes": assign(message.request),
        "reach": None if message.reach is None else number(message.reach),
        "talk": [_speaker_and_text(seen.name, memory) for memory in talk],
        "heard": [heard.text for heard in seen.heard if heard.by == to],
        "done": message.reply,
    }


def _reported_color(seen: Observation, node: str) -> str:
    known = seen.known.get(node)
    return f"{node} = {known.color} (told in turn {known.turn})" if known else f"{node} was never reported"


def _speaker_and_text(name: str, memory: dict[str, str]) -> dict[str, str]:
    """Split a memory into speaker and text. Others' memories read "A to B: words", own ones have only words."""
    if memory["role"] == "assistant":
        return {"who": f"{name} (you)", "text": memory["content"]}
    speaker, _, text = memory["content"].partition(": ")
    return {"who": speaker, "text": text}


def option_variables(offered: Offered) -> dict[str, Any]:
    """Return the template variables for mode llm_u: the best options and the current one, with their costs."""
    rows = [
        {
            "colors": assign(option.colors),
            "penalty": number(option.penalty),
            "score": number(option.score),
            "other_score": number(option.other_score),
            "combined": number(option.combined),
            "current": option.current,
        }
        for option in offered.options
    ]
    return {"options": rows, "more": offered.more}


def compatible(problem: Problem, options: Options) -> Compatible:
    """Return the constraints for mode llm_c: the configurations that cost as little as possible."""
    least = options.rows[0].penalty
    valid = [option.colors for option in options.rows if option.penalty == least]
    failing = [option.colors for option in options.rows if option.penalty > least]
    allowed = {
        node: tuple(c for c in problem.colors if any(colors[node] == c for colors in valid)) for node in valid[0]
    }
    few = not options.more and len(failing) <= min(SHOWN_OPTIONS, len(valid))
    return Compatible(
        options.to,
        clashing=options.penalty > least,
        least=least,
        nodes=allowed,
        valid=tuple(valid[:SHOWN_OPTIONS]),
        more=max(0, len(valid) - SHOWN_OPTIONS),
        failing=tuple(failing) if few else (),
    )


def constraint_variables(problem: Problem, accepted: Compatible) -> dict[str, Any]:
    never = {node: [c for c in problem.colors if c not in allowed] for node, allowed in accepted.nodes.items()}
    possible_count = _count_possible(problem, tuple(accepted.nodes))
    everything = not accepted.failing and len(accepted.valid) + accepted.more == possible_count
    return {
        "clashing": accepted.clashing,
        "least": number(accepted.least),
        "never": {node: colors for node, colors in never.items() if colors},
        "valid": [assign(colors) for colors in accepted.valid],
        "more": accepted.more,
        "everything": everything,
        "failing": [assign(colors) for colors in accepted.failing],
    }


def _count_possible(problem: Problem, nodes: Sequence[str]) -> int | None:
    """Count the possible configurations of another owner's nodes; None beyond `MAX_COLORINGS` colorings."""
    if len(problem.colors) ** len(nodes) > MAX_COLORINGS:
        return None
    every = [dict(zip(nodes, colors, strict=True)) for colors in product(problem.colors, repeat=len(nodes))]
    return len(least_conflicting(problem, every, {}))


def _best_option(offered: Offered | None) -> str:
    """Describe the best option for mode llm_f; empty if none helps."""
    if offered is None or not offered.helpful:
        return ""
    best = offered.options[0]
    return f"{offered.to} having {assign(best.colors)}: your penalty would be {number(best.penalty)}"


def correction_prompt(prompts: Prompts, prompt: Prompt, words: str, lies: Sequence[Lie]) -> Prompt:
    """Return the prompt that asks again and lists the false claims."""
    finding = prompts.render("again", findings=lies)
    return [*prompt, {"role": "assistant", "content": words}, {"role": "user", "content": finding}]
