"""Playing many games, over processes or together in one: each is isolated, and gives a row the moment it is over."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from core.casting import set_up
from core.errors import UserError
from core.events import Event
from core.header import Header
from core.lab.rows import OFTEN, Count, Row
from core.llm.door import Failing
from core.llm.routes import Routes, thinkers
from core.recording import Recording
from core.references import is_importable, is_reference
from core.registry import register, registered
from core.scene import Scene
from core.session import Session

CHUNK = 64
"""Games that a worker takes at most in one go, and that wait for models at once."""
OnRow = Callable[[Row], None]
OnEvent = Callable[[Event], None]


class Job(NamedTuple):
    """A game to be played, and what its row says of its place."""

    header: Header
    rotation: int = 0
    recording: str = ""
    """Where it is recorded, below `root`; nowhere if empty."""
    root: Path = Path()
    experiment: str = ""
    cell: str = ""
    often: float = OFTEN
    """Defaults a turn from which on it fell back."""
    goes_on: bool = False
    """Whether the recording may be there already: it is read if it is whole, and continued if it is not."""

    @property
    def path(self) -> Path | None:
        return self.root / self.recording if self.recording else None

    def row(self, tally: Count, scene: Scene | None = None, cpu_s: float = 0.0, error: str = "") -> Row:
        """Of what was counted, and the scene as it stands."""
        return tally.row(
            self.header,
            scene,
            cpu_s=cpu_s,
            error=error,
            often=self.often,
            rotation=self.rotation,
            recording=self.recording,
            experiment=self.experiment,
            cell=self.cell,
        )

    def past(self) -> Recording | None:
        """The recording that is there. Raises UserError for one of another game."""
        path = self.path
        if not self.goes_on or path is None or not path.exists():
            return None
        with path.open("rb") as file:
            if not file.readline().endswith(b"\n"):  # killed before it began
                path.unlink()
                return None
        recording = Recording.read(path)
        if recording.header.stable() != self.header.stable():
            raise UserError(f"{path} is a recording of another game, or of another Playbill; move it away.")
        return recording


def play_jobs(jobs: Sequence[Job], workers: int, on_row: OnRow, on_event: OnEvent = lambda event: None) -> None:
    """Play all of them. Those with models wait for these together in this process, and keep to one limit of calls in
    flight; `on_event` sees their events. A game's failure is in its row. Raises UserError for a user's mistake, and
    what the callbacks raise; games that are then under way are cut where they stand."""
    asking = [job for job in jobs if thinkers(job.header)]
    alone = [job for job in jobs if not thinkers(job.header)]
    if workers == 1 or len(alone) < 2:
        for job in alone:
            on_row(asyncio.run(play_job(job)))
    else:
        _share(alone, workers, on_row)
    if asking:
        asyncio.run(_play_together(asking, on_row, on_event))


async def _play_together(jobs: Sequence[Job], on_row: OnRow, on_event: OnEvent) -> None:
    """A row holds the CPU time that all games took since the row before: the sum is right."""
    routes, left, told = Routes(), iter(jobs), time.process_time()

    async def play() -> None:
        nonlocal told
        for job in left:
            row = await play_job(job, routes, on_event)
            before, told = told, time.process_time()
            on_row(replace(row, cpu_s=told - before))

    tasks = [asyncio.ensure_future(play()) for _ in range(min(CHUNK, len(jobs)))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await routes.close()


async def play_job(job: Job, routes: Routes | None = None, on_event: OnEvent = lambda event: None) -> Row:
    """One game to its end. A failure of the game is in the row; a user's mistake is raised."""
    began, past = time.process_time(), job.past()
    if past and not past.resumable:
        scene, _ = set_up(past.header)
        for event in past.events:
            scene.apply(event)
        return job.row(Count(past.events), scene)
    tally = Count()

    def take(event: Event) -> None:
        tally.take(event)
        on_event(event)

    try:
        session = Session(past.header if past else job.header, job.path, past, routes=routes, allow=_code(job.header))
        for event in session.past:
            take(event)
        async for event in session:
            take(event)
    except Failing as error:
        return job.row(tally, cpu_s=time.process_time() - began, error=str(error))
    except UserError:
        raise
    except Exception as error:  # noqa: BLE001  one bad game must not take the others with it
        return job.row(tally, cpu_s=time.process_time() - began, error=f"{type(error).__name__}: {error}")
    return job.row(tally, session.run.scene, time.process_time() - began)


def _code(header: Header) -> list[str]:
    """The modules of bots that whoever asked for the game has named."""
    return [policy.rpartition(":")[0] for policy in header.cast.values() if is_reference(policy)]


# -- over processes


def _share(jobs: Sequence[Job], workers: int, on_row: OnRow) -> None:
    size = 1 if jobs[0].recording else max(1, min(CHUNK, len(jobs) // (workers * 4)))
    chunks = [jobs[i : i + size] for i in range(0, len(jobs), size)]
    scene = registered(jobs[0].header.scene)
    for cast in {tuple(job.header.cast.values()) for job in jobs}:
        _check_portable(scene, cast)
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker, (scene,)) as pool:
        try:
            for row in _spread(pool, chunks):
                on_row(row)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _check_portable(scene: type[Scene] | None, policies: Sequence[str]) -> None:
    """Raises UserError for what only this process can know, and workers have to."""
    named = [policy for policy in policies if is_reference(policy)]
    own = [f"py:{scene.__module__}:{scene.__qualname__}"] if scene else []
    if stays := next((each for each in (*own, *named) if not is_importable(each)), None):
        raise UserError(f"Workers must import what they play, and {stays} is in no module; play with one worker.")


def _begin_worker(scene: type[Scene] | None) -> None:
    """Interrupts are the parent's to handle, and a worker dies with it. A scene that the parent alone knows is told to
    the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_die_with, args=(parent_process(),), daemon=True).start()
    if scene is not None:
        register(scene)


def _die_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)


def _spread(pool: Executor, chunks: Sequence[Sequence[Job]]) -> Iterator[Row]:
    futures: dict[Future[list[Row]], Sequence[Job]] = {pool.submit(_play_all, chunk): chunk for chunk in chunks}
    for future in as_completed(futures):
        if isinstance(error := future.exception(), UserError):
            raise error
        if error is not None and futures[future][0].goes_on:
            raise UserError(f"A worker died ({error}). What was played is kept: the same command goes on.")
        if error is not None:
            for job in futures[future]:
                yield job.row(Count(), error=f"the worker died: {error}")
        else:
            yield from future.result()


def _play_all(jobs: Sequence[Job]) -> list[Row]:
    async def play() -> list[Row]:
        return [await play_job(job) for job in jobs]

    return asyncio.run(play())
