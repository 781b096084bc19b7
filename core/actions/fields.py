"""Types of an action's fields: how their values are parsed, written, listed and bounded."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from inspect import isclass
from itertools import combinations_with_replacement, product
from math import inf, isfinite
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

from msgspec import Meta

from core.errors import did_you_mean, listed

Vocabulary = Mapping[str, Sequence[str] | Mapping[str, Any]]
"""A game's words by list name: `{"names": ("Ann", "Bob"), "clues": ("red", "1")}`."""


class Written(NamedTuple):
    """Annotation that says how a field's values are written.

    `Annotated[int, Written(("low", "high"))]` is written as a word; its value is the word's position. A mapping gives
    each word its value; of several words for a value, the first is written. A plain string such as `Written("clues")`
    is the name of a word list that the scene passes to the parser: a `str` field holds the word, an `int` field its
    position.
    """

    words: str | Sequence[str] | Mapping[str, Any]


class Unordered:
    """Annotation for a tuple whose order does not matter: its values are sorted in the order of their choices."""


Name = Annotated[str, "at the table"]
"""Type of an action's field that holds a player's name. Names are single words."""
Other = Annotated[str, "another one at the table"]
"""Type of an action's field that holds the name of another player."""
_INTEGER = re.compile(r"[+-]?\d{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:\d{1,18}\.?\d{0,18}|\.\d{1,18})(?:e[+-]?\d{1,3})?", re.IGNORECASE)
MAX_SHOWN = 40
"""Maximum number of characters of a wrong word in an error message."""


class Field(ABC):
    """A field of an action's form."""

    type: ClassVar[Literal["number", "choice", "name", "text"]]
    takes_rest: ClassVar[bool] = False
    """True if the field takes all remaining words, so that nothing can follow it in a form."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = name.upper()

    @abstractmethod
    def read(self, text: str, words: Vocabulary) -> Any:
        """Parse a value. Raises ValueError with the possible values."""

    def width(self, words: Sequence[str], vocabulary: Vocabulary) -> int:
        """Count the words at the start that are, or should be, a value of this field."""
        return len(words) if self.takes_rest else 1

    def write(self, value: Any, words: Vocabulary) -> str:
        return str(value)

    def values(self, words: Vocabulary) -> Mapping[str, Any] | None:
        """Map the text of each value to the value; None for numbers and free text."""
        return None

    def options(self, words: Vocabulary) -> Sequence[str] | None:
        """Return the texts of the values; empty for a number, None for free text."""
        return tuple(self.values(words) or ())

    def flaw(self, value: Any) -> str:
        """Return the reason why a value is out of bounds; "" if it is not."""
        return ""

    def could_be(self, word: str) -> bool:
        """Return True if a fixed word could be parsed as a value."""
        return True

    def single_words(self) -> list[str] | None:
        """Return the values of one word, in lower case; None if the scene's class does not determine them."""
        return None

    def overlaps(self, other: "Field") -> bool:
        """Return True if some word could be parsed as a value of both fields."""
        if (known := self.single_words()) is not None:
            return any(map(other.could_be, known))
        return any(map(self.could_be, known)) if (known := other.single_words()) is not None else True

    def schema(self, words: Vocabulary) -> dict[str, Any]:
        """Describe the values as a JSON schema."""
        return {"enum": list(self.values(words) or ())}


class Number(Field):
    """A whole number, or a decimal number within bounds."""

    type = "number"

    def __init__(self, name: str, is_open: bool, low: float, high: float) -> None:
        super().__init__(name)
        self.is_open, self.low, self.high = is_open, low, high

    def read(self, text: str, words: Vocabulary) -> Any:
        value: float
        if self.is_open and _DECIMAL.fullmatch(text) and isfinite(float(text)):
            value = float(text)
        elif not self.is_open and _INTEGER.fullmatch(text):
            value = int(text)
        else:
            kind = "number" if self.is_open else "whole number"
            raise ValueError(f"{self.shown} must be a {kind}, not {text[:MAX_SHOWN]!r}")
        if flaw := self.flaw(value):
            raise ValueError(flaw)
        return value

    def write(self, value: Any, words: Vocabulary) -> str:
        return repr(float(value)) if self.is_open else str(value)

    def flaw(self, value: Any) -> str:
        if self.low <= value <= self.high:
            return ""
        bounds = f"at least {self.low:g}" if self.high == inf else f"{self.low:g} to {self.high:g}"
        return f"{self.shown} is {bounds if self.low != -inf else f'at most {self.high:g}'}, not {value}"

    def could_be(self, word: str) -> bool:
        return (_DECIMAL if self.is_open else _INTEGER).fullmatch(word) is not None

    def schema(self, words: Vocabulary) -> dict[str, Any]:
        bounds = {"minimum": self.low, "maximum": self.high}
        return {
            "type": "number" if self.is_open else "integer",
            **{key: bound for key, bound in bounds.items() if abs(bound) != inf},
        }


