"""What every picture of a scene stands on: the view, and what was made of it for the playhead as it stands."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

from core.llm.routes import thinkers
from themes.palettes import DARK, Palette
from tui.panes.kit import Room
from tui.view import View

T = TypeVar("T")


class Picture:
    """Knows the view that it draws, and the room it has."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.palette: Palette = DARK
        self.room = Room()
        self.focus = ""
        """The tab of the dock that has the keys; "" while the board has them. `look` and `find` may set it: the stage
        goes there."""
        self.on_board = True
        """Whether the board has the focus."""
        self._kept: tuple[object, dict[Hashable, Any]] = (None, {})

    @cached_property
    def has_models(self) -> bool:
        """Tell whether anybody in the cast thinks with a model."""
        return bool(thinkers(self.view.header))

    @property
    def mine(self) -> bool:
        """Tell whether the person in the seat is awaited, and the newest event is on the screen."""
        view = self.view
        return bool(view.seat) and view.at_now and view.ended is None and view.seat in view.waiting

    def once(self, make: Callable[..., T], *told: Hashable) -> T:
        """Call `make(*told)`, and keep what it gave for as long as playhead, eyes and seat stay as they are."""
        at = (self.view.n, self.view.eyes, self.view.seat)
        if self._kept[0] != at:
            self._kept = at, {}
        key = (make, *told)
        if key not in self._kept[1]:
            self._kept[1][key] = make(*told)
        made: T = self._kept[1][key]
        return made

    def forget(self) -> None:
        """Have everything made anew that `once` has made: something else is looked at."""
        self._kept = (None, {})

    def seen(self, eyes: str) -> Any:
        """Observe the world at the playhead, as one agent knows it; as it is, for no name."""
        return self.view.scene.observe(eyes)

    def go(self, n: int) -> bool:
        """Go to the end of the step that event `n` is in. Gives False for 0, which is no event."""
        if n:
            while n < self.view.known and not self.view.events[n - 1].end:
                n += 1
            self.view.go(n)
        return bool(n)
