"""Ctrl+C while worker processes play: the first ends the batch after the games under way, the second at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from types import FrameType
from typing import Self


class Interruption:
    """Handler of the signals that would raise KeyboardInterrupt, for the duration of a `with` block.

    Only the main thread can handle signals; in another one nothing changes.
    """

    def __init__(self) -> None:
        self.flag = get_context("spawn").RawValue("b", 0)
        """Shared flag; 1 as soon as workers should start no other game."""
        self._handled: list[signal.Signals] = []

    @property
    def requested(self) -> bool:
        """True after the first signal."""
        return bool(self.flag.value)

    def stop(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Let workers stop after the game under way. As a signal handler, raise KeyboardInterrupt the second time."""
        if number and self.requested:
            raise KeyboardInterrupt
        self.flag.value = 1

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for each in (signal.SIGINT, signal.SIGTERM):
                if signal.getsignal(each) is signal.default_int_handler:
                    signal.signal(each, self.stop)
                    self._handled.append(each)
        return self

    def __exit__(self, *error: object) -> None:
        for each in self._handled:
            signal.signal(each, signal.default_int_handler)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Keep Ctrl+C from processes that start in this block, even while they import modules."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
