"""Playing with no screen: one game, or thousands."""

import asyncio
import json
import signal
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import RunFailed, UserError
from tui.cli.terminal import print_row, say
from tui.cli.wishes import Wishes, fresh_path
from tui.cli.wording import describe_result, shown, spread, troubles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.recording.file import Recording
    from core.recording.header import Header
    from core.trust.grants import Grants


def run(
    wishes: Wishes,
    record: Path | None,
    no_record: bool,
    games: int,
    workers: int,
    rotate: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    header = wishes.header(human=False)
    if "human" in header.cast.values():
        raise UserError("run is headless and seats no human; use playbill play, or another policy.")
    from core.lab.batch import rotations

    if rotate and games % (seats := len(rotations(header))):
        raise UserError(f"--rotate plays each seed in {seats} rotations: --games takes a multiple of {seats}.")
    if games == 1:
        play_headless(header, None if no_record else record or fresh_path(header), as_json=as_json, out=out)
    else:
        run_batch(header, record, games, workers, rotate, out, as_json)


def play_headless(
    header: "Header",
    path: Path | None,
    past: "Recording | None" = None,
    *,
    as_json: bool = False,
    grants: "Grants | None" = None,
    interventions: "Sequence[str]" = (),
    out: Path | None = None,
) -> None:
    """Play one game to its end, which goes to stdout; Ctrl-C stops it cleanly."""
    from core.engine.config import LIMITS, RESUMABLE
    from core.engine.session import Session
    from core.engine.simulator import Signal, Told
    from core.lab.rows import KINDS, Count, Row
    from core.lab.summary import Summary
    from core.lab.tables import open_table
    from core.trust.grants import NOTHING

    def hear(signal: Signal) -> None:
        if isinstance(signal, Told):
            say(signal.text)

    session = Session(header, path, past, grants=grants or NOTHING, interventions=interventions, on_signal=hear)
    again = f"playbill resume {session.path}"
    run = session.run

    async def go() -> Row:
        if sys.platform != "win32":
            for told in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(told, run.control.stop)
        await session.to_end(tally.take)
        return tally.row(header, run.scene, cpu_s=time.process_time() - cpu, recording=str(session.path or ""))

    wall, cpu, tally = time.perf_counter(), time.process_time(), Count(session.past)
    table = open_table(out, KINDS) if out else None
    try:
        game = asyncio.run(go())
    except (UserError, RunFailed) as error:
        if isinstance(error, UserError) and session.take_back():
            raise
        told = f"{str(error).removesuffix('.')}. What was played is kept: {again}" if session.path else str(error)
        raise type(error)(told) from error
    except Exception:
        if session.path:
            say(f"what was played is kept: {again}")
        raise
    if table:
        table.add(game)
        table.close()
    if as_json:
        print(json.dumps(Summary(header.scene, [game]).to_json(header, time.perf_counter() - wall)))
    else:
        print(run.scene.board())
        print_row(describe_result(tally.end))
    for trouble in troubles(game.models):
        say(trouble)
    if game.reason in LIMITS[1:]:
        say(f"the run reached its limit, {game.reason} = {shown(header.config[game.reason])}")
    if session.path is not None:
        say(f"recorded in {session.path}; watch it: playbill watch {session.path}")
        if game.reason in RESUMABLE:
            raised = f" -o {game.reason}=…" if game.reason in LIMITS else ""
            say(f"go on: {again}{raised}")


def run_batch(
    header: "Header",
    record: Path | None,
    games: int,
    workers: int,
    rotate: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from core.lab.batch import Plan
    from core.lab.figures import FEW
    from core.lab.rows import KINDS, Row
    from core.lab.summary import Summary
    from core.lab.tables import open_table
    from core.lab.work_sharing import play_jobs
    from core.llm.routes import thinkers

    if workers > 1 and thinkers(header):
        say("models are waited for together, in one process: --workers is not used")
    plan = Plan(header, games, rotate, record)
    began, summed = time.perf_counter(), Summary(header.scene, games_per_seed=len(plan.rotations))
    console = Console(file=sys.__stderr__)  # a bar is drawn by escapes; there is no foreign text in it
    with (
        open_table(out, KINDS) if out else nullcontext() as table,
        Progress(console=console, disable=not sys.stderr.isatty(), transient=True) as progress,
    ):
        task = progress.add_task(header.scene, total=games)

        def advance(row: Row) -> None:
            progress.advance(task)
            summed.take(row)
            if table:
                table.add(row)

        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            play_jobs(plan, workers, advance)
        except KeyboardInterrupt:
            progress.stop()
            kept = f"; the rows of games that were over are in {out}" if out else ""
            say(f"playbill: interrupted; no figures were printed{kept}")
            raise SystemExit(1) from None
    summary = summed.to_json(header, time.perf_counter() - began)
    for game in summed.failed:
        say(f"seed {game.seed} failed: {game.error}")
    for trouble in troubles(summed.models):
        say(trouble)
    if summed.doubtful:
        say(f"in {summed.doubtful} of {games} games, defaults were taken for agents too often; they are in the figures")
    if 1 < (seeds := -(-games // len(plan.rotations))) < FEW["share"]:
        say(f"{seeds} seeds: intervals may be too narrow")
    if as_json:
        print(json.dumps(summary))
    else:
        print_row(f"{header.scene}: {games} games, {summed.failures} failed, {summary['wall_s']} s")
        for key, value in summary["result"].items():
            if value and key != "winners":
                print_row(f"  {key:<23}{spread(value)}")
        for policy, told in summary.get("policies", {}).items():
            share = spread({"mean": told["rate"], **told, "yes": told["wins"], "of": f"{told['seats']} seats"})
            print_row(f"  {policy:<23}won {share}")
    if summed.failures:
        raise SystemExit(1)
