"""What a model is to answer, and how its answer is read: once, strictly, whatever the provider promises."""

import re
from abc import ABC, abstractmethod
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

from core.text import one_line, safe_text

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_TAG = "(?:think|thinking|reasoning)"
_THINKING = re.compile(rf"\A(?:.*?</{_TAG}>|\s*<{_TAG}>.*)", re.DOTALL | re.IGNORECASE)
"""Some servers leave the opening tag out; a reply that was cut lacks the closing one."""
_FENCED = re.compile(r"\A```(?:json)?[ ]*\n(.*)\n```\Z", re.DOTALL)

_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")


class Unreadable(Exception):
    """A reply that is not what was asked for. The text says what to mend, to the model."""


class Reply(ABC, Generic[T]):
    """Is the type of an answer, and reads it."""

    schema: dict[str, Any] | None = None
    """Its JSON schema, sent to providers that support one."""

    def __init__(self, purpose: str, example: str) -> None:
        """Name what the answer is for, in a few words, and give a valid one, which `llm:mock` answers."""
        self.purpose = purpose
        self.example = example

    @abstractmethod
    def read(self, text: str) -> T:
        """Read an answer. Raises Unreadable, with what to mend."""

    @abstractmethod
    def plain(self, value: T) -> Any:
        """Write the value as JSON data, for the record."""


def answer_in(text: str) -> str:
    """Leave out the thinking that some models write before a reply."""
    return _THINKING.sub("", text).strip()


class Json(Reply[M]):
    """Asks for a JSON object that fits a pydantic model, and gives an instance of it. A Markdown fence around the
    object and thinking before it are let pass; what does not fit is told to the model, and asked for again.

        class Answer(BaseModel):
            model_config = ConfigDict(extra="forbid")
            why: str
            count: int

        answer = await turn.ask(messages, pb.Json(Answer, "a bid", Answer(why="likely enough", count=3)))
    """

    def __init__(self, kind: type[M], purpose: str, example: M) -> None:
        """Take the model, what the answer is for in a few words, and a valid one, which `llm:mock` gives."""
        super().__init__(purpose, example.model_dump_json())
        self.kind = kind
        self.schema = schema_of(kind)

    def read(self, text: str) -> M:
        body = answer_in(text)
        fenced = _FENCED.match(body)
        body = fenced[1] if fenced else body
        try:
            value = self.kind.model_validate_json(body)
            return self.kind.model_validate_json(to_json(_safe(from_json(body)))) if "\\" in body else value
        except ValidationError as error:
            problems = [_problem(dict(each)) for each in error.errors(include_url=False)[:3]]
            raise Unreadable(f"{'; '.join(problems)}. Answer with one JSON object and nothing else.") from None

    def plain(self, value: M) -> Any:
        return value.model_dump(mode="json")


@cache
def schema_of(kind: type[BaseModel]) -> dict[str, Any]:
    """Made once a kind: making it takes longer than all the rest of a call."""
    return kind.model_json_schema()


def _safe(told: Any) -> Any:
    """JSON data whose texts are clean: an escape in JSON may stand for an escape of the terminal."""
    match told:
        case str():
            return safe_text(told)
        case list():
            return [_safe(item) for item in told]
        case dict():
            return {safe_text(key): _safe(item) for key, item in told.items()}
    return told


def _problem(error: dict[str, Any]) -> str:
    where = ".".join(map(str, error["loc"]))
    return one_line(f"{where}: {error['msg']}" if where else str(error["msg"]))[:300]


class Words(Reply[str]):
    """Asks for plain words to be said, up to `limit` characters."""

    def __init__(self, purpose: str, example: str, limit: int = 600) -> None:
        super().__init__(purpose, example)
        self.limit = limit

    def read(self, text: str) -> str:
        words = one_line(answer_in(text))
        if (quoted := _QUOTED.fullmatch(words)) is not None:
            words = quoted[1].strip()
        if not words:
            raise Unreadable("The reply is empty. Answer with the message itself, in one to three sentences.")
        if words[0] == "{" and words[-1] == "}":
            raise Unreadable("Answer in plain words, not in JSON.")
        if len(words) > self.limit:
            raise Unreadable(f"The message has {len(words)} characters; use at most {self.limit}.")
        return words

    def plain(self, value: str) -> Any:
        return value
