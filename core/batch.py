"""Many runs at once: consecutive seeds over worker processes, each game isolated, metrics gathered."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.errors import UserError
from core.events import Event, RunEnded
from core.header import Header
from core.llm.routes import Routes, models_of
from core.references import is_importable, is_reference
from core.registry import register, registered
from core.scene import Scene
from core.session import Session

CHUNK = 64
"""Games a worker takes at most in one go."""


class Game(NamedTuple):
    """What is kept of one game. `error` is set, and the rest empty, where it failed."""

    seed: int
    shift: int = 0
    """Seats by which the cast was rotated."""
    won: tuple[str, ...] = ()
    """The policies of the seats that won."""
    end: RunEnded = RunEnded("", {}, "")
    turns: int = 0
    events: int = 0
    cpu_s: float = 0.0
    error: str = ""

    @property
    def reason(self) -> str:
        return self.end.reason

    @property
    def result(self) -> dict[str, Any]:
        return self.end.result


class Batch(NamedTuple):
    games: list[Game]
    wall_s: float

    @property
    def played(self) -> list[Game]:
        return [game for game in self.games if not game.error]

    def summary(self, header: Header) -> dict[str, Any]:
        """Give the object that `run --json` prints. A single game's scores and metrics are plain values."""
        played = self.played
        won = Counter(policy for game in played for policy in game.won)
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
            "result": self._result(),
            **({"policies": standings(header, len(played), won)} if won else {}),
        }

    def _result(self) -> dict[str, Any]:
        """Tell what came out: winners, who won most often first, and how often; scores; metrics."""
        ends = [game.end for game in self.played]
        wins = dict(Counter(name for end in ends for name in end.winners).most_common())
        made = only if len(self.games) == 1 else gather
        return {
            **made([{"reason": end.reason} for end in ends]),
            "winners": list(wins),
            "wins": wins,
            "scores": made([end.scores for end in ends]),
            **made([end.result for end in ends]),
        }


def only(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the one result as it is; nothing where the game failed."""
    return dict(results[0]) if results else {}


def standings(header: Header, games: int, won: Mapping[str, int]) -> dict[str, dict[str, int | float]]:
    """By policy, the best first: seats that it had over all games, games that it won, and wins a seat."""
    seats = {policy: games * count for policy, count in Counter(header.cast.values()).items()}
    rates = {policy: won.get(policy, 0) / count for policy, count in seats.items()}
    return {
        policy: {
            "seats": seats[policy],
            "wins": won.get(policy, 0),
            "rate": round(rates[policy], 6),
            "se": round(sqrt(rates[policy] * (1 - rates[policy]) / seats[policy]), 6),
        }
        for policy in sorted(seats, key=lambda policy: -rates[policy])
    }


def gather(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
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


class Plan(NamedTuple):
    """The games of a batch, by number: seeds follow each other; with `rotate` each is played by every rotation of the
    cast over the seats before the next."""

    header: Header
    rotate: bool = False
    record: Path | None = None
    """A folder for the recordings."""

    def game(self, number: int) -> tuple[Header, int, Path | None]:
        """What it is made from, by how many seats the cast is rotated, and where it is recorded."""
        made = self.header
        policies = list(made.cast.values())
        after, shift = divmod(number, len(policies)) if self.rotate else (number, 0)
        seated = dict(zip(made.cast, policies[-shift:] + policies[:-shift], strict=True))
        name = f"{made.scene}-{made.seed + after}{f'-{shift}' if self.rotate else ''}.jsonl"
        return replace(made, seed=made.seed + after, cast=seated), shift, self.record and self.record / name


def play_batch(
    header: Header,
    games: int,
    workers: int,
    record: Path | None = None,
    on_game: Callable[[Game], None] = lambda game: None,
    *,
    rotate: bool = False,
) -> Batch:
    """Games with seeds from header.seed on (see Plan); `record` is a folder for their recordings."""
    began, plan = time.perf_counter(), Plan(header, rotate, record)
    if models_of(header.cast):
        workers, size = 1, CHUNK  # they wait for models together, and keep to one limit of calls in flight
    else:
        size = 1 if workers == 1 else max(1, min(CHUNK, games // (workers * 4)))
    chunks = [range(games)[i : i + size] for i in range(0, games, size)]
    out: list[Game] = []
    if workers == 1:
        for chunk in chunks:
            for game in _play_all(plan, chunk):
                out.append(game)
                on_game(game)
    else:
        began_with = (_portable(header),)
        with ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker, began_with) as pool:
            try:
                for game in _spread(pool, plan, chunks):
                    out.append(game)
                    on_game(game)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    return Batch(sorted(out, key=lambda game: (game.seed, game.shift)), time.perf_counter() - began)


def _portable(header: Header) -> type[Scene] | None:
    """The scene that workers have to be told of, if this process alone knows it. Raises UserError for what only this
    process can know."""
    scene = registered(header.scene)
    named = [policy for policy in header.cast.values() if is_reference(policy)]
    own = [f"py:{scene.__module__}:{scene.__qualname__}"] if scene else []
    if stays := next((each for each in (*own, *named) if not is_importable(each)), None):
        raise UserError(f"Workers must import what they play, and {stays} is in no module; play with one worker.")
    return scene


def _begin_worker(scene: type[Scene] | None) -> None:
    """Interrupts are the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if scene is not None:
        register(scene)


def _spread(pool: Executor, plan: Plan, chunks: Sequence[range]) -> Iterator[Game]:
    futures: dict[Future[list[Game]], range] = {pool.submit(_play_all, plan, chunk): chunk for chunk in chunks}
    for future in as_completed(futures):
        if isinstance(error := future.exception(), UserError):
            raise error
        if error is not None:
            for header, shift, _ in map(plan.game, futures[future]):
                yield Game(header.seed, shift, error=f"the worker died: {error}")
        else:
            yield from future.result()


def _play_all(plan: Plan, numbers: Sequence[int]) -> list[Game]:
    return asyncio.run(_play_each(plan, numbers))


async def _play_each(plan: Plan, numbers: Sequence[int]) -> list[Game]:
    """One game after the other; those that wait for models are played together, and share what CPU they took."""
    began, routes = time.process_time(), Routes()
    games = (play_one(*plan.game(number), routes) for number in numbers)
    try:
        if models_of(plan.header.cast):
            played = await asyncio.gather(*games)
            share = (time.process_time() - began) / len(played)
            return [game._replace(cpu_s=share) for game in played]
        return [await game for game in games]
    finally:
        await routes.close()


async def play_one(header: Header, shift: int = 0, path: Path | None = None, routes: Routes | None = None) -> Game:
    """One game to its end. A failure of the game is in the result; a user's mistake is raised."""
    began = time.process_time()
    try:
        async for event in Session(header, path, routes=routes):
            last = event
    except UserError:
        raise
    except Exception as error:  # noqa: BLE001  one bad game must not take the batch with it
        return Game(header.seed, shift, error=f"{type(error).__name__}: {error}")
    return kept(header, last, time.process_time() - began, shift)


def kept(header: Header, last: Event, cpu_s: float, shift: int = 0) -> Game:
    """Of a game that ended with this event."""
    assert isinstance(last.data, RunEnded)
    won = tuple(header.cast[name] for name in last.data.winners)
    return Game(header.seed, shift, won, last.data, last.turn, last.n, cpu_s)
