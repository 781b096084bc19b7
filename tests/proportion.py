"""Whether work grows with its text, by a ratio of two measures in one run: the machine's speed does not matter."""

import time
from collections.abc import Callable
from math import inf

LEAST, MOST = 3, 20
"""Rounds: a machine that is slow for a moment is given more of them."""


def in_proportion(work: Callable[[str], object], text: str) -> bool:
    """Four times the text should take about four times the work; where all meets all it takes sixteen times."""

    def took(text: str) -> float:
        began = time.process_time()
        work(text)
        return time.process_time() - began

    quarter, whole = inf, inf
    for n in range(MOST):
        quarter, whole = min(quarter, took(text[: len(text) // 4])), min(whole, took(text))
        if n + 1 >= LEAST and whole < 10 * quarter:
            return True
    return False
