"""Every scene that is installed, and the one that the engine's tests use: a new one is tested by being registered."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.engine.registry import find_scene, scene_names
from core.engine.scene import Scene
from core.testing.conformance import Conformance
from tests.toy import ToyScene

SMALL: dict[str, dict[str, Any]] = {
    "chat": {"max_turns": 60, "topic": "Should cars be banned?"},  # in fewer turns not everybody misses a whisper
    "coup": {"players": 3, "playouts": 2, "talk": "open"},
    "feed": {
        "agents": 8,
        "newcomers": 1,
        "day": 20,
        "mix": "creator=4 enthusiast=2 amplifier=1 casual=1",
        "plan": "5 inject mira Hello; 15 inject kofi Hello; 25 inject oona Hello; 35 inject mira Hello",
    },  # so few often have nothing to look at, and a game in which nobody decides anything tests nothing
    "village": {"players": 4, "minutes": 20, "days": 1},
}
"""Options of worlds that are large as they come, or whose bots think long: here all is tried at every event."""
SHORT: dict[str, dict[str, Any]] = {"council": {"members": 4}, "toy": {}, "werewolf": {"players": 6}}
"""Options of the quick tests beside these; with them, a game of each cast is quick."""


def bring(kind: type[Scene], options: Mapping[str, Any]) -> None:
    """Add a class that tries a game of each cast in a few places, and one that tries all orders at every moment."""
    short = {"max_turns": 20, **options, **SHORT.get(kind.name, {})}
    own, name = {"scene": kind, "options": options}, f"Test{kind.name.title()}"
    globals()[name] = pytest.mark.few(3 if kind.name in SHORT else 2, others=False)(
        type(name, (Conformance,), {**own, "options": short, "seeds": (1,), "cuts": 1, "looks": 6})
    )
    globals()[f"{name}AtLength"] = pytest.mark.slow(type(name, (Conformance,), {**own, "seeds": (2,), "cuts": 4}))


for _name in scene_names():
    bring(find_scene(_name), SMALL.get(_name, {}))
bring(ToyScene, {})


@pytest.mark.few(3)
class TestToySilent(Conformance):
    """With this seed a turn ends in a step that makes nothing happen."""

    scene, seeds, cuts = ToyScene, (2,), 4
