"""A seat played from outside this process: it gets its observation and gives commands, as a human does.

Its commands enter the log as they are, so verification needs no client. `HttpSeat` and `McpSeat` connect it.
"""

import asyncio
import os
import secrets
import socket
from abc import abstractmethod
from typing import Any

import msgspec

from core.engine.agents import Tell, Visitor
from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import GaveUp, UserError
from core.remote.policies import TRIES
from core.remote.wire import TOKEN, listen
from core.text import one_line

PATIENCE = "PLAYBILL_PATIENCE"
"""Environment variable: seconds a seat has for each answer."""
USUAL = 120.0
LONGEST = 60.0
"""Most seconds that a request waits for this seat's turn."""
FAREWELL = 3.0
"""Seconds for the client to fetch the outcome."""


class OutsideSeat(Visitor):
    """Waits for commands from outside; after a time limit, the scene's default action is taken."""

    tries = TRIES

    def __init__(self, port: int = 0) -> None:
        """Choose a free port unless one is given. Raises UserError for an invalid time limit."""
        self._port = port
        self.token = os.environ.get(TOKEN) or secrets.token_urlsafe(12)
        self._patience = _seconds(os.environ.get(PATIENCE) or str(USUAL))
        self._turn: Turn | None = None
        self._answer: asyncio.Future[str] | None = None
        self._turns = asyncio.Event()
        """Set while an answer is awaited, or when the game is over."""
        self._last: dict[str, Any] = {}
        """Last observation that was sent."""
        self._ended: RunEnded | None = None
        self._gone = ""
        """Reason why no answer can arrive any more."""
        self.over = False
        self._end_sent = asyncio.Event()
        """Set when the client knows that the game is over."""

    # -- for the run

    async def enter(self, name: str, scene: str, tell: Tell) -> None:
        self.name, self.scene = name, scene
        await self.open(self._listen(), tell)

    async def act(self, turn: Turn) -> str:
        if self._gone:
            raise UserError(self._gone)
        self._turn, self._answer = turn, asyncio.get_running_loop().create_future()
        self._turns.set()
        try:
            async with self.time_limit():
                return await self._answer
        except TimeoutError:
            raise GaveUp(f"no answer in {self._patience:g} s") from None
        finally:
            self._last, self._turn, self._answer = self._state(), None, None
            self._turns.clear()

    def time_limit(self) -> asyncio.Timeout:
        """Return the time limit of an answer."""
        return asyncio.timeout(self._patience or None)

    async def leave(self, ended: RunEnded | None) -> None:
        self.over, self._ended = True, ended
        self._turns.set()
        if self.come and ended is not None:
            try:
                async with asyncio.timeout(FAREWELL):
                    await self._end_sent.wait()
            except TimeoutError:
                pass  # the client left before the end
        await self.close()

    @abstractmethod
    async def open(self, listening: socket.socket, tell: Tell) -> None:
        """Listen on a loopback socket, and announce its address."""

    @abstractmethod
    async def close(self) -> None:
        """Stop listening."""

    def lose(self, why: str) -> None:
        """Give up waiting because the client failed. The run ends with this as the user's error."""
        self._gone = why
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(UserError(why))

    def _listen(self) -> socket.socket:
        return listen(self._port, f"Cannot wait for {self.name}")

    # -- for the client

    async def observe(self, wait: float = 30.0) -> dict[str, Any]:
        """Return the observation when the seat is to act or the game is over, at the latest after `wait` seconds."""
        self.come = True
        try:
            async with asyncio.timeout(min(max(wait, 0.0), LONGEST)):
                await self._turns.wait()
        except TimeoutError:
            pass  # the answer says that it is not its turn
        if self.over:
            self._end_sent.set()
        return self._state()

    def legal(self) -> list[str]:
        """List the legal commands; others may take free text."""
        return list(self._turn.commands) if self._turn else []

    def act_now(self, command: str) -> dict[str, Any]:
        """Give a command and return whether it is accepted; ten rejected ones in a turn lead to the default action."""
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

    def _state(self) -> dict[str, Any]:
        turn, own = self._turn, {"scene": self.scene, "name": self.name}
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


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise UserError(f"{PATIENCE} should be seconds, such as 120, not {text!r}.")
    return seconds
