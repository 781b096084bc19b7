"""Mentions of cards in talk: colors, ranks and identities, and the cards that fit them."""

import re
from typing import NamedTuple

from scenes.hanabi.talk.words import (
    COUNTED_NOUNS,
    JOINING_WORDS,
    RANKS,
    SLOT_WORDS,
    SYNONYMS,
    WORDS_BEFORE_NUMBER,
    YOUR_WORDS,
    Word,
)
from scenes.hanabi.variants import Variant


class Mention(NamedTuple):
    """A color, a rank or both, from the first to the last of its words."""

    first: int
    last: int
    cards: int
    """Identities that fit the mention."""
    clues: tuple[int, ...]
    """Clues that name the same color or rank."""


def find_mentions(words: list[Word], variant: Variant) -> list[Mention]:
    """Find colors, ranks and identities (red, "5s", R3, three of blue) in the words of a sentence."""
    found: list[Mention] = []
    at = 0
    while at < len(words):
        color, rank = _color_mention(words, at, variant), _rank_at(words, at)
        both = _cards_of_label(words[at].text, variant)
        last = at if color is None else color.last
        if both is None and color is not None:
            step = 2 if last + 2 < len(words) and words[last + 1].text in ("-", "number", "rank") else 1
            if last + step < len(words) and (next_rank := _rank_at(words, last + step)) is not None:
                both, last = color.cards & _cards_of_rank(variant, next_rank), last + step
        elif both is None and rank is not None:
            step = 2 if at + 2 < len(words) and words[at + 1].text in ("of", "in", "-") else 1
            if at + step < len(words) and (next_color := _color_mention(words, at + step, variant)) is not None:
                both, last = next_color.cards & _cards_of_rank(variant, rank), next_color.last
        if both is not None:
            found.append(Mention(at, last, both, ()))
        elif color is not None:
            found.append(color)
        elif rank is not None:
            clue = _clue_named(variant, str(rank))
            found.append(Mention(at, at, variant.touched[clue[0]] if clue else _cards_of_rank(variant, rank), clue))
        at = last + 1
    return found


def _clue_named(variant: Variant, says: str) -> tuple[int, ...]:
    return (variant.clues.index(says),) if says in variant.clues else ()


def _cards_of_rank(variant: Variant, rank: int) -> int:
    return sum(1 << 5 * suit + rank - 1 for suit in range(len(variant.suits)))


def _cards_of_label(text: str, variant: Variant) -> int | None:
    """Parse a label such as R3, r3s or 3R."""
    if match := re.fullmatch(r"([a-z])([1-5])s?|([1-5])([a-z])", text):
        label = f"{match[1] or match[4]}{match[2] or match[3]}".upper()
        return 1 << variant.labels.index(label) if label in variant.labels else None
    return None


def _color_mention(words: list[Word], at: int, variant: Variant) -> Mention | None:
    """Find a suit named at a word, else the suits of a named color."""
    text, before = words[at].text, words[at - 1].text if at else ""
    found = []
    for n, suit in enumerate(variant.suits):
        *first, name = suit.name.lower().split()
        end = at + len(first)
        forms = (name, f"{name}s", f"{name}ish", *SYNONYMS.get(name, ()))
        is_named = [word.text for word in words[at:end]] == first and end < len(words) and words[end].text in forms
        if is_named or (words[at].raw == suit.letter and before in ("is", "not", "be", "are", "color", "=", ":")):
            clue = _clue_named(variant, name) if name in suit.own else ()
            found.append(Mention(at, end if is_named else at, 0b11111 << 5 * n, clue))
    if found:
        return max(found, key=lambda mention: mention.last)
    if text in variant.colors:
        cards = sum(0b11111 << 5 * n for n, suit in enumerate(variant.suits) if text in suit.own)
        return Mention(at, at, cards, _clue_named(variant, text))
    return None


def _rank_at(words: list[Word], at: int) -> int | None:
    rank = RANKS.get(words[at].text)
    if rank is None:
        return None
    before = words[at - 1].text if at else ""
    after = [word.text for word in words[at + 1 : at + 3]]
    counted = [word in COUNTED_NOUNS or (rank == 1 and f"{word}s" in COUNTED_NOUNS) for word in after]
    if any(counted[:1]) or (any(counted) and before not in YOUR_WORDS and after[0] not in JOINING_WORDS):
        return None
    if (
        before in SLOT_WORDS
        or before in WORDS_BEFORE_NUMBER
        or after[:1] == ["/"]
        or [w.text for w in words[:at][-2:]] == ["score", "of"]
    ):
        return None
    if words[at].text == "one":  # "that one", "no one", "one of us"
        return rank if before in ("a", "rank") else None
    return rank
