"""Earlier games on the home screen: a position to draw for each scene, and the options that were played last."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.header import Header
from tui.cli.run_files import sample_path
from tui.lobby.recordings import MAX_BOARD_BYTES, RecordingRow
from tui.state.loading import view_of
from tui.view import View

DRAWN_SHARE = 0.6
"""Share of a finished game after which its position is drawn."""
MAX_OPENED = 5
"""Largest number of the player's games of a scene that are opened."""


class LastGames(NamedTuple):
    """Position to draw for a scene, and header of its last game; each None if there is none."""

    view: View | None
    header: Header | None


def read_last_games(scene: str, runs: Sequence[RecordingRow]) -> LastGames:
    """Read the newest games of a scene played here; without one, use a position of the sample."""
    view, header = None, None
    for run in [run for run in runs if run.scene == scene and (run.own or run.can_continue)][:MAX_OPENED]:
        found = _view(run.path, run.can_continue)
        if found is None:
            continue
        view = view or found
        if not (run.parent or run.practice):
            header = found.header
            break
    return LastGames(view or _view(sample_path(scene), False), header)


def _view(path: Path, goes_on: bool) -> View | None:
    """Return a view of a recording at the position to draw, if it can be read and reveals nothing hidden."""
    try:
        if path.stat().st_size > MAX_BOARD_BYTES:
            return None
        recording = read_run(path)
        people = recording.header.people
        if goes_on and len(people) != 1:
            return None
        view = view_of(recording, people[0] if goes_on else "", False)
        view.extend(recording.events)
        if not goes_on:
            view.go_step(int(len(recording.events) * DRAWN_SHARE))
        return view
    except (UserError, OSError):
        return None
