"""Experiments on disk: a folder with recordings and one row per finished game. A killed experiment can be continued."""

import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from core.engine.casting import check_seats
from core.errors import UserError
from core.files import lock, replace_file, storage_errors, write_all
from core.lab.decisions import check_regret
from core.lab.design import Cell, Experiment, read_experiment
from core.lab.limits import BatchLimits
from core.lab.playing import Job, OnRow, usage_of
from core.lab.primary import check_measure, check_pairs
from core.lab.rows import Row
from core.lab.work_sharing import Engine, play_jobs
from core.trust.grants import Grants
from core.trust.remembered import remember

RETRIED_STATUSES = ("failed", "fell back")
"""Statuses of games that `retry` plays again; failed games continue, others start anew."""


class Shard(NamedTuple):
    """A part of an experiment's games: every `of`-th game, starting with number `number`."""

    number: int = 1
    of: int = 1

    @property
    def mark(self) -> str:
        """Suffix of the names of this shard's files."""
        return f"-{self.number}-of-{self.of}" if self.of > 1 else ""


WHOLE_EXPERIMENT = Shard()


class ExperimentFolder:
    """A folder with an experiment: `experiment.toml`, `rows.jsonl` and `recordings/`.

    Each shard writes rows to a file of its own, so many machines may share a folder.
    """

    files: tuple[str, ...] = ("experiment.toml", "rows.jsonl")
    left_out: Sequence[tuple[str, str]] = ()

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        models: Mapping[str, Mapping[str, Any]],
        shard: Shard = WHOLE_EXPERIMENT,
        allow: Collection[str] = (),
    ) -> None:
        """Check the experiment against its folder, without writing anything or constructing an agent.

        `models` are the user's own settings; `allow` grants the file's wishes.

        Raises:
            UserError: A game is impossible, or the folder holds another experiment.
        """
        if experiment.regret:
            check_regret(experiment.scene)
        self.experiment = experiment
        self.folder = folder
        self._check_folder()
        self.grants = Grants.of(allow, models).with_known_wishes(experiment.wishes())
        self.cells: list[Cell] = experiment.cells(self.grants)
        self.jobs = list(experiment.jobs(self.cells, folder.absolute()))[shard.number - 1 :: shard.of]
        self.shard = shard
        self.rows = self._read()
        """Rows of finished games, by recording."""

    def _check_folder(self) -> None:
        """Raise UserError if the folder holds another experiment; parts whose changes reports mark may differ."""
        path = self.folder / "experiment.toml"
        if not path.exists():
            return
        before = read_experiment(path)
        if _fixed_part(before) != _fixed_part(self.experiment):
            raise UserError(
                f"{self.folder} holds a different experiment; only games, [limits] and [primary] may change. "
                "Name another folder with -O."
            )
        if self.experiment.games < before.games:
            raise UserError(f"{self.folder} has games = {before.games}, which can only be raised.")

    @property
    def title(self) -> str:
        """Summary in one line."""
        plan = self.experiment
        counts = f"{plan.scene}: {len(self.rows)} of {len(self.jobs)} games, {len(self.cells)} cells, "
        return counts + f"seeds {plan.seed} to {plan.seed + plan.games - 1}, casts by {plan.cast.design}"

    @property
    def _path(self) -> Path:
        return self.folder / f"rows{self.shard.mark}.jsonl"

    def _read(self) -> dict[str, Row]:
        """Read the rows; a new shard also reads rows that were merged before."""
        merged = self.folder / "rows.jsonl"
        mine = {job.recording for job in self.jobs}
        rows = [row for row in read_rows(merged) if row.recording in mine] if self._path != merged else []
        return _by_recording([*rows, *read_rows(self._path)])

    @property
    def left(self) -> list[Job]:
        """Return the games that are still to be played, first those with a recording."""
        left = [job for job in self.jobs if job.recording not in self.rows]
        return sorted(left, key=lambda job: not (job.path and job.path.exists()))

    def is_doubtful(self, job: Job) -> bool:
        """Return True if `retry` would play this finished game again."""
        return job.recording in self.rows and _is_doubtful(self.rows[job.recording])

    def check(self) -> None:
        """Raise UserError for a wish that is not granted, a policy that cannot play, or an unknown primary measure.

        The check may play a game, in memory and without models.
        """
        self.grants.check(self.experiment.wishes())
        for cell in self.cells:
            check_seats(cell.header, self.grants)
        self.experiment.check_survey(self.cells, self.grants)
        if self.experiment.primary and self.jobs:
            check_pairs(self.experiment.primary, self.cells)
            check_measure(self.experiment.primary, self.experiment, self.jobs[0]._replace(grants=self.grants))

    def run(
        self,
        source: Path,
        engine: Engine,
        on_row: OnRow = lambda row: None,
        *,
        retry: bool = False,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Play the games that are left; with `retry`, also those that failed, fell back too often or lack answers.

        `source` is the experiment's file; `tell` receives how players from outside connect.

        Raises:
            LimitReached: A limit of the experiment is reached.
            UserError: Another process plays in this folder.
        """
        self.grants.check(self.experiment.wishes())
        remember(self.experiment.wishes())
        with _locked(self.folder, self.shard):
            self._check_folder()
            self.copy_plan(source)
            self.rows = self._read()
            self._check_prompts()
            if retry:
                self._forget()
            with self._path.open("ab", buffering=0) as file:
                file.truncate(_length_of_whole_lines(self._path))
                self._play(engine, file, on_row, tell)

    def copy_plan(self, source: Path) -> None:
        """Copy the experiment's file, after the file of its survey, which lies beside it."""
        if (survey := self.experiment.survey) and survey.file:
            replace_file(self.folder / survey.file, (source.parent / survey.file).read_bytes())
        replace_file(self.folder / "experiment.toml", source.read_bytes())

    def _check_prompts(self) -> None:
        """Raise UserError if the games that are left would get other prompts than the finished games."""
        now = {job.recording: job.header.prompts or {} for job in self.jobs}
        for row in self.rows.values() if self.left else ():
            if row.prompts and row.prompts != now[row.recording]:
                raise UserError(
                    f"{self.folder}: its games had the prompts {', '.join(row.prompts.values())}, and the others would "
                    f"get {', '.join(now[row.recording].values())}. Restore them, or name another folder with -O."
                )

    def _play(self, engine: Engine, file: IO[bytes], on_row: OnRow, tell: Callable[[str], None]) -> None:
        left, limits = [job._replace(grants=self.grants) for job in self.left], self.limits()
        for row in self.rows.values():
            limits.count(row.usage)
            limits.finish(row.usage)
        if isinstance(engine, int):  # rows of a cluster hold the whole usage of their games
            for job in left:
                limits.count(usage_of(job))

        def keep(row: Row) -> None:
            write_all(file, self._path, row.encode())
            self.rows[row.recording] = row
            on_row(row)
            if len(self.rows) < len(self.jobs):
                limits.check()

        if left:
            limits.check()
            play_jobs(left, engine, keep, limits, tell)

    def limits(self) -> BatchLimits:
        """Return the limits of this run; each shard gets an equal part of the experiment's limits."""
        (number, of), limits = self.shard, self.experiment.limits
        most: dict[str, float] = {"seconds": limits.seconds} if limits.seconds else {}
        for key, whole in (("calls", limits.calls), ("tokens", limits.tokens)):
            if whole:
                most[key] = whole // of + (number <= whole % of)
        if limits.cost:
            most["cost"] = limits.cost / of
        return BatchLimits(most, "The experiment" if of == 1 else f"This shard, one of {of},")

    def _forget(self) -> None:
        """Remove the rows of games that are to be played again, or asked again about missing answers."""
        planned = {job.recording for job in self.jobs}  # a row may hold any path
        again = [row for row in self.rows.values() if _is_doubtful(row) and row.recording in planned]
        self.rows = _by_recording(row for row in self.rows.values() if not _is_doubtful(row))
        replace_file(self._path, b"".join(row.encode() for row in self.rows.values()))
        for row in again:
            if row.status == "fell back":
                (self.folder / row.recording).unlink(missing_ok=True)


def read_rows(path: Path) -> list[Row]:
    """Read an experiment's rows in the order in which games ended; skip a cut last line. Raises UserError."""
    if not path.exists():
        return []
    out = []
    for number, line in enumerate(path.read_bytes()[: _length_of_whole_lines(path)].splitlines(), 1):
        try:
            out.append(Row.decode(line))
        except msgspec.DecodeError as error:
            raise UserError(f"{path}: line {number}: is no row of an experiment ({error}); take it out.") from error
    return out


def merge(
    folders: Sequence[Path], out: Path, models: Mapping[str, Mapping[str, Any]], allow: Collection[str] = ()
) -> ExperimentFolder:
    """Merge the rows of shards into one `rows.jsonl` in `out`, and copy recordings from elsewhere.

    Raises:
        UserError: The folders hold different experiments, or different versions of a game.
    """
    experiments = [read_experiment(folder / "experiment.toml") for folder in folders]
    if other := next((f for f, each in zip(folders, experiments, strict=True) if each != experiments[0]), None):
        raise UserError(f"{other} and {folders[0]} hold different experiments; merge parts of one experiment.")
    with _locked(out, WHOLE_EXPERIMENT):
        return _merged(folders, ExperimentFolder(experiments[0], out, models, allow=allow))


def _merged(folders: Sequence[Path], merged: ExperimentFolder) -> ExperimentFolder:
    """Merge into a folder that this process has locked."""
    out, found = merged.folder, dict[str, Row]()
    order = {job.recording: place for place, job in enumerate(merged.jobs)}
    for folder in dict.fromkeys([*folders, out]):
        for path in sorted(folder.glob("rows*.jsonl"), key=lambda path: (path.name != "rows.jsonl", path.name)):
            for row in read_rows(path):
                if row.recording not in order:
                    raise UserError(f"{path}: {row.recording!r} is not a game of this experiment; delete its row.")
                twin = found.get(row.recording)
                again = twin is None or twin.status in RETRIED_STATUSES
                if not again and twin and row.digest and twin.digest != row.digest:
                    raise UserError(f"{row.recording} differs between {folder} and another folder; leave one out.")
                if again:
                    found[row.recording] = row
    with storage_errors(out / "recordings"):
        (out / "recordings").mkdir(parents=True, exist_ok=True)
        for path in (path for folder in folders for path in (folder / "recordings").glob("*")):
            if not (out / "recordings" / path.name).exists():
                shutil.copyfile(path, out / "recordings" / path.name)
    merged.copy_plan(folders[0] / "experiment.toml")
    merged.rows = dict(sorted(found.items(), key=lambda each: order[each[0]]))
    replace_file(out / "rows.jsonl", b"".join(row.encode() for row in merged.rows.values()))
    return merged


def _is_doubtful(row: Row) -> bool:
    """Return True for a game that `retry` plays again, or whose survey it continues: answered questions stay so."""
    return row.status in RETRIED_STATUSES or any(each["error"] and each["calls"] for each in row.survey)


def _by_recording(rows: Iterable[Row]) -> dict[str, Row]:
    return {row.recording: row for row in rows}


@contextmanager
def _locked(folder: Path, shard: Shard) -> Iterator[None]:
    """Lock an experiment's folder for this process, creating it if needed. Raises UserError if it is locked."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = (folder / f".lock{shard.mark}").open("wb")
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}; name another folder with -O.") from error
    with held:
        lock(held, folder / f".lock{shard.mark}", folder)
        yield


def _length_of_whole_lines(path: Path) -> int:
    """Return the number of bytes up to the end of the last whole line."""
    return path.read_bytes().rfind(b"\n") + 1


def _fixed_part(experiment: Experiment) -> dict[str, Any]:
    """Return the part of an experiment that must not change once it has begun."""
    return experiment.model_dump(exclude={"games", "limits", "primary"})
