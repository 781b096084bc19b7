"""What a stage shows, as a fold: the events so far, where the playhead stands, whose eyes look. Knows no widget.

Live play and replay differ only in where the events come from.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.engine.capabilities import Mark, Told, capability
from core.engine.casting import set_up
from core.engine.chance import Chance
from core.engine.events import Audience, Body, Event, RunEnded
from core.engine.plugins import installed, load
from core.engine.scene import Scene
from core.engine.simulator import Waiting
from core.errors import UserError
from core.llm.judge import judge_in
from core.recording.header import Header
from core.recording.timeline import Beyond, Timeline, moment
from tui.axis import Axis
from tui.book import Decision, ModelBook, decision_at, is_cut, is_lost
from tui.meanwhile import Meanwhile

if TYPE_CHECKING:
    from tui.panes.generic import ScenePane


GROUP = "playbill.panes"
"""Of entry points: panes by the names of their scenes."""
END = 2**63
"""An event number that means the last event, whichever it is."""


class Marked(NamedTuple):
    """An event that is marked on the track."""

    n: int
    mark: Mark
    audience: Audience = None


class View:
    """Holds what is shown: a log, and a playhead over it, which follows what comes while it stands at the end.

    `n` is the event at the playhead (0 before the first), `seat` whom the person plays, and `eyes` whose knowledge is
    on the screen; "" for nobody, and for all. `ended` is how the run ended, once it has.
    """

    def __init__(self, header: Header, seat: str = "") -> None:
        """Begin with an empty log, and with the eyes of the seat."""
        self.header = header
        self.seat = seat
        self.eyes = seat
        self.n = 0
        self.following = True
        self.deciding = Waiting(())
        """Who is deciding right now: a signal, not a fact. What is shown of it is `waiting`."""
        self.reaching: tuple[str, ...] = ()
        """Who waits for something from the web, or another tool: a signal, for eyes that may see their minds."""
        self.thinking: dict[str, str] = {}
        """Of those who are seen to, for how long and at which try, in words; a signal, too."""
        self.replies: dict[str, str] = {}
        """What models are answering right now, raw; to be shown to eyes that may see it."""
        self.book = ModelBook({**header.cast, **judge_in(header)})
        self.spoiler_free = False
        """Whether nothing is shown of what comes after the playhead: no length, no marks, no end."""
        self.expected = 0
        """How many events there will be, about, while a recording is still read; 0 when there is no more to come."""
        self.awaited: int | str = 0
        """The event, or moment, to go to when it is read; 0 for none."""
        self.axis: Axis | None = None
        """Where events stand on the time axis, if another run is on it as well."""
        self.ended: RunEnded | None = None
        self.marks: list[Marked] = []
        self.bookmarks: dict[int, str] = {}
        """Events that whoever looks wants to find again, in order; in no log."""
        self._timeline = Timeline(set_up(header)[0])
        self._turn_ends = array("q")
        kind, self.flaw = find_pane(header.scene)  # the flaw is shown by the plain pane
        self.pane: ScenePane = kind(self)
        people = {name: self.pane.begins for name, policy in header.cast.items() if seat and policy == "human"}
        self.meanwhile = Meanwhile({seat: (Body,), **people} if seat else {})

    # -- the log

    def extend(self, events: Iterable[Event]) -> None:
        """Take what comes."""
        for event in events:
            self._timeline.extend((event,))
            head = self._timeline.head
            self.pane.fold(event, head)
            self.book.take(event)
            self.meanwhile.take(event, head, self._timeline.witnesses)
            if mark := capability(head, Told).notable(event) or (
                "lost" if is_lost(event) else "set" if is_cut(event) else None
            ):
                self.marks.append(Marked(event.n, mark, event.audience))
            if event.end == "turn":
                self._turn_ends.append(event.n)
            if isinstance(event.data, RunEnded):
                self.ended = event.data
        if self.following:
            self.n = self.known

    def arrive(self) -> None:
        """Go to what was waited for, if it is there by now. Raises UserError if it is never to be there."""
        awaited = self.awaited
        if isinstance(awaited, str):
            self.seek(awaited)
        elif awaited:
            self.go(awaited)

    @property
    def known(self) -> int:
        """Give the number of the newest event."""
        return len(self._timeline)

    @property
    def path(self) -> Path | None:
        """The recording that this is in, if it is in one. Old events are read back from it."""
        return self._timeline.events.path

    @path.setter
    def path(self, path: Path | None) -> None:
        self._timeline.events.path = path

    @property
    def events(self) -> Sequence[Event]:
        """All of them; a pane reads no further than the playhead."""
        return self._timeline.events

    @property
    def scene(self) -> Scene:
        """Give the scene at the playhead: to read, and not to keep."""
        return self._timeline.at(self.n)

    def scene_at(self, n: int) -> Scene:
        """Give the scene after event n, wherever the playhead is: to read, and not to keep."""
        return self._timeline.at(n)

    @property
    def event(self) -> Event | None:
        """Give the event that the playhead stands on."""
        return self.events[self.n - 1] if self.n else None

    @property
    def turn(self) -> int:
        """Say in which turn the playhead stands; 0 before the first."""
        return self.events[self.n - 1].turn if self.n else 0

    @property
    def last_turn(self) -> int:
        """Say in which turn the newest event is."""
        return self.events[-1].turn if self.events else 0

    @property
    def horizon(self) -> int:
        """Give the number of the last event of which anything is shown."""
        return self.n if self.spoiler_free else self.known

    @property
    def over(self) -> bool:
        """Tell whether it is shown that the run has ended."""
        return self.ended is not None and (self.at_now or not self.spoiler_free)

    @property
    def at_now(self) -> bool:
        """Tell whether the newest event is on the screen."""
        return self.n == self.known

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who is deciding right now, as far as these eyes may know."""
        names, secret = self.deciding
        return tuple(name for name in names if not secret or self.may_see_mind(name))

    def may_see(self, event: Event) -> bool:
        """Tell whether these eyes may know of an event."""
        return not self.eyes or self._timeline.witnesses.may_know(event, self.eyes)

    def may_see_mark(self, marked: Marked) -> bool:
        """Return True if these eyes may know of a marked event."""
        n, _, audience = marked
        return not self.eyes or self._timeline.witnesses.includes(n, audience, self.eyes)

    def may_see_mind(self, name: str) -> bool:
        """Tell whether these eyes may see what an agent keeps to itself: its log, memory, prompts and replies."""
        return not self.eyes or self.eyes == name

    @property
    def decision(self) -> Decision | None:
        """The decision at the playhead, or the last one before it, of which these eyes may know."""
        return decision_at(self.events, self.n, self.may_see)

    @property
    def head(self) -> Scene:
        """Give the scene after the newest event."""
        return self._timeline.head

    @property
    def has_length(self) -> bool:
        """Tell whether it is shown how long the whole run is, at least about."""
        return self.over or bool(self.expected and not self.spoiler_free)

    # -- the playhead

    def go(self, n: int) -> None:
        """Go to an event; to one that is not read yet, as soon as it is."""
        self.awaited = n if self.expected and n > self.known else 0
        if not self.awaited:
            self.n = max(0, min(self.known, n))
            self.following = self.at_now and not self.expected

    def seek(self, at: str) -> None:
        """Go to a moment: "42", or "t12"; to one that is not read yet, as soon as it is. Raises UserError."""
        try:
            self.go(moment(self.events, at))
        except Beyond:
            if not self.expected:
                self.awaited = 0
                raise
            self.awaited = at

    def go_events(self, count: int) -> None:
        """Go so many events on or back, over those that these eyes cannot see."""
        step = 1 if count > 0 else -1
        n = self.n
        while count and 0 <= n + step <= self.known:
            n += step
            if n == 0 or self.may_see(self.events[n - 1]):
                count -= step
        self.go(n)

    def go_turns(self, count: int) -> None:
        """Go so many turns on or back: to the end of a turn."""
        here = bisect_right(self._turn_ends, self.n - (count < 0))
        target = here + count - (1 if count > 0 else 0)
        if target < 0:
            self.go(0)
        elif target >= len(self._turn_ends):
            self.go(self.known)
        else:
            self.go(self._turn_ends[target])

    def go_round(self, count: int) -> None:
        """Go so many rounds on or back."""
        self.go_turns(count * self.round)

    @property
    def round(self) -> int:
        """Say how many turns there are until everybody had one."""
        return self.scene.ordering(Chance(self.header.seed)).round

    def go_notable(self, direction: int) -> bool:
        """Go to the next or previous mark that these eyes can see. Gives False if there is none."""
        return self._go_on([marked.n for marked in self.marks if self.may_see_mark(marked)], direction)

    def go_bookmark(self, direction: int) -> bool:
        """Go to the next or previous bookmark of which anything is shown. Gives False if there is none."""
        return self._go_on([n for n in self.bookmarks if n <= self.horizon], direction)

    def _go_on(self, marks: Sequence[int], direction: int) -> bool:
        ahead = [n for n in marks if n > self.n] if direction > 0 else [n for n in reversed(marks) if n < self.n]
        if ahead:
            self.go(ahead[0])
        return bool(ahead)

    def find(self, words: str) -> bool:
        """Go to the next event whose sentence holds the words, going round at the end. Gives False if there is none."""
        low = words.casefold()
        order = chain(range(self.n, self.known), range(self.n))
        for event in map(self.events.__getitem__, order):
            if self.may_see(event) and low in f"{event.agent} {event.data.sentence()}".casefold():
                self.go(event.n)
                return True
        return False

    def next_eyes(self) -> None:
        """Look with the next eyes: of all, then of each name in turn."""
        ring = ["", *self.header.cast]
        self.eyes = ring[(ring.index(self.eyes) + 1) % len(ring)]


def find_pane(scene: str) -> "tuple[type[ScenePane], str]":
    """Find the picture of a scene: its own, or the one for any scene, with the reason if its own cannot be used."""
    from tui.panes.generic import ScenePane

    entry = installed(GROUP).get(scene)
    if entry is None:
        return ScenePane, ""
    try:
        found = load(entry.module, entry.attr)
    except UserError as error:
        return ScenePane, f"no picture of its own: {error}"
    if not (isinstance(found, type) and issubclass(found, ScenePane)):
        return ScenePane, f"no picture of its own: {entry.value} is no ScenePane"
    return found, ""
