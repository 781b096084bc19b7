"""Sharing many games out: over processes of this machine, or over an executor that reaches others."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import chain, islice, takewhile
from multiprocessing import active_children, get_context
from typing import Protocol

from core.engine.bot_references import is_importable, is_reference
from core.engine.registry import register, registered
from core.engine.scene import Scene
from core.errors import StorageError, UserError
from core.lab.admission import Admission
from core.lab.cluster import Reached
from core.lab.interruption import Interruption, without_interrupts
from core.lab.limits import Metered, Purse
from core.lab.playing import Job, Next, OnRow, play_alone, play_together
from core.lab.rows import Count, Row
from core.lab.worker_pool import Crew
from core.lab.worker_process import begin_worker, is_interrupted
from core.llm.concurrency import Level
from core.llm.routes import thinkers

Engine = int | Reached
"""What games are played on: so many processes of this machine, or a cluster."""
CHUNK = 64
"""Games that a worker takes at most in one go."""
WINDOW = 4
"""Goes that wait, for each process; more would only take room."""
FAR = 256
"""Goes that wait at a cluster, whose size may change."""
TOGETHER_FAR = 16
"""Games with models that a cluster's worker plays at once."""


class Jobs(Protocol):
    """Is any number of games, as often as they are asked for; they need not all be there at once."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Job]: ...


def play_jobs(jobs: Jobs, engine: Engine, on_row: OnRow, purse: Purse | None = None) -> None:
    """Play all of them. Those with models wait for these together, with one limit of calls in flight, and spend out of
    one purse, whatever the number of processes; on a cluster the limit is divided over its workers. A game's failure is
    in its row. Raises LimitReached, UserError for a user's mistake, and what the callback raises; games that are then
    under way are cut where they stand."""
    purse, left = purse or Purse(), 0

    def without_models() -> Iterator[Job]:
        nonlocal left
        for job in jobs:
            if thinkers(job.header):
                left += 1
            else:
                yield _granted(job)

    alone = without_models()
    if engine == 1 or len(jobs) < 2:
        asyncio.run(play_alone(alone, on_row))
    elif (first := next(alone, None)) is not None:
        check_portable(jobs)
        goes = _in_goes(chain([first], alone), _size(first, len(jobs), engine))
        scene = registered(first.header.scene)
        for row in _played(goes, engine, scene):
            on_row(row)
    if left:
        asking = (_granted(job) for job in jobs if thinkers(job.header))
        first = next(asking)
        _play_asking(chain([first], asking), first, jobs, engine, on_row, purse)


def _granted(job: Job) -> Job:
    """The game with what the user has started in this process, which a worker does not know."""
    return job._replace(grants=job.grants.knowing(job.header))


def _play_asking(asking: Iterator[Job], first: Job, jobs: Jobs, engine: Engine, on_row: OnRow, purse: Purse) -> None:
    """Those that ask models."""
    scene = registered(first.header.scene)
    if not isinstance(engine, int):
        check_portable(jobs)
        if not (of := engine.workers()):
            raise UserError("The cluster has no worker yet, and the limit of calls in flight is divided over them.")
        share = partial(_play_far, of=of)
        for row in _spread(engine.executor, _in_goes(asking, TOGETHER_FAR), FAR, scene, share):
            purse.count(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)
            on_row(row)
            purse.check()
    elif engine == 1 or len(jobs) < 2:
        queue = Admission(asking, purse)

        def over(job: Job, row: Row | None) -> None:
            queue.end(job, row)
            if row is not None:
                on_row(row)

        asyncio.run(play_together(queue.next, over, lambda _, most: Metered(most, purse)))
    else:
        check_portable(jobs)
        asyncio.run(Crew(asking, on_row, purse).play(engine, len(jobs), scene))


def _one_by_one(jobs: Iterator[Job]) -> Next:
    async def following() -> Job | None:
        return next(jobs, None)

    return following


def _size(first: Job, games: int, engine: Engine) -> int:
    """How many games are one go: one that is recorded takes long enough."""
    if first.recording:
        return 1
    return max(1, min(CHUNK, games // (4 * (engine if isinstance(engine, int) else FAR))))


def _in_goes(jobs: Iterator[Job], size: int) -> Iterator[list[Job]]:
    while go := list(islice(jobs, size)):
        yield go


def check_portable(jobs: Iterable[Job]) -> None:
    """Raises UserError for what only this process can know, and workers have to."""
    found = {(job.header.scene, policy) for job in jobs for policy in job.header.cast.values()}
    named = [policy for _, policy in sorted(found) if is_reference(policy)]
    scenes = [kind for name in {name for name, _ in found} if (kind := registered(name))]
    own = [f"py:{kind.__module__}:{kind.__qualname__}" for kind in scenes]
    if stays := next((each for each in (*own, *named) if not is_importable(each)), None):
        raise UserError(f"Workers must import what they play, and {stays} is in no module; play with one worker.")


def _played(goes: Iterator[list[Job]], engine: Engine, scene: type[Scene] | None) -> Iterator[Row]:
    if isinstance(engine, Reached):
        yield from _spread(engine.executor, goes, FAR, scene, _play_all)
        return
    others = set(active_children())
    with (
        Interruption() as interruption,
        ProcessPoolExecutor(engine, get_context("spawn"), begin_worker, (interruption.flag,)) as pool,
    ):
        try:
            yield from _spread(pool, _until(interruption, goes), WINDOW * engine, scene, _play_all)
            if interruption.requested:
                raise KeyboardInterrupt
        except KeyboardInterrupt:  # all games are over, or this is the second one
            for worker in set(active_children()) - others:
                worker.kill()
            raise
        except BaseException:
            interruption.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _until(interruption: Interruption, goes: Iterator[list[Job]]) -> Iterator[list[Job]]:
    """Yield goes until an interruption is requested."""
    return takewhile(lambda go: not interruption.requested, goes)


def _spread(
    pool: Executor,
    goes: Iterator[list[Job]],
    most: int,
    scene: type[Scene] | None,
    play: Callable[[list[Job], type[Scene] | None], list[Row]],
) -> Iterator[Row]:
    """The rows as they come, with at most so many goes waiting."""
    futures: dict[Future[list[Row]], Sequence[Job]] = {}
    while True:
        for go in islice(goes, most - len(futures)):
            with without_interrupts():
                futures[pool.submit(play, go, scene)] = go
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            yield from _rows(future, futures.pop(future))


def _rows(future: Future[list[Row]], jobs: Sequence[Job]) -> list[Row]:
    error = future.exception()
    if isinstance(error, UserError | StorageError):
        raise error
    if error is not None and jobs[0].goes_on:
        raise UserError(f"A worker died ({error}). What was played is kept: the same command goes on.")
    if error is not None:
        return [job.row(Count(), error=f"the worker died: {error}") for job in jobs]
    return future.result()


def _play_all(jobs: Sequence[Job], scene: type[Scene] | None) -> list[Row]:
    """Play games in a worker, until the batch is interrupted; register a scene that only the parent knows."""
    if scene is not None:
        register(scene)
    rows = list[Row]()
    asyncio.run(play_alone(takewhile(lambda job: not is_interrupted(), jobs), rows.append))
    return rows


def _play_far(jobs: Sequence[Job], scene: type[Scene] | None, of: int) -> list[Row]:
    """On a cluster's worker, of so many: games with models, all at once, with its part of the calls in flight."""
    if scene is not None:
        register(scene)
    rows, todo = list[Row](), iter(jobs)

    def take(job: Job, row: Row | None) -> None:
        if row is not None:
            rows.append(row)

    asyncio.run(play_together(_one_by_one(todo), take, lambda _, most: Level(max(1, most // of)), len(jobs)))
    return rows
