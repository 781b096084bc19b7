"""Worker processes that play games with models under shared limits.

The parent hands out games and places for calls, and collects rows. The games of a worker that dies go to another
worker, which continues them from their recordings.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from core.engine.scene import Scene
from core.errors import UserError
from core.lab.interruption import without_interrupts
from core.lab.limits import Admission, BatchLimits, LimitedConcurrency, LimitReached
from core.lab.playing import GAMES_AT_ONCE, Job, OnRow
from core.lab.rows import EventCounts, Row
from core.lab.worker_process import work

MOST_DEATHS = 3
"""Number of workers that may die while they play a game; then the game counts as failed."""


class _Worker:
    """A worker process, seen from the parent."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.games: dict[int, Job] = {}
        """Games that the worker plays, by number."""
        self.places: dict[int, LimitedConcurrency] = {}
        """Places that the worker holds, by number."""
        self.waiting: dict[int, asyncio.Task[None]] = {}
        """Open requests for places, by number."""
        self.gone = False

    def send(self, *message: Any) -> None:
        with suppress(OSError):  # the worker died, so its pipe is closed
            self.pipe.send(message)


class WorkerPool:
    """A pool of worker processes and the games left to play."""

    def __init__(self, jobs: Iterator[Job], on_row: OnRow, limits: BatchLimits) -> None:
        self._jobs = Admission(jobs, limits)
        self._numbers = count()
        self._again: deque[Job] = deque()
        """Games whose worker died."""
        self._deaths = Counter[int]()
        """Number of workers that died with a game, by number of the game."""
        self._on_row = on_row
        self._limits = limits
        self._levels: dict[str, LimitedConcurrency] = {}
        self._workers: list[_Worker] = []
        self._idle: deque[_Worker] = deque()
        """Workers that can take a game; a worker with room for two is in here twice."""
        self._limit_reached: LimitReached | None = None

    async def play(self, workers: int, games: int, scene: type[Scene] | None) -> None:
        """Play all games, at most `games`, spread evenly over the workers.

        Raises:
            LimitReached: A limit is reached and calls in flight have ended.
            UserError: All workers died. Errors of `on_row` are raised as well.
        """
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            together = -(-min(GAMES_AT_ONCE, games) // workers)
            for _ in range(workers):
                self._workers.append(self._start_worker(together, scene))
            await self._over
        finally:
            for worker in self._workers:
                worker.process.kill()
                for task in worker.waiting.values():
                    task.cancel()
            for worker in self._workers:
                await asyncio.to_thread(worker.process.join)
        if self._limit_reached:
            raise self._limit_reached

    def _start_worker(self, together: int, scene: type[Scene] | None) -> _Worker:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=work, args=(there, scene, together), daemon=True)
        with without_interrupts():
            process.start()
        there.close()
        worker = _Worker(process, here)
        Thread(target=self._listen, args=(worker, asyncio.get_running_loop()), daemon=True).start()
        return worker

    def _listen(self, worker: _Worker, loop: asyncio.AbstractEventLoop) -> None:
        """Receive a worker's messages, in a thread, until the worker is gone."""
        while True:
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                worker.process.kill()
                worker.process.join()  # until the process ends, it may hold the files of its games
                message = ("gone",)
            with suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(self._receive, worker, *message)
            if message == ("gone",):
                return

    def _receive(self, worker: _Worker, *message: Any) -> None:
        if self._over.done():
            return
        try:
            self._handle(worker, message)
        except Exception as error:  # noqa: BLE001  it is raised where the pool is awaited
            self._over.set_exception(error)

    def _handle(self, worker: _Worker, message: tuple[Any, ...]) -> None:
        match message:
            case ("more",):
                self._idle.append(worker)
            case "over", number, row:
                del worker.games[number]
                self._end(row)
            case "wait", number, name, most:
                level = self._levels.setdefault(name, LimitedConcurrency(most, self._limits))
                worker.waiting[number] = asyncio.ensure_future(self._admit(worker, number, level))
            case "left", number if number in worker.places:
                worker.places.pop(number).leave()
            case "left", number:
                worker.waiting.pop(number).cancel()
            case "paid", name, spent:
                self._levels[name].report_usage(spent)
            case "well", name:
                self._levels[name].report_success()
            case "refused", name, era:
                self._levels[name].refused(era)
                for each in self._workers:
                    each.send("era", name, self._levels[name].era)
            case "failed", error:
                raise error
            case ("gone",):
                self._drop_worker(worker)
            case _:
                raise AssertionError(message)
        self._assign_games()

    def _end(self, row: Row | None) -> None:
        """Count a game as over; it has no row if a limit stopped it."""
        self._jobs.end(row)
        try:
            if row is not None:
                self._on_row(row)
        except LimitReached as reached:
            self._limit_reached = reached

    async def _admit(self, worker: _Worker, number: int, level: LimitedConcurrency) -> None:
        """Give the worker a place when one is free."""
        try:
            await level.__aenter__()
        except LimitReached as reached:
            self._limit_reached = reached
            worker.waiting.pop(number, None)
            worker.send("closed", number, str(reached))
        else:
            worker.waiting.pop(number, None)
            worker.places[number] = level
            worker.send("go", number, level.era)

    def _drop_worker(self, worker: _Worker) -> None:
        """Free what a dead worker held, and requeue its games."""
        worker.gone = True
        for task in worker.waiting.values():
            task.cancel()
        for level in worker.places.values():
            level.leave()
        self._idle = deque(each for each in self._idle if each is not worker)
        for number, job in worker.games.items():
            self._deaths[number] += 1
            if not job.continues or self._deaths[number] == MOST_DEATHS:
                self._end(job.row(EventCounts(), error="the worker died"))
            else:
                self._again.append(job)
        worker.games.clear()
        if all(each.gone for each in self._workers):
            raise UserError("All workers died. Finished games are kept: the same command continues.")

    def _assign_games(self) -> None:
        """Assign games to idle workers; finish when none is left and none can come back."""
        while self._idle and not self._limit_reached and (job := self._next()) is not None:
            worker = self._idle.popleft()
            worker.games[job.number] = job
            worker.send("game", job)
        if (
            not any(each.games for each in self._workers)
            and (self._idle or self._limit_reached)
            and not self._over.done()
        ):
            self._over.set_result(None)

    def _next(self) -> Job | None:
        """Return the next game, first games of dead workers; None if no game may start now."""
        if self._again:
            return self._again.popleft()
        try:
            job = self._jobs.take()
        except LimitReached as reached:
            self._limit_reached = reached
            return None
        return None if job is None else job._replace(number=next(self._numbers))
