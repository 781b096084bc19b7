"""A bot's opinion, computed from its interests and the arguments that it heard.

Its values determine the first leaning. Each argument changes the leaning by the member's weight for the value and its
trust in the speaker; less if the argument is repeated, contradicts the member's own view, or opposes a firm leaning.
All random values are drawn at the start of the meeting, so the same debate changes the same member in the same way.
"""

from typing import NamedTuple

from scenes.council.observation import Amendment, ArgumentMade, CouncilSeen
from scenes.council.reading import read, speech_of
from scenes.council.values import Value
from scenes.council.votes import Position, Stance, Strength

SIDE_FROM, CLEAR_FROM, STRONG_FROM = 0.12, 0.35, 0.65
"""Minimum sizes of a leaning for a position with a side, a clear one, and a strong one."""
BASE_WEIGHT, VALUE_WEIGHT = 0.06, 0.36
"""Weight of an argument for any member, and additional weight if its value is the member's most important one."""
AMENDMENT_WEIGHT = 0.32
"""Weight of an amendment whose provision is the member's most important value."""
REPEATED_FACTOR, CONTRADICTING_FACTOR, FIRMNESS = 0.35, 0.5, 0.6
"""Factor on a repeated argument, factor on an argument that contradicts the member's own view, and share of an opposing
argument that a leaning of 1 or -1 cancels."""


NEWS = "news"
NEWS_TRUST = 0.8
"""Trust of all members in news from outside."""


class Influence(NamedTuple):
    """An argument, and the change of leaning that it caused."""

    made: ArgumentMade
    by: float


class Mind:
    """Opinion of an observation's member on the motion under debate."""

    def __init__(self, seen: CouncilSeen) -> None:
        self.own = seen.interests[seen.name]
        self.bearing = self.own.bearings[seen.motion - 1]
        self.start = self.own.leanings[seen.motion - 1]
        self.leaning = self.start
        self.influences: list[Influence] = []
        known = set[tuple[str, str]]()
        for argument in seen.arguments:
            if argument.name != seen.name:
                by = self._change_by(argument, (argument.side, argument.value) in known)
                self.influences.append(Influence(argument, by))
                self.leaning = max(-1.0, min(1.0, self.leaning + by))
            known.add((argument.side, argument.value))
        self.amended = self._effect_of_amendment(seen.amended)
        self.leaning = max(-1.0, min(1.0, self.leaning + self.amended))

    def _effect_of_amendment(self, amended: Amendment | None) -> float:
        """Return the effect of an amendment's provision on the leaning; it does not depend on the mover."""
        read_in = read(speech_of(amended.text, ()), ()).arguments if amended else ()
        weights = ((1 if each.side == "for" else -1) * self.own.values.get(each.value, 0) for each in read_in)
        return AMENDMENT_WEIGHT * sum(weights) / 3

    def _change_by(self, argument: ArgumentMade, again: bool) -> float:
        sign = 1 if argument.side == "for" else -1
        by = (BASE_WEIGHT + VALUE_WEIGHT * self.own.values.get(argument.value, 0) / 3) * self.own.trust.get(
            argument.name, NEWS_TRUST
        )
        if again:
            by *= REPEATED_FACTOR
        if self.bearing.get(argument.value, 0) * sign < 0:
            by *= CONTRADICTING_FACTOR
        if self.leaning * sign < 0:
            by *= 1 - FIRMNESS * abs(self.leaning)
        return sign * by

    @property
    def position(self) -> Position:
        """Position that the member would state."""
        return position_from(self.leaning)

    def values_for(self, side: Position) -> list[Value]:
        """Return the values by which the member argues for a side, most important first; all if no effect is known."""
        values = [value for value, effect in self.bearing.items() if effect * side.score > 0]
        return sorted(values if self.bearing else self.own.values, key=lambda value: -self.own.values[value])

    def main_influence(self, since: int, amended: Amendment | None) -> str:
        """Return the member whose public arguments, or amendment, influenced this one most since a turn.

        Only influence in the direction of the total change counts. `NEWS` stands for news; "" for no influence.
        """
        total: dict[str, float] = {}
        for argument, by in self.influences:
            if argument.turn >= since and argument.by is None:
                name = argument.name or NEWS
                total[name] = total.get(name, 0.0) + by
        if amended is not None and amended.turn >= since and amended.name in self.own.trust:
            total[amended.name] = total.get(amended.name, 0.0) + self.amended
        went = sum(total.values())
        return max(total, key=lambda name: total[name] * went, default="")


def position_from(leaning: float) -> Position:
    """Convert a leaning to a position.

    >>> position_from(-0.5).words()
    'against'
    """
    size = abs(leaning)
    stance: Stance = "open" if size < SIDE_FROM else "for" if leaning > 0 else "against"
    strength: Strength = "strong" if size >= STRONG_FROM else "clear" if size >= CLEAR_FROM else "mild"
    return Position(stance, "mild" if stance == "open" else strength)
