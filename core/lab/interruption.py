"""Ctrl+C while worker processes play: the first ends the batch after the current games, the second at once.

Workers ignore it themselves; they read the parent's flag, and exit when the parent is gone.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import ctypes


class Interruption:
    """Handler of Ctrl+C (and of other signals that raise KeyboardInterrupt) during a `with` block.

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
        """Let workers stop after their current games. As a signal handler, raise KeyboardInterrupt the second time."""
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


_interrupted: list["ctypes.c_byte"] = []
"""In a worker: the parent's flag, if it shares one."""


def begin_worker(interrupted: "ctypes.c_byte | None" = None) -> None:
    """Ignore interrupts, which the parent handles, and exit with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _interrupted[:] = [] if interrupted is None else [interrupted]
    threading.Thread(target=_exit_after, args=(parent_process(),), daemon=True).start()


def is_interrupted() -> bool:
    """Return True if the batch was interrupted; the worker then starts no other game."""
    return bool(_interrupted and _interrupted[0].value)


def _exit_after(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)
