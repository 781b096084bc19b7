"""Interpretation of the coloring chat: reports, requests, offers and questions in plain English."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from core.intents.grammar import Reading
from core.intents.second_reading import NO_LABELS, ModelLabels, Utterance, all_readings
from core.intents.tokens import Sentence
from core.text import lazy_pattern
from scenes.coloring.negotiation.offers import OfferVerb
from scenes.coloring.problem.graph import COLORS, Problem, color_words
from scenes.coloring.solvers.bound import MOST_CONFLICTS, Cost
from scenes.coloring.talk.addressing import split_by_addressee
from scenes.coloring.talk.intents import GRAMMAR, nouns
from scenes.coloring.talk.questions import is_question, questions
from scenes.coloring.talk.speech import About, Deal, Question

_MOST_NOTES = 6

T = TypeVar("T")


class Meaning(msgspec.Struct, frozen=True):
    """Understood content of one addressed part of a message."""

    to: str | None
    """The addressed owner; None if it is addressed to all."""
    report: dict[str, str]
    """The speaker's own nodes and the colors they are said to have."""
    request: dict[str, str]
    """Others' nodes and the colors asked for."""
    avoid: dict[str, tuple[str, ...]]
    """Others' nodes and the colors they should not have."""
    keep: tuple[str, ...]
    """Others' nodes that should stay as they are."""
    question: bool
    text: str
    asks: tuple[Question, ...] = ()
    """Understood questions."""
    greets: bool = False
    """True if the part contains only a greeting or thanks."""
    locked: tuple[str, ...] = ()
    """The speaker's own nodes that are stated to be locked."""
    always: tuple[str, ...] = ()
    """Others' nodes whose requested or avoided colors should hold until the request is withdrawn."""
    drop: tuple[str, ...] = ()
    """Others' nodes for which earlier requests are withdrawn."""
    deals: tuple[Deal, ...] = ()
    replies: tuple[tuple[OfferVerb, int], ...] = ()
    """Replies to offers: verb and the offer's number; 0 stands for the newest offer."""
    costs: tuple[Cost, ...] = ()
    """Costs that colors of others' nodes cause to the speaker."""
    change: tuple[str, ...] = ()
    """Others' nodes that should have some other color."""
    guess: str = ""
    """Question to ask back; empty unless the words probably mean more than bots may act upon."""


class Understood(msgspec.Struct, frozen=True):
    """Understood content of a whole message: meanings in reading order, and notes on words that were not understood."""

    meanings: tuple[Meaning, ...]
    notes: tuple[str, ...]
    owners: dict[str, str]
    """Owner of each requested node."""


def understand(
    problem: Problem,
    speaker: str,
    text: str,
    *,
    colors: Mapping[str, str] | None = None,
    offer: bool = False,
    confirmed: bool = False,
    labels: ModelLabels = NO_LABELS,
) -> Understood:
    """Read a message of `speaker`. Never fails: words that are not understood count as plain talk.

    Args:
        problem: The problem, whose nodes and colors the message may name.
        speaker: The owner that wrote the message.
        text: The message.
        colors: The speaker's own colors, if known; bots then act on a true report even if its reading is uncertain.
        offer: True if an offer awaits the speaker's answer.
        confirmed: True if the speaker has said yes to the guess: likely readings then count, too.
        labels: A model's labels of messages.
    """
    notes: list[str] = []
    meanings: list[Meaning] = []
    for targets, part in utterances(problem, speaker, text, notes, offer=offer):
        body = part.text
        found = [_license_true_report(reading, colors or {}) for reading in all_readings(part, labels)]
        message = GRAMMAR.message(body, part.nouns)
        notes += _unknown_names(problem, message)
        for target in targets:
            meaning = _MeaningBuilder(problem, speaker, target, body, message, found, notes).build(confirmed=confirmed)
            meanings.append(msgspec.structs.replace(meaning, text=body))
    asked = {node for m in meanings for node in (*m.request, *m.avoid, *m.keep, *m.drop, *m.change)}
    owners = {node: problem.owner[node] for node in problem.nodes if node in asked}
    return Understood(tuple(meanings), tuple(dict.fromkeys(notes))[:_MOST_NOTES], owners)


def utterances(
    problem: Problem, speaker: str, text: str, notes: list[str], *, offer: bool
) -> Iterator[tuple[list[str | None], Utterance]]:
    """Yield the parts of a message with their addressees; add notes about unknown addressees."""
    for targets, body in split_by_addressee(problem, speaker, text, notes):
        named = tuple(target for target in targets if target is not None)
        yield targets, utterance(problem, speaker, named[0] if len(named) == 1 else "", body, offer=offer)


