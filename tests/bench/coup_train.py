"""Make the networks by which `strong` plays Coup at two players: what each hand is worth where a turn begins.

Turns are solved with what the networks say of where they end; what comes out is what they are taught of where the turns
began. So what is known spreads from the ends of the game to its start. States are those that solved turns lead to, each
way taken now and then, and others at random. How far it comes is told by the time it is given.

    python -m tests.bench.coup_train --seconds 1500 values.npz
    python -m tests.bench.coup_train --seconds 1000 --only 11 values.npz

The second teaches a network anew that another run has made, here that of a card each.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from scenes.coup.equilibrium.hands import KINDS, NONE, Array, States, join_states
from scenes.coup.equilibrium.nets import HANDS_OF, MOST_COINS, SHAPES, Net, Nets, load_nets, network_inputs
from scenes.coup.equilibrium.solutions import TWO_PLAYER_OPENING
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.moves import COPIES
from tests.bench.coup_net import Adam, fresh

Shape = tuple[int, int]
BATCH = 96
"""States that are solved together."""
SHARES: dict[Shape, float] = {(1, 1): 0.04, (2, 1): 0.16, (1, 2): 0.16, (2, 2): 0.64}
NAMES: dict[str, Shape] = {f"{first}{other}": (first, other) for first, other in SHAPES}
Schedule = Sequence[tuple[float, dict[Shape, float]]]
SCHEDULE: Schedule = (
    (0.08, {(1, 1): 1}),
    (0.22, {(1, 1): 0.1, (2, 1): 0.40, (1, 2): 0.50}),
    (0.35, {(1, 1): 0.05, (2, 1): 0.25, (1, 2): 0.25, (2, 2): 0.45}),
    (1.00, SHARES),
)
"""Until which share of the time how much of it goes to which shape: the ends of the game first."""
ROUNDS = 18
"""Of regrets: fewer than in play."""
KEPT, ALONE = 15_000, 150_000
"""Solved states of a shape that are learned from, the last ones; and where one shape is taught alone."""
LEARNED, STEPS = 384, 20
"""States a step of learning, and steps for each batch that is solved."""
LEAST = 600
"""Solved states of a shape before it is learned from them."""
SLOW = 0.005
"""What is used and shipped follows what is learned so much a step: it is steadier."""
RATE, SLOWEST = 1.5e-3, 1e-4
HIDDEN: dict[Shape, int] = {(1, 1): 256, (1, 2): 128, (2, 1): 128, (2, 2): 128}
"""Units of a hidden layer."""
LARGER = 0.1
"""How many of the random states have cards lying open of players who are out."""


class Taught:
    """A net with what it learns from, and where turns of its shape have begun lately."""

    def __init__(self, shape: Shape, net: Net, draw: np.random.Generator, kept: int = KEPT) -> None:
        self.shape, self.net, self.draw, self.kept = shape, net, draw, kept
        self.told = np.zeros((0, len(net.weights[0])), np.float32)
        self.came = self.weight = np.zeros((0, sum(HANDS_OF[count] for count in shape)), np.float32)
        self.waiting: list[States] = []
        self._optimizer = Adam([each.copy() for each in net.weights])
        self.off = 0.0

    def learn(self, solved: Solved, worth: Sequence[Array]) -> None:
        """What the turns that were solved turned out to be worth to both players."""
        told, came, weight = lessons(solved, worth)
        self.told, self.came, self.weight = (
            np.concatenate([old, new])[-self.kept :]
            for old, new in ((self.told, told), (self.came, came), (self.weight, weight))
        )

    def step(self, rate: float) -> None:
        if len(self.told) < LEAST:
            return
        some = self.draw.integers(len(self.told), size=LEARNED)
        told, came, weight = self.told[some], self.came[some], self.weight[some]

        def slope_of(chances: Array) -> Array:
            slope: Array = weight * (chances - came)
            self.off = 0.99 * self.off + 0.01 * float((slope**2).sum() / (weight**2).sum()) ** 0.5
            slope /= LEARNED
            return slope

        self._optimizer.step(told, slope_of, rate)
        for slow, each in zip(self.net.weights, self._optimizer.weights, strict=True):
            slow += SLOW * (each - slow)

    def next(self, count: int) -> States:
        """Where turns began lately, half of them at random."""
        known = min(count // 2, len(self.waiting))
        chosen = [self.waiting.pop(int(self.draw.integers(len(self.waiting)))) for _ in range(known)]
        new = at_random(self.shape, count - known, self.draw)
        return join_states([*chosen, new])


def lessons(solved: Solved, worth: Sequence[Array]) -> tuple[Array, Array, Array]:
    """What the net is told of each state, what it should have said, and how much that matters, by hand."""
    states = solved.states
    told, came, weight = [], [], []
    for who in (0, 1):
        spec = "bij,bj->bi" if who == 0 else "bji,bj->bi"
        likely = np.einsum(spec, solved.ways, solved.ranges[1 - who])
        belief = likely * solved.ranges[who]
        belief /= belief.sum(axis=1, keepdims=True)
        told.append(belief)
        came.append(np.clip(worth[who] / np.maximum(likely, 1e-20), 0, 1))
        weight.append((0.2 + 0.8 * belief * belief.shape[1]) * (likely > 0))
    seen = network_inputs((states.coins[:, 0], states.coins[:, 1]), states.hidden, told[0], told[1])
    return seen, np.concatenate(came, axis=1), np.minimum(np.concatenate(weight, axis=1), 4).astype(np.float32)


def at_random(shape: Shape, count: int, draw: np.random.Generator) -> States:
    hidden = np.full((count, KINDS), COPIES)
    deck = np.repeat(np.arange(KINDS), COPIES)
    for row in hidden:
        up = 4 - sum(shape) + (2 * int(draw.integers(1, 5)) if draw.random() < LARGER else 0)
        np.subtract.at(row, draw.permutation(deck)[:up], 1)
    ranges = (_range(shape[0], count, draw), _range(shape[1], count, draw))
    return States(shape, draw.integers(0, 12, size=(count, 2)), hidden, ranges)


def _range(cards: int, count: int, draw: np.random.Generator) -> Array:
    """From knowing nothing to being nearly sure."""
    spread = draw.choice([0.0, 0.3, 0.7, 1.2, 2.0], size=(count, 1))
    result: Array = np.exp(spread * draw.standard_normal((count, HANDS_OF[cards]))).astype(np.float32)
    result /= result.max(axis=1, keepdims=True)
    return result


def onward(solved: Solved, draw: np.random.Generator) -> list[States]:
    """Where the turns may have ended: mostly as they would be played."""
    leaves = solved.leaves
    ends = np.array([place for place, end in enumerate(leaves.tree.ends) if end.won == NONE])
    mass = leaves.belief[0][ends].sum(axis=-1)
    drawn = np.isin(ends, leaves.trading)[:, None] * (solved.states.hidden.sum(axis=1) - sum(leaves.tree.cards))
    mass = mass / np.maximum(drawn * (drawn - 1) / 2, 1)  # an exchange is told by what may be drawn
    odds = np.where(mass > 1e-5, mass, 0) ** 0.6
    upto = np.cumsum(odds, axis=0)
    chosen = (upto <= draw.random(upto.shape[1]) * upto[-1]).sum(axis=0)
    chosen = np.where(chosen < len(ends), ends[np.minimum(chosen, len(ends) - 1)], NONE)
    result = []
    for place in sorted(set(chosen.tolist()) - {NONE}):
        after = leaves.start_after(int(place), np.flatnonzero(chosen == place))
        result += [
            States(after.cards, after.coins[n : n + 1], after.hidden[n : n + 1], (a[None], b[None]))
            for n, (a, b) in enumerate(zip(*after.ranges, strict=True))
        ]
    return result


def wait(taught: Mapping[Shape, Taught], begun: Sequence[States]) -> None:
    for states in begun:
        waiting = taught[states.cards].waiting
        if len(waiting) < KEPT:
            waiting.append(states)


def train(nets: Nets, seconds: float, path: Path, start: float = 0.0, only: Shape | None = None) -> None:
    draw = np.random.default_rng(1)
    taught = {shape: Taught(shape, nets[shape], draw, ALONE if only else KEPT) for shape in SHAPES}
    schedule: Schedule = ((1.0, {only: 1.0}),) if only else SCHEDULE
    spent = dict.fromkeys(SHAPES, 0.0)
    solves = dict.fromkeys(SHAPES, 0)
    began = last = process_time()
    while (done := start + (1 - start) * (process_time() - began) / seconds) < 1:
        shares = next(shares for until, shares in schedule if done < until)
        shape = max(shares, key=lambda each: shares[each] - spent[each] / max(sum(spent.values()), 1e-9))
        now = process_time()
        each = taught[shape]
        if shape == (2, 2):
            each.waiting += [TWO_PLAYER_OPENING.states] * 2
        states = each.next(BATCH)
        solved = Solved(states, nets, ROUNDS)
        each.learn(solved, [worth[0] for worth in solved.worth])
        wait(taught, onward(solved, draw))
        for _ in range(STEPS):
            each.step(RATE * (SLOWEST / RATE) ** done)
        for other in spent:
            spent[other] *= 0.98
        spent[shape] += process_time() - now
        solves[shape] += BATCH
        if process_time() - last > 30:
            last = process_time()
            save(nets, path)
            first = Solved(TWO_PLAYER_OPENING.states, nets)
            worth = float((first.worth[0][0] * first.ranges[0]).sum())
            off = "  ".join(f"{a}{b} {solves[a, b]:,} off {taught[a, b].off:.4f}" for a, b in SHAPES)
            print(f"{last - began:5.0f} s  {off}  start {worth:.4f}", flush=True)
    save(nets, path)


def untaught(shape: Shape, draw: np.random.Generator) -> Net:
    hands = sum(HANDS_OF[count] for count in shape)
    inputs = 2 * (MOST_COINS + 2) + KINDS * COPIES + hands
    return fresh((inputs, HIDDEN[shape], HIDDEN[shape], hands), draw)


def save(nets: Nets, path: Path) -> None:
    named = {
        f"{a}{b}{n}": weights.astype(np.float16)
        for (a, b), net in nets.items()
        for n, weights in enumerate(net.weights)
    }
    with path.open("wb") as file:
        np.savez_compressed(file, **named)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--seconds", type=float, default=1500, help="of CPU time")
    parser.add_argument("--start", type=float, default=0.0, help="go on from the file, as if so much were done")
    parser.add_argument("--only", choices=NAMES, help="teach this network of the file anew, and no other")
    wish = parser.parse_args()
    draw, only = np.random.default_rng(0), NAMES.get(wish.only)
    nets = {shape: untaught(shape, draw) for shape in SHAPES}
    if wish.start or only:
        with wish.path.open("rb") as file:
            nets = load_nets(np.load(file)) | ({only: nets[only]} if only else {})
    train(nets, wish.seconds, wish.path, wish.start, only)


if __name__ == "__main__":
    main()
