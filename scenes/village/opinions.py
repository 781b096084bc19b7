"""Reputation: opinions that villagers have of each other, and what moves them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.text import package_toml
from scenes.village.temperament import trait
from scenes.village.understanding import addressee

WORDS: Mapping[str, Any] = package_toml(__package__, "opinions.toml")
CHANGES: Mapping[str, int] = WORDS["change"]
"""Points of each reason, which counts once a day for each pair of villagers."""
LIMIT = 5
"""Opinions range from -5 to 5."""


def first_opinion(name: str, of: str) -> int:
    """Return a villager's opinion of another one before anything happened: 1, 0 or -1."""
    return 1 - trait(name, of, 3)


def moved_by_words(text: str, to: Sequence[str], heard: Sequence[str], names: tuple[str, ...]) -> tuple[str, str]:
    """Return the reason for which words move an opinion, and the villager they are said to; empty if they do not."""
    why = next((why for why in ("rude", "kind") if re.search(WORDS[why], text, re.IGNORECASE)), "")
    hearer = addressed(text, to, heard, names)
    return (why, hearer) if why and hearer else ("", "")


def addressed(text: str, to: Sequence[str], heard: Sequence[str], names: tuple[str, ...]) -> str:
    """Return the hearer that words are said to: the addressee, or the only one; empty if there is none."""
    called = (*to, addressee(text, names), *(heard if len(heard) == 1 else ()))
    return next((name for name in called if name in heard), "")


def asks_for_silence(text: str) -> bool:
    """Return True if words ask somebody to keep a secret."""
    return bool(re.search(WORDS["quiet"], text, re.IGNORECASE))
