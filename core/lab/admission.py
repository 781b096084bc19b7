"""The queue of games of a batch: under a limit, no more games start than the limit pays for."""

import asyncio
from collections.abc import Iterator

from core.lab.limits import BatchLimits
from core.lab.playing import Job
from core.lab.rows import Row


class Admission:
    """Games not yet started; starts one whenever the batch's limits allow it."""

    def __init__(self, jobs: Iterator[Job], limits: BatchLimits) -> None:
        self._jobs = jobs
        self._limits = limits
        self._upcoming = next(jobs, None)
        self._running: set[int] = set()
        """Identities of jobs under way."""
        self._changed = asyncio.Event()

    @property
    def is_empty(self) -> bool:
        """True when all games have started."""
        return self._upcoming is None

    def take(self) -> Job | None:
        """Return the next game if it may start now. Raises LimitReached if none is under way and none may start."""
        if self._upcoming is None:
            return None
        if not self._limits.admits:
            if self._limits.running:
                return None
            raise self._limits.close()
        job, self._upcoming = self._upcoming, next(self._jobs, None)
        self._running.add(id(job))
        self._limits.running += 1
        return job

    async def next(self) -> Job | None:
        """Wait for the next game; None when there is no more. Raises LimitReached."""
        while not self.is_empty:
            if (job := self.take()) is not None:
                return job
            self._changed.clear()
            await self._changed.wait()
        return None

    def end(self, job: Job, row: Row | None) -> None:
        """Count a game as over, with its row if it has one."""
        if id(job) in self._running:
            self._running.remove(id(job))
            self._limits.running -= 1
            if row is not None:
                self._limits.finish(row)
        self._changed.set()
