"""Stated positions of members."""

from typing import Literal, get_args

import msgspec

Stance = Literal["for", "open", "against"]
Strength = Literal["mild", "clear", "strong"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)


class Position(msgspec.Struct, frozen=True):
    """For, open or against, and how firmly; open is mild.

    >>> Position("against", "clear").score
    -2
    """

    stance: Stance
    strength: Strength

    @property
    def score(self) -> int:
        """A whole number from -3 (strongly against) over 0 (open) to 3 (strongly for)."""
        sign = {"for": 1, "open": 0, "against": -1}[self.stance]
        return sign * (1 + STRENGTHS.index(self.strength))

    def words(self) -> str:
        return "open" if self.stance == "open" else f"{_HOW[self.strength]}{self.stance}"


_HOW = {"mild": "rather ", "clear": "", "strong": "strongly "}
EVERY = (
    *(Position("for", strength) for strength in STRENGTHS),
    Position("open", "mild"),
    *(Position("against", strength) for strength in STRENGTHS),
)
