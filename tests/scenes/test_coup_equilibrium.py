"""Coup between the last two players: a turn is solved over all hands they may hold, and `strong` plays the solution."""

from collections.abc import Iterator
from itertools import count
from random import Random

import numpy as np
import pytest

from core.engine.capabilities import Verdict
from core.engine.casting import prepare, set_up
from core.engine.chance import Draw
from scenes.coup.actions import Action, Keep, Move, describe
from scenes.coup.equilibrium.hands import NONE
from scenes.coup.equilibrium.nets import SHAPES, shipped_nets
from scenes.coup.equilibrium.policy import MIN_PROBABILITY, Choice, Plan, label_of_action, plan, turn_path
from scenes.coup.equilibrium.solutions import TWO_PLAYER_OPENING, Solutions, solutions, two_player_start
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.equilibrium.tree import tree_of
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.scene import CoupScene
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.player import explain, weigh
from tests.bench.coup_best import Answer
from tests.bench.coup_endings import begun, gains
from tests.bench.coup_train import at_random as states_at_random
from tests.scenes.coup_table import ANN, BOB, Table


def at_random(seed: int, players: int = 2) -> Iterator[Observation]:
    """Play at random, and yield the observation of each player that has to act."""
    scene, chance = set_up(prepare("coup", {"players": players}, {}, seed))
    assert isinstance(scene, CoupScene)
    for event in scene.start(chance):
        scene.apply(event)
    rand = Random(seed)
    for turn in count(1):
        if not (pick := scene.pick()):
            return
        chance.at(turn, 1)
        yield from map(scene.observe, pick.names)
        for event in scene.resolve({name: rand.choice(scene.legal(name)) for name in pick.names}, chance):
            scene.apply(event)


def test_the_tree_has_all_that_the_rules_have() -> None:
    """In random games the tree has exactly the legal actions wherever a player acts."""
    found = set()
    for seed in range(20):
        for seen in at_random(seed):
            walk = turn_path(seen)
            assert walk
            cards = [player.cards for player in seen.players]
            me = int(seen.actor != seen.name)
            left = [count - (lost != NONE) for count, lost in zip(walk.tree.cards, walk.lost, strict=True)]
            mine = cards[seen.seat] - 2 * (seen.phase == "exchange")
            assert (left[me], left[1 - me]) == (mine, cards[1 - seen.seat])
            found.add((seen.phase, walk.tree.cards))
            if seen.phase == "exchange":
                assert walk.node.leaf
                assert walk.node.leaf.exchanges
                continue
            labels = {child.label for child in walk.node.children}
            lawful = {label_of_action(action) for action in _legal(seen)}
            assert lawful <= labels if seen.phase in ("act", "lose") else lawful == labels
    assert {shape for _, shape in found} == set(SHAPES)
    assert {phase for phase, _ in found} == {"act", "challenge", "block", "challenge block", "lose", "exchange"}


def _legal(seen: Observation) -> tuple[Action, ...]:
    return legal(Belief(seen).game, seen.seat)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_turn_is_a_game_of_chance_and_two_plans(shape: tuple[int, int]) -> None:
    """Probabilities sum to 1, one player's win is the other's loss, and plans are probability distributions."""
    solved = Solved(states_at_random(shape, 6, np.random.default_rng(3)), shipped_nets())
    for who in (0, 1):
        likely = solved.leaves.reach_by_others(who, solved.reached[1 - who][solved.tree.leaves])
        assert (solved.reached[who][solved.tree.leaves] * likely).sum(axis=(0, 2)) == pytest.approx(1, abs=0.01)
        sums = solved.summed(solved.plan[who], who)
        assert sums[solved.summed(solved.uniform[who], who) > 0] == pytest.approx(1, abs=1e-4)
    won = [(solved.worth[who][0] * solved.ranges[who]).sum(axis=1) for who in (0, 1)]
    assert won[0] + won[1] == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_best_answer_within_a_turn_gains_little(shape: tuple[int, int]) -> None:
    """The values at the end of the turn are those of the networks."""
    solved = Solved(states_at_random(shape, 6, np.random.default_rng(4)), shipped_nets())
    for who in (0, 1):
        answer = Answer(solved, who, shipped_nets())
        gain = ((answer.values[0] - solved.worth[who][0]) * solved.ranges[who]).sum(axis=1)
        assert gain.mean() < 0.02


@pytest.mark.slow
def test_games_are_solved_together_as_each_alone() -> None:
    tax, steal = (("move", 3), ("pass", NONE)), (("move", 5), ("pass", NONE), ("pass", NONE))
    both = Solutions(shipped_nets())
    both.prepare([(tax, steal), (steal,)])
    for turns in ((tax, steal), (steal,)):
        together, row = both.of(turns)
        alone, first = Solutions(shipped_nets()).of(turns)
        assert together.plan[0][:, row] == pytest.approx(alone.plan[0][:, first], abs=0.02)


