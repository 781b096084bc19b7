"""Tests of the public goods game."""

import pytest
from public_goods import FreeRider, Gave, Give, PublicGoods

import playbill as pb
from playbill.testing import Conformance


class TestPublicGoods(Conformance):
    scene, options, secrets = PublicGoods, {"rounds": 4, "endowment": 5}, False


class Generous(pb.Agent):
    """Gives everything."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[-1]


def test_a_generous_player_pays_for_a_free_rider() -> None:
    options = {"players": 2, "rounds": 1, "endowment": 10, "factor": 1.5}
    game = pb.play(PublicGoods, options, {"Ann": Generous, "Bob": FreeRider})
    assert game.outcome.scores == {"Ann": 7.5, "Bob": 17.5}
    assert game.outcome.winners == ("Bob",)
    assert game.outcome.metrics["welfare"] == 25


def test_equal_players_all_win() -> None:
    game = pb.play(PublicGoods, {"players": 3, "rounds": 7}, {"*": Generous})
    assert game.outcome.winners == ("Ann", "Bob", "Cat")
    assert game.outcome.scores["Ann"] == pytest.approx(7 * 20 * 1.6)


def test_rules_give_half_and_then_what_the_others_gave() -> None:
    game = pb.play(PublicGoods, {"players": 2, "rounds": 3}, {"Ann": "rules", "Bob": "free_rider"})
    bodies = [event.data for event in game.events if event.agent == "Ann"]
    gave = [body.points for body in bodies if isinstance(body, Gave)]
    assert gave == [10, 0, 0]


@pytest.mark.parametrize("points", [-1, 21])
def test_nobody_gives_more_than_there_is(points: int) -> None:
    table = pb.play(PublicGoods, {"max_turns": 1}).scene
    assert Give(points) not in table.legal("Ann")
