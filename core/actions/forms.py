"""The command language of a scene, from the forms that its actions declare: read leniently, written in one way.

    class Bid(Action, frozen=True):
        form = "bid {count} {face}"
        count: int
        face: Literal["ones", "twos"]

`Bid 3 TWOS` parses to Bid(3, "twos"), and `describe` writes that as `bid 3 twos`. A field is one word: a whole number
(`int`), yes or no (`bool`), a word of a `Literal` or an `Enum`, or whoever is at the table (`Name`). A `str` is free
text of at least a word on one line, and comes last.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from inspect import isclass
from itertools import combinations
from math import inf
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from core.engine.turn import Action
from core.errors import IllegalAction, did_you_mean
from core.text import one_line

Name = Annotated[str, "at the table"]
"""The type of an action's field that holds somebody's name at the table. Names are a word each."""
_NUMBER = re.compile(r"[+-]?\d{1,18}")
_SHOWN = 40
"""Characters of a word that an error repeats."""


class _Misread(Exception):
    """Why a text is not of a form, and how many of its words were."""

    def __init__(self, why: str, words: int) -> None:
        super().__init__(why)
        self.words = words


class _Field(NamedTuple):
    """A word that stands for a value."""

    name: str
    type: Literal["number", "choice", "name", "text"]
    choices: Mapping[str, Any] = {}
    """Values as they are written."""

    @property
    def shown(self) -> str:
        return self.name.upper()

    def read(self, word: str, names: Sequence[str]) -> Any:
        """Raises ValueError, saying what could have been read."""
        low, cut = word.casefold(), word[:_SHOWN]
        if self.type == "text":
            return word
        if self.type == "name":
            if word in names:
                return word
            for name in names:
                if name.casefold() in (low, low.rstrip(",:")):  # as one addresses somebody
                    return name
            raise ValueError(f"nobody is called {cut!r}; {did_you_mean(cut, names)}")
        if self.type == "choice":
            for written, value in self.choices.items():
                if written.casefold() == low:
                    return value
            raise ValueError(f"{cut!r} is no {self.shown}; {did_you_mean(cut, self.choices)}")
        if _NUMBER.fullmatch(word):
            return int(word)
        raise ValueError(f"{self.shown} is a whole number, and {cut!r} is none")

    def options(self, names: Sequence[str]) -> Sequence[str] | None:
        """Values as they are written; None for free text, and no value for a number."""
        return None if self.type == "text" else names if self.type == "name" else tuple(self.choices)

    def write(self, value: Any) -> str:
        return next((word for word, each in self.choices.items() if each == value), str(value))

    def takes(self, word: str) -> bool:
        """Whether a fixed word could be read as a value."""
        if self.type == "choice":
            return word.casefold() in map(str.casefold, self.choices)
        return self.type != "number" or _NUMBER.fullmatch(word) is not None

    def overlaps(self, other: "_Field") -> bool:
        """Whether some word could be read as a value of both."""
        if self.type == "choice":
            return any(map(other.takes, self.choices))
        return any(map(self.takes, other.choices)) if other.type == "choice" else True


class _Form:
    """One kind of action: fixed words and fields, in their order."""

    def __init__(self, kind: type[Action]) -> None:
        """Raises TypeError for a form that could not be read back."""
        self.kind = kind
        hints = get_type_hints(kind, include_extras=True)
        self.parts = [_part(kind, word, hints) for word in kind.form.split()]
        fields = [part for part in self.parts if isinstance(part, _Field)]
        if not self.parts or sorted(field.name for field in fields) != sorted(kind.__struct_fields__):
            every = " ".join(f"{{{name}}}" for name in kind.__struct_fields__)
            raise TypeError(f"{kind.__name__}.form is {kind.form!r}; it must have words, and each field once: {every}")
        if any(field.type == "text" for field in fields if field is not self.parts[-1]):
            raise TypeError(f"{kind.__name__}.form is {kind.form!r}; free text (str) must come last in it")
        last = self.parts[-1]
        self.open = isinstance(last, _Field) and last.type == "text"
        """Whether its last part takes all words that are left."""
        self.most = inf if self.open else len(self.parts)
        self.usage = " ".join(part if isinstance(part, str) else part.shown for part in self.parts)
        self.tag = kind.tag or "_".join(part for part in self.parts if isinstance(part, str))

    def build(self, written: Mapping[str, str], names: Sequence[str]) -> Action:
        """Make the action from its fields as they are written. Raises IllegalAction."""
        fields = {part.name: part for part in self.parts if isinstance(part, _Field)}
        if missing := [name for name in fields if not written.get(name, "").strip()]:
            raise IllegalAction(f"{self.tag} lacks {', '.join(missing)}")
        if odd := next((name for name in written if name not in fields), None):
            raise IllegalAction(f"{self.tag} has no {odd[:_SHOWN]!r}; {did_you_mean(odd, fields)}")
        values = {}
        for name, field in fields.items():
            word = one_line(written[name])
            try:
                values[name] = field.read(word, names)
            except ValueError as why:
                raise IllegalAction(f"{self.tag}: {why}") from None
        return self.kind(**values)

    def fields(self, action: Action) -> dict[str, str]:
        """Write each field of an action."""
        return {p.name: p.write(getattr(action, p.name)) for p in self.parts if isinstance(p, _Field)}

    def read(self, words: Sequence[str], names: Sequence[str]) -> Action:
        """Raises _Misread."""
        given = [*words[: len(self.parts) - 1], " ".join(words[len(self.parts) - 1 :])] if self.open else list(words)
        values = {}
        for at, part in enumerate(self.parts):
            word = given[at] if at < len(given) else ""
            if not word:
                raise _Misread(f"{part if isinstance(part, str) else part.shown} is missing", at)
            if isinstance(part, _Field):
                try:
                    values[part.name] = part.read(word, names)
                except ValueError as why:
                    raise _Misread(str(why), at) from None
            elif word.casefold() != part.casefold():
                raise _Misread(f"{word[:_SHOWN]!r} stands where {part} belongs", at)
        if len(given) > len(self.parts):
            raise _Misread(f"{given[len(self.parts)][:_SHOWN]!r} is too much", len(self.parts))
        return self.kind(**values)

    def write(self, action: Action) -> str:
        return " ".join(p if isinstance(p, str) else p.write(getattr(action, p.name)) for p in self.parts)

    def overlaps(self, other: "_Form") -> bool:
        """Whether some text could be read as both."""
        as_long = max(len(self.parts), len(other.parts)) <= min(self.most, other.most)
        return as_long and all(_overlap(a, b) for a, b in zip(self.parts, other.parts, strict=False))


def _overlap(one: str | _Field, other: str | _Field) -> bool:
    if isinstance(one, str):
        return one.casefold() == other.casefold() if isinstance(other, str) else other.takes(one)
    return one.takes(other) if isinstance(other, str) else one.overlaps(other)


def _part(kind: type[Action], word: str, hints: Mapping[str, Any]) -> str | _Field:
    name = word[1:-1]
    if word != f"{{{name}}}" or name not in kind.__struct_fields__:
        if "{" in word or "}" in word:
            raise TypeError(f"{kind.__name__}.form has {word}, which is none of its fields")
        return word
    hint = hints[name]
    if hint == Name:
        return _Field(name, "name")
    if hint in (int, str):
        return _Field(name, "number" if hint is int else "text")
    choices = list(_choices(hint))
    if not choices:
        raise TypeError(f"{kind.__name__}.{name} is no int, bool, str, Name, Literal or Enum: no form can have it")
    if len({w.casefold() for w, _ in choices}) < len(choices) or any(len(w.split()) != 1 for w, _ in choices):
        raise TypeError(f"the values of {kind.__name__}.{name} must be one word each, and differ in more than case")
    return _Field(name, "choice", dict(choices))


def _choices(hint: Any) -> Iterator[tuple[str, Any]]:
    """How each value of a closed type is written."""
    if hint is bool:
        yield from (("yes", True), ("no", False))
    elif get_origin(hint) is Literal:
        yield from ((str(value), value) for value in get_args(hint))
    elif isclass(hint) and issubclass(hint, Enum):
        yield from ((e.value if isinstance(e.value, str) else e.name, e) for e in hint)


class Forms:
    """How the actions of a scene are written."""

    def __init__(self, kinds: Sequence[type[Action]] = ()) -> None:
        """Raises TypeError for forms that cannot be told apart."""
        self._forms = {kind: _Form(kind) for kind in kinds}
        for one, other in combinations(self._forms.values(), 2):
            if one.overlaps(other):
                raise TypeError(f"a command could be read as {one.usage!r} and as {other.usage!r}")

    @property
    def usage(self) -> str:
        """All commands, with fields in capitals: `bid COUNT FACE, challenge`."""
        return ", ".join(form.usage for form in self._forms.values())

    def __contains__(self, action: object) -> bool:
        return type(action) in self._forms

    def parse(self, text: str, names: Sequence[str]) -> Action:
        """The action of a command; case and spaces do not matter. Raises IllegalAction, saying what could be read."""
        words, nearest, usage = one_line(text).split(), _Misread("", -1), ""
        for form in self._forms.values():
            try:
                return form.read(words, names)
            except _Misread as misread:
                if misread.words > nearest.words:
                    nearest, usage = misread, form.usage
        if nearest.words > 0:
            raise IllegalAction(f"{nearest}; write {usage}")
        first = words[0][:_SHOWN] if words else ""
        heads = {form.usage.split()[0]: form.usage for form in self._forms.values()}
        raise IllegalAction(f"{first!r} is no command; {did_you_mean(first, heads)}. Write one of: {self.usage}")

    def build(self, tag: str, written: Mapping[str, str], names: Sequence[str]) -> Action:
        """Make the action of a tag from its fields as they are written. Kinds may share a tag if their fields differ;
        the one with just these fields is meant. Raises IllegalAction, saying what could be written."""
        forms = [form for form in self._forms.values() if form.tag == tag]
        if not forms:
            tags = dict.fromkeys(form.tag for form in self._forms.values())
            raise IllegalAction(f"there is no action {tag[:_SHOWN]!r}; {did_you_mean(tag, tags)}")
        fits = next((form for form in forms if {*form.kind.__struct_fields__} == {*written}), forms[0])
        return fits.build(written, names)

    def called(self, name: str) -> list[type[Action]]:
        """The kinds that somebody may mean by a name: by their tag, by a word that only theirs has, or as commands."""
        plain = "_".join(name.casefold().replace("-", "_").split())
        tags = {kind: form.tag for kind, form in self._forms.items()}
        heads = {kind: form.usage.split()[0].casefold() for kind, form in self._forms.items()}
        exact = [kind for kind, tag in tags.items() if tag == plain]
        parts = [kind for kind, tag in tags.items() if plain in (heads[kind], *tag.split("_"))]
        return exact or (parts if len({tags[kind] for kind in parts}) == 1 else [])

    def wanted(self, kind: type[Action]) -> dict[str, str]:
        """The fields of a kind of action, and what each holds: a number, a choice, a name or text."""
        return {part.name: part.type for part in self._forms[kind].parts if isinstance(part, _Field)}

    def choices(self, kind: type[Action], names: Sequence[str]) -> dict[str, Sequence[str] | None]:
        """Values of each field as they are written; None for free text, and no value for a number."""
        return {part.name: part.options(names) for part in self._forms[kind].parts if isinstance(part, _Field)}

    def position(self, kind: type[Action]) -> int:
        """Position of a kind among the kinds of the scene."""
        return list(self._forms).index(kind)

    def tag(self, kind: type[Action]) -> str:
        """Name a kind of action as models do."""
        return self._forms[kind].tag

    def fields(self, action: Action) -> dict[str, str]:
        """Write each field of an action of these kinds."""
        return self._forms[type(action)].fields(action)

    def usage_of(self, kinds: Iterable[type[Action]]) -> str:
        """Tell how some of the kinds are written, as `usage` does."""
        return ", ".join(self._forms[kind].usage for kind in kinds)

    def describe(self, action: Action) -> str:
        """The command that parses to an action of these kinds."""
        return self._forms[type(action)].write(action)
