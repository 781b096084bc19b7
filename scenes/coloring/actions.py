"""Actions of an owner, their commands, and the limit of its messages."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from core.actions.forms import Forms
from core.engine import turn
from core.engine.events import Body
from core.errors import IllegalAction, did_you_mean
from core.text import one_line
from scenes.coloring import questionnaire
from scenes.coloring.negotiation.offers import Honored, OfferChanged, Verb
from scenes.coloring.problem.graph import Coloring, Problem, changes, number, plainly, together
from scenes.coloring.questionnaire import Answer, Skip
from scenes.coloring.solvers.bound import Cost
from scenes.coloring.talk.speech import Bounded, Compatible, Deal, Lie, Meant, Offered, Read

HELP = (
    "color NODE COLOR, say TEXT (@NAME for one), offer [NAME] NODE=COLOR … [always], accept N, refuse N, withdraw N, "
    "query NODE[=COLOR], pass, satisfied, impossible"
)


class Color(turn.Action):
    """Color one own node. A step: the turn goes on."""

    ends_turn = False
    node: str
    color: str


class Say(turn.Action):
    """Free text, which the others read. It does not end the turn."""

    form = "say {text}"
    ends_turn = False
    text: str


class Propose(turn.Action):
    """Offer own nodes' colors for another's; or only the one or the other. A step: the turn goes on."""

    ends_turn = False
    colors: Coloring
    to: str = ""
    """Addressee; by default the owner of the others' nodes."""
    lasting: bool = False
    """True for an offer that holds until it is withdrawn."""


class Reply(turn.Action):
    """Accept or refuse another's offer, or withdraw an own one. A step: the turn goes on."""

    form = "{verb}, {verb} {number}"
    ends_turn = False
    verb: Verb
    number: Annotated[int, Meta(ge=0)] = 0
    """Number of the offer; 0 is the newest one that allows this verb."""


class Pass(turn.Action):
    """End the turn."""

    form = "pass"
    key = "p"
    at_once = True


class Satisfied(turn.Action):
    """End the turn, and say that you are satisfied with the coloring as it is."""

    form = "satisfied"
    key = "s"
    at_once = True


class Impossible(turn.Action):
    """Declare that no valid coloring exists, and end the game."""

    form = "impossible"


KINDS: tuple[type[turn.Action], ...] = (Say, Reply, Pass, Satisfied, Impossible)
"""Kinds of actions in plain words; colors and offers name nodes of the problem, and are read by `parse`."""
LANGUAGE = Forms(KINDS)


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One agent's words to another in one turn: a typed part for each thing said, and the sentence they make."""

    to: str
    reply: str = ""
    report: Coloring = {}
    news: bool = True
    """True if the report is news to the other."""
    request: Coloring = {}
    reach: float | None = None
    """The penalty that the request, if met, leads to."""
    deal: Deal | None = None
    """The deal that is offered."""
    options: Offered | None = None
    compatible: Compatible | None = None
    bounded: Bounded | None = None
    costs: tuple[Cost, ...] = ()
    """The costs of `bounded` that are said in words."""
    locked: tuple[str, ...] = ()
    """Own nodes that the other asked for in vain."""
    words: str = ""
    """The sentence in its owner's own words, if it has one."""
    spoken: bool = False
    """True if the other learns only what it reads in the words."""
    lies: tuple[Lie, ...] = ()
    """Claims in these words that are not so, and that the words go on to correct."""

    @property
    def meant(self) -> Meant:
        """The meaning that its words are to carry."""
        report = self.report if self.news else {}
        return Meant(report, self.request, {}, (), self.costs, self.locked, (self.deal,) if self.deal else ())

    def text(self) -> str:
        """Return the words that are said aloud; empty if there are none."""
        return self.words if self.spoken else self.words or self.plain()

    def plain(self) -> str:
        """Return the typed parts as plain sentences."""
        out = [self.reply] if self.reply else []
        if self.report and self.news:
            out.append(f"Now {plainly(self.report)}.")
        if self.request:
            out.append(f"Please make {' and '.join(f'{n} {c}' for n, c in self.request.items())}.")
        if self.deal:
            out.append(_spoken(self.deal) if self.spoken else _offer(self.deal, self.report))
        if self.request and self.reach is not None and self.options:
            out.append(f"Then I can reach {number(self.reach)}; now I have {number(self.options.penalty)}.")
        if self.news and not (self.reply or self.request or self.deal) and self.options and self.options.helpful:
            best = self.options.options[0]
            now = number(self.options.penalty)
            out.append(f"With {plainly(best.colors)} I could reach {number(best.penalty)}; now I have {now}.")
        return " ".join(out)


def _spoken(deal: Deal) -> str:
    """Write a deal as a sentence that is read well."""
    give, want = (together([f"{node} {color}" for node, color in each.items()]) for each in (deal.give, deal.want))
    return f"I'll give you {give} in return if you give me {want}." if want else _offer(deal, {})


