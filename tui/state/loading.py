"""The parts of stages, from runs and recordings."""

from collections.abc import Sequence
from pathlib import Path

from core.recording.checked_reader import CheckedReader
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import Recorded
from core.trust.grants import NOTHING, Grants
from tui.keys import current
from tui.panes.seat import letters
from tui.side_by_side import Beside
from tui.source import Live
from tui.view import View


def live_run(
    header: Header,
    record: Path | None,
    past: Recording | None = None,
    grants: Grants = NOTHING,
    interventions: Sequence[str] = (),
) -> tuple[View, Live]:
    """Make the view and the source of a run, new or continued. Raises UserError."""
    live = Live(header, record, past, grants, interventions)
    people = live.people
    view = View(header, people[0] if people else "")
    if view.seat:
        current().check_scene(header.scene, letters(view.pane))
    view.path = live.path
    view.extend(live.past)
    return view, live


def view_of(recorded: Recorded | CheckedReader, eyes: str, spoiler_free: bool) -> View:
    """Make the view of a recording, with no events yet. Raises UserError for unknown eyes."""
    recorded.header.check_eyes(eyes)
    view = View(recorded.header)
    view.path, view.eyes, view.spoiler_free = recorded.path, eyes, spoiler_free
    return view


def views_beside(
    one: Recorded, other: Recorded, names: tuple[str, str], at: int | None, eyes: str, spoiler_free: bool
) -> Beside:
    """Make two recordings stand beside each other. Raises UserError for unknown eyes and for different scenes."""
    views = view_of(one, eyes, spoiler_free), view_of(other, "", spoiler_free)
    for view, recorded in zip(views, (one, other), strict=True):
        view.extend(recorded.events)
    views[0].go(at or 0)
    return Beside(views, names)
