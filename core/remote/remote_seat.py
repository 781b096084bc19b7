"""A seat of a hosted game: its player joins from another Playbill, and gives commands as a person at the table does.

Commands enter the log as they are, so verification needs no client.
"""

import asyncio
from collections.abc import Callable

from core.engine.agents import Tell, Visitor
from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import GaveUp, UserError
from core.remote.policies import TRIES


class RemoteSeat(Visitor):
    """Waits for the command of a player who joins; after a time limit, the scene's default action is taken."""

    what = "a player who joins from another Playbill"
    tries = TRIES
    restartable = True

    def __init__(self) -> None:
        self.asked_at = 0
        """Number of the player's newest event when the open question was asked."""
        self._known: Callable[[], int] | None = None
        self._patience = 0.0
        self._turn: Turn | None = None
        self._answer: asyncio.Future[str] | None = None

    def open(self, known: Callable[[], int], patience: float) -> None:
        """Open the seat for a player.

        Args:
            known: Returns the number of the newest event that the player may know.
            patience: Seconds for each answer; 0 is no limit.
        """
        self._known, self._patience = known, patience

    async def enter(self, name: str, scene: str, tell: Tell) -> None:
        if self._known is None:
            raise UserError(f"{name} is for a player who joins; host the game: playbill host {scene} -c {name}=remote")

    async def leave(self, ended: RunEnded | None) -> None:
        self._known = None

    async def act(self, turn: Turn) -> str:
        assert self._known is not None
        self._turn, self._answer, self.asked_at = turn, asyncio.get_running_loop().create_future(), self._known()
        try:
            async with asyncio.timeout(self._patience or None):
                return await self._answer
        except TimeoutError:
            raise GaveUp(f"no answer in {self._patience:g} s") from None
        finally:
            self._turn = self._answer = None

    def submit(self, command: str, at: int) -> str:
        """Take a command. Returns why it is rejected; "" if it is not.

        Args:
            command: The command, on one line.
            at: Number of the player's newest event when it was given.
        """
        if self._turn is None or self._answer is None or self._answer.done():
            return "it is not your turn"
        if at < self.asked_at:
            return "the game has moved on; look again"
        why = self._turn.refusal(command)
        self._answer.set_result(command)  # rejected commands are logged and counted as well
        return why
