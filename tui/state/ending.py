"""The end of a game: what turned it, and what may come next."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from core.engine.config import RESUMABLE
from tui.log_view import Marked
from tui.panes.kit import SIGNS
from tui.state.review import Review
from tui.styles import Span
from tui.view import View

TURNS = 3
"""Turning points, at most."""


class Point(NamedTuple):
    """A turning point: an event, its sign, its words, and the event after which Enter plays on."""

    n: int
    sign: Span
    text: str
    after: int


class Choice(NamedTuple):
    """A row that Enter, its key or a click does."""

    name: str
    """Id in the table of keys."""
    label: str
    about: str
    do: Callable[[], None]


class Ending:
    """The rows of the end screen, and which one is selected."""

    def __init__(self, view: View, seat: str) -> None:
        self.shown = False
        """True while the end covers the board."""
        self.came = False
        """True once it was shown by itself."""
        self.at = 0
        self.opened = 0.0
        """When it was shown."""
        self.review = Review(view, seat)
        self.points: list[Point] = []
        self.choices: list[Choice] = []

    def refresh(self, most: int) -> None:
        """List what turned the game: reviewed moves that cost most, and marked events."""
        view = self.review.view
        worst = [Point(each.n, ("╳", "bad"), each.words, each.n - 1) for each in self.review.worst()][:TURNS]
        marked = [
            Point(n, SIGNS[mark], view.pane.beat(view.events[n - 1]).words, n) for n, mark, _ in turning_points(view)
        ]
        self.points = sorted([*worst, *marked][:most])

    @property
    def point(self) -> Point | None:
        """The turning point that is selected, if it is one."""
        return self.points[self.at] if self.at < len(self.points) else None

    def choice(self, name: str) -> Choice | None:
        """The choice with an id of the table of keys, if there is one."""
        return next((choice for choice in self.choices if choice.name == name), None)

    def move(self, by: int) -> None:
        """Select another row."""
        self.at = (self.at + by) % (len(self.points) + len(self.choices))


def is_open(view: View) -> bool:
    """True if the game may go on from here, with somebody who must not see everything."""
    return bool(view.eyes) and view.ended is not None and view.ended.reason in RESUMABLE


def turning_points(view: View) -> list[Marked]:
    """The marks that say most, in order: of the rarest kinds, the later first, and one a turn."""
    seen = [mark for mark in view.marks if view.may_see_mark(mark)]
    count = Counter(mark.mark for mark in seen)
    best: dict[int, Marked] = {}
    for mark in sorted(seen, key=lambda mark: (count[mark.mark], -mark.n)):
        best.setdefault(view.events[mark.n - 1].turn, mark)
    return sorted(list(best.values())[:TURNS])
