"""Distribution of games over worker processes of this machine or of a cluster."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice, takewhile
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.engine.bot_references import is_importable, is_reference
from core.engine.registry import register, registered
from core.engine.scene import Scene
from core.errors import StorageError, UserError
from core.lab.interruption import Interruption, begin_worker, is_interrupted, without_interrupts
from core.lab.limits import Admission, BatchLimits, LimitedConcurrency
from core.lab.playing import GAMES_AT_ONCE, MANY_AT_ONCE, Job, OnRow, play_alone, play_together
from core.lab.rows import EventCounts, Row
from core.lab.worker_pool import WorkerPool
from core.llm.retries import Concurrency
from core.llm.routes import Tell
from core.remote.policies import awaited_seat

if TYPE_CHECKING:
    from core.remote.programs import Programs

SCHEDULER_SECONDS = 30
"""Time limit in seconds for a cluster's scheduler to answer."""
ATTEMPTS = 5
"""Number of times that a cluster plays a game again after its worker died."""
MAX_CHUNK = 64
"""Maximum number of games in one chunk of work."""
QUEUED_CHUNKS = 4
"""Number of chunks that are queued for each process."""
CLUSTER_QUEUED_CHUNKS = 256
"""Number of chunks that are queued at a cluster, whose size may change."""
CLUSTER_TOGETHER = 16
"""Number of games with models that a cluster's worker plays at once."""


class Cluster(NamedTuple):
    """A connected Dask cluster; Slurm, Kubernetes and others come with Dask's own deployers."""

    executor: Executor
    workers: Callable[[], int]
    """Function that returns the current number of workers; each thread counts as a worker."""


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler for the duration of a `with` block.

    Its workers need Playbill, and the experiment's folder at the same path.

    Raises:
        UserError: The scheduler does not answer, or its workers have another Playbill.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UserError("--cluster needs Dask: pip install 'playbill[cluster]'.") from error
    try:
        client = Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"No Dask scheduler answers at {address}: {error}.") from error
    with client:
        yield Cluster(client.get_executor(pure=False, retries=ATTEMPTS), lambda: sum(client.nthreads().values()))


Engine = int | Cluster
"""Number of local processes, or a cluster."""


