"""Fits what a seat of Coup is worth where a playout is cut (`scenes.coup.strong.position`) to playouts that are not.

    python -m tests.bench.coup_worth [--games 20000]

Prints the numbers, and what share of the variance of who wins they explain in games that they were not fitted to.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scenes.coup.moves import CHARACTERS, COPIES, START_COINS
from scenes.coup.strong import playout_policy
from scenes.coup.strong.deals import TEMPERS
from scenes.coup.strong.opponents import KINDS, SUSPICION_SHARES
from scenes.coup.strong.position import MAX_COINS, Temper
from scenes.coup.strong.table import Table

Array = NDArray[np.float64]
KEPT = 0.25
"""Of a game's turns: neighbors tell nearly the same."""
LONGEST = 200
ROUNDS = 12
FITTED = 0.8
"""Of the games; the others are what it is held against."""


class Seen(NamedTuple):
    """The beginning of a turn: what is known of each seat in the game, in turn order, and which of them won."""

    seats: list[list[float]]
    winner: int


def features(hand: Sequence[int], coins: int, temper: Temper, turn: bool) -> list[float]:
    """In the order of `Worth`."""
    two = len(hand) == 2
    cards = [float(hand.count(card)) for card in range(len(CHARACTERS))]
    coin = [0.0 if two else min(coins, MAX_COINS), min(coins, MAX_COINS) if two else 0.0]
    calm = not temper.random
    kind = [float(temper.random), temper.suspicion * calm, temper.bluff * calm]
    return [*cards, float(two), float(two and hand[0] == hand[1]), *coin, *kind, float(turn)]


def played(seed: int) -> Iterator[Seen]:
    """Some turns of one game, of any number of players of any kinds."""
    draw = Random(seed)
    deck = list(range(len(CHARACTERS))) * COPIES
    draw.shuffle(deck)
    count = max(draw.randint(2, 6), draw.randint(2, 6))
    hands = [[deck.pop(), deck.pop()] for _ in range(count)]
    kinds = draw.choices(TEMPERS, [kind.share for kind in KINDS], k=count)
    tempers = [draw.choices(row, [share for share, _ in SUSPICION_SHARES])[0] for row in kinds]
    table = Table(hands, deck, [START_COINS] * count, [0] * len(CHARACTERS), tempers, draw.random)
    table.actor = draw.randrange(count)
    moments: list[tuple[list[int], list[list[float]]]] = []
    for _ in range(LONGEST):
        if table.left == 1:
            break
        table.actor = table.after(table.actor)[0]
        if draw.random() < KEPT:
            living = [table.actor, *table.after(table.actor)]
            known = [features(hands[seat], table.coins[seat], tempers[seat], seat == table.actor) for seat in living]
            moments.append((living, known))
        table.act(*playout_policy.choose_move(table, table.actor))
    if table.left == 1:
        (winner,) = (seat for seat, hand in enumerate(hands) if hand)
        yield from (Seen(known, living.index(winner)) for living, known in moments)


def fitted(seats: Array, winners: NDArray[np.intp]) -> Array:
    """Conditional logit (McFadden 1974) by Newton's method."""
    weights = np.zeros(seats.shape[2])
    for _ in range(ROUNDS):
        odds = shares(seats, weights)
        slope = seats[np.arange(len(winners)), winners].sum(0) - (odds[:, :, None] * seats).sum((0, 1)) - weights
        means = (odds[:, :, None] * seats).sum(1)
        curve = np.einsum("nsf,ns,nsg->fg", seats, odds, seats) - means.T @ means + np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def shares(seats: Array, weights: Array) -> Array:
    logs = seats @ weights
    odds = np.exp(logs - logs.max(1, keepdims=True))
    shared: Array = odds / odds.sum(1, keepdims=True)
    return shared


def explained(seats: Array, winners: NDArray[np.intp], weights: Array) -> float:
    count = seats.shape[1]
    errors: Array = (np.eye(count)[winners] - shares(seats, weights)) ** 2
    return float(1 - errors.mean() / (1 / count * (1 - 1 / count)))


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="coup_worth", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    wish = parser.parse_args(list(arguments))
    moments: dict[int, list[Seen]] = defaultdict(list)
    for seed in range(wish.games):
        for seen in played(seed):
            moments[len(seen.seats)].append(seen)
    for left, some in sorted(moments.items()):
        seats = np.array([each.seats for each in some])
        winners = np.array([each.winner for each in some])
        cut = int(FITTED * len(some))
        weights = fitted(seats[:cut], winners[:cut])
        share = explained(seats[cut:], winners[cut:], weights)
        print(f"    {left}: {_written(weights)},  # {share:.0%} explained, of {len(some):,} turns")


def _written(weights: Sequence[Any] | Array) -> str:
    cards, second, same, coin, rest = weights[:5], weights[5], weights[6], weights[7:9], weights[9:]
    return f"Worth({_tuple(cards)}, {second:.2f}, {same:.2f}, {_tuple(coin)}, {_row(rest)})"


def _tuple(numbers: Sequence[Any] | Array) -> str:
    return f"({_row(numbers)})"


def _row(numbers: Sequence[Any] | Array) -> str:
    return ", ".join(f"{each:.2f}" for each in numbers)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
