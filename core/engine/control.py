"""Controls of a run: pause, single turn, stop, intervene. Some interrupt an agent."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from core.engine.events import Changed, Event, Intervened

T = TypeVar("T")
YIELD_INTERVAL = 0.01
"""Seconds after which a loop of bots yields to the event loop."""


class ThinkingCancelled(Exception):
    """Raised when an agent's thinking was cancelled; the log has nothing of that step."""


OPENED_ALL_EYES = "opened all eyes"
"""Text of the intervention that records that a player has seen hidden information."""
BRANCH_NOTE = "branched at event"
"""Start of the text of the intervention with which a branch begins."""


def is_note(what: str) -> bool:
    """Return True for an intervention that is only recorded and does not change the state."""
    return what == OPENED_ALL_EYES or what.startswith(BRANCH_NOTE)


class Control:
    def __init__(self) -> None:
        self.stopping = ""
        """Reason to stop, in one word; empty while the run continues."""
        self.holding = False
        """True if the next turn waits for `resume` or `step`."""
        self.interventions: list[Event] = []
        """Interventions for the log before the next step, oldest first."""
        self.changed: Callable[[], None] = lambda: None
        """Called when the run is paused or continued."""
        self._open = asyncio.Event()
        self._open.set()
        self._wake = asyncio.Event()
        self._single = False
        self._last_yield = time.monotonic()

    def pause(self) -> None:
        """Pause the run before its next turn."""
        self.holding = True
        self._open.clear()
        self.changed()

    def resume(self) -> None:
        self.holding = self._single = False
        self._open.set()
        self.changed()

    def step(self) -> None:
        """Play one turn, then pause."""
        self.holding = self._single = True
        self._open.set()
        self.changed()

    @property
    def paused(self) -> bool:
        return not self._open.is_set()

    def stop(self, reason: str = "stop") -> None:
        """End the run: thinking agents are cancelled, and the log ends cleanly."""
        self.stopping = self.stopping or reason
        self._wake.set()
        self._open.set()

    def intervene(self, what: str, agent: str = "") -> None:
        """Put an intervention into the log before the next step. A waiting person is asked again after it."""
        self.interventions.append(Intervened(what).by(agent))
        self._wake.set()

    def change(self, what: str) -> None:
        """Queue a change of the state, to be made before the next step."""
        self.interventions.append(Changed(what).by(to=()))
        self._wake.set()

    async def wait_while_paused(self) -> None:
        """Wait while paused; let one turn through after `step`."""
        await self._open.wait()
        if self._single and not self.stopping:
            self._single = False
            self._open.clear()
            self.changed()

    @property
    def yield_is_due(self) -> bool:
        """True if other tasks have not run for a while."""
        return time.monotonic() - self._last_yield > YIELD_INTERVAL

    async def yield_to_others(self) -> None:
        """Let other tasks run."""
        await asyncio.sleep(0)
        self._last_yield = time.monotonic()

    async def race(self, thinking: Awaitable[T], restartable: bool) -> T:
        """Await `thinking` and return its result.

        Raises Cut when the run stops, and on an intervention if `thinking` can be restarted.
        """
        task = asyncio.ensure_future(thinking)
        try:
            while not task.done():
                wake = asyncio.ensure_future(self._wake.wait())
                try:
                    await asyncio.wait({task, wake}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    wake.cancel()
                    await asyncio.wait({wake})
                self._wake.clear()
                if not task.done() and (self.stopping or (restartable and self.interventions)):
                    raise ThinkingCancelled
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
            self._last_yield = time.monotonic()
