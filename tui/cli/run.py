"""The command that plays games without a screen."""

import json
import signal
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import RunFailed, UserError
from tui.cli.arguments import Cast, Config, Json, MaxTurns, NoRecord, Option, Record, Scene, Seed, Workers
from tui.cli.game_options import GameOptions
from tui.cli.run_files import fresh_path
from tui.cli.terminal import print_row, progress_bar, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.lab.batch import Plan
    from core.lab.rows import Row
    from core.recording.file import Recording
    from core.recording.header import Header
    from core.remote.host import Host
    from core.trust.grants import Grants


def run(
    scene: Scene,
    option: Option = None,
    cast: Cast = None,
    seed: Seed = None,
    max_turns: MaxTurns = None,
    config: Config = None,
    record: Record = None,
    no_record: NoRecord = False,
    games: Annotated[int, typer.Option(min=1, help="Number of games, with consecutive seeds.")] = 1,
    workers: Workers = 1,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each seed with every rotation of the competing seats.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="File for one row per game: a new .jsonl, .csv or .parquet."),
    ] = None,
    regret: Annotated[
        bool, typer.Option("--regret", help="Compare every decision with the best one; takes CPU time.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Run one or many games headless."""
    header = GameOptions(scene, option, cast, seed, max_turns, config).header(human=False)
    if header.people:
        raise UserError("run is headless and seats no human; use playbill play, or another policy.")
    from core.lab.batch import Plan, rotations
    from core.lab.decisions import check_regret

    if regret:
        check_regret(scene)

    if rotate and games % (seats := len(rotations(header))):
        raise UserError(f"--rotate plays each seed in {seats} rotations: --games must be a multiple of {seats}.")
    if games == 1:
        play_headless(
            header, None if no_record else record or fresh_path(header), as_json=as_json, out=out, regret=regret
        )
    else:
        _run_batch(Plan(header, games, rotate, record, regret), workers, out, as_json)


def play_headless(
    header: "Header",
    path: Path | None,
    past: "Recording | None" = None,
    *,
    as_json: bool = False,
    grants: "Grants | None" = None,
    interventions: "Sequence[str]" = (),
    out: Path | None = None,
    host: "Host | None" = None,
    regret: bool = False,
) -> None:
    """Play one game and print its result to stdout; Ctrl-C stops it cleanly. With a host, its players join first."""
    import asyncio

    from core.engine.config import LIMITS, RESUMABLE
    from core.engine.session import Session
    from core.engine.simulator import Notice, Signal
    from core.lab.decisions import Decisions
    from core.lab.rows import KINDS, EventCounts
    from core.lab.summary import Summary
    from core.lab.tables import open_table
    from core.remote.headless import play_hosted
    from core.trust.grants import NO_GRANTS
    from tui.cli.wording import describe_result, model_problems, value_text

    def print_notice(signal: Signal) -> None:
        if isinstance(signal, Notice):
            say(signal.text)
        if host is not None:
            host.hear(signal)

    session = Session(
        header, path, past, grants=grants or NO_GRANTS, interventions=interventions, on_signal=print_notice
    )
    again = f"playbill resume {session.path}"
    run = session.run

    async def play() -> "Row":
        if sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, run.control.stop)
        if host is None:
            await session.play_to_end(tally.take)
        else:
            await play_hosted(host, session, tally.take, say)
        return tally.row(header, run.scene, cpu_s=time.process_time() - cpu, recording=str(session.path or ""))

    wall, cpu, tally = (
        time.perf_counter(),
        time.process_time(),
        EventCounts(session.past, Decisions(header) if regret else None),
    )
    table = open_table(out, KINDS) if out else None
    try:
        game = asyncio.run(play())
    except (UserError, RunFailed) as error:
        if isinstance(error, UserError) and session.discard_recording():
            raise
        message = f"{str(error).removesuffix('.')}. What was played is kept: {again}" if session.path else str(error)
        raise type(error)(message) from error
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
    for trouble in model_problems(game.models):
        say(trouble)
    if game.reason in LIMITS[1:]:
        say(f"the run reached its limit, {game.reason} = {value_text(header.config[game.reason])}")
    if session.path is not None:
        say(f"recorded in {session.path}; watch it: playbill watch {session.path}")
        if game.reason in RESUMABLE:
            raised = f" -o {game.reason}=…" if game.reason in LIMITS else ""
            say(f"go on: {again}{raised}")
    if game.error:
        raise RunFailed(game.error)


def _run_batch(plan: "Plan", workers: int, out: Path | None, as_json: bool) -> None:
    from core.lab.figures import MIN_SEEDS
    from core.lab.rows import KINDS
    from core.lab.summary import Summary
    from core.lab.tables import open_table
    from core.lab.work_sharing import play_jobs
    from core.llm.routes import thinkers
    from tui.cli.wording import figure_text, model_problems

    header, games = plan.header, len(plan)
    if workers > 1 and thinkers(header):
        say("games with models run in one process: --workers is ignored")
    began, summed = time.perf_counter(), Summary(header.scene, games_per_seed=len(plan.rotations))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with open_table(out, KINDS) if out else nullcontext() as table, progress_bar(header.scene, games) as advance:

            def take(row: "Row") -> None:
                advance()
                summed.take(row)
                if table:
                    table.add(row)

            play_jobs(plan, workers, take, tell=say)
    except KeyboardInterrupt:
        rows = f"; the rows of finished games are in {out}" if out else ""
        say(f"playbill: interrupted; no figures were printed{rows}")
        raise SystemExit(1) from None
    summary = summed.to_json(header, time.perf_counter() - began)
    for game in summed.failed:
        say(f"seed {game.seed} failed: {game.error}")
    for trouble in model_problems(summed.models):
        say(trouble)
    if summed.doubtful:
        say(f"in {summed.doubtful} of {games} games, agents fell back to defaults too often; the figures include them")
    if 1 < (seeds := -(-games // len(plan.rotations))) < MIN_SEEDS["share"]:
        say(f"{seeds} seeds: intervals may be too narrow")
    if as_json:
        print(json.dumps(summary))
    else:
        print_row(f"{header.scene}: {games} games, {summed.failures} failed, {summary['wall_s']} s")
        for key, value in summary["result"].items():
            if value and key != "winners":
                print_row(f"  {key:<22} {figure_text(value)}")
        for policy, counts in summary.get("policies", {}).items():
            share = figure_text(
                {"mean": counts["rate"], **counts, "yes": counts["wins"], "of": f"{counts['seats']} seats"}
            )
            print_row(f"  {policy:<22} won {share}")
    if summed.failures:
        raise SystemExit(1)
