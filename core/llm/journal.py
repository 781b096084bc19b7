"""Journal of replies from outside (models, tools), kept from arrival until their turn is in the log."""

from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from os import unlink
from os.path import exists
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from core.engine.events import Asked, Brought, Event, Spent
from core.files import replace_file, storing, write_all
from core.llm.messages import Completion
from core.recording.line_format import MAX_LINE


class Key(NamedTuple):
    """Key of an agent's k-th call (0, 1, 2 …) in a turn, to its model or to a tool."""

    turn: int
    agent: str
    k: int


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the journal: the result of a call and its prompt; for a tool, its name and input."""

    key: Key
    prompt: tuple[str, ...]
    completion: Completion


class Journal:
    """A file beside the recording that exists while it holds something; one `write` per reply.

    A branch may have a second one, with its parent's replies for later turns, until its run is over.
    """

    def __init__(self, recording: Path) -> None:
        self._path = f"{recording}.journal"
        self._held = f"{recording}.held.journal"
        self._file: IO[bytes] | None = None
        self.holds = exists(self._path)
        """True while it holds replies of a turn that is not in the log."""

    def read(self) -> dict[Key, Kept]:
        """Return replies held for later, and paid replies of an earlier session that are not in the log; a cut line is
        dropped.
        """
        out = {}
        there = [Path(path).read_bytes() for path in (self._held, self._path) if exists(path)]
        for line in b"".join(there).split(b"\n")[:-1]:
            if len(line) > MAX_LINE:
                continue
            try:
                kept = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError:
                continue  # it is asked for again: that costs a call, and loses nothing else
            out[kept.key] = kept
        return out

    def add(self, kept: Kept) -> None:
        """Write a line at once. Raises StorageError."""
        if self._file is None:
            with storing(Path(self._path)):
                self._file = FileIO(self._path, "a")
            self.holds = True
        line = msgspec.json.encode(kept)
        # what was cut off before it spoils no more than itself
        write_all(self._file, Path(self._path), b"\n" + line + b"\n")

    def hold(self, replies: Iterable[Kept]) -> None:
        """Keep replies for later turns."""
        replace_file(Path(self._held), b"".join(b"\n" + msgspec.json.encode(kept) + b"\n" for kept in replies))

    def forget(self) -> None:
        """Drop the replies for later turns."""
        if exists(self._held):
            unlink(self._held)

    def drop(self) -> None:
        """Delete the journal: everything is in the log."""
        if self.holds:
            self.close()
            unlink(self._path)
            self.holds = False

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def recorded(events: Sequence[Event]) -> dict[Key, Kept]:
    """Return the replies of models and tools in a log."""
    return {kept.key: kept for _, kept in calls_in(events)}


def calls_in(events: Sequence[Event]) -> Iterator[tuple[Event, Kept]]:
    """Iterate over the calls in a log, to models and tools, with their results."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        match event.data:
            case Asked() as told:
                prompt = told.prompt
                spent = event.spent or Spent(0.0)
                completion = Completion(
                    told.reply, spent, told.failed, told.cut, told.reasoning, told.finish, told.model
                )
            case Brought() as told:
                prompt = (told.tool, told.request)
                completion = Completion(told.text, failed=told.failed)
            case _:
                continue
        k = counts.get((event.turn, event.agent), 0)
        counts[event.turn, event.agent] = k + 1
        yield event, Kept(Key(event.turn, event.agent, k), prompt, completion)
