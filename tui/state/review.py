"""Review: a person's moves compared with the best ones, computed in the background and kept."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

from core.engine.capabilities import Reviewed, Verdict, capability
from core.engine.config import RESUMABLE
from core.engine.events import Acted, Rejected
from core.engine.scene import Scene
from core.errors import IllegalAction
from tui.keys import with_keys
from tui.view import View


class JudgedMove(NamedTuple):
    """A judged move: its event number, text, verdict, and whether it was the best."""

    n: int
    text: str
    verdict: Verdict
    is_best: bool

    @property
    def words(self) -> str:
        """Text of the move, a better move, and the loss."""
        return f"{self.text} · better: {self.verdict.best} · {self.verdict.words}"


class Review:
    """Judges the moves of one seat. It can be stopped and continued."""

    def __init__(self, view: View, seat: str) -> None:
        self.view, self.seat = view, seat
        self.judged: dict[int, JudgedMove | None] = {}
        """Judged moves by event number; None for a move that cannot be judged."""
        self.running = False
        self.listed = False
        """True if all judged moves are listed."""

    @property
    def closed(self) -> bool:
        """True if people who must not learn what was hidden may continue the game."""
        view = self.view
        return bool(view.perspective) and view.ended is not None and view.ended.reason in RESUMABLE

    def moves(self) -> list[tuple[int, str]]:
        """List the events and commands of the seat's moves; empty if the scene cannot judge them."""
        view = self.view
        if not isinstance(view.scene, Reviewed) or view.header.is_partial:
            return []
        refused = {e.n - 1 for e in view.events if isinstance(e.data, Rejected) and e.agent == self.seat}
        acted = [(e.n, e.data.command) for e in view.events if isinstance(e.data, Acted) and e.agent == self.seat]
        return [(n, command) for n, command in acted if n not in refused]

    @property
    def done(self) -> bool:
        """True if every move has been judged."""
        return len(self.judged) == len(self.moves())

    async def judge(self) -> AsyncIterator[None]:
        """Judge the remaining moves; yield after each one."""
        view = self.view
        for n, command in self.moves():
            if n not in self.judged:
                scene = view.scene_at(n - 1).copy()
                try:
                    action = scene.parse(self.seat, command)
                    scene.check(self.seat, action)
                except IllegalAction:  # the move was rejected in the game too
                    self.judged[n] = None
                    continue
                verdict = await asyncio.to_thread(capability(scene, Reviewed).weigh, self.seat, action)
                self.judged[n] = self._move(n, scene, command, verdict) if verdict else None
                yield

    def _move(self, n: int, scene: Scene, command: str, verdict: Verdict) -> JudgedMove:
        """Make the judged move, with its text as the pane writes it."""
        who = "you" if self.seat == self.view.person else f"{self.seat}:"
        reviewed = self.view.pane.traits.reviewed
        text, shown = reviewed(scene, self.seat, command, verdict) if reviewed else (command, verdict)
        return JudgedMove(n, f"{who} {text}", shown, command == verdict.best)

    def worst(self) -> list[JudgedMove]:
        """List the moves with a loss, the worst first."""
        return sorted((m for m in self.judged.values() if m and m.verdict.loss), key=lambda m: -m.verdict.loss)

    def words(self) -> str:
        """Write the progress, and how many moves were best, as good, or worse."""
        if self.closed:
            return ""
        count, done = len(self.moves()), len(self.judged)
        if not count:
            return ""
        if not done:
            return with_keys(f"{{review}} compares your {count} moves with the best")
        found = [move for move in self.judged.values() if move]
        same = sum(move.is_best for move in found)
        worse = len(self.worst())
        counts = {"best": same, "as good": len(found) - same - worse, "worse": worse, "not judged": done - len(found)}
        if not same and not worse and done == count:
            return ""
        text = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
        if self.running:
            return with_keys(f"{done} of {count}; {{review}} stops   ") + text
        if done < count:
            return with_keys(f"stopped at {done} of {count}; {{review}} goes on   ") + text
        return text + with_keys(f"; {{review}} {'hides' if self.listed else 'lists'}")
