"""Rows of answers to a survey, the same for models and people, during an experiment and after it."""

from typing import TypedDict, cast

from core.lab.records import EVENT, GAME, POLICY
from core.lab.survey import Answer, Question
from core.recording.verification import RecordedRun
from core.tables import Column

COLUMNS = {
    **GAME,
    "at": Column(str, "moment, as the user gave it"),
    "event": EVENT._replace(meaning="number of the last event before the question"),
    "turn": Column(int, "turn of the run to which that event belongs"),
    "agent": Column(str, "agent that was asked"),
    "policy": POLICY,
    "model": Column(str, "name of the model that answered"),
    "question": Column(str, "id of the question"),
    "kind": Column(str, "scale, choice or text"),
    "text": Column(str, "the question"),
    "answer": Column(str, "the answer; empty if there was no usable one"),
    "score": Column(int, "the answer as a number, for a scale"),
    "reason": Column(str, "reason that the model gave"),
    "error": Column(str, "reason for a missing answer"),
    "calls": Column(int, "calls for this answer, including those after an unusable reply"),
    "tokens_in": Column(int, "tokens that the model read"),
    "tokens_out": Column(int, "tokens that the model wrote"),
    "cost": Column(float, "price in US dollars; empty where no price is known"),
    "prompt": Column(str, "digests of the messages of the first call's prompt"),
}
"""Columns of answers."""


class AnswerRow(TypedDict):
    """An answer, or the reason why it is missing; cells by the names in `COLUMNS`."""

    recording: str
    scene: str
    seed: int
    at: str
    event: int | None
    turn: int | None
    agent: str
    policy: str | None
    model: str | None
    question: str | None
    kind: str | None
    text: str | None
    answer: str | None
    score: int | None
    reason: str | None
    error: str | None
    calls: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    prompt: str | None


def empty_row(recording: RecordedRun, at: str, agent: str = "", error: str | None = None) -> AnswerRow:
    """Return a row without an answer for a moment of a game."""
    game = dict(zip(GAME, (str(recording.path or ""), recording.header.scene, recording.header.seed), strict=True))
    return cast(AnswerRow, {**dict.fromkeys(COLUMNS), **game, "at": at, "agent": agent, "error": error})


def answered(row: AnswerRow, question: Question, answer: Answer) -> AnswerRow:
    """Return the row with the answer of a model or a person to a question."""
    return {
        **row,
        "question": question.id,
        "kind": question.kind,
        "text": question.text,
        "answer": answer.text,
        "score": answer.score,
        "reason": answer.reason,
    }