def utterance(problem: Problem, speaker: str, to: str, text: str, *, offer: bool = False) -> Utterance:
    """Return one part of a message in the form that the grammar reads."""
    return Utterance(speaker, to, text, GRAMMAR, nouns(problem, speaker, to), ("offer",) if offer else ())


_HOLDS_FOR_GOOD = lazy_pattern(
    r"\b(?:always|forever|for ever|for good|permanently|from now on|until (?:i say so|further notice)|never again"
    r"|for the rest of the game|for all time|promise|swear|commit to)\b"
)
_CONFLICT_COUNT = lazy_pattern(
    r"\b([0-9]{1,6}|an?|one|two|three|four|five|six|seven|eight) (conflicts?|clash(?:es)?|points?|penalty)\b"
)
_NUMBER_WORDS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
}
_OFFER_NUMBER = lazy_pattern(
    r"(?:\b(?:offer|number|no|accept|refuse|reject|decline|withdraw|take)|#) ?#? ?([0-9]{1,6})\b"
)
_COLOR_GROUP = {
    "ask": "want",
    "want": "want",
    "report": "report",
    "give": "give",
    "would_give": "would_give",
    "would_want": "would_want",
}
"""Group of each intent that assigns a node one color; a later reading replaces an earlier one of its group."""
_TOPIC_OF_INTENT: dict[str, About] = {
    "why_not": "why", "can_be": "can", "if": "if", "price": "price", "what": "what", "why": "why", "can": "can",
    "advice": "do", "trade": "trade", "status": "fine", "promised": "promised",
}  # fmt: skip


