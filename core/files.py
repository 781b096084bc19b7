"""Locks, atomic replacement, and one-line errors for files that several processes write."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from core.errors import StorageError, UserError


def allow_open_files(count: int) -> None:
    """Let this process open so many files, as far as the system allows it."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = count if most == resource.RLIM_INFINITY else min(count, most)
    if now != resource.RLIM_INFINITY and now < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def lock(file: IO[bytes], path: Path, subject: Path | None = None) -> None:
    """Lock an open file for writing until it is closed, on systems with file locks.

    Another process may have replaced the file, so check that `path` still leads to it. A process that replaces a locked
    file locks the new one first.

    Raises:
        UserError: Another process holds the lock, or replaced or removed the file. The text names `subject`, or the
        path.
    """
    named = subject or path
    try:
        import fcntl
    except ImportError:  # Windows has no flock, and nothing prevents two writers there
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        replaced = not os.path.samestat(os.fstat(file.fileno()), path.stat())
    except BlockingIOError as error:
        raise UserError(f"{named} is in use by another Playbill; stop that one first.") from error
    except OSError as error:
        raise UserError(f"{named} cannot be locked: {error.strerror}.") from error
    if replaced:
        raise UserError(f"{named} is in use by another Playbill, which replaced it; stop that one first.")


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Convert an OSError in a `with` block to a StorageError that names `path`."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}") from error


@contextmanager
def creation_errors(path: Path, remedy: str) -> Iterator[None]:
    """Convert errors of creating `path` in a `with` block to a UserError that ends with a remedy."""
    try:
        yield
    except FileExistsError as error:
        raise UserError(f"{path} exists already; {remedy}.") from error
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}; {remedy}.") from error


def read_text(path: Path, most: int) -> str:
    """Read a UTF-8 file of at most `most` bytes. Raises UserError with a text to put after the file's name."""
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            size, unit = (most // 2**20, "MiB") if most >= 2**20 else (most // 2**10, "KiB")
            raise UserError(f"is larger than {size} {unit}")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"is not UTF-8 text (byte {error.start})") from error
    except ValueError as error:
        raise UserError("cannot be read: its name contains characters that file names cannot have") from error


def write_all(file: IO[bytes], path: Path, data: bytes) -> None:
    """Write all of `data` to an unbuffered file. Raises StorageError."""
    view = memoryview(data)
    with storage_errors(path):
        while view:
            view = view[file.write(view) :]


def replace_file(path: Path, data: bytes) -> None:
    """Replace or create a file atomically: readers see the old bytes or the new ones. Raises StorageError."""
    replacement(path, data).close()


def replacement(path: Path, data: bytes) -> IO[bytes]:
    """Replace a file as `replace_file` does, and return the new file, open and locked."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with storage_errors(path):
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
