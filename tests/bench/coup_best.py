"""How exploitable `strong` is at Coup for two: who knows its plans, and learned what they let it win, plays against it.

Within a turn this player takes what is best against the plan, for the hand that it has; what the next turn is worth to
it, networks say that are taught as those of the plan are (`coup_train`), but by best answers in place of plans.
What it wins is a lower bound of what can be won; it is played by the rules, at the same table as people play at.

    python -m tests.bench.coup_best --seconds 200 --games 400
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any, cast
from weakref import WeakKeyDictionary

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.coup.actions import PASS, Action, Keep
from scenes.coup.equilibrium.hands import Array, exchange_splits
from scenes.coup.equilibrium.nets import SHAPES, Net, Nets
from scenes.coup.equilibrium.policy import MIN_PROBABILITY, Position, hand_index, label_of_action, position, turn_path
from scenes.coup.equilibrium.solutions import TWO_PLAYER_OPENING, Solutions, solutions
from scenes.coup.equilibrium.solve import Solved
from tests.bench.coup_tables import Share, duels
from tests.bench.coup_train import SHARES, Taught, onward, wait

BATCH, STEPS = 64, 16
RATE, SLOWEST = 7e-4, 5e-5


class Answer:
    """The best that one player can do against the plan of the other, in turns that are solved."""

    def __init__(self, solved: Solved, who: int, nets: Nets) -> None:
        self.solved, self.who = solved, who
        leaves = solved.leaves
        worth = leaves.worth[who].copy()
        for group in leaves.groups:
            told, shares = leaves.inputs(group, [each[group.places] for each in leaves.belief])
            half = shares[1].shape[1]
            hopes = nets[group.cards](told)
            leaves.write_back(hopes[:, half:] if who == 0 else hopes[:, :half], group, who, worth)
        self.kept = worth[leaves.trading]
        if who == 0:
            split = exchange_splits(solved.tree.cards[0])
            others = leaves.pile_reach(solved.reached[1][solved.tree.leaves[leaves.trading]])
            best = np.where(split > 0, self.kept[:, :, None, :], 0).max(axis=-1)
            worth[leaves.trading] = (others * best) @ split / np.maximum(others @ split, 1e-20)
        self.values = self._values(worth)

    def _values(self, worth: Array) -> Array:
        """As `Solved.values`, with the best for the plan of this player."""
        solved, who, tree = self.solved, self.who, self.solved.tree
        other = 1 - who
        plan = solved.plan[other] * (solved.plan[other] >= MIN_PROBABILITY)
        plan /= np.maximum(solved.summed(plan, other), 1e-20)
        values = np.zeros_like(solved.worth[who])
        values[tree.leaves] = solved.leaves.reach_by_others(who, solved.reach(other, plan, 0)[tree.leaves]) * worth
        still = solved.chance_factors[who]
        for level in reversed(tree.levels):
            at, maps = level.shown[who]
            if len(at):
                values[at] = values[at] @ maps.transpose(0, 2, 1)
            each = values[level.nodes] * still[level.nodes]
            sums = (level.sums @ each.reshape(len(each), -1)).reshape(-1, *each.shape[1:])
            mine = np.flatnonzero(tree.mover[level.nodes] == who)
            best = np.zeros_like(sums)
            np.maximum.at(best, level.sums.argmax(axis=0)[mine], each[mine])
            chooses = level.sums[:, mine].any(axis=1)
            values[level.inner] = np.where(chooses[:, None, None], best, sums)
        return values


class Responder(Agent):
    """Plays the best answer; what has no answer in it, at random."""

    def __init__(self, known: Solutions, nets: Nets) -> None:
        self.known, self.nets = known, nets
        self._answers: WeakKeyDictionary[Solved, dict[int, Answer]] = WeakKeyDictionary()

    def act(self, turn: Turn) -> Action:
        seen, lawful = turn.observation, cast(Sequence[Action], turn.legal)
        if len(lawful) == 1 or not (path := turn_path(seen)):
            return lawful[0]
        at = position(seen, path, self.known)
        answers = self._answers.setdefault(at.solved, {})
        if at.player not in answers:
            answers[at.player] = Answer(at.solved, at.player, self.nets)
        return max(lawful, key=lambda action: self._worth(at, answers[at.player], seen, action))

    def _worth(self, at: Position, answer: Answer, seen: Any, action: Action) -> float:
        tree = at.solved.tree
        if isinstance(action, Keep):
            which = int(np.flatnonzero(tree.leaves[at.solved.leaves.trading] == at.path.at)[0])
            return float(answer.kept[which, at.row, hand_index(action)])
        n, held = tree.child(at.path.at, label_of_action(action)), at.held(seen)
        return (
            float(answer.values[n, at.row, held] * at.solved.chance_factors[at.player][n, at.row, held])
            + (action == PASS) * 1e-12
        )


def learned(known: Nets, seconds: float) -> Nets:
    """What best answers win, learned for so long; to begin with, what the plans are worth."""
    draw = np.random.default_rng(2)
    nets = {shape: Net([each.copy() for each in known[shape].weights]) for shape in SHAPES}
    taught = {shape: Taught(shape, nets[shape], draw) for shape in SHAPES}
    spent: dict[tuple[int, int], float] = dict.fromkeys(SHAPES, 0.0)
    began = last = process_time()
    while (done := (process_time() - began) / seconds) < 1:
        shape = max(SHARES, key=lambda each: SHARES[each] - spent[each] / max(sum(spent.values()), 1e-9))
        now = process_time()
        each = taught[shape]
        if shape == (2, 2):
            each.waiting += [TWO_PLAYER_OPENING.states] * 2
        solved = Solved(each.next(BATCH), known)
        answers = [Answer(solved, who, nets) for who in (0, 1)]
        each.learn(solved, [answer.values[0] for answer in answers])
        wait(taught, onward(solved, draw))
        for _ in range(STEPS):
            each.step(RATE * (SLOWEST / RATE) ** done)
        spent[shape] += process_time() - now
        if process_time() - last > 30:
            last = process_time()
            print(f"{last - began:5.0f} s  {_hopes(known, nets)}", flush=True)
    return nets


def _hopes(known: Nets, nets: Nets) -> str:
    first = Solved(TWO_PLAYER_OPENING.states, known)
    hopes = [float((Answer(first, who, nets).values[0] * first.ranges[who]).sum()) for who in (0, 1)]
    return f"hopes to win {hopes[0]:.1%} as the first to act, and {hopes[1]:.1%} as the second"


def measured(nets: Nets, games: int) -> Share:
    known = solutions()
    return duels(lambda: Responder(known, nets), "strong", games)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=200, help="of CPU time to learn")
    parser.add_argument("--games", type=int, default=400)
    wish = parser.parse_args()
    known = solutions().nets
    for name, nets in _both(known, wish.seconds).items():
        print(f"{name:40} wins {measured(nets, wish.games)}", flush=True)


def _both(known: Nets, seconds: float) -> Mapping[str, Nets]:
    return {"who looks one turn ahead": known, "who has learned": learned(known, seconds)}


if __name__ == "__main__":
    main()
