"""Convert pydantic validation errors to one-line messages."""

from collections.abc import Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from core.errors import did_you_mean

_WANTED = {
    "bool": "true or false",
    "string": "a text",
    "dict": "a table",
    "model": "a table",
    "list": "a list",
    "tuple": "a list",
}
"""Expected types, by the first word of pydantic's error type."""
_NUMBERS = ("int_", "float_", "finite_number", "greater_than", "less_than")


def validation_message(error: ErrorDetails, kind: type[BaseModel]) -> str:
    """Describe an error by the expected value; callers add the name of the option and its value."""
    sort, field = error["type"], _field(kind, error["loc"])
    if sort == "extra_forbidden":
        return f"unknown name; {did_you_mean(str(error['loc'][-1]), _fields(kind, error['loc'][:-1]))}"
    if sort.startswith(_NUMBERS) and field is not None:
        return f"it should be {_number(field, whole=int in (field.annotation, *get_args(field.annotation)))}"
    if sort == "literal_error" and field is not None:
        parts = (field.annotation, *get_args(field.annotation))
        choices = [str(each) for part in parts if get_origin(part) is Literal for each in get_args(part)]
        return did_you_mean(str(error["input"]), choices).removesuffix(".")
    if sort == "string_too_long":
        return f"it should have at most {error['ctx']['max_length']} characters, and has {len(error['input'])}"
    if sort.endswith(("_type", "_parsing")) and sort.partition("_")[0] in _WANTED:
        return f"it should be {_WANTED[sort.partition('_')[0]]}"
    if sort == "value_error":  # our own message: its case is kept, since it may begin with a name
        return str(error["ctx"]["error"]).removesuffix(".")
    message = error["msg"].removesuffix(".")
    return f"{message[0].lower()}{message[1:]}"


def shown(value: object) -> str:
    """Return the `repr` of a value, cut after 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _number(field: FieldInfo, *, whole: bool) -> str:
    bounds = {
        name: getattr(each, name) for each in field.metadata for name in ("ge", "gt", "le", "lt") if hasattr(each, name)
    }
    least, most = bounds.get("ge"), bounds.get("le")
    if least is not None and most is not None:
        about = f" from {least} to {most}"
    else:
        words = {"ge": "{} or more", "gt": "above {}", "le": "{} or less", "lt": "below {}"}
        about = "".join(
            [f", {' and '.join(words[name].format(bound) for name, bound in bounds.items())}"] * bool(bounds)
        )
    return f"{'a whole number' if whole else 'a number'}{about}"


def _field(kind: type[BaseModel], place: Sequence[int | str]) -> FieldInfo | None:
    return _fields(kind, place[:-1]).get(str(place[-1])) if place else None


def _fields(kind: type[BaseModel], place: Sequence[int | str]) -> dict[str, FieldInfo]:
    """Return the fields of the model at a path that may lead through tables and lists."""
    at: Any = kind
    for part in place:
        if isinstance(at, type) and issubclass(at, BaseModel):
            at = at.model_fields[str(part)].annotation if str(part) in at.model_fields else None
        else:
            at = next(iter(get_args(at)[-1:]), None)
        if get_origin(at) in (Union, UnionType):  # an optional table
            at = next((each for each in get_args(at) if isinstance(each, type) and issubclass(each, BaseModel)), at)
    return at.model_fields if isinstance(at, type) and issubclass(at, BaseModel) else {}
