"""Werewolf with every role, where the dead do not show theirs: what the usual game does not have to hide."""

from core.testing.conformance import Conformance
from scenes.werewolf.scene import WerewolfScene


class TestEveryRole(Conformance):
    scene, seeds, cuts, looks = WerewolfScene, (1,), 2, 10
    options = {"roles": "werewolf 2, seer, witch, doctor, hunter", "reveal": False}
