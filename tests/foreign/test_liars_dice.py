from playbill.testing import Conformance
from tests.foreign.liars_dice.scene import LiarsDice


class TestLiarsDice(Conformance):
    scene, options = LiarsDice, {"dice": 2}
