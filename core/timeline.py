"""A log with a playhead: the scene as it was at any event, by keyframes."""

from collections.abc import Iterable

from core.events import Event
from core.scene import Scene

SPACING = 1000
"""Events between keyframes; at most so many are applied by a seek."""


class Timeline:
    """Events as they come, live or from a file, and the scene folded up to any of them.

    `at` hands out scenes to read, not to keep: a later call may reuse the one it gave.
    """

    def __init__(self, scene: Scene) -> None:
        """`scene` is in its state before the first event, and becomes the timeline's own."""
        self.events: list[Event] = []
        self._head = scene
        self._keyframes = [scene.copy()]
        self._cursor = scene.copy()
        self._position = 0

    def __len__(self) -> int:
        return len(self.events)

    @property
    def head(self) -> Scene:
        """The scene after the newest event."""
        return self._head

    def extend(self, events: Iterable[Event]) -> None:
        for event in events:
            self._head.apply(event)
            self.events.append(event)
            if len(self.events) % SPACING == 0:
                self._keyframes.append(self._head.copy())

    def at(self, n: int) -> Scene:
        """The scene after event n; n = 0 is before the first."""
        if n == len(self.events):
            return self._head
        if not self._position <= n < self._position + SPACING:
            key = n // SPACING
            self._cursor = self._keyframes[key].copy()
            self._position = key * SPACING
        for event in self.events[self._position : n]:
            self._cursor.apply(event)
        self._position = n
        return self._cursor

    def start_of(self, turn: int) -> int:
        """The number of the last event before a turn began: where `t12` points."""
        return next((event.n - 1 for event in self.events if event.turn >= turn), len(self.events))
