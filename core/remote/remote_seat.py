"""A remote seat: its player joins from another Playbill, or is a program that sends requests to the host.

Commands enter the log as they are, so verification needs no client.
"""

import asyncio
import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Any

import msgspec
from msgspec.structs import replace

from core.engine.agents import Agent, ConnectingAgent
from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import GaveUp, UserError
from core.remote.policies import TRIES
from core.text import one_line

PATIENCE = "PLAYBILL_PATIENCE"
"""Environment variable: seconds a program has for each answer."""
DEFAULT_PATIENCE = 120.0
MAX_WAIT_SECONDS = 60.0
"""Maximum number of seconds that a request waits for this seat's turn."""
FAREWELL = 3.0
"""Seconds that a program has to fetch the outcome after the game."""


class ReplacedByBot(Exception):
    """Raised when a bot takes over an open question to the player."""


def patience_of_programs() -> float:
    """Return the seconds that a program has for each answer. Raises UserError for an invalid limit."""
    text = os.environ.get(PATIENCE) or str(DEFAULT_PATIENCE)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise UserError(f"{PATIENCE} should be seconds, such as 120, not {text!r}.")
    return seconds


class RemoteSeat(ConnectingAgent):
    """Waits for commands from outside; after a time limit, the scene's default action is taken."""

    what = "a player who connects from outside"
    tries = TRIES
    restartable = True
    remembers = True  # in case a bot takes over the seat

    def __init__(self) -> None:
        """Make a seat, which a host opens. Raises UserError for an invalid time limit of programs."""
        self._patience = patience_of_programs()
        self._known: Callable[[], int] | None = None
        self.game = 1
        """Number of the game among those of the host."""
        self.more = False
        """True if the host plays another game after this one."""
        self._bot: Agent | None = None
        self._limit = asyncio.Timeout(None)
        self._rest = 0.0
        """Seconds that were left for an open question when the run was paused."""
        self._paused = False
        self._asked_at = 0
        """Number of the player's newest event when the open question was asked."""
        self._turn: Turn | None = None
        self._answer: asyncio.Future[str] | None = None
        self._turns = asyncio.Event()
        """Set while an answer is awaited, or when the game is over."""
        self._last: dict[str, Any] = {}
        """Last observation that was sent."""
        self._ended: RunEnded | None = None
        self.over = False
        self._observes = False
        """True if a program fetches observations, so that it will also fetch the last one."""
        self._end_sent = asyncio.Event()
        """Set when the program knows that the game is over."""

    # -- for the host and the run

    @property
    def is_open(self) -> bool:
        """True if a host has opened the seat."""
        return self._known is not None

    def seat(self, known: Callable[[], int], patience: float) -> None:
        """Open the seat for a player.

        Args:
            known: Returns the number of the newest event that the player may know.
            patience: Seconds for each answer; 0 is no limit.
        """
        self._known, self._patience = known, patience

    async def enter(self, name: str, scene: str) -> None:
        self.name, self.scene = name, scene

    async def act(self, turn: Turn) -> str:
        assert self._known is not None
        self._asked_at = self._known()
        while (bot := self._bot) is None:
            with suppress(ReplacedByBot):
                return await self._ask(turn)
        return await _command(bot, turn)

    async def _ask(self, turn: Turn) -> str:
        """Wait for the player's command. Raises GaveUp at the end of the time limit."""
        self._turn, self._answer = turn, asyncio.get_running_loop().create_future()
        self._turns.set()
        self._rest = self._patience
        self._limit = asyncio.timeout(None if self._paused else self._patience or None)
        try:
            async with self._limit:
                return await self._answer
        except TimeoutError:
            raise GaveUp(f"no answer in {self._patience:g} s") from None
        finally:
            self._last, self._turn, self._answer = self._state(), None, None
            self._turns.clear()

    def substitute(self, bot: Agent | None) -> None:
        """Let a bot play this seat and answer an open question; None gives the seat back to its player."""
        self._bot = bot
        if bot is not None and self._answer is not None and not self._answer.done():
            self._answer.set_exception(ReplacedByBot())

    # -- time

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

    async def leave(self, ended: RunEnded | None) -> None:
        """Show a program the end of the game, without metrics, which may reveal hidden information."""
        self.over = True
        if ended is not None:
            public = RunEnded(ended.reason, {}, "")
            final = replace(public, winners=ended.winners, scores=ended.scores)
            self._ended = public if ended.reason in RESUMABLE else final
        self._turns.set()
        if self._observes and ended is not None:
            try:
                async with asyncio.timeout(FAREWELL):
                    await self._end_sent.wait()
            except TimeoutError:
                pass  # the program left before the end

    # -- for the player

    @property
    def awaits_next(self) -> bool:
        """True if a program has seen the end of this game, and another game follows."""
        return self._end_sent.is_set() and self.more

    async def observe(self, wait: float = 30.0) -> dict[str, Any]:
        """Return the observation at the seat's turn, at the end of the game, or after `wait` seconds."""
        self.come = self._observes = True
        try:
            async with asyncio.timeout(min(max(wait, 0.0), MAX_WAIT_SECONDS)):
                await self._turns.wait()
        except TimeoutError:
            pass  # the observation then says that it is not the seat's turn
        if self.over:
            self._end_sent.set()
        return self._state()

    def legal(self) -> list[str]:
        """List the legal commands; others may take free text."""
        return list(self._turn.commands) if self._turn else []

    def act_now(self, command: str) -> dict[str, Any]:
        """Perform a command and return the result; ten rejected ones in a turn lead to the default action."""
        self.come = True
        turn, answer = self._turn, self._answer
        if turn is None or answer is None or answer.done():
            return {
                "taken": False,
                "why": "the game is over" if self.over else "it is not your turn; observe waits for it",
            }
        command = one_line(command)
        why = turn.refusal(command)
        answer.set_result(command)  # rejected commands are logged and counted as well
        self._turns.clear()
        return {"taken": not why, "why": why} if why else {"taken": True}

    def say(self, text: str, to: str = "") -> dict[str, Any]:
        """Say something to all, or to one player, if the scene allows it."""
        return self.act_now(f"tell {to} {text}" if to else f"say {text}")

    def submit(self, command: str, at: int) -> str:
        """Take a command. Returns the reason why it is rejected; "" if it is accepted.

        Args:
            command: The command.
            at: Number of the player's newest event when it was given.
        """
        if self.legal() and at < self._asked_at:
            return "the game has moved on; look again"
        return str(self.act_now(command).get("why", ""))

    def _state(self) -> dict[str, Any]:
        turn = self._turn
        own = {"scene": self.scene, "name": self.name, "game": self.game, "more": self.more}
        if turn is None:
            end = self._ended
            ended = end and {"reason": end.reason, "winners": end.winners, "scores": end.scores, "result": end.result}
            return {**self._last, **own, "your_turn": False, "legal": [], "over": self.over, "ended": ended}
        return {
            **own,
            "your_turn": not (self._answer is None or self._answer.done()),
            "over": False,
            "turn": turn.number,
            "text": turn.board,
            "status": turn.status,
            "refused": turn.refused,
            "legal": self.legal(),
            "observation": msgspec.json.decode(msgspec.json.encode(turn.observation)),
        }


async def _command(bot: Agent, turn: Turn) -> str:
    """Return a bot's action as text, without words and thoughts, as the log has only the command."""
    action = bot.act(copy(turn))
    if inspect.isawaitable(action):
        action = await action
    return action if isinstance(action, str) else turn.describe(action)
