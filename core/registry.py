"""Scenes by name: those that are installed, ours and other packages'."""

from functools import cache
from importlib.metadata import entry_points

from core.errors import UserError, did_you_mean
from core.scene import Scene


@cache
def scene_names() -> tuple[str, ...]:
    """Names of all scenes that are installed."""
    return tuple(sorted({e.name for e in entry_points(group="playbill.scenes")}))


@cache
def find_scene(name: str) -> type[Scene]:
    """Raises UserError for a scene that nobody brings."""
    for entry in entry_points(group="playbill.scenes", name=name):
        scene: type[Scene] = entry.load()
        return scene
    raise UserError(f"There is no scene {name!r}; {did_you_mean(name, scene_names())}.")
