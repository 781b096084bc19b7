"""Sentences of bots in `answers.txt`: their choice, and the recognition of those that need no reading."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from core.engine.chance import Draw
from core.intents.conversation import Guess
from core.intents.topics import SLOT, texts, topics

LONG = frozenset({"text", "motion", "first", "other_stands", "closest_stands"})
"""Slots of several words."""
SENTENCES = frozenset({
    "stance", "ground", "known", "declined", "asked", "clause", "price", "about_value", "value_text", "own_words",
    "best", "other_point", "point_for", "point_against", "other_argument", "agreement",
})  # fmt: skip
"""Slots of whole sentences."""


def say(topic: str, draw: Draw, said: str, **facts: object) -> str:
    """Write the first answer of a topic whose facts are known, if possible in words that were not said yet."""
    options = [text.format_map(facts) for text in texts(__package__, topic, facts)]
    fresh = [text for text in options if text.split(",")[0] not in said]
    return " ".join(draw.choice(fresh or options).split()) if options else ""


def ask_back(speaker: str, guess: Guess) -> str:
    """Write the question that asks a speaker back."""
    return texts(__package__, f"back_{guess.intent}", {"name"})[0].format(name=speaker)


def asks(speaker: str, guess: Guess, text: str) -> bool:
    """Return True if a speech asks a speaker back."""
    return ask_back(speaker, guess) in text


def is_neutral(sentence: str) -> bool:
    """Return True for one of these sentences, or a part of one up to a colon; quotations may be blank."""
    return _pattern().fullmatch(sentence.strip()) is not None


@cache
def templates() -> Sequence[str]:
    """Return the sentences that state no position and make no argument."""
    found = (text for topic in topics(__package__).values() for answer in topic.answers for text in answer.texts)
    bare = (SLOT.sub(lambda slot: "" if slot[1] in SENTENCES else slot[0], text) for text in found)
    parts = (part for text in bare for part in re.split(r"(?<=[.!?:;])\s+", text))
    return tuple(dict.fromkeys(part for part in parts if part.strip(" .:!?;")))


@cache
def _pattern() -> re.Pattern[str]:
    shapes = (_shape(re.sub('"[^"]*"', "", text).rstrip(".:!?; ")) for text in templates())
    return re.compile("|".join(rf"{shape}[\s.:!?;]*" for shape in shapes), re.IGNORECASE)


def _shape(text: str) -> str:
    """Return a pattern for a sentence; most slots take one word."""
    words = r"\s+".join(map(re.escape, text.split()))
    return re.sub(r"\\\{(\w+)\\\}", lambda slot: r"[\w' -]+?" if slot[1] in LONG else r"\w+", words)


def facts_of(**values: object) -> Mapping[str, object]:
    """Keep the facts that are known: true flags without words, and values that are neither empty nor None."""
    known = {name: value for name, value in values.items() if value not in (None, False, "")}
    return {name: "" if value is True else value for name, value in known.items()}
