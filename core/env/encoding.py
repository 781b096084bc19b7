"""How a scene's actions and observations are written as numbers, for learners."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

MOST = 255
"""The largest number of an observation; what is larger is written as this."""


class Encoding(ABC):
    """Writes actions and observations as numbers whose count and meaning are the same in all games with the same
    options. Of others at the table it speaks as a seat sees them: by how many seats further on they sit, so that what
    is learned in one seat holds in all.

    A scene declares one, as `Scene.encoding`. It is made once for a config and the names at the table, and has three
    duties: `labels`, `number` and `encode`. What it encodes is an observation, `Scene.observe`, and never a state: so
    nothing can be in it that the seat may not know.
    """

    labels: Sequence[str]
    """What each number of an action means, from 0 on: "play a", "steal +1"."""
    size: int
    """How many numbers an observation has."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        """Take the options and the names at the table, in seat order."""
        self.config = config
        self.names = names
        self.seat = {name: seat for seat, name in enumerate(names)}

    @abstractmethod
    def number(self, name: str, action: Any) -> int:
        """Give the number of an action that `Scene.legal` lists for somebody; -1 for one that has none. Where several
        legal actions have one number, it means the last of them."""

    def numbers(self, name: str, legal: Sequence[Any]) -> list[int]:
        """Give the number of each: here, one by one. A scene that knows a quicker way has its own."""
        return [self.number(name, action) for action in legal]

    @abstractmethod
    def encode(self, seen: Any) -> bytes:
        """Write an observation as `size` numbers from 0 to 255."""

    def more(self, seen: Any, legal: Sequence[Any]) -> Sequence[Any]:
        """Give actions that are open now, to who has this observation, beside those that `Scene.legal` lists: what can
        be said in fixed words. Here: none; free words have no number."""
        return ()

    def ahead(self, name: str) -> tuple[str, ...]:
        """List everybody as somebody sees them: itself first, then the others in the order in which they sit."""
        seat = self.seat[name]
        return self.names[seat:] + self.names[:seat]

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """Say what the end of a game is worth to each, from its `Outcome`: here scores, where the scene gives any; else
        1 for who has won and -1 for who has not, and 0 where nobody has."""
        return worth(self.names, winners, scores)


def worth(names: Sequence[str], winners: Sequence[str], scores: Mapping[str, float]) -> dict[str, float]:
    """Say what the end of a game is worth to each, where its scene says no more than who won and the scores."""
    if scores:
        return {name: float(scores.get(name, 0)) for name in names}
    return {name: (1.0 if name in winners else -1.0) if winners else 0.0 for name in names}


def one_of(count: int) -> tuple[bytes, ...]:
    """Make all ways to say one of so many, as bytes with a single 1; last, for -1, that it is none."""
    return (*(bytes(int(i == at) for i in range(count)) for at in range(count)), bytes(count))


def flags(values: Sequence[bool]) -> bytes:
    """Write truths as 1 and 0."""
    return bytes(map(int, values))


def small(value: float) -> int:
    """Write a number as one from 0 to 255, the nearest there is."""
    return min(MOST, max(0, round(value)))
