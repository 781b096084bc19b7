"""Regular expressions that are compiled when they are first needed: a program is there sooner that has many."""

import re
from typing import cast


class _Later:
    def __init__(self, pattern: str, flags: int) -> None:
        self._told = pattern, flags

    def __getattr__(self, name: str) -> object:
        """Compile it, and keep what is asked for."""
        found: object = getattr(re.compile(*self._told), name)
        setattr(self, name, found)
        return found


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Give a pattern that is compiled with its first use.

    >>> later(r"(\\d+) cards").search("it holds 12 cards")[1]
    '12'
    """
    return cast("re.Pattern[str]", _Later(pattern, flags))
