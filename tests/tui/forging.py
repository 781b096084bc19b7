"""Forged recordings: a shipped one, in which one value of one line is another one."""

import json
from pathlib import Path
from random import Random
from typing import Any

WORDS = ("", "purple", "nobody", "A", "[/nope]", "red", "x" * 300)
NUMBERS = (-1, 0, 7, 10**6, 2**70, 0.5)


def forged(source: Path, seed: int, path: Path) -> str:
    """Write a recording with one changed value to `path`. Returns what was changed."""
    draw = Random(seed)
    lines = source.read_text().splitlines()
    at = draw.randrange(1, len(lines))
    line = json.loads(lines[at])
    places = list(_leaves(line, ()))
    place = draw.choice(places)
    holder: Any = line
    for key in place[:-1]:
        holder = holder[key]
    was = holder[place[-1]]
    holder[place[-1]] = _other(was, draw)
    lines[at] = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    path.write_text("\n".join(lines) + "\n")
    return f"line {at + 1}, {'.'.join(map(str, place))}: {was!r} -> {holder[place[-1]]!r}"


def _leaves(value: Any, place: tuple[Any, ...]) -> Any:
    """Places of all values within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*place, key)
        yield from _leaves(each, (*place, key))


def _other(value: Any, draw: Random) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return draw.choice([*NUMBERS, value + 1])
        case str():
            return draw.choice([*WORDS, value[::-1], value.upper()])
        case list() if value:
            return draw.choice([[], value[:-1], [*value, value[0]]])
        case dict() if value:
            return draw.choice([{}, dict(list(value.items())[1:]), {**value, "nobody": next(iter(value.values()))}])
    return draw.choice([None, "", 0, [], {}])
