"""A bot's opinion, as a function of its interests and of the arguments that it heard.

Its values set the first leaning. Each argument moves it by its weight for the value and its trust in the speaker; less
if the argument is not new, contradicts the member's own view, or goes against a firm leaning. All of that is drawn when
the meeting begins, so the same debate moves the same member in the same way.
"""

from typing import NamedTuple

from scenes.council.observation import Amendment, CouncilSeen, Made
from scenes.council.reading import read
from scenes.council.votes import Position, Stance, Strength

OPEN, CLEAR, STRONG = 0.12, 0.35, 0.65
"""Leanings from which a member is on a side, clearly, and strongly."""
BASE, CARE = 0.06, 0.36
"""Weight of an argument for any member, and for one that cares most for its value."""
PROVIDED = 0.32
"""Weight of an amendment for a member that cares most for its provision."""
AGAIN, ODD, FIRM = 0.35, 0.5, 0.6
"""Factors: of an argument made before; of one that its own view contradicts; and how far a firm leaning resists."""


class Sway(NamedTuple):
    """An argument, and how far it moved the leaning."""

    made: Made
    by: float


class Mind:
    """The opinion of an observation's member on the motion under debate."""

    def __init__(self, seen: CouncilSeen) -> None:
        self.own = seen.interests[seen.name]
        self.bearing = self.own.bearings[seen.motion - 1]
        self.start = self.own.leanings[seen.motion - 1]
        self.leaning = self.start
        self.sways: list[Sway] = []
        known = set[tuple[str, str]]()
        for argument in seen.arguments:
            if argument.name != seen.name:
                by = self._weigh(argument, (argument.side, argument.value) in known)
                self.sways.append(Sway(argument, by))
                self.leaning = max(-1.0, min(1.0, self.leaning + by))
            known.add((argument.side, argument.value))
        self.amended = self._provided(seen.amended)
        self.leaning = max(-1.0, min(1.0, self.leaning + self.amended))

    def _provided(self, amended: Amendment | None) -> float:
        """Return the weight of an amendment by what it provides for, whoever moved it."""
        read_in = read(amended.text, ()).arguments if amended else ()
        weights = ((1 if each.side == "for" else -1) * self.own.values.get(each.value, 0) for each in read_in)
        return PROVIDED * sum(weights) / 3

    def _weigh(self, argument: Made, again: bool) -> float:
        sign = 1 if argument.side == "for" else -1
        by = (BASE + CARE * self.own.values.get(argument.value, 0) / 3) * self.own.trust[argument.name]
        if again:
            by *= AGAIN
        if self.bearing.get(argument.value, 0) * sign < 0:
            by *= ODD
        if self.leaning * sign < 0:
            by *= 1 - FIRM * abs(self.leaning)
        return sign * by

    @property
    def position(self) -> Position:
        """Position that it would state."""
        return position(self.leaning)

    def swayer(self, since: int, amended: Amendment | None) -> str:
        """Return whose public arguments, or amendment, since a turn moved it most in its direction.

        Empty if nobody's.
        """
        total: dict[str, float] = {}
        for argument, by in self.sways:
            if argument.turn >= since and argument.by is None:
                total[argument.name] = total.get(argument.name, 0.0) + by
        if amended is not None and amended.turn >= since and amended.name in self.own.trust:
            total[amended.name] = total.get(amended.name, 0.0) + self.amended
        went = sum(total.values())
        return max(total, key=lambda name: total[name] * went, default="")


def position(leaning: float) -> Position:
    """Convert a leaning to a position.

    >>> position(-0.5).words()
    'against'
    """
    size = abs(leaning)
    stance: Stance = "open" if size < OPEN else "for" if leaning > 0 else "against"
    strength: Strength = "strong" if size >= STRONG else "clear" if size >= CLEAR else "mild"
    return Position(stance, "mild" if stance == "open" else strength)
