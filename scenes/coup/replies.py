"""What the model of a player is to answer, and how it is read: in all that is decided, the command is a legal one."""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.errors import IllegalAction
from core.llm.mending import Form, answer_in, bare, choice, objects_in
from core.llm.replies import Json, Reply, Unreadable, schema_of
from core.text import one_line, safe_text
from scenes.coup.actions import LONGEST, describe, parse

_LABEL = re.compile(
    r"^[^\w\n]*(review|reasoning|plan|decision)\b[^\w\n]*?(?::[^\w\n]*|$)", re.MULTILINE | re.IGNORECASE
)
"""A label at the start of a line, whatever Markdown is around it."""
_REMARK = re.compile(r"[.;:(—–].*| - .*")


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Reasoning(Answer):
    reasoning: str
    plan: str
    action: str


class Outline(Answer):
    """The same as an object, as some models write it."""

    reasoning: str
    plan: str
    decision: str


PARTS = tuple(Outline.model_fields)


class Choice(Answer):
    action: str = Field(description="one of the legal commands")


class Finding(Answer):
    why: str = Field(description="what was found, in one or two sentences")


class Verdict(Choice, Finding):
    """The reason comes first: a model writes in this order."""


class Statement(Answer):
    words: str = Field("", max_length=LONGEST, description='what everybody hears; "" for nothing')


class Spoken(Statement, Choice):
    """What is decided comes first."""


M = TypeVar("M", bound=Choice)


class Commands:
    """The legal ones."""

    def __init__(self, legal: Sequence[str], names: tuple[str, ...]) -> None:
        self.legal, self.names = legal, names

    def read(self, text: str) -> str:
        """The legal command that is written here. Raises Unreadable."""
        try:
            command = choice(text, self.legal) or describe(parse(text, self.names))
        except IllegalAction as why:
            raise Unreadable(f"{why}. {self._forms}") from None
        if command not in self.legal:
            raise Unreadable(f"{command} is not legal now. {self._forms}")
        return command

    @property
    def _forms(self) -> str:
        return f"The legal commands are: {', '.join(self.legal)}."


class Legal(Json[M]):
    """An answer whose action is one of these commands."""

    def __init__(self, kind: type[M], purpose: str, example: M, commands: Commands) -> None:
        super().__init__(kind, purpose, example)
        self._commands = commands
        schema = deepcopy(schema_of(kind))
        schema["properties"]["action"]["enum"] = list(commands.legal)
        self.schema = schema

    def read(self, text: str) -> M:
        value = super().read(text)
        return value.model_copy(update={"action": self._commands.read(value.action)})


class Reasoned(Reply[Reasoning]):
    """Free text, in which a plan and a decision are found by their labels; what is before them is the reasoning."""

    def __init__(self, example: str, commands: Commands) -> None:
        super().__init__("reasoner", example)
        self._commands = commands

    def forms(self, text: str) -> Iterator[Form]:
        """Find the same in an object, if the reply is one."""
        words = bare(text)
        mended: tuple[str, ...] = ("text around",) if words != text else ()
        for form in objects_in(words, schema_of(Outline)) if words.startswith("{") else ():
            parts = json.loads(form.text)
            words = "\n".join(f"{name.title()}: {one_line(str(parts.get(name, '')))}" for name in PARTS)
            mended = (*form.mended, "layout")
        yield Form(words, mended)

    def read(self, text: str) -> Reasoning:
        before, *rest = _LABEL.split(answer_in(text))
        parts = {label.title(): safe_text(said).strip() for label, said in zip(rest[::2], rest[1::2], strict=True)}
        plan, decision = parts.pop("Plan", ""), parts.pop("Decision", "")
        if not plan or not decision:
            raise Unreadable("End with a line that begins with Plan: and a line that begins with Decision:")
        command = self._commands.read(_REMARK.sub("", decision.splitlines()[0]).strip(" *_`\"'"))
        reasons = [before.strip(), *(f"{label}: {said}" for label, said in parts.items())]
        return Reasoning(reasoning="\n".join(filter(None, reasons)), plan=one_line(plan), action=command)

    def plain(self, value: Reasoning) -> Any:
        return value.model_dump()


def short(text: str, limit: int) -> str:
    """On one line, and cut if it is longer than so many characters."""
    line = one_line(text)
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
