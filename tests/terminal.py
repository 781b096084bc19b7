"""A real terminal for tests: the command runs in a pty, and a terminal emulator reads what it draws."""

import os
import signal
import time
from collections.abc import Mapping

import pexpect
import pyte
from wcwidth import wcwidth

PATIENCE = 120.0
"""Seconds in which whatever is waited for comes, also on a slow and busy machine."""


def _hear_hangups() -> None:
    """Undo what `nohup` has all its children inherit: a terminal that is closed ends what runs in it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class _Screen(pyte.Screen):
    """Characters that take no cell are left out: at most of them the emulator drops the rest of what is written."""

    def draw(self, data: str) -> None:
        super().draw("".join(letter for letter in data if wcwidth(letter)))


class Terminal:
    """One command in a terminal of its own."""

    def __init__(
        self, command: list[str], width: int = 80, height: int = 24, env: Mapping[str, str] | None = None
    ) -> None:
        self._screen = _Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self._open = True
        # an app that was tested in this process has left the size of its screen there
        outside = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        self._process = pexpect.spawn(
            command[0],
            command[1:],
            dimensions=(height, width),
            env={**outside, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})},
            preexec_fn=_hear_hangups,
        )

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def text(self) -> str:
        """What the screen shows now."""
        self._read(0.05)
        return "\n".join(self._screen.display)

    def column(self, x: int) -> list[str]:
        """What stands in a column of cells, row by row."""
        return [self._screen.buffer[y][x].data for y in range(self._screen.lines)]

    def wait_for(self, text: str) -> str:
        """The screen once it shows a text; fails if the command ends before it does, or shows nothing of the kind."""
        end = time.monotonic() + PATIENCE
        while True:
            alive = self._process.isalive() and time.monotonic() < end
            shown = self.text()
            if text in shown:
                return shown
            assert alive, f"{text!r} was never shown; the screen:\n{shown}"

    def send(self, keys: str) -> None:
        self._process.send(keys)

    def exit_code(self) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while self._process.isalive():
            self._read(0.05)
            assert time.monotonic() < end, f"it does not end; the screen:\n{self.text()}"
        self._read(0.05)
        self._process.close()
        self._open = False
        code = self._process.exitstatus
        return -1 if code is None else int(code)

    def kill(self) -> None:
        self._process.kill(9)
        self._process.wait()

    def _read(self, seconds: float) -> None:
        if not self._open:
            return
        try:
            data = self._process.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += data
        self._stream.feed(data)
