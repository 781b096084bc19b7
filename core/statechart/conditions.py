"""Guards as data: comparisons of an agent's fields, joined by and, or and not.

`(Field("energy") < 0.2) & ~(Field("likes") >= Field("limit"))` is an object that can be compared, printed, exported,
and compiled to a Python function of one agent or to a function of numpy columns and row numbers. Equality is written as
`Field("kind").equals(2)`, so that `==` still compares conditions themselves.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from keyword import iskeyword
from math import isfinite
from typing import Any, Literal, NamedTuple

Number = bool | int | float
Operator = Literal["<", "<=", ">", ">=", "==", "!="]


class Dialect(NamedTuple):
    """Notation of conditions in one language: functions and templates, which take the inner texts by position."""

    field: Callable[[str], str]
    number: Callable[[Number], str]
    both: str
    either: str
    negated: str


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute of an agent, or a column of a population, by name."""

    name: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or iskeyword(self.name):
            raise ValueError(f"a field's name must be a Python attribute's, not {self.name!r}")

    def __lt__(self, other: "Field | Number") -> "Compare":
        return Compare(self, "<", other)

    def __le__(self, other: "Field | Number") -> "Compare":
        return Compare(self, "<=", other)

    def __gt__(self, other: "Field | Number") -> "Compare":
        return Compare(self, ">", other)

    def __ge__(self, other: "Field | Number") -> "Compare":
        return Compare(self, ">=", other)

    def equals(self, other: "Field | Number") -> "Compare":
        return Compare(self, "==", other)

    def differs(self, other: "Field | Number") -> "Compare":
        return Compare(self, "!=", other)

    def spell(self, dialect: Dialect) -> str:
        return dialect.field(self.name)


class Condition:
    """A guard as data; join guards with `&`, `|` and `~`. It knows its fields and can be written in any dialect."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return Joined(self, "both", other)

    def __or__(self, other: "Condition") -> "Condition":
        return Joined(self, "either", other)

    def __invert__(self) -> "Condition":
        return Negated(self)

    def __bool__(self) -> bool:
        raise TypeError("a condition has no truth value of its own: join conditions with &, | and ~, not and, or, not")

    def fields(self) -> Iterator[str]:
        raise NotImplementedError

    def spell(self, dialect: Dialect) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Compare(Condition):
    """A comparison of a field with another field or a number."""

    left: Field
    operator: Operator
    right: Field | Number

    def __post_init__(self) -> None:
        if not isinstance(self.right, Field) and not isfinite(self.right):
            raise ValueError(f"{self.left.name} is compared with {self.right}, which is not a finite number")

    def fields(self) -> Iterator[str]:
        yield self.left.name
        if isinstance(self.right, Field):
            yield self.right.name

    def spell(self, dialect: Dialect) -> str:
        right = self.right.spell(dialect) if isinstance(self.right, Field) else dialect.number(self.right)
        return f"{self.left.spell(dialect)} {self.operator} {right}"


@dataclass(frozen=True, slots=True)
class Joined(Condition):
    """Two conditions joined by "and" (`both`) or by "or" (`either`)."""

    first: Condition
    joint: Literal["both", "either"]
    second: Condition

    def fields(self) -> Iterator[str]:
        yield from self.first.fields()
        yield from self.second.fields()

    def spell(self, dialect: Dialect) -> str:
        template = dialect.both if self.joint == "both" else dialect.either
        return template.format(self.first.spell(dialect), self.second.spell(dialect))


@dataclass(frozen=True, slots=True)
class Negated(Condition):
    """A negated condition."""

    inner: Condition

    def fields(self) -> Iterator[str]:
        return self.inner.fields()

    def spell(self, dialect: Dialect) -> str:
        return dialect.negated.format(self.inner.spell(dialect))


_FLIPPED: dict[Operator, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def flipped(left: "Field | Number", operator: Operator, right: "Field | Number") -> Compare:
    """Make a comparison with its field on the left. Raises ValueError without a field."""
    if isinstance(left, Field):
        return Compare(left, operator, right)
    if isinstance(right, Field):
        return Compare(right, _FLIPPED[operator], left)
    raise ValueError(f"{left} is compared with {right}, and neither is a field")


_WORDS = """
arguments await break case catch class const continue debugger default delete do else enum eval export extends false
finally for function if implements import in instanceof interface let new null package private protected public return
static super switch this throw true try typeof undefined var void while with yield NaN Infinity
"""
RESERVED = frozenset(_WORDS.split())
"""Reserved words of ECMAScript's strict mode."""


def script_name(name: str) -> str:
    """Return a field's name in ECMAScript: reserved words get an underscore at the end."""
    return f"{name}_" if name.rstrip("_") in RESERVED else name


def plain_name(name: str) -> str:
    """Return the field that has this name in ECMAScript."""
    return name[:-1] if name.endswith("_") and name.rstrip("_") in RESERVED else name


OBJECT = Dialect("agent.{}".format, repr, "({} and {})", "({} or {})", "(not {})")
COLUMNS = Dialect("columns['{}'][rows]".format, repr, "(({}) & ({}))", "(({}) | ({}))", "(~({}))")
READABLE = Dialect(str, repr, "({} and {})", "({} or {})", "not ({})")
ECMASCRIPT = Dialect(script_name, lambda number: repr(+number), "({} && {})", "({} || {})", "(({}) == false)")
"""Readable by ECMAScript and by interpreters that map it to Python: without `!`, with 1 and 0 for true and false."""


def compiled(source: str, names: dict[str, object]) -> Callable[..., Any]:
    """Compile a function from source that consists only of checked identifiers, numbers and operators."""
    function: Callable[..., Any] = eval(source, names)
    return function
