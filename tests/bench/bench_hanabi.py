"""Hanabi: speed beside OpenSpiel, strength of the bots by name, and how they play with each other.

    python -m tests.bench.bench_hanabi [--games 100] [--players 2,3,4,5] [--workers 2] [--only speed,strength,cross]
                                       [--bots cautious,hat] [--option KEY=VALUE]

`OPENSPIEL_PYTHON` may name a Python that has OpenSpiel; without, it is installed from the package index into a
temporary environment. It is no dependency of ours.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from math import sqrt
from pathlib import Path
from statistics import mean, median, stdev
from time import perf_counter
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.batch import Game, play_batch
from core.casting import open_run, prepare
from core.chance import Chance
from core.recording import Recorder
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.scene import HanabiScene
from tests.bench.elsewhere import installed

NEEDED = "open_spiel==2.0.2"
ROUNDS = 5
SECONDS = 1.0
"""Of each round: each contender plays as many whole games as it can."""
DEALT = {"its chance nodes deal": "chance", "dealt from a shuffled deck": "shuffled"}
"""How OpenSpiel gets its cards: as whoever plays its games at random does, asking each chance node for outcomes and
chances; or, sparing it that, from a deck that was shuffled beforehand, as ours is."""

SPEED = """
import json, random, sys, time
import pyspiel
players, seconds, dealt = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
game = pyspiel.load_game("hanabi(players=%d,random_start_player=false)" % players)
draw = random.Random(1)
full = [5 * suit + rank for suit in range(5) for rank, n in enumerate((3, 2, 2, 2, 1)) for _ in range(n)]
games, moves, began = 0, 0, time.perf_counter()
while time.perf_counter() - began < seconds:
    state = game.new_initial_state()
    deck = full[:]
    if dealt == "shuffled":
        draw.shuffle(deck)
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(draw.choice(state.legal_actions()))
            moves += 1
        elif dealt == "shuffled":
            state.apply_action(deck.pop())
        else:
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(draw.choices(outcomes, chances)[0])
    games += 1
print(json.dumps([games, moves, time.perf_counter() - began]))
"""
"""Uniformly random legal play. Cards are dealt from a deck shuffled beforehand, as ours are, or as its chance nodes
say."""

REFEREE = """
import json, re, sys
import pyspiel
told = json.load(sys.stdin)
game = pyspiel.load_game("hanabi(players=%d,random_start_player=false)" % told["players"])
out = []
for deck, moves in told["games"]:
    state, place, seen = game.new_initial_state(), 0, []
    def deal():
        global place
        while state.is_chance_node():
            state.apply_action(deck[place])
            place += 1
    place = 0
    deal()
    for move in [*moves, None]:
        text = str(state)
        fire = [int(n) for n in re.search("Fireworks: R(.) Y(.) G(.) W(.) B(.)", text).groups()]
        life, info = (int(re.search(name + ": (.*)", text)[1]) for name in ("Life tokens", "Info tokens"))
        over = state.is_terminal()
        legal = {} if over else {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}
        returns = state.returns()[0] if over else None
        seen.append([over, None if over else state.current_player(), sorted(legal), fire, life, info, returns])
        if move not in legal:
            break
        state.apply_action(legal[move])
        deal()
    out.append(seen)
