"""A crowd's columns of posts and reshares, beside `Posts`."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scenes.feed.posts import Posts


class Threads:
    """Thread, author, tick, topic, generation and appeal by item; author and earned attention by thread."""

    def __init__(self) -> None:
        self.of, self.authors, self.ticks, self.generations, self.starters = (np.empty(0, np.int32) for _ in range(5))
        self.topics = np.empty(0, np.uint8)
        self.appeals = np.empty(0, np.float64)
        self.attention, self.reshares = np.empty(0, np.int32), np.empty(0, np.int32)
        """Likes, replies, and reshares twice; and reshares."""

    def catch_up(self, posts: Posts) -> None:
        """Take in items that are new."""
        items, new = posts.items, slice(len(self.of), len(posts.items))
        if new.start == new.stop:
            return
        self.of = _longer(self.of, items.thread[new])
        self.authors = _longer(self.authors, items.author[new])
        self.ticks = _longer(self.ticks, items.tick[new])
        self.topics = _longer(self.topics, items.topic[new])
        self.appeals = _longer(self.appeals, [items.appeal_of(n) for n in range(new.start, new.stop)])
        self.generations = _longer(self.generations, items.generation[new])
        roots = posts.threads[len(self.starters) :]
        self.starters = _longer(self.starters, [items.author[root] for root in roots])
        self.attention = _longer(self.attention, (0,) * len(roots))
        self.reshares = _longer(self.reshares, (0,) * len(roots))

    def earn(self, items: NDArray[np.int32], reshares: NDArray[np.bool_]) -> None:
        """Add engagements with these items, some of which are reshares."""
        threads = self.of[items]
        np.add.at(self.attention, threads, 1 + reshares)
        np.add.at(self.reshares, threads, reshares)

    def copy(self) -> Self:
        other = type(self)()
        other.__dict__.update(self.__dict__)
        other.attention, other.reshares = self.attention.copy(), self.reshares.copy()
        return other


def _longer(column: NDArray[Any], more: Sequence[float]) -> NDArray[Any]:
    return np.concatenate((column, np.array(more, column.dtype)))
