"""What the figures of Coup rest on: who sits where, what is counted, and what a learner may see."""

from collections import Counter

import numpy as np
import pytest

from core.engine.casting import set_up
from scenes.coup.config import SEATS
from scenes.coup.flow import start
from scenes.coup.rules import Game
from tests.bench import coup_response
from tests.bench.coup_features import ACTIONS, features, number
from tests.bench.coup_net import Net
from tests.bench.coup_pace import check, conserved
from tests.bench.coup_response import DARING, Lesson, Responder, learn, measured, opened, untaught
from tests.bench.coup_tables import Played, Share, header_for, play, seatings, won
from tests.bench.coup_tournament import lineups, rated


def test_each_seed_is_played_with_everybody_in_every_seat() -> None:
    tables = list(seatings(("random", "honest", "bluffer", "strong"), range(1, 26)))
    seats = Counter((policy, seat, seed) for table, seed in tables for seat, policy in enumerate(table))
    assert set(seats.values()) == {1}
    assert len(seats) == 4 * 4 * 25
    assert len({table for table, _ in tables}) > 4, "the order around the table changes from seed to seed"


def test_both_seatings_of_a_seed_have_the_same_cards_and_starter() -> None:
    worlds = []
    for table in (("honest", "random"), ("random", "honest")):
        scene, chance = set_up(header_for(table, 7, {}))
        for event in scene.start(chance):
            scene.apply(event)
        worlds.append(scene.observe(""))
    assert worlds[0] == worlds[1]


def test_a_table_that_has_more_seats_than_policies_seats_all_of_them() -> None:
    six = list(lineups(("random", "honest", "bluffer", "strong"), 6))
    assert len(six) == 10
    assert all(len(table) == 6 and len(set(table)) == 4 for table in six)


def test_rotations_of_a_seed_are_one_cluster() -> None:
    games = [Played(table, seed, 0) for seed in range(20) for table in [("strong", "honest")] * (1 + 8 * (seed < 10))]
    once = won("strong", [game._replace(winner=game.seed % 2) for game in games if game.seed > 9])
    copied = won("strong", [game._replace(winner=game.seed % 2) for game in games if game.seed < 10])
    assert (once.games, copied.games) == (10, 90)
    assert copied.interval == pytest.approx(once.interval)
    assert Share(5, 10).interval == pytest.approx(once.interval)
    assert Share(0, 100).interval == pytest.approx((0.0, 0.036), abs=1e-3)


def test_a_win_is_counted_for_the_policy_in_the_seat_that_won() -> None:
    games = play(seatings(("honest", "random"), range(1, 31)))
    assert all(set(game.table) == {"honest", "random"} and game.winner is not None for game in games)
    assert won("honest", games).won + won("random", games).won == 60
    assert won("honest", games).won > 40


def test_ratings_order_policies_by_what_they_win_and_grow_surer() -> None:
    few = [Played(("honest", "random", "random"), seed, 0 if seed % 5 else 1) for seed in range(20)]
    many = [Played(("honest", "random", "random"), seed, 0 if seed % 5 else 1) for seed in range(200)]
    assert rated(many)["honest"].mu > 25 > rated(many)["random"].mu
    assert rated(many)["honest"].sigma < rated(few)["honest"].sigma


def test_a_coin_or_a_card_too_many_is_noticed() -> None:
    assert conserved(50).games == 50
    game = Game(SEATS[:3])
    for seat, body in start(game, 0, lambda deck: None):
        game.apply(seat, body)
    check(game)
    game.coins[1] += 1
    with pytest.raises(AssertionError, match="coins"):
        check(game)
    game.coins[1] -= 1
    game.deck[0] = game.hands[0][0]
    with pytest.raises(AssertionError, match="deck"):
        check(game)


def test_every_action_has_a_number_of_its_own_and_features_see_no_card_of_the_other() -> None:
    draw = np.random.default_rng(3)
    for seed in range(30):
        scene, chance = opened(seed, {})
        for turn in range(1000):
            pick = scene.pick()
            if pick is None:
                break
            chance.at(turn, 0)
            (name,) = pick.names
            lawful = scene.legal(name)
            numbers = [number(action) for action in lawful]
            assert len(set(numbers)) == len(numbers)
            assert max(numbers) < ACTIONS
            seen = scene.observe(name)
            other = scene.copy()
            hidden = other.game.hands[1 - seen.seat]
            other.game.hands[1 - seen.seat], other.game.deck = other.game.deck[: len(hidden)], []
            assert (features(other.observe(name)) == features(seen)).all()
            for event in scene.decide(name, lawful[int(draw.integers(len(lawful)))], chance):
                scene.apply(event)


def test_a_net_learns_which_action_wins() -> None:
    net = Net(4, 2, np.random.default_rng(1))
    every = np.eye(4, dtype=np.float32)
    seen, actions = np.concatenate([every, every]), np.repeat([0, 1], 4)
    wins = np.array([1, 1, 0, 0])
    came = (actions == wins[seen.argmax(1)]).astype(np.float32)
    for _ in range(300):
        net.fit(seen, actions, came, 1e-2)
    assert [int(net(each).argmax()) for each in every] == wins.tolist()


@pytest.mark.slow
def test_a_learner_beats_random_play_more_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coup_response, "GAMES", 100)
    monkeypatch.setattr(coup_response, "BATCH", 16)  # too little for the threads of a matrix library to get in the way
    net = untaught()
    before = measured(lambda: Responder(net), "random", 200)
    learn(net, Lesson("random", 1_000), DARING)
    after = measured(lambda: Responder(net), "random", 200)
    assert after.interval[0] > before.interval[1]
