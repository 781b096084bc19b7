"""Recognition of claims in free text.

The shared reader (`core.intents`) finds intents; this module turns them into claims about roles and players. A message
that consists only of bots' sentences is matched against their templates instead, so it is read exactly.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from core.engine.reading_events import SpanLabel
from core.intents.conversation import best_guess, is_question
from core.intents.grammar import Reading
from core.intents.second_reading import Utterance, join_readings
from core.intents.tokens import Sentence
from core.social.reply import LONGEST
from scenes.werewolf.intents import GRAMMAR, nouns
from scenes.werewolf.sentences import Statement, intent_of, statements

Kind = Literal["role", "look", "suspect", "trust", "vote", "deed", "ask"]
About = Literal["", "role", "looks", "suspects", "vote"]
MAX_CLAIMS = 8
"""Maximum claims that are read from one message."""


class Claim(msgspec.Struct, frozen=True):
    """A claim made in public speech.

    `role`: the speaker has that role ("innocent": it is no wolf). `look`: as the seer, the speaker saw whether the
    target is a wolf, in that night (0: unknown night). `suspect`, `trust`, `vote`: opinion about the target. `deed`:
    the speaker protected, saved or poisoned the target. `ask`: a request to the target (to all, if empty).
    """

    kind: Kind
    target: str = ""
    role: str = ""
    wolf: bool = False
    night: int = 0
    about: About = ""


Meaning = tuple[str, tuple[str, ...]]
"""An intent and its slots."""
_AGAINST, _FOR = {"wolf", "suspect", "vote"}, {"clear", "trust", "spare"}
_OPINIONS: Mapping[str, Kind] = {"suspect": "suspect", "trust": "trust", "spare": "trust", "vote": "vote"}
_ABOUT: Mapping[str, About] = {"role": "role", "look": "looks", "suspect": "suspects", "vote": "vote"}
GUESSED_INTENTS = GRAMMAR.acts - {"retract"}
"""Intents that bots ask about if they are unsure of them."""
_GUARD = re.compile(r"\b(?:protect|guard|shield|watch)", re.I)
_SPELT = {"first": 1, "one": 1, "second": 2, "two": 2, "third": 3, "three": 3, "fourth": 4, "four": 4, "five": 5}
_NUMBER = rf"[0-9]{{1,2}}|{'|'.join(_SPELT)}"
_NIGHT = re.compile(rf"\b(?:night |n)({_NUMBER})\b|\b({_NUMBER})(?:st|nd|rd|th)? night\b", re.I)


Labels = tuple[SpanLabel, ...]
"""A model's labels of one message."""


@lru_cache(maxsize=4096)
def read(text: str, speaker: str, names: tuple[str, ...], labels: Labels | None = None) -> tuple[Claim, ...]:
    """Read the claims of a message, at most `MAX_CLAIMS`."""
    text = text[:LONGEST]
    said = statements(text, speaker, names)
    known = [each for each in said if each]
    exact = len(known) == len(said)
    message = utterance(text, speaker, names)
    claims = filter(None, map(claim_of, known)) if exact else _Message(message, labels).claims()
    return tuple(dict.fromkeys(claims))[:MAX_CLAIMS]


def has_only_bot_sentences(text: str, speaker: str, names: tuple[str, ...]) -> bool:
    """Return True if a message consists only of bots' sentences."""
    return None not in statements(text[:LONGEST], speaker, names)


def utterance(text: str, speaker: str, names: Sequence[str]) -> Utterance:
    """Return a public message in the form that the grammar reads."""
    return Utterance(speaker, "", text, GRAMMAR, nouns(names, speaker))


def uncertain_meaning(text: str, speaker: str, names: tuple[str, ...], labels: Labels | None = None) -> Meaning | None:
    """Return the likeliest reading that is too uncertain to act upon; None for a question."""
    message = utterance(text[:LONGEST], speaker, names)
    if is_question(message.sentences):
        return None
    guess = best_guess(join_readings(message, labels or ()), GUESSED_INTENTS)
    return guess and (guess.intent, guess.slots)


# -- sentences of bots


def claim_of(statement: Statement) -> Claim | None:
    """Return the claim of a bot's statement; None if it claims nothing."""
    act, name = statement.act, statement.name
    match intent_of(act):
        case "claim" | "innocent" as kind:
            return Claim("role", role=act if kind == "claim" else kind)
        case "wolf" | "clear" as kind:
            return Claim("look", name, wolf=kind == "wolf", night=statement.day)
        case "suspect" | "trust" | "vote" as kind:
            return Claim(kind, name)
        case "":
            return None
        case kind:
            return Claim("ask", name, about=_ABOUT[kind.removeprefix("ask_")])


def statement_of(claim: Claim) -> Statement:
    """Convert a claim to a bot's statement. Bots make no claims of kind `deed`."""
    match claim.kind:
        case "look":
            act = f"{'wolf' if claim.wolf else 'clear'}{'_night' if claim.night else ''}"
        case "ask":
            act = "vote_ask" if claim.about == "vote" else claim.about
        case "role":
            act = claim.role
        case _:
            act = claim.kind
    return Statement(act, claim.target, day=claim.night)


