"""Experiments, reports and tables from Python, as lists or data frames."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from core.engine.session import run_sync
from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.interview import Interview, limits_of, recording_readers
from core.lab.records import recordings_in, records
from core.lab.report import Report
from core.lab.results import Sheet
from core.lab.rows import Row
from core.lab.survey import check_survey, read_survey
from core.llm.journal import Journal
from core.llm.routes import PREFIX
from core.recording.verification import RecordedRun
from core.trust.grants import Grants
from core.user_config import own_models
from playbill.played import Played


def experiment(
    file: str | Path,
    folder: str | Path | None = None,
    *,
    workers: int = 1,
    allow: Collection[str] = (),
    models: Mapping[str, Mapping[str, Any]] = {},
) -> list[Row]:
    """Play or continue an experiment, as `playbill experiment FILE -O FOLDER --yes` does.

    Args:
        file: The experiment's TOML file.
        folder: Folder to create or continue (default: the experiment's name).
        workers: Number of processes. With more than one, a script needs the guard `if __name__ == "__main__":`.
        allow: Grants for what the file would import, start, read or contact, as `--allow` takes them.
        models: Settings of models by name, as in `play`.

    Returns:
        One row per game, in the order of the design.

    Raises:
        UserError: The file is invalid, the folder holds another experiment, or a limit was reached.

    >>> import pathlib, tempfile, playbill as pb
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> file = folder / "talk.toml"
    >>> _ = file.write_text('name = "talk"\\nscene = "coup"\\ngames = 2\\n[cast.seats]\\n"*" = "random"')
    >>> [row.seed for row in pb.experiment(file, folder / "talk")]
    [1, 2]
    """
    path = Path(file)
    design = read_experiment(path)
    settings = {**own_models(), **models}
    lab = ExperimentFolder(design, Path(folder) if folder else Path(design.name), settings, allow=allow)
    lab.check()
    run_sync(lambda: lab.run(path, workers))
    return [lab.rows[job.recording] for job in lab.jobs if job.recording in lab.rows]


def report(folder: str | Path, *, allow: Collection[str] = ()) -> list[Sheet]:
    """Compute the report of an experiment.

    Args:
        folder: Folder of the experiment.
        allow: Grants, as in `experiment`.

    Returns:
        The report's tables. Each has `title`, `note`, `columns` and `rows`; a cell is a text, or a figure with `value`,
        `low` and `high` (its 95 % interval by seed; nan where there is none) and `n`.

    Raises:
        UserError: The folder holds no experiment.

    >>> import playbill as pb
    >>> for sheet in pb.report("talk"):  # doctest: +SKIP
    ...     print(sheet.title, sheet.columns)
    """
    path = Path(folder) / "experiment.toml"
    if not path.exists():
        raise UserError(f"{folder} holds no experiment; make one: playbill experiment FILE -O {folder}")
    return Report(ExperimentFolder(read_experiment(path), Path(folder), own_models(), allow=allow)).sheets()


def table(kind: str, *places: str | Path) -> list[dict[str, Any]]:
    """Make a table of recordings, as `playbill table KIND PLACE…` does.

    Args:
        kind: `turns`, `messages`, `decisions`, `calls`, `prompts`, `readings`, or a table of the scene.
        places: Recordings, and folders of recordings or experiments.

    Returns:
        The rows: cells by column.

    Raises:
        UserError: A recording cannot be read, or has no such table.

    >>> import pathlib, tempfile, playbill as pb
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> _ = pb.play("coup", cast={"*": "random"}, seed=3, record=file)
    >>> claims = pb.table("claims", file)
    >>> {"player", "card", "true"} <= claims[0].keys()
    True
    """
    return [record.cells for record in records(kind, recordings_in(map(Path, places)))]


def interview(
    games: Played | str | Path | Sequence[Played | str | Path],
    survey: str | Path | Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    at: str | Sequence[str] = (),
    agents: Sequence[str] = (),
    model: str = "",
    journal: str | Path | None = None,
    limits: Mapping[str, float] = {},
    allow: Collection[str] = (),
    models: Mapping[str, Mapping[str, Any]] = {},
) -> list[dict[str, Any]]:
    """Ask agents of played games questions, from what each of them knew at a moment.

    The games stay as they are. Each question is asked alone, of the model that plays the agent.

    Args:
        games: Games, recordings, or folders of recordings.
        survey: A question, several, or the TOML file that holds them. A question has `id` and `text`, and for a number
            `scale`, such as `[1, 7]` (with `labels`), or `choices`; otherwise it is answered in free words. It may have
            its own moments `at` and `agents`.
        at: Moments, in place of the survey's: an event number such as "42", "t12" for the start of turn 12, a kind of
            event ("said": after each; "said 1": after the first), or "end", the default.
        agents: Names of agents, in place of the survey's (default: all that models play).
        model: Model that answers in place of the agents' own, such as "llm:mock".
        journal: File for the replies (".journal" is added), so that no question is asked twice.
        limits: `max_calls`, `max_tokens` or `max_cost` in US dollars.
        allow: Grants for the models that a recording names, as `--allow` takes them.
        models: Settings of models by name, as in `play`.

    Returns:
        One row per answer, with the columns of `playbill interview`. Without a usable answer, `error` says why.

    Raises:
        UserError: A question is invalid, an agent is not played by a model, a model cannot be reached, or a
            limit is reached.

    >>> import playbill as pb
    >>> game = pb.play("chat", {"players": 2, "max_turns": 4}, {"*": "llm:mock"})
    >>> trust = {"id": "trust", "text": "How far do you trust Bob?", "scale": [1, 7], "labels": ["not", "fully"]}
    >>> [(row["at"], row["agent"], row["score"]) for row in pb.interview(game, trust, at=["t2", "end"], agents=["Ann"])]
    [('t2', 'Ann', 4), ('end', 'Ann', 4)]
    """
    if isinstance(survey, str | Path):
        read = read_survey(Path(survey))
    else:
        read = check_survey({"questions": [survey] if isinstance(survey, Mapping) else list(survey)})
    grants = Grants.of(allow, {**own_models(), **models}).with_policies(
        [f"{PREFIX}{model.removeprefix(PREFIX)}"] if model else []
    )
    kept = None if journal is None else Journal(Path(journal))
    plan = Interview(
        read.asked([at] if isinstance(at, str) else at, agents),
        (model or read.model).removeprefix(PREFIX),
        grants=grants,
        journal=kept,
        limits=limits_of(limits),
    )
    opened: list[Callable[[], RecordedRun]] = []
    for game in [games] if isinstance(games, Played | str | Path) else games:
        opened += [partial(_same, game)] if isinstance(game, Played) else recording_readers([Path(game)])
    return [dict(row) for row in run_sync(lambda: asyncio.run(plan.ask(opened)))]


def _same(game: Played) -> Played:
    return game


def frame(rows: Iterable[Row | Mapping[str, Any]], library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Make a data frame.

    Args:
        rows: Rows of games from `batch` or `experiment`, or rows of `table`. Games get one column per metric, seat,
            role, option and score.
        library: Library of the data frame.

    Returns:
        A `pandas.DataFrame` or `polars.DataFrame`.

    Raises:
        UserError: The library is not installed.

    >>> import playbill as pb
    >>> games = pb.frame(pb.batch("coup", 3, cast={"*": "random"}))
    >>> games.groupby("plays Ann").turns.count().to_dict()
    {'random': 3}
    """
    cells = [row.flat() if isinstance(row, Row) else dict(row) for row in rows]
    try:
        if library == "polars":
            import polars

            return polars.DataFrame(cells, infer_schema_length=None)
        import pandas
    except ModuleNotFoundError as error:
        raise UserError(f"frame needs {library}: pip install {library}") from error
    return pandas.DataFrame(cells)
