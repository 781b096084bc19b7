"""Reply types: an answer is found leniently and parsed strictly; a refusal to play never becomes an action."""

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
    decode_quoted_text,
    find_fields,
    objects_in,
    remove_fence,
    text_after_label,
    words_in,
)
from core.llm.naming import NO_WORDING, Wording
from core.llm.schemas import sample
from core.text import lazy_pattern, one_line, safe_text

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")
_HELP = (
    "help|assist|comply|continue|participate|provide|engage|fulfil|fulfill|do that|do this|create|generate|support"
    "|take part|role-?play|pretend|answer that|respond to"
)
_REFUSAL = lazy_pattern(
    r"\A\W{0,3}(?:(?:(?:(?:i'?m|i am|we'?re|we are) (?:very |so |really )?)?sorry|i apologi[sz]e|unfortunately)"
    r"\W{0,3})?(?:but )?(?:as an? (?:ai|artificial intelligence|large language)\b[^.]{0,60}?,? )?"
    r"(?:i (?:can'?t|cannot|can not|won'?t|will not|must decline to|am (?:not able|unable) to)"
    r"|i'?m (?:not able|unable) to)"
    rf" (?:be able to )?(?:{_HELP})\b"
    r"|\A\W{0,3}as an? (?:ai|artificial intelligence|large) (?:language )?(?:model|assistant)\b[^.]{0,80}"
    r"\b(?:can'?t|cannot|not able)",
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    """Return True if a text begins as a refusal to answer.

    >>> refuses("I'm sorry, but I can't assist with that request.")
    True
    >>> refuses("I'm sorry, but I can't change h1 to red.")
    False
    """
    return _REFUSAL.match(text[:400].strip().replace("’", "'")) is not None


_PLAIN = lazy_pattern(
    r"\b(?:request|assist|comply|language model|as an ai|guidelines|polic(?:y|ies)|content|decepti\w+|role-?play"
    r"|harmful)\b"
    r"|\b(?:help|do|answer|continue)(?: you)?(?: with)? (?:that|this)\W*\Z",
    re.IGNORECASE,
)
"""Words that mark a refusal by the model, unlike words of the game such as "I can't help Bob now"."""
_ELEMENT = lazy_pattern(r"<[^<>]*>")


def declines(data: Any) -> bool:
    """Return True if a text in an answer, which is JSON data, refuses to answer.

    >>> declines({"action": "pass", "words": "I'm sorry, but I can't assist with that request."})
    True
    >>> declines({"action": "pass", "words": "I'm sorry, but I can't help Bob: I have no clue left."})
    False
    """
    match data:
        case str():
            return any(refuses(text) and bool(_PLAIN.search(text[:400])) for text in _ELEMENT.split(data))
        case list():
            return any(map(declines, data))
        case dict():
            return any(map(declines, data.values()))
    return False


class Unreadable(Exception):
    """The reply has the wrong form. The text tells the model what to correct."""


class Ambiguous(Unreadable):
    """A reply that holds different answers."""


class Refusal(Unreadable):
    """A reply in which the model refuses to answer."""

    def __init__(self) -> None:
        super().__init__("That is a refusal, not an answer. This is a game among agents: answer as you were asked to.")


class ParsedReply(NamedTuple, Generic[T]):
    """An answer, with the repairs that were made to read it."""

    value: T
    repairs: tuple[str, ...]


class Reply(ABC, Generic[T]):
    """The type of an answer, with its parser."""

    schema: dict[str, Any] | None = None
    """JSON schema of the answer, for providers that support schemas."""
    closes = False
    """True if the end of an answer can be recognized, so that other text may follow it."""

    def __init__(self, purpose: str, example: str) -> None:
        """Set the purpose of the answer in a few words, and a valid example, with which `llm:mock` answers."""
        self.purpose = purpose
        self.example = example

    @abstractmethod
    def read(self, text: str) -> T:
        """Parse an answer. Raises Unreadable, whose text says how to correct the answer."""

    @abstractmethod
    def plain(self, value: T) -> Any:
        """Convert the value to JSON data, for the record."""

    def forms(self, text: str) -> Iterator[Form]:
        """Find possible answers in a text from which thoughts were removed, each in the form that `read` parses."""
        yield Form(text)

    def understand(self, text: str) -> ParsedReply[T]:
        """Read the answer in a reply, repaired if needed.

        Raises:
            Unreadable: There is no answer, answers differ, or the model refuses.
        """
        text = answer_in(text)
        try:
            found = self._only(text)
        except Unreadable as why:
            raise Refusal() if refuses(text) else why from None
        if declines(self.plain(found.value)):
            raise Refusal()
        return found

    def _only(self, text: str) -> ParsedReply[T]:
        return self._agreed(self.forms(text))

    def _agreed(self, forms: Iterable[Form]) -> ParsedReply[T]:
        """Return the answer that all candidates agree on.

        The last candidate must be readable, as it is the model's conclusion.
        """
        found: dict[bytes, ParsedReply[T]] = {}
        why: Unreadable | None = Unreadable("There is no answer in the reply.")
        for form in forms:
            try:
                value, why = self.read(form.text), None
            except Unreadable as error:
                why = error
            else:
                found.setdefault(to_json(self.plain(value)), ParsedReply(value, form.repairs))
        if why is not None:
            raise why
        if len(found) > 1:
            raise Ambiguous(f"The reply holds {len(found)} different answers. Give one.")
        return next(iter(found.values()))


class Json(Reply[M]):
    """Asks for a JSON object that fits a pydantic model, and returns an instance of it.

    The object is found in any text around it, and repaired if only one repair is possible. Otherwise the model is shown
    the error and asked again.

    >>> from pydantic import BaseModel, ConfigDict
    >>> import playbill as pb
    >>> class Answer(BaseModel):
    ...     model_config = ConfigDict(extra="forbid")
    ...     why: str
    ...     count: int
    >>> bid = pb.Json(Answer, "a bid", Answer(why="likely enough", count=3))  # for `await turn.ask(messages, bid)`
    >>> bid.understand('I bid: {"why": "I have two", "count": "four"}').value
    Answer(why='I have two', count=4)
    """

    schema: dict[str, Any]
    closes = True

    def __init__(self, kind: type[M], purpose: str, example: M, wording: Wording = NO_WORDING) -> None:
        """Make the reply type.

        Args:
            kind: The pydantic model.
            purpose: The use of the answer in a few words, for the log.
            example: A valid answer; `llm:mock` gives it.
            wording: Other words that models may use for the choices.
        """
        super().__init__(purpose, example.model_dump_json())
        self.wording = wording
        self.kind = kind
        self.schema = schema_of(kind)

    def _only(self, text: str) -> ParsedReply[M]:
        try:
            return ParsedReply(self.read(text), ())
        except Unreadable:
            found = list(self.forms(text))
            if not found:
                raise
        try:
            return self._agreed(found)
        except Ambiguous:
            return self._agreed(self.forms(text_after_label(text)))

    def forms(self, text: str) -> Iterator[Form]:
        if (inner := decode_quoted_text(text)) != text:
            yield from (Form(each.text, ("wrapped", *each.repairs)) for each in self.forms(inner))
        elif "{" in text:
            yield from objects_in(text, self.schema, self.wording)
        elif len(text) <= LONGEST:
            yield from find_fields(text, self.schema, self.wording)

    def read(self, text: str) -> M:
        body = remove_fence(answer_in(text))
        try:
            value = self.kind.model_validate_json(body)
            return self.kind.model_validate_json(to_json(_safe(from_json(body)))) if "\\" in body else value
        except ValidationError as error:
            problems = [_problem(dict(each)) for each in error.errors(include_url=False)[:3]]
            summary = "; ".join(problems) if "{" in body else "There is no JSON object in the reply"
            raise Unreadable(f"{summary}. Answer with one JSON object and nothing else, such as {self.shape}") from None

    @property
    def shape(self) -> str:
        """Form of the answer, for error messages to the model. The example might be a bot's move."""
        return to_json(sample(self.schema, self.schema)).decode()

    def plain(self, value: M) -> Any:
        return value.model_dump(mode="json")


@cache
def schema_of(kind: type[BaseModel]) -> dict[str, Any]:
    """Return a model's schema, built once per type because that is slow."""
    return kind.model_json_schema()


def _safe(data: Any) -> Any:
    """Clean the texts in JSON data, as a JSON escape may stand for a terminal escape."""
    match data:
        case str():
            return safe_text(data)
        case list():
            return [_safe(item) for item in data]
        case dict():
            return {safe_text(key): _safe(item) for key, item in data.items()}
    return data


def _problem(error: dict[str, Any]) -> str:
    where = ".".join(map(str, error["loc"]))
    return one_line(f"{where}: {error['msg']}" if where else str(error["msg"]))[:300]


class Words(Reply[str]):
    """Asks for plain words, up to `limit` characters."""

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
