"""Bookmarks: moments of a run that the user marked, with or without a note.

They are stored in the user's data folder by run, never in the log.
"""

import hashlib
from pathlib import Path

import msgspec

from core.recording.header import Header
from core.text import safe_text
from tui.cli.run_files import runs_folder
from tui.preferences import write_json

Bookmarks = dict[int, str]
"""Notes by event number; most notes are empty."""


def path_of(header: Header) -> Path:
    """Return the file of a run's bookmarks. It depends on the header only, not on the recording's name or folder."""
    return runs_folder().parent / "bookmarks" / f"{hashlib.sha256(header.encode()).hexdigest()[:32]}.json"


def read(header: Header) -> Bookmarks:
    """Return a run's bookmarks in order; empty if the file is missing or unreadable."""
    try:
        notes = msgspec.json.decode(path_of(header).read_bytes(), type=Bookmarks)
    except (OSError, msgspec.DecodeError):
        return {}
    return {n: safe_text(notes[n]) for n in sorted(notes)}


def write(header: Header, bookmarks: Bookmarks) -> None:
    """Write a run's bookmarks. Raises UserError if they cannot be written."""
    write_json(path_of(header), bookmarks, "bookmarks last until you leave; they cannot be saved")
