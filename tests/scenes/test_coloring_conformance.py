"""Conformance of coloring with private points, budgets, tempers and questions."""

import pytest

from core.testing.conformance import Conformance
from scenes.coloring.scene import ColoringScene


@pytest.mark.few(2)
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
    seeds, cuts, looks = (1,), 1, 6
