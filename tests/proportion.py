"""Whether work grows with its text, by a ratio of two measures in one run: the machine's speed does not matter."""

import time
from collections.abc import Callable


def in_proportion(work: Callable[[str], object], text: str) -> bool:
    """Four times the text should take about four times the work; where all meets all it takes sixteen times."""

    def least(text: str) -> float:
        took = []
        for _ in range(3):
            began = time.process_time()
            work(text)
            took.append(time.process_time() - began)
        return min(took)

    return least(text) < 10 * least(text[: len(text) // 4])
