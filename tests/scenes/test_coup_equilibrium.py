"""Coup at two players: a turn is solved for what both may hold, and `strong` plays by that."""

from random import Random

import numpy as np
import pytest

from core.engine.chance import Draw
from scenes.coup.actions import Action, Keep, Move, describe
from scenes.coup.equilibrium.following import OPENING
from scenes.coup.equilibrium.hands import NONE
from scenes.coup.equilibrium.nets import SHAPES, shipped
from scenes.coup.equilibrium.policy import Choice, Plan, label_of, plan, walked
from scenes.coup.equilibrium.solutions import Solutions
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.equilibrium.tree import tree_of
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.review import weigh
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.mixed import LEAST
from scenes.coup.strong.player import explain
from tests.bench.coup_best import Answer
from tests.bench.coup_response import opened
from tests.bench.coup_train import at_random
from tests.scenes.coup_table import ANN, BOB, Table


def game(seed: int) -> tuple[CoupScene, list[tuple[Observation, str]]]:
    """Played at random, with what everybody who decided saw."""
    scene, chance = opened(seed, {})
    rand, seen = Random(seed), list[tuple[Observation, str]]()
    for turn in range(1, 200):
        if not (pick := scene.pick()):
            break
        chance.at(turn, 1)
        seen += [(scene.observe(name), name) for name in pick.names]
        for event in scene.resolve({name: rand.choice(scene.legal(name)) for name in pick.names}, chance):
            scene.apply(event)
    return scene, seen


def test_the_tree_has_all_that_the_rules_have() -> None:
    """Random games: wherever somebody decides, the tree has just what can be done."""
    found = set()
    for seed in range(40):
        for seen, name in game(seed)[1]:
            walk = walked(seen)
            assert walk
            cards = [player.cards for player in seen.players]
            me = int(seen.actor != name)
            left = [count - (lost != NONE) for count, lost in zip(walk.tree.cards, walk.lost, strict=True)]
            mine = cards[seen.seat] - 2 * (seen.phase == "exchange")
            assert (left[me], left[1 - me]) == (mine, cards[1 - seen.seat])
            found.add((seen.phase, walk.tree.cards))
            if seen.phase == "exchange":
                assert walk.node.leaf
                assert walk.node.leaf.exchanges
                continue
            labels = {child.label for child in walk.node.children}
            lawful = {label_of(action) for action in _legal(seen)}
            assert lawful <= labels if seen.phase in ("act", "lose") else lawful == labels
    assert {shape for _, shape in found} == set(SHAPES)
    assert {phase for phase, _ in found} == {"act", "challenge", "block", "challenge block", "lose", "exchange"}


def _legal(seen: Observation) -> tuple[Action, ...]:
    return legal(Belief(seen).game, seen.seat)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_turn_is_a_game_of_chance_and_two_plans(shape: tuple[int, int]) -> None:
    """All that can happen adds up to one game; who does not win it loses it; and plans are odds."""
    solved = Solved(at_random(shape, 6, np.random.default_rng(3)), shipped())
    for who in (0, 1):
        likely = solved.leaves.likely(who, solved.reached[1 - who][solved.tree.leaves])
        assert (solved.reached[who][solved.tree.leaves] * likely).sum(axis=(0, 2)) == pytest.approx(1, abs=0.01)
        sums = solved.summed(solved.plan[who], who)
        assert sums[solved.summed(solved.even[who], who) > 0] == pytest.approx(1, abs=1e-4)
    won = [(solved.worth[who][0] * solved.ranges[who]).sum(axis=1) for who in (0, 1)]
    assert won[0] + won[1] == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_best_answer_within_a_turn_gains_little(shape: tuple[int, int]) -> None:
    """Where all ends are worth what the networks say."""
    solved = Solved(at_random(shape, 6, np.random.default_rng(4)), shipped())
    for who in (0, 1):
        answer = Answer(solved, who, shipped())
        gain = ((answer.values[0] - solved.worth[who][0]) * solved.ranges[who]).sum(axis=1)
        assert gain.mean() < 0.02


def test_games_are_solved_together_as_each_alone() -> None:
    tax, steal = (("move", 3), ("pass", NONE)), (("move", 5), ("pass", NONE), ("pass", NONE))
    both = Solutions(shipped())
    both.prepare([(tax, steal), (steal,)])
    for turns in ((tax, steal), (steal,)):
        together, row = both.of(turns)
        alone, first = Solutions(shipped()).of(turns)
        assert together.plan[0][:, row] == pytest.approx(alone.plan[0][:, first], abs=0.02)


def test_the_opening_is_as_dealt() -> None:
    solved = Solved(OPENING.states, shipped())
    assert solved.tree is tree_of((2, 2))
    assert solved.ways.sum() == 15 * 14 // 2 * 13 * 12 // 2
    assert 0.4 < (solved.worth[0][0] * solved.ranges[0]).sum() < 0.6


def test_strong_draws_from_its_plan_and_tells_the_best() -> None:
    table = Table("duk cap, con ass")
    seen = table.scene.observe(ANN)
    made = plan(seen, _legal(seen))
    assert made
    assert sum(choice.odds for choice in made.choices) == pytest.approx(1)
    best, why = explain(seen, Draw(1), best=True)
    assert best == made.best.action
    assert f"{describe(best)} {made.best.wins:.0%}" in why.replace(" wins", "")
    assert {explain(seen, Draw(n << 40))[0] for n in range(20)} <= {each.action for each in made.choices}


def test_of_what_wins_as_much_the_plan_tells_what_it_does_most() -> None:
    much, little = Choice(Move("tax"), 0.84, 0.405), Choice(Move("exchange"), 0.04, 0.41)
    assert Plan([little, much], 1.0).best == much
    assert Plan([little._replace(wins=0.47), much], 1.0).best.action == little.action
    assert Plan([little._replace(odds=0.0, wins=0.9), much], 1.0).best == much


def test_a_move_of_the_plan_costs_nothing_in_review_and_another_what_it_wins_less() -> None:
    table = Table("duk cap, con ass").do("income", "income")
    seen = table.scene.observe(ANN)
    made = plan(seen, _legal(seen))
    assert made
    for choice in made.choices:
        verdict = weigh(seen, choice.action)
        assert verdict
        assert verdict.best == describe(made.best.action)
        assert verdict.loss == (0 if choice.odds >= LEAST else max(0, made.best.wins - choice.wins))
    assert weigh(seen, made.best.action) == (describe(made.best.action), 0, "of games")
    assert any(weigh(seen, choice.action).loss > 0 for choice in made.choices)  # type: ignore[union-attr]


def test_what_is_kept_of_an_exchange_is_worth_most() -> None:
    table = Table("amb con, duk ass", "duk cap").do("exchange", "pass")
    seen = table.scene.observe(ANN)
    made = plan(seen, _legal(seen))
    assert made
    assert isinstance(made.best.action, Keep)
    assert made.best.wins == max(choice.wins for choice in made.choices)


def test_larger_tables_and_coins_laid_out_are_not_its_own() -> None:
    assert walked(Table("duk cap, con ass, amb amb").scene.observe(BOB)) is None
    assert walked(Table("duk cap, con ass", coins=(5, 5)).scene.observe(BOB)) is None
