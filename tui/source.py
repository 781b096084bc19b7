"""Where a stage's events come from: a run that is being played, or a recording. Both are async iterators of batches."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from core.agents import Human
from core.casting import open_run
from core.events import Event, RunEnded
from core.header import Header
from core.reader import Reader
from core.recording import Recorder, Recording
from core.simulator import Run, Signal


class Live:
    """A run, with its recorder and the people at its table."""

    def __init__(self, header: Header, record: Path | None, past: Recording | None = None) -> None:
        """With `past`, goes on in that file. Raises UserError."""
        self.header = header
        self.path = past.path if past else record
        self.past = list(past.past) if past else []
        self.waiting: tuple[str, ...] = ()
        self._recorder = Recorder.reopen(past, header) if past else Recorder.create(record, header) if record else None
        write = self._recorder.write if self._recorder else None
        self.run: Run = open_run(header, past=self.past, write=write, on_signal=self._hear)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(name for name, agent in self.run.agents.items() if isinstance(agent, Human))

    def submit(self, name: str, command: str) -> None:
        agent = self.run.agents[name]
        assert isinstance(agent, Human)
        agent.submit(command)

    def queued(self, name: str) -> bool:
        """Whether a person's commands wait for their turn."""
        agent = self.run.agents[name]
        return isinstance(agent, Human) and agent.waiting > 0

    def _hear(self, signal: Signal) -> None:
        self.waiting = signal.waiting

    async def batches(self) -> AsyncIterator[list[Event]]:
        """One step's events at a time. Closes the recording at the end, however that comes."""
        batch: list[Event] = []
        try:
            async for event in self.run:
                batch.append(event)
                if event.end:
                    yield batch
                    batch = []
        finally:
            self.close()

    def close(self) -> None:
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None


async def follow(path: Path, known: int, every: float = 0.1) -> AsyncIterator[list[Event]]:
    """Batches that a run in progress adds to its file, after the first `known` events, until the run ends."""
    reader = Reader(path.name)
    with path.open("rb") as file:
        while not isinstance(reader.ended, RunEnded):
            data = file.read(2**20)
            if data:
                fresh = [event for event in reader.feed(data) if event.n > known]
                if fresh:
                    yield fresh
            else:
                await asyncio.sleep(every)
