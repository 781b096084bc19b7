"""Sharing many games out: over processes of this machine, or over an executor that reaches others."""

import asyncio
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Protocol

from core.errors import UserError
from core.lab.playing import Job, OnEvent, OnRow, play_job, play_together
from core.lab.rows import Count, Row
from core.llm.routes import thinkers
from core.references import is_importable, is_reference
from core.registry import register, registered
from core.scene import Scene

Engine = int | Executor
"""What games are played on: so many processes of this machine, or an executor of another kind."""
CHUNK = 64
"""Games that a worker takes at most in one go."""
WINDOW = 4
"""Goes that wait, for each process; more would only take room."""
FAR = 256
"""Goes that wait at an executor whose size is not known."""


class Jobs(Protocol):
    """Is any number of games, as often as they are asked for; they need not all be there at once."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Job]: ...


def play_jobs(jobs: Jobs, engine: Engine, on_row: OnRow, on_event: OnEvent = lambda event: None) -> None:
    """Play all of them. Those with models wait for these together in this process, and keep to one limit of calls in
    flight; `on_event` sees their events. A game's failure is in its row. Raises UserError for a user's mistake, and
    what the callbacks raise; games that are then under way are cut where they stand."""
    alone = (job for job in jobs if not thinkers(job.header))
    if engine == 1 or len(jobs) < 2:
        for job in alone:
            on_row(asyncio.run(play_job(job)))
    elif (first := next(alone, None)) is not None:
        _check_portable(jobs)
        goes = _in_goes(chain([first], alone), _size(first, len(jobs), engine))
        scene = registered(first.header.scene)
        for row in _on_processes(goes, engine, scene) if isinstance(engine, int) else _spread(engine, goes, FAR, scene):
            on_row(row)
    asking = (job for job in jobs if thinkers(job.header))
    if (first := next(asking, None)) is not None:
        asyncio.run(play_together(chain([first], asking), on_row, on_event))


def _size(first: Job, games: int, engine: Engine) -> int:
    """How many games are one go: one that is recorded takes long enough."""
    if first.recording:
        return 1
    return max(1, min(CHUNK, games // (4 * (engine if isinstance(engine, int) else FAR))))


def _in_goes(jobs: Iterator[Job], size: int) -> Iterator[list[Job]]:
    while go := list(islice(jobs, size)):
        yield go


def _check_portable(jobs: Iterable[Job]) -> None:
    """Raises UserError for what only this process can know, and workers have to."""
    found = {(job.header.scene, policy) for job in jobs for policy in job.header.cast.values()}
    named = [policy for _, policy in sorted(found) if is_reference(policy)]
    scenes = [kind for name in {name for name, _ in found} if (kind := registered(name))]
    own = [f"py:{kind.__module__}:{kind.__qualname__}" for kind in scenes]
    if stays := next((each for each in (*own, *named) if not is_importable(each)), None):
        raise UserError(f"Workers must import what they play, and {stays} is in no module; play with one worker.")


def _on_processes(goes: Iterator[list[Job]], workers: int, scene: type[Scene] | None) -> Iterator[Row]:
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker) as pool:
        try:
            yield from _spread(pool, goes, WINDOW * workers, scene)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin_worker() -> None:
    """Interrupts are the parent's to handle, and a worker dies with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_die_with, args=(parent_process(),), daemon=True).start()


def _die_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)


def _spread(pool: Executor, goes: Iterator[list[Job]], most: int, scene: type[Scene] | None) -> Iterator[Row]:
    """The rows as they come, with at most so many goes waiting."""
    futures: dict[Future[list[Row]], Sequence[Job]] = {}
    while True:
        for go in islice(goes, most - len(futures)):
            futures[pool.submit(_play_all, go, scene)] = go
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            yield from _rows(future, futures.pop(future))


def _rows(future: Future[list[Row]], jobs: Sequence[Job]) -> list[Row]:
    error = future.exception()
    if isinstance(error, UserError):
        raise error
    if error is not None and jobs[0].goes_on:
        raise UserError(f"A worker died ({error}). What was played is kept: the same command goes on.")
    if error is not None:
        return [job.row(Count(), error=f"the worker died: {error}") for job in jobs]
    return future.result()


def _play_all(jobs: Sequence[Job], scene: type[Scene] | None) -> list[Row]:
    """In the worker; a scene that the parent alone knows is told to it."""
    if scene is not None:
        register(scene)

    async def play() -> list[Row]:
        return [await play_job(job) for job in jobs]

    return asyncio.run(play())
