"""Commands that describe scenes, keys and models."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.cli.arguments import Config, Json, complete_scene
from tui.cli.terminal import say

if TYPE_CHECKING:
    from core.engine.scene import Scene


def scenes(
    scene: Annotated[
        str | None,
        typer.Argument(
            metavar="[SCENE]", help="Scene to describe in full (default: list all).", autocompletion=complete_scene
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List scenes, or one scene's seats, policies, actions and options."""
    from core.engine.bot_references import broken_bots
    from core.engine.registry import BrokenScene, find_scene, look_up, scene_names
    from tui.cli.wording import value_text

    broken = broken_bots()
    for bot, reason in broken.items():
        say(f"the bot {bot} is installed but cannot be used: {reason}")
    if scene is not None:
        kind = find_scene(scene)
        players = _players(kind, broken)
        print(json.dumps(_record(kind, players)) if as_json else "\n".join(_sheet(kind, players)))
        return
    found = {each: look_up(each) for each in scene_names()}
    for name, found_scene in found.items():
        if isinstance(found_scene, BrokenScene):
            say(f"the scene {name} is installed but cannot be used: {found_scene.reason}")
    listed = [(kind, _players(kind, broken)) for kind in found.values() if not isinstance(kind, BrokenScene)]
    if as_json:
        print(json.dumps([_record(kind, players) for kind, players in listed]))
        return
    for kind, players in listed:
        options = " ".join(f"{key}={value_text(field.default)}" for key, field in kind.Config.model_fields.items())
        forms = " ".join(_forms(kind, players))
        print(f"{kind.name}: {kind.summary}; names {_names(kind)}; policies {forms}; options {options}")
        for policy, about in players.items():
            print(f"  {policy}: {about}")


def _players(kind: "type[Scene]", broken: dict[str, str]) -> dict[str, str]:
    """Describe each policy of a scene, leaving out broken bots."""
    from core.engine.casting import describe_policy, policies

    players = {policy: describe_policy(kind, policy) for policy in policies(kind)}
    return {policy: about for policy, about in players.items() if about.removesuffix(".") not in broken.values()}


def _forms(kind: "type[Scene]", players: dict[str, str]) -> list[str]:
    from core.engine.casting import policies, policy_forms

    left_out = set(policies(kind)) - set(players)
    return [form for form in policy_forms(kind) if form not in left_out]


def _names(kind: "type[Scene]") -> str:
    from tui.cli.wording import MAX_LISTED_SEATS

    names = kind.Config().seats
    return f"{' '.join(names[:MAX_LISTED_SEATS])}{f' … ({len(names)} in all)' if len(names) > MAX_LISTED_SEATS else ''}"


def _record(kind: "type[Scene]", players: dict[str, str]) -> dict[str, Any]:
    return {
        "scene": kind.name,
        "about": kind.summary,
        "names": kind.Config().seats,
        "policies": _forms(kind, players),
        "players": players,
        "options": {
            key: {"default": field.default, "about": field.description}
            for key, field in kind.Config.model_fields.items()
        },
    }


def _sheet(kind: "type[Scene]", players: dict[str, str]) -> list[str]:
    """Describe a scene in paragraphs: seats, policies, actions, options, metrics, tables, export formats."""
    from core.engine.capabilities import Portable, Told, class_capability
    from tui.cli.wording import value_text

    options = {
        f"{key}={value_text(field.default)}": field.description or "" for key, field in kind.Config.model_fields.items()
    }
    actions = {each.form or each.__name__: (each.__doc__ or "").split("\n\n")[0] for each in kind.actions}
    forms = {form: "" for form in _forms(kind, players) if form not in players}
    metrics = {name: each.meaning for name, each in class_capability(kind, Told).measures.items()}
    tables = {name: f"a row is {each.about}" for name, each in class_capability(kind, Portable).tables.items()}
    exports = ", ".join(dict.fromkeys(("text", "html", *class_capability(kind, Portable).exports)))
    return [
        f"{kind.name}: {kind.summary}",
        "",
        f"Seats: {_names(kind)}",
        *_paragraph("Policies, for -c SEAT=POLICY", {**players, **forms}),
        *(_paragraph("Actions", actions) if actions else ()),
        *_paragraph("Options with their defaults, for -o KEY=VALUE", options),
        *(_paragraph("Metrics of a game", metrics) if metrics else ()),
        *(_paragraph("Tables of its own, for playbill table", tables) if tables else ()),
        "",
        f"Export formats: {exports}",
    ]


def _paragraph(title: str, rows: dict[str, str]) -> list[str]:
    from core.text import one_line

    width = min(30, max(map(len, rows), default=0))
    return ["", f"{title}:", *(f"  {left:<{width}}  {one_line(about)}".rstrip() for left, about in rows.items())]


def keys(
    as_toml: Annotated[bool, typer.Option("--toml", help="Print the table for a config file.")] = False,
) -> None:
    """List all keys; change them in [keys] of your config file."""
    from core.user_config import own_path
    from tui.keys import KEYS, MAPS, PLACES, current

    keymap = current()
    if as_toml:
        print("[keys]")
        for name in KEYS:
            quoted = ", ".join(f'"{key}"' for key in keymap.keys(name))
            print(f"{name} = [{quoted}]" if "," in quoted else f"{name} = {quoted}")
        return
    width = max(map(len, KEYS)) + 2
    for name, entry in KEYS.items():
        print(f"{name:<{width}}{'  '.join(keymap.keys(name)):<13}  {PLACES[entry.where]:<16}  {entry.about}")
    ready = ", ".join(f'"{each}"' for each in MAPS)
    say(f'to change one: [keys] in {own_path()}, such as hint = "H"; ready-made: map = {ready}')


def models(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Model name, as in llm:NAME.")], config: Config = None
) -> None:
    """Make a test call to a model, and report its speed, price and features."""
    from tui.cli.model_check import check_model

    check_model(name, config)
