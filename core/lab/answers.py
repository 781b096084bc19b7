"""Answers of interviews by place: means and shares with intervals, and differences from the first place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from core.errors import UserError
from core.lab.answer_measures import AnswerMeasure, answer_measures
from core.lab.answer_rows import AnswerRow
from core.lab.design import read_experiment
from core.lab.experiment import read_rows
from core.lab.results import CLEAR, Cell, Claim, Sheet, correct_claims
from core.lab.rows import Row
from core.lab.survey import Question

NOTE = "Means on scales, and shares of choices among the answers. Brackets hold 95 % intervals; seeds are clusters."
PAIRED = "Differences of means, and of shares in percentage points. Places with the same seeds are paired."


def answer_sheets(rows: Sequence[AnswerRow], questions: Sequence[Question], places: Sequence[Path]) -> list[Sheet]:
    """Tabulate answers by place; each cell of an experiment is a place. Returns [] for a single game."""
    recordings = dict.fromkeys(row["recording"] for row in rows)
    names, found = _names(places, recordings), defaultdict[str, list[AnswerRow]](list)
    for row in rows:
        found[names[row["recording"]]].append(row)
    measures = list(answer_measures(questions))
    if len(recordings) < 2 or not measures:
        return []
    return correct_claims(_sheets(found, measures))


def _sheets(found: Mapping[str, Sequence[AnswerRow]], measures: Sequence[AnswerMeasure]) -> Iterator[Sheet]:
    lines: list[tuple[Cell, ...]] = []
    differences: list[tuple[Cell, ...]] = []
    first, *others = found
    for measure in measures:
        values = {name: measure.values(rows) for name, rows in found.items()}
        lines.append((measure.label, *map(measure.figure, values.values())))
        for name in others:
            figure = measure.difference(values[first], values[name])
            differences.append((measure.label, f"{name} - {first}", Claim(figure), figure))
    counts = [f"{sum(bool(row['answer']) for row in rows)} of {len(rows)}" for rows in found.values()]
    yield Sheet("Answers", NOTE, ("question", *found), [*lines, ("answers", *counts)], says_note=True)
    if differences:
        yield Sheet("Differences", PAIRED, ("question", "places", CLEAR, "difference"), differences, says_note=True)


def kept_answers(places: Sequence[Path]) -> tuple[list[AnswerRow], list[Question]]:
    """Read the answers to the surveys of experiments, and their questions. Raises UserError for another place."""
    answers, questions = list[AnswerRow](), dict[str, Question]()
    for place in places:
        path = place / "experiment.toml"
        survey = read_experiment(path).survey if path.exists() else None
        if survey is None:
            raise UserError(f"{place} has no survey; name a question with --ask TEXT, or several with --survey FILE.")
        questions |= {question.id: question for question in survey.asked()}
        for row in _rows(place):
            answers += [{**each, "recording": str(place / each["recording"])} for each in row.survey]
    return answers, list(questions.values())


def _rows(place: Path) -> list[Row]:
    """Read the rows of an experiment's folder, each once, although merged ones are in a shard's file as well."""
    return list({row.recording: row for path in sorted(place.glob("rows*.jsonl")) for row in read_rows(path)}.values())


def _names(places: Sequence[Path], recordings: Iterable[str]) -> dict[str, str]:
    """Map each recording to the name of its place: the cell in an experiment, else the folder or file."""
    short = len({place.resolve().name for place in places}) == len(places)
    out = {}
    for place in places:
        name, rows = place.resolve().name if short else str(place), _rows(place)
        cells = {str(place / row.recording): row.cell for row in rows} if len({row.cell for row in rows}) > 1 else {}
        for path in recordings:
            if Path(path).is_relative_to(place):
                cell = cells.get(path, "")
                out[path] = f"{name}: {cell}" if cell and len(places) > 1 else cell or name
    return out
