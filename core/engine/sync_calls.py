"""Synchronous calls from code with a running event loop, such as a notebook."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def run_sync(call: Callable[[], T]) -> T:
    """Call a function that runs its own event loop; if one is already running, call it in another thread and wait."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    thread = ThreadPoolExecutor(1, "playbill")
    try:
        return thread.submit(copy_context().run, call).result()
    finally:
        thread.shutdown(wait=False)
