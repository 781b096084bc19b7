"""What a package that brings a scene tests it with: the tests that every scene passes, ours among them.

    from playbill.testing import Conformance
    from yours.scene import YourScene

    class TestYours(Conformance):
        scene, options = YourScene, {"players": 3}

pytest finds them; the extra `playbill[testing]` brings it. The same seed is the same log; folding the log is the live
state; a copy is independent; a file that is cut at any line goes on to the same end; legal actions are accepted, others
refused in words; and what an agent may not know changes no byte of what it sees, nor of what its model is asked
(`secrets = False` for a world of open information).
"""

from core.testing.conformance import Conformance

__all__ = ["Conformance"]
