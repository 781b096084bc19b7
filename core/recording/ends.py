"""The two ends of a recording, its header and its last whole line, read without the events between them."""

import gzip
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from core.errors import UserError
from core.recording.header import Header
from core.recording.line_format import MAX_LINE
from core.recording.reader import Reader


class LastLine(msgspec.Struct):
    """The last whole line of a recording."""

    turn: int
    kind: str
    data: dict[str, Any] = {}


def is_packed(path: Path) -> bool:
    """Return True for a gzipped recording, whose last line is only found by unpacking all of it."""
    return path.suffix == ".gz"


def read_ends(path: Path) -> tuple[Header, LastLine | None]:
    """Read a recording's header and its last whole line: None if there is none, or the file is packed.

    Raises UserError.
    """
    try:
        with gzip.open(path) if is_packed(path) else path.open("rb") as file:
            reader = Reader("")
            reader.feed(file.readline(MAX_LINE + 1))
            header = reader.finish()
            last = b"" if isinstance(file, gzip.GzipFile) else _last_line(file)
        return header, msgspec.json.decode(last, type=LastLine) if last else None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UserError("the gzip file is incomplete") from error
    except OSError as error:
        raise UserError(error.strerror or "it cannot be read") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError("its last line is not an event") from error


def _last_line(file: BinaryIO) -> bytes:
    """Return the last whole line after the header, whose end is the file's position."""
    start = file.tell()
    size = file.seek(0, os.SEEK_END)
    back = 2**13
    while True:
        at = max(start, size - back)
        file.seek(at)
        lines = file.read(size - at).split(b"\n")[:-1]
        whole = lines if at == start else lines[1:]
        if whole or at == start:
            return whole[-1] if whole else b""
        if back > 2 * MAX_LINE:
            raise UserError("its last line is too long")
        back *= 8
