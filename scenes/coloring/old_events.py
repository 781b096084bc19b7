"""Events of earlier versions. Recordings that hold them can be opened; they change nothing."""

from core.engine.events import Body
from scenes.coloring.talk.speech import Meant


class Read(Body):
    """A model's reading of another owner's words, beside the rule-based reading."""

    speaker: str
    said: int
    """Number of the message among all messages that the owner has heard, from 1."""
    sort: str
    """Kind of message according to the model: question, information, preference, command or mixed."""
    rules: Meant
    model: Meant
    extra: Meant
    """Statements that only the model found."""

    def sentence(self) -> str:
        return f"understood {self.speaker} ({self.sort}): {self.model.sentence()}; by rules: {self.rules.sentence()}"


class Questioned(Body):
    """A question to the human after the game."""

    line = "{number}: {statement}"
    number: int
    statement: str


class Answered(Body):
    """The human's answer to a `Questioned` statement, from 1 (not at all) to 7 (fully)."""

    line = "{statement} {score} of 7"
    number: int
    statement: str
    score: int


class Skipped(Body):
    """The human skipped the remaining questions."""

    line = "answers no more questions"
