"""Replies that were paid for, kept from the moment they arrive until their turn is in the log."""

from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from core.events import Asked, Event, Spent
from core.reader import MAX_LINE


class Key(NamedTuple):
    """The k-th call (0, 1, 2 …) of an agent in a turn."""

    turn: int
    agent: str
    k: int


class Kept(NamedTuple):
    """A reply, or why there is none, and the prompt that it answers."""

    prompt: tuple[str, ...]
    reply: str
    failed: str
    cut: bool
    spent: Spent


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: tuple[int, str, int]
    prompt: tuple[str, ...]
    reply: str
    failed: str
    cut: bool
    spent: Spent


class Journal:
    """A file beside the recording, there only while it holds something. One `write` a reply."""

    def __init__(self, recording: Path) -> None:
        self._path = recording.with_name(f"{recording.name}.journal")
        self._file: IO[bytes] | None = None
        self._exists = self._path.exists()

    def read(self) -> dict[Key, Kept]:
        """What an earlier session paid for and did not get into the log; a line that was cut off is dropped."""
        if not self._exists:
            return {}
        out = {}
        for line in self._path.read_bytes().split(b"\n")[:-1]:
            if len(line) > MAX_LINE:
                continue
            try:
                told = msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError:
                continue  # it is asked for again: that costs a call, and loses nothing else
            out[Key(*told.key)] = Kept(told.prompt, told.reply, told.failed, told.cut, told.spent)
        return out

    def add(self, key: Key, kept: Kept) -> None:
        if self._file is None:
            self._file = self._path.open("ab", buffering=0)
            self._exists = True
        line = msgspec.json.encode(_Line((key.turn, key.agent, key.k), *kept))
        self._file.write(b"\n" + line + b"\n")  # what was cut off before it spoils no more than itself

    def drop(self) -> None:
        """All of it is in the log."""
        if self._exists:
            self.close()
            self._path.unlink()
            self._exists = False

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def recorded(events: list[Event]) -> dict[Key, Kept]:
    """The replies that a log holds."""
    out: dict[Key, Kept] = {}
    counts: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(told := event.data, Asked):
            k = counts.get((event.turn, event.agent), 0)
            counts[event.turn, event.agent] = k + 1
            spent = event.spent or Spent(0.0)
            out[Key(event.turn, event.agent, k)] = Kept(told.prompt, told.reply, told.failed, told.cut, spent)
    return out
