"""A machine that halts now and then: `pytest -p tests.stalls`. No test may depend on how fast anything goes.

The event loop is held up at random, so that what runs side by side meets in other orders than it does on a quick,
quiet machine. STALLS seeds it, for another run of bad luck.
"""

import os
import random
import time
from asyncio import base_events

SHARE, LONGEST = 0.02, 0.08
"""Rounds of the loop that are held up, and for how many seconds at most."""

_draw = random.Random(os.environ.get("STALLS", "1"))
_round = base_events.BaseEventLoop._run_once  # type: ignore[attr-defined]


def _halting_round(loop: base_events.BaseEventLoop) -> None:
    if _draw.random() < SHARE:
        time.sleep(_draw.random() * LONGEST)
    _round(loop)


base_events.BaseEventLoop._run_once = _halting_round  # type: ignore[attr-defined]
