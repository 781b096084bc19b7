"""Impressions of members: the values and speakers that move them, learned only from events that a perspective saw."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from core.engine.events import Event
from scenes.council import events as e
from scenes.council.values import Side, Value
from scenes.council.votes import Position


class Move(NamedTuple):
    """A change of a stated position, and the arguments of the named speaker that came before it."""

    motion: int
    after: str
    steps: int
    """Number of steps by which the position moved; positive toward "for"."""
    values: tuple[Value, ...]


class Impression:
    """Arguments, changes and resistance that one member showed, over all motions."""

    def __init__(self) -> None:
        self.raised: Counter[Value] = Counter()
        """Number of arguments and questions of the member, by value."""
        self.moves: list[Move] = []
        self.position: Position | None = None
        """Stated position on the motion under debate."""
        self.heard: list[tuple[str, Side, Value]] = []
        """Arguments of others since it stated its position: (speaker, side, value)."""

    @property
    def resisted(self) -> list[tuple[str, Side, Value]]:
        """Arguments of others against its position since it stated that position: (speaker, side, value)."""
        if self.position is None or self.position.stance == "open":
            return []
        return [each for each in self.heard if each[1] != self.position.stance]

    def state(self, motion: int, now: Position, was: Position | None, after: str) -> None:
        """Change the stated position; `after` is the member whose argument changed it, if any."""
        if was is not None and after:
            values = dict.fromkeys(value for speaker, _, value in self.heard if speaker == after)
            self.moves.append(Move(motion, after, now.score - was.score, tuple(values)))
        self.position, self.heard = now, []


def impressions(events: Iterable[Event], members: Iterable[str]) -> dict[str, Impression]:
    """Fold the events that a perspective saw into an impression of each member."""
    out = {name: Impression() for name in members}
    motion = 0
    for event in events:
        match event.data:
            case e.MotionOpened(number):
                motion = number
                for each in out.values():
                    each.position, each.heard = None, []
            case e.Argued(side, value):
                out[event.agent].raised[value] += 1
                for name in out.keys() - {event.agent} if motion else ():
                    if event.audience is None or name in event.audience:
                        out[name].heard.append((event.agent, side, value))
            case e.Questioned(value=value) if value:
                out[event.agent].raised[value] += 1
            case e.Positioned(now, was, after):
                out[event.agent].state(motion, now, was, after)
    return out
