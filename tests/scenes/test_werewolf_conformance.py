"""Werewolf with every role, where the dead do not show theirs: what the usual game does not have to hide."""

import pytest

from core.testing.conformance import Conformance
from scenes.werewolf.scene import WerewolfScene


@pytest.mark.slow
class TestEveryRole(Conformance):
    scene, seeds, cuts, looks = WerewolfScene, (1,), 2, 10
    options = {"roles": "werewolf 2, seer, witch, doctor, hunter", "reveal": False}