def test_the_opening_is_as_dealt() -> None:
    solved = Solved(TWO_PLAYER_OPENING.states, shipped_nets())
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
        assert verdict.loss == (0 if choice.odds >= MIN_PROBABILITY else max(0, made.best.wins - choice.wins))
    assert weigh(seen, made.best.action) == Verdict(describe(made.best.action), 0, "of games")
    assert any(weigh(seen, choice.action).loss > 0 for choice in made.choices)  # type: ignore[union-attr]


def test_what_is_kept_of_an_exchange_is_worth_most() -> None:
    table = Table("amb con, duk ass", "duk cap").do("exchange", "pass")
    seen = table.scene.observe(ANN)
    made = plan(seen, _legal(seen))
    assert made
    assert isinstance(made.best.action, Keep)
    assert made.best.wins == max(choice.wins for choice in made.choices)


def test_larger_tables_and_coins_laid_out_are_not_its_own() -> None:
    assert turn_path(Table("duk cap, con ass, amb amb").scene.observe(BOB)) is None
    assert turn_path(Table("duk cap, con ass", coins=(5, 5)).scene.observe(BOB)) is None


# -- the last two players of a larger game

LIES = {"tax": "duk", "exchange": "amb", "foreign aid": ""}


def two_left() -> Table:
    """Cat challenges two true Dukes and is out; then Ann and Bob are each caught in a lie, and Ann's turn begins."""
    table = Table("duk con, duk cap, amb ass")
    table.do("tax").answer(Cat="challenge").do("lose Ambassador", "tax").answer(Cat="challenge")
    for name in (ANN, BOB):
        assert two_player_start(table.scene.observe(name)) is None
        lie = next(verb for verb, card in LIES.items() if card not in table.hand(name))
        table.do(lie, "challenge")
        table.do(table.may(name)[0])
    return table


def test_it_begins_with_what_all_know_by_then() -> None:
    table = two_left()
    begun = two_player_start(table.scene.observe(ANN))
    assert begun
    start, history = begun
    up = [card for name in table.game.names for card in table.lost(name)]
    assert (start.cards, start.coins, sum(start.hidden), len(up), len(history)) == ((1, 1), (5, 5), 11, 4, 0)
    assert [max(ranges) for ranges in start.ranges] == [1, 1]
    assert [len(ranges) for ranges in start.ranges] == [5, 5]
    caught = min(range(5), key=lambda card: start.ranges[0][card])
    assert start.ranges[0][caught] == 0, "what Ann claimed she has not"


def test_both_go_on_as_the_plan_says() -> None:
    table = two_left()
    seen = table.scene.observe(ANN)
    made = plan(seen, _legal(seen))
    assert made
    best, why = explain(seen, Draw(1), best=True)
    assert best == made.best.action
    assert why.startswith("Against somebody who plays as well: ")
    assert f"{describe(best)} {made.best.wins:.0%}" in why.replace(" wins", "")
    verdict = weigh(seen, best)
    assert verdict
    assert verdict.loss == 0
    table.do("steal Bob")
    assert "Ann has a Captain at" in explain(table.scene.observe(BOB), Draw(1))[1]


def test_the_tree_has_all_that_two_who_are_left_may_do() -> None:
    """Random games between two players with a card each: every legal action is in the tree."""
    found = set()
    for seed in range(12):
        for seen in at_random(seed, 3):
            if not (walk := turn_path(seen)):
                continue  # the rest of the turn in which the others were eliminated
            found.add(seen.phase)
            if seen.phase != "exchange":
                labels = {child.label for child in walk.node.children}
                assert {label_of_action(action) for action in _legal(seen)} <= labels
    assert found >= {"act", "challenge", "block", "challenge block"}


def test_with_more_cards_it_is_played_out() -> None:
    table = Table("duk con, duk cap, amb ass")
    table.do("tax").answer(Cat="challenge").do("lose Ambassador", "tax").answer(Cat="challenge")
    seen = table.scene.observe(ANN)
    assert [player.cards for player in seen.players] == [2, 2, 0]
    assert turn_path(seen) is None
    assert "Against somebody who plays as well" not in explain(seen, Draw(1))[1]


def test_two_turns_are_solved_as_one_game_and_played_so() -> None:
    table = two_left()
    first = table.scene.observe(ANN)
    walk = turn_path(first)
    assert walk
    known = solutions(walk.start)
    solved, row = known.of(())
    table.do("tax").answer(Bob="pass")
    second = turn_path(table.scene.observe(BOB))
    assert second
    ahead, n = known.of(tuple(second.over))
    assert ahead is solved.next_turn
    assert ahead.states.coins[n].tolist() == second.coins == [5, 8]
    assert ahead.states.hidden[n].tolist() == solved.states.hidden[row].tolist()
    table.do("income")
    third = turn_path(table.scene.observe(ANN))
    assert third
    anew, _ = known.of(tuple(third.over))
    assert anew.next_turn, "after two turns they are solved anew"


def test_a_plan_for_two_turns_lets_less_be_won_than_one_made_anew_for_the_second() -> None:
    states = begun((1, 1), ((2, 2), (5, 2), (0, 3)))
    together, anew = (gains(states, 2, shipped_nets(), at_once).mean() for at_once in (2, 1))
    assert 0 < together < anew < 0.1
