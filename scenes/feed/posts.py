"""Posts, replies and reshares of a network, numbered in order of appearance."""

from array import array
from copy import copy
from itertools import compress
from typing import NamedTuple, Self, cast, overload

from scenes.feed.columns import ComparableSequence, SharedColumn, integers

KINDS = ("post", "reply", "reshare")
POSTED, REPLIED, RESHARED = range(3)
ItemRow = tuple[int, int, int, int, float, str, int, int, int]
"""An `Item` whose kind is an index into `KINDS`."""


class Item(NamedTuple):
    """A post, a reply, or a reshare. It never changes; its likes and replies are counted elsewhere."""

    kind: str
    """Kind of item: post, reply or reshare."""
    author: int
    tick: int
    topic: int
    appeal: float
    """Factor on the item's heat, 1 or more; few items have a high appeal."""
    text: str
    parent: int
    """Item that this one answers or reshares; -1 for a post."""
    thread: int
    """Number of the original post."""
    generation: int
    """Number of reshares between the item and its original post."""


_SHARED_SHAPES: dict[tuple[int, ...], tuple[int, ...]] = {}
"""Generation counts of small cascades, shared by equal cascades to save memory."""
SMALL_CASCADE = 8
"""Maximum number of posts and reshares of a cascade that counts as small."""


class Items(ComparableSequence[Item]):
    """Items by number, in columns that copies share; each copy knows how many rows are its own.

    The original appends to the columns. A copy that applies the same events finds its next rows in them; when it has
    to add another row, it continues with its own columns.
    """

    __slots__ = ("_count", "_first", "_listed", "_places", *Item._fields)

    def __init__(self) -> None:
        self._count = 0
        self._first = True
        """True if this object may append to the columns: the original, or a copy with its own columns."""
        self.kind = array("B")
        """Kind of each item, as an index into `KINDS`."""
        self.author, self.tick, self.topic = array("i"), array("i"), array("H")
        self.appeal, self.text = array("I"), array("I")
        """Appeal and text of each item, as indexes into `_listed`."""
        self._listed: list[float | str] = []
        self._places: dict[float | str, int] = {}
        """Index of each distinct appeal and text, because bots use the same ones repeatedly."""
        self.parent, self.thread, self.generation = array("i"), array("i"), array("i")

    def add(self, row: ItemRow) -> int:
        """Append an item. Returns its number."""
        number = self._count
        self._count += 1
        if not self._first:
            if number < len(self.generation) and self._row(number) == row:
                return number
            for name in Item._fields:
                setattr(self, name, getattr(self, name)[:number])
            self._places, self._listed = self._places.copy(), self._listed.copy()
            self._first = True
        kind, author, tick, topic, appeal, text, parent, thread, generation = row
        self.kind.append(kind)
        self.author.append(author)
        self.tick.append(tick)
        self.topic.append(topic)
        self.appeal.append(self._index_of(appeal))
        self.text.append(self._index_of(text))
        self.parent.append(parent)
        self.thread.append(thread)
        self.generation.append(generation)  # appended last, because copies check its length
        return number

    def _index_of(self, value: float | str) -> int:
        place = self._places.setdefault(value, len(self._listed))
        if place == len(self._listed):
            self._listed.append(value)
        return place

    def appeal_of(self, n: int) -> float:
        return cast(float, self._listed[self.appeal[n]])

    def text_of(self, n: int) -> str:
        return cast(str, self._listed[self.text[n]])

    def _row(self, n: int) -> ItemRow:
        return (
            self.kind[n],
            self.author[n],
            self.tick[n],
            self.topic[n],
            self.appeal_of(n),
            self.text_of(n),
            self.parent[n],
            self.thread[n],
            self.generation[n],
        )

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[n] for n in range(self._count)[index]]
        row = self._row(range(self._count)[index])
        return Item(KINDS[row[0]], *row[1:])

    def numbers(self, column: str, value: int) -> list[int]:
        """Return the numbers of the items with this value in an integer column."""
        held = getattr(self, column)
        return list(compress(range(self._count), map(value.__eq__, held)))

    def tally(self, column: str, value: int) -> int:
        """Count the items with this value in an integer column."""
        held: array[int] = getattr(self, column)
        return held[: self._count].count(value)

    def __copy__(self) -> Self:
        other = type(self)()
        for name in ("_count", "_listed", "_places", *Item._fields):
            setattr(other, name, getattr(self, name))
        other._first = False
        return other


