"""Commands that show recorded runs, on the screen or as text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.text import one_line
from tui.cli.arguments import As, At, File, Linear, Motion, save_choices
from tui.cli.run_files import folders_for, sample_path
from tui.cli.terminal import is_linear, print_row, require_terminal, say, show_stage

if TYPE_CHECKING:
    from tui.state.stage import StageState


def _recording_path(file: Path) -> Path:
    """Return a file as given; for the name of a scene, its sample recording."""
    sample = sample_path(str(file))
    return sample if not file.exists() and sample.exists() else file


def watch(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Recording, or a scene for its sample (default: coloring's).")
    ] = None,
    other: Annotated[
        Path | None, typer.Argument(metavar="OTHER", help="Second recording, shown beside the first.")
    ] = None,
    speed: Annotated[float, typer.Option(min=0.25, max=64, help="Replay speed: 2 is twice as fast as recorded.")] = 1.0,
    at: At = "",
    perspective: As = "",
    follow: Annotated[
        bool, typer.Option("--follow", help="Keep reading a recording that is still being written.")
    ] = False,
    spoiler_free: Annotated[
        bool | None,
        typer.Option(
            "--spoiler-free/--spoilers", help="Hide everything after the playhead, or not; the choice is saved."
        ),
    ] = None,
    highlights: Annotated[
        bool, typer.Option("--highlights", help="Show the ten most telling moments, each for six seconds.")
    ] = False,
    beside: Annotated[
        bool, typer.Option("--beside", help="Show a branch beside the run from which it branched.")
    ] = False,
    motion: Motion = None,
    linear: Linear = False,
) -> None:
    """Replay a recording, or two beside each other on one time axis."""
    save_choices(spoiler_free=spoiler_free, motion=motion)
    if file is not None and (beside or other is not None):
        _watch_two(file, other, speed, at, perspective)
        return
    path = _recording_path(file) if file else sample_path()
    if linear or is_linear():
        stage = _for_lines(path, at, perspective)
        if highlights:
            _print_highlights(stage)
        else:
            show_stage(lambda _: stage, linear=True)
        return
    require_terminal("watch", f"playbill show {path}")
    from tui.preferences import load_choices
    from tui.state.opening import file_stage

    free = load_choices().spoiler_free
    if highlights:
        _watch_highlights(path, speed, perspective)
        return
    show_stage(
        lambda _: file_stage(path, speed=speed, at=at, perspective=perspective, follow=follow, spoiler_free=free)
    )


def _for_lines(path: Path, at: str, perspective: str) -> "StageState":
    from core.recording.checked_reader import read_run
    from core.recording.timeline import moment
    from tui.state.opening import replay_stage

    recording = read_run(path)
    return replay_stage(recording, at=moment(recording.events, at) if at else 0, perspective=perspective)


def _print_highlights(stage: "StageState") -> None:
    stage.highlights.start()
    stage.highlights.next()
    while (moment := stage.highlights.now) is not None:
        print_row(f"{stage.view.pane.traits.unit} {stage.view.turn}: {moment.words}")
        stage.highlights.next()


def _watch_highlights(path: Path, speed: float, perspective: str) -> None:
    """Show the highlights of a recording."""
    from core.recording.checked_reader import read_run
    from tui.screens.opening import Progress
    from tui.state.opening import is_long, replay_stage
    from tui.state.stage import StageState

    def make(progress: Progress) -> StageState:
        stage = replay_stage(read_run(path, progress), speed=speed, perspective=perspective)
        stage.highlights.start()
        return stage

    show_stage(make, f"reading {one_line(path.name)}" if is_long(path) else "")


def _watch_two(file: Path, other: Path | None, speed: float, at: str, perspective: str) -> None:
    """Show two recordings side by side, or a branch and its parent."""
    require_terminal("watch", f"playbill diff {file} {other or 'OTHER'}")
    from core.recording.checked_reader import read_run
    from core.recording.lineage import find_parent, is_parent
    from core.recording.timeline import moment
    from tui.preferences import load_choices
    from tui.screens.opening import Progress
    from tui.side_by_side import BRANCH_NAMES, RUN_NAMES
    from tui.state.opening import beside_stage, is_long
    from tui.state.stage import StageState

    def make(progress: Progress) -> StageState:
        one = read_run(_recording_path(file), progress)
        two = read_run(_recording_path(other) if other else find_parent(one, folders_for(one.path)).path, progress)
        names = BRANCH_NAMES if is_parent(two.header, one.header) else RUN_NAMES
        start = moment(one.events, at) if at else None
        free = load_choices().spoiler_free
        return beside_stage(one, two, names, speed=speed, at=start, perspective=perspective, spoiler_free=free)

    show_stage(make, f"reading {one_line(file.name)}" if is_long(file) else "")


def show(file: File, at: At = "", perspective: As = "") -> None:
    """Print a recording, or one moment of it, as text."""
    from core.engine.casting import set_up
    from core.engine.events import Said
    from core.recording.checked_reader import read_run
    from core.recording.timeline import Timeline, moment
    from tui.cli.wording import describe_result, event_row, heading, model_problems

    recording = read_run(file)
    recording.header.check_perspective(perspective)
    n = moment(recording.events, at) if at else len(recording.events)
    timeline = Timeline(set_up(recording.header)[0])
    timeline.extend(recording.events)
    scene = timeline.at(n)
    header = recording.header
    print_row(heading(header))
    events = recording.events if not at else [e for e in recording.events[:n] if e.turn == recording.events[n - 1].turn]
    for event in events:
        if not perspective or timeline.witnesses.may_know(event, perspective):
            print_row(event_row(event))
    print(scene.board(perspective))
    if recording.ended is not None and n == len(recording.events) and not (perspective and recording.resumable):
        print_row(describe_result(recording.ended))
        for trouble in model_problems(recording.ended.models):
            print_row(trouble)
    elif recording.ended is None and not at:
        print_row(
            "not finished" + (f" ({recording.dropped} bytes after the last whole step)" if recording.dropped else "")
        )
        say(f"go on: playbill resume {file}")
    if not perspective and any(isinstance(event.data, Said) for event in events):
        say(
            f"replay without message N: playbill branch {file} --withhold N; without a thought, plan or note: "
            "--forget N"
        )
