"""The app as textual-serve runs it, in a terminal emulator that is fed through the web driver's packets."""

import json
import os
import select
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pyte

from tests.terminal import PATIENCE

PRELUDE = b"__GANGLION__\n"
"""What an app prints before its first packet."""


class WebTerminal:
    """One command behind pipes, in the environment that textual-serve gives it."""

    def __init__(self, command: Sequence[str], data: Path, width: int = 80, height: int = 24) -> None:
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._unread = b""
        self.meta: list[dict[str, object]] = []
        """Packets that are no drawing, such as the one at the app's exit."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **os.environ,
                "PLAYBILL_DATA": str(data),
                "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
                "TEXTUAL_COLOR_SYSTEM": "truecolor",
                "COLUMNS": str(width),
                "ROWS": str(height),
            },
        )
        self._wait_for_prelude()

    def send(self, keys: str) -> None:
        """Type keys, in one packet."""
        self._write(b"D", keys.encode())

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)
        self._write(b"M", json.dumps({"type": "resize", "width": width, "height": height}).encode())

    def wait_for(self, text: str) -> str:
        """Return the screen once it shows a text."""
        end = time.monotonic() + PATIENCE
        while text not in (shown := "\n".join(self._screen.display)):
            goes_on = self._read() and time.monotonic() < end
            assert goes_on, f"{text!r} was never shown; the screen:\n{shown}"
        return shown

    def close(self) -> int:
        """Quit as textual-serve does when the page is closed. Returns the exit code."""
        self._write(b"M", b'{"type": "quit"}')
        return self.exit_code()

    def exit_code(self) -> int:
        """Wait for the end; the exit code."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """End it if it still runs."""
        self._process.kill()
        self._process.communicate()

    def _write(self, kind: bytes, payload: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
        self._process.stdin.flush()

    def _wait_for_prelude(self) -> None:
        while PRELUDE not in self._unread:
            assert self._receive(), f"no Textual app started: {self._unread!r} {self._errors()}"
        before, _, self._unread = self._unread.partition(PRELUDE)
        assert before == b"", "something was printed into the protocol"

    def _read(self) -> bool:
        """Take the packets of one read. False at the end."""
        goes_on = self._receive()
        while len(self._unread) >= 5:
            size = int.from_bytes(self._unread[1:5], "big")
            if len(self._unread) < 5 + size:
                break
            kind, payload = self._unread[:1], self._unread[5 : 5 + size]
            self._unread = self._unread[5 + size :]
            if kind == b"D":
                self._stream.feed(payload)
            else:
                assert kind == b"M", f"no packet: {kind!r}"
                self.meta.append(json.loads(payload))
        return goes_on

    def _receive(self) -> bool:
        """Wait for output. False if there is no more."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        data = os.read(self._process.stdout.fileno(), 65536) if ready else b""
        self._unread += data
        return bool(data)

    def _errors(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read().decode()
