"""Journal of the replies of models and tools, which are kept until their turn is in the log."""

from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from os import unlink
from os.path import exists
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from core.engine.events import Asked, Event, ToolResult
from core.engine.model_tally import Spent
from core.files import replace_file, storage_errors, write_all
from core.llm.messages import Completion
from core.recording.line_format import MAX_LINE


class Key(NamedTuple):
    """Key of an agent's k-th call (0, 1, 2 …) in a turn, to its model or to a tool."""

    turn: int
    agent: str
    k: int


class KnownCall(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the journal: the result of a call, with its prompt, or with the name and input of a tool."""

    key: Key
    prompt: tuple[str, ...]
    completion: Completion = Completion()
    submitted: str = ""
    """Place of the call in a batch, as long as it has no result."""


class Journal:
    """A file beside the recording, which exists only while it holds replies; one `write` per reply.

    Until its run is over, a branch may have a second file, with its parent's replies for later turns.
    """

    def __init__(self, recording: Path) -> None:
        self._path = f"{recording}.journal"
        self._held = f"{recording}.held.journal"
        self._file: IO[bytes] | None = None
        self.holds = exists(self._path)
        """True while the file holds replies of a turn that is not in the log."""

    def read(self) -> dict[Key, KnownCall]:
        """Return the replies for later turns, and paid replies of an earlier session that are not in the log.

        A cut line is dropped.
        """
        out = {}
        files = [Path(path).read_bytes() for path in (self._held, self._path) if exists(path)]
        for line in b"".join(files).split(b"\n")[:-1]:
            if len(line) > MAX_LINE:
                continue
            try:
                call = msgspec.json.decode(line, type=KnownCall)
            except msgspec.DecodeError:
                continue  # the call is made again, which costs no more than one call
            out[call.key] = call
        return out

    def replies(self) -> dict[Key, KnownCall]:
        """Return the same without calls that wait for their batch."""
        return {key: call for key, call in self.read().items() if not call.submitted}

    def add(self, call: KnownCall) -> None:
        """Write a line at once. Raises StorageError."""
        if self._file is None:
            with storage_errors(Path(self._path)):
                self._file = FileIO(self._path, "a")
            self.holds = True
        line = msgspec.json.encode(call)
        # a cut line before this one spoils only itself
        write_all(self._file, Path(self._path), b"\n" + line + b"\n")

    def hold(self, replies: Iterable[KnownCall]) -> None:
        """Keep replies for later turns."""
        replace_file(Path(self._held), b"".join(b"\n" + msgspec.json.encode(call) + b"\n" for call in replies))

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


def recorded_calls(events: Sequence[Event]) -> dict[Key, KnownCall]:
    """Return the replies of models and tools in a log."""
    return {call.key: call for _, call in calls_in(events)}


def calls_in(events: Sequence[Event]) -> Iterator[tuple[Event, KnownCall]]:
    """Iterate over the calls in a log, to models and tools, with their results."""
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        match event.data:
            case Asked() as body:
                prompt = body.prompt
                spent = event.spent or Spent(0.0)
                completion = Completion(
                    body.reply, spent, body.failed, body.cut, body.reasoning, body.finish, body.model
                )
            case ToolResult() as body:
                prompt = (body.tool, body.request)
                completion = Completion(body.text, failed=body.failed)
            case _:
                continue
        k = counts.get((event.turn, event.agent), 0)
        counts[event.turn, event.agent] = k + 1
        yield event, KnownCall(Key(event.turn, event.agent, k), prompt, completion)
