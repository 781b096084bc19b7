"""Two players with a card each: the game is solved, and nobody gains by playing otherwise."""

import numpy as np
import pytest

from core.chance import Draw
from scenes.coup.actions import describe
from scenes.coup.flow import legal
from scenes.coup.stories import Stories
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import AMBASSADOR, ASSASSIN, ASSASSINATE, CAPTAIN, CONTESSA, DUKE, STEAL, TAX
from scenes.coup.strong.endgame import Array, Endgame, believed, ending, exploitability, solve, tree_for
from scenes.coup.strong.endings import NEVER, Start
from scenes.coup.strong.player import explain
from scenes.coup.strong.search import sensible
from scenes.coup.strong.worthwhile import worthwhile
from tests.scenes.coup_table import ANN, CAT, Table

UNKNOWN = (2, 3, 3, 2, 3)
"""Copies left of each character, with a Duke and an Ambassador turned up."""


def pairs(mine: tuple[float, ...] = (1,) * 5, theirs: tuple[float, ...] = (1,) * 5) -> Array:
    left = np.array(UNKNOWN, float)
    joint = (np.outer(left, left) - np.diag(left)) * np.outer(mine, theirs)
    result: Array = joint / joint.sum()
    return result


ROOTS = {
    "to move, with nothing": Start("act", 0, 0, 0, NEVER, (0, 0)),
    "to move": Start("act", 0, 0, 0, NEVER, (3, 4)),
    "to move, late": Start("act", 0, 0, 0, NEVER, (5, 6)),
    "a theft to doubt": Start("challenge", 0, 1, STEAL, CAPTAIN, (6, 4)),
    "a murder to stop": Start("block", 0, 1, ASSASSINATE, ASSASSIN, (6, 1)),
    "a block to doubt": Start("challenge block", 0, 0, ASSASSINATE, CONTESSA, (2, 5)),
}
BELIEFS = (pairs(), pairs((9, 1, 1, 1, 1), (1, 1, 5, 1, 1)))


@pytest.mark.parametrize("name", ROOTS)
@pytest.mark.few(2)
def test_a_best_response_gains_next_to_nothing(name: str) -> None:
    """In a hundredth of a game after the rounds that a player takes, and a third of that after some more."""
    for joint in BELIEFS:
        game = Endgame(tree_for(ROOTS[name]), joint)
        assert 0 <= exploitability(solve(game)) < 0.012
        assert 0 <= exploitability(solve(game, 300)) < 0.004


def test_a_plan_that_is_not_solved_is_exploited() -> None:
    assert exploitability(solve(Endgame(tree_for(ROOTS["to move"]), BELIEFS[0]), 2)) > 0.1


def odds(start: Start, card: int, joint: Array) -> dict[tuple[str, int], float]:
    return dict(solve(Endgame(tree_for(start), joint), 400).odds(card))


def test_what_can_be_worked_out_by_hand() -> None:
    """Letting it pass loses: the opponent can pay for a coup then. So each doubts, whatever the claim is worth."""
    tax = Start("challenge", 0, 1, TAX, DUKE, (2, 6))
    assert odds(tax, CONTESSA, pairs())["challenge", NEVER] > 0.97
    last = Start("challenge block", 0, 0, ASSASSINATE, CONTESSA, (0, 6))
    assert odds(last, ASSASSIN, pairs())["challenge", NEVER] > 0.9
    true = Start("block", 0, 1, ASSASSINATE, ASSASSIN, (6, 1))
    assert odds(true, CONTESSA, pairs())["block", CONTESSA] > 0.99


def test_what_others_know_makes_the_solution() -> None:
    """Whoever is believed to be a Duke taxes, and whoever cannot be one hardly does."""
    start = Start("act", 0, 0, 0, NEVER, (4, 4))
    known = pairs((100, 1, 1, 1, 1))
    unlikely = pairs((0.01, 1, 1, 1, 1))
    assert odds(start, AMBASSADOR, known)["move", TAX] > odds(start, AMBASSADOR, unlikely)["move", TAX]


def test_strong_plays_it_where_it_comes_to_that() -> None:
    """At a table of three, with Bob out and four cards turned up."""
    table = Table("con ass, duk duk, duk cap", coins=(10, 10, 10))
    table.do("coup Cat", "lose Duke", "coup Ann", "lose Contessa", "coup Bob", "lose Duke")
    assert ending(Belief(table.scene.observe(ANN)), []) is None
    table.pay(ANN, 7)
    table.do("coup Bob")
    seen = table.scene.observe(CAT)
    belief = Belief(seen)
    plan = ending(belief, sensible(belief, Stories(seen), worthwhile(belief, legal(belief.game, 2)), Draw(1)))
    assert plan
    assert sum(plan.odds) == pytest.approx(1, abs=0.01)
    action, why = explain(seen, Draw(1), best=True)
    assert action == plan.actions[0]
    assert f"{describe(action)} {plan.odds[0]:.0%}" in why
    assert believed(belief, 0)[DUKE].sum() == 0, "three of them are turned up"
