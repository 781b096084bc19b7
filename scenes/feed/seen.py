"""Threads shown to accounts of a crowd: sorted runs of keys, merged as they grow."""

from typing import Self

import numpy as np
from numpy.typing import NDArray

from scenes.feed.links import Integers, Numbers, held


class Seen:
    """A set of pairs. Each run is at least twice as long as the next, so that there are few."""

    def __init__(self) -> None:
        self._runs: list[Numbers] = []

    def add(self, threads: Integers, accounts: Integers) -> None:
        """Add new pairs."""
        run = np.sort(_keys(threads, accounts))
        while self._runs and len(self._runs[-1]) < 2 * len(run):
            run = np.concatenate((self._runs.pop(), run))
            run.sort(kind="stable")  # which merges what is in order already
        self._runs.append(run)

    def has(self, threads: Integers, accounts: Integers) -> NDArray[np.bool_]:
        keys = _keys(threads, accounts)
        found = np.zeros(len(keys), np.bool_)
        for run in self._runs:
            found |= held(run, keys)
        return found

    def copy(self) -> Self:
        other = type(self)()
        other._runs = self._runs.copy()  # runs themselves never change
        return other


def _keys(threads: Integers, accounts: Integers) -> Numbers:
    return threads.astype(np.int64) << 32 | accounts
