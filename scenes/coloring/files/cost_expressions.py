"""Evaluation of costs that pyDCOP files write as Python expressions. Supports a small subset; runs no code."""

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import isfinite
from operator import add, mul, sub

Value = int | str
MAX_CHARACTERS = 400
_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {ast.Add: add, ast.Sub: sub, ast.Mult: mul}


class UnsupportedExpression(Exception):
    """Raised for an expression outside the supported subset."""


def is_unequal(function: str) -> tuple[str, str] | None:
    """Return the two names of `a != b`, a constraint without a cost; None for any other expression."""
    match _parse(function):
        case ast.Compare(ast.Name(u), [ast.NotEq()], [ast.Name(v)]):
            return u, v
    return None


def names_in(function: str) -> tuple[str, ...]:
    """Return the variables in order of appearance."""
    found = [node for node in ast.walk(_parse(function)) if isinstance(node, ast.Name)]
    found.sort(key=lambda name: (name.lineno, name.col_offset))
    return tuple(dict.fromkeys(name.id for name in found))


def costs(function: str, names: Sequence[str], values: Sequence[Value]) -> dict[tuple[Value, ...], float]:
    """Return the cost of every combination of values. Raises UnsupportedExpression."""
    tree = _parse(function)
    out = {}
    for choice in product(values, repeat=len(names)):
        try:
            out[choice] = float(_evaluate_number(tree, dict(zip(names, choice, strict=True))))
        except OverflowError as error:
            raise UnsupportedExpression("a cost is too large") from error
        if not isfinite(out[choice]):
            raise UnsupportedExpression("a cost is too large")
    return out


def _parse(function: str) -> ast.expr:
    if len(function) > MAX_CHARACTERS:
        raise UnsupportedExpression(f"a function is longer than {MAX_CHARACTERS} characters")
    try:
        return ast.parse(function.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise UnsupportedExpression(f"{function[:60]!r} is not an expression") from error


def _evaluate_number(node: ast.expr, known: Mapping[str, Value]) -> float:
    value = _evaluate(node, known)
    if isinstance(value, str):
        raise UnsupportedExpression(f"{value!r} is not a number")
    return value


def _evaluate(node: ast.expr, known: Mapping[str, Value]) -> float | str:
    """Evaluate an expression to a number (True is 1) or a string. Raises UnsupportedExpression."""
    match node:
        case ast.Constant(bool() | int() | float() | str() as value):
            return value
        case ast.Name(name) if name in known:
            return known[name]
        case ast.UnaryOp(ast.USub(), inner):
            return -_evaluate_number(inner, known)
        case ast.UnaryOp(ast.Not(), inner):
            return not _evaluate(inner, known)
        case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
            return _ARITHMETIC[type(operator)](_evaluate_number(left, known), _evaluate_number(right, known))
        case ast.Compare(left, [ast.Eq()], [right]):
            return _evaluate(left, known) == _evaluate(right, known)
        case ast.Compare(left, [ast.NotEq()], [right]):
            return _evaluate(left, known) != _evaluate(right, known)
        case ast.IfExp(test, then, other):
            return _evaluate(then if _evaluate(test, known) else other, known)
    raise UnsupportedExpression(
        f"{ast.unparse(node)[:60]!r}: only numbers, names, + - *, ==, !=, not, and … if … else … are"
    )
