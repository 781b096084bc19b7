"""Codebooks: the categories by which messages are labeled, read from a TOML file."""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from core.engine.events import Event
from core.errors import UserError, did_you_mean
from core.lab.design import UsageLimits
from core.text import one_line, unsafe
from core.validation_errors import validation_message

Label = frozenset[str]
"""The categories that a coder gives a message: exactly one, unless the codebook allows several or none."""
NONE, SEPARATOR = "none", "; "
"""Text of a label without a category, and the separator between several categories."""
Text = Field(min_length=1, max_length=4000)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rule(NamedTuple):
    """Pattern of events that record a reading of a message: their kind, and optionally the value of a field."""

    kind: str
    path: tuple[str, ...]
    value: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse "KIND" or "KIND FIELD=VALUE", where FIELD may be a path such as position.stance."""
        kind, _, rest = text.partition(" ")
        field, _, value = rest.partition("=")
        return cls(kind, tuple(field.split(".")) if rest else (), value)

    def fits(self, event: Event) -> bool:
        if event.kind != self.kind:
            return False
        at: Any = msgspec.to_builtins(event.data) if self.path else ""
        for key in self.path:
            at = at.get(key) if isinstance(at, dict) else None
        return str(at) == self.value


class Category(_Part):
    """A category with its definition and examples."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")
    definition: str = Text
    examples: list[str] = []
    counterexamples: list[str] = []
    rules: list[str] = []
    """Events by which the scene's rules record this category, as `Rule.parse` reads them."""

    @field_validator("id")
    @classmethod
    def _not_none(cls, name: str) -> str:
        if name == NONE:
            raise ValueError(f"{NONE!r} stands for no category; choose another name")
        return name

    @field_validator("rules")
    @classmethod
    def _readable(cls, rules: list[str]) -> list[str]:
        for text in rules:
            words = text.split(" ")
            if not words[0] or len(words) > 2 or (len(words) == 2 and not words[1].partition("=")[1]):
                raise ValueError(f'each should be "KIND" or "KIND FIELD=VALUE", not {text!r:.60}')
        return rules


class Codebook(_Part):
    """A codebook's file, checked."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    about: str = Field("", max_length=4000)
    """Instructions for all categories."""
    several: bool = False
    """True if a message may get several categories, or none."""
    kinds: list[str] = Field(["said"], min_length=1)
    """Kinds of messages that are coded."""
    agents: list[str] = []
    """Agents that are coded; empty for all."""
    context: int = Field(0, ge=0, le=50)
    """Number of earlier messages that are shown with a message."""
    otherwise: str = ""
    """Category that the rules give a message in which they recognize none; empty for no label."""
    categories: list[Category] = Field(min_length=2, max_length=60)
    limits: UsageLimits = UsageLimits()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        ids = self.ids
        if twice := next((name for name in ids if ids.count(name) > 1), ""):
            raise ValueError(f"two categories are called {twice!r}; rename one")
        if self.otherwise and self.several:
            raise ValueError("otherwise is for single labels; leave it out where several = true")
        if self.otherwise and self.otherwise not in ids:
            raise ValueError(f"otherwise = {self.otherwise!r}: {did_you_mean(self.otherwise, ids)}")
        return self

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.categories]

    @property
    def rules(self) -> list[tuple[str, Rule]]:
        """Categories with the events that record them."""
        return [(each.id, Rule.parse(text)) for each in self.categories for text in each.rules]

    def write(self, label: Label | None) -> str | None:
        """Write a label as text; None for a missing label."""
        if label is None:
            return None
        return SEPARATOR.join(name for name in self.ids if name in label) or NONE

    def read(self, text: str) -> Label:
        """Read a label that a person wrote. Raises ValueError with the possible labels."""
        names = [name.strip().lower() for name in text.split(SEPARATOR.strip()) if name.strip()]
        if self.several and names == [NONE]:
            return frozenset()
        if wrong := next((name for name in names if name not in self.ids), ""):
            known = [*self.ids, *[NONE] * self.several]
            raise ValueError(f"{one_line(wrong)[:60]!r} is not a category; {did_you_mean(wrong, known)}")
        if not names or (len(names) > 1 and not self.several):
            takes = f"categories, or {NONE}" if self.several else "one category"
            raise ValueError(f"the codebook takes {takes} per message, and there are {len(names)}")
        return frozenset(names)

    def by_rules(self, found: Iterable[str]) -> Label | None:
        """Return the label for the categories that the rules read; None if these do not determine it."""
        names = frozenset(found)
        if self.several or len(names) == 1:
            return names
        return frozenset([self.otherwise]) if self.otherwise and not names else None


def read_codebook(path: Path) -> Codebook:
    """Read a codebook's file. Raises UserError with the key that is wrong."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"The codebook {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"The codebook {path} is not TOML: {error}.") from error
    if (place := unsafe(content)) is not None:
        raise UserError(f"{path}: {one_line(place)} has control characters; remove them.")
    try:
        return Codebook.model_validate(content)
    except ValidationError as error:
        errors = error.errors()
        first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
        problem = f"it is missing; {EXAMPLE}" if first["type"] == "missing" else validation_message(first, Codebook)
        raise UserError(f"{path}: {_place(first['loc'])}{problem}.") from error


EXAMPLE = 'a codebook has name = "promises", and for each category [[categories]] with id and definition'


def _place(location: Sequence[int | str]) -> str:
    """Write a place such as "categories.2.id: ", counted from 1; "" for the whole file."""
    place = ".".join(str(part + 1) if isinstance(part, int) else part for part in location)
    return f"{place}: " if place else ""
