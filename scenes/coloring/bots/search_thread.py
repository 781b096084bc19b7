"""Searches that take long, in a thread: whatever else the process does goes on meanwhile."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from scenes.coloring.problem.graph import Problem
from scenes.coloring.rules.observation import Observation

T = TypeVar("T")
LARGE = 10
"""Nodes of a cluster from which on exact search may take seconds."""
SEARCHING = threading.Lock()


def is_large(seen: Observation) -> bool:
    """Tell whether planning a turn may take so long that it is done aside."""
    return len(seen.problem.clusters[seen.name]) >= LARGE


def has_large(problem: Problem) -> bool:
    """Tell whether judging a turn, or the end, may take so long."""
    return any(len(nodes) >= LARGE for nodes in problem.clusters.values())


async def aside(make: Callable[[], T]) -> T:
    """Plan in a thread, one at a time: at once they would not be quicker, and leave little of the processor to others.
    What is cancelled before its time comes is not begun.
    """
    wanted = True

    def alone() -> T | None:
        with SEARCHING:
            return make() if wanted else None

    try:
        result = await asyncio.to_thread(alone)
    finally:
        wanted = False
    assert result is not None
    return result
