"""Scenes by name: those that are installed, ours and other packages', and those that a program has registered."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from inspect import isabstract
from typing import NamedTuple, TypeVar

from core.engine.plugins import failure, installed, load
from core.engine.scene import Scene
from core.errors import UserError, did_you_mean

GROUP = "playbill.scenes"
S = TypeVar("S", bound=type[Scene])
_registered: dict[str, type[Scene]] = {}


class Broken(NamedTuple):
    """A scene that is installed and cannot be used, and why."""

    reason: str


def scene_names() -> tuple[str, ...]:
    """Names of all scenes that are installed or registered, those that cannot be used included."""
    return tuple(sorted({*installed(GROUP), *_registered}))


def look_up(name: str) -> type[Scene] | Broken:
    """Give the scene of one of these names, or the reason why there is none."""
    return _registered.get(name) or installed_scene(name)


def find_scene(name: str) -> type[Scene]:
    """Give the scene of a name. Raises UserError for one that nobody brings, or that cannot be used."""
    if name not in _registered and name not in installed(GROUP):
        raise UserError(f"There is no scene {name!r}; {did_you_mean(name, scene_names())}.")
    found = look_up(name)
    if isinstance(found, Broken):
        raise UserError(f"The scene {name} is installed and cannot be used: {found.reason}.")
    return found


@cache
def installed_scene(name: str) -> type[Scene] | Broken:
    """Load what a package brings under a name."""
    entry = installed(GROUP)[name]
    try:
        kind = load(entry.module, entry.attr)
    except UserError as error:
        return Broken(str(error))
    flaw = _flaw(kind)
    if not flaw and kind.name != name:
        flaw = f"it calls itself {kind.name!r}"
    return Broken(f"{entry.value}: {flaw}") if flaw else kind


def register(scene: S) -> S:
    """Make a scene that is not installed known by its name, for as long as this process lives.

    It gives the class back, so it can be a decorator. Registered again under the same name (a notebook's cell that is
    run once more), the newer one counts; `play` and its kin register the class that they are given. Raises UserError
    for a class that is no whole scene, and for a name that an installed scene has.
    """
    if flaw := _flaw(scene):
        raise UserError(f"{getattr(scene, '__qualname__', scene)} cannot be registered: {flaw}.")
    if scene.name not in installed(GROUP):
        _registered[scene.name] = scene
    elif installed_scene(scene.name) is not scene:
        raise UserError(f"A scene called {scene.name!r} is installed; give {scene.__qualname__} another name.")
    return scene


@contextmanager
def known(scene: type[Scene]) -> Iterator[None]:
    """Know a scene by its name for so long, installed or not. Raises UserError as `register` does."""
    before = dict(_registered)
    register(scene)
    try:
        yield
    finally:
        _registered.clear()
        _registered.update(before)


def registered(name: str) -> type[Scene] | None:
    """Give the scene that this process has registered by a name, if it has."""
    return _registered.get(name)


def _flaw(kind: object) -> str:
    """What keeps something from being used as a scene; empty if nothing does."""
    if not (isinstance(kind, type) and issubclass(kind, Scene)):
        return "it is no Scene"
    if isabstract(kind):
        return f"it lacks {', '.join(sorted(kind.__abstractmethods__))}"
    if missing := [name for name in Scene.__annotations__ if not hasattr(kind, name)]:
        return f"it lacks {', '.join(missing)}{'; bots = {} is none' if 'bots' in missing else ''}"
    try:
        seats = kind.Config().seats
    except Exception as error:  # noqa: BLE001  foreign code may fail in any way
        return f"it has no seats with its usual options: {failure(error)}"
    if not (isinstance(seats, tuple) and seats and all(isinstance(n, str) and n.split() == [n] for n in seats)):
        return f"its seats should be a tuple of names of a word each, and are {seats!r:.80}"
    if len(set(seats)) < len(seats):
        return f"its seats should be different names, and are {', '.join(seats)}"
    return ""
