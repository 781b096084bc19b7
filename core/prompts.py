"""Prompts are Jinja templates, one file each, beside the players that use them. An undefined variable is an error."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


class Prompts:
    """The templates of one folder."""

    def __init__(self, folder: Path) -> None:
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
        """The text of TEMPLATE.j2. Raises jinja2.UndefinedError for a variable that nobody filled."""
        return self._environment.get_template(f"{template}.j2").render(told).strip()


def quoted(words: str) -> str:
    """Somebody's words as data: on one line, in quotes that they cannot close."""
    return json.dumps(words, ensure_ascii=False)
