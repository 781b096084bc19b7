"""YAML (and so JSON) values with their line numbers. YAML tags never construct Python objects."""

import re
from math import isfinite, nan
from typing import Any, NamedTuple

from core.errors import UserError, listed
from core.text import one_line

MAX_DEPTH = 12
_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]{1,15}")
_INT_TAG = "tag:yaml.org,2002:int"


class YamlValue(NamedTuple):
    """A value in a file, with its position."""

    node: Any
    """The PyYAML node."""

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1

    def error_here(self, reason: str) -> UserError:
        """Return a UserError about this value, with its line."""
        return UserError(f"line {self.line}: {reason}")

    def child(self, key: str | int) -> "YamlValue | None":
        """Return the value under a key or index; None if it is missing."""
        if self.node.id == "mapping":
            found = (value for name, value in self.node.value if name.value == key)
            return next(map(YamlValue, found), None)
        if self.is_list and isinstance(key, int) and key < len(self.node.value):
            return YamlValue(self.node.value[key])
        return None

    def entries(self, place: str) -> dict[str, "YamlValue"]:
        """Return the entries of a mapping with unique plain keys. Raises UserError."""
        if self.node.id != "mapping":
            raise self.error_here(f"{place}: this has to be a mapping (name: value)")
        out: dict[str, YamlValue] = {}
        for key, value in self.node.value:
            name = YamlValue(key).word(place)
            if name in out:
                raise YamlValue(key).error_here(f"{place}: {name} appears twice")
            out[name] = YamlValue(value)
        return out

    def items(self, place: str) -> list["YamlValue"]:
        """Return the items of a list. Raises UserError."""
        if not self.is_list:
            raise self.error_here(f"{place}: this has to be a list")
        return [YamlValue(node) for node in self.node.value]

    def word(self, place: str) -> str:
        """Return a plain word or number as written, at most 1,000 characters. Raises UserError."""
        if self.node.id != "scalar":
            raise self.error_here(f"{place}: this has to be a word or a number")
        text = str(self.node.value)
        if len(text) > 1000:
            raise self.error_here(f"{place}: this has more than 1,000 characters")
        return text

    @property
    def is_list(self) -> bool:
        return bool(self.node.id == "sequence")

    def parse_number(self, word: str, place: str) -> float:
        """Parse a word as a finite number. Raises UserError."""
        try:
            value = float(word)
        except ValueError:
            value = nan
        if not isfinite(value):
            raise self.error_here(f"{place}: {word[:40]!r} is not a number")
        return value

    def number(self, place: str) -> float:
        """Return a finite number. Raises UserError."""
        return self.parse_number(self.word(place), place)

    def value(self, place: str) -> int | str:
        """Return an integer or a string, as YAML distinguishes them. Raises UserError."""
        word = self.word(place)
        return int(word) if self.node.tag == _INT_TAG and _WHOLE_NUMBER.fullmatch(word) else word

    def entries_among(self, place: str, known: tuple[str, ...]) -> dict[str, "YamlValue"]:
        """Return the entries; raise UserError for a key that is not in `known`."""
        out = self.entries(place)
        for key, value in out.items():
            if key not in known:
                raise value.error_here(f"{place}: {key[:40]} is not supported; supported: {listed(known)}")
        return out


def load(text: str) -> YamlValue:
    """Parse one document. Raises UserError with the line."""
    import yaml  # imported late: yaml is slow to import, and few runs need it

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise UserError(f"line {event.start_mark.line + 1}: it is nested too deeply")
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UserError(f"line {line}: that is not YAML ({one_line(str(error.problem))})") from error
    except yaml.YAMLError as error:
        raise UserError(f"that is not YAML ({one_line(str(error))[:200]})") from error
    if root is None:
        raise UserError("it is empty")
    return YamlValue(root)
