"""Alternative wordings of moves in models' replies: "play card 3", "give Bob a red clue"."""

from core.llm.naming import Wording
from scenes.hanabi.actions import SLOTS

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_CARD = "(?:card|slot|position)"
_PLURALS = ("ones", "twos", "threes", "fours", "fives")

WORDING = Wording(
    (
        (r"(?<!\ba )(?<!\bthe )\b1 (?=(?:clue|hint)\b)", "one "),  # in "one clue", one is a number of clues, not a rank
        (r"\ba (?=\w)", ""),
        (r"\b(?:hint|tell|inform)(?:s|ing)?\b|\bclu(?:es|ing)\b", "clue"),
        (r"\bplay(?:s|ing)\b", "play"),
        (r"\bdiscard(?:s|ing)\b", "discard"),
        *((rf"\b{word}\b", str(rank)) for rank, word in enumerate(_PLURALS, 1)),
        (r"\b([1-5])'?s\b", r"\1"),
        (rf"\b{_CARD} (?:(?:in|at) )?(?:{_CARD} )?(?:number )?([a-e])\b", r"\1"),
        *(
            (rf"\b{_CARD} (?:(?:in|at) )?(?:{_CARD} )?(?:number )?{place}\b|\b{ordinal} {_CARD}\b", slot)
            for place, (ordinal, slot) in enumerate(zip(_ORDINALS, SLOTS, strict=True), 1)
        ),
        (rf"\bmy ([a-e])(?: {_CARD})?\b", r"\1"),
        (rf"\bnewest {_CARD}\b", SLOTS[0]),
    ),
    {"clue": "about all his her their color colour rank number card cards"},
)
"""Slots are counted from 1 at the newest card, as they are lettered. A rank alone ("play 3") names no slot."""
