"""A log with a playhead: the scene's state after any event, computed from keyframes."""

import gc
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from sys import getsizeof
from time import perf_counter
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from core.engine.audience import Witnesses
from core.engine.events import Event
from core.engine.scene import Scene
from core.errors import UserError
from core.recording.event_pages import EventPages

_CODE = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)


MAX_SPACING = 1000
"""Largest number of events between keyframes."""
SEEK_SECONDS = 0.014
"""Seconds that a seek may take: copying a keyframe and applying the events after it."""
MAX_KEYFRAME_BYTES = 64 * 2**20
"""Largest size of all keyframes together, in bytes."""
MIN_KEYFRAMES = 4
"""Number of keyframes that are never dropped."""


class Timeline:
    """Events of a run or a recording, and the scene's state after any of them.

    A keyframe is made when a seek (copying the last keyframe and applying the events since) would take longer than
    `SEEK_SECONDS`. If a copy alone takes more than half of that, keyframes are ten copying times apart, which makes
    opening a run a tenth slower. Every second one is dropped when they hold more than `MAX_KEYFRAME_BYTES` together.

    Read the scenes that `at` returns at once: a later call may reuse them.
    """

    def __init__(self, scene: Scene) -> None:
        """Take over `scene`, which must be in its state before the first event."""
        self.events = EventPages(scene.events)
        self.witnesses = Witnesses()
        self._head = scene
        self._keyframes = [scene.copy()]
        self._keys = [0]
        """Event number of each keyframe."""
        self._applying = 0.0
        """Seconds spent on applying events since the last keyframe."""
        self._limit = SEEK_SECONDS
        """Seconds of applying events after which a new keyframe is made."""
        self._took = 0.0
        """Seconds that the last copy took."""
        self._size = 0
        """Bytes that belong only to the keyframe that was measured last."""
        self._measured = 0
        """Number of events when that keyframe was measured."""
        self._sparse = 1
        """Factor by which the distance between keyframes has grown, to save memory."""
        self._cursor = scene.copy()
        self._position = 0

    def __len__(self) -> int:
        return len(self.events)

    @property
    def head(self) -> Scene:
        """State after the newest event."""
        return self._head

    def extend(self, events: Iterable[Event]) -> None:
        then = perf_counter()
        for event in events:
            self._head.apply(event)
            self.witnesses.take(event, self._head)
            self.events.append(event)
            now = perf_counter()
            self._applying += now - then
            then = now
            since = len(self.events) - self._keys[-1]
            if self._applying > self._limit * self._sparse or since >= MAX_SPACING * self._sparse:
                self._make_keyframe()
                then = perf_counter()

    def _make_keyframe(self) -> None:
        began = perf_counter()
        copy = self._head.copy()
        took = perf_counter() - began
        if len(self._keys) >= MIN_KEYFRAMES and len(self.events) > 1.25 * self._measured:
            # by now, the newest state shares only a part of its data with the last keyframe
            self._size = bytes_apart(self._keyframes[-1], copy)
            self._measured = len(self.events)
        self._keyframes.append(copy)
        self._keys.append(len(self.events))
        # the shorter of two times, since other work of the machine may slow down one of them
        usual, self._took = min(took, self._took), took
        self._applying = 0.0
        self._limit = SEEK_SECONDS - usual if usual < SEEK_SECONDS / 2 else 10 * usual
        while len(self._keys) > MIN_KEYFRAMES and len(self._keys) * self._size > MAX_KEYFRAME_BYTES:
            del self._keyframes[-2:0:-2], self._keys[-2:0:-2]
            self._sparse *= 2

    def at(self, n: int) -> Scene:
        """Return the state after event n; n = 0 is the state before the first event."""
        if n == len(self.events):
            return self._head
        i = bisect_right(self._keys, n) - 1
        if not self._keys[i] <= self._position <= n:
            self._cursor = self._keyframes[i].copy()
            self._position = self._keys[i]
        for event in self.events[self._position : n]:
            self._cursor.apply(event)
        self._position = n
        return self._cursor


class MomentOutOfRange(UserError):
    """The moment is after the last event."""


def moment(events: Sequence[Event], at: str) -> int:
    """Return the event number of a moment: "42", or "t12" for the start of turn 12.

    Raises:
        UserError: The text is not a moment.
        Beyond: The moment is after the last event.
    """
    digits = at.removeprefix("t")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise UserError(f"a moment is an event's number such as 42, or a turn such as t12, not {at!r}")
    number = int(digits)
    if not at.startswith("t"):
        if number > len(events):
            raise MomentOutOfRange(f"{at}: this run has events 1 to {len(events)}")
        return number
    turns = events[-1].turn if events else 0
    if number > turns:
        raise MomentOutOfRange(f"{at}: this run has turns 0 to {turns}")
    return next((event.n - 1 for event in events if event.turn >= number), 0)


def bytes_apart(one: object, other: object) -> int:
    """Return the size of the objects that `one` refers to and `other` does not, in bytes.

    `other` is a copy of `one` or its original. Both are walked level by level without following shared objects, so the
    time depends on the difference. Code and classes are not counted.
    """
    total, seen = 0, set[int]()
    ours, theirs = [one], [other]
    while ours:
        mine, yours = _by_id(ours), _by_id(theirs)
        done = seen | (mine.keys() & yours.keys())
        seen |= mine.keys() | yours.keys()
        fresh = [each for key, each in mine.items() if key not in done]
        total += sum(map(getsizeof, fresh))
        ours = gc.get_referents(*fresh)
        theirs = gc.get_referents(*(each for key, each in yours.items() if key not in done))
    return total


def _by_id(objects: Iterable[object]) -> dict[int, object]:
    return {id(each): each for each in objects if not isinstance(each, _CODE)}
