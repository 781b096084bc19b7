"""Experiments and their reports."""

import shlex
import signal
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from core.errors import UserError
from core.user_config import own_models
from tui.cli.terminal import print_row, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.lab.experiment import Lab, Shard
    from core.lab.results import Sheet
    from core.lab.rows import Row
    from core.lab.work_sharing import Engine


def experiment(
    file: Path,
    out: Path | None,
    yes: bool,
    workers: int,
    retry: bool,
    cluster: str = "",
    shard: str = "",
    allow: "Sequence[str]" = (),
) -> None:
    from core.lab.cluster import connect
    from core.lab.design import read_experiment
    from core.lab.experiment import Lab
    from core.lab.limits import LimitReached

    wanted = read_experiment(file)
    lab = Lab(wanted, out or Path(wanted.name), own_models(), _shard(shard), allow)
    left = lab.left + [job for job in lab.jobs if retry and lab.is_doubtful(job)]
    say(_plan(lab, len(left)))
    if left:
        _say_wishes(lab)
        lab.check()
    if left and not yes:
        _ask()
    again = shlex.join(["playbill", "experiment", str(file), "-O", str(lab.folder)])
    again += f" --cluster {shlex.quote(cluster)}" * bool(cluster) + f" --shard {shard}" * bool(shard)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with connect(cluster) if cluster else nullcontext(workers) as engine:
            _run(lab, file, engine, retry, len(left))
    except LimitReached as limit:
        say(f"{limit}; {len(lab.left)} games are left. Raise it in {file}, and go on: {again}")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        say(f"interrupted; what was played is kept. Go on: {again}")
        raise SystemExit(1) from None
    _tell(lab, again)


