"""Locks, atomic replacement and one-line storage errors for files that several processes write."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from core.errors import StorageError, UserError


def lock(file: IO[bytes], path: Path, subject: Path | None = None) -> None:
    """Lock an open file for writing, where the system can, until it is closed.

    The locked file is the one at `path`: a process that replaces a locked file locks the new one first.

    Raises:
        UserError: Another process has the lock, or has replaced or removed the file. Names `subject`, or the path.
    """
    named = subject or path
    try:
        import fcntl
    except ImportError:  # Windows has no flock; there, two writers are the users' to avoid
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        replaced = not os.path.samestat(os.fstat(file.fileno()), path.stat())
    except BlockingIOError as error:
        raise UserError(f"{named} is still being played by another Playbill; stop that one first.") from error
    except OSError as error:
        raise UserError(f"{named} cannot be locked: {error.strerror}.") from error
    if replaced:
        raise UserError(f"{named} is still being played by another Playbill, which replaced it; stop that one first.")


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn an OSError into a StorageError that names `path`."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}") from error


def write_all(file: IO[bytes], path: Path, data: bytes) -> None:
    """Write all of `data` to an unbuffered file. Raises StorageError."""
    view = memoryview(data)
    with storing(path):
        while view:
            view = view[file.write(view) :]


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file, or create it; a reader sees the old bytes or the new ones. Raises StorageError."""
    replacement(path, data).close()


def replacement(path: Path, data: bytes) -> IO[bytes]:
    """Replace a file like `replace_file`, and return the new one, locked before it is moved to `path`."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with storing(path):
        file = fresh.open("wb", buffering=0)
        try:
            lock(file, fresh)
            write_all(file, path, data)
            fresh.replace(path)
        except BaseException:
            file.close()
            fresh.unlink(missing_ok=True)
            raise
    return file
