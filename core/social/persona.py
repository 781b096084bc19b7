"""Personas: descriptions of agents by the user, in an option of the scene."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from core.engine.config import HIDDEN, SceneConfig
from core.social.persona_file import is_file, read_file
from core.text import one_line

LONGEST = 1000
"""Maximum number of characters of each text."""
Text = Annotated[str, Field(max_length=LONGEST)]


class Persona(BaseModel):
    """Describes an agent to its model; empty fields are left out of prompts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    profile: Text = ""
    """Description of the agent in general, such as "a baker"."""
    style: Text = ""
    """Style in which the agent talks."""
    role: Text = ""
    """Role of the agent in the conversation."""
    language: Text = ""
    """Language that the agent speaks."""
    properties: dict[str, str] = {}
    """Other properties by name; an intervention can change them."""
    actions: tuple[str, ...] = ()
    """Tags of the actions that the agent may take; empty for all that the scene allows it."""


def read_short_form(option: Any) -> Any:
    """Read personas from the short form of the command line, `Ann=a baker; *=curious`.

    It has profiles by name; `*` is everybody who is not named. Raises ValueError.
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


class PersonaOptions(SceneConfig):
    """Options of a scene with personas, which may come from a file."""

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
        """Replace the name of a file of personas by its content, so that a recording does not need the file."""
        taken = super().taken_in(options)
        file = taken.get("personas")
        return {**taken, "personas": read_file(Path(file.strip()))} if is_file(file) else taken


class SocialConfig(PersonaOptions):
    """Options of every social scene."""

    max_steps_per_turn: int = Field(default=5, ge=1, le=10_000, description="maximum number of steps in one turn")

    @property
    def closed_tools(self) -> tuple[str, ...]:
        closed = {"off": ("web_search", "view_page"), "pages": ("web_search",)}.get(self.web, ())
        everybody = self.personas.get("*", Persona())
        chosen = [self.personas.get(name, everybody).actions for name in self.seats]
        unused = (tool for tool in ("web_search", "view_page") if all(some and tool not in some for some in chosen))
        return (*closed, *unused)

    web: Literal["off", "pages", "search"] = Field(
        "off", description="web access of agents: off, pages, or search (which includes pages)"
    )
    web_calls: int = Field(50, ge=1, le=10_000, description="maximum number of searches and pages, over all agents")
    web_characters: int = Field(4000, ge=500, le=20_000, description="maximum characters of a page in prompts")
    history: int = Field(default=60, ge=4, le=10_000, description="number of recent messages in prompts")


class Portrait(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a persona that observations contain."""

    profile: str = ""
    style: str = ""
    role: str = ""
    language: str = ""
    properties: dict[str, str] = {}
