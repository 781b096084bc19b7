"""A log with a playhead: the scene as it was at any event, by keyframes."""

from collections.abc import Iterable, Sequence

from core.errors import UserError
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


def moment(events: Sequence[Event], at: str) -> int:
    """The event number that `at` names: "42", or "t12" for the start of a turn. Raises UserError."""
    digits = at.removeprefix("t")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise UserError(f"a moment is an event's number such as 42, or a turn such as t12, not {at!r}")
    number = int(digits)
    if not at.startswith("t"):
        if number > len(events):
            raise UserError(f"{at}: this run has events 1 to {len(events)}")
        return number
    turns = events[-1].turn if events else 0
    if number > turns:
        raise UserError(f"{at}: this run has turns 0 to {turns}")
    return next((event.n - 1 for event in events if event.turn >= number), 0)
