"""Two runs beside each other: on one time axis, standing at the same turn, and what differs first. Knows no widget."""

from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from core.engine.events import Body, Brought, Event, Noted, Planned, Said, Thought
from core.errors import UserError
from core.recording.verification import diff
from tui.axis import shared
from tui.glyphs import cells
from tui.styles import clip
from tui.view import View

FORK = (("▼", "bold hi"), ("▲", "bold hi"))
"""Marks of the first different event, on the upper and on the lower track."""
OF_A_BRANCH, OF_TWO = ("branch", "parent"), ("this", "other")
"""Names of two runs."""
MINDS = (Thought, Planned, Noted, Brought)


class Difference(NamedTuple):
    """Says which events are the first that differ; 0 where a run has no more."""

    one: int = 0
    other: int = 0


class Beside:
    """Holds two views, which have the same eyes and stand at the same turn.

    `names` is what they are called.
    """

    def __init__(self, views: tuple[View, View], names: tuple[str, str]) -> None:
        """Raises UserError for runs of different scenes."""
        one, other = views
        if one.header.scene != other.header.scene:
            told = f"A run of {one.header.scene} cannot stand beside one of {other.header.scene}"
            raise UserError(f"{told}: name two of the same scene.")
        self.views = views
        self.names = names
        for view, axis in zip(views, shared([view.events for view in views]), strict=True):
            view.axis = axis
        one.beside, other.beside = other, one
        self._same = diff(one, other).same
        self._found: dict[str, Difference] = {}
        self._led: tuple[View, int] = (one, -1)

    def index(self, view: View) -> int:
        """Say which of the two it is."""
        return self.views.index(view)

    def other(self, view: View) -> View:
        """Give the one that it is not."""
        return self.views[1 - self.index(view)]

    def name(self, view: View) -> str:
        """Say what it is called."""
        return self.names[self.index(view)]

    def follow(self, view: View) -> View:
        """Have the other one stand where this one does, and look with its eyes.

        One that was turned to and has not moved keeps its place, so that turning back comes back.
        """
        other = self.other(view)
        other.spoiler_free = view.spoiler_free
        other.eyes = view.eyes if view.eyes in other.header.cast else ""
        if self._led != (view, view.n):
            assert view.axis is not None
            assert other.axis is not None
            other.go(other.axis.event(view.axis.places[view.n]))
            self._led = view, view.n
        return other

    def turn(self, view: View) -> View:
        """Give the one to be looked at from now on."""
        other = self.follow(view)
        self._led = other, other.n
        return other

    # -- what differs

    @property
    def difference(self) -> Difference:
        """The first events that differ, of what these eyes may know and would be told in a log: of what was done; if
        that is all the same, of what was thought.
        """
        eyes = self.views[0].eyes
        if eyes not in self._found:
            self._found[eyes] = self._apart(MINDS) or self._apart(()) or Difference()
        return self._found[eyes]

    def _apart(self, but: tuple[type[Body], ...]) -> Difference | None:
        pairs = zip_longest(*(self._told(view, but) for view in self.views))
        apart = next(((a, b) for a, b in pairs if self._words(0, a) != self._words(1, b)), None)
        return Difference(*(event.n if event is not None else 0 for event in apart)) if apart else None

    def _told(self, view: View, but: tuple[type[Body], ...]) -> Iterator[Event]:
        left_out = (*view.pane.traits.plumbing, *but)
        return (e for e in view.events[self._same :] if not isinstance(e.data, left_out) and view.may_see(e))

    def _words(self, which: int, event: Event | None) -> str:
        if event is None:
            return ""
        if isinstance(event.data, Said) and not event.data.to:
            return f"{event.agent} says: {event.data.text}"
        return self.views[which].pane.beat(event).words

    def fork(self, view: View) -> int:
        """Give the event of a view that is the first to differ; 0 if there is none."""
        return self.difference[self.index(view)]

    def is_reached(self) -> bool:
        """Tell whether it may be shown where the runs part: a spoiler-free look has come there in one of them."""
        return any(0 < n <= view.horizon for view, n in zip(self.views, self.difference, strict=True))

    def forks(self) -> list[int]:
        """Give the places of the axis where the runs part, one a view: the same, if they part in the same turn."""
        turns = [view.events[n - 1].turn if n else 0 for view, n in zip(self.views, self.difference, strict=True)]
        axes = [(view.axis, n) for view, n in zip(self.views, self.difference, strict=True)]
        places = [axis.places[n] for axis, n in axes if axis is not None]
        return places if 0 in self.difference or turns[0] != turns[1] else [min(places)] * 2

    def words(self, most: int = 1000) -> str:
        """Say what differs first, in the scene's own words: of each run so many cells, at most."""
        found = self.difference
        if self.views[0].spoiler_free and not self.is_reached():
            return "nothing is told otherwise up to here"
        if found == Difference():
            whose = f" as far as {self.views[0].eyes} may know" if self.views[0].eyes else ""
            return f"nothing is told otherwise{whose}"
        turns = [view.events[n - 1].turn if n else 0 for view, n in zip(self.views, found, strict=True)]
        unit = self.views[0].pane.traits.unit
        ones, others = contrast(
            [
                self._words(which, view.events[n - 1]) if n else "nothing more"
                for which, (view, n) in enumerate(zip(self.views, found, strict=True))
            ],
            most,
        )
        aside = f", {unit} {turns[1]}:" if found.one and found.other and turns[0] != turns[1] else ""
        return f"{unit} {turns[0] or turns[1]}: {ones}; in the {self.names[1]}{aside} {others}"


def contrast(told: Sequence[str], most: int) -> list[str]:
    """Cut words to so many cells each, but not away what they differ in: where they begin alike, the middle goes."""
    if max(map(cells, told)) <= most:
        return list(told)
    same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(*told, strict=False)))
    same = same[: same.rfind(" ") + 1]
    kept = clip(same, most // 2)
    return [clip(kept + each[len(same) :] if kept != same else each, most) for each in told]
