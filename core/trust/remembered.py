"""Memory of granted wishes: digests of the wishes that the user has started, in this process or earlier.

A file keeps the digests. It only spares the user another `--allow`, so its loss is harmless. It has one short JSON line
per digest, appended in one write, so that several processes can write at the same time.
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
MAX_BYTES = 2**22
"""Maximum number of bytes of the file that are read."""
_started: set[str] = set()
"""Digests of wishes that the user has started in this process."""
_written: set[tuple[Path, str]] = set()
"""Pairs of file and digest that were written or found in the file."""


class Line(msgspec.Struct):
    """A digest with readable sentences about its wishes."""

    digest: str
    what: list[str] = []


def digest(wishes: Collection[Wish]) -> str:
    """Return the digest of a set of wishes. It includes the working directory if a wish depends on it."""
    local = (wish.kind in ("import", "start") or (wish.kind == "read" and not isabs(wish.target)) for wish in wishes)
    here = os.getcwd() if any(local) else ""
    sorted_wishes = sorted((wish.kind, wish.target, wish.allow, wish.mark) for wish in wishes)
    return sha256(msgspec.json.encode((here, sorted_wishes))).hexdigest()


def start(wishes: Collection[Wish]) -> None:
    """Grant wishes for this process, because the user starts them."""
    if wishes:
        _started.add(digest(wishes))


def remember(wishes: Collection[Wish]) -> None:
    """Grant wishes from now on, because the user starts them; only for this process if the file cannot be written."""
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
            # the newline before limits the damage of a line that another process did not finish
            file.write(b"\n" + msgspec.json.encode(line) + b"\n")


def knows(wishes: Collection[Wish]) -> bool:
    """Return True if the user has started exactly these wishes before."""
    return digest(wishes) in _started or digest(wishes) in _read()


def forget() -> None:
    """Forget the wishes that were granted in this process, for tests. The file stays."""
    _started.clear()
    _written.clear()


def _path() -> Path:
    return data_folder() / NAME


def _read() -> set[str]:
    """Return the digests in the file. Damaged lines are skipped."""
    found = set()
    with suppress(OSError), _path().open("rb") as file:
        for line in file.read(MAX_BYTES).splitlines():
            with suppress(msgspec.DecodeError):
                found.add(msgspec.json.decode(line, type=Line).digest)
    return found
