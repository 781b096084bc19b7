"""Moments that somebody wants to find again, with a note or without: kept in the user's data folder, by run, and never
in its log.
"""

import hashlib
from pathlib import Path

import msgspec

from core.errors import UserError
from core.recording.header import Header
from core.text import safe_text
from tui.cli.run_files import runs_folder


def path_of(header: Header) -> Path:
    """Say where a run's bookmarks are, whatever its recording is called and wherever it is."""
    return runs_folder().parent / "bookmarks" / f"{hashlib.sha256(header.encode()).hexdigest()[:32]}.json"


Bookmarks = dict[int, str]
"""Numbers of events, and what is noted there; nothing in most cases."""


def read(header: Header) -> Bookmarks:
    """Give the events that are marked, in order; none, where there is no such file, or it is something else."""
    try:
        told = msgspec.json.decode(path_of(header).read_bytes(), type=Bookmarks)
    except (OSError, msgspec.DecodeError):
        return {}
    return {n: safe_text(told[n]) for n in sorted(told)}


def keep(header: Header, marked: Bookmarks) -> None:
    """For the next time. Raises UserError if they cannot be written."""
    path = path_of(header)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(marked))
    except OSError as error:
        raise UserError(f"the bookmarks hold for now, and cannot be kept: {path}: {error.strerror}") from error
