"""Time axis shared by two runs, on which equal turns are aligned."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

from core.engine.events import Event


class Axis(NamedTuple):
    """Positions of a run's events on the shared axis."""

    positions: Sequence[int]
    """Position of the run's start, followed by the positions of its events."""
    opening: int
    """Position of the first turn."""
    end: int
    """Position of the end of the longer run."""

    def event(self, place: int) -> int:
        """Return the number of the last event at or before a position."""
        return bisect_right(self.positions, place) - 1


def shared_axes(runs: Sequence[Sequence[Event]]) -> list[Axis]:
    """Lay out runs on one axis. Each turn takes the space of the run that has more events in that turn."""
    counts = [Counter(event.turn for event in run) for run in runs]
    turns = sorted({turn for count in counts for turn in count})
    lengths = [max(count[turn] for count in counts) for turn in turns]
    starts = dict(zip(turns, accumulate(lengths, initial=0), strict=False))
    ends = dict(zip(turns, accumulate(lengths), strict=True))
    opening = ends.get(0, 0)
    return [Axis([0, *_places(run, starts, ends)], opening, max(ends.values(), default=0)) for run in runs]


def _places(run: Sequence[Event], starts: dict[int, int], ends: dict[int, int]) -> Iterator[int]:
    """Yield the positions of events. The last event of a turn is at the end of the turn."""
    turn, place = -1, 0
    for event, after in zip_longest(run, run[1:]):
        place = place + 1 if event.turn == turn else starts[event.turn] + 1
        turn = event.turn
        yield place if after is not None and after.turn == turn else ends[turn]
