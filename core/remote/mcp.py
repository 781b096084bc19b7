"""MCP at a host's port: the tools observe, legal, act, say and events for the seat of each request's token.

The official SDK answers streamable HTTP as an ASGI application, to which requests are passed on.
"""

import asyncio
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Annotated, Any

from aiohttp import web
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

from core.remote.guests import Guest
from core.remote.program import observe as observe_seat
from core.remote.program import page_of_events, seat_of
from core.remote.protocol import MAX_COMMAND_CHARACTERS as LONGEST_COMMAND
from core.remote.remote_seat import MAX_WAIT_SECONDS, RemoteSeat
from core.remote.wire import BadRequest

INSTRUCTIONS = """You sit at a table in a game. Ask observe until your_turn is true; it waits for that. Then act with
one of the legal commands, or with one that the text explains. The tool events lists what happened, and what was said.
Go on until over is true and more is false; while more is true, another game follows."""
Wait = Annotated[float, Field(ge=0, le=MAX_WAIT_SECONDS, allow_inf_nan=False)]
Known = Annotated[int, Field(ge=0)]
Text = Annotated[str, Field(max_length=LONGEST_COMMAND)]
Message = MutableMapping[str, Any]
Calls = Context[Any, Any]


@contextmanager
def _explained() -> Iterator[None]:
    """Pass the reason for refusing a request on to the client."""
    try:
        yield
    except BadRequest as why:
        raise ToolError(str(why)) from why


class McpTools:
    """The tools, for all seats of a host."""

    def __init__(self, find: Callable[[str], Guest | None], lines: Callable[[str, int], bytes]) -> None:
        """Make the tools.

        Args:
            find: Finds the guest of a token.
            lines: Returns the lines of a guest's log after an event.
        """
        self._find, self._lines = find, lines
        self._server = self._make()
        self._server.streamable_http_app(
            json_response=True,
            stateless_http=True,  # a token is all that a request needs, so clients may come and go
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # pages are refused
        )
        self._running: asyncio.Task[None] | None = None

    def _make(self) -> MCPServer[Any]:
        server = MCPServer[Any]("playbill", instructions=INSTRUCTIONS, log_level="CRITICAL")

        @server.tool()
        async def observe(context: Calls, wait: Wait = 30.0) -> dict[str, Any]:
            """Show what you know, when it is your turn or the game is over, at the latest after `wait` seconds."""
            with _explained():
                return await observe_seat(self._guest(context), wait)

        @server.tool()
        async def legal(context: Calls) -> list[str]:
            """List the commands that are legal now."""
            return (await self._seat(context)).legal()

        @server.tool()
        async def act(command: Text, context: Calls) -> dict[str, Any]:
            """Give a command. If it is rejected, `why` says why, and it is still your turn."""
            return (await self._seat(context)).act_now(command)

        @server.tool()
        async def say(text: Text, context: Calls, to: Text = "") -> dict[str, Any]:
            """Say something to all, or to one player, in games with talk."""
            return (await self._seat(context)).say(text, to)

        @server.tool()
        async def events(context: Calls, known: Known = 0) -> dict[str, Any]:
            """List what happened and was said in this game, after the event with the number `known`."""
            seat, guest = await self._seat(context), self._guest(context)
            if not guest.seated:
                raise ToolError("you have no seat in this game")
            return page_of_events(seat.game, known, self._lines(guest.name, known))

        return server

    def _guest(self, context: Calls) -> Guest:
        """Return the guest of a call. Its token was checked when the request came."""
        _, _, token = (context.headers or {}).get("authorization", "").partition(" ")
        guest = self._find(token)
        assert guest is not None
        return guest

    async def _seat(self, context: Calls) -> RemoteSeat:
        with _explained():
            return await seat_of(self._guest(context))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Pass on a request, and its answer."""
        manager, response, body = self._server.session_manager, web.StreamResponse(), await request.read()
        if self._running is None:
            started = asyncio.get_running_loop().create_future()
            self._running = asyncio.ensure_future(self._run(started))
            await started
        scope = {
            "type": "http",
            "method": request.method,
            "path": request.path,
            "query_string": b"",
            "headers": [(key.lower(), value) for key, value in request.raw_headers],
        }
        unread = [{"type": "http.request", "body": body}]

        async def receive() -> Message:
            return unread.pop() if unread else await asyncio.Future()  # a client that hangs up cancels the request

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                response.set_status(message["status"])
                response.headers.extend((key.decode(), value.decode()) for key, value in message["headers"])
                await response.prepare(request)
            else:
                await response.write(message.get("body", b""))

        await manager.handle_request(scope, receive, send)
        return response

    async def _run(self, started: "asyncio.Future[None]") -> None:
        async with self._server.session_manager.run():
            started.set_result(None)
            await asyncio.Event().wait()

    async def close(self) -> None:
        """Stop answering."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})
