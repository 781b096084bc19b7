"""What a crowd has to know of posts and reshares, in columns beside `Posts`."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scenes.feed.posts import Item, Posts


class Threads:
    """By item: the thread, author, tick, topic, generation and appeal. By thread: who began it, and what it earned."""

    def __init__(self) -> None:
        self.of, self.authors, self.ticks, self.generations, self.starters = (np.empty(0, np.int32) for _ in range(5))
        self.topics = np.empty(0, np.uint8)
        self.appeals = np.empty(0, np.float64)
        self.attention, self.reshares = np.empty(0, np.int32), np.empty(0, np.int32)
        """Likes, replies, and reshares twice; and reshares."""

    def catch_up(self, posts: Posts) -> None:
        """Take in items that are new."""
        new = posts.items[len(self.of) :]
        if not new:
            return
        _, authors, ticks, topics, appeals, _, _, of, generations = zip(*new, strict=True)
        self.of = _longer(self.of, of)
        self.authors = _longer(self.authors, authors)
        self.ticks = _longer(self.ticks, ticks)
        self.topics = _longer(self.topics, topics)
        self.appeals = _longer(self.appeals, appeals)
        self.generations = _longer(self.generations, generations)
        roots: list[Item] = [posts.items[root] for root in posts.threads[len(self.starters) :]]
        self.starters = _longer(self.starters, tuple(root.author for root in roots))
        self.attention = _longer(self.attention, (0,) * len(roots))
        self.reshares = _longer(self.reshares, (0,) * len(roots))

    def earn(self, items: NDArray[np.int32], reshares: NDArray[np.bool_]) -> None:
        """Of engagements with these items, some of which are reshares."""
        threads = self.of[items]
        np.add.at(self.attention, threads, 1 + reshares)
        np.add.at(self.reshares, threads, reshares)

    def copy(self) -> Self:
        other = type(self)()
        other.__dict__.update(self.__dict__)
        other.attention, other.reshares = self.attention.copy(), self.reshares.copy()
        return other


def _longer(column: NDArray[Any], more: tuple[float, ...]) -> NDArray[Any]:
    return np.concatenate((column, np.array(more, column.dtype)))
