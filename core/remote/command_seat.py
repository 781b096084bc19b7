"""A seat that a command plays by MCP: `-c Bob=mcp:COMMAND` starts one for each game.

The command finds the address in the variable PLAYBILL_MCP, and the token in PLAYBILL_TOKEN.
"""

import asyncio
import os
import shlex
from asyncio.subprocess import DEVNULL, PIPE, Process

from core.engine.events import RunEnded
from core.engine.turn import Turn
from core.errors import UserError
from core.remote.policies import TOKEN
from core.remote.remote_seat import RemoteSeat
from core.text import one_line

ADDRESS = "PLAYBILL_MCP"
GRACE = 2.0
"""Seconds for a command to end by itself after the game."""


class CommandSeat(RemoteSeat):
    """A seat whose player is started by a command, and plays by MCP."""

    what = "a player by MCP that a command starts"

    def __init__(self, command: str) -> None:
        """Parse the command. Raises UserError."""
        super().__init__()
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise UserError(f"mcp:{command} is not a command: {error}.") from error
        self.address = self.token = ""
        """Address for MCP, and the seat's token; set by the host."""
        self._process: Process | None = None
        self._failure = ""
        """Reason why no more answers can arrive; empty while they can."""

    async def enter(self, name: str, scene: str) -> None:
        await super().enter(name, scene)
        environment = {**os.environ, ADDRESS: self.address, TOKEN: self.token}
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
            )
        except OSError as error:
            raise UserError(f"{self._command[0]} cannot be started for {name}: {error.strerror}.") from error
        self._watching = asyncio.ensure_future(self._watch(self._process))

    async def act(self, turn: Turn) -> str:
        if self._failure:
            raise UserError(self._failure)
        return await super().act(turn)

    async def leave(self, ended: RunEnded | None) -> None:
        await super().leave(ended)
        if self._process is not None:
            try:
                async with asyncio.timeout(GRACE):
                    await self._watching
            except TimeoutError:
                self._process.kill()
                await self._process.wait()

    async def _watch(self, process: Process) -> None:
        """Wait for the command to end; before the end of the game that is an error, shown with its last line."""
        assert process.stderr is not None
        last = ""
        async for line in process.stderr:
            last = one_line(line.decode("utf-8", "replace")) or last
        code = await process.wait()
        if not self.over:
            self._failure = f"{self.name}'s command ended with code {code}{f': {last}' if last else ''}."
            if self._answer is not None and not self._answer.done():
                self._answer.set_exception(UserError(self._failure))
