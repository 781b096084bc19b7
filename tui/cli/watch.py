"""Looking at recorded runs: on the screen, or as text."""

from pathlib import Path

from core.errors import UserError
from tui.cli.terminal import has_terminal, say, show_app
from tui.cli.wishes import sample_path
from tui.cli.wording import describe_result, event_row, heading, troubles


def watch(file: Path | None, speed: float, at: str, eyes: str, follow: bool) -> None:
    path = file or sample_path()
    if not path.exists() and (sample := sample_path(str(path))).exists():
        path = sample
    if not has_terminal():
        raise UserError(f"watch needs a terminal; without one: playbill show {path}")
    from tui.choices import remembered
    from tui.stages import StageApp, file_stage

    free = remembered().spoiler_free
    stage = file_stage(path, speed=speed, at=at, eyes=eyes, follow=follow, spoiler_free=free)
    show_app(lambda: StageApp(stage))


def show(file: Path, at: str, eyes: str) -> None:
    from core.casting import set_up
    from core.incoming import read_run
    from core.timeline import Timeline, moment

    recording = read_run(file)
    recording.header.check_eyes(eyes)
    n = moment(recording.events, at) if at else len(recording.events)
    timeline = Timeline(set_up(recording.header)[0])
    timeline.extend(recording.events)
    scene = timeline.at(n)
    header = recording.header
    print(heading(header))
    events = recording.events if not at else [e for e in recording.events[:n] if e.turn == recording.events[n - 1].turn]
    for event in events:
        if not eyes or timeline.witnesses.may_know(event, eyes):
            print(event_row(event))
    print(scene.board(eyes))
    if recording.ended is not None and n == len(recording.events) and not (eyes and recording.resumable):
        print(describe_result(recording.ended))
        for trouble in troubles(recording.ended.models):
            print(trouble)
    elif recording.ended is None and not at:
        print("not finished" + (f" ({recording.dropped} bytes after the last whole step)" if recording.dropped else ""))
        say(f"go on: playbill resume {file}")
