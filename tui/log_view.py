"""A log and a playhead over it, from one perspective. Live games and replays both use it."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from core.engine.capabilities import Mark, Told, capability
from core.engine.casting import set_up
from core.engine.chance import Chance
from core.engine.events import Audience, Event, Intervened, RunEnded, Said, ToolResult
from core.engine.scene import Scene
from core.engine.simulator import Waiting
from core.llm.judge import judge_in
from core.llm.routes import thinkers
from core.recording.header import Header
from core.recording.timeline import MomentOutOfRange, Timeline, moment
from tui.axis import Axis
from tui.model_log import Decision, ModelLog, decision_at, is_counterfactual, is_failure
from tui.outcome import person_of

T = TypeVar("T")

END = 2**63
"""Event number that stands for the last event."""


class Marked(NamedTuple):
    """An event with a marker on the track."""

    n: int
    mark: Mark
    audience: Audience = None


class LogView:
    """A log, and a playhead that follows new events while it is at the end.

    `n` is the event at the playhead (0 before the first). `seat` is the agent that the person plays, "" for none.
    `perspective` is the agent whose view is shown, "" for all. `ended` is the last event of the run, None before.
    """

    flaw = ""
    """Reason why the scene's own pane cannot be used; "" if it can."""

    def __init__(self, header: Header, seat: str = "") -> None:
        """Begin with an empty log, and with the perspective of the seat."""
        self.header = header
        self.seat = seat
        self.perspective = seat
        self.n = 0
        self.following = True
        self.deciding = Waiting(())
        """Agents that are deciding right now (a signal, not an event). `waiting` lists those that may be shown."""
        self.awaiting_tools: tuple[str, ...] = ()
        """Agents that wait for a tool result or the reader (a signal), for perspectives that may see their minds."""
        self.thinking: dict[str, str] = {}
        """Elapsed time and number of tries, as text, of each deciding agent that may be shown."""
        self.replies: dict[str, str] = {}
        """Unfinished replies of models, for perspectives that may see them."""
        self.model_log = ModelLog({**header.cast, **judge_in(header)})
        self.spoiler_free = False
        """True if nothing after the playhead is shown: no length, no marks, no end."""
        self.expected = 0
        """Estimated number of events while a recording is being read; 0 once it is complete."""
        self.awaited: int | str = 0
        """Event or moment to go to when it has been read; 0 for none."""
        self.axis: Axis | None = None
        """Positions of events on the time axis that is shared with another run, if there is one."""
        self.ended: RunEnded | None = None
        self.marks: list[Marked] = []
        self.bookmarks: dict[int, str] = {}
        """Notes by event number, in order. They are not in the log."""
        self.said: list[Event] = []
        """Events with spoken words."""
        self.found: list[Event] = []
        """Events with tool results."""
        self.decided = array("q")
        """Numbers of the events that are decisions: an agent's last event in each step."""
        self._deciding = 0
        self._timeline = Timeline(set_up(header)[0])
        self._turn_ends = array("q")
        self.beside: LogView | None = None
        """The other run, if two are shown side by side."""
        self._kept: tuple[object, dict[Hashable, Any]] = (None, {})

    # -- the log

    def extend(self, events: Iterable[Event]) -> None:
        """Fold new events into the view."""
        for event in events:
            self._timeline.extend((event,))
            head = self._timeline.head
            self.take(event, head)
            self.model_log.take(event)
            if mark := capability(head, Told).notable(event) or (
                "lost" if is_failure(event) else "set" if is_counterfactual(event) else None
            ):
                self.marks.append(Marked(event.n, mark, event.audience))
            if isinstance(event.data, Said):
                self.said.append(event)
            if isinstance(event.data, ToolResult):
                self.found.append(event)
            if event.agent and event.turn and not isinstance(event.data, Intervened):
                self._deciding = event.n
            if event.end and self._deciding:
                self.decided.append(self._deciding)
                self._deciding = 0
            if event.end == "turn":
                self._turn_ends.append(event.n)
            if isinstance(event.data, RunEnded):
                self.ended = event.data
        if self.following:
            self.n = self.known

    def take(self, event: Event, scene: Scene) -> None:
        """Fold an event, after which the scene is in the given state. Subclasses override it.

        Args:
            event: The event.
            scene: The scene in the state after the event; do not keep it.
        """

    def arrive(self) -> None:
        """Go to the awaited event or moment if it has been read. Raises UserError if it does not exist."""
        awaited = self.awaited
        if isinstance(awaited, str):
            self.seek(awaited)
        elif awaited:
            self.go(awaited)

    @property
    def known(self) -> int:
        """Number of the newest event."""
        return len(self._timeline)

    @property
    def path(self) -> Path | None:
        """File of the recording, if there is one. Old events are read back from it."""
        return self._timeline.events.path

    @path.setter
    def path(self, path: Path | None) -> None:
        self._timeline.events.path = path

    @property
    def events(self) -> Sequence[Event]:
        """All events. A pane should read no further than the playhead."""
        return self._timeline.events

    @property
    def scene(self) -> Scene:
        """Scene at the playhead. Read it at once: a later call may change it."""
        return self._timeline.at(self.n)

    def scene_at(self, n: int) -> Scene:
        """Return the scene after event n. Read it at once: a later call may change it."""
        return self._timeline.at(n)

    @property
    def event(self) -> Event | None:
        """Event at the playhead."""
        return self.events[self.n - 1] if self.n else None

    @property
    def turn(self) -> int:
        """Turn at the playhead; 0 before the first."""
        return self.events[self.n - 1].turn if self.n else 0

    @property
    def last_turn(self) -> int:
        """Turn of the newest event."""
        return self.events[-1].turn if self.events else 0

    @property
    def horizon(self) -> int:
        """Number of the last event about which anything may be shown."""
        return self.n if self.spoiler_free else self.known

    @property
    def person(self) -> str:
        """The seat of the person: the one that is played here, or the only human in the cast; "" for none."""
        return self.seat or person_of(self.header.cast)

    @property
    def over(self) -> bool:
        """True if the end of the run may be shown."""
        return self.ended is not None and (self.at_now or not self.spoiler_free)

    @property
    def at_now(self) -> bool:
        """True if the playhead is at the newest event."""
        return self.n == self.known

    @property
    def waiting(self) -> tuple[str, ...]:
        """Agents that are deciding right now, as far as this perspective may know."""
        names, secret = self.deciding
        return tuple(name for name in names if not secret or self.may_see_mind(name))

    def may_see(self, event: Event) -> bool:
        """Return True if this perspective may know an event."""
        return not self.perspective or self._timeline.witnesses.may_know(event, self.perspective)

    def may_see_mark(self, marked: Marked) -> bool:
        """Return True if this perspective may know a marked event."""
        n, _, audience = marked
        return not self.perspective or self._timeline.witnesses.includes(n, audience, self.perspective)

    def may_see_mind(self, name: str) -> bool:
        """Return True if this perspective may see an agent's private log, memory, prompts and replies."""
        return not self.perspective or self.perspective == name

    @property
    def decision(self) -> Decision | None:
        """Last decision up to the playhead that this perspective may know."""
        return decision_at(self.events, self.n, self.may_see)

    @property
    def head(self) -> Scene:
        """Scene after the newest event."""
        return self._timeline.head

    @property
    def has_length(self) -> bool:
        """True if the length of the whole run is shown, even if only as an estimate."""
        return self.over or bool(self.expected and not self.spoiler_free)

    @cached_property
    def has_models(self) -> bool:
        """True if any agent in the cast uses a model."""
        return bool(thinkers(self.header))

    @property
    def mine(self) -> bool:
        """True if it is the person's turn and the newest event is on the screen."""
        return bool(self.seat) and self.at_now and self.ended is None and self.seat in self.waiting

    def commands(self) -> Sequence[str]:
        """Return the person's legal commands, without those with free text; none while the person waits."""
        return self.once(self._commands) if self.mine else ()

    def _commands(self) -> Sequence[str]:
        return [self.scene.describe(action) for action in self.scene.legal(self.seat)]

    def observe(self, name: str) -> Any:
        """Return everything that an agent knows at the playhead; "" returns the full state."""
        return self.scene.observe(name)

    def once(self, make: Callable[..., T], *args: Hashable) -> T:
        """Call `make(*args)` and cache the result while playhead, perspective and seat stay the same.

        Args:
            make: Function without side effects; the cache is kept per function and arguments.
            args: Its arguments, which must be hashable.

        Returns:
            The result of `make`.
        """
        at = (self.n, self.perspective, self.seat)
        if self._kept[0] != at:
            self._kept = at, {}
        key = (make, *args)
        if key not in self._kept[1]:
            self._kept[1][key] = make(*args)
        result: T = self._kept[1][key]
        return result

    # -- the playhead

    def go(self, n: int) -> None:
        """Go to an event. If it has not been read yet, go there when it is."""
        self.awaited = n if self.expected and n > self.known else 0
        if not self.awaited:
            self.n = max(0, min(self.known, n))
            self.following = self.at_now and not self.expected

    def go_step(self, n: int) -> bool:
        """Go to the end of the step that contains event `n`. Returns False for 0, which is no event."""
        if n:
            while n < self.known and not self.events[n - 1].end:
                n += 1
            self.go(n)
        return bool(n)

    def seek(self, at: str) -> None:
        """Go to a moment, "42" or "t12". If it has not been read yet, go there when it is. Raises UserError."""
        try:
            self.go(moment(self.events, at))
        except MomentOutOfRange:
            if not self.expected:
                self.awaited = 0
                raise
            self.awaited = at

    def go_events(self, count: int) -> None:
        """Go a number of events on or back, skipping those that this perspective cannot see."""
        step = 1 if count > 0 else -1
        n = self.n
        while count and 0 <= n + step <= self.known:
            n += step
            if n == 0 or self.may_see(self.events[n - 1]):
                count -= step
        self.go(n)

    def go_turns(self, count: int) -> None:
        """Go a number of turns on or back, to the end of a turn."""
        here = bisect_right(self._turn_ends, self.n - (count < 0))
        target = here + count - (1 if count > 0 else 0)
        if target < 0:
            self.go(0)
        elif target >= len(self._turn_ends):
            self.go(self.known)
        else:
            self.go(self._turn_ends[target])

    def go_round(self, count: int) -> None:
        """Go a number of rounds on or back."""
        self.go_turns(count * self.round)

    @property
    def round(self) -> int:
        """Number of turns in which each agent acts once."""
        return self.scene.ordering(Chance(self.header.seed)).round

    def go_notable(self, direction: int) -> bool:
        """Go to the next or previous mark that this perspective may see. Returns False if there is none."""
        return self._go_on([marked.n for marked in self.marks if self.may_see_mark(marked)], direction)

    def go_bookmark(self, direction: int) -> bool:
        """Go to the next or previous bookmark that may be shown. Returns False if there is none."""
        return self._go_on([n for n in self.bookmarks if n <= self.horizon], direction)

    def _go_on(self, marks: Sequence[int], direction: int) -> bool:
        ahead = [n for n in marks if n > self.n] if direction > 0 else [n for n in reversed(marks) if n < self.n]
        if ahead:
            self.go(ahead[0])
        return bool(ahead)

    def find(self, words: str) -> bool:
        """Go to the next event that contains the words, wrapping around at the end. Returns False if there is none."""
        low = words.casefold()
        order = chain(range(self.n, self.known), range(self.n))
        for event in map(self.events.__getitem__, order):
            if self.may_see(event) and low in f"{event.agent} {event.data.sentence()}".casefold():
                self.go(event.n)
                return True
        return False

    def next_perspective(self) -> None:
        """Switch to the next perspective: all, then each agent in seat order."""
        ring = ["", *self.header.cast]
        self.perspective = ring[(ring.index(self.perspective) + 1) % len(ring)]
