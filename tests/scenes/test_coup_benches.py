"""Benches of Coup: intervals, a learner's observations, training, and calibration of stated probabilities."""

import random
from math import exp
from random import Random

import numpy as np
import pytest

from scenes.coup.config import SEATS
from scenes.coup.flow import start
from scenes.coup.rules import Game
from scenes.coup.strong.player import apply_calibration, calibrated_chance, log_odds
from tests.bench import coup_response
from tests.bench.coup_calibration import Row, Told, by_the_other_half, fitted, lineup, overheard, reliability
from tests.bench.coup_net import Adam, fresh
from tests.bench.coup_pace import check, conserved
from tests.bench.coup_response import ACTIONS, DARING, Lesson, Responder, features, fit, learn, number, untaught
from tests.bench.coup_tables import Duel, Share, duels


def test_rotations_of_a_seed_are_one_cluster() -> None:
    once, copied = (Share(5 * n, 10 * n, tuple([(n * (seed % 2), n) for seed in range(10)])) for n in (1, 9))
    assert copied.interval == pytest.approx(once.interval)
    assert Share(5, 10).interval == pytest.approx(once.interval)
    assert Share(0, 100).interval == pytest.approx((0.0, 0.036), abs=1e-3)


def test_a_coin_or_a_card_too_many_is_noticed() -> None:
    assert conserved(20).games == 20
    game = Game(SEATS[:3])
    for seat, body in start(game, 0, lambda deck: None):
        game.apply(seat, body)
    game.coins[1] += 1
    with pytest.raises(AssertionError, match="coins"):
        check(game)
    game.coins[1] -= 1
    game.deck[0] = game.hands[0][0]
    with pytest.raises(AssertionError, match="deck"):
        check(game)


def test_every_action_has_a_number_of_its_own_and_features_see_no_card_of_the_other() -> None:
    draw = Random(3)
    for seed in range(10):
        duel = Duel(seed, {})
        scene, turn = duel.scene, 0
        while pick := scene.pick():
            turn += 1
            duel.chance.at(turn, 0)
            (name,) = pick.names
            lawful = scene.legal(name)
            assert len({number(action) for action in lawful} & set(range(ACTIONS))) == len(lawful)
            seen, other = scene.observe(name), scene.copy()
            hidden = other.game.hands[1 - seen.seat]
            other.game.hands[1 - seen.seat], other.game.deck = other.game.deck[: len(hidden)], []
            assert (features(other.observe(name)) == features(seen)).all()
            for event in scene.decide(name, draw.choice(lawful), duel.chance):
                scene.apply(event)


def test_a_net_learns_which_action_wins() -> None:
    net = fresh((4, 16, 16, 2), np.random.default_rng(1))
    every = np.eye(4, dtype=np.float32)
    seen, actions = np.concatenate([every, every]), np.repeat([0, 1], 4)
    wins = np.array([1, 1, 0, 0])
    came = (actions == wins[seen.argmax(1)]).astype(np.float32)
    optimizer = Adam(net.weights)
    for _ in range(300):
        fit(optimizer, seen, actions, came, 1e-2)
    assert net(every).argmax(1).tolist() == wins.tolist()


@pytest.mark.slow
def test_a_learner_beats_random_play_more_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coup_response, "GAMES", 100)
    monkeypatch.setattr(coup_response, "BATCH", 16)  # too small for the threads of a matrix library to interfere
    net = untaught()
    before = duels(lambda: Responder(net), "random", 200)
    learn(net, Lesson("random", 1_000), DARING)
    after = duels(lambda: Responder(net), "random", 200)
    assert after.interval[0] > before.interval[1]


# -- calibration


def test_what_was_said_is_held_against_what_came() -> None:
    said = [(0.31, True), (0.39, False), (0.35, False), (0.35, False), (1.0, True), (0.0, False)]
    assert reliability(said) == {0: Row(1, 0.0, 0.0), 3: Row(4, 0.35, 0.25), 9: Row(1, 1.0, 1.0)}


def test_a_fit_finds_what_was_put_in() -> None:
    draw = random.Random(1)
    shares = [draw.random() for _ in range(10_000)]
    told = [(share, draw.random() < 1 / (1 + exp(0.3 - 0.5 * log_odds(share)))) for share in shares]
    assert fitted(told) == pytest.approx((-0.3, 0.5), abs=0.06)


def test_what_is_said_of_a_game_is_by_a_fit_to_others() -> None:
    draw = random.Random(2)
    laws = ((0.8, 1.0), (-0.8, 0.5))  # with even seeds, and with odd ones
    shares = [(seed, draw.random()) for seed in range(4000)]
    told = [
        Told(seed, share, 3, False, draw.random() < apply_calibration(share, laws[seed % 2])) for seed, share in shares
    ]
    said = by_the_other_half(told)
    for seed in (0, 1):
        assert said(Told(seed, 0.4, 3, False, True)) == pytest.approx(apply_calibration(0.4, laws[1 - seed]), abs=0.04)
    assert said(Told(0, 0.9, 2, True, True)) == 0.9, "a plan's chance stays as it is"


def test_a_game_is_overheard() -> None:
    told = [each for seed in (3, 4) for each in overheard(seed, 2, [3])]
    assert told
    assert {each.living for each in told} <= {2, 3}
    assert all(0 <= each.share <= 1 for each in told)
    assert "strong" in lineup(3, [2])


@pytest.mark.parametrize("left", range(2, 7))
def test_a_larger_share_of_playouts_is_a_larger_chance(left: int) -> None:
    said = [calibrated_chance(share / 20, left) for share in range(21)]
    assert said == sorted(said)
    assert 0 < said[0] < said[-1] < 1
