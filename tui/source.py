"""Sources of events for a stage: a live run, or a recording whose moves are guessed."""

import asyncio
import gc
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from core.actions.menu import command_taken
from core.engine.agents import ConnectingAgent, Human
from core.engine.capabilities import Reviewed, capability
from core.engine.control import Control, ThinkingCancelled
from core.engine.events import Event, RunEnded
from core.engine.scene import Scene
from core.engine.session import Session
from core.engine.simulator import Notice, Pending, Signal, Waiting
from core.errors import IllegalAction
from core.llm.model_client import CallRetried, CallStarted, ReplyPiece
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.reader import Reader
from core.recording.verification import RecordedRun
from core.trust.grants import NO_GRANTS, Grants

if TYPE_CHECKING:
    from tui.shared_table import SharedTable


class Source(ABC):
    """Source of a stage: its events step by step, the people who play, and signals."""

    replayed = False
    """True if it plays a recording and records nothing."""
    is_guest = False
    """True if another Playbill hosts the game: only the host can change it or show everything."""

    def __init__(self, header: Header, path: Path | None, past: Sequence[Event], control: Control) -> None:
        self.header = header
        self.path = path
        self.past = past
        self.control = control
        self.waiting = Waiting(())
        self.awaiting_tools: tuple[str, ...] = ()
        """Agents that wait for a tool result."""
        self.replies: dict[str, str] = {}
        """Unfinished model replies, by agent."""
        self.tries: dict[str, CallRetried] = {}
        """Calls that were repeated, by agent."""
        self.rejected: list[str] = []
        """Reasons why a person's commands were rejected before they reached the log; the person may try again."""
        self.released: RecordedRun | None = None
        """The complete game, after its host has released it to a guest."""
        self.notices: list[str] = []
        """Notices for the user who started the run, such as the address of a remote seat."""
        self.addresses: dict[str, str] = {}
        """Notice with the address of each remote seat, by name."""
        self.table: SharedTable | None = None
        """The people at a table over a network; None for a game that is only played here."""
        self.changed: Callable[[], None] = _unheard
        """Function that is called after every signal."""

    @property
    @abstractmethod
    def people(self) -> tuple[str, ...]:
        """Names of the people who play at this terminal."""

    def has_connected(self, name: str) -> bool:
        """Return True if the remote player of a seat has connected."""
        return True

    @abstractmethod
    def submit(self, name: str, command: str) -> None:
        """Pass on a person's command."""

    @abstractmethod
    def batches(self) -> AsyncIterator[list[Event]]:
        """Yield the events of one step at a time."""


class LiveRun(Source):
    """A run that is played now."""

    def __init__(
        self,
        header: Header,
        record: Path | None,
        past: Recording | None = None,
        grants: Grants = NO_GRANTS,
        interventions: Sequence[str] = (),
    ) -> None:
        """Begin a run, or continue the recording `past`. `grants` must cover everything that the header needs.

        `interventions` are made before any agent acts. Raises UserError.
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

    def has_connected(self, name: str) -> bool:
        agent = self.run.agents[name]
        return not isinstance(agent, ConnectingAgent) or agent.come

    def _hear(self, signal: Signal) -> None:
        match signal:
            case Waiting(names):
                self.waiting = signal
                self.replies = {name: text for name, text in self.replies.items() if name in names}
                self.tries = {name: tried for name, tried in self.tries.items() if name in names}
            case Pending(names):
                self.awaiting_tools = names
            case CallStarted(name):
                self.replies[name] = ""
                self.tries.pop(name, None)
            case ReplyPiece(name, piece):
                self.replies[name] = self.replies.get(name, "") + piece
            case CallRetried(name):
                self.replies[name] = ""
                self.tries[name] = signal
            case Notice(name, text):
                self.notices.append(text)
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


def freeze_objects() -> None:
    """Exempt all existing objects from garbage collection.

    A pass over the whole app takes 20 ms, which would delay a key. Objects of an earlier game are collected first.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()


async def follow(path: Path, known: int, every: float = 0.1) -> AsyncIterator[list[Event]]:
    """Yield the batches that a run in progress adds to its file after event `known`, until the run ends."""
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


Grade = Literal["same", "as good", "different"]


class GuessResult(NamedTuple):
    """A guess, the recorded move, and the comparison of the two."""

    guess: str
    did: str
    grade: Grade


class GuessingReplay(Source):
    """A recording in which the person guesses the moves of one seat before they are shown."""

    replayed = True

    def __init__(self, header: Header, events: Sequence[Event], scene: Scene, n: int, seat: str) -> None:
        """Begin after event n. `scene` is the state there; the source changes it from now on."""
        super().__init__(header, None, events[:n], Control())
        self.seat = seat
        self.guesses: list[GuessResult] = []
        self._events = events
        self._scene = scene
        self._given: asyncio.Queue[str] = asyncio.Queue()

    @property
    def people(self) -> tuple[str, ...]:
        return (self.seat,)

    def submit(self, name: str, command: str) -> None:
        self._given.put_nowait(command)

    def score(self) -> str:
        """Write the grade of the last guess, and the score so far."""
        if not self.guesses:
            return ""
        last, count = self.guesses[-1], len(self.guesses)
        same, good = (sum(each.grade == grade for each in self.guesses) for grade in ("same", "as good"))
        move = f"{self.seat} did the same" if last.grade == "same" else f"{self.seat}: {last.did} ({last.grade})"
        return f"{move}   of {count}: {same} same, {good} as good, {count - same - good} different"

    async def batches(self) -> AsyncIterator[list[Event]]:
        """Yield the events of one step at a time; wait for a guess before a step of the seat."""
        step: list[Event] = []
        for event in self._events[len(self.past) :]:
            step.append(event)
            if not event.end:
                continue
            if did := command_taken(self._scene, self.seat, step) if step[0].turn else "":
                await self._ask(did)
            await self.control.wait_while_paused()
            if self.control.stopping:
                return
            for each in step:
                self._scene.apply(each)
            yield step
            step = []

    async def _ask(self, did: str) -> None:
        """Wait for the person's guess, and grade it."""
        self._wait_for(self.seat)
        try:
            guess = await self.control.race(self._given.get(), restartable=False)
        except ThinkingCancelled:
            return
        finally:
            self._wait_for()
        self.guesses.append(GuessResult(guess, did, await asyncio.to_thread(self._grade, guess, did)))
        self.notices = [self.score()]

    def _wait_for(self, *names: str) -> None:
        self.waiting = Waiting(names)
        self.changed()

    def _grade(self, guess: str, did: str) -> Grade:
        scene, seat = self._scene, self.seat
        try:
            mine, theirs = scene.parse(seat, guess), scene.parse(seat, did)
        except IllegalAction:
            return "different"
        if scene.describe(mine) == scene.describe(theirs):
            return "same"
        one, other = (capability(scene.copy(), Reviewed).weigh(seat, each) for each in (mine, theirs))
        return "as good" if one and other and one.loss <= other.loss else "different"
