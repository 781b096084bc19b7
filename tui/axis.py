"""The time axis that runs share: turns stand under each other, whatever happened in them."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

from core.engine.events import Event


class Axis(NamedTuple):
    """Says where on a shared axis the events of a run stand."""

    places: Sequence[int]
    """Position of each event; the first is that of the start."""
    opening: int
    """Position of the first turn."""
    end: int
    """Position of the longer run's end."""

    def event(self, place: int) -> int:
        """Give the number of the last event that stands there, or before."""
        return bisect_right(self.places, place) - 1


def shared(runs: Sequence[Sequence[Event]]) -> list[Axis]:
    """Lay out runs on one axis, each turn as long as it is in the run that has more events in it."""
    counts = [Counter(event.turn for event in run) for run in runs]
    turns = sorted({turn for count in counts for turn in count})
    lengths = [max(count[turn] for count in counts) for turn in turns]
    starts = dict(zip(turns, accumulate(lengths, initial=0), strict=False))
    ends = dict(zip(turns, accumulate(lengths), strict=True))
    opening = ends.get(0, 0)
    return [Axis([0, *_places(run, starts, ends)], opening, max(ends.values(), default=0)) for run in runs]


def _places(run: Sequence[Event], starts: dict[int, int], ends: dict[int, int]) -> Iterator[int]:
    """Turns begin at the same places, and end there: what comes last in one stands at its end."""
    turn, place = -1, 0
    for event, after in zip_longest(run, run[1:]):
        place = place + 1 if event.turn == turn else starts[event.turn] + 1
        turn = event.turn
        yield place if after is not None and after.turn == turn else ends[turn]
