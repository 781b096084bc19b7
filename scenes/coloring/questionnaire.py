"""Optional questions to the human after the game. Each event reads as a sentence."""

from collections.abc import Iterator

from core.engine import turn
from core.engine.events import Body, Event
from core.errors import IllegalAction

QUESTIONS = (
    "I understood what the others told me.",
    "The others understood what I meant.",
    "They kept what they had agreed to.",
    "What we ended with is fair to me.",
    "I would color another graph with them.",
)
SCALE = 7
"""Highest score: 1 is not at all, 7 is fully."""


class Answer(turn.Action):
    """Agree or disagree with a statement. The next question follows in the same turn."""

    ends_turn = False
    score: int


class LastAnswer(Answer):
    """The last answer; it ends the turn."""

    ends_turn = True


class Skip(turn.Action):
    """Skip the remaining questions."""


class Questioned(Body):
    number: int
    """Number of the question, from 1."""
    statement: str

    def sentence(self) -> str:
        return f"{self.number} of {len(QUESTIONS)}: {self.statement} answer 1 (not at all) to {SCALE} (fully), or skip"


class Answered(Body):
    line = f"{{statement}} {{score}} of {SCALE}"
    number: int
    statement: str
    score: int


class Skipped(Body):
    """The human skipped the remaining questions."""

    line = "answers no more questions"


def ask(person: str, number: int) -> Iterator[Event]:
    """Ask the human a question in private."""
    yield Questioned(number, QUESTIONS[number - 1]).by(person, to=(person,))


def answer(person: str, number: int, action: Answer | Skip) -> Iterator[Event]:
    """Record an answer, and ask the next question, if there is one."""
    if isinstance(action, Skip):
        yield Skipped().by(person, to=(person,))
        return
    yield Answered(number, QUESTIONS[number - 1], action.score).by(person, to=(person,))
    if number < len(QUESTIONS):
        yield from ask(person, number + 1)


def legal(number: int) -> list[Answer | Skip]:
    """List the possible answers, and skipping."""
    return [Skip(), *(_given(number, score) for score in range(1, SCALE + 1))]


def check(number: int, action: turn.Action) -> None:
    """Raise IllegalAction for an answer without a question, or for another action while one is open."""
    if not number and isinstance(action, Answer | Skip):
        raise IllegalAction("there is no question to answer")
    if number and action not in legal(number):
        raise IllegalAction(f"the game is over, and a question is open: answer 1 to {SCALE}, or skip")


def parse(number: int, text: str) -> Answer | Skip | None:
    """Parse an answer, a bare number or words; None for anything else."""
    match text.casefold().split():
        case ["skip"]:
            return Skip()
        case ["answer", word] if word.isascii() and word.isdigit():
            return _given(number, int(word[:3]))
        case [word] | ["say", word] if number and word.isascii() and word.isdigit():
            return _given(number, int(word[:3]))
    return None


def describe(action: Answer | Skip) -> str:
    return f"answer {action.score}" if isinstance(action, Answer) else "skip"


def _given(number: int, score: int) -> Answer:
    return LastAnswer(score) if number >= len(QUESTIONS) else Answer(score)