class _MeaningBuilder:
    """Combines the readings of one addressed part of a message into its meaning."""

    def __init__(
        self,
        problem: Problem,
        speaker: str,
        to: str | None,
        body: str,
        message: Sequence[Sentence],
        readings: Sequence[Reading],
        notes: list[str],
    ) -> None:
        self._problem, self._speaker, self._to = problem, speaker, to
        self._body, self._message, self._notes = body, message, notes
        self._readings = self._drop_contradictions(readings)
        self._text = " ".join(token.text for sentence in message for token in sentence)

    def build(self, *, confirmed: bool) -> Meaning:
        """Return the meaning of licensed readings, with a guess if others exist; `confirmed` licenses all readings."""
        likely = self._meaning(self._readings)
        trade = [reading for reading in self._readings if reading.intent in ("give", "want")]
        whole = all(reading.licensed for reading in trade)  # a trade counts only if both halves are licensed
        sure = self._meaning([r for r in self._readings if r.licensed and (whole or r not in trade)])
        acts = (sure.request, sure.avoid, sure.keep, sure.change, sure.drop, sure.deals, sure.replies, sure.costs)
        if confirmed or any(acts) or not is_question(self._body, self._message):
            return (
                likely
                if confirmed or likely == sure
                else msgspec.structs.replace(sure, guess=_question_back(likely, sure))
            )
        third = [name for name in self._problem.clusters if name not in (self._speaker, self._to)]
        asks = questions(self._message, sure.asks, third)
        wishes = {each.node: each.color for each in asks if each.about == "can" and each.node in likely.request}
        guess = _question_back(msgspec.structs.replace(sure, request=wishes), sure)  # no guess about other nodes
        return msgspec.structs.replace(sure, question=True, asks=asks, guess=guess)

    def _drop_contradictions(self, readings: Sequence[Reading]) -> list[Reading]:
        """Drop readings about nodes of the wrong owner, and contradictory colors.

        A later sentence replaces an earlier one; within a sentence the likeliest color wins.
        """
        best: dict[tuple[str, str], Reading] = {}
        for reading in sorted(readings, key=lambda each: (each.licensed, each.span, each.confidence)):
            if reading.intent in _COLOR_GROUP:
                best[_COLOR_GROUP[reading.intent], reading.slots[0]] = reading
        out = [each for each in readings if each.intent not in _COLOR_GROUP or each in best.values()]
        out = [each for each in out if self._fits_owner(each)]
        order = [node for sentence in self._message for token in sentence if (node := token.value)]
        out.sort(key=lambda reading: [order.index(slot) for slot in reading.slots])
        return out[1:] if len(out) > 1 and out[0].intent == "greet" else out

    def _fits_owner(self, reading: Reading) -> bool:
        """Return True if the reading's node belongs to the owner that the intent requires."""
        if not reading.slots:
            return True
        owner = self._problem.owner[reading.slots[0]]
        match reading.intent:
            case "report" | "lock" | "give" | "would_give":
                return owner == self._speaker
            case "ask" | "avoid" | "cost" | "want" | "would_want" | "change" | "keep" | "drop":
                if owner not in (self._speaker, self._to) and self._to is not None:
                    self._notes.append(f"{reading.slots[0]} is {owner}'s, not {self._to}'s: write @{owner}")
                return owner == self._to if self._to else owner != self._speaker
        return True

    def _meaning(self, readings: Sequence[Reading]) -> Meaning:
        pairs = {intent: {r.slots[0]: r.slots[1] for r in readings if r.intent == intent} for intent in _COLOR_GROUP}
        nodes = {
            intent: tuple(r.slots[0] for r in readings if r.intent == intent)
            for intent in ("change", "keep", "drop", "lock")
        }
        request = pairs["ask"]
        give, want = pairs["give"], pairs["want"]
        if want and not give:
            request, want = request | want, {}
        avoid: dict[str, tuple[str, ...]] = {}
        for node, color in (r.slots for r in readings if r.intent == "avoid"):
            if request.get(node) != color:
                avoid[node] = (*avoid.get(node, ()), color)
        asks = self._questions(readings, pairs["would_give"], pairs["would_want"])
        return Meaning(
            to=self._to,
            report=pairs["report"],
            request=request,
            avoid=avoid,
            keep=nodes["keep"],
            question=bool(asks),
            text="",
            asks=asks,
            greets=[r.intent for r in readings] == ["greet"],
            locked=nodes["lock"],
            always=tuple(dict.fromkeys((*request, *avoid))) if _HOLDS_FOR_GOOD.search(self._text) else (),
            drop=nodes["drop"],
            deals=(Deal(give, want),) if give else (),
            replies=self._replies(readings),
            costs=tuple(self._costs(readings)),
            change=tuple(node for node in nodes["change"] if node not in request and node not in avoid),
        )

    def _questions(
        self, readings: Sequence[Reading], give: dict[str, str], want: dict[str, str]
    ) -> tuple[Question, ...]:
        out = [
            Question(_TOPIC_OF_INTENT[r.intent], *_node_and_color(r.slots))
            for r in readings
            if r.intent in _TOPIC_OF_INTENT and not (r.intent == "why" and any(o.intent == "why_not" for o in readings))
        ]
        return (*out, Question("would", give=give, want=want)) if give or want else tuple(out)

    def _replies(self, readings: Sequence[Reading]) -> tuple[tuple[OfferVerb, int], ...]:
        number = _OFFER_NUMBER.search(self._text)
        verbs: tuple[OfferVerb, ...] = ("accept", "refuse", "withdraw")
        return tuple((verb, int(number[1]) if number else 0) for r in readings for verb in verbs if r.intent == verb)

    def _costs(self, readings: Sequence[Reading]) -> Iterable[Cost]:
        """Yield a cost for each sentence that states one, for all colors in the sentence together."""
        costly = [reading for reading in readings if reading.intent == "cost"]
        for span in dict.fromkeys(reading.span for reading in costly):
            colors = {r.slots[0]: r.slots[1] for r in costly if r.span == span}
            words = [t.text for sentence in self._message for t in sentence if span[0] <= t.start and t.end <= span[1]]
            yield Cost(colors, self._conflict_count(" ".join(words)))

    def _conflict_count(self, sentence: str) -> int:
        """Return the number of conflicts that a sentence mentions; 1 by default."""
        found = _CONFLICT_COUNT.search(sentence)
        if not found:
            return 1
        count = _NUMBER_WORDS.get(found[1]) or int(found[1])
        if found[2].startswith(("point", "penalty")):
            count = round(count / self._problem.conflict_penalty)
        return max(1, min(count, MOST_CONFLICTS))


def _license_true_report(reading: Reading, colors: Mapping[str, str]) -> Reading:
    """License a report if the speaker's node really has the reported color."""
    is_true = reading.intent == "report" and colors.get(reading.slots[0]) == reading.slots[1]
    return reading._replace(licensed=True) if is_true else reading


def _node_and_color(slots: tuple[str, ...]) -> tuple[str, str]:
    """Return the node and the color of a reading; empty if it names none."""
    node, color = (*slots, "", "")[:2]
    return node, color


