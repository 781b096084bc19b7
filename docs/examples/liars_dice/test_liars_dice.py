"""Tests of Liar's Dice."""

import pytest
from liars_dice import Bid, Challenge, Claimed, LiarsDice, Lost, Shown, beats, counting

import playbill as pb
from playbill.testing import Conformance


class TestLiarsDice(Conformance):
    scene, options, cuts = LiarsDice, {"dice": 2}, 5


class TestLiarsDiceWithoutWildOnes(Conformance):
    scene, options, seeds, cuts = LiarsDice, {"dice": 2, "wild": False}, (1,), 5


class Raiser(pb.Agent):
    """Bids the least, and never challenges unless nothing else is possible."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[0]


class Doubter(pb.Agent):
    """Challenges as soon as possible."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[-1] if isinstance(turn.legal[-1], Challenge) else turn.legal[0]


@pytest.mark.parametrize(
    ("bid", "last", "wild", "legal"),
    [
        (Bid(1, 2), None, True, True),
        (Bid(1, 1), None, True, False),
        (Bid(1, 1), None, False, True),
        (Bid(3, 4), Bid(3, 4), True, False),
        (Bid(3, 5), Bid(3, 4), True, True),
        (Bid(2, 6), Bid(3, 4), True, False),
        (Bid(4, 2), Bid(3, 6), True, True),
        (Bid(2, 1), Bid(5, 3), True, False),
        (Bid(3, 1), Bid(5, 3), True, True),
        (Bid(2, 1), Bid(4, 3), True, True),
        (Bid(6, 2), Bid(3, 1), True, False),
        (Bid(7, 2), Bid(3, 1), True, True),
        (Bid(3, 1), Bid(3, 1), True, False),
        (Bid(4, 1), Bid(3, 1), True, True),
        (Bid(3, 1), Bid(3, 6), False, False),
        (Bid(3, 2), Bid(3, 1), False, True),
    ],
)
def test_which_bid_may_follow(bid: Bid, last: Bid | None, wild: bool, legal: bool) -> None:
    assert beats(bid, last, wild) is legal


def test_ones_count_as_every_face_but_no_face_as_ones() -> None:
    assert counting((1, 1, 2, 5), 2, wild=True) == 3
    assert counting((1, 1, 2, 5), 2, wild=False) == 1
    assert counting((1, 2, 3, 5), 1, wild=True) == 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("player", [Raiser, Doubter, "rules", "random"])
def test_the_wrong_player_loses_a_die_and_opens_the_next_round(player: str, seed: int) -> None:
    game = pb.play(LiarsDice, {"players": 4, "dice": 2}, {"*": player}, seed)
    left = dict.fromkeys(game.scene.names, 2)
    bid: Bid | None = None
    bidder = up = ""
    for event in game.events:
        if isinstance(event.data, Claimed):
            assert up in ("", event.agent)
            bid, bidder, up = Bid(event.data.count, event.data.face), event.agent, ""
        elif isinstance(event.data, Shown):
            assert bid is not None
            dice = [die for hand in event.data.hands.values() for die in hand]
            assert len(dice) == sum(left.values())
            assert event.data.found == sum(die in (1, bid.face) for die in dice)
            loser = event.agent if event.data.found >= bid.count else bidder
        elif isinstance(event.data, Lost):
            assert event.agent == loser
            left[loser] -= 1
            up = loser if left[loser] else ""
    assert [name for name, count in left.items() if count] == [*game.outcome.winners]


def test_a_player_without_dice_is_skipped() -> None:
    game = pb.play(LiarsDice, {"dice": 1}, {"*": "random"}, seed=3)
    out = next(event for event in game.events if isinstance(event.data, Lost))
    later = [event.agent for event in game.events[out.n :] if event.kind in ("claimed", "shown", "rolled")]
    assert later
    assert out.agent not in later


def test_the_highest_bid_can_only_be_challenged() -> None:
    game = pb.play(LiarsDice, {"players": 2, "dice": 1}, {"*": Raiser})
    shown = next(event for event in game.events if isinstance(event.data, Shown))
    assert game.events[shown.n - 2].data == Claimed(2, 1)


def test_rules_beat_random_players() -> None:
    rows = pb.batch(LiarsDice, 60, cast={"*": "random", "Ann": "rules"}, rotate=True)
    assert sum("rules" in row.won for row in rows) > 0.7 * len(rows)


def test_a_model_plays() -> None:
    game = pb.play(LiarsDice, {"dice": 1}, {"*": "llm:mock"})
    assert game.reason == "won"
    assert all(event.kind != "defaulted" for event in game.events)
