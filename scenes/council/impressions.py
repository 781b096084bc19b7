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
        self.resisted: list[tuple[str, Side, Value]] = []
        """Arguments of others against its position since it stated that position: (speaker, side, value)."""


def impressions(events: Iterable[Event], members: Iterable[str]) -> dict[str, Impression]:
    """Fold the events that a perspective saw into an impression of each member."""
    out = {name: Impression() for name in members}
    motion, since = 0, dict[str, list[tuple[str, Side, Value]]]()
    for event in events:
        match event.data:
            case e.MotionOpened(number):
                motion, since = number, {name: [] for name in out}
                for each in out.values():
                    each.position, each.resisted = None, []
            case e.Argued(side, value):
                out[event.agent].raised[value] += 1
                for name in since:
                    if name != event.agent and (event.audience is None or name in event.audience):
                        since[name].append((event.agent, side, value))
            case e.Questioned(value=value) if value:
                out[event.agent].raised[value] += 1
            case e.Positioned(now, was, after):
                own = out[event.agent]
                if was is not None and after:
                    values = dict.fromkeys(value for speaker, _, value in since[event.agent] if speaker == after)
                    own.moves.append(Move(motion, after, now.score - was.score, tuple(values)))
                own.position, since[event.agent] = now, []
    for name, heard in since.items():
        position = out[name].position
        if position is not None and position.stance != "open":
            out[name].resisted = [each for each in heard if each[1] != position.stance]
    return out
