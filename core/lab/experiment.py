"""An experiment in its folder: recordings, and a row for each game that is over. Killed anywhere, it goes on."""

import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from core.engine.casting import check_seats
from core.errors import UserError
from core.files import lock, replace_file, storing, write_all
from core.lab.design import Cell, Experiment, read_experiment
from core.lab.limits import Purse
from core.lab.playing import Job, OnRow, spent_on
from core.lab.rows import Row
from core.lab.work_sharing import Engine, play_jobs
from core.trust.grants import Grants
from core.trust.remembered import remember

AGAIN = ("failed", "fell back")
"""What `retry` plays again: from its recording what failed, and from its start what fell back too often."""


class Shard(NamedTuple):
    """Is a part of an experiment's games that is played by itself: every `of`-th, from the `number`-th on."""

    number: int = 1
    of: int = 1

    @property
    def mark(self) -> str:
        """What its files are called, beside those of others."""
        return f"-{self.number}-of-{self.of}" if self.of > 1 else ""


WHOLE = Shard()


class Lab:
    """Is a folder with an experiment: `experiment.toml`, `rows.jsonl` and `recordings/`. A shard of it has rows in a
    file of its own, so that many machines may play in one folder."""

    files: tuple[str, ...] = ("experiment.toml", "rows.jsonl")
    left_out: Sequence[tuple[str, str]] = ()

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        models: Mapping[str, Mapping[str, Any]],
        shard: Shard = WHOLE,
        allow: Collection[str] = (),
    ) -> None:
        """`models` are the user's own settings; `allow` grants what the file wishes. Raises UserError for games that
        there cannot be, and if the folder holds another experiment than this, but for its limits; nothing is written,
        and no agent is constructed."""
        self.experiment = experiment
        self.folder = folder
        self._check_folder()
        self.grants = Grants.of(allow, models).granting(experiment.wishes())
        self.cells: list[Cell] = experiment.cells(self.grants)
        self.jobs = list(experiment.jobs(self.cells, folder.absolute()))[shard.number - 1 :: shard.of]
        self.shard = shard
        self.rows = self._read()
        """Of games that are over, by recording."""

    def _check_folder(self) -> None:
        """Raises UserError if the folder holds another experiment than this, but for its limits."""
        kept = self.folder / "experiment.toml"
        if kept.exists() and _fixed(read_experiment(kept)) != _fixed(self.experiment):
            raise UserError(
                f"{self.folder} holds another experiment than this, of which only [limits] may change: "
                "name another folder with -O."
            )

    @property
    def told(self) -> str:
        """Say what it is, in a line."""
        made = self.experiment
        told = f"{made.scene}: {len(self.rows)} of {len(self.jobs)} games, {len(self.cells)} cells, "
        return told + f"seeds {made.seed} to {made.seed + made.games - 1}, casts by {made.cast.design}"

    @property
    def _path(self) -> Path:
        return self.folder / f"rows{self.shard.mark}.jsonl"

    def _read(self) -> dict[str, Row]:
        """Its rows. A shard that begins anew takes over what has been merged already."""
        merged = self.folder / "rows.jsonl"
        mine = {job.recording for job in self.jobs}
        rows = [row for row in read_rows(merged) if row.recording in mine] if self._path != merged else []
        return _by_recording([*rows, *read_rows(self._path)])

    @property
    def left(self) -> list[Job]:
        """The games that are to be played, those that were begun first."""
        left = [job for job in self.jobs if job.recording not in self.rows]
        return sorted(left, key=lambda job: not (job.path and job.path.exists()))

    def is_doubtful(self, job: Job) -> bool:
        """Whether it was played, and `retry` would play it again."""
        return job.recording in self.rows and self.rows[job.recording].status in AGAIN

    def check(self) -> None:
        """Raises UserError for what the file wishes and is not granted, and for policies that cannot be seated."""
        self.grants.check(self.experiment.wishes())
        for cell in self.cells:
            check_seats(cell.header, self.grants)

    def run(self, source: Path, engine: Engine, on_row: OnRow = lambda row: None, *, retry: bool = False) -> None:
        """Play what is left; with `retry`, also what failed or fell back too often. `source` is the experiment's file.
        Raises LimitReached, and UserError if the folder is being played in."""
        self.grants.check(self.experiment.wishes())
        remember(self.experiment.wishes())
        with _locked(self.folder, self.shard):
            self._check_folder()
            replace_file(self.folder / "experiment.toml", source.read_bytes())
            self.rows = self._read()
            if retry:
                self._forget()
            with self._path.open("ab", buffering=0) as file:
                file.truncate(_whole(self._path))
                self._play(engine, file, on_row)

    def _play(self, engine: Engine, file: IO[bytes], on_row: OnRow) -> None:
        left, purse = [job._replace(grants=self.grants) for job in self.left], self._purse()
        for row in self.rows.values():
            purse.count(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)
            if row.calls:
                purse.finish(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)
        if isinstance(engine, int):  # a cluster's rows tell all that their games took
            for usage in (spent_on(job) for job in left):
                purse.count(usage.calls, usage.tokens, usage.cost or 0.0)

        def keep(row: Row) -> None:
            write_all(file, self._path, row.encode())
            self.rows[row.recording] = row
            on_row(row)
            if len(self.rows) < len(self.jobs):
                purse.check()

        if left:
            purse.check()
            play_jobs(left, engine, keep, purse)

    def _purse(self) -> Purse:
        """What may be spent; a shard has its part of it, so that all together never spend more."""
        (number, of), limits = self.shard, self.experiment.limits
        most: dict[str, float] = {"seconds": limits.seconds} if limits.seconds else {}
        for key, whole in (("calls", limits.calls), ("tokens", limits.tokens)):
            if whole:
                most[key] = whole // of + (number <= whole % of)
        if limits.cost:
            most["cost"] = limits.cost / of
        return Purse(most, "The experiment" if of == 1 else f"This shard, one of {of},")

    def _forget(self) -> None:
        """Take out the rows of games that are to be played again."""
        planned = {job.recording for job in self.jobs}  # a row may hold any path
        again = [row for row in self.rows.values() if row.status in AGAIN and row.recording in planned]
        self.rows = _by_recording(row for row in self.rows.values() if row.status not in AGAIN)
        replace_file(self._path, b"".join(row.encode() for row in self.rows.values()))
        for row in again:
            if row.status == "fell back":
                (self.folder / row.recording).unlink(missing_ok=True)


