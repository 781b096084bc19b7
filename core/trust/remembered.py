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
"""Digests of what the user has started in this process."""
_written: set[tuple[Path, str]] = set()
"""Files with the digests that they are known to hold."""


class Line(msgspec.Struct):
    """One digest, and what it stands for in words."""

    digest: str
    what: list[str] = []


def digest(wishes: Collection[Wish]) -> str:
    """The digest of a set of wishes, and of the working directory where something is found from it."""
    local = (wish.kind in ("import", "start") or (wish.kind == "read" and not isabs(wish.what)) for wish in wishes)
    here = os.getcwd() if any(local) else ""
    told = sorted((wish.kind, wish.what, wish.allow, wish.mark) for wish in wishes)
    return sha256(msgspec.json.encode((here, told))).hexdigest()


def start(wishes: Collection[Wish]) -> None:
    """Grant what the user starts, for as long as this process lives."""
    if wishes:
        _started.add(digest(wishes))


def remember(wishes: Collection[Wish]) -> None:
    """Grant what the user starts, from now on; where the file cannot be written, for this process."""
    if not wishes or (_path(), told := digest(wishes)) in _written:
        return
    start(wishes)
    _written.add((_path(), told))
    if told in _read():
        return
    line = Line(told, [wish.sentence for wish in wishes])
    with suppress(OSError):
        _path().parent.mkdir(parents=True, exist_ok=True)
        with _path().open("ab", buffering=0) as file:
            file.write(b"\n" + msgspec.json.encode(line) + b"\n")  # a line that another process left torn stays apart


def knows(wishes: Collection[Wish]) -> bool:
    """True for exactly the wishes of something that the user has started before."""
    return digest(wishes) in _started or digest(wishes) in _read()


def forget() -> None:
    """Forget what this process has started; the file stays."""
    _started.clear()
    _written.clear()


def _path() -> Path:
    return data_folder() / NAME


def _read() -> set[str]:
    """The digests in the file. A line that is damaged grants nothing."""
    found = set()
    with suppress(OSError), _path().open("rb") as file:
        for line in file.read(LARGEST).splitlines():
            with suppress(msgspec.DecodeError):
                found.add(msgspec.json.decode(line, type=Line).digest)
    return found
