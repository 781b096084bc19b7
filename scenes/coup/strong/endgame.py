"""Two players with a card each: what both do in equilibrium, given what each is believed to hold.

Counterfactual regrets in vector form, with positive regrets, alternating updates and linear averages (CFR+, Tammelin
2014). `exploitability` is how far from equilibrium the result is: what both would gain in all by best responses.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scenes.coup.actions import CHALLENGE, Action, Block, Move
from scenes.coup.moves import COPIES
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import CARD, VERB
from scenes.coup.strong.endings import NEVER, Levels, Start, levels
from scenes.coup.strong.mixed import Mixed

Array = NDArray[np.float64]
ROUNDS = 100
LARGEST = 600
"""Nodes of a tree that can be thought through in the time there is."""
MOST_TURNS = 12


class Endgame:
    """A tree with what its ends are worth to each player, by both cards: `joint` is how likely each pair is."""

    def __init__(self, tree: Levels, joint: Array) -> None:
        self.tree = tree
        self.likely = joint.sum()
        shown = np.arange(5) == tree.card[:, None]
        fixed = np.where(tree.claimant == NEVER, tree.worth, 0.0)[:, None, None]
        mine, theirs = (tree.claimant == who for who in (0, 1))
        won = fixed + (mine[:, None] & shown)[:, :, None] + (theirs[:, None] & ~shown)[:, None, :]
        self.ends = won * joint, ((1 - won) * joint).transpose(0, 2, 1)
        self.masks = [(tree.mover == who)[:, None] for who in (0, 1)]


class Solved(NamedTuple):
    game: Endgame
    plan: Array
    """Of each node the odds with which it is chosen at its parent, by the mover's card."""

    def odds(self, card: int) -> list[tuple[tuple[str, int], float]]:
        """How often to do what at the root, with this card."""
        moves = self.game.tree.moves
        return list(zip(moves, self.plan[1 : 1 + len(moves), card].tolist(), strict=True))


def tree_for(start: Start, largest: int = LARGEST) -> Levels:
    """Of as many turns as can be thought through."""
    best = levels(start, 1)
    for turns in range(2, MOST_TURNS):
        tree = levels(start, turns)
        if len(tree.parent) > largest or len(tree.parent) == len(best.parent):
            break
        best = tree
    return best


def solve(game: Endgame, rounds: int = ROUNDS) -> Solved:
    tree = game.tree
    regrets = np.zeros((len(tree.parent), 5))
    total = np.zeros_like(regrets)
    for n in range(rounds):
        who = n % 2
        plan = _shares(tree, regrets)
        reach = _reach(game, plan, 1 - who)
        worth = _worth(game, plan, reach, who)
        mine = game.masks[who][1:]
        regrets[1:] = np.where(mine, np.maximum(regrets[1:] + worth[1:] - worth[tree.parent[1:]], 0), regrets[1:])
        total[1:] += np.where(mine, 0, (n + 1) ** 2 * reach[tree.parent[1:]] * plan[1:])
    return Solved(game, _shares(tree, total))


def _shares(tree: Levels, weights: Array) -> Array:
    """Odds in proportion to weights, among the children of each node."""
    counts = np.diff(tree.first, append=len(tree.parent))
    sums = np.repeat(np.add.reduceat(weights, tree.first), counts, axis=0)
    odds = np.ones_like(weights)
    even = np.repeat(1 / counts, counts)[:, None]
    odds[1:] = np.where(sums > 0, weights[1:] / np.where(sums > 0, sums, 1), even)
    return odds


def _reach(game: Endgame, plan: Array, who: int) -> Array:
    """The odds that a player plays towards each node, by its card."""
    step = np.where(game.masks[who], plan, 1.0)
    reach = np.ones_like(plan)
    for nodes, _ in game.tree.bounds:
        reach[nodes] = reach[game.tree.parent[nodes]] * step[nodes]
    return reach


def _worth(game: Endgame, plan: Array, reach: Array, who: int, best: bool = False) -> Array:
    """Of each node to a player, by card, times how likely the other one plays towards it. With `best` the player takes
    what is best from there on, whatever its plan."""
    tree, mask = game.tree, game.masks[who]
    worth = np.zeros_like(plan)
    worth[tree.leaves] = (game.ends[who] @ reach[tree.leaves][:, :, None])[:, :, 0]
    step = np.where(mask & (not best), plan, 1.0)
    for nodes, parents in reversed(tree.bounds):
        first = tree.first[parents] - nodes.start
        sums = np.add.reduceat(worth[nodes] * step[nodes], first)
        if best:
            sums = np.where(mask[tree.first[parents]], np.maximum.reduceat(worth[nodes], first), sums)
        worth[tree.inner[parents]] = sums
    return worth


def exploitability(solved: Solved) -> float:
    """What both players would win together by best responses, above the one game that there is to win."""
    game, plan = solved.game, solved.plan
    won = [_worth(game, plan, _reach(game, plan, 1 - who), who, best=True)[0].sum() for who in (0, 1)]
    return float(sum(won) - game.likely)


def ending(belief: Belief, actions: Sequence[Action]) -> Mixed | None:
    """How to choose among these, with one opponent left and a card each; None anywhere else, and for what to keep."""
    game, me = belief.game, belief.me
    others = game.after(me)
    if len(others) != 1 or len(belief.own) != 1 or len(game.hands[others[0]]) != 1 or game.phase not in PHASES:
        return None
    (other,) = others
    claim = NEVER if game.claim is None else CARD[game.claim]
    coins = game.coins[me], game.coins[other]
    start = Start(game.phase, 0, int(game.actor != me), VERB[game.verb], claim, coins)
    solved = solve(Endgame(tree_for(start), believed(belief, other)))
    done = dict(solved.odds(belief.own[0]))
    return Mixed.of({action: done[_named(action)] for action in actions})


PHASES = ("act", "challenge", "block", "challenge block")


def _named(action: Action) -> tuple[str, int]:
    match action:
        case Move(verb):
            return "move", VERB[verb]
        case Block(card):
            return "block", CARD[card]
    return ("challenge" if action == CHALLENGE else "pass"), NEVER


def believed(belief: Belief, other: int) -> Array:
    """How likely each pair of cards is, to who sees neither."""
    left = np.array([COPIES - up for up in belief.up], float)
    ways = np.outer(left, left) - np.diag(left)
    joint = ways * np.outer(belief.image.hands, belief.suspects[other].hands)
    result: Array = joint / joint.sum()
    return result
