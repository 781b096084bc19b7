"""A headless Chromium for tests, driven over its debugging protocol: keys, clicks, the terminal's text, pictures."""

import asyncio
import base64
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

CHROMIUM = shutil.which("chromium")
PATIENCE = 60.0
NAMED = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowDown": (40, ""), "ArrowRight": (39, "")}
"""Key code and text of keys with a name."""


class Page:
    """One page of a browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._count = 0
        self.requests: list[str] = []
        """Addresses that the page has asked for."""

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol, and return its result."""
        self._count += 1
        number = self._count
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        async with asyncio.timeout(PATIENCE):
            async for frame in self._socket:
                message = json.loads(frame.data)
                if message.get("method") == "Network.requestWillBeSent":
                    self.requests.append(message["params"]["request"]["url"])
                if message.get("id") == number:
                    result: dict[str, Any] = message["result"]
                    return result
        raise AssertionError("the browser is gone")

    async def open(self, url: str, width: int = 1000, height: int = 560) -> None:
        """Open an address in a window of a size in pixels."""
        await self.call("Network.enable")
        await self.call("Page.enable")
        await self.resize(width, height)
        await self.call("Page.navigate", url=url)

    async def resize(self, width: int, height: int) -> None:
        """Change the window's size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.call("Emulation.setDeviceMetricsOverride", **size)

    async def run(self, script: str) -> Any:
        """Run a script in the page, and return its value."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            code, text = NAMED.get(key, (0, key))
            about = {"key": key, "windowsVirtualKeyCode": code, "text": text}
            await self.call("Input.dispatchKeyEvent", type="keyDown", **about)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def click(self, x: float, y: float) -> None:
        """Click at a place in pixels."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self, path: Path) -> None:
        """Save a picture of the window."""
        await self.call("Page.bringToFront")  # a page behind another one is not drawn
        answer = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


@asynccontextmanager
async def browser(pages: int) -> AsyncIterator[list[Page]]:
    """Start a browser with empty pages; it ends with the block."""
    assert CHROMIUM
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            CHROMIUM,
            *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
            *("--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={folder}"),
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with ClientSession() as http:
                port = await _port(Path(folder))
                sockets = []
                for _ in range(pages):
                    async with http.put(f"http://127.0.0.1:{port}/json/new") as answer:
                        url = (await answer.json())["webSocketDebuggerUrl"]
                    sockets.append(await http.ws_connect(url, max_msg_size=2**26))
                yield [Page(socket) for socket in sockets]
                for socket in sockets:
                    await socket.close()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _port(folder: Path) -> int:
    """Wait until the browser has written the port that it listens at."""
    path = folder / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE):
        while not (path.exists() and (text := path.read_text())):
            await asyncio.sleep(0.05)
    return int(text.split()[0])
