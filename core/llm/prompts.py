"""Prompts as Jinja templates, one file each. An undefined variable is an error."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


class Prompts:
    """Renderer of the Jinja templates of one folder: `NAME.j2`.

        PROMPTS = pb.Prompts(Path(__file__).parent / "prompts")
        PROMPTS.render("turn", seen=turn.observation)

    The filter `quoted` writes an agent's words as data: `{{ words | quoted }}`.
    """

    def __init__(self, folder: Path) -> None:
        """Set the folder; a template is read when it is first rendered."""
        self._folder = folder

    @cached_property
    def _environment(self) -> "Environment":
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        environment = Environment(
            loader=FileSystemLoader(self._folder),
            undefined=StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters["quoted"] = quoted
        return environment

    def render(self, template: str, /, **variables: Any) -> str:
        """Render TEMPLATE.j2.

        Raises:
            jinja2.UndefinedError: A variable is missing.
            jinja2.TemplateNotFound: There is no such file.
        """
        return self._environment.get_template(f"{template}.j2").render(variables).strip()


def quoted(words: str) -> str:
    """Quote an agent's words as data: one line, in quotes that they cannot close."""
    return json.dumps(words, ensure_ascii=False)
