"""Copied states equal the standard library's copies, except that frozen values are shared."""

from copy import deepcopy
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from core.engine.copying import deep
from tests.examples import examples


class Frozen(msgspec.Struct, frozen=True):
    n: int
    words: tuple[str, ...] = ()


class Loose(msgspec.Struct):
    held: list[Any]


class Thing:
    def __init__(self, held: Any) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.held == self.held

    __hash__ = None  # type: ignore[assignment]


KEYS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.builds(Frozen, st.integers()))
ATOMS = KEYS | st.floats(allow_nan=False) | st.binary(max_size=3)
VALUES = st.recursive(
    ATOMS | st.sets(KEYS) | st.frozensets(KEYS),
    lambda held: (
        st.lists(held, max_size=4)
        | st.dictionaries(KEYS, held, max_size=4)
        | st.tuples(held, held)
        | st.builds(Thing, held)
        | st.builds(Loose, st.lists(held, max_size=3))
    ),
    max_leaves=20,
)


def changeable(value: Any) -> list[int]:
    """Return the ids of all mutable objects in a value."""
    match value:
        case dict():
            inside = [*value.keys(), *value.values()]
        case list() | tuple() | set() | frozenset():
            inside = [*value]
        case Thing() | Loose():
            inside = [value.held]
        case _:
            inside = []
    own = [id(value)] if isinstance(value, dict | list | set | Thing | Loose) else []
    return own + [one for each in inside for one in changeable(each)]


@examples(40)
@given(VALUES)
def test_a_copy_is_equal_and_shares_nothing_that_can_be_changed(value: Any) -> None:
    copy = deep(value, {})
    assert copy == value == deepcopy(value)
    assert not {*changeable(copy)} & {*changeable(value)}


def test_what_stands_in_two_places_is_one_thing_again() -> None:
    one: list[Any] = [1]
    one.append(one)
    inner = {"a": one, "b": (one, one), "c": Thing(one)}
    copy = deep(inner, {})
    assert copy["a"] is copy["b"][0] is copy["b"][1] is copy["c"].held is copy["a"][1]
    assert copy["a"] is not one


def test_a_tuple_that_holds_itself_by_a_list() -> None:
    inside: list[Any] = []
    ring = (inside,)
    inside.append(ring)
    copy = deep(ring, {})
    assert copy[0][0] is copy
    assert copy is not ring


def test_what_is_frozen_is_shared() -> None:
    frozen = Frozen(1, ("a",))
    held = {"a": frozen, "b": [frozen]}
    copy = deep(held, {})
    assert copy["a"] is copy["b"][0] is frozen
