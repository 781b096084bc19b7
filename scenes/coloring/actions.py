"""Actions of an owner, their commands, and the limit on its messages."""

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
from scenes.coloring.negotiation.offers import Honored, OfferChanged, OfferVerb
from scenes.coloring.problem.graph import Coloring, Problem, changes, color_words, join_and, number, word_pairs
from scenes.coloring.solvers.bound import Cost
from scenes.coloring.talk.speech import Bounded, Compatible, Deal, Lie, Meant, Offered

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
    verb: OfferVerb
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
"""Action types that the common grammar reads. `parse` reads colors and offers, which name nodes of the problem."""
LANGUAGE = Forms(KINDS)


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One agent's message to another in one turn: typed parts, and the sentence that expresses them."""

    to: str
    reply: str = ""
    report: Coloring = {}
    news: bool = True
    """True if the addressee does not know the reported colors yet."""
    request: Coloring = {}
    reach: float | None = None
    """Penalty that the speaker reaches if its request is met."""
    deal: Deal | None = None
    """The offered deal."""
    options: Offered | None = None
    compatible: Compatible | None = None
    bounded: Bounded | None = None
    costs: tuple[Cost, ...] = ()
    """Costs from `bounded` that the words state."""
    locked: tuple[str, ...] = ()
    """Own nodes that the addressee asked for but that are locked."""
    words: str = ""
    """The sentence in the speaker's own words; empty for a plain one."""
    spoken: bool = False
    """True if the addressee learns only what it reads in the words."""
    lies: tuple[Lie, ...] = ()
    """False claims in the words, which the message then corrects."""

    @property
    def meant(self) -> Meant:
        """The meaning that the words should convey."""
        report = self.report if self.news else {}
        return Meant(report, self.request, {}, (), self.costs, self.locked, (self.deal,) if self.deal else ())

    def text(self) -> str:
        """Return the words to say; empty if there are none."""
        return self.words if self.spoken else self.words or self.plain()

    def plain(self) -> str:
        """Write the typed parts as plain sentences."""
        out = [self.reply] if self.reply else []
        if self.report and self.news:
            out.append(f"Now {color_words(self.report)}.")
        if self.request:
            out.append(f"Please make {join_and(word_pairs(self.request))}.")
        if self.deal:
            out.append(_deal_for_reader(self.deal) if self.spoken else _plain_deal(self.deal, self.report))
        if self.request and self.reach is not None and self.options:
            out.append(f"Then my penalty could fall from {number(self.options.penalty)} to {number(self.reach)}.")
        if self.news and not (self.reply or self.request or self.deal) and self.options and self.options.helpful:
            best = self.options.options[0]
            drop = f"from {number(self.options.penalty)} to {number(best.penalty)}"
            out.append(f"With {color_words(best.colors)} my penalty could fall {drop}.")
        return " ".join(out)


def _deal_for_reader(deal: Deal) -> str:
    """Write a deal as a sentence that the addressee's reader recognizes as a deal."""
    give, want = (join_and(word_pairs(each)) for each in (deal.give, deal.want))
    return f"I'll give you {give} in return if you give me {want}." if want else _plain_deal(deal, {})


def _plain_deal(deal: Deal, own: Coloring) -> str:
    """Write a deal plainly; promised colors that the speaker's nodes already have are written as kept."""
    if not deal.want:
        return f"I could make {color_words(deal.give)} for you instead."
    kept = {node: color for node, color in deal.give.items() if own.get(node) == color}
    parts = [f"keep {color_words(kept)}"] if kept else []
    parts += [f"make {color_words(new)}"] if (new := changes(own, deal.give)) else []
    if not parts:
        return f"It would help me if you made {join_and(word_pairs(deal.want))}."
    return f"If you make {join_and(word_pairs(deal.want))}, I {join_and(parts)}."


class Move(turn.Action, kw_only=True):
    """A bot's whole turn. `why` logs the steps that led to it."""

    colors: Coloring
    satisfied: bool
    messages: tuple[Message, ...] = ()
    why: tuple[Body, ...] = ()
    answers: tuple[OfferChanged | Honored, ...] = ()
    """Answers to others' offers."""
    hopeless: bool = False
    """True if the owner claims to have proved that no valid coloring exists."""


Action = Color | Say | Propose | Reply | Pass | Satisfied | Impossible | Move
_COLOR_COMMAND = re.compile(r"(?:colou?r\s+)?([a-z]\d+)\s*(?:=|\s|to\s)\s*([a-z]+)", re.IGNORECASE)


def parse(problem: Problem, text: str) -> Action:
    """Parse a command. Raises IllegalAction if it is unknown."""
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
    match = _COLOR_COMMAND.fullmatch(text)
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
    """Parse an offer such as "b2=red for h5=green always"."""
    to = words[0] if words[0] in problem.clusters else ""
    lasting = words[-1] == "always"
    pairs = [word.rstrip(",") for word in words[bool(to) : len(words) - lasting] if word not in ("for", "if", "and")]
    return Propose(_parse_colors(problem, pairs), to, lasting)


def _parse_colors(problem: Problem, pairs: Iterable[str]) -> Coloring:
    steps = (_parse_color(problem, node, color) for node, _, color in (pair.partition("=") for pair in pairs))
    return {step.node: step.color for step in steps}


def _parse_query(problem: Problem, text: str) -> Say:
    """Parse a question about a node: which colors it can take, or whether it can take a given one."""
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
            return " ".join(filter(None, ["offer", to, *_color_pairs(colors), "always" * lasting]))
        case Move():
            return " ".join(filter(None, ["move", *_color_pairs(action.colors), "satisfied" * action.satisfied]))
    return LANGUAGE.describe(action)


def _color_pairs(colors: Coloring) -> list[str]:
    return [f"{node}={color}" for node, color in colors.items()]


MessageLimit = Literal["any"] | int
"""Limit on each owner's messages in the whole game; with 0, only color reports are allowed."""


def messages_left(budget: MessageLimit, sent: int) -> int | None:
    """Return the number of messages that an owner may still send; None if there is no limit."""
    return None if budget == "any" else max(0, budget - sent)


def apply_message_limit(messages: Sequence[Message], remaining: int | None) -> list[Message]:
    """Keep messages up to the limit; beyond it, keep only their color reports, which do not count."""
    if remaining is None:
        return list(messages)
    out = []
    for message in messages:
        hints = message.options is not None and message.options.helpful and message.news
        if remaining and (message.reply or message.request or message.deal or message.bounded or hints):
            remaining -= 1
            out.append(replace(message, news=True))
        else:
            out.append(Message(to=message.to, report=message.report, news=False))
    return out


def is_report(message: Message) -> bool:
    """Return True if a message contains only a color report."""
    return message == Message(to=message.to, report=message.report, news=False)
