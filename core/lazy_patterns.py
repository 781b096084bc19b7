"""Regular expressions compiled on first use, which shortens the start."""

import re
from typing import cast


class _Later:
    """A pattern that is not compiled yet."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern, flags

    def __getattr__(self, name: str) -> object:
        """Compile the pattern and return the attribute."""
        found: object = getattr(re.compile(*self._pattern), name)
        setattr(self, name, found)
        return found


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled on first use.

    >>> later(r"(\\d+) cards").search("it holds 12 cards")[1]
    '12'
    """
    return cast("re.Pattern[str]", _Later(pattern, flags))
