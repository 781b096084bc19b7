"""Prompts are Jinja templates, one file each, beside the players that use them. An undefined variable is an error."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


class Prompts:
    """Fills the templates of one folder, which are Jinja, one file each: `NAME.j2`.

        PROMPTS = pb.Prompts(Path(__file__).parent / "prompts")
        PROMPTS.render("turn", seen=turn.observation)

    The filter `quoted` writes somebody's words as data: `{{ words | quoted }}`.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder; a template is read when it is first rendered."""
        self._folder = folder

    @cached_property
    def _environment(self) -> "Environment":
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        made = Environment(
            loader=FileSystemLoader(self._folder),
            undefined=StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters["quoted"] = quoted
        return made

    def render(self, template: str, /, **told: Any) -> str:
        """Fill TEMPLATE.j2. Raises jinja2.UndefinedError for a variable that nobody filled, and jinja2.TemplateNotFound
        for no such file."""
        return self._environment.get_template(f"{template}.j2").render(told).strip()


def quoted(words: str) -> str:
    """Write somebody's words as data: on one line, in quotes that they cannot close."""
    return json.dumps(words, ensure_ascii=False)
