"""A log with only its newest events in memory; older events are read from the recording."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, overload

from core.engine.events import Body, Event
from core.errors import UserError
from core.recording.line_format import Codec

PAGE = 512
"""Number of events that are read back at a time."""
WINDOW = 8 * PAGE
"""Number of newest events that stay in memory."""
CACHED = 32
"""Number of pages that stay in memory after they were read back."""


class EventPages(Sequence[Event]):
    """Events 1, 2, 3 … of a log, by index from 0.

    With the `path` of an uncompressed recording, which has event n in line n + 1, whole pages are dropped from memory
    after they are in the file. Without a path all events stay in memory.
    """

    def __init__(self, bodies: Iterable[type[Body]]) -> None:
        """Start empty. `bodies` are the scene's own event classes."""
        self.path: Path | None = None
        self._codec = Codec(bodies)
        self._recent: list[Event] = []
        self._pages: list[tuple[int, int]] = []
        """Offset and length in the file of each page that was dropped from memory."""
        self._page = lru_cache(CACHED)(self._read)
        self._file: BinaryIO | None = None
        self._end = 0
        """Offset of the next page in the file."""

    def append(self, event: Event) -> None:
        self._recent.append(event)
        if len(self._recent) >= WINDOW + PAGE and len(self._recent) % PAGE == 0:
            self._page_out()

    def __len__(self) -> int:
        return len(self._pages) * PAGE + len(self._recent)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        """Return one event or a slice. Raises UserError if another program changed the recording."""
        away = len(self._pages) * PAGE
        if isinstance(index, slice):
            chosen = range(len(self))[index]
            if chosen and chosen.step == 1 and chosen.start >= away:
                return self._recent[chosen.start - away : chosen.stop - away]
            return [self[i] for i in chosen]
        if index < 0:
            index += len(self)
        if index >= away:
            return self._recent[index - away]
        if index < 0:
            raise IndexError(index)
        return self._page(index // PAGE)[index % PAGE]

    def _page_out(self) -> None:
        """Drop the oldest pages from memory, as far as the recording has them."""
        if self.path is None or self.path.suffix == ".gz":
            return
        if self._file is None:
            try:
                self._file = self.path.open("rb")
            except OSError:
                return
            self._file.readline()  # skip the header
            self._end = self._file.tell()
        while len(self._recent) >= WINDOW + PAGE:
            self._file.seek(self._end)
            lines = [self._file.readline() for _ in range(PAGE)]
            if not lines[-1].startswith(b'{"n":%d,' % self._recent[PAGE - 1].n) or not lines[-1].endswith(b"\n"):
                return
            self._pages.append((self._end, sum(map(len, lines))))
            self._end += self._pages[-1][1]
            del self._recent[:PAGE]

    def _read(self, number: int) -> list[Event]:
        """Read a page that was dropped from memory."""
        assert self._file is not None
        offset, length = self._pages[number]
        self._file.seek(offset)
        try:
            page = [self._codec.decode(line) for line in self._file.read(length).splitlines()]
        except Exception as error:
            raise self._changed() from error
        if len(page) != PAGE or page[0].n != number * PAGE + 1:
            raise self._changed()
        return page

    def _changed(self) -> UserError:
        name = self.path.name if self.path else ""
        return UserError(f"{name} was changed by another program while it was shown; open it again.")
