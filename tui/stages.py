"""Opening stages: on a run, on a recording, from the command line or from the lobby."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from textual.app import App

from core.engine.casting import prepare
from core.engine.config import LIMITS, RESUMABLE
from core.engine.events import RunEnded
from core.engine.registry import find_scene
from core.errors import UserError
from core.recording.checked_reader import CheckedReader, read_run
from core.recording.file import Recording, Report, unheard
from core.recording.header import Header
from core.recording.lineage import find_parent
from core.recording.verification import Recorded
from core.text import one_line
from core.trust.grants import NOTHING, Grants
from core.user_config import own_models
from themes.palettes import DARK, Palette
from tui import keymap
from tui.app import PACE, Playbill
from tui.beside import OF_A_BRANCH, Beside
from tui.cli.wishes import folders_for, fresh_path
from tui.screens.opening import Opening, OpeningScreen, is_long
from tui.screens.stage.reading import AT_ONCE, SLICE, Reading
from tui.screens.stage.screen import StageScreen
from tui.source import Live
from tui.tour import Tour
from tui.view import END, View, find_pane


class StageApp(Playbill):
    """The app with a stage and no lobby; one that takes a while to be made is made when the app is there. Its result
    says where the run is, and how to go on."""

    def __init__(
        self, stage: StageScreen | Opening, palette: Palette = DARK, *, pace: float = PACE, motion: bool = True
    ) -> None:
        super().__init__(palette, pace=pace, motion=motion)
        self._stage = stage

    def on_mount(self) -> None:
        if isinstance(self._stage, Opening):
            self.push_screen(OpeningScreen(self._stage), self._opened)
        else:
            put_up(self, self._stage, self._leave)

    def _opened(self, made: StageScreen | UserError | None) -> None:
        if isinstance(made, StageScreen):
            put_up(self, made, self._leave)
        else:
            self.exit(f"playbill: {made}", return_code=2)

    def _leave(self, stage: StageScreen) -> None:
        failed = stage.failed
        words = [word for word in (failed, parting(stage)) if word]
        if failed and stage.live is None:
            self.exit(f"playbill: {failed}", return_code=2)
        else:
            self.exit("\n".join(words), return_code=1 if failed else 0)


def put_up(app: App[Any], stage: StageScreen, left: Callable[[StageScreen], None]) -> None:
    """Open a stage over what is there. Another one that it hands over to takes its place; the last is given to `left`
    when it is left."""

    def go_on(then: StageScreen | None) -> None:
        if then is None:
            left(stage)
        else:
            put_up(app, then, left)

    app.push_screen(stage, go_on)


def parting(stage: StageScreen) -> str:
    """What to say when a stage is left."""
    live = stage.live
    if live is None or live.path is None:
        return ""
    ended = stage.view.ended
    if ended is not None and ended.reason not in RESUMABLE:
        return (
            f"{came_out(ended, stage.view.header.cast)}; recorded in {live.path}; watch it: playbill watch {live.path}"
        )
    reason = ended.reason if ended else ""
    return f"recorded in {live.path}; {how_to_go_on(str(live.path), reason)}"


def came_out(ended: RunEnded, cast: Mapping[str, str]) -> str:
    """Say who has won, and to the person who played whether it has; where nobody wins, why the run is over."""
    won, people = ended.winners, [name for name, policy in cast.items() if policy == "human"]
    reason = ended.reason.replace("_", " ")
    if not won or len(won) == len(cast):
        return reason
    told = f"{', '.join(won)} won" if reason == "won" else reason
    if len(people) != 1:
        return told
    return f"you {'won' if people[0] in won else 'lost'}: {told}"


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
) -> StageScreen:
    """A stage for a run, new or continued, with a tour of it or without. Raises UserError."""
    live = Live(header, record, past, grants, interventions)
    people = live.people
    view = View(header, people[0] if people else "")
    if view.seat:
        keymap.current().check_scene(header.scene, view.pane.letters)
    view.path = live.path
    view.extend(live.past)
    return StageScreen(view, live, tour=tour)


def toured(scene: str) -> StageScreen:
    """A stage for a scene's guided game, recorded as any other. Raises UserError for a scene that has none."""
    find_scene(scene)
    tour = find_pane(scene)[0].tour
    if tour is None:
        raise UserError(f"{scene} has no tour; play it: playbill play {scene}")
    header = prepare(scene, tour.options, tour.cast, tour.seed, human=True)
    return live_stage(header, fresh_path(header), tour=tour)


def stage_again(recording: Recording) -> StageScreen:
    """A stage for a run that can go on: live; or, where a limit has to be moved first, a replay by its person's eyes.
    Raises UserError."""
    reason = recording.ended.reason if recording.ended else ""
    if reason not in LIMITS:
        grants = Grants.of(own=own_models()).knowing(recording.header)
        return live_stage(grants.describe(recording.header), None, recording, grants)
    told = f"{reason} reached; {how_to_go_on(one_line(recording.path.name), reason)}"
    people = [name for name, policy in recording.header.cast.items() if policy == "human"]
    if len(people) > 1:
        raise UserError(told)
    stage = replay_stage(recording, eyes=people[0] if people else "")
    stage.tell(told, "accent")
    return stage


def replay_stage(
    recording: Recorded,
    *,
    speed: float = 1.0,
    at: int | None = None,
    eyes: str = "",
    spoiler_free: bool = False,
) -> StageScreen:
    """Make a stage for a run that is there whole: from its start, or standing at an event. Raises UserError for the
    eyes of nobody."""
    view = _view_of(recording, eyes, spoiler_free)
    view.extend(recording.events)
    view.go(at or 0)
    return StageScreen(view, speed=speed, playing=at is None)


def file_stage(
    path: Path,
    *,
    speed: float = 1.0,
    at: str = "",
    eyes: str = "",
    follow: bool = False,
    spoiler_free: bool = False,
) -> StageScreen:
    """Make a stage for a recording: from its start, or standing at a moment, or following a run in progress. Of a long
    one the rest is read while it is shown. Raises UserError for what can be known by then."""
    incoming = CheckedReader(path)
    view = _view_of(incoming, eyes, spoiler_free)
    reading = Reading(view, incoming)
    if follow:
        view.go(END)
    elif at:
        view.seek(at)
    more = reading.go_on(SLICE if is_long(path) else AT_ONCE)
    if not more:
        view.arrive()
    return StageScreen(
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
) -> StageScreen:
    """Make a stage for two recordings beside each other, called by these names. It stands in the first one. Raises
    UserError for the eyes of nobody, and for recordings of different scenes."""
    views = _view_of(one, eyes, spoiler_free), _view_of(other, "", spoiler_free)
    for view, recorded in zip(views, (one, other), strict=True):
        view.extend(recorded.events)
    views[0].go(at or 0)
    return StageScreen(views[0], speed=speed, playing=at is None, beside=Beside(views, names))


def with_parent(path: Path, *, spoiler_free: bool = False, report: Report = unheard) -> StageScreen:
    """Make a stage for a recorded branch beside the run that it left. Raises UserError if that is not found."""
    branch = read_run(path, report)
    parent = read_run(find_parent(branch, folders_for(path)).path, report)
    assert branch.header.parent is not None
    return beside_stage(branch, parent, OF_A_BRANCH, at=branch.header.parent.n, spoiler_free=spoiler_free)


def _view_of(recorded: Recorded | CheckedReader, eyes: str, spoiler_free: bool) -> View:
    recorded.header.check_eyes(eyes)
    view = View(recorded.header)
    view.path, view.eyes, view.spoiler_free = recorded.path, eyes, spoiler_free
    return view
