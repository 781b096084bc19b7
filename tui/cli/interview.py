"""The command that asks agents of recorded games questions."""

import os
import re
from contextlib import contextmanager, nullcontext
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import UserError, listed
from core.user_config import own_models, read_config
from tui.cli.arguments import Allow, Config, Places, out_option
from tui.cli.game_options import parse_pairs
from tui.cli.lab import print_sheet
from tui.cli.terminal import print_row, progress_bar, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.lab.answer_rows import AnswerRow
    from core.lab.survey import Question, Survey
    from core.recording.verification import RecordedRun


def interview(
    places: Places,
    at: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N",
            help="Event number, t12 for the start of turn 12, said or said 1 for each or the first event of a kind, or "
            "end (default, unless the survey says otherwise); repeatable.",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Agent to ask (default: all that models play); repeatable."),
    ] = None,
    ask: Annotated[
        str,
        typer.Option(metavar="TEXT", help="One question; without --scale or --choices it is answered in free words."),
    ] = "",
    scale: Annotated[str, typer.Option(metavar="LOW..HIGH", help="With --ask: answer with a number, as in 1..7.")] = "",
    choices: Annotated[str, typer.Option(metavar="A,B", help="With --ask: answer with one of these.")] = "",
    survey: Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file with several questions.")] = None,
    model: Annotated[
        str, typer.Option(metavar="MODEL", help="Let this model answer from the agents' memories, as in llm:MODEL.")
    ] = "",
    person: Annotated[
        str, typer.Option(metavar="NAME", help="Ask the person who played this seat, here at the terminal.")
    ] = "",
    out: Annotated[Path | None, out_option("File for the answers: .jsonl, .csv or .parquet.", "FILE")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o", "--option", metavar="LIMIT=VALUE", help="Limit: max_calls, max_tokens, max_cost; repeatable."
        ),
    ] = None,
    prompts: Annotated[bool, typer.Option("--prompts", help="Print the prompts, and ask nothing.")] = False,
    config: Config = None,
    allow: Allow = None,
) -> None:
    """Ask agents of recorded games questions, from what each of them knew at a moment.

    The recordings stay as they are. With -O, replies are kept in FILE.replies.journal, so that the same command asks
    nothing twice. Without a question it shows the answers to an experiment's survey.
    """
    import asyncio

    from core.lab.answers import kept_answers
    from core.lab.interview import Interview, limits_of, recording_readers
    from core.llm.journal import Journal
    from core.llm.routes import PREFIX
    from core.trust.grants import Grants

    if out is not None:
        _check_out(out)
    if not ask and survey is None:
        rows, questions = kept_answers(places)
        if out is not None:
            _write(rows, out)
        _print(rows, questions, places, out)
        return
    read = _survey(ask, scale, choices, survey)
    questions, name = read.asked(at or (), agent or ()), (model or read.model).removeprefix(PREFIX)
    own = {**own_models(), **(read_config(config).get("models", {}) if config else {})}
    grants = Grants.of(allow or (), own).with_policies([f"{PREFIX}{name}"] if model else [])
    limits = limits_of(parse_pairs(option or (), "-o", "LIMIT=VALUE"))
    plan = Interview(questions, name, grants=grants, limits=limits)
    recordings = recording_readers(places)
    if prompts:
        for opened in recordings:
            for title, messages in plan.prompts(opened()):
                print_row(f"--- {title}")
                for message in messages:
                    print(f"[{message['role']}]\n{indent(message['content'], '  ')}\n")
        return
    if person:
        rows = [row for opened in recordings for row in _ask_person(opened(), questions, person)]
        if out is not None:
            _write(rows, out)
        return
    with _lock_journal(out) if out else nullcontext() as stem, progress_bar("recordings", len(recordings)) as advance:
        rows = asyncio.run(plan._replace(journal=Journal(stem) if stem else None).ask(recordings, advance))
        if out is not None:
            _write(rows, out)
    _print(rows, questions, places, out)


def _print(rows: "list[AnswerRow]", questions: "list[Question]", places: "list[Path]", out: Path | None) -> None:
    """Print the answers, unless they are in a file, and their means and shares by place."""
    from core.lab.answers import answer_sheets

    for row in rows if out is None else ():
        print_row(_sentence(row))
    for sheet in answer_sheets(rows, questions, places):
        print_sheet(sheet)
    _summarize(rows, out)


