"""Commands for experiments and their results: play, merge, report, tables, comparisons."""

import shlex
import signal
import sys
from collections import Counter
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import UserError
from core.user_config import own_models
from tui.cli.arguments import Allow, Places, Workers, out_option
from tui.cli.terminal import print_row, progress_bar, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.lab.experiment import ExperimentFolder, Shard
    from core.lab.results import Sheet
    from core.lab.rows import Row


def experiment(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="TOML file with scene, games, [options], [factors], [cast] …")
    ],
    out: Annotated[
        Path | None, out_option("Folder to create or continue (default: the experiment's name).", "DIR")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start without asking.")] = False,
    workers: Workers = 1,
    retry: Annotated[
        bool, typer.Option("--retry", help="Play failed games again, and those with too many fallbacks.")
    ] = False,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")] = "",
    shard: Annotated[str, typer.Option(metavar="I/N", help="Play only a part, such as 3/8; merge them later.")] = "",
    plan: Annotated[
        bool, typer.Option("--plan", help="Predict games, calls, tokens, dollars and power from a pilot; play no more.")
    ] = False,
    pilot: Annotated[
        int, typer.Option(min=2, max=1000, help="Number of seeds in the pilot, none of them the experiment's.")
    ] = 5,
    allow: Allow = None,
) -> None:
    """Play or continue an experiment; every game gets a recording and a row."""
    from core.lab.design import read_experiment
    from core.lab.experiment import ExperimentFolder
    from core.lab.work_sharing import connect

    design = read_experiment(file)
    lab = ExperimentFolder(design, out or Path(design.name), own_models(), _shard(shard), allow or ())
    left = lab.left + [job for job in lab.jobs if retry and lab.is_doubtful(job)]
    say(_plan(lab, len(left)))
    if left or plan:
        _print_access_requests(lab)
        lab.check()
    if plan:
        _play_pilot(lab, pilot, workers, yes)
        return
    if left and not yes:
        confirm("Play them?", "Nothing was played.")
    again = shlex.join(["playbill", "experiment", str(file), "-O", str(lab.folder)])
    again += f" --cluster {shlex.quote(cluster)}" * bool(cluster) + f" --shard {shard}" * bool(shard)
    with (
        stoppable(
            lambda: f"{len(lab.left)} games are left. Raise it in {file} and continue: {again}",
            f"interrupted; finished games are kept. Continue: {again}",
        ),
        connect(cluster) if cluster else nullcontext(workers) as engine,
        progress_bar(lab.experiment.scene, len(left)) as advance,
    ):
        lab.run(file, engine, lambda row: advance(), retry=retry, tell=say)
    _print_outcome(lab, again)


def _play_pilot(lab: "ExperimentFolder", seeds: int, workers: int, yes: bool) -> None:
    """Play a pilot and print the usage that it predicts. With models, confirm first and keep the pilot."""
    from core.lab.pilot import Pilot

    with_models, folder = lab.experiment.uses_models(lab.cells), Path(f"{lab.folder.absolute()}-pilot")
    with nullcontext(folder) if with_models else TemporaryDirectory() as place:
        pilot = Pilot(lab, seeds, Path(place))
        if with_models:
            calls, tokens, cost = pilot.rehearse()
            dollars = "an unknown price" if cost is None else f"{cost:.2f} dollars"
            say(f"pilot: {len(pilot.jobs)} games into {folder}; about {calls} calls and {tokens} tokens, for {dollars}")
            say("a rehearsal without the models predicts that; long answers and thoughts come on top")
            if not yes:
                confirm("Play them?", "Nothing was played.")
        stopped = "interrupted" + "; the same command continues the pilot" * with_models
        with (
            stoppable(lambda: "the pilot stopped there", stopped),
            progress_bar(lab.experiment.scene, len(pilot.jobs)) as advance,
        ):
            pilot.play(workers, lambda row: advance(), say)
        for name, text in pilot.forecast():
            print_row(f"{name:8} {text}")


