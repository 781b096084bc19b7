"""Personas: users' descriptions of agents, in options of the scene."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from core.engine.config import HIDDEN, SceneConfig
from core.social.persona_file import is_file, read_file
from core.text import one_line

LONGEST = 1000
"""Characters of each text."""
Text = Annotated[str, Field(max_length=LONGEST)]


class Persona(BaseModel):
    """Describes an agent to its model; empty fields are left out of prompts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    profile: Text = ""
    """Profile."""
    style: Text = ""
    """Style of talk."""
    role: Text = ""
    """Role in the conversation."""
    language: Text = ""
    """Language that it speaks."""
    properties: dict[str, str] = {}
    """Other properties by name; an intervention can change them."""
    actions: tuple[str, ...] = ()
    """Tags of the actions that it may take; empty for all that the scene has for it."""


def read_short_form(option: Any) -> Any:
    """Read personas from the short form of the command line, `Ann=a baker; *=curious`.

    Profiles by name, `*` for everybody who is not named. Raises ValueError.
    """
    if not isinstance(option, str):
        return option
    personas: dict[str, dict[str, str]] = {}
    for part in filter(str.strip, option.split(";")):
        name, equals, words = (each.strip() for each in part.partition("="))
        if not equals or not words or not name:
            raise ValueError(f"{one_line(part)!r} is not a persona; write Ann=…; Bob=…; *=… for everybody else")
        if name in personas:
            raise ValueError(f"there are two personas for {one_line(name)}")
        personas[name] = {"profile": words}
    return personas


Personas = Annotated[dict[str, Persona], BeforeValidator(read_short_form)]


class WithPersonas(SceneConfig):
    """Holds the option of personas, and reads a file of them."""

    personas: Personas = Field(
        default={},
        description='personas: "Ann=a baker; *=curious", or a .csv or .json file',
        json_schema_extra=HIDDEN,
    )

    @classmethod
    def named_files(cls, options: Mapping[str, Any]) -> Sequence[str]:
        own = [options["personas"].strip()] if is_file(options.get("personas")) else []
        return [*own, *super().named_files(options)]

    @classmethod
    def taken_in(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Read a file of personas, so that a recording needs none."""
        taken = super().taken_in(options)
        file = taken.get("personas")
        return {**taken, "personas": read_file(Path(file.strip()))} if is_file(file) else taken


class SocialConfig(WithPersonas):
    """Holds the options of every social scene."""

    max_steps_per_turn: int = Field(default=5, ge=1, le=10_000, description="steps an agent may take in one turn")

    @property
    def closed_tools(self) -> tuple[str, ...]:
        closed = {"off": ("web_search", "view_page"), "pages": ("web_search",)}.get(self.web, ())
        everybody = self.personas.get("*", Persona())
        chosen = [self.personas.get(name, everybody).actions for name in self.seats]
        unused = (tool for tool in ("web_search", "view_page") if all(some and tool not in some for some in chosen))
        return (*closed, *unused)

    web: Literal["off", "pages", "search"] = Field(
        "off", description="web access of agents: none, pages, or pages and search"
    )
    web_calls: int = Field(50, ge=1, le=10_000, description="limit of searches and pages, all agents together")
    web_characters: int = Field(4000, ge=500, le=20_000, description="characters of a page in prompts")
    history: int = Field(default=60, ge=4, le=10_000, description="messages repeated in prompts")


class Portrait(msgspec.Struct, frozen=True, omit_defaults=True):
    """A persona as it stands in an observation."""

    profile: str = ""
    style: str = ""
    role: str = ""
    language: str = ""
    properties: dict[str, str] = {}
