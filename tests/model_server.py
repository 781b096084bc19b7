"""A real HTTP server on loopback that speaks the chat-completions protocol, well or badly.

In a process of its own: python -m tests.model_server --sleep 0.05; it prints its address and ends when stdin closes.
"""

import argparse
import asyncio
import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from tests.model_behaviors import GOOD, OK, Behavior, catalog, error, good, slow
from tests.model_wire import Exchange, Request

CHAT = "/v1/chat/completions"
MODELS = "/v1/models"
NOT_FOUND = error(404, "Invalid URL", "invalid_request_error")
CATALOG = catalog("test-model")


class ModelServer:
    """Answers one chat request with each behavior in order of arrival, and the rest with `then`.

    The list of models gets `models`, other paths get `elsewhere`.
    """

    def __init__(
        self,
        *behaviors: Behavior,
        then: Behavior = GOOD,
        models: Behavior = CATALOG,
        elsewhere: Behavior = NOT_FOUND,
        port: int = 0,
        keep: bool = True,
    ) -> None:
        self.requests: list[Request] = []
        self.count = self.busy = self.peak = 0  # chat requests: seen, in flight, most in flight at once
        self.connections = 0
        self._behaviors = iter(behaviors)
        self._then = then
        self._models = models
        self._elsewhere = elsewhere
        self._port = port
        self._keep = keep
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: list[BaseException] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="model-server", daemon=True)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def chats(self) -> list[Request]:
        """The chat requests alone."""
        return [request for request in self.requests if request.path == CHAT]

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends every connection; a mistake in a behavior surfaces here."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._failures:
            raise self._failures[0]

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port, backlog=1024)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # lets the transports go

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = self._loop.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()):
            self._failures.append(failure)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                while await self._answer(reader, writer):
                    pass
        except asyncio.CancelledError:
            writer.transport.abort()  # does not wait for a client that reads no more
            raise
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request; true if the connection goes on."""
        request = await read_request(reader)
        if self._keep:
            self.requests.append(request)
        exchange = Exchange(request, reader, writer)
        try:
            await self._behave(exchange)
        finally:
            request.hung_up = reader.at_eof() or reader.exception() is not None
        return exchange.keep and request.headers.get("connection") != "close"

    async def _behave(self, exchange: Exchange) -> None:
        if exchange.request.path != CHAT:
            return await (self._models if exchange.request.path == MODELS else self._elsewhere)(exchange)
        self.count += 1
        self.busy += 1
        self.peak = max(self.peak, self.busy)
        try:
            return await next(self._behaviors, self._then)(exchange)
        finally:
            self.busy -= 1


async def read_request(reader: asyncio.StreamReader) -> Request:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    start, *lines = text.rstrip().split("\r\n")
    method, path, _ = start.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    payload = await reader.readexactly(int(headers.get("content-length", 0)))
    is_json = headers.get("content-type") == "application/json"
    return Request(method, path, headers, json.loads(payload) if is_json and payload else {}, payload)


@contextmanager
def model_process(sleep: float = 0.0, text: str = OK) -> Iterator[str]:
    """The base of a server in a process of its own."""
    command = [sys.executable, "-m", "tests.model_server", "--sleep", str(sleep), "--text", text]
    root = Path(__file__).parent.parent
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as child:
        assert child.stdout
        yield child.stdout.readline().strip()


def wait_for_stdin(seconds: float) -> None:
    """Until stdin closes, or so many seconds."""
    end = time.monotonic() + seconds
    while select.select([0], [], [], max(0.0, end - time.monotonic()))[0] and os.read(0, 4096):
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--sleep", type=float, default=0.0, help="seconds before each reply")
    parser.add_argument("--seconds", type=float, default=300.0, help="ends after that long")
    parser.add_argument("--text", default=OK, help="what every reply says")
    options = parser.parse_args()
    with ModelServer(then=slow(options.sleep, good(options.text)), port=options.port, keep=False) as server:
        print(server.base, flush=True)
        wait_for_stdin(options.seconds)


if __name__ == "__main__":
    main()
