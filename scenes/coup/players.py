"""The player that asks a model (spec 002): a reasoner plans, a verifier checks the plan, a parser writes the command.

The player also keeps notes. All roles but the reasoner can be switched off; by default, they are used only if something
is at stake.
"""

from collections.abc import Sequence
from copy import copy
from typing import Literal, NamedTuple, cast

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.events import Defaulted, Planned, Thought
from core.engine.turn import Turn
from core.llm.messages import Message
from core.llm.model_client import NoReply
from core.llm.prompts import Prompts
from core.llm.replies import Json
from core.text import one_line
from scenes.coup.actions import MAX_STATEMENT, PASS, Action, describe, parse
from scenes.coup.bots import Honest
from scenes.coup.config import When
from scenes.coup.events import Verified
from scenes.coup.notes import MAX_NEW_NOTES, MAX_NOTES, MAX_REASON, has_news, living_opponents, take_notes
from scenes.coup.observation import Observation
from scenes.coup.options import announcement, is_at_stake, meaning, odds, question
from scenes.coup.replies import Choice, Commands, LabeledReply, LegalReply, Spoken, Statement, Verdict, shorten
from scenes.coup.understanding import examples
from scenes.coup.wording import recent_turns

MAX_PLAN, MAX_THOUGHT, MAX_WHY = 600, 2000, 300
"""Maximum characters that are kept of a plan, of the reasoning before it, and of a verifier's reason."""
Role = Literal["reasoner", "verifier", "parser", "notes", "speaker"]


class RoleText(NamedTuple):
    """Text from one role (such as the reasoner) that prompts of later roles in the same decision contain."""

    role: Role
    about: str
    text: str


class ModelPlayer(Agent):
    """A player that asks a model. Decisions share no state except the log."""

    async def act(self, turn: Turn) -> Action:
        seen: Observation = turn.observation
        if seen.phase == "talk" and seen.name in seen.deciding:
            return await _make_statement(turn, seen)
        legal = _legal(turn)
        if len(legal) == 1:
            return legal[0]
        if seen.phase == "act" and _is_asked(seen.style.note, has_news(seen)):
            seen = replace(seen, notes=await take_notes(turn, seen, prompt(turn.prompts, "notes", seen, legal)))
        try:
            return await _decide(turn, seen)
        except NoReply as why:
            action: Action = turn.chance("default").choice(legal)
            turn.log(Defaulted(describe(action), str(why)))
            return action


async def _make_statement(turn: Turn, seen: Observation) -> Action:
    example = Statement(words="I have nothing to hide." if seen.name == seen.actor else "")
    statement = await turn.ask(prompt(turn.prompts, "speaker", seen, ()), Json(Statement, "speaker", example))
    _say_one_line(turn, statement.words)
    return PASS


def _is_asked(when: When, stakes: bool) -> bool:
    return when == "always" or (when == "stakes" and stakes)


def _may_speak(seen: Observation) -> bool:
    """Return True if the player may speak together with its action.

    While other players decide on answers, too, words could reveal the player's answer too early.
    """
    return seen.style.talk != "off" and seen.phase == "act"


def _is_concerned(seen: Observation) -> bool:
    """Return True if the player may speak, and talk is open or a threat or deal with it has not expired."""
    live = any(seen.name in (each.by, each.to) and each.until >= seen.actions for each in seen.pacts)
    return _may_speak(seen) and (live or seen.style.talk == "open")


def _say_one_line(turn: Turn, words: str) -> None:
    if line := one_line(words):
        turn.say(line)


def _legal(turn: Turn) -> Sequence[Action]:
    return cast(Sequence[Action], turn.legal)


async def _decide(turn: Turn, seen: Observation) -> Action:
    """Ask the reasoner for an action, then the verifier and the parser if the player's style asks for them."""
    commands = Commands([describe(action) for action in turn.legal], seen.names, (seen.claimant, seen.claim or ""))
    plan = await turn.ask(
        prompt(turn.prompts, "reasoner", seen, _legal(turn)), LabeledReply(_example_plan(turn, seen), commands)
    )
    if plan.reasoning:
        turn.think(shorten(plan.reasoning, MAX_THOUGHT))
    turn.log(Planned(f"{plan.action}: {shorten(plan.plan, MAX_PLAN)}" if plan.plan else plan.action))
    said = [
        RoleText("reasoner", "reasoning", shorten(plan.reasoning, MAX_THOUGHT)),
        RoleText("reasoner", "plan", shorten(plan.plan, MAX_PLAN)),
        RoleText("reasoner", "decision", plan.action),
    ]
    action, staked = plan.action, is_at_stake(seen, parse(plan.action, seen.names))
    if _is_asked(seen.style.verify, staked):
        agreeing = Verdict(why="It is legal, and it claims what is there.", action=action)
        messages = prompt(turn.prompts, "verifier", seen, _legal(turn), said)
        verdict = await turn.ask(messages, LegalReply(Verdict, "verifier", agreeing, commands))
        why = shorten(verdict.why, MAX_WHY)
        turn.log(Verified(verdict.action == action, action, verdict.action, why))
        said += [RoleText("verifier", "finding", why), RoleText("verifier", "decision", verdict.action)]
        action = verdict.action
    if not _is_asked(seen.style.parse, staked or _is_concerned(seen)):
        return parse(action, seen.names)
    messages = prompt(turn.prompts, "parser", seen, _legal(turn), said)
    if not _may_speak(seen):
        choice = await turn.ask(messages, LegalReply(Choice, "parser", Choice(action=action), commands))
        return parse(choice.action, seen.names)
    spoken = await turn.ask(messages, LegalReply(Spoken, "parser", Spoken(action=action), commands))
    _say_one_line(turn, spoken.words)
    return parse(spoken.action, seen.names)


def _example_plan(turn: Turn, seen: Observation) -> str:
    """Return an honest plan, as an example for `llm:mock`."""
    aside = copy(turn)
    aside.private = Turn.private
    action = Honest().act(aside)
    thoughts = [event.data.text for event in aside.private if isinstance(event.data, Thought)]
    command = describe(action)
    return (
        f"Review: I have {seen.me.coins} coins, and {' and '.join(map(str, seen.hand))}.\n"
        f"Reasoning: {' '.join(thoughts) or f'{command}: {meaning(seen, action)}.'}\n"
        "Plan: I claim only what I have, and challenge only what cannot be true.\n"
        f"Decision: {command}"
    )


def prompt(
    prompts: Prompts, role: Role, seen: Observation, legal: Sequence[Action], said: Sequence[RoleText] = ()
) -> list[Message]:
    """Build a prompt, constant parts first: rules, persona, history, state, and finally the role's task."""
    task = prompts.render(
        role,
        talk=_may_speak(seen),
        longest=MAX_STATEMENT,
        most=MAX_NOTES,
        at_once=MAX_NEW_NOTES,
        reason=MAX_REASON,
        suspects=living_opponents(seen),
        forms=examples(living_opponents(seen)[0]) if len(living_opponents(seen)) > 1 else (),
    )
    user = prompts.render(
        "situation",
        seen=seen,
        announced=announcement(seen),
        odds=odds(seen),
        history=[turn for turn in recent_turns(seen) if turn.sentences],
        question=question(seen),
        options=[(describe(action), meaning(seen, action)) for action in legal],
        said=said,
        task=task,
    )
    system = prompts.render("system", name=seen.name, personality=seen.style.personality)
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]
