"""The state of a stage: keys, events and time change it, and widgets read it. Independent of Textual."""

import asyncio
import time

from core.engine.capabilities import Large, capability
from core.engine.events import Event
from tui.source import Source, follow, freeze_objects
from tui.state.command_list import CommandList
from tui.state.commands import Commands
from tui.state.loading import READ_SECONDS_PER_FRAME
from tui.state.parts import StageParts
from tui.tour import Tour

COUNTDOWN_SECONDS = 1 / 8
"""Seconds between steps of a countdown."""
CONNECTION_CHECK_SECONDS = 1.0
"""Seconds between checks whether an awaited remote player has connected."""
Frame = tuple[object, ...]


class StageState(StageParts):
    """State of a stage: everything that is shown, and its changes by keys, events and time.

    `changed` is called when there may be something to draw. `frame()` differs if there is, and `due()` is the time of
    the next change without a key or event.
    """

    def __post_init__(self, tour: Tour | None) -> None:
        super().__post_init__(tour)
        self.keys = Commands(self)
        self.command_list = CommandList(self, self.keys)

    # -- events

    def begin(self) -> None:
        """Start the run, or load the rest of the recording."""
        freeze_objects()
        self.focus = self.home
        if self.live is not None:
            self.speed = self.tempo.speed
            if len(self.live.people) > 1:
                self.seat.draw_curtain(self.live.people[0])
        self.place_focus()
        self.tab = next((i for i, tab in enumerate(self.tabs) if tab.is_first), 0)
        self.talk.go_on()
        self.start("source", self._read() if self.live is None else self._play(self.live))
        self.ready = True
        if self.leaving:  # closed before it was shown
            self.start("leaving", self.leaver.close())

    async def _play(self, live: Source) -> None:
        """Show a game while it is played."""
        await self._open_scene()
        async for batch in live.batches():
            if not await self.setting_up.lay_out(batch, self.view):
                self.changed()
                await self.beats.show(batch, self.view, self._halt)
            self.queue.update(batch[-1])
            self.seat.open_perspective(batch)
            self.touch()
            if batch[-1].agent not in live.people and not live.control.stopping:
                await self._pause_between(live, batch[-1])

    def _halt(self, event: Event) -> float:
        seconds = 0.0 if self.leaving else self.beats.seconds(event, self.view, self.tempo, self.speed)
        if seconds:
            self.changed()
        return seconds

    async def _pause_between(self, live: Source, last: Event) -> None:
        """Pause between turns of bots, so that people can follow."""
        if last.end != "turn" or not last.turn or self.tempo.pace == 0:
            return
        until = time.monotonic() + self.tempo.pace * self.view.pane.traits.pace / self.speed
        while time.monotonic() < until and not live.control.stopping:
            await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))

    async def _read(self) -> None:
        """Show the rest of a recording, then events that are added while it grows."""
        await self._open_scene()
        while self.reading is not None:
            if not self.reading.go_on(READ_SECONDS_PER_FRAME):
                self.reading = None
                self._arrive()
            self.changed()
            await asyncio.sleep(0)
        if self.follow is not None:
            async for batch in follow(self.follow, self.view.known):
                self.view.extend(batch)
                self.changed()

    async def _open_scene(self) -> None:
        """Prepare the scene's first event in a thread, if that is slow."""
        if (slow := capability(self.view.head, Large).long_opening(self.view.header.seed)) is not None:
            await asyncio.to_thread(slow)

    def _arrive(self) -> None:
        """Finish loading a recording."""
        freeze_objects()
        with self.reporting():
            self.view.arrive()
        self.touch()

    # -- time

    def tick(self, now: float) -> None:
        """Do everything that is due."""
        if self.setting_up.is_running:
            return
        if self.live is not None:
            self._update(self.live)
            self._count_down(self.live)
            if not self.ending.shown:
                self.talk.read()
        if self.highlights.is_running:
            self.highlights.replay(now)
        elif self.playing:
            self.playback.replay(now)
        if self.ready and self.ending.due:
            self.ending.open()
        elif self.ending.shown and not self.view.at_now:
            self.ending.close()
        self.guide.update()

    def _update(self, live: Source) -> None:
        """Handle the signals of a run."""
        if live.rejected:
            self.queue.given.clear()
            self.tell(live.rejected.pop(0), "bad")
        if live.notices and (live.replayed or live.is_guest or not self.news[0]):
            self.tell(live.notices.pop(0), "accent")
        self.seat.give_queued(live)
        if not self.clock.update(self.view, live, self.tempo.motion):
            return
        if self.view.seat in live.waiting.names and not live.replayed:
            self.news = ("", "")
        due = [name for name in live.waiting.names if name in live.people]
        if due and self.view.seat not in due and not self.seat.curtain:
            self.seat.draw_curtain(due[0])

    @property
    def counts_down(self) -> bool:
        """True while a countdown runs for a person who sees the board and has not answered."""
        live, seat = self.live, self.view.seat
        there = live is not None and not live.replayed and not self.covered and not self.paused and not self.why
        return there and self.my_turn and self.guide.step is None and seat not in self.queue.given

    def _count_down(self, live: Source) -> None:
        if self.counts_down and (countdown := self.view.pane.countdown()) and countdown.is_over():
            self.seat.give(countdown.command)
            self.tell(f"time is up: {countdown.command}", "accent")

    def due(self) -> float | None:
        """Return the time of the next change without a key or event; None if there is none."""
        now, times = time.monotonic(), list[float | None]()
        times.append(self.highlights.due() if self.highlights.is_running else self.playback.replay_due())
        if self.beats.until > now:
            times.append(self.beats.until)
        if self.live is not None and self.view.ended is None and not self.failed:
            times += [self.setting_up.due(self.view), self.clock.due(self.view, self.tempo.motion)]
            if self.counts_down and self.view.pane.countdown():
                times.append(now + COUNTDOWN_SECONDS)
            away = any(name in self.live.addresses and not self.live.has_connected(name) for name in self.view.waiting)
            if away or (self.table is not None and self.view.waiting):
                times.append(now + CONNECTION_CHECK_SECONDS)
        return min((each for each in times if each is not None), default=None)

    # -- drawing

    @property
    def paintable(self) -> bool:
        """True if the board is set up and there is room for it."""
        return self.space.fits and not self.setting_up.is_running and not self.broken

    @property
    def notice(self) -> tuple[str, int] | None:
        """Text and elapsed seconds of the set-up; None after it."""
        going = self.goes_on and not self.failed
        return self.setting_up.words(self.view) if going else None

    def frame(self) -> Frame:
        """Return everything that widgets read: an equal frame means that there is nothing to draw."""
        view = self.view
        return (
            self.revision,
            self.guide.step,
            (self.beats.now, self.beats.part),
            self.highlights.now,
            self.beside.index(view) if self.beside else 0,
            view.n,
            view.known * 100 // view.expected if view.expected else view.known,
            view.awaited,
            view.perspective,
            (view.waiting, view.awaiting_tools, *view.thinking.values(), *map(len, view.replies.values())),
            (self.tab, self.focus, self.text, self.asking, self.news),
            (self.why, self.ending.shown, self.failed, self.broken, self.notice),
            (self.speed, self.playing, self.paused, self.playback.replay_speed.share),
            self._table_frame(),
            int(time.monotonic() / COUNTDOWN_SECONDS) if self.counts_down and view.pane.countdown() else 0,
        )

    def _table_frame(self) -> Frame:
        """All that widgets may read of a shared table."""
        if (table := self.table) is None:
            return ()
        chat = table.chat
        return (
            chat.lines[-1:],
            chat.unread,
            chat.closed,
            tuple(table.shown),
            table.is_paused,
            table.seconds(self.view.waiting),
        )