def _shard(told: str) -> "Shard":
    from core.lab.experiment import WHOLE, Shard

    if not told:
        return WHOLE
    number, _, of = told.partition("/")
    if not (number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise UserError(f"--shard takes a part of how many, such as 3/8, not {told!r}.")
    return Shard(int(number), int(of))


def _run(lab: "Lab", file: Path, engine: "Engine", retry: bool, games: int) -> None:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.__stderr__)
    with Progress(console=console, disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(lab.experiment.scene, total=games)

        def advance(row: "Row") -> None:
            progress.advance(task)

        lab.run(file, engine, advance, retry=retry)


def _plan(lab: "Lab", left: int) -> str:
    """What it is going to play."""
    from core.lab.design import uses_models

    made = lab.experiment
    cells = f"{len(lab.cells)} cell{'s' if len(lab.cells) > 1 else ''}"
    games = f"{len(lab.jobs)} game{'s' if len(lab.jobs) > 1 else ''}"
    seeds = f"seeds {made.seed} to {made.seed + made.games - 1}" if made.games > 1 else f"seed {made.seed}"
    told = f"{made.name}: {games} of {made.scene}, {cells}, {seeds}; {left} to play"
    if not uses_models(lab.cells):
        return told + ", without models"
    limits = {key: value for key, value in made.limits.model_dump(exclude={"fallbacks"}).items() if value}
    most = ", ".join(f"{key} {value:g}" for key, value in limits.items())
    told += f", with models, until {most}" if most else ", with models, and [limits] names none"
    return told + _more_to_come(list(lab.rows.values()), left)


def _say_wishes(lab: "Lab") -> None:
    """Say what playing it takes from this machine; `--yes` grants none of it."""
    for sentence in dict.fromkeys(wish.sentence for wish in lab.experiment.wishes()):
        say(f"it would {sentence}")


def _more_to_come(rows: "Sequence[Row]", games: int) -> str:
    """What the games that are left will take, if they are like those that are over."""
    calls = sum(row.calls for row in rows)
    if not calls or not games:
        return ""
    share = games / len(rows)
    tokens, cost = sum(row.tokens_in + row.tokens_out for row in rows), sum(row.cost or 0.0 for row in rows)
    told = f"; about {calls * share:.0f} calls and {tokens * share:.0f} tokens, if they are like those so far"
    return told + (f", for {cost * share:.2f} dollars" if cost else "")


def _ask() -> None:
    if not sys.stdin.isatty():
        raise UserError("Nobody is there to be asked; start it with --yes.")
    say("Play them? [y/N]")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("Nothing was played.")


def _tell(lab: "Lab", again: str) -> None:
    """How the games came out; exit code 1 if some failed."""
    count = Counter(row.status for row in lab.rows.values())
    print_row(f"{lab.folder}: " + ", ".join(f"{number} {status}" for status, number in count.most_common()))
    for row in [row for row in lab.rows.values() if row.error][:3]:
        say(f"{row.recording} failed: {row.error}")
    if count["failed"] or count["fell back"]:
        say(f"play these again: {again} --retry")
    say(f"what came out: playbill {'merge' if lab.shard.mark else 'report'} {lab.folder}")
    if count["failed"]:
        raise SystemExit(1)


def merge(folders: "Sequence[Path]", out: Path | None, allow: "Sequence[str]" = ()) -> None:
    from core.lab.experiment import merge

    made = merge(folders, out or folders[0], own_models(), allow)
    print_row(f"{made.folder}: {len(made.rows)} of {len(made.jobs)} games")
    say(f"what came out: playbill report {made.folder}")


def report(folder: Path, allow: "Sequence[str]" = ()) -> None:
    from core.lab.design import read_experiment
    from core.lab.experiment import Lab
    from core.lab.page import page
    from core.lab.recordings_folder import read_folder
    from core.lab.report import Report

    if (folder / "experiment.toml").exists():
        reports = [Report(Lab(read_experiment(folder / "experiment.toml"), folder, own_models(), allow=allow))]
    elif not folder.is_dir():
        raise UserError(f"{folder} holds no experiment; make one: playbill experiment FILE -O {folder}")
    else:
        reports = [Report(each) for each in read_folder(folder)]
    for made in reports:
        scene = made.lab.experiment.scene
        path = folder / (f"report-{scene}.html" if len(reports) > 1 else "report.html")
        path.write_text(page(made), "utf-8")
        if len(reports) > 1:
            print(f"{scene.upper()}\n")
        for sheet in made.sheets():
            print_sheet(sheet)
        if made.caveat:
            print(made.caveat)
        say(f"the page, with all measures and every game: {path}")


def table(what: str, places: "Sequence[Path]", out: Path) -> None:
    from core.lab.records import kinds_of, recordings_in, records
    from core.lab.tables import open_table

    paths, count = recordings_in(places), 0
    with open_table(out, kinds_of(what, paths)) as made:
        try:
            for record in records(what, paths):
                made.add(record)
                count += 1
        except UserError:
            out.unlink()  # a part of a table, which would only be in the way of the whole
            raise
    say(f"{out}: {count} {what} of {len(paths)} recording{'s' if len(paths) > 1 else ''}")


def print_sheet(sheet: "Sheet") -> None:
    """A sheet as text; of many measures, as many as there is room for."""
    from core.lab.figures import FOOTNOTE, Figure

    room = get_terminal_size((120, 0)).columns
    lines = [sheet.columns, *(tuple(map(str, row)) for row in sheet.rows)]
    columns = list(zip(*lines, strict=True))
    figures = [i for i, each in enumerate(sheet.rows[0]) if isinstance(each, Figure)]
    while sheet.measures and len(figures) > 1 and _width(columns) > room:
        del columns[figures.pop()]
    print_row(sheet.title)
    for line in zip(*columns, strict=True):
        told = (word.ljust(max(map(len, column))) for word, column in zip(line, columns, strict=True))
        print_row(f"  {'  '.join(told)}".rstrip())
    if any(figure.few for figure in sheet.figures):
        print_row(f"  {FOOTNOTE}")
    print()


def _width(columns: "Sequence[Sequence[str]]") -> int:
    return sum(2 + max(map(len, column)) for column in columns)