def _shard(text: str) -> "Shard":
    from core.lab.experiment import WHOLE_EXPERIMENT, Shard

    if not text:
        return WHOLE_EXPERIMENT
    number, _, of = text.partition("/")
    if not (number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise UserError(f"--shard takes PART/PARTS, such as 3/8, not {text!r}.")
    return Shard(int(number), int(of))


def _plan(lab: "ExperimentFolder", left: int) -> str:
    """Describe the games to play, and their limits."""
    experiment = lab.experiment
    cells = f"{len(lab.cells)} cell{'s' if len(lab.cells) > 1 else ''}"
    games = f"{len(lab.jobs)} game{'s' if len(lab.jobs) > 1 else ''}"
    last = experiment.seed + experiment.games - 1
    seeds = f"seeds {experiment.seed} to {last}" if experiment.games > 1 else f"seed {last}"
    plan = f"{experiment.name}: {games} of {experiment.scene}, {cells}, {seeds}; {left} to play"
    if survey := experiment.survey:
        plan += f", each followed by a survey of {len(survey.questions)} question{'s' * (len(survey.questions) > 1)}"
    if not experiment.uses_models(lab.cells):
        return plan + ", without models"
    most = ", ".join(f"{key} {value:g}" for key, value in experiment.limits.most.items())
    plan += f", with models, until {most}" if most else ", with models, without [limits]"
    if any(job.in_batches for job in lab.jobs):
        plan += ", whose calls go in batches: each may take up to a day"
    return plan + _remaining_usage(list(lab.rows.values()), left)


def _print_access_requests(lab: "ExperimentFolder") -> None:
    """Print the permissions that the experiment needs; `--yes` grants none of them."""
    for sentence in dict.fromkeys(wish.sentence for wish in lab.experiment.wishes()):
        say(f"it would {sentence}")


def _remaining_usage(rows: "Sequence[Row]", games: int) -> str:
    """Predict the usage of the remaining games from the finished ones."""
    calls = sum(row.usage.calls for row in rows)
    if not calls or not games:
        return ""
    share = games / len(rows)
    tokens, cost = sum(row.usage.tokens for row in rows), sum(row.usage.cost or 0.0 for row in rows)
    usage = f"; about {calls * share:.0f} calls and {tokens * share:.0f} tokens, at the average so far"
    return usage + (f", for {cost * share:.2f} dollars" if cost else "")


def confirm(question: str, refusal: str) -> None:
    """Ask a question on the terminal. Raises UserError for any answer but yes, and without a terminal."""
    if not sys.stdin.isatty():
        raise UserError("There is no terminal to ask in; add --yes to confirm.")
    say(f"{question} [y/N]")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError(refusal)


@contextmanager
def stoppable(about_limit: "Callable[[], str]", interrupted: str) -> "Iterator[None]":
    """Report a limit that is reached, or an interruption, in a `with` block; then exit with 1."""
    from core.lab.limits import LimitReached

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except LimitReached as limit:
        say(f"{limit}; {about_limit()}")
    except KeyboardInterrupt:
        say(interrupted)
    else:
        return
    raise SystemExit(1)


def _print_outcome(lab: "ExperimentFolder", again: str) -> None:
    """Print how many games ended in each status; exit with 1 if some failed."""
    count = Counter(row.status for row in lab.rows.values())
    print_row(f"{lab.folder}: " + ", ".join(f"{number} {status}" for status, number in count.most_common()))
    for row in [row for row in lab.rows.values() if row.error][:3]:
        say(f"{row.recording} failed: {row.error}")
    if count["failed"] or count["fell back"]:
        say(f"play these again: {again} --retry")
    say(f"results: playbill {'merge' if lab.shard.mark else 'report'} {lab.folder}")
    if count["failed"]:
        raise SystemExit(1)


def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders with the parts.")],
    out: Annotated[Path | None, out_option("Folder for the result (default: the first one).", "DIR")] = None,
    allow: Allow = None,
) -> None:
    """Merge the parts of an experiment into one rows.jsonl."""
    from core.lab.experiment import merge

    lab = merge(folders, out or folders[0], own_models(), allow or ())
    print_row(f"{lab.folder}: {len(lab.rows)} of {len(lab.jobs)} games")
    say(f"results: playbill report {lab.folder}")


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of an experiment, or of recordings.")],
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Also write tables (CSV, JSON, Markdown, LaTeX), figures (SVG, PNG) and methods there.",
        ),
    ] = None,
    allow: Allow = None,
) -> None:
    """Report the results of an experiment or of recordings; also writes DIR/report.html."""
    from core.lab.design import read_experiment
    from core.lab.experiment import ExperimentFolder
    from core.lab.exports import export as write_tables
    from core.lab.page import page
    from core.lab.recordings_folder import read_folder
    from core.lab.report import Report

    if (folder / "experiment.toml").exists():
        reports = [
            Report(
                ExperimentFolder(read_experiment(folder / "experiment.toml"), folder, own_models(), allow=allow or ())
            )
        ]
    elif not folder.is_dir():
        raise UserError(f"{folder} holds no experiment; make one: playbill experiment FILE -O {folder}")
    else:
        reports = [Report(games) for games in read_folder(folder)]
    for each in reports:
        scene = each.lab.experiment.scene
        path = folder / (f"report-{scene}.html" if len(reports) > 1 else "report.html")
        path.write_text(page(each), "utf-8")
        if len(reports) > 1:
            print(f"{scene.upper()}\n")
        for sheet in each.sheets():
            print_sheet(sheet)
        if each.caveat:
            print(each.caveat)
        say(f"report with all measures, games and methods: {path}")
        if export:
            into = export / scene if len(reports) > 1 else export
            say(f"tables and figures: {into} ({write_tables(each, into)} tables)")


