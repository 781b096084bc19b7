"""Conformance of councils with other rules than the default ones."""

import pytest

from core.testing.conformance import Conformance
from scenes.council.scene import CouncilScene


@pytest.mark.few(2)
class TestSealed(Conformance):
    scene, options = CouncilScene, {"members": 4, "vote": "sealed", "majority": "two-thirds", "agenda": "Plant trees"}
    seeds, cuts, looks = (1,), 1, 6


@pytest.mark.slow
class TestUnanimous(Conformance):
    scene, options = CouncilScene, {"members": 5, "majority": "unanimity", "rounds": 1}
    seeds, cuts, looks = (2,), 2, 15


@pytest.mark.slow
class TestLarge(Conformance):
    scene, options = CouncilScene, {"members": 11, "vote": "sealed", "majority": "unanimity", "rounds": 1}
    seeds, cuts, looks = (1,), 2, 15
