"""A seat that is played through MCP: `-c Bob=mcp:` waits for a client, `-c Bob=mcp:COMMAND` starts one.

The tools are observe, legal, act and say. The server speaks streamable HTTP on loopback, under a path that contains the
token; a started command finds the address in the variable PLAYBILL_MCP.
"""

import asyncio
import os
import shlex
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer

from core.engine.agents import Tell
from core.engine.events import RunEnded
from core.errors import UserError
from core.remote.seat import OutsideSeat
from core.remote.wire import HERE
from core.text import one_line

ADDRESS = "PLAYBILL_MCP"
INSTRUCTIONS = """You sit at a table in a game. Ask observe until your_turn is true; it waits for that. Then act with
one of the legal commands, or with one that the text explains. Go on until over is true."""
GRACE = 2.0
"""Seconds for a command to end by itself."""


class Server(uvicorn.Server):
    """Server that leaves signal handling to the game."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class McpSeat(OutsideSeat):
    """A seat that is played over MCP."""

    what = "a player over MCP"

    def __init__(self, command: str = "", port: int = 0) -> None:
        super().__init__(port)
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise UserError(f"mcp:{command} is not a command: {error}.") from error
        self._process: Process | None = None

    async def open(self, listening: socket.socket, tell: Tell) -> None:
        address = f"http://{HERE}:{listening.getsockname()[1]}/{self.token}/mcp"
        app = self._served().streamable_http_app(streamable_http_path=f"/{self.token}/mcp", json_response=True)
        self._server = Server(uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1))
        self._serving = asyncio.ensure_future(self._server.serve([listening]))
        if not self._command:
            tell(f"waiting for {self.name} by MCP at {address}")
            return
        environment = {**os.environ, ADDRESS: address}
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
            )
        except OSError as error:
            await self.close()
            raise UserError(f"{self._command[0]} cannot be started for {self.name}: {error.strerror}.") from error
        self._watching = asyncio.ensure_future(self._watch(self._process))

    def _served(self) -> MCPServer[Any]:
        server = MCPServer("playbill", instructions=INSTRUCTIONS, log_level="CRITICAL")

        @server.tool()
        async def observe(wait: float = 30.0) -> dict[str, Any]:
            """Show what you know, when it is your turn or the game is over, at the latest after `wait` seconds."""
            return await self.observe(wait)

        @server.tool()
        async def legal() -> list[str]:
            """List the commands that are legal now."""
            return self.legal()

        @server.tool()
        async def act(command: str) -> dict[str, Any]:
            """Give a command. If it is rejected, `why` says why, and it is still your turn."""
            return self.act_now(command)

        @server.tool()
        async def say(text: str, to: str = "") -> dict[str, Any]:
            """Say something to all, or to one player, in games with talk."""
            return self.say(text, to)

        return server

    async def _watch(self, process: Process) -> None:
        """Wait for the command to end; before the end of the game that is an error, shown with its last line."""
        assert process.stderr is not None
        last = ""
        async for line in process.stderr:
            last = one_line(line.decode("utf-8", "replace")) or last
        code = await process.wait()
        if not self.over:
            self.lose(f"{self.name}'s command ended with code {code}{f': {last}' if last else ''}.")

    async def leave(self, ended: RunEnded | None) -> None:
        await super().leave(ended)
        if self._process is not None:
            await self._end(self._process)

    async def _end(self, process: Process) -> None:
        try:
            async with asyncio.timeout(GRACE):
                await self._watching
        except TimeoutError:
            process.kill()
            await process.wait()

    async def close(self) -> None:
        self._server.should_exit = True
        await self._serving
