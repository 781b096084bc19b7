"""How exact the endings of Coup are: what is gained on the plans of `strong` by who knows them, some turns ahead.

    python -m tests.bench.coup_endings [--turns 4] [--at-once 2]

Where both have a card each, and where it is two against one, each turn that can come about is solved as in play: with a
card each two turns as one. From the last of them on the networks are taken at their word; so with a card each an odd
number of turns tells more than can be won. The gain is that of both players together: 0 is equilibrium.
What a player keeps of an exchange is told by what the plans take it to be worth; what comes about less often than
`RARE` is not followed.
"""

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import KINDS, Array, Numbers, States, join_states
from scenes.coup.equilibrium.leaves import Group
from scenes.coup.equilibrium.nets import HANDS_OF, Nets, shipped_nets
from scenes.coup.equilibrium.policy import MIN_PROBABILITY
from scenes.coup.equilibrium.solutions import TURNS_AT_ONCE
from scenes.coup.equilibrium.solve import TINY, Solved
from scenes.coup.moves import COPIES
from tests.bench.coup_best import Answer

TOGETHER = 512
"""States that are solved at once."""
RARE = 0.03
"""Of what is common: how likely the other one and chance come there."""
COINS = ((2, 2), (4, 4), (5, 2), (0, 3), (3, 1))
UP = {(1, 1): (0, 3), (2, 1): (3,), (1, 2): (3,)}
"""Cards that lie open, by shape."""


class End(NamedTuple):
    """Where a turn may end in some of the states, and the place in the group of what is worth there."""

    said: Array
    at: int
    place: int
    rows: Numbers


class Told:
    """In place of a network: what is known better."""

    def __init__(self, said: Array) -> None:
        self.said = said

    def __call__(self, told: Array) -> Array:
        return self.said.reshape(len(told), -1)


def best(states: States, who: int, turns: int, nets: Nets, weight: Array, at_once: int = TURNS_AT_ONCE) -> Array:
    """What a player wins at most against the plan of the other one, by state and hand; 0 is the first to act."""
    rows = [np.arange(n, min(n + TOGETHER, len(weight))) for n in range(0, len(weight), TOGETHER)]
    every = [_some(states, each) for each in rows]
    solved = [Solved(some, nets, turns=at_once if states.cards == (1, 1) else 1) for some in every]
    return np.concatenate(
        [_best(each, who, turns, nets, weight[n], at_once) for each, n in zip(solved, rows, strict=True)]
    )


def _some(states: States, rows: Numbers) -> States:
    return States(
        states.cards, states.coins[rows], states.hidden[rows], (states.ranges[0][rows], states.ranges[1][rows])
    )


def _best(solved: Solved, who: int, turns: int, nets: Nets, weight: Array, at_once: int) -> Array:
    leaves, other = solved.leaves, 1 - who
    begun = likely(solved, who)
    plan = solved.plan[other] * (solved.plan[other] >= MIN_PROBABILITY)
    plan /= np.maximum(solved.summed(plan, other), TINY)
    come = leaves.reach_by_others(who, solved.reach(other, plan, 0)[solved.tree.leaves])
    share = (come / np.maximum(begun, TINY)).max(axis=-1) * weight
    said = {group.cards: _said(group, solved, nets) for group in leaves.groups}
    ends: dict[tuple[int, int], list[End]] = {}
    for group in leaves.groups if turns > 1 else ():
        if solved.next_turn:
            won = _best(solved.next_turn, other, turns - 1, nets, share[group.places].ravel(), at_once)
            said[group.cards][:, :, _half(group.cards, who)] = won.reshape(*share[group.places].shape, -1)
            continue
        for at, place in enumerate(group.places):
            believed = leaves.belief[0][place].sum(axis=-1) * leaves.belief[1][place].sum(axis=-1)
            rows = np.flatnonzero((share[place] > RARE) & (believed > 0))
            ends.setdefault(group.cards, []).append(End(said[group.cards], at, int(place), rows))
    for cards, each in ends.items():
        _look(solved, cards, [end for end in each if len(end.rows)], who, turns, nets, share, at_once)
    known: Mapping[tuple[int, int], object] = {cards: Told(each) for cards, each in said.items()}
    values = Answer(solved, who, known).values[0]  # type: ignore[arg-type]
    result: Array = np.clip(values / np.maximum(begun, TINY), 0, 1)
    return result


def _half(cards: tuple[int, int], who: int) -> slice:
    """Where the network of the next turn tells of a player."""
    return slice(HANDS_OF[cards[0]], None) if who == 0 else slice(0, HANDS_OF[cards[0]])


def _look(
    solved: Solved,
    cards: tuple[int, int],
    ends: Sequence[End],
    who: int,
    turns: int,
    nets: Nets,
    share: Array,
    at_once: int,
) -> None:
    """Put what can be won from there in the place of what networks say."""
    if not ends:
        return
    after = join_states([solved.leaves.start_after(end.place, end.rows) for end in ends])
    weight = np.concatenate([share[end.place][end.rows] for end in ends])
    won = best(after, 1 - who, turns - 1, nets, weight, at_once)
    for end, some in zip(ends, np.split(won, np.cumsum([len(end.rows) for end in ends])[:-1]), strict=True):
        end.said[end.at, end.rows, _half(cards, who)] = some


def _said(group: Group, solved: Solved, nets: Nets) -> Array:
    leaves = solved.leaves
    told, _ = leaves.inputs(group, [each[group.places] for each in leaves.belief])
    return nets[group.cards](told).reshape(len(group.places), len(solved.states.coins), -1).copy()


def likely(solved: Solved, who: int) -> Array:
    """In how many ways, by a player's hand, times how likely the other one plays so."""
    ways = solved.ways if who == 0 else solved.ways.transpose(0, 2, 1)
    result: Array = (ways @ solved.ranges[1 - who][:, :, None])[:, :, 0]
    return result


def gains(states: States, turns: int, nets: Nets, at_once: int = TURNS_AT_ONCE) -> Array:
    """Of both best answers together, over the one game there is to win, by state; so many turns are solved as one
    where both have a card each."""
    solved = Solved(states, nets, 1)
    won = np.zeros(len(states.coins), np.float32)
    for who in (0, 1):
        belief = solved.ranges[who] * likely(solved, who)
        belief /= belief.sum(axis=1, keepdims=True)
        won += (belief * best(states, who, turns, nets, np.ones(len(won), np.float32), at_once)).sum(axis=1)
    return won - 1


def begun(cards: tuple[int, int], coins: Sequence[tuple[int, int]] = COINS) -> States:
    """Both may hold anything."""
    hidden = np.full((len(coins), KINDS), COPIES)
    for card in UP[cards]:
        hidden[:, card] -= 1
    ranges = [np.ones((len(coins), HANDS_OF[count]), np.float32) for count in cards]
    return States(cards, np.array(coins), hidden, (ranges[0], ranges[1]))


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="coup_endings", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--at-once", type=int, default=TURNS_AT_ONCE, help="turns solved as one game, with a card each")
    wish = parser.parse_args(list(arguments))
    print(f"{'cards':10}{'turns':>6}  gain on average, and with coins " + "  ".join(map(str, COINS)))
    for cards in UP:
        for turns in range(1, wish.turns + (cards == (1, 1))):
            found = gains(begun(cards), turns, shipped_nets(), wish.at_once)
            each = "".join(f"{gain:8.3f}" for gain in found)
            print(f"{cards!s:10}{turns:6}  {found.mean():.3f}  {each}", flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
