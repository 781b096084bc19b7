"""Shell completion of scenes, and of the options, seats and policies of one."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from core.engine.scene import Scene


def complete_scene(incomplete: str) -> list[str]:
    """List the scenes whose names begin with the text."""
    from core.engine.registry import scene_names

    return [name for name in scene_names() if name.startswith(incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """List the options of the scene on the line, with their descriptions."""
    fields = kind.Config.model_fields if (kind := _scene(ctx)) else {}
    return [(f"{key}=", each.description or "") for key, each in fields.items() if f"{key}=".startswith(incomplete)]


def complete_cast(ctx: typer.Context, incomplete: str) -> list[str]:
    """List the seats of the scene on the line, or after SEAT= its policies."""
    from core.engine.casting import policies

    kind = _scene(ctx)
    if kind is None:
        return []
    seat, equals, _ = incomplete.partition("=")
    names = (*kind.Config().seats, "*")
    casts = [f"{seat}={policy}" for policy in policies(kind)] if equals else [f"{name}=" for name in names]
    return [cast for cast in casts if cast.startswith(incomplete)]


def _scene(ctx: typer.Context) -> "type[Scene] | None":
    """Find the scene on the line, also where an option still lacks its value."""
    from core.engine.registry import find_scene, scene_names

    known = set(scene_names())
    name = next((word for word in (ctx.params.get("scene"), *ctx.args) if word in known), None)
    return find_scene(name) if name else None