class Choice(Field):
    """One of a few values that the scene's class determines."""

    type = "choice"

    def __init__(self, name: str, choices: Mapping[str, Any]) -> None:
        super().__init__(name)
        self.choices = choices
        self.small = {written.casefold(): value for written, value in choices.items()}
        self._written: dict[Any, str] = {}
        for written, value in choices.items():
            self._written.setdefault(value, written)
        self._longest = max((len(each.split()) for each in choices), default=1)

    def read(self, text: str, words: Vocabulary) -> Any:
        try:
            return self.small[text.casefold()]
        except KeyError:
            cut = text[:MAX_SHOWN]
            raise ValueError(f"{cut!r} is no {self.shown}; {did_you_mean(cut, self.choices)}") from None

    def width(self, words: Sequence[str], vocabulary: Vocabulary) -> int:
        for count in range(self._longest, 1, -1):
            if " ".join(words[:count]).casefold() in self.small:
                return count
        return 1

    def write(self, value: Any, words: Vocabulary) -> str:
        return self._written[value]

    def values(self, words: Vocabulary) -> Mapping[str, Any]:
        return {written: value for value, written in self._written.items()}

    def has(self, value: Any) -> bool:
        return value in self._written

    def could_be(self, word: str) -> bool:
        return word.casefold() in self.small

    def single_words(self) -> list[str]:
        return [written for written in self.small if " " not in written]


class WordListField(Field):
    """A word from a list that the game provides, such as the players' names."""

    type = "name"

    def __init__(self, name: str, source: str, by_position: bool) -> None:
        super().__init__(name)
        self.source, self.by_position = source, by_position

    def _known(self, words: Vocabulary) -> Mapping[str, Any]:
        """Map words to values. Of several words for one value, the first is written."""
        known = words.get(self.source, ())
        if isinstance(known, Mapping):
            return known
        if not self.by_position:
            return dict(zip(known, known, strict=True))
        seats = list(words["names"] if self.source == "others" else known)
        return {word: seats.index(word) for word in known}

    def read(self, text: str, words: Vocabulary) -> Any:
        known, low, cut = self._known(words), text.casefold(), text[:MAX_SHOWN]
        if text in known:
            return known[text]
        for word, value in known.items():
            if word.casefold() in (low, low.rstrip(",:")):  # "Bob, …" addresses a player
                return value
        if self.source == "others" and low in (name.casefold() for name in words["names"]):
            raise ValueError(f"{self.shown} must be another player; known: {listed(list(known))}")
        unknown = f"nobody is called {cut!r}" if self.source in ("names", "others") else f"{cut!r} is no {self.shown}"
        raise ValueError(f"{unknown}; {did_you_mean(cut, known)}")

    def write(self, value: Any, words: Vocabulary) -> str:
        return next((word for word, each in self._known(words).items() if each == value), str(value))

    def values(self, words: Vocabulary) -> Mapping[str, Any]:
        first: dict[Any, str] = {}
        for word, value in self._known(words).items():
            first.setdefault(value, word)
        return {word: value for value, word in first.items()}


class Text(Field):
    """Free text on one line."""

    type = "text"
    takes_rest = True

    def __init__(self, name: str, longest: int | None) -> None:
        super().__init__(name)
        self.longest = longest

    def read(self, text: str, words: Vocabulary) -> str:
        if flaw := self.flaw(text):
            raise ValueError(flaw)
        return text

    def options(self, words: Vocabulary) -> None:
        return None

    def flaw(self, value: Any) -> str:
        if self.longest is None or len(value) <= self.longest:
            return ""
        return f"{self.shown} has at most {self.longest} characters, not {len(value)}"

    def schema(self, words: Vocabulary) -> dict[str, Any]:
        return {"type": "string", **({"maxLength": self.longest} if self.longest is not None else {})}