class Jobs(Protocol):
    """Any number of games; the iterator constructs each game when it is to be played."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Job]: ...


def play_jobs(
    jobs: Jobs,
    engine: Engine,
    on_row: OnRow,
    limits: BatchLimits | None = None,
    tell: Tell = lambda text: None,
) -> None:
    """Play all games.

    Games with players who have to connect are played one by one in this process, at one port; `tell` is called with
    instructions to connect, and with sentences about batches of calls.

    Games with models run concurrently, under one limit of calls in flight and the batch's limits, whatever the number
    of processes; on a cluster the limit of calls is divided over its workers. If calls go through a batch API, these
    games run in this process, so that they fill the same batches. The failure of a game is in its row.

    Raises:
        LimitReached: A limit of the batch is reached.
        UserError: A user's mistake, or several processes for players who connect. Errors of `on_row` are raised as
            well; games under way then stop where they are.
    """
    if (first := next(iter(jobs), None)) is None:
        return
    limits, here, with_models = limits or BatchLimits(), engine == 1 or len(jobs) < 2, 0
    scene = registered(first.header.scene)
    hosted = [job for job in jobs if awaited_seat(job.header.cast)]
    if hosted and not here:
        seat = awaited_seat(hosted[0].header.cast)
        raise UserError(f"{seat} waits for its player in one process: leave out --workers and --cluster.")
    if not here:
        check_portable(jobs)

    def without_models() -> Iterator[Job]:
        nonlocal with_models
        for job in jobs:
            if awaited_seat(job.header.cast):
                continue
            if job.models:
                with_models += 1
            else:
                yield _with_grants(job)

    if here:
        asyncio.run(play_alone(without_models(), on_row))
    else:
        chunks = _chunks(without_models(), _chunk_size(first, len(jobs), engine))
        for row in _played(chunks, engine, scene):
            on_row(row)
    if hosted:
        from core.remote.programs import Programs  # without players from outside, no HTTP library is loaded

        programs = Programs(hosted[0].header, len(hosted), lambda notice: tell(notice.text))
        _play_here(map(_with_grants, hosted), on_row, limits, 1, programs)
    if not with_models:
        return
    asking = (_with_grants(job) for job in jobs if job.models and not awaited_seat(job.header.cast))
    if any(job.in_batches for job in jobs):
        limits.first = GAMES_AT_ONCE
        _play_here(asking, on_row, limits, MANY_AT_ONCE, tell=tell)
    elif here:
        _play_here(asking, on_row, limits)
    elif isinstance(engine, int):
        asyncio.run(WorkerPool(asking, on_row, limits).play(engine, len(jobs), scene))
    elif count := engine.workers():
        share = partial(_play_on_cluster, of=count)
        for row in _distribute(engine.executor, _chunks(asking, CLUSTER_TOGETHER), CLUSTER_QUEUED_CHUNKS, scene, share):
            limits.count(row.usage)
            on_row(row)
            limits.check()
    else:
        raise UserError("The cluster has no worker yet, and the limit of calls in flight is divided over them.")


def _with_grants(job: Job) -> Job:
    """Add the grants for files that the user started in this process, as a worker does not know these."""
    return job._replace(grants=job.grants.with_known_header(job.header))


def _play_here(
    jobs: Iterator[Job],
    on_row: OnRow,
    limits: BatchLimits,
    most: int = GAMES_AT_ONCE,
    programs: "Programs | None" = None,
    tell: Tell = lambda text: None,
) -> None:
    """Play games with models or players from outside in this process."""
    queue = Admission(jobs, limits)

    def over(job: Job, row: Row | None) -> None:
        if row is not None:
            on_row(row)  # may raise LimitReached; then the game is reported once more, without its row
        queue.end(row)

    asyncio.run(
        play_together(queue.next, over, lambda _, calls: LimitedConcurrency(calls, limits), most, programs, tell)
    )


def _chunk_size(first: Job, games: int, engine: Engine) -> int:
    """Return the number of games in a chunk: 1 if games are recorded, since they take longer."""
    if first.recording:
        return 1
    return max(1, min(MAX_CHUNK, games // (4 * (engine if isinstance(engine, int) else CLUSTER_QUEUED_CHUNKS))))


def _chunks(jobs: Iterator[Job], size: int) -> Iterator[list[Job]]:
    while chunk := list(islice(jobs, size)):
        yield chunk


def check_portable(jobs: Iterable[Job]) -> None:
    """Raise UserError for scenes and policies that workers cannot import."""
    found = {(job.header.scene, policy) for job in jobs for policy in job.header.cast.values()}
    named = [policy for _, policy in sorted(found) if is_reference(policy)]
    scenes = [kind for name in {name for name, _ in found} if (kind := registered(name))]
    own = [f"py:{kind.__module__}:{kind.__qualname__}" for kind in scenes]
    if stays := next((each for each in (*own, *named) if not is_importable(each)), None):
        raise UserError(f"Workers cannot import {stays}: put it into a module, or play with one worker.")


def _played(chunks: Iterator[list[Job]], engine: Engine, scene: type[Scene] | None) -> Iterator[Row]:
    if isinstance(engine, Cluster):
        yield from _distribute(engine.executor, chunks, CLUSTER_QUEUED_CHUNKS, scene, _play_all)
        return
    others = set(active_children())
    with (
        Interruption() as interruption,
        ProcessPoolExecutor(engine, get_context("spawn"), begin_worker, (interruption.flag,)) as pool,
    ):
        try:
            going_on = takewhile(lambda chunk: not interruption.requested, chunks)
            yield from _distribute(pool, going_on, QUEUED_CHUNKS * engine, scene, _play_all)
            if interruption.requested:
                raise KeyboardInterrupt
        except KeyboardInterrupt:  # all games are over, or this is the second Ctrl+C
            for worker in set(active_children()) - others:
                worker.kill()
            raise
        except BaseException:
            interruption.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _distribute(
    pool: Executor,
    chunks: Iterator[list[Job]],
    most: int,
    scene: type[Scene] | None,
    play: Callable[[list[Job], type[Scene] | None], list[Row]],
) -> Iterator[Row]:
    """Yield rows as games end, with at most `most` chunks waiting."""
    futures: dict[Future[list[Row]], Sequence[Job]] = {}
    while True:
        for chunk in islice(chunks, most - len(futures)):
            with without_interrupts():
                futures[pool.submit(play, chunk, scene)] = chunk
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            yield from _rows(future, futures.pop(future))


def _rows(future: Future[list[Row]], jobs: Sequence[Job]) -> list[Row]:
    error = future.exception()
    if isinstance(error, UserError | StorageError):
        raise error
    if error is not None and jobs[0].continues:
        raise UserError(f"A worker died ({error}). Finished games are kept: the same command continues.")
    if error is not None:
        return [job.row(EventCounts(), error=f"the worker died: {error}") for job in jobs]
    return future.result()


def _play_all(jobs: Sequence[Job], scene: type[Scene] | None) -> list[Row]:
    """Play games in a worker, until the batch is interrupted; register a scene that only the parent knows."""
    if scene is not None:
        register(scene)
    rows = list[Row]()
    asyncio.run(play_alone(takewhile(lambda job: not is_interrupted(), jobs), rows.append))
    return rows


def _play_on_cluster(jobs: Sequence[Job], scene: type[Scene] | None, of: int) -> list[Row]:
    """Play games with models at once on one of `of` cluster workers, with its part of the calls in flight."""
    if scene is not None:
        register(scene)
    rows, left = list[Row](), iter(jobs)

    async def next_job() -> Job | None:
        return next(left, None)

    def take(job: Job, row: Row | None) -> None:
        if row is not None:
            rows.append(row)

    asyncio.run(play_together(next_job, take, lambda _, most: Concurrency(max(1, most // of)), len(jobs)))
    return rows
