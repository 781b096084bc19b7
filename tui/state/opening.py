"""Construction of stages for runs and recordings, for the command line and the lobby."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from core.engine.casting import prepare
from core.engine.config import LIMITS
from core.engine.registry import find_scene
from core.errors import UserError
from core.puzzles.puzzle import Puzzle
from core.recording.checked_reader import CheckedReader, read_run
from core.recording.file import Recording, Report, ignore_progress
from core.recording.header import Header
from core.recording.lineage import find_parent
from core.recording.verification import RecordedRun
from core.remote.client import Client
from core.remote.host import Host
from core.text import one_line
from core.trust.grants import NO_GRANTS, Grants
from core.user_config import own_models
from tui.cli.run_files import TOUR, folders_for, fresh_path, runs_folder
from tui.log_view import END
from tui.remote_sources import HostedRun, JoinedGame
from tui.side_by_side import BRANCH_NAMES
from tui.state.daily import daily_run
from tui.state.loading import (
    FIRST_READ_SECONDS,
    READ_SECONDS_PER_FRAME,
    RecordingLoader,
    live_run,
    view_of,
    view_of_source,
    views_beside,
)
from tui.state.puzzle import puzzle_run
from tui.state.stage import StageState
from tui.tour import Tour
from tui.view import find_pane
from tui.you.daily import Dailies
from tui.you.games import read_games

LONG_BYTES = 4 * 2**20
"""Size in bytes from which opening a recording takes a while."""


def is_long(path: Path) -> bool:
    """Return True if reading a recording takes a while."""
    return path.is_file() and path.stat().st_size > LONG_BYTES


def resume_hint(file: str, reason: str) -> str:
    """Return a hint with the command that continues a run, with a higher limit if one was reached."""
    return f"go on: playbill resume {file}{f' -o {reason}=…' if reason in LIMITS else ''}"


def live_stage(
    header: Header,
    record: Path | None,
    past: Recording | None = None,
    grants: Grants = NO_GRANTS,
    interventions: Sequence[str] = (),
    tour: Tour | None = None,
) -> StageState:
    """Make a stage for a run, new or continued. `tour` is a tour to show with it. Raises UserError."""
    return StageState(*live_run(header, record, past, grants, interventions), tour=tour)


def hosted_stage(
    host: Host, record: Path | None, past: Recording | None = None, grants: Grants = NO_GRANTS
) -> StageState:
    """Make a stage for a game that is hosted here, new or continued. Raises UserError."""
    live = HostedRun(host, host.header, record, past, grants)
    if live.path is not None:
        host.settings.save(live.path)
    return StageState(view_of_source(live), live)


def joined_stage(client: Client) -> StageState:
    """Make a stage for a joined game that has begun. Raises UserError."""
    joined = JoinedGame(client)
    return StageState(view_of_source(joined), joined)


def toured(scene: str) -> StageState:
    """Make a stage for a scene's tour, recorded like any other game. Raises UserError for a scene without one."""
    find_scene(scene)
    tour = find_pane(scene)[0].traits.tour
    if tour is None:
        raise UserError(f"{scene} has no tour; play it: playbill play {scene}")
    header = prepare(scene, tour.options, tour.cast, tour.seed, human=True)
    return live_stage(header, fresh_path(header, TOUR), tour=tour)


def daily_stage(day: date, scene: str = "") -> StageState:
    """Make a stage for a scene's deal of a day, or for the first that is not done. Raises UserError."""
    found = Dailies(read_games(runs_folder()))
    return StageState(*daily_run(found.choose(day, scene), found))


def puzzle_stage(puzzle: Puzzle) -> StageState:
    """Make a stage at a puzzle's position, recorded as a branch. Must not run in an event loop."""
    return StageState(*puzzle_run(puzzle))


def stage_again(recording: Recording) -> StageState:
    """Make a stage for a run that can continue: live, or as a replay if a limit must be raised first.

    Raises UserError.
    """
    reason = recording.ended.reason if recording.ended else ""
    if reason not in LIMITS:
        grants = Grants.of(own=own_models()).with_known_header(recording.header)
        return live_stage(grants.describe(recording.header), None, recording, grants)
    message = f"{reason} reached; {resume_hint(one_line(recording.path.name), reason)}"
    people = recording.header.people
    if len(people) > 1:
        raise UserError(message)
    stage = replay_stage(recording, perspective=people[0] if people else "")
    stage.tell(message, "accent")
    return stage


def replay_stage(
    recording: RecordedRun,
    *,
    speed: float = 1.0,
    at: int | None = None,
    perspective: str = "",
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for a complete run, from its start or paused at an event.

    Raises UserError for an unknown perspective.
    """
    view = view_of(recording, perspective, spoiler_free)
    view.extend(recording.events)
    view.go(at or 0)
    return StageState(view, speed=speed, playing=at is None)


def file_stage(
    path: Path,
    *,
    speed: float = 1.0,
    at: str = "",
    perspective: str = "",
    follow: bool = False,
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for a recording: from its start, paused at a moment, or following a run in progress.

    A long recording is shown while it is still being read. Raises UserError for errors found before that.
    """
    incoming = CheckedReader(path)
    view = view_of(incoming, perspective, spoiler_free)
    reading = RecordingLoader(view, incoming)
    if follow:
        view.go(END)
    elif at:
        view.seek(at)
    more = reading.go_on(READ_SECONDS_PER_FRAME if is_long(path) else FIRST_READ_SECONDS)
    if not more:
        view.arrive()
    return StageState(
        view, speed=speed, playing=not at, reading=reading if more else None, follow=path if follow else None
    )


def beside_stage(
    one: RecordedRun,
    other: RecordedRun,
    names: tuple[str, str],
    *,
    speed: float = 1.0,
    at: int | None = None,
    perspective: str = "",
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for two recordings side by side, with these names. The first one is shown at the start.

    Raises UserError for an unknown perspective, and for recordings of different scenes.
    """
    beside = views_beside(one, other, names, at, perspective, spoiler_free)
    return StageState(beside.views[0], speed=speed, playing=at is None, beside=beside)


def with_parent(path: Path, *, spoiler_free: bool = False, report: Report = ignore_progress) -> StageState:
    """Make a stage for a branch beside its parent. Raises UserError if the parent is not found."""
    branch = read_run(path, report)
    parent = read_run(find_parent(branch, folders_for(path)).path, report)
    assert branch.header.parent is not None
    return beside_stage(branch, parent, BRANCH_NAMES, at=branch.header.parent.n, spoiler_free=spoiler_free)
