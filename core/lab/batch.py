"""Many runs at once: consecutive seeds over worker processes, each game isolated, metrics gathered."""

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
from core.remote.policies import check_unattended


class Batch(NamedTuple):
    games: list[Row]
    wall_s: float

    @property
    def played(self) -> list[Row]:
        return [game for game in self.games if not game.error]

    def summary(self, header: Header) -> dict[str, Any]:
        """Give the object that `run --json` prints."""
        most = max(Counter(game.seed for game in self.games).values(), default=1)
        return Summary(header.scene, self.games, most).told(header, self.wall_s)


class Plan:
    """The games of a batch, by number: seeds follow each other; with `rotate` each is played by every rotation that
    differs of the seats that compete before the next. Each is made as it is asked for."""

    def __init__(self, header: Header, games: int, rotate: bool = False, record: Path | None = None) -> None:
        """`record` is a folder for the recordings. Raises UserError for a seat whose player comes to an address."""
        check_unattended(header.cast)
        self.header = header
        self._games = games
        self.rotations = rotations(header) if rotate else [(0, header.cast)]
        """The games of each seed: by how many seats the cast is rotated, and the cast."""
        self._rotate = rotate
        self._record = record

    def __len__(self) -> int:
        return self._games

    def __iter__(self) -> Iterator[Job]:
        return map(self.job, range(self._games))

    def job(self, number: int) -> Job:
        """Give the game of this number."""
        made = self.header
        after, place = divmod(number, len(self.rotations))
        rotation, cast = self.rotations[place]
        header = replace(made, seed=made.seed + after, cast=cast)
        if self._record is None:
            return Job(header, rotation)
        name = f"{made.scene}-{header.seed}{f'-{rotation}' if self._rotate else ''}.jsonl"
        return Job(header, rotation, join(self._record, name))


def rotated(cast: Mapping[str, str], by: int, seats: Sequence[str]) -> dict[str, str]:
    """Move each policy of these seats `by` seats further on; the other seats keep theirs."""
    policies = [cast[name] for name in seats]
    return {**cast, **dict(zip(seats, policies[-by:] + policies[:-by] if by else policies, strict=True))}


def rotations(header: Header) -> list[tuple[int, dict[str, str]]]:
    """List the rotations of the competing seats that differ, each with the number of seats it is rotated by."""
    seats = competitors(header)
    all_of = [(by, rotated(header.cast, by, seats)) for by in range(len(seats))]
    return [(by, each) for by, each in all_of if each not in [other for _, other in all_of[:by]]]


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
    each when it is over, and they are given in order: to play more than can be kept, `play_jobs` takes a Plan."""
    began, rows = time.perf_counter(), list[Row]()

    def take(row: Row) -> None:
        rows.append(row)
        on_row(row)

    play_jobs(Plan(header, games, rotate, record), workers, take)
    return Batch(sorted(rows, key=lambda row: (row.seed, row.rotation)), time.perf_counter() - began)