def _ask_person(recording: "RecordedRun", questions: "Sequence[Question]", name: str) -> "list[AnswerRow]":
    """Ask the person who played a seat at the terminal. The answers refer to the end of the game. Raises UserError."""
    from core.lab.answer_rows import answered, empty_row
    from core.lab.moments import END

    header = recording.header
    if header.cast.get(name) != "human":
        raise UserError(f"{recording.path}: no person played {name!r}; the seats are {listed([*header.cast])}.")
    rows = []
    for question in questions:
        prompt = f"{question.text}{question.hint and f' [{question.hint}]'}"
        while (answer := question.read(typer.prompt(prompt))) is None:
            continue
        rows.append(answered({**empty_row(recording, END, name), "policy": "human"}, question, answer))
    return rows


def _survey(ask: str, scale: str, choices: str, survey: Path | None) -> "Survey":
    """Return the questions of the command line or of a file. Raises UserError."""
    from core.lab.survey import check_survey, read_survey

    if bool(ask.strip()) == bool(survey):
        raise UserError("Name one question with --ask TEXT, or several with --survey FILE.")
    if survey is not None:
        if scale or choices:
            raise UserError("--scale and --choices are for --ask; in a survey each question has its own.")
        return read_survey(survey)
    question: dict[str, object] = {"id": "q", "text": ask}
    if scale:
        ends = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", scale)
        if ends is None:
            raise UserError(f"--scale takes its lowest and highest number, such as 1..7, not {scale!r}.")
        question["scale"] = [int(ends[1]), int(ends[2])]
    if choices:
        question["choices"] = [choice.strip() for choice in choices.split(",")]
    return check_survey({"questions": [question]}, "--ask")


def _check_out(out: Path) -> None:
    """Raise UserError for a file that cannot be written, before anything is asked."""
    from core.lab.tables import TABLES

    if out.suffix not in TABLES:
        raise UserError(f"--out takes a name that ends in {', '.join(TABLES)}, not {out.name!r}.")
    if out.exists() and not Path(f"{_journal_stem(out)}.journal").exists():
        raise UserError(f"{out} exists already, and no interview wrote it; name another file with -O.")
    if not out.parent.is_dir():
        raise UserError(f"There is no folder {out.parent}.")


def _journal_stem(out: Path) -> Path:
    """Return the stem of the journal, which differs from that of a recording's own journal."""
    return out.with_name(f"{out.name}.replies")


@contextmanager
def _lock_journal(out: Path) -> "Iterator[Path]":
    """Lock the journal, and yield its stem; an empty one is removed. Raises UserError."""
    from core.files import lock

    path = Path(f"{_journal_stem(out)}.journal")
    with path.open("ab") as file:
        lock(file, path, out)
        try:
            yield _journal_stem(out)
        finally:
            if not path.stat().st_size:
                path.unlink()


def _write(rows: "Sequence[AnswerRow]", out: Path) -> None:
    """Write the answers; an earlier file of the same interview is replaced."""
    from core.lab.answer_rows import COLUMNS
    from core.lab.records import Record
    from core.lab.tables import open_table

    fresh = out.with_name(f".{os.getpid()}-{out.name}")
    try:
        with open_table(fresh, {name: column.kind for name, column in COLUMNS.items()}) as table:
            for row in rows:
                table.add(Record({**row}))
        fresh.replace(out)
    finally:
        fresh.unlink(missing_ok=True)


def _sentence(row: "AnswerRow") -> str:
    from core.text import one_line

    words = [Path(row["recording"]).name, row["at"], row["agent"], row["question"] if row["question"] != "q" else ""]
    answer = f"no answer ({row['error']})" if row["error"] else row["answer"]
    return one_line(f"{' '.join(filter(None, words))}: {answer}{f' ({reason})' if (reason := row['reason']) else ''}")


def _summarize(rows: "Sequence[AnswerRow]", out: Path | None) -> None:
    answers = sum(not row["error"] for row in rows)
    tokens = sum((row["tokens_in"] or 0) + (row["tokens_out"] or 0) for row in rows)
    cost = sum(row["cost"] or 0.0 for row in rows)
    missing = f", {len(rows) - answers} without an answer" if answers < len(rows) else ""
    say(
        f"{f'{out}: ' if out else ''}{answers} answer{'s' * (answers != 1)}{missing}; {tokens} tokens"
        f"{f', ${cost:.4f}' if cost else ''}"
    )
