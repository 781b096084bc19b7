"""Reader of a recording in pieces, which checks each event against the game.

`read_run` reads a whole recording; a screen can show the first pieces while it reads the others.
"""

from collections.abc import Iterator
from pathlib import Path

from core.engine.audience import may_know
from core.engine.capabilities import Portable, capability
from core.engine.casting import set_up
from core.engine.events import Asked, Body, Event, GroupEnded, Prompted, RunEnded
from core.engine.shared_events import PERSONAL
from core.errors import UserError
from core.llm.judge import judge_in
from core.llm.routes import prompts_for
from core.recording.file import Recording, Report, chunks, ignore_progress
from core.recording.reader import Reader

PIECE = 2**15
"""Number of bytes in a piece, which takes a few milliseconds to read."""


class CheckedReader:
    """Iterates over the events of a recording in pieces, once."""

    def __init__(self, path: Path) -> None:
        """Read the header. Raises UserError, also for options that Playbill would never write."""
        self.path = path
        self.reader = Reader(path.name)
        self.share = 0.0
        """Share of the file read so far, from 0 to 1."""
        self._chunks = chunks(path, PIECE)
        self._first: list[Event] = []
        while self.reader.header is None and self._feed(self._first):
            pass
        self.header = self.reader.finish()
        self._scene, _ = set_up(self.header)
        self._names = {*self._scene.names, ""}
        prompts_for(self.header, self._scene.prompts)
        config = self._scene.config
        meant = config.model_dump(mode="json")
        written = ((key, value) for key, value in self.header.config.items() if key not in config.removed)
        if option := next((key for key, value in written if meant.get(key) != value), None):
            raise UserError(
                f"{path.name}: line 1: option {option} is not as Playbill writes it, {meant.get(option)!r}."
            )

    def __iter__(self) -> Iterator[list[Event]]:
        """Yield lists of events. Raises UserError with the line or event number."""
        piece, more = self._first, True
        while more:
            for event in piece:
                self._check(event)
            yield piece
            piece = []
            more = self._feed(piece)

    def _feed(self, piece: list[Event]) -> bool:
        """Read the next chunk into `piece`. Returns False at the end of the file."""
        read = next(self._chunks, None)
        if read is None:
            return False
        chunk, self.share = read
        piece += self.reader.feed(chunk)
        return True

    def _check(self, event: Event) -> None:
        scene = self._scene
        try:
            if unknown := {event.agent, *_named(event.data)} - self._names:
                raise ValueError(f"nobody is called {min(unknown)!r}")
            judging = isinstance(event.data, Asked | Prompted) and judge_in(self.header)
            if isinstance(event.data, PERSONAL) and not event.agent and not judging:
                raise ValueError("it must name an agent")
            scene.apply(event)
            event.data.sentence()
            may_know(event, scene.names[0], scene)
            if not self.header.is_partial:  # the checks compare events with others, which a partial recording may lack
                capability(scene, Portable).admits(event)
        except Exception as error:  # a forged event may raise any exception in a scene
            problem = f"{type(error).__name__}: {error}"
            raise UserError(f"{self.path.name}: event {event.n} does not fit the game ({problem}).") from error


def read_run(path: Path, report: Report = ignore_progress) -> Recording:
    """Read a whole recording and check its events. Raises UserError."""
    incoming = CheckedReader(path)
    events: list[Event] = []
    for piece in incoming:
        events += piece
        report(f"reading {len(events):,} events", incoming.share)
    return Recording(path, incoming.header, events, incoming.reader)


def _named(body: Body) -> tuple[str, ...]:
    """Return the players that a shared event mentions besides its agent."""
    match body:
        case GroupEnded(waiting):
            return waiting
        case RunEnded(winners=winners, scores=scores):
            return (*winners, *scores)
    return ()
