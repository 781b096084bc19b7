"""Guessing along with a recording: its steps come as those of a live run do, and before each move of one seat the
person is asked for it.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Literal, NamedTuple

from core.actions.menu import done
from core.engine.capabilities import Reviewed, capability
from core.engine.control import Control, Cut
from core.engine.events import Event
from core.engine.scene import Scene
from core.engine.simulator import Waiting
from core.errors import IllegalAction
from core.recording.header import Header
from tui.source import Source

Grade = Literal["same", "as good", "different"]


class Guessed(NamedTuple):
    """A guess, what was done, and how they compare."""

    guess: str
    did: str
    grade: Grade


class Guessing(Source):
    """A recording that asks."""

    replayed = True

    def __init__(self, header: Header, events: Sequence[Event], scene: Scene, n: int, seat: str) -> None:
        """From after event n on; `scene` is in its state there, and becomes this one's own."""
        super().__init__(header, None, events[:n], Control())
        self.seat = seat
        self.guesses: list[Guessed] = []
        self._events = events
        self._scene = scene
        self._given: asyncio.Queue[str] = asyncio.Queue()

    @property
    def people(self) -> tuple[str, ...]:
        return (self.seat,)

    def submit(self, name: str, command: str) -> None:
        self._given.put_nowait(command)

    def score(self) -> str:
        """Write how it stands."""
        if not self.guesses:
            return ""
        last, count = self.guesses[-1], len(self.guesses)
        same, good = (sum(each.grade == grade for each in self.guesses) for grade in ("same", "as good"))
        told = f"{self.seat} did the same" if last.grade == "same" else f"{self.seat}: {last.did} ({last.grade})"
        return f"{told}   of {count}: {same} same, {good} as good, {count - same - good} different"

    async def batches(self) -> AsyncIterator[list[Event]]:
        """One step's events at a time, those of the seat after it was guessed."""
        step: list[Event] = []
        for event in self._events[len(self.past) :]:
            step.append(event)
            if not event.end:
                continue
            if did := done(self._scene, self.seat, step) if step[0].turn else "":
                await self._ask(did)
            await self.control.wait_while_paused()
            if self.control.stopping:
                return
            for each in step:
                self._scene.apply(each)
            yield step
            step = []

    async def _ask(self, did: str) -> None:
        """Wait for the person's guess, and grade it."""
        self._wait_for(self.seat)
        try:
            guess = await self.control.race(self._given.get(), restartable=False)
        except Cut:
            return
        finally:
            self._wait_for()
        self.guesses.append(Guessed(guess, did, await asyncio.to_thread(self._grade, guess, did)))
        self.told = [self.score()]

    def _wait_for(self, *names: str) -> None:
        self.waiting = Waiting(names)
        self.changed()

    def _grade(self, guess: str, did: str) -> Grade:
        scene, seat = self._scene, self.seat
        try:
            mine, theirs = scene.parse(seat, guess), scene.parse(seat, did)
        except IllegalAction:
            return "different"
        if scene.describe(mine) == scene.describe(theirs):
            return "same"
        one, other = (capability(scene.copy(), Reviewed).weigh(seat, each) for each in (mine, theirs))
        return "as good" if one and other and one.loss <= other.loss else "different"
