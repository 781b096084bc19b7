"""Surveys: questions to agents, answered on a scale, by choice or in free words, and the parser of answers."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from core.errors import UserError
from core.lab.moments import END
from core.llm.json_extraction import Form
from core.llm.replies import Json, Reply, Words
from core.text import one_line, quoted, unsafe
from core.validation_errors import shown, validation_message

MAX_CHARACTERS = 2000
"""Maximum number of characters of an answer in free words, and of a reason."""
MAX_BYTES = 2**20
"""Maximum size in bytes of a survey's file."""
MAX_STEPS = 100
"""Maximum number of steps of a scale."""
PREFACE = (
    "This once, do not act and do not use the form of your usual answers. The game stands still while a researcher "
    "asks you a question. Nobody in the game learns of the question or of your answer. Answer as {name}, from what "
    "you know and think at this moment."
)
OBJECT = 'Answer with one JSON object and nothing else: {{"why": the reason in a few words, "answer": {answer}}}'
_QUOTES = r"[\s*\"'`]"
_BARE = re.compile(
    rf"(?:(?:.*\W)?answer[\s:=*\"'`]{{1,4}}|{_QUOTES}{{0,4}})(-?\d{{1,9}})(?:{_QUOTES}|\.)*", re.I | re.S
)
"""A number alone, or after the word "answer" at the end."""


class Answer(NamedTuple):
    """An answer as read from a reply."""

    text: str
    score: int | None = None
    """The number on a scale; None for other kinds."""
    reason: str = ""


class ScaleReply(Json[BaseModel]):
    """Reply type for a number, in a JSON object or alone."""

    def forms(self, text: str) -> Iterator[Form]:
        if "{" not in text and (found := _BARE.fullmatch(text)):
            yield Form(f'{{"answer": {int(found[1])}}}', ("layout",))
        else:
            yield from super().forms(text)


class Question(BaseModel):
    """A question, answered by a number on its `scale`, by one of its `choices`, or else in free words."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[A-Za-z0-9_.-]{1,40}$")
    text: str = Field(min_length=1, max_length=4000)
    scale: list[int] = Field(default=[], max_length=2)
    """Lowest and highest number."""
    labels: list[str] = []
    """Meanings of the two ends of the scale, or of each number."""
    choices: list[str] = Field(default=[], max_length=50)
    at: list[str] = []
    """Moments to ask at; empty for those of the survey."""
    agents: list[str] = []
    """Names of agents to ask; empty for those of the survey."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.scale and self.choices:
            raise ValueError("a question takes a scale or choices, not both")
        if self.scale and not (len(self.scale) == 2 and 0 < self.scale[1] - self.scale[0] < MAX_STEPS):
            raise ValueError(f"a scale is its lowest and highest number, such as [1, 7], at most {MAX_STEPS} steps")
        if self.labels and len(self.labels) not in (2, len(self._numbers)):
            raise ValueError("labels are for the two ends of a scale, or for each of its numbers")
        if self.choices and not 1 < len({choice.casefold() for choice in self.choices}) == len(self.choices):
            raise ValueError("choices are two or more different texts")
        if not all(map(str.strip, (self.text, *self.labels, *self.choices))):
            raise ValueError("the text, labels and choices may not be empty")
        return self

    @property
    def kind(self) -> Literal["scale", "choice", "text"]:
        return "scale" if self.scale else "choice" if self.choices else "text"

    @property
    def _numbers(self) -> range:
        return range(self.scale[0], self.scale[1] + 1) if self.scale else range(0)

    def task(self, name: str) -> str:
        """Write the end of the prompt: the question, and the form of the answer."""
        return "\n\n".join([PREFACE.format(name=name), self.text.strip(), self._form()])

    def _form(self) -> str:
        if self.kind == "text":
            return f"Answer in plain words, in at most {MAX_CHARACTERS} characters, and write nothing else."
        if self.kind == "choice":
            return f"Choose one of: {', '.join(map(quoted, self.choices))}.\n{OBJECT.format(answer='your choice')}"
        numbers = self._numbers
        places = (numbers[0], numbers[-1]) if len(self.labels) == 2 else numbers
        labels = ", ".join(f"{n} = {label}" for n, label in zip(places, self.labels, strict=bool(self.labels)))
        number = f"a whole number from {numbers[0]} to {numbers[-1]}"
        return f"Choose {number}{f' ({labels})' if labels else ''}.\n{OBJECT.format(answer=number)}"

    def read(self, text: str) -> Answer | None:
        """Parse an answer that a person typed; None if it is not a possible answer."""
        text = one_line(text)[:MAX_CHARACTERS]
        if self.scale:
            return Answer(text, int(text)) if text in map(str, self._numbers) else None
        if self.choices:
            return next((Answer(each) for each in self.choices if each.casefold() == text.casefold()), None)
        return Answer(text) if text else None

    @property
    def hint(self) -> str:
        """The possible answers, as a hint for a person: "1 (not at all) to 7 (fully)"."""
        if not self.scale:
            return ", ".join(self.choices)
        ends = (self.labels[0], self.labels[-1]) if self.labels else ("", "")
        return " to ".join(f"{n} ({end})" if end else str(n) for n, end in zip(self.scale, ends, strict=True))

    @property
    def reply(self) -> Reply[Any]:
        """The reply type. `llm:mock` answers with the middle of a scale, or the first choice."""
        return _reply(self._numbers, tuple(self.choices))

    def answer(self, value: Any) -> Answer:
        """Convert the value of a reply to an answer."""
        if self.kind == "text":
            return Answer(value)
        return Answer(str(value.answer), value.answer if self.scale else None, one_line(value.why)[:MAX_CHARACTERS])


