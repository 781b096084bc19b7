"""How well `rules` plays Hanabi with itself, and what goes wrong: points, cards lost for good, and strikes.

    python -m tests.bench.hanabi_partners [--games 1000] [--players 2,3,4,5] [--first 5000] [--step 1] [--show SEED]

Figures are tuned on seeds below 5000 (`--first 1000`), and reported from there on, where nobody looked.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from math import sqrt
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from core.engine.chance import Chance
from scenes.hanabi.actions import Action, Clue, Play
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.convention.moves import choose
from scenes.hanabi.convention.player import deal_source, read_table
from scenes.hanabi.convention.table import Table
from scenes.hanabi.knowledge import Deductions
from scenes.hanabi.scene import HanabiScene


class Step(NamedTuple):
    """A move, before it is made."""

    scene: HanabiScene
    table: Table
    action: Action
    why: str
    card: int
    """What is played or discarded; -1 with a clue."""


def steps(players: int, seed: int) -> Iterator[Step]:
    """A game of convention players, whose fuses do not burn down the score."""
    config = HanabiConfig(players=players, bomb="keep")
    scene, chance = HanabiScene(config, config.seats), Chance(seed)
    for event in scene.start(chance):
        scene.apply(event)
    tables: dict[str, Table] = {}
    for name in cycle(scene.names):
        seen = scene.observe(name)
        table = tables[name] = read_table(seen, tables.get(name))
        action, why = choose(table, deal_source(seen))
        card = -1 if isinstance(action, Clue) else scene.cards[scene.hands[table.me][-1 - action.slot]]
        yield Step(scene, table, action, why, card)
        for event in scene.decide(name, action, chance):
            scene.apply(event)
        if scene.is_complete() is not None:
            return


class Sums:
    """What came of the games at a table of so many."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.count: Counter[str] = Counter()
        self.strikes: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        """Games in which a critical card was discarded, and how."""

    def play(self, players: int, seed: int) -> None:
        gone = 0
        for step in steps(players, seed):
            table, scene = step.table, step.scene
            self.count["moves"] += 1
            if step.card < 0:
                continue
            bit = 1 << step.card
            if isinstance(step.action, Play):
                fits = bool(table.next & bit)
                self.count["must, not so"] += " must be the " in step.why and not fits
                if not fits:
                    self.strikes[re.sub(r"\b(plays [a-e]|[A-Z][a-z]+|[a-z]+ [1-5])\b", "_", step.why)] += 1
            if table.critical & bit and not table.next & bit:
                gone += 1
                self.lost[f"{'five' if step.card % 5 == 4 else 'other'}: {step.why.partition(': ')[2]}"] += 1
        self.count["strikes"] += scene.strikes
        self.count["bombed"] += scene.strikes == 3
        self.count["lost"] += gone
        self.count["games with a loss"] += gone > 0
        score = sum(scene.stacks)
        self.count["in reach"] += Deductions(scene.observe("")).best - score
        self.scores.append(score)


def line(players: int, sums: Sums, took: float) -> str:
    n, count = len(sums.scores), sums.count
    error = stdev(sums.scores) / sqrt(n) if n > 1 else 0.0
    shares = [
        sums.scores.count(25) / n,
        *(count[key] / n for key in ("bombed", "games with a loss", "lost", "in reach", "strikes")),
    ]
    return (
        f"{players:7}{mean(sums.scores):9.2f} ± {error:.2f}"
        + "".join(f"{share:10.3f}" for share in shares)
        + f"{count['must, not so']:10}{1000 * took / count['moves']:9.2f}"
    )


def show(players: int, seed: int) -> None:
    """A game, move by move, with the hands as they are before it, newest card first."""
    for step in steps(players, seed):
        scene, labels = step.scene, step.table.variant.labels
        hands = "  ".join(
            " ".join(labels[scene.cards[o]] + ("'" if scene.clued[o] else " ") for o in reversed(hand))
            for hand in scene.hands
        )
        state = f"{scene.stacks} c{scene.clues} s{scene.strikes} d{len(scene.deck) - scene.drawn}"
        print(f"{len(scene.history):3} {state}  {hands}")
        wrong = (
            " !!" if step.card >= 0 and isinstance(step.action, Play) and not step.table.next >> step.card & 1 else ""
        )
        wrong += " LOST" if step.card >= 0 and (step.table.critical & ~step.table.next) >> step.card & 1 else ""
        name = scene.names[step.table.me]
        print(f"      {name}: {scene.describe(step.action)}  -- {step.why}{wrong}")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="hanabi_partners", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--show", type=int, help="print this game instead")
    parser.add_argument("--why", action="store_true", help="count reasons of strikes and losses")
    wish = parser.parse_args(arguments)
    counts = [int(n) for n in wish.players.split(",")]
    if wish.show is not None:
        show(counts[0], wish.show)
        return
    print(
        f"{wish.games} games each, seeds {wish.first}, {wish.first + wish.step}, …; the rest of the columns is per game"
    )
    print("players    cards kept   perfect    bombed  with loss      lost  in reach   strikes  must, not so  ms/move")
    for players in counts:
        sums, began = Sums(), process_time()
        for n in range(wish.games):
            sums.play(players, wish.first + n * wish.step)
        print(line(players, sums, process_time() - began), flush=True)
        if wish.why:
            for what, found in (("strike", sums.strikes), ("loss", sums.lost)):
                for why, n in found.most_common(8):
                    print(f"        {n:5} {what}: {why}")


if __name__ == "__main__":
    main(sys.argv[1:])