def read_rows(path: Path) -> list[Row]:
    """The rows of an experiment, in the order in which games ended; a line that was cut off is none. Raises
    UserError."""
    if not path.exists():
        return []
    out = []
    for number, line in enumerate(path.read_bytes()[: _whole(path)].splitlines(), 1):
        try:
            out.append(Row.decode(line))
        except msgspec.DecodeError as error:
            raise UserError(f"{path}: line {number}: is no row of an experiment ({error}); take it out.") from error
    return out


def merge(
    folders: Sequence[Path], out: Path, models: Mapping[str, Mapping[str, Any]], allow: Collection[str] = ()
) -> Lab:
    """Put what shards have played into one `rows.jsonl`, in `out`, and recordings that are elsewhere beside it. Raises
    UserError for folders of different experiments, and for games that are not the same in two of them."""
    experiments = [read_experiment(folder / "experiment.toml") for folder in folders]
    if other := next((f for f, each in zip(folders, experiments, strict=True) if each != experiments[0]), None):
        raise UserError(f"{other} holds another experiment than {folders[0]}; merge what belongs to one.")
    with _locked(out, WHOLE):
        return _merged(folders, Lab(experiments[0], out, models, allow=allow))


def _merged(folders: Sequence[Path], merged: Lab) -> Lab:
    """Merge into an experiment whose folder this process has locked."""
    out, found = merged.folder, dict[str, Row]()
    order = {job.recording: place for place, job in enumerate(merged.jobs)}
    for folder in dict.fromkeys([*folders, out]):
        for path in sorted(folder.glob("rows*.jsonl"), key=lambda path: (path.name != "rows.jsonl", path.name)):
            for row in read_rows(path):
                if row.recording not in order:
                    raise UserError(f"{path}: {row.recording!r} is no game of this experiment; take its row out.")
                twin = found.get(row.recording)
                again = twin is None or twin.status in AGAIN
                if not again and twin and row.digest and twin.digest != row.digest:
                    raise UserError(f"{row.recording} is not the same game in {folder} as elsewhere; leave one out.")
                if again:
                    found[row.recording] = row
    with storing(out / "recordings"):
        (out / "recordings").mkdir(parents=True, exist_ok=True)
        for path in (path for folder in folders for path in (folder / "recordings").glob("*")):
            if not (out / "recordings" / path.name).exists():
                shutil.copyfile(path, out / "recordings" / path.name)
    replace_file(out / "experiment.toml", (folders[0] / "experiment.toml").read_bytes())
    merged.rows = dict(sorted(found.items(), key=lambda each: order[each[0]]))
    replace_file(out / "rows.jsonl", b"".join(row.encode() for row in merged.rows.values()))
    return merged


def _by_recording(rows: Iterable[Row]) -> dict[str, Row]:
    return {row.recording: row for row in rows}


@contextmanager
def _locked(folder: Path, shard: Shard) -> Iterator[None]:
    """Lock an experiment's folder, created if need be, for one process. Raises UserError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = (folder / f".lock{shard.mark}").open("wb")
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}; name another folder with -O.") from error
    with held:
        lock(held, folder / f".lock{shard.mark}", folder)
        yield


def _whole(path: Path) -> int:
    """Bytes up to the end of the last line that is whole."""
    return path.read_bytes().rfind(b"\n") + 1


def _fixed(experiment: Experiment) -> dict[str, Any]:
    """What may not change once it has begun."""
    return experiment.model_dump(exclude={"limits"})
