"""What can be played: scenes with their names, policies and options, and what is installed and cannot be used."""

import json

from tui.cli.terminal import say
from tui.cli.wording import CROWD, shown


def scenes(as_json: bool) -> None:
    from core.engine.bot_references import broken_bots
    from core.engine.casting import policies, policy_forms, what_is
    from core.engine.registry import Broken, look_up, scene_names

    found = {name: look_up(name) for name in scene_names()}
    broken = {name: scene.reason for name, scene in found.items() if isinstance(scene, Broken)}
    kinds = [scene for scene in found.values() if not isinstance(scene, Broken)]
    for name, reason in broken.items():
        say(f"the scene {name} is installed and cannot be used: {reason}")
    for name, reason in broken_bots().items():
        say(f"the bot {name} is installed and cannot be used: {reason}")
    if as_json:
        told = [
            {
                "scene": kind.name,
                "about": kind.summary,
                "names": kind.seats(kind.Config()),
                "policies": policy_forms(kind),
                "players": {policy: what_is(kind, policy) for policy in policies(kind)},
                "options": {
                    key: {"default": field.default, "about": field.description}
                    for key, field in kind.Config.model_fields.items()
                },
            }
            for kind in kinds
        ]
        print(json.dumps(told))
        return
    for kind in kinds:
        listed = " ".join(f"{key}={shown(field.default)}" for key, field in kind.Config.model_fields.items())
        names = kind.seats(kind.Config())
        crowd = f" … ({len(names)} in all)" if len(names) > CROWD else ""
        print(
            f"{kind.name}: {kind.summary}; names {' '.join(names[:CROWD])}{crowd}; "
            f"policies {' '.join(policy_forms(kind))}; options {listed}"
        )
        for policy in policies(kind):
            print(f"  {policy}: {what_is(kind, policy)}")
