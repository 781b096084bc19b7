"""Registry of installed and registered scenes; loading of the code that packages' entry points name."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from core.engine.scene import Scene
from core.errors import UserError, did_you_mean
from core.text import one_line


@cache
def installed_entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the installed entry points of a group by name, without loading them.

    If two have the same name, the first on the path is used.
    """
    return {entry.name: entry for entry in reversed(tuple(_entry_points().select(group=group)))}


@cache
def _entry_points() -> Any:
    """Find the entry points of all packages, once.

    The type of the result changed in Python 3.12; both types have `select`.
    """
    return entry_points()


def forget_installed() -> None:
    """Clear the caches, after the installed packages have changed."""
    installed_entry_points.cache_clear()
    _entry_points.cache_clear()


def load(module: str, name: str) -> Any:
    """Import a module and return its attribute `name`; dots in the name lead into classes.

    Raises UserError for any error of the foreign code.
    """
    try:
        found: Any = import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
            raise UserError(f"there is no module {error.name}; install it, or run where it can be imported") from error
        raise UserError(f"{module} cannot be imported: {failure(error, sys.modules.get(module))}") from error
    for part in name.split("."):
        if not hasattr(found, part):
            known = [word for word in vars(found) if not word.startswith("_")]
            raise UserError(f"{module} has no {name}; {did_you_mean(part, known)}")
        found = getattr(found, part)
    return found


def failure(error: BaseException, module: ModuleType | None = None) -> str:
    """Describe an exception of foreign code in one line, with its place in `module`, or else the innermost place."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if module is not None and frame.filename == getattr(module, "__file__", None)]
    last = (own or frames)[-1]
    where = "" if last.filename.startswith("<frozen") else f" ({Path(last.filename).name}, line {last.lineno})"
    said = f": {text}" if (text := one_line(str(error))) else ""
    return f"{type(error).__name__}{said}{where}"


GROUP = "playbill.scenes"
S = TypeVar("S", bound=type[Scene])
_registered: dict[str, type[Scene]] = {}


class BrokenScene(NamedTuple):
    """The reason why an installed scene cannot be used."""

    reason: str


def scene_names() -> tuple[str, ...]:
    """Return the names of all installed and registered scenes, including broken ones."""
    return tuple(sorted({*installed_entry_points(GROUP), *_registered}))


def look_up(name: str) -> type[Scene] | BrokenScene:
    """Return the scene of a name from `scene_names`, or the reason why it is broken."""
    return _registered.get(name) or installed_scene(name)


def find_scene(name: str) -> type[Scene]:
    """Return the scene of a name. Raises UserError if it is unknown or broken."""
    if name not in _registered and name not in installed_entry_points(GROUP):
        raise UserError(f"There is no scene {name!r}; {did_you_mean(name, scene_names())}.")
    found = look_up(name)
    if isinstance(found, BrokenScene):
        raise UserError(f"The scene {name} is installed but cannot be used: {found.reason}.")
    return found


@cache
def installed_scene(name: str) -> type[Scene] | BrokenScene:
    """Load the scene of an installed package."""
    entry = installed_entry_points(GROUP)[name]
    try:
        kind = load(entry.module, entry.attr)
    except UserError as error:
        return BrokenScene(str(error))
    flaw = _flaw(kind)
    if not flaw and kind.name != name:
        flaw = f"its name is {kind.name!r}"
    return BrokenScene(f"{entry.value}: {flaw}") if flaw else kind


def register(scene: S) -> S:
    """Register a scene that is not installed, for the lifetime of this process.

    A second class with the same name (as from a notebook cell run again) replaces the first. `pb.play` and other
    functions that take a scene's class register it themselves.

    Args:
        scene: The scene's class.

    Returns:
        The class, so that `register` works as a decorator.

    Raises:
        UserError: The class is not a complete scene, or an installed scene has its name.

    >>> import playbill as pb
    >>> pb.register(pb.Scene)
    Traceback (most recent call last):
    core.errors.UserError: Scene cannot be registered: it lacks decide, is_complete, legal, observe.
    """
    if flaw := _flaw(scene):
        raise UserError(f"{getattr(scene, '__qualname__', scene)} cannot be registered: {flaw}.")
    if scene.name not in installed_entry_points(GROUP):
        _registered[scene.name] = scene
    elif installed_scene(scene.name) is not scene:
        raise UserError(f"A scene called {scene.name!r} is installed; give {scene.__qualname__} another name.")
    return scene


@contextmanager
def temporary_registration(scene: type[Scene]) -> Iterator[None]:
    """Register a scene for the duration of a `with` block. Raises UserError as `register` does."""
    before = dict(_registered)
    register(scene)
    try:
        yield
    finally:
        _registered.clear()
        _registered.update(before)


def registered(name: str) -> type[Scene] | None:
    """Return the scene that this process has registered under a name, or None."""
    return _registered.get(name)


def _flaw(kind: object) -> str:
    """Return the reason why an object cannot be used as a scene; "" if it can."""
    if not (isinstance(kind, type) and issubclass(kind, Scene)):
        return "it is not a Scene"
    if isabstract(kind):
        return f"it lacks {', '.join(sorted(kind.__abstractmethods__))}"
    if missing := [name for name in Scene.__annotations__ if not hasattr(kind, name)]:
        return f"it lacks {', '.join(missing)}{'; bots = {} is none' if 'bots' in missing else ''}"
    try:
        seats = kind.Config().seats
    except Exception as error:  # noqa: BLE001  foreign code may fail in any way
        return f"its seats cannot be read with the default options: {failure(error)}"
    if not (isinstance(seats, tuple) and seats and all(isinstance(n, str) and n.split() == [n] for n in seats)):
        return f"its seats should be a tuple of one-word names, not {seats!r:.80}"
    if len(set(seats)) < len(seats):
        return f"its seats should have different names, not {', '.join(seats)}"
    return ""
