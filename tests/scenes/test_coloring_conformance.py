"""Coloring with private points, budgets, tempers and questions, held to what every scene is held to."""

from core.testing.conformance import Conformance
from scenes.coloring.scene import ColoringScene


class TestPrivatePoints(Conformance):
    scene = ColoringScene
    options = {
        "difficulty": "medium",
        "clusters": 2,
        "size": 3,
        "max_turns": 12,
        "messages": 2,
        "temper": "A=stubborn; *=accommodating",
        "questionnaire": True,
    }
    seeds, cuts, looks = (1,), 2, 15
