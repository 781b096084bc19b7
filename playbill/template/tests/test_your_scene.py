import playbill as pb
from playbill.testing import Conformance

from your_scene.events import Doubt, Raise
from your_scene.scene import YourScene


class TestYourScene(Conformance):
    scene, options = YourScene, {"players": 3}


class Bold(pb.Agent):
    """Raises as often as it can."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return Raise(1) if Raise(1) in turn.legal else Doubt()


class Wary(pb.Agent):
    """Doubts as soon as it can."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[-1]


def test_who_claims_what_is_there_wins() -> None:
    game = pb.play(YourScene, {"players": 2}, {"Ann": Bold, "Bob": Wary})
    assert game.outcome.winners == ("Ann",)
    assert game.outcome.metrics["claim"] == 1


def test_who_doubts_what_is_not_there_wins() -> None:
    game = pb.play(YourScene, {"players": 3}, {"*": Bold})
    doubted = game.scene.observe("Ann")
    assert sum(doubted.numbers.values()) < doubted.claim == 30
    assert game.outcome.winners == ("Ann",)


def test_nobody_sees_another_number_before_all_are_shown() -> None:
    game = pb.play(YourScene, {"max_turns": 1})
    assert [[*game.scene.observe(name).numbers] for name in game.scene.names] == [["Ann"], ["Bob"], ["Cat"]]