def table(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="turns, messages, decisions, calls, prompts, readings, or one of the scene (playbill scenes SCENE).",
        ),
    ],
    places: Places,
    out: Annotated[Path, out_option("File to create: .jsonl, .csv or .parquet.", "FILE")],
) -> None:
    """Make a table of recordings: one line per turn, message, model call, or row of a scene's own table."""
    from core.lab.records import kinds_of, recordings_in, records
    from core.lab.tables import open_table

    paths, count = recordings_in(places), 0
    with open_table(out, kinds_of(kind, paths)) as rows:
        try:
            for record in records(kind, paths):
                rows.add(record)
                count += 1
        except UserError:
            out.unlink()  # existing files are not replaced, so a partial table would block the next attempt
            raise
    say(f"{out}: {count} {kind} of {len(paths)} recording{'s' if len(paths) > 1 else ''}")


def compare(places: Places) -> None:
    """Compare runs with the first one; the runs in a folder count as one group."""
    from core.lab.run_comparison import compare_runs

    for sheet in compare_runs(places):
        print_sheet(sheet)
        say(sheet.note)


def print_sheet(sheet: "Sheet") -> None:
    """Print a sheet as text, with as many measures as fit the width."""
    from core.lab.figures import FOOTNOTE, Figure

    room = get_terminal_size((120, 0)).columns
    lines = [sheet.columns, *(tuple(map(str, row)) for row in sheet.rows)]
    columns = list(zip(*lines, strict=True))
    figures = [i for i, each in enumerate(sheet.rows[0]) if isinstance(each, Figure)]
    while sheet.measures and len(figures) > 1 and _width(columns) > room:
        del columns[figures.pop()]
    print_row(sheet.title)
    for line in zip(*columns, strict=True):
        cells = (word.ljust(max(map(len, column))) for word, column in zip(line, columns, strict=True))
        print_row(f"  {'  '.join(cells)}".rstrip())
    for text in wrap(sheet.note, room - 2) if sheet.says_note else ():
        print_row(f"  {text}")
    if any(figure.few for figure in sheet.figures):
        print_row(f"  {FOOTNOTE}")
    print()


def _width(columns: "Sequence[Sequence[str]]") -> int:
    return sum(2 + max(map(len, column)) for column in columns)
