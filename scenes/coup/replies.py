"""Types of models' replies, and their parsing, which returns only legal commands."""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.actions.forms import UnknownCommand
from core.errors import IllegalAction
from core.llm.json_extraction import Form, answer_in, objects_in, remove_fence, remove_wrappers
from core.llm.naming import Wording, choice, choice_in
from core.llm.replies import Json, Reply, Unreadable, schema_of
from core.text import one_line, safe_text
from scenes.coup.actions import MAX_STATEMENT, describe, parse

_LABEL = re.compile(
    r"^(?:[^\w\n]|\d+[.)])*(?:(?:my|the) )?(?:final )?(review|reasoning|plan|decision)\b"
    r"[^\w\n]*?(?:(?::| -|=)[^\w\n]*|$)",
    re.MULTILINE | re.IGNORECASE,
)
"""A label such as "Plan:" at the start of a line, after any Markdown or number."""
_ACTION_LABEL = re.compile(
    r"^((?:[^\w\n]|\d+[.)])*)(?:final )?(?:action|answer|move)(?=[^\w\n]*:)", re.MULTILINE | re.IGNORECASE
)
_TAG = re.compile(r"</?(review|reasoning|plan|decision|action)>", re.IGNORECASE)
_REMARK_AFTER_COMMAND = re.compile(r"[.;:(—–].*| - .*")


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Reasoning(Answer):
    reasoning: str
    plan: str
    action: str


class Outline(Answer):
    """Reasoning, plan and decision as a JSON object, as some models write them."""

    reasoning: str
    plan: str
    decision: str


OUTLINE_PARTS = tuple(Outline.model_fields)


class Choice(Answer):
    action: str = Field(description="one of the legal commands")


class Finding(Answer):
    why: str = Field("", description="what was found, in one or two sentences")


class Verdict(Choice, Finding):
    """A verifier's reply. The reason comes first, since a model writes in this order."""


class Statement(Answer):
    words: str = Field("", max_length=MAX_STATEMENT, description='what everybody hears; "" for nothing')


class Spoken(Statement, Choice):
    """A reply with an action and then the words that go with it."""


M = TypeVar("M", bound=Choice)


_SAME_WORDS = (
    (r"\b(tax|steal|challeng|exchang|block|pass|assassinat)(?:ing|es)\b", r"\1"),
    (r"\b(?:challeng)\b", "challenge"),
    (r"\b(?:exchang)\b", "exchange"),
    (r"\b(?:assassinat)\b", "assassinate"),
    (r"\b(?:(?:let|allow|accept)(?: it| that| this| them)?(?: (?:pass|go|through|go through|happen|be))?)$", "pass"),
    (r"\b(?:call (?:(?:the|his|her|their|that|this) )?bluff|doubt(?: (?:it|that|this|the claim))?)$", "challenge"),
    (r"\b(?:reveal|show|turn up|give up|discard|sacrifice)\b", "lose"),
    (r"\b(?:claim|declar)(?:e|s|es|ing)?\b", ""),
)
_IGNORED_WORDS = {
    "income": "1 coin +1",
    "foreign": "2 coins",
    "tax": "duke 3 coins",
    "steal": "captain 2 coins",
    "exchange": "ambassador cards card deck court",
    "assassinate": "assassin 3 coins pay",
    "coup": "7 coins pay launch against",
    "lose": "card influence",
    "keep": "cards",
}
"""Words that models add to each command, such as a character, cost or gain; the parser ignores them."""


