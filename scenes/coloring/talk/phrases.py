"""Phrases for owners' messages by mode, in several variations.

Mode llm_u states costs, llm_c only colors that never work, llm_f neither (spec 000).
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.coloring.actions import Message, is_report
from scenes.coloring.problem.graph import Problem, assign, color_words, join_and, number
from scenes.coloring.rules.observation import Observation
from scenes.coloring.solvers.bound import Bound, Cost, nothing_known
from scenes.coloring.talk.speech import Bounded

RESTATE_AFTER = 4
"""Number of unsatisfied turns after which an owner states everything again, in case it was not understood."""
MOST_COSTS = 8
"""Maximum number of costs in one message; costs of few nodes come first."""


def express_in_words(seen: Observation, message: Message) -> Message:
    """Choose which typed parts of a message the words express, by the talk mode.

    An offer that gives nothing becomes a request. If messages are limited, color reports, which do not count, stay
    typed.
    """
    if seen.left is not None and is_report(message):
        return message
    if message.deal and not message.deal.give:
        message = replace(message, deal=None, request=message.deal.want)
    again = len(seen.history) >= RESTATE_AFTER and not any(seen.history[-RESTATE_AFTER:])
    message = replace(message, spoken=True, news=message.news or again)
    known = seen.bounded.get(message.to)
    bound = message.bounded.bound if message.bounded else known if again else None
    if bound is None or seen.mode == "llm_f":
        return replace(message, bounded=None)
    stated_bound = nothing_known(seen.problem, bound.nodes) if again or known is None else known
    costs = _new_costs(seen.problem, bound, stated_bound, counted=seen.mode == "llm_u")[:MOST_COSTS]
    if not costs:
        return replace(message, bounded=None)
    return replace(
        message, costs=tuple(costs), bounded=Bounded(message.to, stated_bound.with_costs(seen.problem, costs))
    )


def _new_costs(problem: Problem, bound: Bound, stated_bound: Bound, *, counted: bool) -> list[Cost]:
    """Return the costs that do not follow from stated ones; without `counted`, no cost exceeds one conflict."""
    known = stated_bound if counted else stated_bound.at_most(1)
    costs = (bound if counted else bound.at_most(1)).costs(problem)
    return [cost for cost in costs if known.with_costs(problem, [cost]) != known]


def plain_cost(cost: Cost, *, counted: bool) -> str:
    """Write one cost as a sentence."""
    if counted:
        return f"{cost.sentence()}."
    return f"{cost.colors_text} never works for me."


def plain_words(seen: Observation, message: Message) -> str:
    """Write the message in plain sentences, with its costs."""
    costs = [plain_cost(cost, counted=seen.mode == "llm_u") for cost in message.costs]
    return " ".join(filter(None, [message.plain(), *costs]))


_REPORTS = (
    "Now {pairs}.",
    "{are} now.",
    "I have {pairs}.",
    "My side: {assigned}.",
    "For your information: {are}.",
    "I've just set {tos}.",
    "{assigned}, in case you wonder.",
    "Update from me: {are}.",
)
_REQUESTS = (
    "Please make {pairs_and}.",
    "Could you switch {tos}?",
    "It would help me a lot if {became}.",
    "I need {pairs_and}, please.",
    "Would you mind changing {tos}?",
    "{pairs} would suit me best.",
    "Can I ask you for {colors_on}?",
    "What I'd like from you: {pairs}.",
)
_COSTS = (
    "{withs} costs me {count}.",
    "With {withs} I am left with {count}, whatever I do.",
    "I lose {points} as soon as you have {withs}.",
    "{withs}? That is {count} for me at least.",
    "I'd have {count} with {withs}.",
    "Mind that {withs} leaves me with {count}.",
)
_NEVER = (
    "{withs} never works for me.",
    "I can never live with {withs}.",
    "There is no way for me to fit {withs}.",
    "{withs} is impossible for me.",
    "Please keep away from {withs}: I have no answer to it.",
    "{withs} leaves me no way out.",
)
_DEALS = (
    "I'll give you {give} in return if you give me {want}.",
    "If you give me {want}, I'll give you {give}.",
    "I promise to make {give} if you make {want}.",
    "I'll promise {give} if you make {want}.",
    "I'll turn {give} if you turn {want}.",
)


_GIFTS = ("I could make {give} for you instead.", "What I can give you is {give}.")
"""Phrases for an offer that wants nothing in return, made instead of a refused one."""


def varied_words(seen: Observation, message: Message, draw: Draw) -> str:
    """Write the message in randomly varied everyday phrases."""
    out = [message.reply] if message.reply else []
    if message.report and message.news:
        out.append(draw.choice(_REPORTS).format(**_phrase_forms(message.report)))
    if message.request:
        out.append(draw.choice(_REQUESTS).format(**_phrase_forms(message.request)))
    if message.deal:
        give, want = (_joined_colors(colors) for colors in (message.deal.give, message.deal.want))
        out.append(draw.choice(_DEALS if want else _GIFTS).format(give=give, want=want))
    for cost in message.costs:
        count = "a conflict" if cost.conflicts == 1 else f"{cost.conflicts} conflicts"
        points = number(cost.conflicts * seen.problem.conflict_penalty)
        line = draw.choice(_COSTS if seen.mode == "llm_u" else _NEVER)
        out.append(line.format(withs=cost.colors_text, count=count, points=f"{points} points"))
    return " ".join(sentence[:1].upper() + sentence[1:] if sentence[1:2] == " " else sentence for sentence in out)


def _joined_colors(colors: dict[str, str]) -> str:
    return join_and([f"{node} {color}" for node, color in colors.items()])


def _phrase_forms(colors: dict[str, str]) -> dict[str, str]:
    """Return the colors in each form that the phrases need."""

    def each(between: str) -> Sequence[str]:
        return [f"{node} {between} {color}" for node, color in colors.items()]

    return {
        "pairs": color_words(colors),
        "pairs_and": _joined_colors(colors),
        "assigned": assign(colors),
        "are": join_and(each("is")),
        "became": join_and(each("became")),
        "tos": join_and(each("to")),
        "colors_on": join_and([f"{color} on {node}" for node, color in colors.items()]),
    }


_POLITE_ANSWERS = (
    (re.compile(r"\b(?:thanks?|thx|tysm|ty|cheers|appreciated)\b"), "You're welcome."),
    (re.compile(r"\b(?:sorry|apologies|apologi[sz]e|my (?:bad|mistake|fault)|oops|pardon)\b"), "No problem."),
    (re.compile(r"\b(?:bye|goodbye)\b"), "Goodbye."),
    (re.compile(r"\b(?:well done|great|perfect|nice (?:job|work)|good (?:job|work|game)|gg)\b"), "Thank you."),
)


def polite_answer(text: str) -> str:
    """Answer a greeting, thanks or an apology."""
    low = text.casefold()
    return next((answer for rule, answer in _POLITE_ANSWERS if rule.search(low)), "Hello.")