class Posts:
    """Items and their counts. Engagements with a reshare also count for the items that led to it."""

    __slots__ = ("attention", "cascades", "items", "levels", "likes", "replies", "reshares", "threads")

    def __init__(self) -> None:
        self.items = Items()
        self.threads: SharedColumn[int] = SharedColumn(integers)
        """The post that starts each thread."""
        self.levels: SharedColumn[tuple[int, ...]] = SharedColumn()
        """Number of posts and reshares of each thread, by generation."""
        self.likes, self.replies, self.reshares = SharedColumn(integers), SharedColumn(integers), SharedColumn(integers)
        self.attention = array("i")
        """Likes plus replies plus twice the reshares, by thread."""
        self.cascades = 0
        """Number of threads with a reshare."""

    def post(self, author: int, tick: int, topic: int, appeal: float, text: str) -> int:
        """Add a post, and return its number."""
        thread = len(self.threads)
        self.threads.append(len(self.items))
        self.levels.append((1,))
        self.attention.append(0)
        return self._add((POSTED, author, tick, topic, appeal, text, -1, thread, 0))

    def like(self, item: int) -> None:
        self._count_engagement(self.likes, item, 1)

    def reply(self, item: int, author: int, tick: int, text: str) -> int:
        """Add a reply, and return its number."""
        to = self.items
        self._count_engagement(self.replies, item, 1)
        topic, thread, generation = to.topic[item], to.thread[item], to.generation[item]
        return self._add((REPLIED, author, tick, topic, 1.0, text, item, thread, generation))

    def reshare(self, item: int, author: int, tick: int, comment: str = "") -> int:
        """Add a reshare, whose text is the item's with a comment behind it, and return its number."""
        of = self.items
        thread, generation = of.thread[item], of.generation[item] + 1
        self._count_engagement(self.reshares, item, 2)
        levels = self.levels[thread]
        self.cascades += len(levels) == 1
        grown = levels[generation] + 1 if generation < len(levels) else 1
        levels = (*levels[:generation], grown, *levels[generation + 1 :])
        self.levels[thread] = _SHARED_SHAPES.setdefault(levels, levels) if sum(levels) <= SMALL_CASCADE else levels
        topic, appeal, text = of.topic[item], of.appeal_of(item), of.text_of(item) + comment
        return self._add((RESHARED, author, tick, topic, appeal, text, item, thread, generation))

    def _add(self, row: ItemRow) -> int:
        for counts in (self.likes, self.replies, self.reshares):
            counts.append(0)
        return self.items.add(row)

    def _count_engagement(self, counts: SharedColumn[int], item: int, attention: int) -> None:
        self.attention[self.items.thread[item]] += attention
        parents = self.items.parent
        while item >= 0:
            counts[item] += 1
            item = parents[item]

    def root(self, item: int) -> int:
        """Return the original post of an item."""
        return self.threads[self.items.thread[item]]

    def size(self, thread: int) -> int:
        """Return the number of posts in a thread: the original and its reshares."""
        return sum(self.levels[thread])

    def members(self, thread: int) -> list[int]:
        """Return the original post and its reshares, oldest first."""
        return [n for n in self.items.numbers("thread", thread) if self.items.kind[n] != REPLIED]

    def answers(self, thread: int) -> list[Item]:
        """Return the replies to the post and its reshares, oldest first."""
        return [self.items[n] for n in self.items.numbers("thread", thread) if self.items.kind[n] == REPLIED]

    def __copy__(self) -> Self:
        other = type(self)()
        for name in self.__slots__:
            setattr(other, name, copy(getattr(self, name)))
        return other


class Weights:
    """Factors on the scores of accounts and topics, set by interventions: 1 by default, 0 if muted."""

    __slots__ = ("authors", "topics")

    def __init__(self) -> None:
        self.authors: dict[int, float] = {}
        self.topics: dict[int, float] = {}

    def of(self, number: int, posts: Posts) -> float:
        """Return an item's factor; it is 0 for items and reshares of muted accounts."""
        items = posts.items
        by, author = items.author[number], items.author[posts.root(number)]
        factor = self.authors.get(author, 1.0) * self.topics.get(items.topic[number], 1.0)
        return factor if by == author else factor * self.authors.get(by, 1.0)

    def __copy__(self) -> "Weights":
        other = Weights()
        other.authors, other.topics = self.authors.copy(), self.topics.copy()
        return other
