"""A seat of a hosted game: its player joins from another Playbill, or is a program that speaks to the host.

Commands enter the log as they are, so verification needs no client.
"""

import asyncio
import inspect
import socket
from collections.abc import Callable
from contextlib import suppress
from copy import copy

from msgspec.structs import replace

from core.engine.agents import Agent, Tell
from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.seat import OutsideSeat


class Relieved(Exception):
    """A bot takes over an open question."""


class RemoteSeat(OutsideSeat):
    """Waits for the command of a player who joins; after a time limit, the scene's default action is taken."""

    what = "a player who joins from another Playbill"
    restartable = True
    remembers = True  # for a bot that takes the seat

    def __init__(self) -> None:
        super().__init__()
        self._bot: Agent | None = None
        self._limit = asyncio.Timeout(None)
        self._rest = 0.0
        """Seconds that an open question had left when the run was paused."""
        self._paused = False
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
        while (bot := self._bot) is None:
            with suppress(Relieved):
                return await super().act(turn)
        return await _command(bot, turn)

    def put(self, bot: Agent | None) -> None:
        """Let a bot play from now on, and answer an open question; None gives the seat back to its player."""
        self._bot = bot
        if bot is not None and self._answer is not None and not self._answer.done():
            self._answer.set_exception(Relieved())

    # -- time

    def time_limit(self) -> asyncio.Timeout:
        self._rest = self._patience
        self._limit = asyncio.timeout(None if self._paused else self._patience or None)
        return self._limit

    @property
    def left(self) -> float:
        """Seconds until the default action is taken; 0 if there is no limit."""
        if self._turn is None:
            return self._patience
        when = self._limit.when()
        return self._rest if when is None else max(0.1, when - asyncio.get_running_loop().time())

    def pause(self, paused: bool) -> None:
        """Stop the clock of an open question, or start it again."""
        self._rest, self._paused = self.left, paused
        if self._turn is not None and self._patience and not self._limit.expired():
            end = asyncio.get_running_loop().time() + self._rest
            self._limit.reschedule(None if paused else end)

    def submit(self, command: str, at: int) -> str:
        """Take a command. Returns why it is rejected; "" if it is not.

        Args:
            command: The command.
            at: Number of the player's newest event when it was given.
        """
        if self.legal() and at < self._asked_at:
            return "the game has moved on; look again"
        return str(self.act_now(command).get("why", ""))


async def _command(bot: Agent, turn: Turn) -> str:
    """Return a bot's action as text. Words and thoughts beside it are dropped, as the log has only the command."""
    action = bot.act(copy(turn))
    if inspect.isawaitable(action):
        action = await action
    return action if isinstance(action, str) else turn.describe(action)
