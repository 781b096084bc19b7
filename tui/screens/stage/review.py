"""A person's moves held against the best ones: worked out beside the screen, one after the other, and kept."""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from textual.worker import Worker

from core.engine.config import RESUMABLE
from core.engine.events import Acted, Rejected
from core.engine.review import Verdict
from core.engine.scene import Scene
from core.errors import IllegalAction
from tui.screens.stage.again import usual_seat

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen

REVIEW = "v"
"""The key."""


class Move(NamedTuple):
    """A move that was judged."""

    n: int
    command: str
    verdict: Verdict

    @property
    def told(self) -> str:
        """Write what was done, what would have been better, and what that cost."""
        return f"{self.command}: {self.verdict.words}, better: {self.verdict.best}"


class Review:
    """Judges the moves of one seat; it can be stopped, and goes on where it was."""

    def __init__(self, stage: "StageScreen") -> None:
        self.stage = stage
        self.judged: dict[int, Move | None] = {}
        """By event; None for a move that nobody can judge."""
        self._worker: Worker[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether the game may go on with somebody who must not be told what was hidden."""
        view = self.stage.view
        return bool(view.eyes) and view.ended is not None and view.ended.reason in RESUMABLE

    def moves(self) -> list[tuple[int, str]]:
        """List the commands of the seat, and their events, where the scene can judge them."""
        view, seat = self.stage.view, usual_seat(self.stage)
        if type(view.scene).weigh is Scene.weigh:
            return []
        refused = {e.n - 1 for e in view.events if isinstance(e.data, Rejected) and e.agent == seat}
        acted = [(e.n, e.data.command) for e in view.events if isinstance(e.data, Acted) and e.agent == seat]
        return [(n, command) for n, command in acted if n not in refused]

    def toggle(self) -> None:
        """Begin, go on, or stop."""
        if self._worker is not None:
            self.stop()
        elif self.moves() and not self.closed:
            self._worker = self.stage.run_worker(self._judge, group="review", exclusive=True)

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
            self.stage.repaint()

    async def _judge(self) -> None:
        view, seat = self.stage.view, usual_seat(self.stage)
        for n, command in self.moves():
            if n not in self.judged:
                scene = view.scene_at(n - 1).copy()
                try:
                    action = scene.parse(seat, command)
                    scene.check(seat, action)
                except IllegalAction:  # it was refused then, too
                    self.judged[n] = None
                    continue
                verdict = await asyncio.to_thread(scene.weigh, seat, action)
                self.judged[n] = Move(n, command, verdict) if verdict else None
                self.stage.ending.refresh()
        self._worker = None
        self.stage.ending.refresh()

    def worst(self) -> list[Move]:
        """List the moves that cost something, the worst first."""
        return sorted((m for m in self.judged.values() if m and m.verdict.loss), key=lambda m: -m.verdict.loss)

    def words(self) -> str:
        """Write how far it is, and how the moves compare."""
        if self.closed:
            return ""
        count, done = len(self.moves()), len(self.judged)
        if not count:
            return ""
        if not done:
            return f"{REVIEW} compares your {count} moves with the best"
        found = [move for move in self.judged.values() if move]
        same = sum(move.command == move.verdict.best for move in found)
        worse = len(self.worst())
        told = f"{same} as the best, {len(found) - same - worse} as good, {worse} worse"
        told += f", {done - len(found)} not judged" * (done > len(found))
        if not found and done == count:
            return "nobody can say what is best in this scene"
        if self._worker is not None:
            return f"{done} of {count}; {REVIEW} stops   {told}"
        return told if done == count else f"stopped at {done} of {count}; {REVIEW} goes on   {told}"
