"""Digests of the wishes that the user has started before: in this process, and in a file of the data folder.

The file only saves the user from writing `--allow` again, so its loss is harmless. It holds one short JSON line for
each digest, appended in one write, so that many processes can write at once.
"""

import os
from collections.abc import Collection
from contextlib import suppress
from hashlib import sha256
from os.path import isabs
from pathlib import Path

import msgspec

from core.trust.wishes import Wish
from core.user_config import data_folder

NAME = "granted.txt"
LARGEST = 2**22
"""Bytes of the file that are read."""
_started: set[str] = set()
"""Digests of wishes that the user has started in this process."""
_written: set[tuple[Path, str]] = set()
"""Files with the digests that they are known to hold."""


class Line(msgspec.Struct):
    """A digest, and sentences about its wishes."""

    digest: str
    what: list[str] = []


def digest(wishes: Collection[Wish]) -> str:
    """Return the digest of a set of wishes, and of the working directory if one depends on it."""
    local = (wish.kind in ("import", "start") or (wish.kind == "read" and not isabs(wish.target)) for wish in wishes)
    here = os.getcwd() if any(local) else ""
    sorted_wishes = sorted((wish.kind, wish.target, wish.allow, wish.mark) for wish in wishes)
    return sha256(msgspec.json.encode((here, sorted_wishes))).hexdigest()


def start(wishes: Collection[Wish]) -> None:
    """Grant wishes that the user starts, for this process."""
    if wishes:
        _started.add(digest(wishes))


def remember(wishes: Collection[Wish]) -> None:
    """Grant wishes that the user starts, from now on; for this process if the file cannot be written."""
    if not wishes or (_path(), key := digest(wishes)) in _written:
        return
    start(wishes)
    _written.add((_path(), key))
    if key in _read():
        return
    line = Line(key, [wish.sentence for wish in wishes])
    with suppress(OSError):
        _path().parent.mkdir(parents=True, exist_ok=True)
        with _path().open("ab", buffering=0) as file:
            file.write(b"\n" + msgspec.json.encode(line) + b"\n")  # a cut line of another process spoils only itself


def knows(wishes: Collection[Wish]) -> bool:
    """Return True if the user has started exactly these wishes before."""
    return digest(wishes) in _started or digest(wishes) in _read()


def forget() -> None:
    """Forget the wishes that this process has started; the file stays."""
    _started.clear()
    _written.clear()


def _path() -> Path:
    return data_folder() / NAME


def _read() -> set[str]:
    """Return the digests in the file. A damaged line grants nothing."""
    found = set()
    with suppress(OSError), _path().open("rb") as file:
        for line in file.read(LARGEST).splitlines():
            with suppress(msgspec.DecodeError):
                found.add(msgspec.json.decode(line, type=Line).digest)
    return found
