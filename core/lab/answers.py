"""Answers of interviews by place: means and shares with intervals, and differences from the first place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.lab.experiment import read_rows
from core.lab.figures import (
    Figure,
    mean_by_seed,
    mean_difference,
    means_by_seed,
    paired_difference,
    share_by_seed,
    share_difference,
)
from core.lab.interview import Row
from core.lab.records import recordings_in
from core.lab.results import CLEAR, Cell, Claim, Sheet, correct_claims
from core.lab.survey import Question

NOTE = "Means on scales, and shares of choices among the answers. Brackets hold 95 % intervals; seeds are clusters."
PAIRED = "Differences of means, and of shares in percentage points. Places with the same seeds are paired."
Values = list[tuple[int, float]]
"""Pairs of seed and value."""


class Measure(NamedTuple):
    """A question asked at a moment; for a question with choices, one of its choices."""

    label: str
    question: Question
    at: str
    choice: str = ""

    def values(self, rows: Sequence[Row]) -> Values:
        """Return the answers to the question at this moment, without missing ones."""
        mine = [row for row in rows if (row["question"], row["at"]) == (self.question.id, self.at) and row["answer"]]
        return [(row["seed"], row["answer"] == self.choice if self.choice else row["score"]) for row in mine]

    @property
    def bounds(self) -> tuple[float, float]:
        return self.question.scale[0], self.question.scale[1]

    def figure(self, values: Values) -> Figure:
        if self.choice:
            return share_by_seed((seed, value, 1) for seed, value in values)
        return mean_by_seed(values, self.bounds)

    def difference(self, one: Values, other: Values) -> Figure:
        """Return `other` minus `one`, paired by seed where each seed of `other` is in `one`."""
        base = means_by_seed(one)
        paired = len(base) > 1 and base.keys() >= {seed for seed, _ in other}
        if self.choice:
            pair = ([(seed, value, 1) for seed, value in each] for each in (one, other))
            return share_difference(*pair, paired=paired).times(100)
        if paired:
            return paired_difference(((seed, value - base[seed]) for seed, value in other), self.bounds)
        return mean_difference(one, other)


def answer_sheets(rows: Sequence[Row], questions: Sequence[Question], places: Sequence[Path]) -> list[Sheet]:
    """Tabulate answers by place; each cell of an experiment is a place. Returns [] for a single game."""
    names = _names(places)
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[names[row["recording"]]].append(row)
    measures = list(_measures(rows, questions))
    if len({row["recording"] for row in rows}) < 2 or not measures:
        return []
    return correct_claims(_sheets(found, measures))


def _sheets(found: Mapping[str, Sequence[Row]], measures: Sequence[Measure]) -> Iterator[Sheet]:
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


def _measures(rows: Sequence[Row], questions: Sequence[Question]) -> Iterator[Measure]:
    moments = list(dict.fromkeys(row["at"] for row in rows))
    for question in questions:
        for at in moments:
            when = f" at {at}" if len(moments) > 1 else ""
            if question.scale:
                yield Measure(f"{question.id}{when}", question, at)
            several = len(question.choices) > 2  # of two shares, one follows from the other
            for choice in question.choices if several else question.choices[:1]:
                yield Measure(f"{question.id}{when}: {choice}", question, at, choice)


def _names(places: Sequence[Path]) -> dict[str, str]:
    """Map each recording to the name of its place: the cell in an experiment, else the folder or file."""
    short = len({place.resolve().name for place in places}) == len(places)
    out = {}
    for place in places:
        name = place.resolve().name if short else str(place)
        rows = read_rows(place / "rows.jsonl") if place.is_dir() else []
        cells = {str(place / row.recording): row.cell for row in rows} if len({row.cell for row in rows}) > 1 else {}
        for path in map(str, recordings_in([place])):
            cell = cells.get(path, "")
            out[path] = f"{name}: {cell}" if cell and len(places) > 1 else cell or name
    return out
