"""Lists and sets that grow throughout a run, with cheap copies that share unchanged parts."""

from array import array
from collections.abc import Callable, Collection, Iterator, MutableSequence, Sequence
from itertools import chain
from typing import Self, TypeVar, overload

T = TypeVar("T")
Chunk = Callable[[], MutableSequence[T]]

CHUNK_SIZE = 1024
"""Number of values per chunk."""
WORD_BITS = 1024
"""Number of bits in a word."""


def integers() -> "array[int]":
    """Return an empty chunk of integers below 2**31."""
    return array("i")


class ComparableSequence(Sequence[T]):
    """A sequence that equals any other sequence with the same values."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class SharedColumn(ComparableSequence[T]):
    """A list that mostly grows at its end. A copy costs one pointer per chunk."""

    __slots__ = ("_chunks", "_length", "_new", "_own")

    def __init__(self, new: Chunk[T] = list) -> None:
        """Create an empty column; `new` creates an empty chunk."""
        self._new = new
        self._chunks: list[MutableSequence[T]] = []
        self._own = bytearray()
        """1 for each chunk that no copy shares."""
        self._length = 0

    def append(self, value: T) -> None:
        if self._length == len(self._chunks) * CHUNK_SIZE:
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
            start, stop, step = index.indices(self._length)
            return self._between(start, stop) if step == 1 else [self[i] for i in range(start, stop, step)]
        if index < 0:
            index += self._length
        return self._chunks[index // CHUNK_SIZE][index % CHUNK_SIZE]

    def __setitem__(self, index: int, value: T) -> None:
        self._changeable(index // CHUNK_SIZE)[index % CHUNK_SIZE] = value

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._chunks)

    def __copy__(self) -> Self:
        self._own = bytearray(len(self._own))
        other = object.__new__(type(self))
        other._new = self._new
        other._chunks, other._own, other._length = self._chunks.copy(), bytearray(self._own), self._length
        return other

    def _between(self, start: int, stop: int) -> list[T]:
        values: list[T] = []
        while start < stop:
            chunk, first = divmod(start, CHUNK_SIZE)
            values += self._chunks[chunk][first : first + stop - start]
            start += min(CHUNK_SIZE - first, stop - start)
        return values

    def _changeable(self, chunk: int) -> MutableSequence[T]:
        if not self._own[chunk]:
            self._chunks[chunk] = self._chunks[chunk][:]
            self._own[chunk] = 1
        return self._chunks[chunk]


class NumberSet:
    """A set of numbers that arrive roughly in order, stored as words of bits. A copy costs one entry per word."""

    __slots__ = ("_words",)

    def __init__(self) -> None:
        self._words: dict[int, int] = {}
        """Words by number // `WORD_BITS`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberSet) and self._words == other._words

    __hash__ = None  # type: ignore[assignment]

    def add(self, number: int) -> None:
        word = number // WORD_BITS
        self._words[word] = self._words.get(word, 0) | 1 << number % WORD_BITS

    def __contains__(self, number: int) -> bool:
        return self._words.get(number // WORD_BITS, 0) >> number % WORD_BITS & 1 == 1

    def keep(self, words: Collection[int]) -> None:
        """Drop the numbers of all other words."""
        self._words = {word: bits for word, bits in self._words.items() if word in words}

    def __copy__(self) -> Self:
        other = type(self)()
        other._words = self._words.copy()
        return other
