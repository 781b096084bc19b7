"""Earlier games on the home screen: a position to draw for each scene, and the options that were played last."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.header import Header
from tui.cli.run_files import TOUR, sample_path
from tui.lobby.recordings import LARGEST, RecordingRow
from tui.state.loading import view_of
from tui.view import View

SHARE = 0.6
"""Share of a finished game after which its position is drawn."""
TRIED = 5
"""Largest number of own games of a scene that are opened."""


class Memory(NamedTuple):
    """The position of a scene that is drawn, and the header of the game that was played last, if there are any."""

    view: View | None
    header: Header | None


def remember(scene: str, runs: Sequence[RecordingRow]) -> Memory:
    """Read the newest games of a scene that a person played here; the sample shows a position if there are none."""
    view, header = None, None
    for run in [run for run in runs if run.scene == scene and (run.own or run.open)][:TRIED]:
        found = _view(run.path, run.open)
        if found is None:
            continue
        view = view or found
        if not (run.left or run.path.name.startswith(TOUR)):
            header = found.header
            break
    return Memory(view or _view(sample_path(scene), False), header)


def _view(path: Path, goes_on: bool) -> View | None:
    """Return a view of a recording at the drawn position; None if it cannot be read, or hides more than one hand."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        recording = read_run(path)
        people = [name for name, policy in recording.header.cast.items() if policy == "human"]
        if goes_on and len(people) != 1:
            return None
        view = view_of(recording, people[0] if goes_on else "", False)
        view.extend(recording.events)
        if not goes_on:
            view.go_step(int(len(recording.events) * SHARE))
        return view
    except (UserError, OSError):
        return None
