"""Batches: many games with consecutive seeds, over worker processes."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from os.path import join
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.engine.casting import competitors
from core.lab.playing import Job
from core.lab.rows import Row
from core.lab.summary import Summary
from core.lab.work_sharing import play_jobs
from core.recording.header import Header


class Batch(NamedTuple):
    games: list[Row]
    wall_s: float

    @property
    def played(self) -> list[Row]:
        return [game for game in self.games if not game.error]

    def summary(self, header: Header) -> dict[str, Any]:
        """Return the object that `run --json` prints."""
        most = max(Counter(game.seed for game in self.games).values(), default=1)
        return Summary(header.scene, self.games, most).to_json(header, self.wall_s)


class Plan:
    """The games of a batch by number; each is constructed when it is needed.

    Seeds are consecutive. With `rotate`, every distinct rotation of the competing seats plays a seed before the next
    seed begins.
    """

    def __init__(
        self, header: Header, games: int, rotate: bool = False, record: Path | None = None, regret: bool = False
    ) -> None:
        """Create the plan; `record` is a folder for recordings. With `regret`, rows have the regret of policies."""
        self.header = header
        self._games = games
        self.rotations = rotations(header, rotate)
        """Games of each seed: number of seats that the cast is rotated by, and the cast."""
        self._rotate = rotate
        self._record = record
        self._regret = regret

    def __len__(self) -> int:
        return self._games

    def __iter__(self) -> Iterator[Job]:
        return map(self.job, range(self._games))

    def job(self, number: int) -> Job:
        """Return the game with this number."""
        after, place = divmod(number, len(self.rotations))
        rotation, cast = self.rotations[place]
        header = replace(self.header, seed=self.header.seed + after, cast=cast)
        if self._record is None:
            return Job(header, rotation, regret=self._regret)
        name = f"{header.scene}-{header.seed}{f'-{rotation}' if self._rotate else ''}.jsonl"
        return Job(header, rotation, join(self._record, name), regret=self._regret)


def rotate_cast(cast: Mapping[str, str], distance: int, seats: Sequence[str]) -> dict[str, str]:
    """Move each policy of these seats `distance` seats further; other seats keep their policies."""
    policies = [cast[name] for name in seats]
    return {
        **cast,
        **dict(zip(seats, policies[-distance:] + policies[:-distance] if distance else policies, strict=True)),
    }


def rotations(header: Header, rotate: bool = True) -> list[tuple[int, dict[str, str]]]:
    """List the distinct rotations of the competing seats, with the number of seats each is rotated by.

    Without `rotate`, list only the cast itself.
    """
    seats = competitors(header) if rotate else ()
    casts = {by: rotate_cast(header.cast, by, seats) for by in range(max(1, len(seats)))}
    return [(by, cast) for by, cast in casts.items() if cast not in [casts[earlier] for earlier in range(by)]]


def play_batch(
    header: Header,
    games: int,
    workers: int,
    record: Path | None = None,
    on_row: Callable[[Row], None] = lambda row: None,
    *,
    rotate: bool = False,
    regret: bool = False,
) -> Batch:
    """Play games with consecutive seeds from `header.seed` (see Plan) and return their rows in order.

    `record` is a folder for recordings; `on_row` is called as each game ends. Use `play_jobs` with a Plan for more rows
    than fit in memory.
    """
    began, rows = time.perf_counter(), list[Row]()

    def take(row: Row) -> None:
        rows.append(row)
        on_row(row)

    play_jobs(Plan(header, games, rotate, record, regret), workers, take)
    return Batch(sorted(rows, key=lambda row: (row.seed, row.rotation)), time.perf_counter() - began)