def _unknown_names(problem: Problem, message: Sequence[Sentence]) -> Iterable[str]:
    """Yield notes on words that look like nodes or colors but are not in this problem."""
    rows = {row[0].rstrip("0123456789").casefold(): (name, row) for name, row in problem.clusters.items() if row}
    for token in (token for sentence in message for token in sentence if not token.tag):
        found = re.fullmatch(r"([a-z]+)[0-9]+", token.text)
        if found and found[1] in rows:
            name, row = rows[found[1]]
            have = ", ".join(row) if len(row) < 3 else f"{row[0]} … {row[-1]}"
            yield f"there is no node {token.text} ({name} has {have})"
        elif token.text in OTHER_COLORS and token.text not in problem.colors:
            yield f'"{token.text}" is not a color here: {", ".join(problem.colors)}'


OTHER_COLORS = frozenset(
    {*COLORS, "pink", "orange", "black", "brown", "grey", "gray", "cyan", "violet", "magenta", "gold"}
)


_QUESTIONS_ABOUT_OFFERS = {
    "accept": "Do you accept the offer?",
    "refuse": "Do you refuse the offer?",
    "withdraw": "Do you take the offer back?",
}


def _question_back(likely: Meaning, sure: Meaning) -> str:
    """Write a question that asks whether the likely meaning was intended, if it says more than the sure one."""
    out = []
    if request := dict(_new(likely.request.items(), sure.request.items())):
        out.append(f"Do you want {color_words(request)}?")
    for node, colors in _new(likely.avoid.items(), sure.avoid.items()):
        out.append(f"Do you want {node} not {' or '.join(colors)}?")
    out += [f"Do you want another color for {node}?" for node in _new(likely.change, sure.change)]
    out += [f"Shall I keep {node}?" for node in _new(likely.keep, sure.keep)]
    out += [f"Is {node} free again?" for node in _new(likely.drop, sure.drop)]
    if report := _new(likely.report, sure.report):
        out.append(f"Do you have {color_words({node: likely.report[node] for node in report})} now?")
    out += [f"Is {node} locked?" for node in _new(likely.locked, sure.locked)]
    costs = [cost.sentence().replace("costs me", "costs you") for cost in _new(likely.costs, sure.costs)]
    out += [f"Do you mean that {cost}?" for cost in costs]
    for deal in _new(likely.deals, sure.deals):
        out.append(f"Do you offer {color_words(deal.give)} for {color_words(deal.want) or 'nothing'}?")
    out += [_QUESTIONS_ABOUT_OFFERS[verb] for verb, _ in _new(likely.replies, sure.replies)]
    return " ".join(out)


def _new(found: Iterable[T], known: Collection[T]) -> list[T]:
    return [each for each in found if each not in known]


def parts_for_display(understood: Understood) -> list[tuple[str, str, str | None]]:
    """Return the understood parts for display: ("ask B:", "b2 =", "green"), or ("say to B", "", None) for talk."""

    def asked(meaning: Meaning, node: str) -> str:
        who = f"{meaning.to or understood.owners[node]}"
        return f"ask {who}, until withdrawn:" if node in meaning.always else f"ask {who}:"

    out: list[tuple[str, str, str | None]] = []
    for meaning in understood.meanings:
        start = len(out)
        to = meaning.to or "all"
        out += [(asked(meaning, node), f"{node} =", color) for node, color in meaning.request.items()]
        out += [(asked(meaning, n), f"{n} not", color) for n, colors in meaning.avoid.items() for color in colors]
        out += [(asked(meaning, node), f"keep {node}", None) for node in meaning.keep]
        out += [(asked(meaning, node), f"another color for {node}", None) for node in meaning.change]
        out += [(asked(meaning, node), f"{node} is free again", None) for node in meaning.drop]
        out += [(f"{verb} offer", str(number or "(the newest)"), None) for verb, number in meaning.replies]
        out += [(f"offer {to}:", deal.sentence(), None) for deal in meaning.deals]
        out += [(f"tell {to}:", f"{node} =", color) for node, color in meaning.report.items()]
        out += [(f"tell {to}:", f"{node} is locked", None) for node in meaning.locked]
        out += [(f"tell {to}:", each.sentence(), None) for each in meaning.costs]
        out += [(f"ask {to}:", each.sentence(), None) for each in meaning.asks]
        if meaning.guess:
            out.append((f"{meaning.to or 'they'} will ask:", meaning.guess, None))
        if len(out) == start:
            out.append((f"say to {meaning.to or 'all'}", "", None))
    return out
