"""The few commands that somebody who wrote something else may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

COUNT = 3


def nearest(text: str, commands: Iterable[str]) -> list[str]:
    """Choose at most three commands: those closest to a text, then the first ones that begin differently."""
    known = {command.casefold(): command for command in commands}
    low = text.casefold()
    close = get_close_matches(low, known, n=COUNT, cutoff=0.5)
    heads: dict[str, list[str]] = {}
    for command in known:
        heads.setdefault(command.partition(" ")[0], []).append(command)
    for head in get_close_matches(low.partition(" ")[0], heads, n=COUNT, cutoff=0.6):
        close += heads[head][:1]
    return [known[each] for each in list(dict.fromkeys([*close, *(each[0] for each in heads.values())]))[:COUNT]]


def unknown(text: str, commands: Iterable[str]) -> str:
    """Say that a text is no command, and what could be written.

    >>> unknown("hi", ["income", "tax", "steal Bob", "steal Cat"])
    'Unknown command "hi". Try: income, tax, steal Bob'
    """
    return f'Unknown command "{text}". Try: {", ".join(nearest(text, commands))}'


def not_now(text: str, commands: Iterable[str]) -> str:
    """Say that a command cannot be given now, and which could."""
    return f"that cannot be done now; try: {', '.join(nearest(text, commands))}"
