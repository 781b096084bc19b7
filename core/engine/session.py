"""A run together with its recording, its journal of model replies, and its model clients."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.engine.casting import open_run
from core.engine.config import RESUMABLE
from core.engine.events import Acted, Asked, Event, ToolResult
from core.engine.simulator import Run, Signal
from core.llm.journal import Journal
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from core.recording.header import Header
from core.recording.line_format import encode
from core.remote.policies import is_awaited
from core.remote.remote_seat import RemoteSeat
from core.text import one_line
from core.trust.grants import NO_GRANTS, Grants
from core.trust.remembered import remember
from core.trust.wishes import header_wishes

if TYPE_CHECKING:
    from core.remote.programs import Programs

T = TypeVar("T")


def run_sync(call: Callable[[], T]) -> T:
    """Call a function that runs its own event loop, in another thread if this one already runs a loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    thread = ThreadPoolExecutor(1, "playbill")
    try:
        return thread.submit(copy_context().run, call).result()
    finally:
        thread.shutdown(wait=False)


class Session:
    """A run with its files and connections, which it closes when the run ends in any way. Iterate it to play."""

    def __init__(
        self,
        header: Header,
        record: Path | None,
        past: Recording | None = None,
        *,
        seen: Sequence[Event] = (),
        on_signal: Callable[[Signal], None] | None = None,
        routes: Routes | None = None,
        grants: Grants = NO_GRANTS,
        interventions: Sequence[str] = (),
        programs: "Programs | None" = None,
    ) -> None:
        """Begin a run, or continue one in its own file.

        The file is remembered as the user's, so that it can be resumed.

        Args:
            header: Header of the run.
            record: File to record a new run in, or None.
            past: Recording to continue; model replies in its journal are used first.
            seen: Events of a branch that it shares with its parent.
            on_signal: Receives signals for a screen.
            routes: Models shared with other runs.
            grants: Permissions for a header that was read from a file.
            interventions: Interventions to make before any agent acts.
            programs: Host of the players from outside, shared with other runs.

        Raises:
            UserError: The run cannot be played, or its file cannot be written.
        """
        self.header = header
        self.path = past.path if past else record
        self.past = list(past.past if past else seen)
        self._goes_on = past is not None
        self._own_routes = None if routes else Routes()
        self._on_signal, self._shared_programs = on_signal, programs
        self._programs: Programs | None = None
        awaits = any(map(is_awaited, header.cast.values()))
        # filled only after the run exists, so that a run that cannot be played touches no file
        opened: list[Recorder] = []
        self._journal = journal = Journal(self.path) if self.path else None
        with ExitStack() as failed:
            self._recorder = Recorder.claim(past) if past else None
            if self._recorder is not None:
                failed.callback(self._recorder.close)
            self.run: Run = open_run(
                header,
                past=self.past,
                write=(lambda lines: opened[0].write(lines)) if self.path else None,
                on_signal=self._handle_signal if on_signal or awaits else None,
                routes=routes or self._own_routes,
                known=journal.read() if journal and past else {},
                journal=journal,
                grants=grants,
            )
            for text in interventions:
                self.run.control.intervene(one_line(text))
            if past and self._recorder is not None:
                self._recorder.go_on(past, header)
            elif record:
                self._recorder = Recorder.create(record, header)
                failed.callback(self._recorder.close)
            if self._recorder is not None:
                remember(header_wishes(header))
                opened.append(self._recorder)
                if seen:
                    self._recorder.write(b"".join(encode(event) + b"\n" for event in seen))
            failed.pop_all()

    async def __aiter__(self) -> AsyncIterator[Event]:
        batch: list[Event] = []
        try:
            await self._open_seats()
            async for event in self.run:
                if self._programs is not None:
                    batch.append(event)
                    if event.end:
                        self._programs.take(batch)
                        batch = []
                yield event
            self._forget()
        finally:
            await self._close()

    async def play_to_end(self, take: Callable[[Sequence[Event]], None]) -> None:
        """Play the run to its end, passing each step's events to `take`."""

        def pass_on(batch: Sequence[Event]) -> None:
            take(batch)
            if self._programs is not None:
                self._programs.take(batch)

        try:
            await self._open_seats()
            await self.run.play_to_end(pass_on if self._programs else take)
            self._forget()
        finally:
            await self._close()

    def discard_recording(self) -> bool:
        """Delete the recording of a new run that ended before any outside event. Returns True if it was deleted.

        No information is lost: playing the same header again gives the same events.
        """
        if self._goes_on or self.path is None or (self._journal and self._journal.holds):
            return False
        recording = Recording.read(self.path)
        if any(isinstance(event.data, Asked | ToolResult | Acted) for event in recording.events):
            return False
        claimed = Recorder.claim(recording)  # locked, so that no other process can continue it meanwhile
        self.path.unlink()
        claimed.close()
        return True

    def _forget(self) -> None:
        """Delete the journal of model replies if the run cannot be resumed."""
        ended = self.run.ended
        if self._journal and ended is not None and ended.reason not in RESUMABLE:
            self._journal.forget()

    def _handle_signal(self, signal: Signal) -> None:
        if self._programs is not None:
            self._programs.hear(signal)
        if self._on_signal is not None:
            self._on_signal(signal)

    async def _open_seats(self) -> None:
        """Host the seats of players from outside, unless another host has opened them. Raises UserError."""
        if not any(isinstance(agent, RemoteSeat) and not agent.is_open for agent in self.run.agents.values()):
            return
        from core.remote.programs import Programs  # without players from outside, no HTTP library is loaded

        self._programs = self._shared_programs or Programs(self.header, tell=self._handle_signal)
        await self._programs.begin(self.header, self.run.agents, self.past)

    async def _close(self) -> None:
        if self._programs is not None:
            await self._programs.end()
            if self._shared_programs is None:
                await self._programs.leave()
        if self._recorder is not None:
            self._recorder.close()
        if self._own_routes is not None:
            await self._own_routes.close()
