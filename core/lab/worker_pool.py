"""Games with models on several processes of this machine, which share one limit of calls in flight and one purse.

The process that started them gives out games and places for calls, and takes rows. What a worker that dies had under
way goes to another one, which goes on from the recording.
"""

import asyncio
from collections import deque
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
from core.lab.admission import Admission
from core.lab.interruption import without_interrupts
from core.lab.limits import LimitReached, Metered, Purse
from core.lab.playing import TOGETHER, Job, OnRow
from core.lab.rows import Count, Row
from core.lab.worker_process import work

LOST = 3
"""Workers that may die with a game before it is given up."""


class _Hand:
    """One worker, as it is seen from here."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.games: dict[int, Job] = {}
        """What it plays, by number."""
        self.places: dict[int, Metered] = {}
        """What it holds, by number."""
        self.waiting: dict[int, asyncio.Task[None]] = {}
        """What it asked for, by number."""
        self.gone = False

    def send(self, *told: Any) -> None:
        with suppress(OSError):  # it died: that is heard from its pipe
            self.pipe.send(told)


class Crew:
    """The workers, and what is left to play."""

    def __init__(self, jobs: Iterator[Job], on_row: OnRow, purse: Purse) -> None:
        self._jobs = Admission(jobs, purse)
        self._numbers = count()
        self._again: deque[tuple[int, Job]] = deque()
        """Games whose worker has died."""
        self._lost: dict[int, int] = {}
        self._on_row = on_row
        self._purse = purse
        self._levels: dict[str, Metered] = {}
        self._hands: list[_Hand] = []
        self._idle: deque[_Hand] = deque()
        """Who waits for a game, once for each."""
        self._reached: LimitReached | None = None

    async def play(self, workers: int, games: int, scene: type[Scene] | None) -> None:
        """Play all of them, `games` at most, with about as many at each worker. Raises LimitReached when the purse is
        empty and calls in flight have landed, UserError, and what `on_row` raises."""
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            together = -(-min(TOGETHER, games) // workers)
            for _ in range(workers):
                self._hands.append(self._hire(together, scene))
            await self._over
        finally:
            for hand in self._hands:
                hand.process.kill()
                for task in hand.waiting.values():
                    task.cancel()
            for hand in self._hands:
                await asyncio.to_thread(hand.process.join)
        if self._reached:
            raise self._reached

    def _hire(self, together: int, scene: type[Scene] | None) -> _Hand:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=work, args=(there, scene, together), daemon=True)
        with without_interrupts():
            process.start()
        there.close()
        hand = _Hand(process, here)
        Thread(target=self._listen, args=(hand, asyncio.get_running_loop()), daemon=True).start()
        return hand

    def _listen(self, hand: _Hand, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own: what a worker says, until it is gone."""
        while True:
            try:
                told = hand.pipe.recv()
            except (EOFError, OSError):
                hand.process.kill()
                hand.process.join()  # until then it holds the files of its games
                told = ("gone",)
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                loop.call_soon_threadsafe(self._hear, hand, *told)
            if told == ("gone",):
                return

    def _hear(self, hand: _Hand, kind: str, *told: Any) -> None:
        if self._over.done():
            return
        try:
            self._heed(hand, kind, told)
        except Exception as error:  # noqa: BLE001  it is raised where the crew is awaited
            self._over.set_exception(error)

    def _heed(self, hand: _Hand, kind: str, told: tuple[Any, ...]) -> None:
        match kind, *told:
            case ("more",):
                self._idle.append(hand)
            case "row", number, row:
                self._take(hand.games.pop(number), row)
            case "wait", number, name, most:
                level = self._levels.setdefault(name, Metered(most, self._purse))
                hand.waiting[number] = asyncio.ensure_future(self._admit(hand, number, level))
            case "left", number if number in hand.places:
                hand.places.pop(number).leave()
            case "left", number:
                hand.waiting.pop(number).cancel()
            case "paid", name, spent:
                self._levels[name].paid(spent)
            case "well", name:
                self._levels[name].went_well()
            case "refused", name, era:
                self._levels[name].refused(era)
                for each in self._hands:
                    each.send("era", name, self._levels[name].era)
            case "stayed", number:
                self._jobs.end(hand.games.pop(number), None)
            case "failed", error:
                raise error
            case ("gone",):
                self._lose(hand)
            case _:
                raise AssertionError((kind, told))
        self._give_out()

    def _take(self, job: Job, row: Row) -> None:
        self._jobs.end(job, row)
        try:
            self._on_row(row)
        except LimitReached as reached:
            self._reached = reached

    async def _admit(self, hand: _Hand, number: int, level: Metered) -> None:
        """Give it a place, as soon as there is one."""
        try:
            await level.__aenter__()
        except LimitReached as reached:
            self._reached = reached
            hand.waiting.pop(number, None)
            hand.send("closed", number, str(reached))
        else:
            hand.waiting.pop(number, None)
            hand.places[number] = level
            hand.send("go", number, level.era)

    def _lose(self, hand: _Hand) -> None:
        """It is gone, with what it held; what it had under way is played by another."""
        hand.gone = True
        for task in hand.waiting.values():
            task.cancel()
        for level in hand.places.values():
            level.leave()
        self._idle = deque(each for each in self._idle if each is not hand)
        for number, job in hand.games.items():
            self._lost[number] = self._lost.get(number, 0) + 1
            if not job.goes_on or self._lost[number] == LOST:
                self._take(job, job.row(Count(), error="the worker died"))
            else:
                self._again.append((number, job))
        hand.games.clear()
        if all(each.gone for each in self._hands):
            raise UserError("All workers died. What was played is kept: the same command goes on.")

    def _give_out(self) -> None:
        """Games to who has room; when there is none left, and none under way that might come back, it is over."""
        while self._idle and not self._reached:
            if self._again:
                number, job = self._again.popleft()
            else:
                try:
                    following = self._jobs.take()
                except LimitReached as reached:
                    self._reached = reached
                    break
                if following is None:
                    break
                number, job = next(self._numbers), following
            hand = self._idle.popleft()
            hand.games[number] = job
            hand.send("game", number, job)
        if not any(each.games for each in self._hands) and (self._idle or self._reached) and not self._over.done():
            self._over.set_result(None)
