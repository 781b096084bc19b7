"""Making stages: for a run, for a recording, from the command line or from the lobby."""

from collections.abc import Sequence
from pathlib import Path

from core.engine.casting import prepare
from core.engine.config import LIMITS
from core.engine.registry import find_scene
from core.errors import UserError
from core.recording.checked_reader import CheckedReader, read_run
from core.recording.file import Recording, Report, unheard
from core.recording.header import Header
from core.recording.lineage import find_parent
from core.recording.verification import Recorded
from core.remote.client import Client
from core.remote.host import Host
from core.text import one_line
from core.trust.grants import NOTHING, Grants
from core.user_config import own_models
from tui.cli.run_files import folders_for, fresh_path
from tui.log_view import END
from tui.remote_sources import Hosted, Joined
from tui.side_by_side import OF_A_BRANCH
from tui.state.loading import AT_ONCE, SLICE, Reading, live_run, view_of, view_of_source, views_beside
from tui.state.stage import StageState
from tui.tour import Tour
from tui.view import find_pane

LONG = 4 * 2**20
"""Bytes of a recording beyond which opening it takes a while."""


def is_long(path: Path) -> bool:
    """Return True if a recording takes a while to be read."""
    return path.is_file() and path.stat().st_size > LONG


def how_to_go_on(file: str, reason: str) -> str:
    """The command that goes on with a run that ended for this reason: beyond a limit, if it was one."""
    return f"go on: playbill resume {file}{f' -o {reason}=…' if reason in LIMITS else ''}"


def live_stage(
    header: Header,
    record: Path | None,
    past: Recording | None = None,
    grants: Grants = NOTHING,
    interventions: Sequence[str] = (),
    tour: Tour | None = None,
) -> StageState:
    """Make a stage for a run, new or continued, with a tour of it or without. Raises UserError."""
    return StageState(*live_run(header, record, past, grants, interventions), tour=tour)


def hosted_stage(
    host: Host, record: Path | None, past: Recording | None = None, grants: Grants = NOTHING
) -> StageState:
    """Make a stage for a game that is hosted here, new or continued. Raises UserError."""
    live = Hosted(host, host.header, record, past, grants)
    if live.path is not None:
        host.settings.save(live.path)
    return StageState(view_of_source(live), live)


def joined_stage(client: Client) -> StageState:
    """Make a stage for a game that was joined and has begun. Raises UserError."""
    joined = Joined(client)
    return StageState(view_of_source(joined), joined)


def toured(scene: str) -> StageState:
    """Make a stage for a scene's guided game, recorded as any other. Raises UserError for a scene that has none."""
    find_scene(scene)
    tour = find_pane(scene)[0].traits.tour
    if tour is None:
        raise UserError(f"{scene} has no tour; play it: playbill play {scene}")
    header = prepare(scene, tour.options, tour.cast, tour.seed, human=True)
    return live_stage(header, fresh_path(header), tour=tour)


def stage_again(recording: Recording) -> StageState:
    """Make a stage for a run that can go on: live, or a replay where a limit has to be moved first.

    Raises UserError.
    """
    reason = recording.ended.reason if recording.ended else ""
    if reason not in LIMITS:
        grants = Grants.of(own=own_models()).knowing(recording.header)
        return live_stage(grants.describe(recording.header), None, recording, grants)
    message = f"{reason} reached; {how_to_go_on(one_line(recording.path.name), reason)}"
    people = [name for name, policy in recording.header.cast.items() if policy == "human"]
    if len(people) > 1:
        raise UserError(message)
    stage = replay_stage(recording, eyes=people[0] if people else "")
    stage.tell(message, "accent")
    return stage


def replay_stage(
    recording: Recorded,
    *,
    speed: float = 1.0,
    at: int | None = None,
    eyes: str = "",
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for a whole run: from its start, or standing at an event. Raises UserError for unknown eyes."""
    view = view_of(recording, eyes, spoiler_free)
    view.extend(recording.events)
    view.go(at or 0)
    return StageState(view, speed=speed, playing=at is None)


def file_stage(
    path: Path,
    *,
    speed: float = 1.0,
    at: str = "",
    eyes: str = "",
    follow: bool = False,
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for a recording: from its start, standing at a moment, or following a run in progress.

    The rest of a long recording is read while it is shown. Raises UserError for errors that are known by then.
    """
    incoming = CheckedReader(path)
    view = view_of(incoming, eyes, spoiler_free)
    reading = Reading(view, incoming)
    if follow:
        view.go(END)
    elif at:
        view.seek(at)
    more = reading.go_on(SLICE if is_long(path) else AT_ONCE)
    if not more:
        view.arrive()
    return StageState(
        view, speed=speed, playing=not at, reading=reading if more else None, follow=path if follow else None
    )


def beside_stage(
    one: Recorded,
    other: Recorded,
    names: tuple[str, str],
    *,
    speed: float = 1.0,
    at: int | None = None,
    eyes: str = "",
    spoiler_free: bool = False,
) -> StageState:
    """Make a stage for two recordings beside each other, called by these names. It stands in the first one.

    Raises UserError for unknown eyes, and for recordings of different scenes.
    """
    beside = views_beside(one, other, names, at, eyes, spoiler_free)
    return StageState(beside.views[0], speed=speed, playing=at is None, beside=beside)


def with_parent(path: Path, *, spoiler_free: bool = False, report: Report = unheard) -> StageState:
    """Make a stage for a recorded branch beside the run that it left. Raises UserError if that is not found."""
    branch = read_run(path, report)
    parent = read_run(find_parent(branch, folders_for(path)).path, report)
    assert branch.header.parent is not None
    return beside_stage(branch, parent, OF_A_BRANCH, at=branch.header.parent.n, spoiler_free=spoiler_free)
