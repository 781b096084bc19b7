"""The memory that one object keeps alive beside another."""

import gc
from collections.abc import Iterable
from sys import getsizeof
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

_CODE = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)


def bytes_apart(one: object, other: object) -> int:
    """Return the bytes of all that `one` refers to and `other`, a copy of it or its source, does not.

    Both are walked level by level, and what they have in common at a level is followed no further: the time it takes
    depends on what differs. Code and classes count nothing.
    """
    total, seen = 0, set[int]()
    ours, theirs = [one], [other]
    while ours:
        mine, yours = _by_id(ours), _by_id(theirs)
        done = seen | (mine.keys() & yours.keys())
        seen |= mine.keys() | yours.keys()
        fresh = [each for key, each in mine.items() if key not in done]
        total += sum(map(getsizeof, fresh))
        ours = gc.get_referents(*fresh)
        theirs = gc.get_referents(*(each for key, each in yours.items() if key not in done))
    return total


def _by_id(objects: Iterable[object]) -> dict[int, object]:
    return {id(each): each for each in objects if not isinstance(each, _CODE)}
