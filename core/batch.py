"""Many runs at once: consecutive seeds over worker processes, each game isolated, metrics gathered."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.errors import UserError
from core.events import RunEnded
from core.header import Header
from core.llm.routes import Routes, models_of
from core.session import Session

CHUNK = 64
"""Games a worker takes at most in one go."""


class Game(NamedTuple):
    """What is kept of one game. `error` is set, and the rest empty, where it failed."""

    seed: int
    reason: str = ""
    result: dict[str, Any] = {}
    turns: int = 0
    events: int = 0
    cpu_s: float = 0.0
    error: str = ""


class Batch(NamedTuple):
    games: list[Game]
    wall_s: float

    @property
    def played(self) -> list[Game]:
        return [game for game in self.games if not game.error]

    def summary(self, header: Header) -> dict[str, Any]:
        """The object that `run --json` prints. A single game's metrics are plain values."""
        played = self.played
        result = [{"reason": game.reason, **game.result} for game in played]
        return {
            "scene": header.scene,
            "games": len(self.games),
            "failed": len(self.games) - len(played),
            "seed": header.seed,
            "config": header.config,
            "cast": header.cast,
            "turns": sum(game.turns for game in played),
            "events": sum(game.events for game in played),
            "wall_s": round(self.wall_s, 3),
            "cpu_s": round(sum(game.cpu_s for game in played), 3),
            "result": result[0] if len(self.games) == 1 and played else gather(result),
        }


def gather(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean, standard error, minimum and maximum of each number; a count of each value that is text."""
    out: dict[str, Any] = {}
    for key in {key: None for result in results for key in result}:
        values = [result[key] for result in results if result.get(key) is not None]
        if any(isinstance(value, str) for value in values):
            out[key] = dict(Counter(map(str, values)).most_common())
        elif values:
            n, mean = len(values), sum(values) / len(values)
            variance = sum((value - mean) ** 2 for value in values) / (n - 1) if n > 1 else 0.0
            se = sqrt(variance / n)
            out[key] = {"mean": round(mean, 6), "se": round(se, 6), "min": min(values), "max": max(values)}
    return out


def play_batch(
    header: Header,
    games: int,
    workers: int,
    record: Path | None = None,
    on_game: Callable[[Game], None] = lambda game: None,
) -> Batch:
    """Games with seeds header.seed … header.seed + games - 1; `record` is a folder for their recordings."""
    began = time.perf_counter()
    seeds = range(header.seed, header.seed + games)
    if models_of(header.cast):
        workers, size = 1, CHUNK  # they wait for models together, and keep to one limit of calls in flight
    else:
        size = 1 if workers == 1 else max(1, min(CHUNK, games // (workers * 4)))
    chunks = [seeds[i : i + size] for i in range(0, games, size)]
    out: list[Game] = []
    if workers == 1:
        for chunk in chunks:
            for game in _play_all(header, chunk, record):
                out.append(game)
                on_game(game)
    else:
        with ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent) as pool:
            try:
                for game in _spread(pool, header, chunks, record):
                    out.append(game)
                    on_game(game)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    return Batch(sorted(out), time.perf_counter() - began)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _spread(pool: Executor, header: Header, chunks: Sequence[range], record: Path | None) -> Iterator[Game]:
    futures: dict[Future[list[Game]], range] = {pool.submit(_play_all, header, c, record): c for c in chunks}
    for future in as_completed(futures):
        if isinstance(error := future.exception(), UserError):
            raise error
        if error is not None:
            yield from (Game(seed, error=f"the worker died: {error}") for seed in futures[future])
        else:
            yield from future.result()


def _play_all(header: Header, seeds: Sequence[int], record: Path | None) -> list[Game]:
    return asyncio.run(_play_each(header, seeds, record))


async def _play_each(header: Header, seeds: Sequence[int], record: Path | None) -> list[Game]:
    """One game after the other; those that wait for models are played together, and share what CPU they took."""
    began, routes = time.process_time(), Routes()
    games = (play_one(replace(header, seed=seed), record, routes) for seed in seeds)
    try:
        if models_of(header.cast):
            played = await asyncio.gather(*games)
            share = (time.process_time() - began) / len(played)
            return [game._replace(cpu_s=share) for game in played]
        return [await game for game in games]
    finally:
        await routes.close()


async def play_one(header: Header, record: Path | None = None, routes: Routes | None = None) -> Game:
    """One game to its end. A failure of the game is in the result; a user's mistake is raised."""
    began = time.process_time()
    path = record / f"{header.scene}-{header.seed}.jsonl" if record else None
    events = turn = 0
    try:
        async for event in Session(header, path, routes=routes):
            events, turn = event.n, event.turn
    except UserError:
        raise
    except Exception as error:  # noqa: BLE001  one bad game must not take the batch with it
        return Game(header.seed, error=f"{type(error).__name__}: {error}")
    assert isinstance(event.data, RunEnded)
    return Game(header.seed, event.data.reason, event.data.result, turn, events, time.process_time() - began)
