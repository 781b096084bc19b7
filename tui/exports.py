"""Export of the screen as a picture or text, and of a game as text."""

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import UserError
from core.trust.visitor import refuse_visitor
from tui.cli.run_files import runs_folder
from tui.cli.wording import describe_result, event_row, heading
from tui.view import View

if TYPE_CHECKING:
    from textual.app import App


def frame_text(app: "App[Any]") -> str:
    """Return the text of the screen, row by row."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{''.join(segment.text for segment in strip).rstrip()}\n" for strip in strips)


def game_text(view: View) -> str:
    """Write the shown events that the perspective may see, and the board after them."""
    events = (event for event in islice(view.events, view.horizon) if view.may_see(event))
    board = view.scene_at(view.horizon).board(view.perspective)
    end = [describe_result(view.ended)] if view.ended is not None and view.over and not view.perspective else []
    return "\n".join([heading(view.header), *map(event_row, events), board, *end, ""])


def working_folder() -> Path:
    """Return the working directory."""
    return Path.cwd()


def save(text: str, stem: str, suffix: str) -> Path:
    """Write a new file into the working directory, or into the data folder if that is not writable.

    Raises UserError.
    """
    refuse_visitor()
    current = working_folder()
    folder = current if os.access(current, os.W_OK) else runs_folder().parent / "exports"
    names = (f"{stem}{f'-{i}' if i else ''}{suffix}" for i in range(10_000))
    path = next(folder / name for name in names if not (folder / name).exists())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UserError(f"it cannot be written to {path}: {error.strerror}") from error
    return path if folder != current else Path(path.name)
