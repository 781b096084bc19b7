"""Motions in a person's own words: their effects on values, as the reader of speeches understands them."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.engine.chance import Draw
from scenes.council.reading import Argument, read, speech_of
from scenes.council.values import Effects, Interests, Side, Value, draw_leaning

_CLAUSE = re.compile(r"[.;:!?,]|\b(?:but|because|so that|although|though)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:it|there|we) .+", re.IGNORECASE)
"""Clauses that can stand alone in a speech."""

SidesRead = Mapping[Side, Mapping[Value, tuple[str, ...]]]
"""Sentences for and against a motion by value; a value may have none."""


@lru_cache(64)
def read_effects(motion: str) -> SidesRead:
    """Return the values that a motion serves and hurts by its own words.

    A value that is read on both sides is left out.

    >>> read_effects("Plant trees along Mill Road; it costs too much")
    {'for': {'nature': ()}, 'against': {'thrift': ('It costs too much.',)}}
    """
    found: dict[Argument, str] = dict.fromkeys(_read(motion), "")
    known = {each.value for each in found}
    for clause in filter(None, map(str.strip, _CLAUSE.split(motion))):
        for argument in _read(clause):
            if argument.value not in known or argument in found:
                sentence = f"{clause[0].upper()}{clause[1:]}." if _SENTENCE.fullmatch(clause) else ""
                found[argument] = found.get(argument) or sentence
    sides = [each.value for each in found]
    out: dict[Side, dict[Value, tuple[str, ...]]] = {"for": {}, "against": {}}
    for (side, value), sentence in found.items():
        if sides.count(value) == 1:
            out[side][value] = (sentence,) if sentence else ()
    return out


def _read(text: str) -> Sequence[Argument]:
    return read(speech_of(text, ()), ()).arguments


def extended(interests: Interests, effects: Effects, draw: Draw) -> Interests:
    """Return a member's interests with its view of one more motion."""
    own = {value: effects[value] for value in interests.values if value in effects}
    lean = draw_leaning(interests.values, own, bool(effects), draw)
    return Interests(
        interests.values, interests.trust, interests.honor, (*interests.bearings, own), (*interests.leanings, lean)
    )


def words_of(effects: Mapping[Side, Mapping[Value, object]]) -> str:
    """Describe the effects that were read in a motion."""
    parts = [f"{lead} {' and '.join(effects[side])}" for lead, side in _LEADS if effects[side]]
    return "; ".join(parts) or "no effect on a value is read in it: members lean by chance"


_LEADS: tuple[tuple[str, Side], ...] = (("serves", "for"), ("hurts", "against"))
