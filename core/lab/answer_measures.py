"""Measures of answers to a survey: means on scales, and shares of choices."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from core.lab.answer_rows import AnswerRow
from core.lab.figures import (
    Figure,
    mean_by_seed,
    mean_difference,
    means_by_seed,
    paired_difference,
    share_by_seed,
    share_difference,
)
from core.lab.moments import repeats
from core.lab.survey import Question

Values = list[tuple[int, float]]
"""Pairs of seed and value."""


class AnswerMeasure(NamedTuple):
    """A question asked at a moment; for a question with choices, one of its choices."""

    label: str
    question: Question
    at: str
    choice: str = ""

    def values(self, rows: Sequence[AnswerRow]) -> Values:
        """Return the answers to the question at this moment, without missing ones."""
        mine = [row for row in rows if (row["question"], row["at"]) == (self.question.id, self.at) and row["answer"]]
        return [(row["seed"], row["answer"] == self.choice if self.choice else row["score"] or 0) for row in mine]

    def value(self, rows: Sequence[AnswerRow]) -> float | bool | None:
        """Return the mean of one game's answers; for a choice that is offered once a game, true or false."""
        values = [value for _, value in self.values(rows)]
        if not values:
            return None
        once = len(self.question.agents) == 1 and not repeats(self.at)
        return bool(values[0]) if self.choice and once else fmean(values)

    @property
    def bounds(self) -> tuple[float, float]:
        return (self.question.scale[0], self.question.scale[1]) if self.question.scale else (0, 1)

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


def answer_measures(questions: Sequence[Question]) -> Iterator[AnswerMeasure]:
    """Yield the measures of questions, which hold their moments; free words have none."""
    moments = list(dict.fromkeys(at for question in questions for at in question.at))
    for question in questions:
        for at in question.at:
            when = f" at {at}" if len(moments) > 1 else ""
            if question.scale:
                yield AnswerMeasure(f"{question.id}{when}", question, at)
            several = len(question.choices) > 2  # of two shares, one follows from the other
            for choice in question.choices if several else question.choices[:1]:
                yield AnswerMeasure(f"{question.id}{when}: {choice}", question, at, choice)
