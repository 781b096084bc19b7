"""Random games against the clock: how many a CPU second, of contenders who take turns."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

from core.engine.casting import prepare
from core.lab.batch import Plan
from core.lab.rows import Row
from core.lab.work_sharing import play_jobs
from tests.bench.figures import Figure

GO = 50
"""Games of a batch."""
ROUNDS = 5
SECONDS = 1.0
"""CPU seconds of each round: each contender plays as many whole games as it can."""
SIZES = (2, 5)
"""Players at the table."""


class Pace(NamedTuple):
    games: int
    moves: int
    """Decisions."""
    took: float
    """CPU seconds."""


Contender = Callable[[], Pace]
"""Plays for so many seconds."""


class Found(NamedTuple):
    """Medians over the rounds."""

    games: float
    """A CPU second."""
    moves: float
    times: float
    """Games in times of the first contender's of the same round."""


def batch(scene: str, players: int, seconds: float, folder: Path | None) -> Pace:
    """As `playbill run SCENE --games` plays it, each game in a file of its own where there is a folder."""
    first = prepare(scene, {"players": players}, {"*": "random"}, 1)
    games = moves = 0

    def take(row: Row) -> None:
        nonlocal games, moves
        games, moves = games + 1, moves + row.turns

    began = process_time()
    while process_time() - began < seconds:
        header = replace(first, seed=first.seed + games)
        record = None if folder is None else Path(tempfile.mkdtemp(dir=folder))
        play_jobs(Plan(header, GO, record=record), 1, take)
    return Pace(games, moves, process_time() - began)


def batches(scene: str, players: int, folder: Path) -> dict[str, Contender]:
    return {
        "a batch": partial(batch, scene, players, SECONDS, None),
        "a batch, recorded to files": partial(batch, scene, players, SECONDS, folder),
    }


def race(contenders: Mapping[str, Contender]) -> dict[str, Found]:
    """What each finds, in order."""
    rounds = [{name: play() for name, play in contenders.items()} for _ in range(ROUNDS)]
    first = next(iter(contenders))
    return {name: _found([one[name] for one in rounds], [one[first] for one in rounds]) for name in contenders}


def _found(paces: list[Pace], firsts: list[Pace]) -> Found:
    rates = [pace.games / pace.took for pace in paces]
    times = [rate * first.took / first.games for rate, first in zip(rates, firsts, strict=True)]
    return Found(median(rates), median([pace.moves / pace.took for pace in paces]), median(times))


Races = Iterable[tuple[int, Mapping[str, Found]]]
"""By the number of players."""


def races(contenders: Callable[[int, Path], Mapping[str, Contender]]) -> Iterator[tuple[int, Mapping[str, Found]]]:
    """A race for each number of players; recordings are taken away after it."""
    for players in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            yield players, race(contenders(players, Path(folder)))


def tell(races: Races) -> None:
    print(f"uniformly random legal play, one process, median of {ROUNDS} rounds of {SECONDS:g} CPU s; x: of the first")
    for players, found in races:
        for name, (games, moves, times) in found.items():
            print(f"{players} players, {name:40}{games:9,.0f} games/s{moves:10,.0f} moves/s{times:7.2f}x", flush=True)


def rows(races: Races) -> list[Figure]:
    """A figure for each contender, in times of the first."""
    out = []
    for players, found in races:
        first, *others = found
        out += [Figure(f"{players} players, {name}", found[name].times, "x", f"games of {first}") for name in others]
    return out
