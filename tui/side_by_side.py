"""Two runs side by side: on one time axis, at the same turn, with their first difference. Independent of Textual."""

from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from core.engine.events import Body, Event, Noted, Planned, Said, Thought, ToolResult
from core.errors import UserError
from core.recording.verification import diff
from tui.axis import shared_axes
from tui.glyphs import cells
from tui.styles import clip
from tui.view import View

DIFFERENCE_SIGNS = (("▼", "bold hi"), ("▲", "bold hi"))
"""Marks of the first event that differs, on the upper and on the lower track."""
BRANCH_NAMES, RUN_NAMES = ("branch", "parent"), ("this", "other")
"""Names of the two runs: for a branch and its parent, and for any others."""
PRIVATE_EVENTS = (Thought, Planned, Noted, ToolResult)


class Difference(NamedTuple):
    """Numbers of the first events that differ; 0 if a run has no more events."""

    one: int = 0
    other: int = 0


class SideBySide:
    """Two views with the same perspective at the same turn. `names` are the names of their runs."""

    def __init__(self, views: tuple[View, View], names: tuple[str, str]) -> None:
        """Put two views side by side. Raises UserError for runs of different scenes."""
        one, other = views
        if one.header.scene != other.header.scene:
            scenes = f"A run of {one.header.scene} cannot stand beside one of {other.header.scene}"
            raise UserError(f"{scenes}: compare two of the same scene.")
        self.views = views
        self.names = names
        for view, axis in zip(views, shared_axes([view.events for view in views]), strict=True):
            view.axis = axis
        one.beside, other.beside = other, one
        self._same = diff(one, other).same
        self._found: dict[str, Difference] = {}
        self._followed: tuple[View, int] = (one, -1)
        """The view that the other one follows, and its position at that time."""

    def index(self, view: View) -> int:
        """Return the index of a view."""
        return self.views.index(view)

    def other(self, view: View) -> View:
        """Return the other view."""
        return self.views[1 - self.index(view)]

    def name(self, view: View) -> str:
        """Return the name of a view's run."""
        return self.names[self.index(view)]

    def follow(self, view: View) -> View:
        """Move the other view to the position and perspective of this one, and return it.

        A view that has not moved since the user switched to it leaves the other where it was, so that switching back
        returns there.
        """
        other = self.other(view)
        other.spoiler_free = view.spoiler_free
        other.perspective = view.perspective if view.perspective in other.header.cast else ""
        if self._followed != (view, view.n):
            assert view.axis is not None
            assert other.axis is not None
            other.go(other.axis.event(view.axis.positions[view.n]))
            self._followed = view, view.n
        return other

    def turn(self, view: View) -> View:
        """Switch to the other view, and return it."""
        other = self.follow(view)
        self._followed = other, other.n
        return other

    # -- the first difference

    @property
    def difference(self) -> Difference:
        """First events that differ for this perspective. Private events count only if no others differ."""
        perspective = self.views[0].perspective
        if perspective not in self._found:
            self._found[perspective] = (
                self._first_difference(PRIVATE_EVENTS) or self._first_difference(()) or Difference()
            )
        return self._found[perspective]

    def _first_difference(self, ignored: tuple[type[Body], ...]) -> Difference | None:
        pairs = zip_longest(*(self._logged(view, ignored) for view in self.views))
        apart = next(((a, b) for a, b in pairs if self._words(0, a) != self._words(1, b)), None)
        return Difference(*(event.n if event is not None else 0 for event in apart)) if apart else None

    def _logged(self, view: View, ignored: tuple[type[Body], ...]) -> Iterator[Event]:
        left_out = (*view.pane.traits.plumbing, *ignored)
        return (e for e in view.events[self._same :] if not isinstance(e.data, left_out) and view.may_see(e))

    def _words(self, index: int, event: Event | None) -> str:
        if event is None:
            return ""
        if isinstance(event.data, Said) and not event.data.to:
            return f"{event.agent} says: {event.data.text}"
        return self.views[index].pane.caption(event).words

    def fork(self, view: View) -> int:
        """Return the number of a view's first event that differs; 0 if none does."""
        return self.difference[self.index(view)]

    def is_reached(self) -> bool:
        """Return True if the playhead of one of the runs has passed the difference."""
        return any(0 < n <= view.horizon for view, n in zip(self.views, self.difference, strict=True))

    def _turns(self) -> list[int]:
        """Return the turn of the difference in each run; 0 if the run has no more events."""
        return [view.events[n - 1].turn if n else 0 for view, n in zip(self.views, self.difference, strict=True)]

    def forks(self) -> list[int]:
        """Return the positions of the difference on the axis, one per view; equal if both are in the same turn."""
        axes = [(view.axis, n) for view, n in zip(self.views, self.difference, strict=True)]
        places = [axis.positions[n] for axis, n in axes if axis is not None]
        return places if 0 in self.difference or len({*self._turns()}) > 1 else [min(places)] * 2

    def words(self, width: int = 1000) -> str:
        """Describe the difference in the scene's words, with at most `width` cells for each run."""
        found = self.difference
        if self.views[0].spoiler_free and not self.is_reached():
            return "no difference up to here"
        if found == Difference():
            limit = f" that {self.views[0].perspective} may know of" if self.views[0].perspective else ""
            return f"no difference{limit}"
        turns, unit = self._turns(), self.views[0].pane.traits.unit
        events = [view.events[n - 1] if n else None for view, n in zip(self.views, found, strict=True)]
        one, other = contrast([self._words(i, event) or "the run ends" for i, event in enumerate(events)], width)
        aside = f", {unit} {turns[1]}:" if found.one and found.other and turns[0] != turns[1] else ""
        return f"{unit} {turns[0] or turns[1]}: {one}; in the {self.names[1]}{aside} {other}"


def contrast(texts: Sequence[str], width: int) -> list[str]:
    """Cut texts to `width` cells each; a common start is shortened first."""
    if max(map(cells, texts)) <= width:
        return list(texts)
    same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False)))
    same = same[: same.rfind(" ") + 1]
    kept = clip(same, width // 2)
    return [clip(kept + each[len(same) :] if kept != same else each, width) for each in texts]
