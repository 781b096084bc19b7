"""Arguments for and against things, by field. Each is a clause, with a noun phrase that refers back to it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.text import package_toml


class Argument(NamedTuple):
    claim: str
    gist: str


class Field(NamedTuple):
    """A field of topics, recognized by its words."""

    words: str
    good: Sequence[Argument]
    """Arguments for the thing."""
    bad: Sequence[Argument]
    """Arguments against the thing."""
    good_case: str
    bad_case: str


def _field(words: str, good: Any, bad: Any, good_case: str, bad_case: str) -> Field:
    return Field(
        words, tuple(Argument(*each) for each in good), tuple(Argument(*each) for each in bad), good_case, bad_case
    )


_TABLES: Any = package_toml(__package__, "arguments.toml")
FIELDS: Mapping[str, Field] = {name: _field(**field) for name, field in _TABLES["fields"].items()}
GENERAL_FIELDS: Mapping[str, Field] = {form: _field(**field) for form, field in _TABLES["any"].items()}
"""Arguments for topics outside all fields, by the form of the topic."""
