"""Entry points of installed packages, and loading of code by module and name."""

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
    """Return the entry points of a group by name, without loading them.

    Of two with the same name, the first on the path counts.
    """
    return {entry.name: entry for entry in reversed(tuple(_entry_points().select(group=group)))}


@cache
def _entry_points() -> Any:
    """Search all packages, once. The result has different types up to Python 3.11 and from 3.12; both have `select`."""
    return entry_points()


def forget_installed() -> None:
    """Search again at the next request: the installed packages have changed."""
    installed.cache_clear()
    _entry_points.cache_clear()


def load(module: str, name: str) -> Any:
    """Import a module and return its attribute `name` (dots lead into classes).

    Raises UserError for any error of the foreign code.
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
    """Describe an exception of foreign code in one line, with the line in `module` or else the innermost line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if module is not None and frame.filename == getattr(module, "__file__", None)]
    last = (own or frames)[-1]
    where = "" if last.filename.startswith("<frozen") else f" ({Path(last.filename).name}, line {last.lineno})"
    said = f": {text}" if (text := one_line(str(error))) else ""
    return f"{type(error).__name__}{said}{where}"
