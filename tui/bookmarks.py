"""Bookmarks: moments of a run that the user marked, with a note or without.

They are kept in the user's data folder, by run, and never in its log.
"""

import hashlib
from pathlib import Path

import msgspec

from core.recording.header import Header
from core.text import safe_text
from tui.cli.run_files import runs_folder
from tui.preferences import write_json

Bookmarks = dict[int, str]
"""Notes by event number; most are empty."""


def path_of(header: Header) -> Path:
    """Return the file of a run's bookmarks; it depends on the run alone, not on its recording's name or place."""
    return runs_folder().parent / "bookmarks" / f"{hashlib.sha256(header.encode()).hexdigest()[:32]}.json"


def read(header: Header) -> Bookmarks:
    """Return a run's bookmarks in order; none if there is no such file, or it is unreadable."""
    try:
        notes = msgspec.json.decode(path_of(header).read_bytes(), type=Bookmarks)
    except (OSError, msgspec.DecodeError):
        return {}
    return {n: safe_text(notes[n]) for n in sorted(notes)}


def keep(header: Header, bookmarks: Bookmarks) -> None:
    """Write a run's bookmarks. Raises UserError if they cannot be written."""
    write_json(path_of(header), bookmarks, "bookmarks last until you leave; they cannot be saved")
