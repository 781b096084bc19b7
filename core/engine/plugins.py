"""What other packages bring, and code by the module that holds it. Nothing here knows what is looked for."""

import sys
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from core.errors import UserError, did_you_mean
from core.text import one_line


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """List what the installed packages bring under an entry-point group, by name. Loads nothing.

    Of two that bring the same name, the first on the path counts.
    """
    return {entry.name: entry for entry in reversed(tuple(_brought().select(group=group)))}


@cache
def _brought() -> Any:
    """Look through all packages, once: there may be hundreds. What it gives is of one type up to Python 3.11, and of
    another from 3.12 on; both select."""
    return entry_points()


def forget_installed() -> None:
    """Look again with the next question: what is installed has changed."""
    installed.cache_clear()
    _brought.cache_clear()


def load(module: str, name: str) -> Any:
    """Import a module, and take from it what `name` (dots go into classes) stands for.

    Raises UserError for whatever keeps it from being had: foreign code may fail in any way.
    """
    try:
        found: Any = import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
            raise UserError(f"there is no module {error.name}; install it, or run where it can be imported") from error
        raise UserError(f"{module} does not import: {failure(error, sys.modules.get(module))}") from error
    for part in name.split("."):
        if not hasattr(found, part):
            known = [word for word in vars(found) if not word.startswith("_")]
            raise UserError(f"{module} holds no {name}; {did_you_mean(part, known)}")
        found = getattr(found, part)
    return found


def failure(error: BaseException, module: ModuleType | None = None) -> str:
    """Tell in one line how foreign code failed, and in which line of `module`, or else in which line at all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if module is not None and frame.filename == getattr(module, "__file__", None)]
    last = (own or frames)[-1]
    where = "" if last.filename.startswith("<frozen") else f" ({Path(last.filename).name}, line {last.lineno})"
    said = f": {text}" if (text := one_line(str(error))) else ""
    return f"{type(error).__name__}{said}{where}"
