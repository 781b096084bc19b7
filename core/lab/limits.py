"""Limits of a batch on calls, tokens, cost and time, over all games and workers, and the queue that keeps to them."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from core.engine.model_tally import Spent
from core.errors import UserError
from core.lab.rows import ModelUsage, Row
from core.llm.retries import Concurrency

T = TypeVar("T")


class LimitReached(UserError):
    """A batch has reached one of its limits."""


class BatchLimits:
    """Counts calls when they are made, and tokens and dollars when replies arrive, against limits.

    So the limit on calls is never exceeded. Calls in flight when a limit on tokens or dollars is reached may exceed it:
    they are awaited and kept, because they are paid for.
    """

    def __init__(self, most: Mapping[str, float] | None = None, owner: str = "The experiment") -> None:
        """Set limits on `calls`, `tokens`, `cost` in dollars, and `seconds` from now on; a missing key is no limit."""
        self._most = most or {}
        self._owner = owner
        self._began = time.monotonic()
        self._used = {"calls": 0.0, "tokens": 0.0, "cost": 0.0}
        self._finished_used = dict(self._used)
        self._finished = 0
        self.running = 0
        """Number of current games."""
        self.first = 1
        """Number of games that run until the usage of a game is known, if there is a limit."""
        self.places = 0.0
        """Number of calls that may be in flight, over all models asked so far."""

    def finish(self, game: ModelUsage) -> None:
        """Count a finished game that called models; the mean usage predicts that of the next one."""
        if game.calls:
            self._finished += 1
            _add(self._finished_used, game)

    @property
    def admits(self) -> bool:
        """True while another game may start.

        Without a limit on calls, tokens or cost, any game may start. With a limit, only the `first` games run until the
        usage of a game is known; then as many run as calls may be in flight and the rest of the limit pays for.
        """
        limits = {key: most for key, most in self._most.items() if key in self._used}
        if not limits:
            return True
        if self.running >= (max(1, self.places) if self._finished else self.first):
            return False
        return not self._finished or all(self._pays(key, most) for key, most in limits.items())

    def _pays(self, key: str, most: float) -> bool:
        mean = self._finished_used[key] / self._finished
        under_way = max(0.0, self.running * mean - (self._used[key] - self._finished_used[key]))
        return most - self._used[key] - under_way >= mean

    def close(self) -> "LimitReached":
        """Return the error for a limit that does not pay for another game.

        Raises LimitReached if the limit itself is reached.
        """
        self.check()
        key, most = next(
            (key, most) for key, most in self._most.items() if key in self._used and not self._pays(key, most)
        )
        left, mean = most - self._used[key], self._finished_used[key] / self._finished
        return LimitReached(
            f"{self._owner} stops before its limit, limits.{key} = {most:g}: "
            f"{left:.3g} is left, and a game takes about {mean:.3g}"
        )

    def count(self, usage: ModelUsage) -> None:
        """Add usage from earlier commands or other processes."""
        _add(self._used, usage)

    def make_call(self) -> None:
        """Count a call that is about to be made. Raises LimitReached if it is not allowed."""
        self.check()
        self._used["calls"] += 1

    def pay(self, spent: Spent) -> None:
        """Add the usage of a call that was already counted."""
        self._used["tokens"] += spent.tokens_in + spent.tokens_out
        self._used["cost"] += spent.cost or 0.0

    def check(self) -> None:
        """Raise LimitReached if a limit is reached."""
        used = {**self._used, "seconds": time.monotonic() - self._began}
        for key, most in self._most.items():
            if used[key] >= most:
                raise LimitReached(f"{self._owner} has reached its limit, limits.{key} = {most:g}")


def _add(sums: dict[str, float], usage: ModelUsage) -> None:
    sums["calls"] += usage.calls
    sums["tokens"] += usage.tokens
    sums["cost"] += usage.cost or 0.0


class LimitedConcurrency(Concurrency):
    """A limit of calls in flight that also counts each call against the batch's limits."""

    def __init__(self, most: int, limits: BatchLimits) -> None:
        super().__init__(most)
        self._limits = limits
        limits.places += self.most

    async def __aenter__(self) -> None:
        self._limits.check()
        await super().__aenter__()
        try:
            self._limits.make_call()
        except LimitReached:
            self.leave()
            raise

    def report_usage(self, spent: Spent) -> None:
        self._limits.pay(spent)


class Admission(Generic[T]):
    """Queue of games not yet started; starts one whenever the batch's limits allow it."""

    def __init__(self, jobs: Iterator[T], limits: BatchLimits) -> None:
        self._jobs = jobs
        self._limits = limits
        self._upcoming = next(jobs, None)
        self._changed = asyncio.Event()

    def take(self) -> T | None:
        """Return the next game if it may start now. Raises LimitReached if no game runs and none may start."""
        if self._upcoming is None:
            return None
        if not self._limits.admits:
            if self._limits.running:
                return None
            raise self._limits.close()
        job, self._upcoming = self._upcoming, next(self._jobs, None)
        self._limits.running += 1
        return job

    async def next(self) -> T | None:
        """Wait for the next game; return None if there is none. Raises LimitReached."""
        while self._upcoming is not None:
            if (job := self.take()) is not None:
                return job
            self._changed.clear()
            await self._changed.wait()
        return None

    def end(self, row: Row | None) -> None:
        """Count a game as over, with the usage in its row if there is one."""
        self._limits.running -= 1
        if row is not None:
            self._limits.finish(row.usage)
        self._changed.set()
