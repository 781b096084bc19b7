"""Prompts as Jinja templates, one file each. An undefined variable is an error."""

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


class Prompts:
    """Renderer of the Jinja templates of one folder: `NAME.j2`.

    The filter `quoted` writes an agent's words as data.

    >>> import pathlib, tempfile, playbill as pb
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "turn.j2").write_text("Bob said {{ words | quoted }}.")
    >>> pb.Prompts(folder).render("turn", words='Trust "me".')
    'Bob said "Trust \\\\"me\\\\".".'
    """

    def __init__(self, folder: Path) -> None:
        """Name the folder; a template is read when it is first rendered.

        Args:
            folder: Folder of the templates.
        """
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

        Args:
            template: Name of the file, without its suffix.
            **variables: Values of the template's variables.

        Returns:
            The text, without white space around it.

        Raises:
            jinja2.UndefinedError: A variable is missing.
            jinja2.TemplateNotFound: There is no such file.
        """
        return self._environment.get_template(f"{template}.j2").render(variables).strip()


def quoted(words: str) -> str:
    """Quote an agent's words as data: one line, in quotes that they cannot close."""
    return json.dumps(words, ensure_ascii=False)
