"""Tables of Coup: who sits where, the games they play with fixed seeds, and what was won."""

import asyncio
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.engine.casting import prepare
from core.lab.figures import by_seed
from core.lab.intervals import Clusters
from core.lab.playing import Job, play_job
from core.recording.header import Header
from scenes.coup.config import SEATS


class Played(NamedTuple):
    """A finished game: policies by seat, and the seat that won, or None where no player was left alone in time."""

    table: tuple[str, ...]
    seed: int
    winner: int | None


class Share(NamedTuple):
    """Games won of those played."""

    won: int
    games: int
    seeds: tuple[tuple[float, int], ...] = ()
    """Games won and played by seed; without, each game has a seed of its own."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 %, with seeds as clusters."""
        alone = [(1, 1)] * self.won + [(0, 1)] * (self.games - self.won)
        return Clusters(self.seeds or alone).interval()

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.won / self.games:6.1%} [{100 * low:4.1f}, {100 * high:4.1f}]"


def won(policy: str, games: Iterable[Played]) -> Share:
    """Of games in which a policy has one seat."""
    wins = [(each.seed, each.winner is not None and each.table[each.winner] == policy, 1) for each in games]
    return Share(sum(win for _, win, _ in wins), len(wins), tuple(by_seed(wins).values()))


# -- who sits where


def rotations(table: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every player in every seat, the order around the table kept."""
    for first in range(len(table)):
        yield (*table[first:], *table[:first])


def seatings(lineup: Sequence[str], seeds: Iterable[int]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each seed, so the same cards and the same starter, once for each rotation; the order is the seed's."""
    for seed in seeds:
        order = list(lineup)
        random.Random(seed).shuffle(order)
        yield from ((table, seed) for table in rotations(order))


# -- games


@cache
def _header(table: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Header:
    players = len(table)
    return prepare("coup", {**dict(options), "players": players}, dict(zip(SEATS, table, strict=False)), 0)


def header_for(table: Sequence[str], seed: int, options: Mapping[str, Any]) -> Header:
    return replace(_header(tuple(table), tuple(options.items())), seed=seed)


def _play(header: Header) -> Played:
    """One game. Raises RuntimeError for one that failed."""
    game = asyncio.run(play_job(Job(header)))
    if game.error:
        raise RuntimeError(f"{header.cast}, seed {header.seed}: {game.error}")
    winner = next(map(SEATS.index, game.winners), None)
    return Played(tuple(header.cast.values()), header.seed, winner)


def play(
    tables: Iterable[tuple[Sequence[str], int]], options: Mapping[str, Any] | None = None, workers: int = 1
) -> list[Played]:
    """One game at each table with its seed, in this order."""
    headers = [header_for(table, seed, options or {}) for table, seed in tables]
    if workers == 1:
        return [_play(header) for header in headers]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return list(pool.map(_play, headers, chunksize=max(1, len(headers) // (workers * 8))))
