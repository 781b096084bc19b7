"""Lineage of branches: find the parent of a recording among other recordings."""

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from core.engine.events import Changed, Forgotten, Withheld
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.file import Recording, Report, ignore_progress
from core.recording.header import Header
from core.recording.line_format import MAX_LINE
from core.recording.reader import Reader
from core.recording.verification import RecordedRun, digest


def is_parent(run: Header, branch: Header) -> bool:
    """Return True if a branch's header names this run as its parent; limits may differ."""
    return branch.parent is not None and identity(run) == identity(branch.parent.header)


def identity(header: Header) -> bytes:
    """Return bytes that identify a run, independent of its limits."""
    return msgspec.json.encode((header.scene, header.seed, header.created, header.cast, header.parent))


def find_parent(branch: RecordedRun, folders: Sequence[Path], report: Report = ignore_progress) -> Recording:
    """Find a branch's parent in folders of recordings. Raises UserError if there is none, or it is not a branch."""
    parent = branch.header.parent
    if parent is None:
        raise UserError("This run is not a branch of another one.")
    shared = _shared(branch, parent.n)
    expected = digest(parent.header, branch.events[:shared])
    for path in recordings_in(folders):
        header = header_of(path)
        if header is not None and is_parent(header, branch.header):
            found = read_run(path, report)
            if digest(parent.header, found.events[:shared]) == expected:
                return found
    raise UserError(
        "The parent run is neither beside this file nor among your recordings; name it: playbill watch FILE PARENT"
    )


def _shared(branch: RecordedRun, n: int) -> int:
    """Count the events that a branch shares with its parent. A step with a counterfactual change is not shared."""
    whole = next((e.n for e in reversed(branch.events[: n - 1]) if e.end), 0)
    cut = any(isinstance(event.data, Withheld | Forgotten | Changed) for event in branch.events[whole:n])
    return whole if cut else n


def header_of(path: Path) -> Header | None:
    """Read the header of a file; None if it is not a recording."""
    reader = Reader(path.name)
    with (
        suppress(UserError, OSError, EOFError, zlib.error),
        gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file,
    ):
        reader.feed(file.readline(MAX_LINE + 1))
    return reader.header


def recordings_in(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the recordings in some folders, each once, newest name first."""
    for folder in dict.fromkeys(folders):
        names: list[str] = []
        with suppress(OSError):
            names = [name for name in os.listdir(folder) if name.endswith((".jsonl", ".jsonl.gz"))]
        yield from (folder / name for name in sorted(names, reverse=True))
