"""Fit an answer to its schema if only one fit is possible: other names, choices and layouts."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.llm.naming import NO_WORDING, Wording, choice, number

Schema = Mapping[str, Any]
_VERBS = ("type", "kind", "name", "action", "move", "command", "verb")
STEM = 4
"""Number of first letters that two field names must share to count as the same."""


def texts(choices: Iterable[Any]) -> list[str]:
    """Return the choices that are texts."""
    return [each for each in choices if isinstance(each, str)]


def resolve(schema: Schema, root: Schema) -> Schema:
    """Return the schema that a reference points to."""
    return root["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def fit(value: Any, schema: Schema, root: Schema, repairs: list[str], wording: Wording = NO_WORDING) -> Any:
    """Fit JSON data to its schema if only one fit is possible: nulls, case of keys and choices, extra keys.

    Other errors stay, and the validation reports them.
    """
    schema = resolve(schema, root)
    match value:
        case dict() if "properties" in schema:
            return _fields(value, schema, root, repairs, wording)
        case list() if "items" in schema:
            return [fit(item, schema["items"], root, repairs, wording) for item in value]
        case None if schema.get("type") in ("string", "array") and "" in schema.get("enum", [""]):
            repairs.append("null")
            return "" if schema["type"] == "string" else []
        case str() | dict() | list() if "enum" in schema and value not in schema["enum"]:
            choices = texts(schema["enum"])
            chosen = next(filter(None, (choice(text, choices, wording) for text in _command_texts(value))), None)
            if chosen is not None:
                repairs.append("choice")
                return chosen
        case str() if len(value) > schema.get("maxLength", len(value)):
            if (whole := shorten(value, schema["maxLength"])) != value:
                repairs.append("shortened")
            return whole
        case str() if schema.get("type") == "integer" and (counted := number(value)) is not None:
            return counted
        case str() | dict() | list():
            for other in _relaid(value, schema, root):
                repairs.append("layout")
                return fit(other, schema, root, repairs, wording)
    return value


def _relaid(value: str | dict[str, Any] | list[Any], schema: Schema, root: Schema) -> Iterator[Any]:
    """Yield the value in the layout of the schema: a list for one item or table, a text for its parts."""
    match value, schema.get("type"):
        case str(), "array" if resolve(schema["items"], root).get("type") == "string":
            yield [value]
        case dict(), "array":
            yield _rows(value, resolve(schema["items"], root))
        case dict(), "string" if len(value) == 1:
            yield next(iter(value.values()))
        case list(), "string" if all(isinstance(each, str) for each in value):
            yield " ".join(value)


def _is_like(other: str, each: Any, name: str, field: Schema, wording: Wording) -> bool:
    """Return True if an unexpected field can be the missing one: by its value, a choice, or by its name's stem."""
    if "enum" in field:
        return isinstance(each, str) and choice(each, texts(field["enum"]), wording) is not None
    stem = key(name)[: max(STEM, len(name) - 1)]
    return isinstance(each, str) and field.get("type") == "string" and key(other).startswith(stem)


def shorten(text: str, limit: int) -> str:
    """Cut a text after the last whole sentence within the limit; keep everything if the first is too long.

    >>> shorten("It is a 1. It fits. Nobody has another.", 24)
    'It is a 1. It fits.'
    """
    ends = [found.end() for found in re.finditer(r"[.!?](?=\s)", text[: limit + 1])]
    return text[: ends[-1]] if ends else text


def _rows(value: dict[str, Any], row: Schema) -> list[Any]:
    """Convert an object to a list of rows: a table of two columns such as {"a1": "red"}, or else one row."""
    names = [*row.get("properties", ())]
    if len(names) == 2 and not {*names} & {*value}:
        return [dict(zip(names, pair, strict=True)) for pair in value.items()]
    return [value] if value else []


def _command_texts(value: Any) -> Iterator[str]:
    """Yield texts of a command that is given in pieces: {"type": "clue", "to": "Bob", "value": "red"}."""
    match value:
        case str():
            yield value
        case list():
            yield " ".join(map(str, value))
        case dict():
            yield " ".join(map(str, value.values()))
            yield " ".join(str(each) if key(name) in _VERBS else f"{name} {each}" for name, each in value.items())


def _fields(value: dict[str, Any], schema: Schema, root: Schema, repairs: list[str], wording: Wording) -> Any:
    known = {key(name): name for name in schema["properties"]}
    named = {known[key(name)]: name for name in value if name not in schema["properties"] and key(name) in known}
    out = {}
    for name, field in schema["properties"].items():
        if name not in value and name in named:
            repairs.append("keys")
        if name in value or name in named:
            out[name] = fit(value[name if name in value else named[name]], field, root, repairs, wording)
    extra = {name: each for name, each in value.items() if name not in out and name not in named.values()}
    for name, other in _adopted(out, extra, schema, root, wording):
        repairs.append("keys")
        out[name] = fit(extra.pop(other), schema["properties"][name], root, repairs, wording)
    if extra and not schema.get("additionalProperties"):
        repairs.append("extra keys")
    return out | extra if schema.get("additionalProperties") else out


def _adopted(
    out: Mapping[str, Any], extra: Mapping[str, Any], schema: Schema, root: Schema, wording: Wording
) -> Iterator[tuple[str, str]]:
    """Yield each missing field that is like exactly one extra key, with that key; the caller removes the key."""
    for name, field in schema["properties"].items():
        like = [other for other, each in extra.items() if _is_like(other, each, name, resolve(field, root), wording)]
        if name not in out and len(like) == 1:
            yield name, like[0]


def key(name: str) -> str:
    """Normalize a field's name: lower case, without separators."""
    return re.sub(r"[\s-]+", "_", name.strip().casefold())