class TupleField(Field):
    """A tuple of values of one word each."""

    takes_rest = True

    def __init__(self, name: str, item: Field, least: int, most: int | None, is_sorted: bool) -> None:
        super().__init__(name)
        self.item, self.least, self.most, self.is_sorted = item, least, most, is_sorted
        self.type = item.type  # type: ignore[misc]

    def read(self, text: str, words: Vocabulary) -> tuple[Any, ...]:
        values = [self.item.read(word.strip(","), words) for word in text.split()]
        if flaw := self.flaw(values):
            raise ValueError(flaw)
        known = list((self.item.values(words) or {}).values())
        return tuple(sorted(values, key=known.index) if self.is_sorted else values)

    def write(self, value: Any, words: Vocabulary) -> str:
        return " ".join(self.item.write(each, words) for each in value)

    def values(self, words: Vocabulary) -> Mapping[str, Any] | None:
        known = self.item.values(words)
        if known is None or self.most is None:
            return None
        sizes = range(self.least, self.most + 1)
        found: Iterator[tuple[str, ...]]
        out = {}
        for size in sizes:
            found = combinations_with_replacement(known, size) if self.is_sorted else product(known, repeat=size)
            out.update({" ".join(each): tuple(known[word] for word in each) for each in found})
        return out

    def flaw(self, value: Any) -> str:
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            count = self.least if self.least == self.most else f"{self.least} to {self.most or 'many'}"
            return f"{self.shown} takes {count} values, not {len(value)}"
        return next(filter(None, map(self.item.flaw, value)), "")

    def could_be(self, word: str) -> bool:
        return self.item.could_be(word)

    def single_words(self) -> list[str] | None:
        return self.item.single_words()

    def schema(self, words: Vocabulary) -> dict[str, Any]:
        sizes = {"minItems": self.least, **({"maxItems": self.most} if self.most is not None else {})}
        return {"type": "array", "items": self.item.schema(words), **sizes}


def make_field(owner: str, name: str, hint: Any) -> Field:
    """Make the field for a type hint. Raises TypeError for a type that no form supports."""
    if hint in (Name, Other):
        return WordListField(name, "names" if hint == Name else "others", by_position=False)
    plain, notes = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    bounds = next((note for note in notes if isinstance(note, Meta)), Meta())
    written = next((note.words for note in notes if isinstance(note, Written)), None)
    if isinstance(written, str):
        return WordListField(name, written, by_position=plain is int)
    if written is not None:
        return Choice(name, written if isinstance(written, Mapping) else {word: at for at, word in enumerate(written)})
    if plain is int:
        return Number(name, False, *_bounds(bounds))
    if plain is float:
        low, high = _bounds(bounds)
        if -inf in (low, -high):
            raise TypeError(f"{owner}.{name} is a float without bounds; write Annotated[float, Meta(ge=0, le=1)]")
        return Number(name, True, low, high)
    if plain is str:
        return Text(name, bounds.max_length)
    if get_origin(plain) is tuple:
        return _several(owner, name, plain, bounds, any(note is Unordered for note in notes))
    return Choice(name, _checked_choices(f"{owner}.{name}", plain))


def _checked_choices(field: str, hint: Any) -> dict[str, Any]:
    """Return the values of a closed type by text. Raises TypeError for another type, and for unclear texts."""
    choices = list(_choices(hint))
    if not choices:
        raise TypeError(
            f"{field} has an unsupported type: use int, bool, str, a float with bounds, Name, Other, Literal, "
            "Enum or a tuple of these"
        )
    if len({word.casefold() for word, _ in choices}) < len(choices) or any(not word.split() for word, _ in choices):
        raise TypeError(f"the values of {field} must be words that differ in more than case")
    return dict(choices)


def _bounds(meta: Meta) -> tuple[float, float]:
    low = meta.ge if meta.ge is not None else -inf
    return low, meta.le if meta.le is not None else inf


def _several(owner: str, name: str, plain: Any, bounds: Meta, is_sorted: bool) -> TupleField:
    """Make the field for a tuple: `tuple[X, ...]` with lengths, or `tuple[X, X]`."""
    kinds = get_args(plain)
    item = make_field(owner, name, kinds[0]) if kinds else None
    is_any_length = len(kinds) == 2 and kinds[1] is Ellipsis
    if item is None or item.takes_rest or (not is_any_length and len(set(kinds)) > 1):
        raise TypeError(f"{owner}.{name} must be a tuple of values of one type, each a single word")
    if any(" " in word for word in item.values({}) or ()):
        raise TypeError(f"the values in {owner}.{name} must be one word each")
    least = max(1, bounds.min_length or 1) if is_any_length else len(kinds)
    return TupleField(name, item, least, bounds.max_length if is_any_length else len(kinds), is_sorted)


def _choices(hint: Any) -> Iterator[tuple[str, Any]]:
    """Yield the text and value of each member of a closed type."""
    if hint is bool:
        yield from (("yes", True), ("no", False))
    elif get_origin(hint) is Literal:
        yield from ((str(value), value) for value in get_args(hint))
    elif isclass(hint) and issubclass(hint, Enum):
        yield from ((each.value if isinstance(each.value, str) else each.name, each) for each in hint)
