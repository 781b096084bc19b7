"""Scenes as environments: Hanabi beside PettingZoo's own and beside OpenSpiel's, and what a step takes elsewhere.

    python -m tests.bench.bench_rl [--seconds 1] [--rounds 5]

`RL_PYTHON` may name a Python that has PettingZoo's classic games and OpenSpiel; without, they are installed from the
package index into a temporary environment. They are no dependency of ours.
"""

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import playbill as pb
from core.env.table import SteppedGameFactory
from tests.bench.elsewhere import installed
from tests.bench.figures import Figure
from tests.bench.pace import ROUNDS, SECONDS, SIZES

NEEDED = ("pettingzoo[classic]==1.27.0", "open_spiel==2.0.2")
PEERS = r"""
import json, random, sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from pettingzoo.classic import hanabi_v5

what, players, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
draw, steps, seed = random.Random(1), 0, 0
game = pyspiel.load_game("hanabi(players=%d,random_start_player=false)" % players)
deck = [5 * suit + rank for suit in range(5) for rank, n in enumerate((3, 2, 2, 2, 1)) for _ in range(n)]
zoo = hanabi_v5.env(players=players, hand_size=5 if players < 4 else 4)
learning = rl_environment.Environment(game)

def pettingzoo():
    zoo.reset(seed=seed)
    count = 0
    for agent in zoo.agent_iter():
        seen, _, ended, cut, _ = zoo.last()
        done = ended or cut
        zoo.step(None if done else draw.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        count += not done
    return count

def environment():
    now, count = learning.reset(), 0
    while not now.last():
        mover = now.observations["current_player"]
        now = learning.step([draw.choice(now.observations["legal_actions"][mover])])
        count += 1
    return count

def state(tensor):
    at, left, count = game.new_initial_state(), deck[:], 0
    draw.shuffle(left)
    while not at.is_terminal():
        if at.is_chance_node():
            at.apply_action(left.pop())
            continue
        if tensor:
            np.array(at.observation_tensor(at.current_player()), np.float32)
            np.array(at.legal_actions_mask(), np.int8)
        at.apply_action(draw.choice(at.legal_actions()))
        count += 1
    return count

play = {"pettingzoo": pettingzoo, "environment": environment}
play |= {"tensor": lambda: state(True), "bare": lambda: state(False)}
began = time.process_time()
while time.process_time() - began < seconds:
    seed += 1
    steps += play[what]()
print(json.dumps(1e6 * (time.process_time() - began) / steps))
"""
"""Uniformly random legal play: what a step takes, in microseconds."""
TOLD = {
    "ours": "pb.env",
    "pettingzoo": "PettingZoo's own Hanabi",
    "environment": "OpenSpiel, rl_environment",
    "tensor": "OpenSpiel, state, tensor and mask",
    "stepped": "ours, stepped without observations",
    "bare": "OpenSpiel, state, without observations",
}


def peer(python: str, what: str, players: int, seconds: float) -> float:
    command = [python, "-c", PEERS, what, str(players), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120 + 10 * seconds)
    return float(json.loads(done.stdout.splitlines()[-1]))


def timed(game: Callable[[int], int], seconds: float) -> float:
    """CPU microseconds of a step, over as many games as there is time for; the first is not counted."""
    game(0)
    steps, seed, began = 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        seed += 1
        steps += game(seed)
    return 1e6 * (time.process_time() - began) / steps


def learned(env: Any) -> Callable[[int], int]:
    """A game as learners play it: each step with its observation and its mask."""
    draw = random.Random(1)

    def game(seed: int) -> int:
        env.reset(seed=seed)
        count = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            done = ended or cut
            env.step(None if done else draw.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            count += not done
        return count

    return game


def stepped(players: int) -> Callable[[int], int]:
    """A game of which nobody looks at anything but what is legal."""
    seating, draw = SteppedGameFactory("hanabi", {"players": players}, {}), random.Random(1)

    def game(seed: int) -> int:
        table, count = seating.new_game(seed), 0
        while not table.over:
            name = table.waiting[0]
            table.act(name, draw.choice(table.scene.legal(name)))
            count += 1
        return count

    return game


class Found(NamedTuple):
    """Medians over the rounds."""

    took: float
    """CPU microseconds of a step."""
    times: float
    """In times of ours: with observations, or stepped without where the peer goes without."""


def hanabi(python: str | None, players: int, seconds: float, rounds: int) -> dict[str, Found]:
    """What is found of ours and of each peer."""
    works = {
        "ours": partial(timed, learned(pb.env("hanabi", players=players)), seconds),
        "stepped": partial(timed, stepped(players), seconds),
    }
    if python is not None:
        works |= {what: partial(peer, python, what, players, seconds) for what in TOLD if what not in works}
    found = [{what: work() for what, work in works.items()} for _ in range(rounds)]
    out = {}
    for what in (each for each in TOLD if each in works):
        beside = "stepped" if what in ("stepped", "bare") else "ours"
        out[what] = Found(median([one[what] for one in found]), median([one[what] / one[beside] for one in found]))
    return out


def tell(python: str | None, seconds: float, rounds: int) -> None:
    print(f"Hanabi, uniformly random legal play, CPU time, median of {rounds} rounds in which all take turns")
    for players in SIZES:
        for what, (took, times) in hanabi(python, players, seconds, rounds).items():
            print(f"{players} players, {TOLD[what]:40}{took:9.1f} us a step{times:8.2f}x", flush=True)


def figures() -> list[Figure]:
    """What a step of ours takes, and how much longer one of a peer does."""
    out = []
    with installed("RL_PYTHON", *NEEDED) as python:
        for players in SIZES:
            for what, (took, times) in hanabi(python, players, SECONDS, ROUNDS).items():
                name = f"{players} players, {TOLD[what]}"
                mine = what in ("ours", "stepped")
                out.append(Figure(name, took, "us") if mine else Figure(name, times, "x", "a step of ours"))
    return out


def others(seconds: float) -> None:
    for scene in ("coup", "coloring", "werewolf"):
        took = timed(learned(pb.env(scene)), seconds)
        print(f"{scene:10}{took:9.1f} us a step, with observation and mask", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    told = parser.parse_known_args()[0]
    with installed("RL_PYTHON", *NEEDED) as python:
        tell(python, told.seconds, told.rounds)
    others(told.seconds)


if __name__ == "__main__":
    main()
