"""What can still happen between two players with a card each, as a tree that both see, laid out level by level.

Any challenge ends the game, and so does a coup, so that the tree is small. It is cut after some turns, and where
somebody exchanges; there it is worth what the coins say.
"""

from functools import cache
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scenes.coup.strong.codes import (
    AID,
    ASSASSINATE,
    BLOCKS,
    CLAIM,
    COST,
    COUP,
    EXCHANGE,
    INCOME,
    STEAL,
    TAX,
)

Coins = tuple[int, int]
VERBS = (TAX, ASSASSINATE, STEAL, AID, INCOME, EXCHANGE)
NEVER = -1
"""As a card to show: there is none to be shown."""


class Start(NamedTuple):
    """Where the tree begins."""

    phase: str
    who: int
    """Whose decision it is, 0 or 1."""
    actor: int
    verb: int
    claim: int
    coins: Coins


class Levels(NamedTuple):
    """Nodes in order of their depth, children of one node side by side; the root is the first."""

    parent: NDArray[np.intp]
    mover: NDArray[np.intp]
    """Who decided for this node, at its parent."""
    first: NDArray[np.intp]
    """Of each node with children the first of them."""
    inner: NDArray[np.intp]
    """Nodes with children, in the same order."""
    bounds: list[tuple[slice, slice]]
    """Of each depth but the first: its nodes, and those of `inner` that are their parents."""
    leaves: NDArray[np.intp]
    worth: NDArray[np.float64]
    """Of each leaf, to player 0, where nothing is shown."""
    claimant: NDArray[np.intp]
    """Of each leaf: who has to show a card, or NEVER."""
    card: NDArray[np.intp]
    moves: list[tuple[str, int]]
    """At the root, of each child: what is done, and the verb or card."""


Leaf = tuple[float, int, int]
Node = Leaf | tuple[int, list["Lazy"]]
"""A leaf, or who decides and what comes of it."""
Lazy = tuple[str, Coins, int, int, int, int]
"""Phase, coins, actor, verb, claim, turns left."""


def guess(coins: Coins, actor: int) -> float:
    """What player 0 wins, by coins and whose turn it is."""
    return 1 / (1 + exp(-0.35 * (coins[0] - coins[1] + (1 if actor == 0 else -1))))


def _expand(state: Lazy) -> Node:
    phase, coins, actor, verb, claim, turns = state
    other = 1 - actor
    match phase:
        case "act":
            if coins[actor] >= COST[COUP]:
                return 1.0 - actor, NEVER, NEVER
            if not turns:
                return guess(coins, actor), NEVER, NEVER
            return actor, [_declared(coins, actor, verb, turns) for verb in _verbs(coins, actor)]
        case "challenge":
            return other, [_stood(state), ("shown", coins, actor, verb, claim, actor)]
        case "block":
            passed = _effect(coins, actor, verb, turns)
            return other, [passed, *(("challenge block", coins, actor, verb, card, turns) for card in BLOCKS[verb])]
        case "challenge block":
            passed = ("act", coins, other, INCOME, NEVER, turns - 1)
            return actor, [passed, ("shown", coins, actor, verb, claim, other)]
        case "shown":
            return 0.0, turns, claim
        case "cut":
            return guess(coins, other), NEVER, NEVER
    return 1.0 - actor, NEVER, NEVER


def _verbs(coins: Coins, actor: int) -> list[int]:
    rich, prey = coins[actor], coins[1 - actor]
    return [verb for verb in VERBS if COST[verb] <= rich and (verb != STEAL or prey)]


def _declared(coins: Coins, actor: int, verb: int, turns: int) -> Lazy:
    paid = _with(coins, actor, -COST[verb])
    if CLAIM[verb] >= 0:
        return "challenge", paid, actor, verb, CLAIM[verb], turns
    return ("block", paid, actor, verb, NEVER, turns) if verb == AID else _effect(paid, actor, verb, turns)


def _stood(state: Lazy) -> Lazy:
    _, coins, actor, verb, _, turns = state
    return ("block", coins, actor, verb, NEVER, turns) if BLOCKS[verb] else _effect(coins, actor, verb, turns)


def _effect(coins: Coins, actor: int, verb: int, turns: int) -> Lazy:
    other = 1 - actor
    if verb == ASSASSINATE:
        return "won", coins, actor, verb, NEVER, turns
    if verb == EXCHANGE:
        return "cut", coins, actor, verb, NEVER, turns
    if verb == STEAL:
        taken = min(2, coins[other])
        coins = _with(_with(coins, actor, taken), other, -taken)
    else:
        coins = _with(coins, actor, {TAX: 3, AID: 2, INCOME: 1}[verb])
    return "act", coins, other, INCOME, NEVER, turns - 1


def _with(coins: Coins, who: int, more: int) -> Coins:
    return (coins[0] + more, coins[1]) if who == 0 else (coins[0], coins[1] + more)


@cache
def levels(start: Start, turns: int) -> Levels:
    """The tree of so many turns, the one under way included."""
    level = [_expand((start.phase, start.coins, start.actor, start.verb, start.claim, turns))]
    parent, mover = [0], [0]
    first, inner, leaves = list[int](), list[int](), list[int]()
    bounds: list[tuple[slice, slice]] = []
    ends: list[Leaf] = []
    begin = 0
    while level:
        after, was = [], len(inner)
        for n, node in enumerate(level, begin):
            if len(node) == 3:
                leaves.append(n)
                ends.append(node)
                continue
            inner.append(n)
            first.append(len(parent))
            parent += [n] * len(node[1])
            mover += [node[0]] * len(node[1])
            after += [_expand(child) for child in node[1]]
        begin += len(level)
        if after:
            bounds.append((slice(begin, begin + len(after)), slice(was, len(inner))))
        level = after
    worth, claimant, card = zip(*ends, strict=True)
    return Levels(
        parent=np.array(parent),
        mover=np.array(mover),
        first=np.array(first),
        inner=np.array(inner),
        bounds=bounds,
        leaves=np.array(leaves),
        worth=np.array(worth),
        claimant=np.array(claimant),
        card=np.array(card),
        moves=_moves(start),
    )


def _moves(start: Start) -> list[tuple[str, int]]:
    if start.phase == "act":
        return [("move", verb) for verb in _verbs(start.coins, start.actor)]
    if start.phase == "block":
        return [("pass", NEVER), *(("block", card) for card in BLOCKS[start.verb])]
    return [("pass", NEVER), ("challenge", NEVER)]
