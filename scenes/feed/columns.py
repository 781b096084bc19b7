"""Lists and sets that grow all through a run, whose copies share what none of them changed since."""

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from itertools import chain
from typing import Self, TypeVar, overload

T = TypeVar("T")
Chunk = Callable[[], MutableSequence[T]]

CHUNK = 1024
"""Values in a chunk."""
WORD = 2048
"""Members in a word of bits."""


def integers() -> "array[int]":
    """Make a chunk of integers below 2**31."""
    return array("i")


class Rows(Sequence[T]):
    """A sequence that equals any other of the same values."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Column(Rows[T]):
    """A list that is appended to, and seldom changed elsewhere. A copy costs one pointer per chunk."""

    __slots__ = ("_chunks", "_length", "_new", "_own")

    def __init__(self, new: Chunk[T] = list) -> None:
        """`new` makes an empty chunk."""
        self._new = new
        self._chunks: list[MutableSequence[T]] = []
        self._own = bytearray()
        """By chunk: 1 if no copy shares it."""
        self._length = 0

    def append(self, value: T) -> None:
        if self._length % CHUNK == 0:
            self._chunks.append(self._new())
            self._own.append(1)
        self._changeable(-1).append(value)
        self._length += 1

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(self._length)[index]]
        if index < 0:
            index += self._length
        return self._chunks[index // CHUNK][index % CHUNK]

    def __setitem__(self, index: int, value: T) -> None:
        self._changeable(index // CHUNK)[index % CHUNK] = value

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._chunks)

    def __copy__(self) -> Self:
        self._own = bytearray(len(self._own))
        other = type(self)(self._new)
        other._chunks, other._own, other._length = self._chunks.copy(), bytearray(self._own), self._length
        return other

    def _changeable(self, chunk: int) -> MutableSequence[T]:
        if not self._own[chunk]:
            self._chunks[chunk] = self._chunks[chunk][:]
            self._own[chunk] = 1
        return self._chunks[chunk]


def raise_counts(counts: Column[int], indices: Iterable[int]) -> None:
    """Add one at each of the indices."""
    for index in indices:
        counts._changeable(index // CHUNK)[index % CHUNK] += 1


class Members:
    """A set of small numbers. A copy costs one pointer per word."""

    __slots__ = ("_words",)

    def __init__(self) -> None:
        self._words: list[int] = []
        """Bits of `WORD` numbers each."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Members) and self._words == other._words

    __hash__ = None  # type: ignore[assignment]

    def add(self, number: int) -> None:
        word = number // WORD
        if word >= len(self._words):
            self._words += [0] * (word + 1 - len(self._words))
        self._words[word] |= 1 << number % WORD

    def __contains__(self, number: int) -> bool:
        word = number // WORD
        return word < len(self._words) and self._words[word] >> number % WORD & 1 == 1

    def __copy__(self) -> Self:
        other = type(self)()
        other._words = self._words.copy()
        return other
