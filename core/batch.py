"""Many runs at once: consecutive seeds over worker processes, each game isolated, metrics gathered."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.events import Tally
from core.header import Header
from core.lab.playing import Job, play_jobs
from core.lab.rows import Row
from core.llm.tally import added


class Batch(NamedTuple):
    games: list[Row]
    wall_s: float

    @property
    def played(self) -> list[Row]:
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
            **self._models(),
        }

    @property
    def models(self) -> dict[str, Tally]:
        """Count how models answered over all games, by policy."""
        return added(game.models for game in self.played)

    def _models(self) -> dict[str, Any]:
        told = self.models
        names = Tally.__struct_fields__
        counts = {policy: {name: getattr(tally, name) for name in names} for policy, tally in told.items()}
        fell_back = [policy for policy, tally in told.items() if tally.fell_back]
        return {"models": counts, "fell_back": fell_back} if told else {}

    def _result(self) -> dict[str, Any]:
        """Tell what came out: winners, who won most often first, and how often; scores; metrics."""
        wins = dict(Counter(name for game in self.played for name in game.winners).most_common())
        made = only if len(self.games) == 1 else gather
        return {
            **made([{"reason": game.reason} for game in self.played]),
            "winners": list(wins),
            "wins": wins,
            "scores": made([game.scores for game in self.played]),
            **made([game.metrics for game in self.played]),
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

    def job(self, number: int) -> Job:
        """Give the game of this number."""
        made = self.header
        after, rotation = divmod(number, len(made.cast)) if self.rotate else (number, 0)
        name = f"{made.scene}-{made.seed + after}{f'-{rotation}' if self.rotate else ''}.jsonl"
        header = replace(made, seed=made.seed + after, cast=rotated(made.cast, rotation))
        return Job(header, rotation, str(self.record / name) if self.record else "")


def rotated(cast: Mapping[str, str], by: int) -> dict[str, str]:
    """Give the cast with each policy `by` seats further on."""
    policies = list(cast.values())
    return dict(zip(cast, policies[-by:] + policies[:-by] if by else policies, strict=True))


def play_batch(
    header: Header,
    games: int,
    workers: int,
    record: Path | None = None,
    on_row: Callable[[Row], None] = lambda row: None,
    *,
    rotate: bool = False,
) -> Batch:
    """Games with seeds from header.seed on (see Plan); `record` is a folder for their recordings. `on_row` is told of
    each when it is over, and they are given in order."""
    began, plan, rows = time.perf_counter(), Plan(header, rotate, record), list[Row]()

    def take(row: Row) -> None:
        rows.append(row)
        on_row(row)

    play_jobs([plan.job(number) for number in range(games)], workers, take)
    return Batch(sorted(rows, key=lambda row: (row.seed, row.rotation)), time.perf_counter() - began)