@lru_cache(256)
def _reply(numbers: range, choices: tuple[str, ...]) -> Reply[Any]:
    """Make the reply type of a question; it is no part of the question, which worker processes receive."""
    if not numbers and not choices:
        return Words("survey", "I have nothing to add.", MAX_CHARACTERS)
    answer: Any = (int, Field(ge=numbers[0], le=numbers[-1], strict=True)) if numbers else (Literal[choices], Field())
    why: Any = (str, Field("", description="the reason, in a few words"))
    kind = create_model("Answer", __config__=ConfigDict(extra="forbid"), why=why, answer=answer)
    example = kind(why="It is my impression.", answer=numbers[len(numbers) // 2] if numbers else choices[0])
    return (ScaleReply if numbers else Json)(kind, "survey", example)


class Survey(BaseModel):
    """The questions of a file, with moments and agents for those that name none themselves."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    questions: list[Question] = Field(min_length=1, max_length=200)
    at: list[str] = Field(default=[END], min_length=1)
    """Moments to ask at, such as "42", "t12", "said", "said 1" or "end"."""
    agents: list[str] = []
    """Names of agents to ask; empty for all that models play, or, with a `model`, for all."""
    file: str = ""
    """Name of the file that holds the rest of an experiment's survey."""
    model: str = ""
    """Model that answers in place of each agent's own, such as "llm:mock"."""
    kinds: ClassVar[str] = '[[questions]] with id, text, and for a number scale = [1, 7] or choices = ["yes", "no"]'

    @model_validator(mode="after")
    def _different(self) -> Self:
        ids = [question.id for question in self.questions]
        if twice := next((id for id in ids if ids.count(id) > 1), None):
            raise ValueError(f"two questions have the id {twice!r}")
        return self

    def asked(self, at: Sequence[str] = (), agents: Sequence[str] = ()) -> list[Question]:
        """Return the questions with their moments and agents; `at` and `agents` replace those of the survey."""
        return [
            question.model_copy(
                update={
                    "at": [*dict.fromkeys(at or question.at or self.at)],
                    "agents": [*dict.fromkeys(agents or question.agents or self.agents)],
                }
            )
            for question in self.questions
        ]


def read_survey(path: Path) -> Survey:
    """Read a survey's file. Raises UserError."""
    survey = check_survey(_read(path), str(path))
    if survey.file:
        raise UserError(f"{path}: file = {shown(survey.file)}: only the survey of an experiment names a file.")
    return survey


def experiment_survey(path: Path, table: Any) -> Survey:
    """Check the part [survey] of an experiment's file; it may name a survey's file in the same folder as `file`.

    Raises UserError.
    """
    if isinstance(table, dict) and "file" in table:
        if not isinstance(file := table["file"], str) or Path(file).name != file:
            raise UserError(f"{path}: survey.file = {shown(file)}: name a file in the folder of {path.name}.")
        table = {**read_survey(path.parent / file).model_dump(exclude_unset=True), **table}
    return check_survey(table, f"{path}: survey")


def _read(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise UserError(f"The survey {path} is larger than {MAX_BYTES // 2**20} MiB.")
        return tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise UserError(f"The survey {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"The survey {path} is not TOML: {error}.") from error


def check_survey(data: Any, name: str = "survey") -> Survey:
    """Validate the content of a survey; errors begin with its name. Raises UserError."""
    if (place := unsafe(data)) is not None:
        raise UserError(f"{name}: {one_line(place)} has control characters; remove them.")
    try:
        return Survey.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(each + 1) if isinstance(each, int) else each for each in first["loc"])
        if first["type"] == "missing":
            raise UserError(f"{name}: {place} is missing; a survey has {Survey.kinds}.") from error
        value = "" if first["type"] == "value_error" else f" = {shown(first['input'])}"
        why = (
            validation_message({**first, "loc": first["loc"][2:]}, Question)
            if first["loc"][2:]
            else validation_message(first, Survey)
        )
        raise UserError(f"{name}: {place}{value}{': ' if place else ''}{why}.") from error
