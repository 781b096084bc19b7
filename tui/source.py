"""Sources of a stage's events: a live run or a recording, as async iterators of batches."""

import asyncio
import gc
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from core.engine.agents import Human, Visitor
from core.engine.control import Control
from core.engine.events import Event, RunEnded
from core.engine.session import Session
from core.engine.simulator import Reaching, Signal, Told, Waiting
from core.llm.model_client import Asking, Streamed, Trying
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.reader import Reader
from core.trust.grants import NOTHING, Grants


class Source(ABC):
    """Source of a stage: events step by step, the people at its table, and passing signals."""

    replayed = False
    """True if all of it has happened already, and nothing is recorded."""

    def __init__(self, header: Header, path: Path | None, past: Sequence[Event], control: Control) -> None:
        self.header = header
        self.path = path
        self.past = past
        self.control = control
        self.waiting = Waiting(())
        self.reaching: tuple[str, ...] = ()
        """Agents that wait for a tool result."""
        self.replies: dict[str, str] = {}
        """Model replies so far, by agent."""
        self.tries: dict[str, Trying] = {}
        """Calls that had to be made again, by agent."""
        self.told: list[str] = []
        """Notices for the user who started the run, such as the address of a remote seat."""
        self.addresses: dict[str, str] = {}
        """Notice of each remote seat's address, by name."""
        self.changed: Callable[[], None] = _unheard
        """Called with every signal."""

    @property
    @abstractmethod
    def people(self) -> tuple[str, ...]:
        """Names of the people at this terminal."""

    def has_come(self, name: str) -> bool:
        """Return True if the remote player of a seat has connected."""
        return True

    @abstractmethod
    def submit(self, name: str, command: str) -> None:
        """Take a person's command."""

    @abstractmethod
    def batches(self) -> AsyncIterator[list[Event]]:
        """One step's events at a time."""


class Live(Source):
    """A run that is played now."""

    def __init__(
        self,
        header: Header,
        record: Path | None,
        past: Recording | None = None,
        grants: Grants = NOTHING,
        interventions: Sequence[str] = (),
    ) -> None:
        """With `past`, goes on in that file; what its header wishes takes `grants`.

        `interventions` come before anybody acts. Raises UserError.
        """
        self._session = Session(header, record, past, on_signal=self._hear, grants=grants, interventions=interventions)
        self.run = self._session.run
        super().__init__(header, self._session.path, self._session.past, self.run.control)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(name for name, agent in self.run.agents.items() if isinstance(agent, Human))

    def submit(self, name: str, command: str) -> None:
        agent = self.run.agents[name]
        assert isinstance(agent, Human)
        agent.submit(command)

    def has_come(self, name: str) -> bool:
        agent = self.run.agents[name]
        return not isinstance(agent, Visitor) or agent.come

    def _hear(self, signal: Signal) -> None:
        match signal:
            case Waiting(names):
                self.waiting = signal
                self.replies = {name: text for name, text in self.replies.items() if name in names}
                self.tries = {name: tried for name, tried in self.tries.items() if name in names}
            case Reaching(names):
                self.reaching = names
            case Asking(name):
                self.replies[name] = ""
                self.tries.pop(name, None)
            case Streamed(name, piece):
                self.replies[name] = self.replies.get(name, "") + piece
            case Trying(name):
                self.replies[name] = ""
                self.tries[name] = signal
            case Told(name, text):
                self.told.append(text)
                self.addresses[name] = text
        self.changed()

    async def batches(self) -> AsyncIterator[list[Event]]:
        batch: list[Event] = []
        async for event in self._session:
            batch.append(event)
            if event.end:
                yield batch
                batch = []


def _unheard() -> None:
    return


def keep_still() -> None:
    """Have the garbage collector pass over all that is there now: walking through the whole app takes it 20 ms, which a
    key would wait for. What an earlier game has left is collected first.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()


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
