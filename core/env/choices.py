"""What somebody who is waited for can do, by number."""

from typing import Any

from core.env.encoding import Encoding
from core.env.table import Table


def choices(table: Table, encoding: Encoding, name: str) -> dict[int, Any]:
    """Give the legal actions that have a number, by it; nothing for who is not waited for."""
    if name not in table.waiting:
        return {}
    legal = table.legal(name)
    if type(encoding).more is not Encoding.more:
        legal = [*legal, *encoding.more(table.scene.observe(name))]
    out = dict(zip(encoding.numbers(name, legal), legal, strict=True))
    out.pop(-1, None)
    return out


def mask(found: dict[int, Any], count: int) -> bytearray:
    """Write which of so many numbers are there as 1 and 0."""
    out = bytearray(count)
    for number in found:
        out[number] = 1
    return out
