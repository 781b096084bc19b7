"""What the commands do without a screen."""

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import AgentError, UserError
from core.text import one_line
from tui.cli.wishes import Wishes, fresh_path, sample_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.events import RunEnded
    from core.header import Header
    from core.recording import Recording
    from tui.app import Playbill

CROWD = 12
"""Seats from which on a cast is told by numbers."""


def has_terminal() -> bool:
    """Whether the app can be shown. It draws on stderr, and reads keys from stdin."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def show_app(make: "Callable[[], Playbill]") -> None:
    """Run the app on the terminal; its parting word goes to stderr. Raises UserError if there is no room for it."""
    from tui.screens.base import SMALLEST

    size = os.get_terminal_size()
    if size.columns < SMALLEST[0] or size.lines < SMALLEST[1]:
        least = f"{SMALLEST[0]}x{SMALLEST[1]}"
        raise UserError(f"Playbill needs a terminal of {least}, and this is {size.columns}x{size.lines}.")
    app = make()
    if word := app.run():
        say(word)
    if app.return_code:
        raise SystemExit(app.return_code)


def say(text: str) -> None:
    print(text, file=sys.stderr)


# -- commands


def lobby() -> None:
    if not has_terminal():
        raise UserError("The lobby needs a terminal; without one: playbill run coloring, or playbill --help.")
    from tui.lobby_app import LobbyApp

    show_app(LobbyApp)


def play(wishes: Wishes, record: Path | None, no_record: bool) -> None:
    if has_terminal():
        from tui.stages import StageApp, live_stage

        header = wishes.header(human=True, fresh_seed=True)
        path = None if no_record else record or fresh_path(header)
        show_app(lambda: StageApp(live_stage(header, path)))
        return
    header = wishes.header(human=False)
    people = [name for name, policy in header.cast.items() if policy == "human"]
    if people:
        raise UserError(f"A human at {people[0]} needs a terminal; seat a bot there: -c {people[0]}=rules")
    say("no terminal: rules plays the human's seat")
    play_headless(header, None if no_record else record or fresh_path(header))


def who_plays(cast: "Mapping[str, str]") -> str:
    """The cast in a line; of a crowd, how many play by each policy, and by name who plays as few do."""
    if len(cast) <= CROWD:
        return ", ".join(f"{name}={policy}" for name, policy in cast.items())
    seats: dict[str, list[str]] = {}
    for name, policy in cast.items():
        seats.setdefault(policy, []).append(name)
    return ", ".join(f"{' '.join(n) if len(n) <= 3 else len(n)}={policy}" for policy, n in seats.items())


def run(
    wishes: Wishes, record: Path | None, no_record: bool, games: int, workers: int, rotate: bool, as_json: bool
) -> None:
    header = wishes.header(human=False)
    if "human" in header.cast.values():
        raise UserError("run is headless and seats no human; use playbill play, or another policy.")
    if rotate and games % len(header.cast):
        seats = len(header.cast)
        raise UserError(f"--rotate plays each seed in {seats} rotations: --games takes a multiple of {seats}.")
    if games == 1:
        play_headless(header, None if no_record else record or fresh_path(header), as_json=as_json)
    else:
        run_batch(header, record, games, workers, rotate, as_json)


def play_headless(
    header: "Header",
    path: Path | None,
    past: "Recording | None" = None,
    *,
    as_json: bool = False,
    allow: "Sequence[str]" = (),
) -> None:
    """One game to its end on stdout; Ctrl-C stops it cleanly."""
    from core.batch import Batch, Game, kept
    from core.config import LIMITS, RESUMABLE
    from core.references import allowing
    from core.session import Session

    session = Session(header, path, past, allow=allow)
    again = f"playbill resume {session.path}{allowing(header.cast)}"
    run = session.run

    async def go() -> Game:
        if sys.platform != "win32":
            for told in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(told, run.control.stop)
        async for event in session:
            last = event
        return kept(header, last, time.process_time() - cpu)

    wall, cpu = time.perf_counter(), time.process_time()
    try:
        game = asyncio.run(go())
    except (UserError, AgentError) as error:
        told = f"{str(error).removesuffix('.')}. What was played is kept: {again}" if session.path else str(error)
        raise type(error)(told) from error
    if as_json:
        print(json.dumps(Batch([game], time.perf_counter() - wall).summary(header)))
    else:
        print(run.scene.board())
        print(describe_result(game.end))
    if game.reason in LIMITS[1:]:
        say(f"the run reached its limit, {game.reason} = {_show(header.config[game.reason])}")
    if session.path is not None:
        say(f"recorded in {session.path}; watch it: playbill watch {session.path}")
        if game.reason in RESUMABLE:
            raised = f" -o {game.reason}=…" if game.reason in LIMITS else ""
            say(f"go on: {again}{raised}")


def describe_result(end: "RunEnded") -> str:
    wins = {"wins": ", ".join(end.winners)} if end.winners else {}
    scores = {f"score of {name}": score for name, score in end.scores.items()}
    told = {**wins, **end.result, **scores}
    return f"{end.reason}: " + ", ".join(f"{key} {_show(value)}" for key, value in told.items())


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)


def run_batch(header: "Header", record: Path | None, games: int, workers: int, rotate: bool, as_json: bool) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from core.batch import Game, play_batch
    from core.llm.routes import models_of

    if workers > 1 and models_of(header.cast):
        say("models are waited for together, in one process: --workers is not used")
    console = Console(file=sys.__stderr__)  # a bar is drawn by escapes; there is no foreign text in it
    with Progress(console=console, disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(header.scene, total=games)

        def advance(game: Game) -> None:
            progress.advance(task)

        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            batch = play_batch(header, games, workers, record, advance, rotate=rotate)
        except KeyboardInterrupt:
            progress.stop()
            say("playbill: interrupted; no figures were printed")
            raise SystemExit(1) from None
    summary = batch.summary(header)
    failed = [game for game in batch.games if game.error]
    for game in failed[:3]:
        say(f"seed {game.seed} failed: {game.error}")
    if as_json:
        print(json.dumps(summary))
    else:
        print(f"{header.scene}: {games} games, {len(failed)} failed, {summary['wall_s']} s")
        for key, value in summary["result"].items():
            if value and key != "winners":
                print(f"  {key:<23}{_spread(value)}")
        for policy, told in summary.get("policies", {}).items():
            print(f"  {policy:<23}won {told['wins']} of {told['seats']} seats: {told['rate']:.3f} ± {told['se']:.3f}")
    if failed:
        raise SystemExit(1)


def _spread(value: Any) -> str:
    if isinstance(value, dict) and "mean" in value:
        return f"{value['mean']:.3f} ± {value['se']:.3f}   ({value['min']:g} to {value['max']:g})"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_spread(each)}" for key, each in value.items())
    return _show(value)


def watch(file: Path | None, speed: float, at: str, eyes: str, follow: bool) -> None:
    path = file or sample_path()
    if not path.exists() and (sample := sample_path(str(path))).exists():
        path = sample
    if not has_terminal():
        raise UserError(f"watch needs a terminal; without one: playbill show {path}")
    from core.casting import read_run
    from core.timeline import moment
    from tui.stages import StageApp, replay_stage

    recording = read_run(path)
    start = moment(recording.events, at) if at else None
    recording.header.check_eyes(eyes)
    show_app(lambda: StageApp(replay_stage(recording, speed=speed, at=start, eyes=eyes, follow=follow)))


def show(file: Path, at: str, eyes: str) -> None:
    from core.casting import read_run, set_up
    from core.timeline import Timeline, moment

    recording = read_run(file)
    recording.header.check_eyes(eyes)
    n = moment(recording.events, at) if at else len(recording.events)
    timeline = Timeline(set_up(recording.header)[0])
    timeline.extend(recording.events)
    scene = timeline.at(n)
    header = recording.header
    print(f"{header.scene} · seed {header.seed} · {who_plays(header.cast)}")
    events = recording.events if not at else [e for e in recording.events[:n] if e.turn == recording.events[n - 1].turn]
    for event in events:
        if not eyes or timeline.witnesses.may_know(event, eyes):
            print(f"{event.n:5} t{event.turn:<4} {event.agent:<4} {one_line(event.data.sentence())}")
    print(scene.board(eyes))
    if recording.ended is not None and n == len(recording.events) and not (eyes and recording.resumable):
        print(describe_result(recording.ended))
    elif recording.ended is None and not at:
        print("not finished" + (f" ({recording.dropped} bytes after the last whole step)" if recording.dropped else ""))
        say(f"go on: playbill resume {file}")


def scenes(as_json: bool) -> None:
    from core.casting import policy_forms
    from core.references import broken_bots
    from core.registry import Broken, look_up, scene_names

    found = {name: look_up(name) for name in scene_names()}
    broken = {name: scene.reason for name, scene in found.items() if isinstance(scene, Broken)}
    kinds = [scene for scene in found.values() if not isinstance(scene, Broken)]
    for name, reason in broken.items():
        say(f"the scene {name} is installed and cannot be used: {reason}")
    for name, reason in broken_bots().items():
        say(f"the bot {name} is installed and cannot be used: {reason}")
    if as_json:
        told = [
            {
                "scene": kind.name,
                "about": kind.summary,
                "names": kind.seats(kind.Config()),
                "policies": policy_forms(kind),
                "options": {
                    key: {"default": field.default, "about": field.description}
                    for key, field in kind.Config.model_fields.items()
                },
            }
            for kind in kinds
        ]
        print(json.dumps(told))
        return
    for kind in kinds:
        listed = " ".join(f"{key}={_show(field.default)}" for key, field in kind.Config.model_fields.items())
        names = kind.seats(kind.Config())
        crowd = f" … ({len(names)} in all)" if len(names) > CROWD else ""
        print(
            f"{kind.name}: {kind.summary}; names {' '.join(names[:CROWD])}{crowd}; "
            f"policies {' '.join(policy_forms(kind))}; options {listed}"
        )
