"""Templates of sentences: `line = "bids {count}"`, checked when an event's class is defined."""

from collections.abc import Iterator
from inspect import get_annotations
from string import Formatter
from typing import Any, ClassVar, get_origin


def own_fields(cls: type) -> Iterator[str]:
    """Yield the names of the fields that a class body declares.

    msgspec lists them only after the class is created.
    """
    for name, hint in get_annotations(cls).items():
        is_class_variable = hint.split("[")[0].endswith("ClassVar") if isinstance(hint, str) else _is_class_var(hint)
        if not is_class_variable:
            yield name


def _is_class_var(hint: Any) -> bool:
    return hint is ClassVar or get_origin(hint) is ClassVar


def check_template(owner: str, template: object, fields: tuple[str, ...]) -> None:
    """Raise TypeError for a template that is malformed or names an unknown field."""
    known = f"its fields are {', '.join(fields)}" if fields else "it has no fields"
    if not isinstance(template, str):
        raise TypeError(f"{owner}.line is {template!r}; write a text such as 'bids {{count}}'")
    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError as error:
        raise TypeError(f"{owner}.line is {template!r}: {error}; write braces as {{{{ and }}}}") from None
    for name in names:
        if name not in fields:
            raise TypeError(f"{owner}.line is {template!r}, and {name!r} is no field; {known}")


def fill(template: str, fields: tuple[str, ...], value: object) -> str:
    """Fill a template with the fields of a Struct. The values of a tuple are separated by commas."""
    return template.format_map({name: _shown(getattr(value, name)) for name in fields})


def _shown(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value
