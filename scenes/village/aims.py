"""Aims of villagers, and events of days, as plain values."""

from typing import Literal

import msgspec

from core.social import aims

AimKind = Literal["find", "keep", "debt", "feud", "table"]


class Occasion(msgspec.Struct, frozen=True):
    """An event of a day: where it is, and when it begins, in minutes since the first midnight."""

    name: str
    place: str
    minute: int


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """One villager's aim, which only this villager knows."""

    what: AimKind
    until: int
    """Minute of the feast at which it is decided."""
    about: str = ""
    """The matter to find out or to keep secret, as people name it."""
    other: str = ""
    """Creditor, or partner of a feud."""
    goods: str = ""
    count: int = 0
    """Goods, clues or guests that are needed."""
    piece: int = 0
    """Piece of news that is the invitation to a table."""


class Pursuit(aims.Pursuit[Aim], frozen=True):
    """An aim and its standing."""

    deed: str = ""
    """Deed of the matter."""
    done: int = 0
    """Goods handed over."""


def feast_day(day: int, days: int) -> int:
    """Return the day of the next feast: every second day, and on the last.

    >>> [feast_day(day, 3) for day in (1, 2, 3)]
    [2, 2, 3]
    """
    return min(days, day + day % 2)
