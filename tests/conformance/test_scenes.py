"""Every scene that is installed, and the one that the engine's tests use: a new one is tested by being registered."""

from typing import Any

from core.registry import find_scene, scene_names
from core.testing.conformance import Conformance
from tests.toy import ToyScene

SMALL: dict[str, dict[str, Any]] = {
    "coup": {"players": 3, "playouts": 2, "talk": "open"},
    "feed": {"agents": 8, "newcomers": 1, "mix": "lively", "day": 20},
}
"""Options of worlds that are large as they come, or whose bots think long: here all is tried at every event."""

for _name in scene_names():
    _told = {"scene": find_scene(_name), "options": SMALL.get(_name, {})}
    globals()[f"Test{_name.title()}"] = type(f"Test{_name.title()}", (Conformance,), _told)


class TestToy(Conformance):
    scene = ToyScene
