"""Playbill in browsers: a page with a terminal, and one process of the app per visitor, by textual-serve."""

import asyncio
import shlex
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from secrets import compare_digest

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from core.remote.wire import MAX_REQUEST_BYTES, QUIET

MAX_VISITORS = 12
"""Largest number of visitors at a time; each has a process of about 100 MB."""
MAX_VISITORS_PER_LINK = 6
"""Largest number of visitors with one link; a further one disconnects the oldest."""
EXIT_SECONDS = 5.0
"""Seconds for which a visitor's process may take to exit by itself, before it is killed."""
MAX_WINDOW_SIZE = 500
"""Largest number of columns or rows of a visitor's window."""
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response: the page loads nothing from other sites and does not send them its address."""


class _Process(AppService):
    """A visitor's process, with its own environment variables."""

    def __init__(self, command: str, socket: web.WebSocketResponse, environment: Mapping[str, str]) -> None:
        super().__init__(
            command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._close,
            download_manager=DownloadManager(),
        )
        self._socket = socket
        self._own = environment

    async def _close(self) -> None:
        await self._socket.close()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), **self._own}

    async def end(self) -> None:
        """End the process; kill it if it does not end by itself."""
        try:
            async with asyncio.timeout(EXIT_SECONDS):
                await self.stop()
        except TimeoutError:
            if self._process is not None:
                self._process.kill()


class Browsers:
    """Serves a command of Playbill to browsers. Links end in "#TOKEN", which browsers do not send in requests."""

    def __init__(
        self, arguments: Sequence[str], admits: Callable[[str], bool], environment: Callable[[str], Mapping[str, str]]
    ) -> None:
        """Prepare the pages.

        Args:
            arguments: Arguments of the `playbill` command that runs for each visitor.
            admits: Function that returns True for a valid token.
            environment: Function that returns the environment variables of a visitor's process, by token.
        """
        start = "from tui.cli.app import main; main()"
        self._command = f"exec {shlex.join([sys.executable, '-c', start, *arguments])} 2>/dev/null"
        self._admits = admits
        self._environment = environment
        self.visitors = 0
        """Number of visitors at present."""
        self._sockets: dict[str, list[web.WebSocketResponse]] = {}
        """Open connections by token, oldest first."""

    @property
    def routes(self) -> list[web.RouteDef]:
        """Routes for the page, the terminal's scripts and fonts, and the WebSocket."""
        return [
            web.get("/", self._page),
            web.get("/static/{name:.*}", self._static),
            web.get("/terminal/{token}", self._visit),
        ]

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _answer(Path(str(files("themes"))) / "browser.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        folder = Path(str(files("textual_serve"))) / "static"
        path = (folder / request.match_info["name"]).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            raise web.HTTPNotFound
        return _answer(path)

    async def _visit(self, request: web.Request) -> web.StreamResponse:
        token = request.match_info["token"]
        scheme, _, origin = request.headers.get("Origin", "").partition("://")
        if scheme not in ("http", "https") or origin != request.host:
            raise web.HTTPForbidden(text="open the page itself")
        if not self._admits(token):
            await asyncio.sleep(1.0)  # slows down attempts to guess tokens
            raise web.HTTPForbidden(text="no seat has this token")
        if self.visitors >= MAX_VISITORS:
            raise web.HTTPServiceUnavailable(text=f"there are {MAX_VISITORS} visitors already")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MAX_REQUEST_BYTES)
        await socket.prepare(request)
        process = _Process(self._command, socket, self._environment(token))
        self.visitors += 1
        sockets = self._sockets.setdefault(token, [])
        sockets.append(socket)
        for older in sockets[:-MAX_VISITORS_PER_LINK]:
            await older.close()
        try:
            await process.start(_size(request, "width", 80), _size(request, "height", 24))
            await _pass_on(socket, process)
        finally:
            self.visitors -= 1
            sockets.remove(socket)
            await process.end()
        return socket


async def serve_lobby(listening: socket.socket, token: str) -> None:
    """Serve the lobby until cancelled, to visitors who have the token."""
    browsers = Browsers([], lambda sent: compare_digest(sent.encode(), token.encode()), lambda sent: {})
    app = web.Application()
    app.add_routes(browsers.routes)
    runner = web.AppRunner(app, access_log=None, logger=QUIET, shutdown_timeout=EXIT_SECONDS)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


async def _pass_on(socket: web.WebSocketResponse, process: AppService) -> None:
    """Pass keys and window sizes to the process until the page is closed; ignore other messages."""
    async for frame in socket:
        try:
            message = frame.json() if frame.type == web.WSMsgType.TEXT else None
        except (ValueError, RecursionError):
            continue
        match message:
            case ["stdin", str(keys)]:
                await process.send_bytes(keys.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}] if max(width, height) <= MAX_WINDOW_SIZE:
                await process.set_terminal_size(max(1, width), max(1, height))
            case ["ping", data]:
                await socket.send_json(["pong", data])
            case ["blur"]:
                await process.blur()
            case ["focus"]:
                await process.focus()


def _size(request: web.Request, name: str, default: int) -> int:
    text = request.query.get(name, "")
    return min(MAX_WINDOW_SIZE, max(1, int(text))) if text.isascii() and text.isdigit() and len(text) < 6 else default


def _answer(path: Path) -> web.FileResponse:
    return web.FileResponse(path, headers=SECURITY_HEADERS)