def _offer(deal: Deal, own: Coloring) -> str:
    """Write a deal; colors that the speaker has already are kept."""
    if not deal.want:
        return f"I could make {plainly(deal.give)} for you instead."
    kept = {node: color for node, color in deal.give.items() if own.get(node) == color}
    given = [f"keep {plainly(kept)}"] if kept else []
    given += [f"make {plainly(new)}"] if (new := changes(own, deal.give)) else []
    return f"If you make {plainly(deal.want)}, {f'I {together(given)}' if given else 'it helps me'}."


class Move(turn.Action, kw_only=True):
    """A whole turn in one: what a bot returns. `why` is its log of the steps that led there."""

    colors: Coloring
    satisfied: bool
    messages: tuple[Message, ...] = ()
    why: tuple[Body, ...] = ()
    answers: tuple[OfferChanged | Honored, ...] = ()
    """Answers to offers."""
    readings: tuple[Read, ...] = ()
    """A model's readings of others' words, which this move takes into account."""
    hopeless: bool = False
    """True if the owner claims a proof that no valid coloring exists."""


Action = Color | Say | Propose | Reply | Pass | Satisfied | Impossible | Move | Answer | Skip
_COLOR = re.compile(r"(?:colou?r\s+)?([a-z]\d+)\s*(?:=|\s|to\s)\s*([a-z]+)", re.IGNORECASE)


def parse(problem: Problem, text: str) -> Action:
    """Read a command. Raises IllegalAction for an unknown one."""
    text = one_line(text)
    word, _, rest = text.partition(" ")
    low = word.casefold()
    if LANGUAGE.knows(low):
        action: Action = LANGUAGE.parse(text, ())
        return action
    if low == "offer" and rest:
        return _parse_offer(problem, rest.split())
    if low == "query" and rest:
        return _parse_query(problem, rest)
    if low == "move":
        words = rest.split()
        colors = _parse_colors(problem, [word for word in words if word != "satisfied"])
        return Move(colors=colors, satisfied="satisfied" in words)
    match = _COLOR.fullmatch(text)
    if match is None:
        raise IllegalAction(f"I can't read {text!r}; commands are: {HELP}")
    return _parse_color(problem, match[1], match[2])


def _parse_color(problem: Problem, node: str, word: str) -> Color:
    node = node.casefold()
    if node not in problem.owner:
        raise IllegalAction(f"there is no node {node}; nodes are {', '.join(problem.nodes)}")
    color = problem.color_named(word)
    if color is None:
        raise IllegalAction(f"{word!r} is not a color here; {did_you_mean(word, problem.colors)}")
    return Color(node, color)


def _parse_offer(problem: Problem, words: list[str]) -> Propose:
    """Read an offer such as "b2=red for h5=green always"."""
    to = words[0] if words[0] in problem.clusters else ""
    lasting = words[-1] == "always"
    pairs = [word.rstrip(",") for word in words[bool(to) : len(words) - lasting] if word not in ("for", "if", "and")]
    return Propose(_parse_colors(problem, pairs), to, lasting)


def _parse_colors(problem: Problem, pairs: Iterable[str]) -> Coloring:
    steps = (_parse_color(problem, node, color) for node, _, color in (pair.partition("=") for pair in pairs))
    return {step.node: step.color for step in steps}


def _parse_query(problem: Problem, text: str) -> Say:
    """Read a question about a node: which colors it can take, or whether it can take this one."""
    node, _, color = text.partition("=")
    if not color and node.casefold() in problem.owner:
        return Say(f"which colors can {node} take?")
    step = _parse_color(problem, node, color)
    return Say(f"can {step.node} be {step.color}?")


def describe(action: Action) -> str:
    match action:
        case Color(node, color):
            return f"color {node} {color}"
        case Propose(colors, to, lasting):
            return " ".join(filter(None, ["offer", to, *_pairs(colors), "always" * lasting]))
        case Answer() | Skip():
            return questionnaire.describe(action)
        case Move():
            return " ".join(filter(None, ["move", *_pairs(action.colors), "satisfied" * action.satisfied]))
    return LANGUAGE.describe(action)


def _pairs(colors: Coloring) -> list[str]:
    return [f"{node}={color}" for node, color in colors.items()]


Budget = Literal["any"] | int
"""Messages of each owner in the whole game; 0 allows only reports."""


def left(budget: Budget, sent: int) -> int | None:
    """Return how many messages an owner may still send; None is no limit."""
    return None if budget == "any" else max(0, budget - sent)


def within(messages: Sequence[Message], left: int | None) -> list[Message]:
    """Keep messages up to the limit, and only reports of colors beyond it; reports do not count."""
    if left is None:
        return list(messages)
    out = []
    for message in messages:
        hints = message.options is not None and message.options.helpful and message.news
        if left and (message.reply or message.request or message.deal or message.bounded or hints):
            left -= 1
            out.append(replace(message, news=True))
        else:
            out.append(Message(to=message.to, report=message.report, news=False))
    return out


def is_report(message: Message) -> bool:
    """Return True if a message says nothing but colors."""
    return message == Message(to=message.to, report=message.report, news=False)
