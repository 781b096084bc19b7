"""Projection of a run for one audience: the events that a seat, or the public, may know, numbered anew.

A projection is pure: the same run gives the same bytes. It does not depend on secret thoughts and actions of others,
not even on the number of their events, so numbers and turns have no gaps that would reveal them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from hashlib import sha256

from msgspec import UNSET
from msgspec.structs import replace

from core.engine.audience import Witnesses, hidden_turns
from core.engine.casting import recorded_config, set_up
from core.engine.config import RESUMABLE
from core.engine.events import Event, RunEnded, TurnEnded
from core.engine.registry import find_scene
from core.engine.scene import Scene
from core.errors import UserError
from core.recording.header import Header, Partial
from core.recording.line_format import LogWriter
from core.remote.policies import REMOTE

PUBLIC = ""
"""Audience of spectators: the events that everyone may know."""


def commit(header: Header, nonce: str) -> str:
    """Return the commitment to a header that is released after the game."""
    return sha256(nonce.encode() + header.encode()).hexdigest()


def public_header(header: Header, audience: str, salt: int, commitment: str, *, everything: bool = False) -> Header:
    """Return the header for an audience, without information that is hidden from it.

    Args:
        header: The header of the run.
        audience: A seat, or PUBLIC.
        salt: A public random number in place of the seed, for hints and layouts.
        commitment: Commitment to the whole header.
        everything: True if the audience sees all events.

    Returns:
        A header without hidden options, seed, models, parent and time; all other seats are remote.

    Raises:
        UserError: The seats depend on hidden options, so that the game cannot be hosted.
    """
    config = recorded_config(header.scene, header.config)
    partial = replace(
        header,
        seed=salt,
        config={**find_scene(header.scene).Config().model_dump(mode="json"), **config.public()},
        cast={name: "human" if name == audience else REMOTE for name in header.cast},
        created="",
        models={},
        prompts=UNSET,
        parent=None,
        partial=Partial(audience, commitment, everything),
    )
    try:
        set_up(partial)
    except UserError as error:
        raise UserError(f"These options of {header.scene} cannot be hosted, as they hold secrets: {error}") from error
    return partial


class AudienceLog:
    """Log of one audience: a partial recording that grows with the run."""

    def __init__(self, header: Header) -> None:
        """Start an empty log with the header of the audience (`public_header`)."""
        assert header.partial
        self.header = header
        self.name = header.partial.seat
        self.everything = header.partial.everything
        """True if the audience sees all events."""
        self.n = 0
        """Number of the newest event."""
        self.turn = 0
        """Turn of the newest event, counted in turns that the audience may know."""
        self._chunks: list[bytes] = []
        """Lines of each batch."""
        self._ends: list[int] = []
        """Number of the last event of each batch."""
        self._turns: list[int] = []
        """Turn of each batch."""
        self.is_final = False
        """True once the run has ended for good."""
        self.digest = ""
        """Digest of the whole log, once the run has ended."""
        self._writer = LogWriter(header.stable(), self._chunks.append)
        self._batch: list[Event] = []
        self._open_turn = False
        """True if the log has events of a turn, but not the end of that turn."""

    def add(self, event: Event, hidden: int) -> None:
        """Add an event that the audience may know; `hidden` counts earlier turns that are hidden from the audience."""
        if isinstance(event.data, TurnEnded):
            return  # private events affect whether a run needs this event: `close` adds it if this audience needs it
        self.n += 1
        self.turn = event.turn - hidden
        data = event.data
        if isinstance(data, RunEnded):
            self.digest = self._writer.digest()
            self.is_final = data.reason not in RESUMABLE
            public = replace(data, result={"turns": self.turn}, digest=self.digest, models={})
            data = public if self.is_final else replace(public, winners=(), scores={})
        self._batch.append(replace(event, n=self.n, turn=self.turn, data=data, end="", t=0.0, spent=None))
        self._open_turn = True

    def close(self, end: str) -> None:
        """End a batch of the run with "step" or "turn", even if it has no events for the audience."""
        if not self._batch and end == "turn" and self._open_turn:
            self.n += 1
            self._batch = [replace(TurnEnded().by(), n=self.n, turn=self.turn, t=0.0)]
        if self._batch:
            self._batch[-1] = replace(self._batch[-1], end=end)
            self._writer.take(self._batch)
            self._writer.settle()
            self._batch = []
            self._ends.append(self.n)
            self._turns.append(self.turn)
        self._open_turn = self._open_turn and end != "turn"

    def __len__(self) -> int:
        """Return the number of batches."""
        return len(self._chunks)

    def __getitem__(self, at: int) -> bytes:
        """Return the lines of a batch."""
        return self._chunks[at]

    def until_turn(self, turn: int) -> int:
        """Return the number of batches up to a turn."""
        return bisect_right(self._turns, turn)

    def after(self, n: int) -> int:
        """Return the index of the first batch after event n."""
        return bisect_right(self._ends, n)


class Projector:
    """Folds a run, and passes each audience the events that it may know."""

    def __init__(self, header: Header, logs: Sequence[AudienceLog]) -> None:
        self.logs = {log.name: log for log in logs}
        self.scene: Scene = set_up(header)[0]
        self._witnesses = Witnesses()
        self._hidden = dict.fromkeys(self.logs, 0)
        self._turn = 0

    def take(self, batch: Sequence[Event]) -> None:
        """Take the events of one step or turn."""
        for event in batch:
            if event.turn != self._turn:
                for name in self._hidden:
                    self._hidden[name] += hidden_turns(self.scene, name, self._turn, event.turn)
                self._turn = event.turn
            self.scene.apply(event)
            self._witnesses.take(event, self.scene)
            for name, log in self.logs.items():
                if log.everything:
                    log.add(event, 0)
                elif self._witnesses.may_know(event, name):
                    log.add(event, self._hidden[name])
        for log in self.logs.values():
            log.close(batch[-1].end)
