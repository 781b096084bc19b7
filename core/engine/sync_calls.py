"""Synchronous calls from where an event loop may be running already, such as a notebook."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def run_sync(call: Callable[[], T]) -> T:
    """Make a call that runs an event loop of its own; where one is running, in another thread, and wait for it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    thread = ThreadPoolExecutor(1, "playbill")
    try:
        return thread.submit(copy_context().run, call).result()
    finally:
        thread.shutdown(wait=False)
