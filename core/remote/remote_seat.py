"""A seat of a hosted game: its player joins from another Playbill, or is a program that speaks to the host.

Commands enter the log as they are, so verification needs no client.
"""

import socket
from collections.abc import Callable

from msgspec.structs import replace

from core.engine.agents import Tell
from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.seat import OutsideSeat


class RemoteSeat(OutsideSeat):
    """Waits for the command of a player who joins; after a time limit, the scene's default action is taken."""

    what = "a player who joins from another Playbill"
    restartable = True

    def __init__(self) -> None:
        super().__init__()
        self._asked_at = 0
        """Number of the player's newest event when the open question was asked."""
        self._known: Callable[[], int] | None = None

    def seat(self, known: Callable[[], int], patience: float) -> None:
        """Open the seat for a player.

        Args:
            known: Returns the number of the newest event that the player may know.
            patience: Seconds for each answer; 0 is no limit.
        """
        self._known, self._patience = known, patience

    async def enter(self, name: str, scene: str, tell: Tell) -> None:
        if self._known is None:
            raise UserError(f"{name} is for a player who joins; host the game: playbill host {scene} -c {name}=remote")
        self.name, self.scene = name, scene

    async def open(self, listening: socket.socket, tell: Tell) -> None:
        """Do nothing: the host listens for all seats."""

    async def close(self) -> None:
        """Do nothing: the host stops listening."""

    async def leave(self, ended: RunEnded | None) -> None:
        """Tell a program how the game ended, without the figures of the whole game."""
        if ended is not None:
            public = RunEnded(ended.reason, {}, "")
            ended = public if ended.reason in RESUMABLE else replace(public, winners=ended.winners, scores=ended.scores)
        await super().leave(ended)

    async def act(self, turn: Turn) -> str:
        assert self._known is not None
        self._asked_at = self._known()
        return await super().act(turn)

    def submit(self, command: str, at: int) -> str:
        """Take a command. Returns why it is rejected; "" if it is not.

        Args:
            command: The command.
            at: Number of the player's newest event when it was given.
        """
        if self.legal() and at < self._asked_at:
            return "the game has moved on; look again"
        return str(self.act_now(command).get("why", ""))