print(json.dumps(out))
"""
"""Plays games that are told: the state before each move, and after the last."""


# -- speed


class Pace(NamedTuple):
    games: int
    moves: int
    took: float


def bare(players: int, seconds: float) -> Pace:
    """Games and moves in about so many seconds: legal, decide, apply, and nothing around them."""
    config = HanabiConfig(players=players)
    names = HanabiScene.seats(config)
    choice = random.Random(1).choice
    games = moves = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        scene = HanabiScene(config, names)
        chance = Chance(games)
        apply, legal, decide = scene.apply, scene.legal, scene.decide
        for event in scene.start(chance):
            apply(event)
        for name in cycle(names):
            for event in decide(name, choice(legal(name)), chance):
                apply(event)
            moves += 1
            if scene.is_complete() is not None:
                break
        games += 1
    return Pace(games, moves, perf_counter() - began)


def recorded(players: int, seconds: float, folder: Path) -> Pace:
    """The same through the engine, each game in a file of its own."""
    first = prepare("hanabi", {"players": players}, {"*": "random"}, 1)

    async def go() -> Pace:
        games = moves = 0
        began = perf_counter()
        while perf_counter() - began < seconds:
            path = folder / "game.jsonl"
            path.unlink(missing_ok=True)
            header = replace(first, seed=games)
            recorder = Recorder.create(path, header)
            async for event in open_run(header, write=recorder.write):
                last = event
            recorder.close()
            moves += last.turn
            games += 1
        return Pace(games, moves, perf_counter() - began)

    return asyncio.run(go())


def openspiel(python: str, players: int, seconds: float, dealt: str) -> Pace:
    command = [python, "-c", SPEED, str(players), str(seconds), dealt]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60 + 10 * seconds)
    return Pace(*json.loads(done.stdout))


def contenders(python: str | None, players: int, folder: Path) -> dict[str, Callable[[], Pace]]:
    """Who plays, OpenSpiel first."""
    theirs: dict[str, Callable[[], Pace]] = {}
    if python is not None:
        theirs = {f"OpenSpiel, {how}": partial(openspiel, python, players, SECONDS, arg) for how, arg in DEALT.items()}
    return {
        **theirs,
        "bare: legal, decide, apply": partial(bare, players, SECONDS),
        "through a run, recorded to a file": partial(recorded, players, SECONDS, folder),
    }


def speed(python: str | None) -> None:
    """Games a second, median of rounds in which all take turns, and in times of OpenSpiel within a round."""
    print(
        f"uniformly random legal play, one process, median of {ROUNDS} rounds of {SECONDS:g} s; x: of the first row's"
    )
    for players in (2, 5):
        with tempfile.TemporaryDirectory() as name:
            works = contenders(python, players, Path(name))
            rounds = [{key: work() for key, work in works.items()} for _ in range(ROUNDS)]
        first = next(iter(works))
        for key in works:
            games, moves = (
                median(getattr(one[key], what) / one[key].took for one in rounds) for what in Pace._fields[:2]
            )
            times = median(one[key].games / one[key].took * one[first].took / one[first].games for one in rounds)
            print(f"{players} players, {key:40}{games:9,.0f} games/s{moves:10,.0f} moves/s{times:7.2f}x", flush=True)


# -- another implementation


def spelled(action: Action, hand: int, seat: int, players: int) -> str:
    """An action as OpenSpiel spells it: its cards are counted from the oldest, its players from the one who moves."""
    match action:
        case Play(slot):
            return f"(Play {hand - 1 - slot})"
        case Discard(slot):
            return f"(Discard {hand - 1 - slot})"
        case Clue(to, clue):
            what = f"color {'RYGWB'[clue]}" if clue < 5 else f"rank {clue - 4}"
            return f"(Reveal player +{(to - seat) % players} {what})"


class Moment(NamedTuple):
    """What both implementations must say of a state."""

    over: bool
    seat: int | None
    legal: list[str]
    fireworks: list[int]
    life: int
    clues: int
    score: float | None


def our_game(players: int, seed: int) -> tuple[list[int], list[str], list[Moment]]:
    """A random game that lasts: cards that do not fit are played now and then only. Deck, moves, and all moments."""
    config = HanabiConfig(players=players)
    scene = HanabiScene(config, HanabiScene.seats(config))
    draw, chance = random.Random(seed), Chance(seed)
    for event in scene.start(chance):
        scene.apply(event)
    moves: list[str] = []
    moments: list[Moment] = []
    daring = draw.choice((0.0, 0.02, 0.2, 1.0))
    for seat, name in cycle(enumerate(scene.names)):
        hand = len(scene.hands[seat])
        over = scene.is_complete() is not None
        legal = [] if over else list(scene.legal(name))
        spellings = sorted(spelled(action, hand, seat, players) for action in legal)
        score = float(scene.score) if over else None
        moment = Moment(
            over, None if over else seat, spellings, list(scene.stacks), 3 - scene.strikes, scene.clues, score
        )
        moments.append(moment)
        if over:
            break
        good = [a for a in legal if isinstance(a, Play) and fits(scene, scene.hands[seat][-1 - a.slot])]
        other = [a for a in legal if not isinstance(a, Play)]
        action = draw.choice(
            good if good and draw.random() < 0.8 else legal if draw.random() < daring or not other else other
        )
        moves.append(spelled(action, hand, seat, players))
        for event in scene.decide(name, action, chance):
            scene.apply(event)
    return list(scene.deck), moves, moments


def fits(scene: HanabiScene, order: int) -> bool:
    suit, rank = divmod(scene.cards[order], 5)
    return scene.stacks[suit] == rank


def disagreements(python: str, players: int, games: int) -> list[str]:
    """The same decks and moves in both: every state of which they do not say the same."""
    ours = [our_game(players, seed) for seed in range(games)]
    told = {"players": players, "games": [(deck, moves) for deck, moves, _ in ours]}
    command = [python, "-c", REFEREE]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"OpenSpiel failed: {done.stderr[-500:]}")
    out = []
    for seed, ((_, moves, moments), theirs) in enumerate(zip(ours, json.loads(done.stdout), strict=True)):
        for turn, moment in enumerate(moments):
            if turn >= len(theirs) or Moment(*theirs[turn]) != moment:
                there = Moment(*theirs[turn]) if turn < len(theirs) else None
                out.append(f"game {seed}, before move {turn + 1} ({moves[turn - 1 : turn]}): {moment}, there {there}")
                break
    return out


def agreement(python: str, games: int = 200) -> None:
    for players in (2, 3, 4, 5):
        found = disagreements(python, players, games)
        ends = Counter(
            "bombed" if m[-1].life == 0 else "played out" for _, _, m in [our_game(players, s) for s in range(games)]
        )
        print(
            f"{players} players: {games} games in both ({dict(ends)}), {len(found)} in which they differ",
            *found[:3],
            sep="\n  ",
        )


# -- strength


def bots(wanted: str) -> list[str]:
    """Names of the scene's bots, each once, and chance."""
    names: dict[Any, str] = {}
    for name, make in HanabiScene.bots.items():
        if name != "rules":
            names.setdefault(make, name)
    known = ["random", *names.values()]
    return [name for name in known if not wanted or name in wanted.split(",")]


