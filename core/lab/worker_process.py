"""A worker process that plays games with models; the pool assigns its games and the places for its calls."""

import asyncio
from collections import deque
from itertools import count
from multiprocessing.connection import Connection
from threading import Thread
from traceback import format_exc
from typing import Any

from core.engine.model_tally import Spent
from core.engine.registry import register
from core.engine.scene import Scene
from core.errors import StorageError, UserError
from core.lab.interruption import begin_worker
from core.lab.limits import LimitReached
from core.lab.playing import Job, play_together
from core.lab.rows import Row


def work(pipe: Connection, scene: type[Scene] | None, together: int) -> None:
    """Play assigned games, `together` at once, until the process ends; register a scene that only the parent knows."""
    begin_worker()
    if scene is not None:
        register(scene)
    asyncio.run(_Worker(pipe).play(together))


class _Worker:
    """The worker's end of the pipe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._numbers = count()
        self._asked: deque[asyncio.Future[Job]] = deque()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._places: dict[str, _RemotePlaces] = {}

    async def play(self, together: int) -> None:
        Thread(target=self._listen, args=(asyncio.get_running_loop(),), daemon=True).start()
        try:
            await play_together(self._next, self._report, self._places_of, together)
        except LimitReached:
            pass  # the pool, which hands out the places, has reported the limit
        except (UserError, StorageError) as error:
            self.send("failed", type(error)(str(error)))
        except Exception:  # noqa: BLE001  it is raised where the worker was started
            self.send("failed", RuntimeError(format_exc()))
        await asyncio.Future()

    def send(self, *message: Any) -> None:
        self._pipe.send(message)

    async def wait(self, name: str, most: int) -> tuple[int, int]:
        """Wait for a place; return its number and the era in which it was given. Raises LimitReached."""
        number = next(self._numbers)
        self._waiting[number] = place = asyncio.get_running_loop().create_future()
        self.send("wait", number, name, most)
        try:
            return number, await place
        except asyncio.CancelledError:
            self._waiting.pop(number, None)
            self.send("left", number)
            raise

    def _places_of(self, name: str, most: int) -> "_RemotePlaces":
        self._places[name] = places = _RemotePlaces(self, name, most)
        return places

    async def _next(self) -> Job | None:
        place: asyncio.Future[Job] = asyncio.get_running_loop().create_future()
        self._asked.append(place)
        self.send("more")
        return await place

    def _report(self, job: Job, row: Row | None) -> None:
        self.send("over", job.number, row)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            try:
                message = self._pipe.recv()
            except EOFError:  # the parent is gone, so this process ends as well
                return
            loop.call_soon_threadsafe(self._receive, *message)

    def _receive(self, *message: Any) -> None:
        match message:
            case ("game", job):
                self._asked.popleft().set_result(job)
            case "go", number, era if number in self._waiting:
                self._waiting.pop(number).set_result(era)
            case "closed", number, why if number in self._waiting:
                self._waiting.pop(number).set_exception(LimitReached(why))
            case "era", name, era:
                self._places[name].era = era


class _RemotePlaces:
    """Places for calls that the pool hands out."""

    def __init__(self, worker: _Worker, name: str, most: int) -> None:
        self.era = 0
        self._worker = worker
        self._name = name
        self._most = most
        self._held: list[int] = []

    async def __aenter__(self) -> None:
        number, self.era = await self._worker.wait(self._name, self._most)
        self._held.append(number)

    async def __aexit__(self, *error: object) -> None:
        self._worker.send("left", self._held.pop())

    def report_success(self) -> None:
        self._worker.send("well", self._name)

    def refused(self, era: int) -> None:
        self._worker.send("refused", self._name, era)

    def report_usage(self, spent: Spent) -> None:
        self._worker.send("paid", self._name, spent)
