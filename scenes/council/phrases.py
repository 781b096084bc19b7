"""Sentences of bots in `topics.txt`: choice of a sentence, and recognition of sentences that need no reading."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from core.engine.chance import Draw
from core.intents.conversation import Guess
from core.intents.topics import SLOT, texts, topics

SLOTS_OF_WORDS = frozenset({"text", "motion", "first", "other_stands", "closest_stands"})
"""Slots that are filled with several words."""
SLOTS_OF_SENTENCES = frozenset({
    "stance", "ground", "known", "declined", "asked", "clause", "price", "about_value", "value_text", "own_words",
    "best", "other_point", "point_for", "point_against", "other_argument", "agreement",
})  # fmt: skip
"""Slots that are filled with whole sentences."""


def write_answer(topic: str, draw: Draw, said: str, **facts: object) -> str:
    """Write the first answer of a topic for which all facts are known, if possible in words that were not said yet."""
    options = [text.format_map(facts) for text in texts(__package__, topic, facts)]
    fresh = [text for text in options if text.split(",")[0] not in said]
    return " ".join(draw.choice(fresh or options).split()) if options else ""


def ask_back(speaker: str, guess: Guess) -> str:
    """Write the question with which to ask a speaker back."""
    return texts(__package__, f"back_{guess.intent}", {"name"})[0].format(name=speaker)


def asks_back(speaker: str, guess: Guess, text: str) -> bool:
    """Return True if a speech asks the speaker back about the guess."""
    return ask_back(speaker, guess) in text


def is_neutral(sentence: str) -> bool:
    """Return True for one of the `neutral_templates`, or a part of it up to a colon; quotations may be blank."""
    return _neutral_pattern().fullmatch(sentence.strip()) is not None


@cache
def neutral_templates() -> Sequence[str]:
    """Return the sentences that state no position and make no argument."""
    found = (text for topic in topics(__package__).values() for answer in topic.answers for text in answer.texts)
    bare = (SLOT.sub(lambda slot: "" if slot[1] in SLOTS_OF_SENTENCES else slot[0], text) for text in found)
    parts = (part for text in bare for part in re.split(r"(?<=[.!?:;])\s+", text))
    return tuple(dict.fromkeys(part for part in parts if part.strip(" .:!?;")))


@cache
def _neutral_pattern() -> re.Pattern[str]:
    shapes = (_pattern_of(re.sub('"[^"]*"', "", text).rstrip(".:!?; ")) for text in neutral_templates())
    return re.compile("|".join(rf"{shape}[\s.:!?;]*" for shape in shapes), re.IGNORECASE)


def _pattern_of(text: str) -> str:
    """Return a pattern for a sentence; most slots take one word."""
    words = r"\s+".join(map(re.escape, text.split()))
    return re.sub(r"\\\{(\w+)\\\}", lambda slot: r"[\w' -]+?" if slot[1] in SLOTS_OF_WORDS else r"\w+", words)


def facts_of(**values: object) -> Mapping[str, object]:
    """Keep the known facts: flags that are True, with an empty text, and values that are neither empty nor None."""
    known = {name: value for name, value in values.items() if value not in (None, False, "")}
    return {name: "" if value is True else value for name, value in known.items()}
