"""Rows of a list to pick from."""

from collections.abc import Callable
from typing import NamedTuple


class Pick(NamedTuple):
    """A row of a list: what it does, a few words about it, and the key that does the same."""

    label: str
    about: str
    do: Callable[[], object]
    key: str = ""


def do(pick: Pick | None) -> None:
    """Do what was picked."""
    if pick is not None:
        pick.do()