# -- messages of people


def claim_of_intent(intent: str, target: str) -> Claim:
    """Return the claim of an intent about a player or a role, without details such as the night of a look."""
    match intent:
        case "claim":
            return Claim("role", role=target)
        case "innocent" | "confess":
            return Claim("role", role="innocent" if intent == "innocent" else "werewolf")
        case "wolf" | "clear":
            return Claim("look", target, wolf=intent == "wolf")
        case "saved" | "poisoned":
            return Claim("deed", target, role="witch", wolf=intent == "poisoned")
        case _ if intent.startswith("ask"):
            return Claim("ask", target, about=_ABOUT[intent.rpartition("_")[2]])
    return Claim(_OPINIONS[intent], target)


class _Message:
    """The readings of one message and of its sentences, and the positions of its nouns."""

    def __init__(self, message: Utterance, labels: Labels | None) -> None:
        self._readings = join_readings(message, labels or ())
        self._nouns = message.nouns
        self._text = message.text
        self._sentences = message.sentences
        self._nights = [(found.start(), _number(found[1] or found[2])) for found in _NIGHT.finditer(self._text)]
        self._found_in: dict[Meaning, Sentence] = {}
        """The sentence that expresses each meaning most clearly."""

    def claims(self) -> Iterator[Claim]:
        """Yield claims in the order of their nouns; opposite claims about a player cancel each other."""
        found = self._certain_meanings()
        roles = {slot for intent, slots in found if intent == "claim" for slot in slots}
        labels = [label for kind in GRAMMAR.kinds for label in kind.labels]
        for intent, slots in sorted(found, key=lambda each: (self._first_position(each[1]), labels.index(each[0]))):
            about = {other for other, those in found if those == slots}
            if not (slots and about & _AGAINST and about & _FOR and intent in _AGAINST | _FOR):
                yield from self._claim(intent, "".join(slots), about, roles)

    def _certain_meanings(self) -> set[Meaning]:
        """Return the meanings that are certain enough to act upon.

        They come from the whole message and, unless the message retracts something, also from single sentences.
        """
        readings = self._readings
        whole = {(reading.intent, reading.slots) for reading in readings if reading.licensed}
        best: dict[Meaning, Reading] = {}
        for sentence in self._sentences:
            for reading in readings if len(self._sentences) == 1 else GRAMMAR.read(self._part(sentence), self._nouns):
                meaning = (reading.intent, reading.slots)
                if meaning not in best or best[meaning].confidence < reading.confidence:
                    best[meaning], self._found_in[meaning] = reading, sentence
        retract: Meaning = ("retract", ())
        if all(reading.intent != "retract" for reading in readings):
            return whole | {each for each, reading in best.items() if reading.licensed and each != retract}
        if retract in whole and retract in best:
            start = self._found_in[retract][0].start
            ends = {(reading.intent, reading.slots): reading.span[1] for reading in readings}
            whole = {meaning for meaning in whole if not meaning[1] or ends[meaning] > start}
        return whole

    def _claim(self, intent: str, target: str, about: Collection[str], roles: Collection[str]) -> Iterator[Claim]:
        """Yield the claim of an intent, unless a stronger one is made about the same player."""
        match intent:
            case "innocent" if roles:
                pass
            case "suspect" if "wolf" in about:
                pass
            case "trust" | "spare" if "clear" in about:
                pass
            case "wolf" | "clear":
                yield Claim("look", target, wolf=intent == "wolf", night=self._night(intent, target))
            case "saved" if "doctor" in roles or (
                "witch" not in roles and _GUARD.search(self._sentences_naming(target))
            ):
                yield Claim("deed", target, role="doctor")
            case "retract":
                pass
            case _:
                yield claim_of_intent(intent, target)

    def _night(self, intent: str, target: str) -> int:
        """Return the night of a look; 0 if its sentence names none.

        Numbers precede the names ("night 1 Bob, night 2 Cat") if the first one does, otherwise they follow them.
        """
        found_in = self._found_in.get((intent, (target,)))
        for sentence in (found_in,) if found_in else self._sentences:
            start, end = sentence[0].start, sentence[-1].end
            names = [token.start for token in sentence if token.tag == "name"]
            places = [token.start for token in sentence if token.value == target]
            nights = [(at, number) for at, number in self._nights if start <= at < end]
            if places and nights:
                before = [number for at, number in nights if at < places[-1]]
                after = [number for at, number in nights if at > places[0]]
                return (before[-1:] if nights[0][0] < names[0] else after[:1] or before[-1:])[0]
        return 0

    def _sentences_naming(self, target: str) -> str:
        """Return the sentences that name a player."""
        return " ".join(self._part(s) for s in self._sentences if any(token.value == target for token in s))

    def _part(self, sentence: Sentence) -> str:
        return self._text[sentence[0].start : sentence[-1].end]

    def _first_position(self, slots: Sequence[str]) -> int:
        """Return the position of the first noun of a reading; the end for the whole message."""
        places = (token.start for s in self._sentences for token in s if token.tag and token.value in slots)
        return min(places, default=len(self._text))


def _number(word: str) -> int:
    return _SPELT.get(word.lower()) or int(word)
