"""Positions of members, votes, and rules for counting.

Every member has one vote: yes, no or abstain; the chair has none. A vote counts if at least half of the members vote
yes or no (the quorum). Then a motion passes with more yes than no (simple), with at least two yes for each no
(two-thirds), or with yes alone (unanimity). Abstentions count for neither side, and a tie fails.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

import msgspec

Stance = Literal["for", "open", "against"]
Strength = Literal["mild", "clear", "strong"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)


class Position(msgspec.Struct, frozen=True):
    """A stance (for, open or against) and its strength; the strength of "open" is always mild.

    >>> Position("against", "clear").score
    -2
    """

    stance: Stance
    strength: Strength

    @property
    def score(self) -> int:
        """Integer from -3 (strongly against) over 0 (open) to 3 (strongly for)."""
        sign = {"for": 1, "open": 0, "against": -1}[self.stance]
        return sign * (1 + STRENGTHS.index(self.strength))

    def words(self) -> str:
        return "open" if self.stance == "open" else f"{_WORD_OF_STRENGTH[self.strength]}{self.stance}"


def position_of(stance: str) -> Position:
    """Return the position for a confirmed stance, of which no strength is known."""
    return {"for": Position("for", "clear"), "against": Position("against", "clear")}.get(stance, ALL_POSITIONS[3])


_WORD_OF_STRENGTH = {"mild": "rather ", "clear": "", "strong": "strongly "}
ALL_POSITIONS = (
    *(Position("for", strength) for strength in STRENGTHS),
    Position("open", "mild"),
    *(Position("against", strength) for strength in STRENGTHS),
)

Choice = Literal["yes", "no", "abstain"]
Majority = Literal["simple", "two-thirds", "unanimity"]


_WHY_PASSED: dict[Majority, str] = {
    "simple": "more yes than no",
    "two-thirds": "two thirds",
    "unanimity": "nobody against",
}
_WHY_FAILED: dict[Majority, str] = {"simple": "", "two-thirds": "short of two thirds", "unanimity": "not unanimous"}


class Tally(NamedTuple):
    """A counted vote."""

    yes: int
    no: int
    abstain: int
    passed: bool
    why: str
    """Short reason why the motion passed or failed."""


def count_votes(choices: Iterable[Choice], majority: Majority) -> Tally:
    """Count the votes of all members.

    >>> count_votes(["yes", "yes", "no", "abstain"], "simple").passed
    True
    >>> count_votes(["yes", "abstain", "abstain", "abstain"], "simple").why
    'no quorum'
    """
    ballots = list(choices)
    yes, no = ballots.count("yes"), ballots.count("no")
    if 2 * (yes + no) < len(ballots):
        return Tally(yes, no, len(ballots) - yes - no, False, "no quorum")
    passed = yes > 0 and {"simple": yes > no, "two-thirds": yes >= 2 * no, "unanimity": no == 0}[majority]
    why = (
        _WHY_PASSED[majority]
        if passed
        else "a tie"
        if yes == no
        else "voted down"
        if no > yes
        else _WHY_FAILED[majority]
    )
    return Tally(yes, no, len(ballots) - yes - no, passed, why)