def games_of(cast: Sequence[str], players: int, games: int, workers: int, options: dict[str, str]) -> list[Game]:
    """Policies take the seats in turn."""
    told = {**options, "players": players}
    config: Any = HanabiConfig(**told)
    policies = dict(zip(HanabiScene.seats(config), cycle(cast), strict=False))
    batch = play_batch(prepare("hanabi", told, policies, 1), games, workers)
    failed = [game for game in batch.games if game.error]
    if failed:
        raise RuntimeError(f"{cast}: seed {failed[0].seed}: {failed[0].error}")
    return batch.games


def spread(scores: Sequence[float]) -> str:
    se = stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    return f"{mean(scores):6.2f} ± {se:.2f}"


def strength(names: Sequence[str], players: Sequence[int], games: int, workers: int, options: dict[str, str]) -> None:
    print(f"{games} games each, seeds from 1; kept: cards played, also where the fuses burned out; games a CPU second")
    print(f"{'':14}{'players':>8}{'score':>16}{'kept':>16}{'perfect':>9}{'bombed':>8}{'games/s':>10}")
    for name in names:
        for count in players:
            played = games_of([name], count, games, workers, options)
            result = [game.result for game in played]
            score, kept = ([one[key] for one in result] for key in ("score", "kept"))
            perfect, bombed = (mean(bool(one[key]) for one in result) for key in ("perfect", "bombed"))
            rate = len(played) / sum(game.cpu_s for game in played)
            line = f"{name:14}{count:8}{spread(score):>16}{spread(kept):>16}{perfect:9.1%}{bombed:8.1%}{rate:10,.1f}"
            print(line, flush=True)
            print("\n".join(histogram(kept)))


def histogram(scores: Sequence[int], width: int = 60) -> Iterator[str]:
    """Cards played: a bar for each score that occurred."""
    counts = Counter(scores)
    most = max(counts.values())
    for score in range(min(counts), max(counts) + 1):
        yield f"{'':14}{score:8} {counts[score]:6} {'█' * round(width * counts[score] / most)}".rstrip()


def cross(names: Sequence[str], count: int, games: int, workers: int, options: dict[str, str]) -> None:
    print(f"\n{count} players, {games} games: the row's bot has the first seat and every other, the column's the rest")
    print(f"{'':14}" + "".join(f"{name:>16}" for name in names))
    for one in names:
        print(f"{one:14}", end="", flush=True)
        for other in names:
            kept = [game.result["score"] for game in games_of([one, other], count, games, workers, options)]
            print(f"{spread(kept):>16}", end="", flush=True)
        print()


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="bench_hanabi", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="agree,speed,strength,cross")
    parser.add_argument("--bots", default="")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    wish = parser.parse_args(list(arguments))
    parts, players = wish.only.split(","), [int(n) for n in wish.players.split(",")]
    options = dict(option.split("=", 1) for option in wish.option)
    names = bots(wish.bots)
    if {"agree", "speed"} & set(parts):
        with installed("OPENSPIEL_PYTHON", NEEDED) as python:
            if python and "agree" in parts:
                agreement(python)
            if "speed" in parts:
                speed(python)
    if "strength" in parts:
        strength(names, players, wish.games, wish.workers, options)
    if "cross" in parts:
        for count in players:
            cross(names, count, wish.games, wish.workers, options)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
