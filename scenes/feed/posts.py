"""What is on the network: posts, replies and reshares, all numbered in the order in which they appeared."""

from typing import NamedTuple, Self


class Item(NamedTuple):
    """A post, a reply to one, or a reshare of one. It never changes; what it earned is counted beside it."""

    kind: str
    """post, reply or reshare."""
    author: int
    tick: int
    topic: int
    appeal: float
    """How catching it is, from 1 up; few are far above."""
    text: str
    parent: int
    """The item that was answered or reshared, -1 for a post."""
    thread: int
    """Which post it goes back to, as a number among the posts."""
    generation: int
    """Reshares between it and its post."""


class Posts:
    """Items and their counts. What a reshare earns, the items above it earn as well."""

    __slots__ = ("items", "levels", "likes", "replies", "reshares", "threads")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.threads: list[int] = []
        """The post that each thread began with."""
        self.levels: list[tuple[int, ...]] = []
        """Of each thread, posts and reshares by generation."""
        self.likes: list[int] = []
        self.replies: list[int] = []
        self.reshares: list[int] = []

    def post(self, author: int, tick: int, topic: int, appeal: float, text: str) -> int:
        """The number of a new post."""
        self.threads.append(len(self.items))
        self.levels.append((1,))
        return self._add(Item("post", author, tick, topic, appeal, text, -1, len(self.threads) - 1, 0))

    def like(self, item: int) -> None:
        self._count(self.likes, item)

    def reply(self, item: int, author: int, tick: int, text: str) -> int:
        """The number of a new reply."""
        to = self.items[item]
        self._count(self.replies, item)
        return self._add(Item("reply", author, tick, to.topic, 1.0, text, item, to.thread, to.generation))

    def reshare(self, item: int, author: int, tick: int) -> int:
        """The number of a new reshare."""
        of = self.items[item]
        generation = of.generation + 1
        self._count(self.reshares, item)
        levels = self.levels[of.thread]
        grown = levels[generation] + 1 if generation < len(levels) else 1
        self.levels[of.thread] = (*levels[:generation], grown, *levels[generation + 1 :])
        return self._add(Item("reshare", author, tick, of.topic, of.appeal, of.text, item, of.thread, generation))

    def _add(self, item: Item) -> int:
        self.items.append(item)
        for counts in (self.likes, self.replies, self.reshares):
            counts.append(0)
        return len(self.items) - 1

    def _count(self, counts: list[int], item: int) -> None:
        while item >= 0:
            counts[item] += 1
            item = self.items[item].parent

    def root(self, item: int) -> int:
        """The post that an item goes back to."""
        return self.threads[self.items[item].thread]

    def size(self, thread: int) -> int:
        """The post and its reshares."""
        return sum(self.levels[thread])

    def members(self, thread: int) -> list[int]:
        """The post and its reshares, oldest first."""
        return [n for n, item in enumerate(self.items) if item.thread == thread and item.kind != "reply"]

    def copy(self) -> Self:
        other = type(self)()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name).copy())
        return other