class Commands:
    """The legal commands. A challenge may also name the player or card that it is directed at."""

    def __init__(self, legal: Sequence[str], names: tuple[str, ...], claim: Sequence[str] = ()) -> None:
        self.legal, self.names = legal, names
        about = " ".join(f"{each.casefold()} {each.casefold()}'s" for each in claim)
        self.wording = Wording(_SAME_WORDS, {**_IGNORED_WORDS, "challenge": f"{about} his her their"})

    def read(self, text: str) -> str:
        """Return the legal command in a text. Raises Unreadable."""
        try:
            command = choice(text, self.legal, self.wording) or describe(parse(text, self.names))
        except UnknownCommand as error:
            raise Unreadable(f'Unknown command "{error.text}". {self.forms}') from None
        except IllegalAction as why:
            raise Unreadable(f"{why}. {self.forms}") from None
        if command not in self.legal:
            raise Unreadable(f"{command} is not legal now. {self.forms}")
        return command

    @property
    def forms(self) -> str:
        return f"The legal commands are: {', '.join(self.legal)}."


class LegalReply(Json[M]):
    """A JSON reply whose action must be one of these commands."""

    def __init__(self, kind: type[M], purpose: str, example: M, commands: Commands) -> None:
        super().__init__(kind, purpose, example, commands.wording)
        self._commands = commands
        schema = deepcopy(schema_of(kind))
        schema["properties"]["action"]["enum"] = list(commands.legal)
        self.schema = schema

    def read(self, text: str) -> M:
        value = super().read(text)
        return value.model_copy(update={"action": self._commands.read(value.action)})


class LabeledReply(Reply[Reasoning]):
    """A reply as free text with a labeled plan and decision; the text before the labels is reasoning."""

    def __init__(self, example: str, commands: Commands) -> None:
        super().__init__("reasoner", example)
        self._commands = commands
        self._outline = deepcopy(schema_of(Outline))
        self._outline["properties"]["decision"]["enum"] = list(commands.legal)

    def forms(self, text: str) -> Iterator[Form]:
        """Yield the reply as labeled text, even if the model wrote a JSON object or tags."""
        words = remove_wrappers(text)
        repairs: tuple[str, ...] = ("text around",) if words != text else ()
        plain = _TAG.sub(lambda tag: "\n" if tag[0][1] == "/" else f"\n{tag[1]}: ", words)
        for form in objects_in(words, self._outline, self._commands.wording) if words.startswith("{") else ():
            parts = json.loads(form.text)
            plain = "\n".join(f"{name.title()}: {one_line(str(parts.get(name, '')))}" for name in OUTLINE_PARTS)
            repairs = form.repairs
        labels = [label.casefold() for label in _LABEL.split(plain)[1::2]]
        if "decision" not in labels:
            plain = _ACTION_LABEL.sub(r"\1Decision", plain) if len(_ACTION_LABEL.findall(plain)) == 1 else plain
        if not labels and (named := choice_in(plain, self._commands.legal, self._commands.wording)):
            plain = f"{plain}\nDecision: {named}"
        yield Form(plain, (*repairs, "layout") if plain != words else repairs)

    def read(self, text: str) -> Reasoning:
        before, *rest = _LABEL.split(answer_in(text))
        parts = {label.title(): safe_text(said).strip() for label, said in zip(rest[::2], rest[1::2], strict=True)}
        plan, decision = parts.pop("Plan", ""), parts.pop("Decision", "")
        if not decision:
            raise Unreadable(
                "There is no decision. End with two lines, one that begins with Plan: and one that begins with "
                f"Decision: and gives a command. {self._commands.forms}"
            )
        line = next(filter(str.strip, remove_fence(decision).splitlines()))
        command = choice(line, self._commands.legal, self._commands.wording) or self._commands.read(
            _REMARK_AFTER_COMMAND.sub("", line).strip(" *_`\"'")
        )
        reasons = [before.strip(), *(f"{label}: {said}" for label, said in parts.items())]
        return Reasoning(reasoning="\n".join(filter(None, reasons)), plan=one_line(plan), action=command)

    def plain(self, value: Reasoning) -> Any:
        return value.model_dump()


def shorten(text: str, limit: int) -> str:
    """Return the text on one line, cut to the limit."""
    line = one_line(text)
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
