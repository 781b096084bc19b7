"""Patterns: single forms of an action, as fixed words and fields in order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import NODEFAULT

from core.actions.fields import MAX_SHOWN, Choice, Field, TupleField, Vocabulary, make_field
from core.engine.turn import Action
from core.errors import listed

_PARTS = re.compile(r"\{[^}]*\}|\S+")


class Misread(Exception):
    """Raised for a text that does not match a form; counts the words that match."""

    def __init__(self, why: str, words: int) -> None:
        super().__init__(why)
        self.words = words


class Pattern:
    """One form of an action: fixed words and fields in order."""

    def __init__(self, kind: type[Action], form: str, hints: Mapping[str, Any]) -> None:
        """Compile a form. Raises TypeError for a form that could not be parsed."""
        self.kind = kind
        self.parts = [_part(kind, form, word, hints) for word in _PARTS.findall(form)]
        self.fields = [part for part in self.parts if isinstance(part, Field)]
        names = [field.name for field in self.fields]
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        self.missing = {
            name: value
            for name, value in defaults.items()
            if name not in names and value is not NODEFAULT and not callable(getattr(value, "factory", None))
        }
        if not self.parts or sorted([*names, *self.missing]) != sorted(kind.__struct_fields__):
            every = " ".join(f"{{{name}}}" for name in kind.__struct_fields__)
            raise TypeError(f"{kind.__name__}.form is {form!r}; it must have words, and each field once: {every}")
        if early := next((field for field in self.fields if field.takes_rest and field is not self.parts[-1]), None):
            of = "a tuple" if isinstance(early, TupleField) else "free text (str)"
            raise TypeError(f"{kind.__name__}.form is {form!r}; {of} must come last in it")
        self.usage = " ".join(part if isinstance(part, str) else part.shown for part in self.parts)
        self.heads = self._heads()

    def _heads(self) -> list[str] | None:
        """Return the possible first words in lower case; None if any word is possible."""
        first = self.parts[0]
        if isinstance(first, Choice):
            return [written.split()[0].casefold() for written in first.choices]
        return [first.casefold()] if isinstance(first, str) else None

    def usage_for(self, words: Sequence[str]) -> str:
        """Write the usage for a text whose first words select a choice: `steal TARGET`."""
        first = self.parts[0]
        if not isinstance(first, Choice):
            return self.usage
        begun = " ".join(words[: first.width(words, {})])
        chosen = first.write(first.read(begun, {}), {}) if begun.casefold() in first.small else first.shown
        return " ".join([chosen, *(part if isinstance(part, str) else part.shown for part in self.parts[1:])])

    def read(self, words: Sequence[str], vocabulary: Vocabulary) -> Action:
        """Parse words as an action. Raises Misread."""
        values, at = dict(self.missing), 0
        for part in self.parts:
            if at >= len(words):
                raise Misread(self._missing(part, vocabulary), at)
            if isinstance(part, str):
                if words[at].casefold() != part.casefold():
                    raise Misread(f"{words[at][:MAX_SHOWN]!r} stands where {part} belongs", at)
                at += 1
                continue
            rest = words[at:]
            width = part.width(rest, vocabulary)
            try:
                values[part.name] = part.read(" ".join(rest[:width]), vocabulary)
            except ValueError as why:
                raise Misread(str(why), at) from None
            at += width
        if at < len(words):
            raise Misread(f"unexpected {words[at][:MAX_SHOWN]!r}", at)
        return self.kind(**values)

    def _missing(self, part: str | Field, vocabulary: Vocabulary) -> str:
        """Describe the first part that is missing at the end of a text, with its choices."""
        field = next((each for each in self.parts[self.parts.index(part) :] if isinstance(each, Field)), None)
        options = listed(field.options(vocabulary) or ()) if field else ""
        shown = part if isinstance(part, str) else part.shown
        return f"{shown} is missing{f'; {field.shown} is one of {options}' if field and options else ''}"

    def fits(self, action: Action) -> bool:
        """Return True if the form can express an action.

        The fields that the form leaves out must have their defaults, and its choices must match.
        """
        return all(getattr(action, name) == value for name, value in self.missing.items()) and all(
            not isinstance(field, Choice) or field.has(getattr(action, field.name)) for field in self.fields
        )

    def choices_match(self, action: Action) -> bool:
        """Return True if the action's values are among the choices in the form."""
        return all(field.has(getattr(action, field.name)) for field in self.fields if isinstance(field, Choice))

    def beginning(self, action: Action) -> str:
        """Write the words of the form up to the first field that is not a choice."""
        words: list[str] = []
        for part in self.parts:
            if not isinstance(part, str | Choice):
                break
            words.append(part if isinstance(part, str) else part.write(getattr(action, part.name), {}))
        return f"{' '.join(words)} "

    def write(self, action: Action, vocabulary: Vocabulary) -> str:
        return " ".join(p if isinstance(p, str) else p.write(getattr(action, p.name), vocabulary) for p in self.parts)

    def overlaps(self, other: "Pattern") -> bool:
        """Return True if some text would match both forms."""
        return any(_sequences_overlap(one, two) for one in self.shapes() for two in other.shapes())

    def shapes(self) -> Iterator[list[str | Field]]:
        """Yield the parts one word at a time. Each choice of several words gives a sequence of its own."""
        shapes: list[list[str | Field]] = [[]]
        for part in self.parts:
            long = [each for each in part.choices if " " in each] if isinstance(part, Choice) else []
            ways: list[Sequence[str | Field]] = [[part], *(each.split() for each in long)]
            shapes = [[*shape, *way] for shape in shapes for way in ways]
        yield from shapes


def _sequences_overlap(one: Sequence[str | Field], other: Sequence[str | Field]) -> bool:
    """Return True if some text would match both sequences of parts."""
    for a, b in zip_longest(one, other):
        if a is None or b is None:
            last = (one if a is None else other)[-1]
            return isinstance(last, Field) and last.takes_rest
        if not _parts_overlap(a, b):
            return False
    return True


def _parts_overlap(one: str | Field, other: str | Field) -> bool:
    if isinstance(one, str):
        return one.casefold() == other.casefold() if isinstance(other, str) else other.could_be(one)
    return one.could_be(other) if isinstance(other, str) else one.overlaps(other)


def _part(kind: type[Action], form: str, word: str, hints: Mapping[str, Any]) -> str | Field:
    """Parse one part of a form: a fixed word, `{field}`, or `{field=some|of|its|choices}`."""
    name, _, only = word[1:-1].partition("=")
    if not (word[0] == "{" and word[-1] == "}") or name not in kind.__struct_fields__:
        if "{" in word or "}" in word:
            raise TypeError(f"{kind.__name__}.form has {word}, which is not one of its fields")
        return word
    field = make_field(kind.__name__, name, hints[name])
    if not only:
        return field
    if not isinstance(field, Choice) or (odd := [each for each in only.split("|") if each not in field.choices]):
        raise TypeError(f"{kind.__name__}.form has {word}; {name} has no such choices{'' if not odd else f': {odd}'}")
    restricted = Choice(name, {each: field.choices[each] for each in only.split("|")})
    restricted.shown = only
    return restricted
