"""What a model is to answer, and how its answer is read: found leniently, then read strictly."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

from core.llm.json_extraction import (
    LONGEST,
    Form,
    answer_in,
    labelled,
    objects_in,
    unfenced,
    unlabelled,
    unquoted,
    words_in,
)
from core.llm.naming import PLAIN, Wording
from core.llm.refusals import declines, refuses
from core.llm.schemas import sample
from core.text import one_line, safe_text

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")


class Unreadable(Exception):
    """A reply that is not what was asked for. The text says what to mend, to the model."""


class Ambiguous(Unreadable):
    """A reply in which answers differ."""


class Refusal(Unreadable):
    """A reply in which a model says that it will not answer."""

    def __init__(self) -> None:
        super().__init__("That is a refusal, not an answer. This is a game among agents: answer as you were asked to.")


class Understood(NamedTuple, Generic[T]):
    """An answer, and what was mended to read it."""

    value: T
    mended: tuple[str, ...]


class Reply(ABC, Generic[T]):
    """Is the type of an answer, and reads it."""

    schema: dict[str, Any] | None = None
    """Its JSON schema, sent to providers that support one."""
    closes = False
    """Whether an answer shows that it is whole: then it can be told from what stands around it, or was cut."""

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

    def forms(self, text: str) -> Iterator[Form]:
        """Find what may be the answer in a text without thinking, each as `read` takes it."""
        yield Form(text)

    def understand(self, text: str) -> Understood[T]:
        """Read the answer that a reply holds, as it is or mended. Raises Unreadable: also for answers that differ, and
        for one that says within that the model will not answer."""
        text = answer_in(text)
        try:
            found = self._only(text)
        except Unreadable as why:
            raise Refusal() if refuses(text) else why from None
        if declines(self.plain(found.value)):
            raise Refusal()
        return found

    def _only(self, text: str) -> Understood[T]:
        return self._agreed(self.forms(text))

    def _agreed(self, forms: Iterable[Form]) -> Understood[T]:
        """The answer of all forms: the last has to be readable, for it is what the model came to."""
        found: dict[bytes, Understood[T]] = {}
        why: Unreadable | None = Unreadable("There is no answer in the reply.")
        for form in forms:
            try:
                value, why = self.read(form.text), None
            except Unreadable as error:
                why = error
            else:
                found.setdefault(to_json(self.plain(value)), Understood(value, form.mended))
        if why is not None:
            raise why
        if len(found) > 1:
            raise Ambiguous(f"The reply holds {len(found)} different answers. Give one.")
        return next(iter(found.values()))


class Json(Reply[M]):
    """Asks for a JSON object that fits a pydantic model, and gives an instance of it. The object is found in whatever
    stands around it, and mended where that is possible in one way only; what does not fit is told to the model, and
    asked for again.

        class Answer(BaseModel):
            model_config = ConfigDict(extra="forbid")
            why: str
            count: int

        answer = await turn.ask(messages, pb.Json(Answer, "a bid", Answer(why="likely enough", count=3)))
    """

    schema: dict[str, Any]
    closes = True

    def __init__(self, kind: type[M], purpose: str, example: M, wording: Wording = PLAIN) -> None:
        """Take the model, what the answer is for in a few words, and a valid one, which `llm:mock` gives; and how else
        the choices in it may be worded."""
        super().__init__(purpose, example.model_dump_json())
        self.wording = wording
        self.kind = kind
        self.schema = schema_of(kind)

    def _only(self, text: str) -> Understood[M]:
        try:
            return Understood(self.read(text), ())
        except Unreadable:
            found = list(self.forms(text))
            if not found:
                raise
        try:
            return self._agreed(found)
        except Ambiguous:
            return self._agreed(self.forms(unlabelled(text)))

    def forms(self, text: str) -> Iterator[Form]:
        if (inner := unquoted(text)) != text:
            yield from (Form(each.text, ("wrapped", *each.mended)) for each in self.forms(inner))
        elif "{" in text:
            yield from objects_in(text, self.schema, self.wording)
        elif len(text) <= LONGEST:
            yield from labelled(text, self.schema, self.wording)

    def read(self, text: str) -> M:
        body = unfenced(answer_in(text))
        try:
            value = self.kind.model_validate_json(body)
            return self.kind.model_validate_json(to_json(_safe(from_json(body)))) if "\\" in body else value
        except ValidationError as error:
            problems = [_problem(dict(each)) for each in error.errors(include_url=False)[:3]]
            told = "; ".join(problems) if "{" in body else "There is no JSON object in the reply"
            raise Unreadable(f"{told}. Answer with one JSON object and nothing else, such as {self.shape}") from None

    @property
    def shape(self) -> str:
        """Write an answer as it has to look, for a model that gave none. It is not the example, which may be what a bot
        would do."""
        return to_json(sample(self.schema, self.schema)).decode()

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

    def forms(self, text: str) -> Iterator[Form]:
        yield words_in(text)

    def read(self, text: str) -> str:
        words = one_line(answer_in(text))
        if (quoted := _QUOTED.fullmatch(words)) is not None:
            words = quoted[1].strip()
        if refuses(words):
            raise Refusal()
        if not words:
            raise Unreadable("The reply is empty. Answer with the message itself, in one to three sentences.")
        if words[0] == "{" and words[-1] == "}":
            raise Unreadable("Answer in plain words, not in JSON.")
        if len(words) > self.limit:
            raise Unreadable(f"The message has {len(words)} characters; use at most {self.limit}.")
        return words

    def plain(self, value: str) -> Any:
        return value
