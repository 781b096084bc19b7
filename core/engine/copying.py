"""Independent copies of a scene's state: equal to those of `copy.deepcopy`, but faster for common types."""

from collections.abc import Callable
from copy import deepcopy
from operator import is_
from typing import Any

from msgspec import Struct

ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range})
"""Immutable types that hold no references to mutable objects."""

Memo = dict[int, Any]
"""Copies by the identity of their originals, so that shared objects stay shared."""


def deep(value: Any, memo: Memo) -> Any:
    """Copy a value: containers here, frozen objects by reference, all other types by `deepcopy`."""
    kind = type(value)
    if kind in ATOMS:
        return value
    known = memo.get(id(value))
    return known if known is not None else (COPIERS.get(kind) or _copier(kind))(value, memo)


def _copier(kind: type) -> Callable[[Any, Memo], Any]:
    """Choose and remember the copy function for a type that is not in the table."""
    frozen = issubclass(kind, Struct) and kind.__struct_config__.frozen
    return COPIERS.setdefault(kind, _shared if frozen else deepcopy)


def _shared(value: Any, memo: Memo) -> Any:
    return value


def _dict(value: dict[Any, Any], memo: Memo) -> dict[Any, Any]:
    memo[id(value)] = copy = dict[Any, Any]()
    for key, item in value.items():
        copy[key if type(key) in ATOMS else deep(key, memo)] = item if type(item) in ATOMS else deep(item, memo)
    return copy


def _list(value: list[Any], memo: Memo) -> list[Any]:
    memo[id(value)] = copy = list[Any]()
    copy += [item if type(item) in ATOMS else deep(item, memo) for item in value]
    return copy


def _set(value: set[Any], memo: Memo) -> set[Any]:
    memo[id(value)] = copy = {item if type(item) in ATOMS else deep(item, memo) for item in value}
    return copy


def _tuple(value: tuple[Any, ...], memo: Memo) -> tuple[Any, ...]:
    for each in value:
        if type(each) not in ATOMS:
            break
    else:
        return value
    items = [deep(each, memo) for each in value]
    if all(map(is_, items, value)):
        return value
    # copying the items may have copied this tuple already
    copy: tuple[Any, ...] = memo.setdefault(id(value), tuple(items))
    return copy


def _frozenset(value: frozenset[Any], memo: Memo) -> frozenset[Any]:
    if all(type(item) in ATOMS for item in value):
        return value
    return frozenset(deep(item, memo) for item in value)


COPIERS: dict[type, Callable[[Any, Memo], Any]] = {
    dict: _dict,
    list: _list,
    set: _set,
    tuple: _tuple,
    frozenset: _frozenset,
}
