"""Meaning of a message to a villager: its kind, and the people, place, goods and hour that it names."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from core.intents.topics import find_topic
from core.text import package_toml
from scenes.village.intents import GRAMMAR, nouns
from scenes.village.terrain import KINDS as PLACE_KINDS
from scenes.village.terrain import Ground, Place
from scenes.village.villagers import NAMES, TRADES, VillageSeen

OFFERS = ("invite", "request")
BY_MODEL: Mapping[str, str] = {
    "ask_news": "news", "ask_who": "who", "where": "where", "ask_self": "self", "ask_feel": "feel", "ask_plan": "plan",
    "ask_source": "source", "ask_opinion": "opinion", "ask_time": "time",
}  # fmt: skip
"""Topics of the questions that the trained model reads."""
WORDS: Mapping[str, Any] = package_toml(__package__, "words.toml")
_STOPS, _MISSING = ("|".join(WORDS[each]) for each in ("stops", "missing"))
PLACES = frozenset(kind.name for kind in PLACE_KINDS)
_HOURS = (("tonight", 19), ("evening", 18), ("dusk", 19), ("noon", 12), ("lunch", 12), ("dinner", 18))
_AT_HOUR = re.compile(r"\bat (\d{1,2})(?::\d\d)?\b(?! steps)")
_ASKS = re.compile(
    r"(?:(?:and|but|so|ok|well|good \w+|hello|hi|hey|excuse me|please|tell me|\w+[,!]+) *[,!]* )*"
    r"(?:who'?s?|what'?s?(?! an? )|when|where'?s?|which|why|how(?! \w+[.!])|is|are|r|do|does|did|were|was|have|"
    r"has|can|could|would|will|"
    r"should|shall|any|u like|tell me)\b",
    re.IGNORECASE,
)
"""The beginning of a question."""
_WHETHER = re.compile(
    r"\b(do|did|are|were|have|can|could|would|will)(?:n't)? (?:you|u|ye)\b(?! (?:know|tell|mean|happen)\b)"
)
_THING = re.compile(
    rf"\b(an?|the|my|your|our|his|her|their|that|this|those|these|no|any) ((?:(?!(?:{_STOPS})\b)[a-z'-]+\b ?){{1,3}})"
)


class Meaning(NamedTuple):
    """A message as a villager understands it."""

    text: str
    """The message in lower case."""
    kind: str
    """Kind of question or offer; empty for a statement."""
    intents: Mapping[str, float]
    """Probability of each likely intent, most likely first."""
    licensed: frozenset[str]
    """Intents that may be acted upon."""
    people: tuple[str, ...]
    """Villagers that it names, by name or trade, except the listener."""
    stranger: str
    """A name of nobody in the village; empty if there is none."""
    place: Place | None
    missing: str
    """A kind of place that the village does not have; empty if there is none."""
    goods: Place | None
    """Place that has the goods that it names."""
    thing: str
    """The first other thing that it names."""

    @property
    def main(self) -> str:
        """The most likely intent that is no greeting, if there is one."""
        stated = (each for each in self.intents if each not in ("greet", "thanks", "bye", "sorry"))
        return next(stated, None) or next(iter(self.intents), "")

    @property
    def asks_whether(self) -> str:
        """First word of a yes-no question about the listener; empty if it asks none."""
        found = (
            None
            if re.match(r"(?:\w+,? )?(?:who|what|when|where|which|why|how)", self.text)
            else _WHETHER.search(self.text)
        )
        return found[1] if found else ""

    @property
    def hour(self) -> int | None:
        """Hour of the day that it names."""
        if found := _AT_HOUR.search(self.text):
            return int(found[1]) if int(found[1]) < 24 else None
        return next((hour for word, hour in _HOURS if re.search(rf"\b{word}\b", self.text)), None)


@lru_cache(1 << 12)
def _read(text: str, names: tuple[str, ...], listener: str) -> tuple[tuple[str, float, bool], ...]:
    readings = GRAMMAR.read(text, nouns(names, PLACES, listener))
    return tuple((each.intent, each.confidence, each.licensed) for each in readings)


def understand(text: str, seen: VillageSeen) -> Meaning:
    """Read a message as the observing villager."""
    low = re.sub(
        rf"^{re.escape(seen.name.casefold())}\b[,:!]* |,? {re.escape(seen.name.casefold())}(?=\W*$)",
        "",
        text.casefold(),
    )
    read = _read(text, seen.names, seen.name)
    people = tuple(name for name in seen.names if name != seen.name and is_named(name, low))
    intents = {intent: chance for intent, chance, _ in read}
    kind = _kind(low, intents) if is_question(low) else next((each for each in intents if each in OFFERS), "")
    return Meaning(
        low,
        kind,
        intents,
        frozenset(intent for intent, _, licensed in read if licensed),
        people,
        _stranger(text, seen.names),
        _named(low, WORDS["places"], seen.ground),
        next(iter(re.findall(rf"\b(?:{_MISSING})\b(?!,)", re.sub(r"\bas well\b|\bwell (?:done|now)\b", "", low))), ""),
        _named(low, WORDS["goods"], seen.ground),
        _thing(low),
    )


def is_named(name: str, text: str) -> bool:
    """Return True if a text names a villager, by name or trade."""
    trades = {"chaplain": "chaplain|priest|pastor|vicar", "fisher": "fisher|fisherman", "cook": "the cook"}
    trade = TRADES[name].name
    called = rf"{re.escape(name.casefold())}(?!['’]s house)|(?:the|our|that|new) {trades.get(trade, trade)}"
    return bool(re.search(rf"\b(?:{called})\b(?! me\b)", text.casefold()))


def _kind(low: str, intents: Mapping[str, float]) -> str:
    offered = next((each for each in intents if each in OFFERS), "")
    by_words = find_topic(__package__, low)
    offers = re.match(r"(?:\w+ )?(?:would|could|can|will|shall|may|might|let|come|do you want|want)\b", low)
    if offered and offers and by_words != "please_do":
        return offered
    by_model = next((BY_MODEL[each] for each in intents if each in BY_MODEL), "")
    return by_words or offered or by_model or ("you" if _WHETHER.search(low) else "unclear")


def _stranger(text: str, names: tuple[str, ...]) -> str:
    """Return a name of nobody in the village: a capitalized word within a sentence that is no known word."""
    found = re.findall(r"(?<=[a-z,] )([A-Z][a-z]{2,})\b", text)
    known = {*names, *WORDS["not_names"]} | {each.title() for each in GRAMMAR.heads["message"].words}
    return next((each for each in found if each not in known), "")


def _named(low: str, patterns: Mapping[str, str], ground: Ground) -> Place | None:
    """Return the place that a text names, or whose goods it names."""
    own = (place for place in ground.places if "'" in place.name and place.name.casefold() in low)
    listed = (name for name, words in patterns.items() if re.search(rf"\b(?:{words})\b", low))
    wanted = next(listed, "")
    return next(own, None) or next(
        (each for each in ground.places if wanted and wanted in (each.name, each.gives)), None
    )


def _thing(low: str) -> str:
    turned = {"my": "your", "your": "my", "that": "that", "no": "a", "any": "any"}
    found = _THING.search(low)
    liked = re.search(rf"\b(?:like|trust|think (?:of|about)) ((?!(?:{_STOPS})\b)[a-z]+)", low)
    if liked and not found:
        return liked[1]
    return f"{turned.get(found[1], found[1])} {found[2].strip()}" if found else ""


def content_words(text: str) -> set[str]:
    """Return the words of a text that carry its content, in lower case."""
    return set(re.findall(r"[^\W\d_]{4,}", text.casefold())) - {*WORDS["stops"]}


@lru_cache(1 << 12)
def is_question(words: str) -> bool:
    """Return True if words request an answer, a thing or company."""
    sentences = re.split(r"(?<=[.!?])\s+", words.strip())
    asks = any(each.endswith("?") and (_ASKS.match(each) or len(each.split()) > 3) for each in sentences)
    return asks or sentences[-1].endswith("?") or bool(_ASKS.match(words)) or _offers(words)


def _offers(words: str) -> bool:
    return any(intent in OFFERS for intent, _, _ in _read(words, NAMES, "")[:1])


def addressee(words: str, names: tuple[str, ...]) -> str:
    """Return the name that a message addresses; empty if none.

    >>> addressee("Ida, what is new?", ("Ida", "Kai")), addressee("Where is Ida?", ("Ida", "Kai"))
    ('Ida', '')
    """
    low = words.casefold()
    asks = r"(?:how|what|whats|why|when|where|who|which|do|did|are|can|could|would|will)\b"
    for name in names:
        own = re.escape(name.casefold())
        mentioned = re.match(rf"(?:\w+ )?(?:saw|at|in|to|by|is|with) {own}", low)
        if re.match(rf"(?:\w+ ){{0,2}}{own}(?:\s*[,:!.]| {asks})", low) and not mentioned:
            return name
        if re.search(rf",\s*(?:\w+ )?{own}\s*[?!.,]", low + "."):
            return name
    return ""
