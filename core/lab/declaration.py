"""The declaration of a primary outcome, in an experiment's file."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from core.errors import UserError, did_you_mean

SEAT_MEASURES = ("won", "score", "regret")
"""Measures of a seat; a primary outcome compares policies at one table by them."""
WINS = "wins of "
"""Prefix of the measures of wins: "wins of POLICY"."""


class PrimaryOutcome(BaseModel):
    """The primary outcome: the main comparison of an experiment, declared before its games are played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    measure: str
    """A measure of games, or "wins of POLICY"; for the factor "cast" also "won", "score" or "regret" of each policy."""
    factor: str
    """The factor, or "cast"."""
    levels: list[Any] = Field(min_length=2, max_length=2)
    """The two levels to compare; the effect is the second minus the first."""
    least: float = Field(gt=0, allow_inf_nan=False)
    """Smallest effect of interest, in units of the measure."""

    @property
    def names(self) -> tuple[str, str]:
        """The levels, as reports write them."""
        return str(self.levels[0]), str(self.levels[1])

    @property
    def title(self) -> str:
        one, other = self.names
        return f"{self.measure} by {self.factor}, {other} - {one}"

    @property
    def digest(self) -> str:
        """Digest of the declaration, for the rows of games."""
        return sha256(msgspec.json.encode(self.model_dump())).hexdigest()[:16]

    def check(self, factors: Mapping[str, Sequence[Any]], policies: Sequence[str], design: str) -> None:
        """Raise UserError for an unknown factor or level, and for a measure that this factor cannot have."""
        by_cast = self.factor == "cast"
        if not by_cast and self.factor not in factors:
            raise UserError(f"factor = {self.factor!r}: {did_you_mean(self.factor, [*factors, 'cast'])}.")
        known = [str(level) for level in (policies if by_cast else factors[self.factor])]
        for level in self.names:
            if level not in known:
                raise UserError(f"levels: {self.factor} has no level {level!r}; {did_you_mean(level, known)}.")
        if self.names[0] == self.names[1]:
            raise UserError("levels takes two different levels.")
        if by_cast and design in ("fixed", "round-robin") and self.measure not in SEAT_MEASURES:
            raise UserError(
                f"measure = {self.measure!r}: policies at one table are compared by measure = "
                '"won", "score" or "regret"; other measures take design = "self-play" or "cross-play".'
            )
        if by_cast and self.measure.startswith(WINS):
            raise UserError(f'measure = {self.measure!r}: policies are compared by measure = "won".')
        if not by_cast and self.measure == "won":
            some = next(iter(policies), "random")
            raise UserError(f'measure = "won": name a policy, such as measure = "{WINS}{some}".')
