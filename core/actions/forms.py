"""The command language of a scene, built from the forms of its actions.

    class Bid(Action):
        form = "bid {count} {face}"
        count: int
        face: Literal["ones", "twos"]

Parsing is lenient: `Bid 3 TWOS` parses to Bid(3, "twos"), which `describe` always writes as `bid 3 twos`. The types of
fields are in `core.actions.fields`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, get_type_hints

from msgspec.structs import replace

from core.actions.fields import MAX_SHOWN, Choice, Field, Name, Number, Other, Text, Unordered, Vocabulary, Written
from core.actions.fields import make_field as make_field
from core.actions.patterns import Misread, Pattern
from core.engine.turn import Action
from core.errors import IllegalAction, did_you_mean, unknown_command
from core.text import one_line

__all__ = ["Forms", "Name", "Other", "UnknownCommand", "Unordered", "Vocabulary", "Written", "read_word", "vocabulary"]


class UnknownCommand(IllegalAction):
    """Raised for a text whose first words begin no command."""

    def __init__(self, text: str, known: Iterable[str]) -> None:
        self.text = text[:MAX_SHOWN]
        super().__init__(unknown_command(self.text, known))


def vocabulary(names: Sequence[str], actor: str = "", word_lists: Vocabulary | None = None) -> Vocabulary:
    """Collect the words that fields may refer to.

    These are the `names` of all players, the `others` (all but the acting player), and the game's own lists.
    """
    others = [name for name in names if name != actor] if actor else names
    return {"names": names, "others": others, **(word_lists or {})}


def read_word(hint: Any, name: str, word: str, names: Sequence[str] = ()) -> Any:
    """Parse one word as a value of a type, such as `Name`.

    Args:
        hint: Type of the value.
        name: Name of the value in error messages.
        word: Word to parse.
        names: Names of all players.

    Raises:
        IllegalAction: The word is not a value of the type.
    """
    try:
        return make_field("", name, hint).read(one_line(word), vocabulary(names))
    except ValueError as why:
        raise IllegalAction(str(why)) from None


class _Form:
    """Parser and writer of one action class."""

    def __init__(self, kind: type[Action]) -> None:
        hints = get_type_hints(kind, include_extras=True)
        self.kind = kind
        self.patterns = [Pattern(kind, form, hints) for form in kind.form.split(", ")]
        self.all = [*self.patterns, *(Pattern(kind, form, hints) for form in kind.aliases)]
        self.usage = ", ".join(pattern.usage for pattern in self.patterns)
        first = self.patterns[0]
        self.tag = kind.tag or "_".join(part for part in first.parts if isinstance(part, str)) or kind.__name__.lower()
        names = dict.fromkeys(field.name for pattern in self.patterns for field in pattern.fields)
        self.fields = {name: make_field(kind.__name__, name, hints[name]) for name in names}
        self.is_open = any(isinstance(field, Number) and field.is_open for field in self.fields.values())

    def pattern_of(self, action: Action) -> Pattern:
        return next((pattern for pattern in self.patterns[:-1] if pattern.fits(action)), self.patterns[-1])

    def build(self, written: Mapping[str, str], vocabulary: Vocabulary) -> Action:
        """Construct the action from the texts of its fields. Raises IllegalAction."""
        needed = [pattern for pattern in self.patterns if pattern.missing] or self.patterns
        least = {field.name for field in min(needed, key=lambda pattern: len(pattern.fields)).fields}
        if missing := [name for name in self.fields if name in least and not written.get(name, "").strip()]:
            raise IllegalAction(f"{self.tag} lacks {', '.join(missing)}")
        if odd := next((name for name in written if name not in self.fields), None):
            raise IllegalAction(f"{self.tag} has no {odd[:MAX_SHOWN]!r}; {did_you_mean(odd, self.fields)}")
        values = {}
        for name, text in written.items():
            try:
                values[name] = self.fields[name].read(one_line(text), vocabulary)
            except ValueError as why:
                raise IllegalAction(f"{self.tag}: {why}") from None
        return self.kind(**values)

    def flaw(self, action: Action) -> str:
        """Describe a field that is out of bounds; "" if there is none."""
        return next(filter(None, (field.flaw(getattr(action, name)) for name, field in self.fields.items())), "")

    def without_open_numbers(self, action: Action) -> Action:
        """Return the action with each open number replaced by its lower bound, to compare the other fields."""
        least = {name: f.low for name, f in self.fields.items() if isinstance(f, Number) and f.is_open}
        return replace(action, **least)


class Forms:
    """Parser and writer of a scene's action texts.

    Parameters of its methods: `names` are all players, `by` is the acting player (for fields of type `Other`), and
    `words` are the word lists that `Written("…")` refers to.
    """

    def __init__(self, kinds: Sequence[type[Action]] = ()) -> None:
        """Compile the actions' forms. Raises TypeError for forms that are ambiguous."""
        self._forms = {kind: _Form(kind) for kind in kinds}
        self._heads: dict[str, list[Pattern]] = {}
        """Patterns by possible first word, in the order of declaration."""
        patterns = [pattern for form in self._forms.values() for pattern in form.all]
        for one, other in combinations(patterns, 2):
            if one.overlaps(other):
                raise TypeError(f"ambiguous forms: one command could match {one.usage!r} and {other.usage!r}")
        self._headless = [pattern for pattern in patterns if pattern.heads is None]
        for head in {head for pattern in patterns for head in pattern.heads or ()}:
            self._heads[head] = [each for each in patterns if each.heads is None or head in each.heads]

    @property
    def usage(self) -> str:
        """All commands, with their fields in capitals: `bid COUNT FACE, challenge`."""
        return ", ".join(form.usage for form in self._forms.values())

    @property
    def kinds(self) -> Sequence[type[Action]]:
        """The action classes, in the order of declaration."""
        return tuple(self._forms)

    def __contains__(self, action: object) -> bool:
        return type(action) in self._forms

    def knows(self, head: str) -> bool:
        """Return True if some command begins with the word."""
        return head.casefold() in self._heads

    def parse(self, text: str, names: Sequence[str], by: str = "", words: Vocabulary | None = None) -> Any:
        """Parse an action text. Case and spacing do not matter.

        Raises:
            UnknownCommand: No command begins with these words.
            IllegalAction: A command begins with these words, but continues differently; the message has its usage.
        """
        tokens, known = one_line(text).split(), vocabulary(names, by, words)
        nearest, usage = Misread("", -1), ""
        for pattern in self._heads.get(tokens[0].casefold(), self._headless) if tokens else ():
            try:
                return pattern.read(tokens, known)
            except Misread as misread:
                if misread.words > nearest.words:
                    nearest, usage = misread, pattern.usage_for(tokens)
        if nearest.words > 0:
            raise IllegalAction(f"{nearest}; write {usage}")
        raise UnknownCommand(" ".join(tokens), [each.usage for form in self._forms.values() for each in form.patterns])

    def build(
        self, tag: str, written: Mapping[str, str], names: Sequence[str], by: str = "", words: Vocabulary | None = None
    ) -> Action:
        """Construct an action from its tag and the texts of its fields.

        Action classes may share a tag; the class with exactly these fields is chosen. Raises IllegalAction with the
        alternatives.
        """
        forms = [form for form in self._forms.values() if form.tag == tag]
        if not forms:
            tags = dict.fromkeys(form.tag for form in self._forms.values())
            raise IllegalAction(f"there is no action {tag[:MAX_SHOWN]!r}; {did_you_mean(tag, tags)}")
        fits = next((form for form in forms if {*form.fields} == {*written}), forms[0])
        return fits.build(written, vocabulary(names, by, words))

    def kinds_named(self, name: str) -> list[type[Action]]:
        """Return the action classes that a name in a model's reply may refer to.

        A name refers to a class by its tag, by a word that only its tag contains, or by its command.
        """
        plain = "_".join(name.casefold().replace("-", "_").split())
        tags = {kind: form.tag for kind, form in self._forms.items()}
        heads = {kind: form.usage.split()[0].casefold() for kind, form in self._forms.items()}
        exact = [kind for kind, tag in tags.items() if tag == plain]
        parts = [kind for kind, tag in tags.items() if plain in (heads[kind], *tag.split("_"))]
        return exact or (parts if len({tags[kind] for kind in parts}) == 1 else [])

    def field_type_names(self, kind: type[Action]) -> dict[str, str]:
        """Return the type of each field of an action class: "number", "choice", "name" or "text"."""
        return {name: field.type for name, field in self._forms[kind].fields.items()}

    def field_types(self, kind: type[Action]) -> Mapping[str, Field]:
        """Return the fields of an action class by name."""
        return self._forms[kind].fields

    def choices(self, kind: type[Action], names: Sequence[str]) -> dict[str, Sequence[str] | None]:
        """Return the texts of each field's values: None for free text, an empty sequence for a number."""
        known = vocabulary(names)
        return {name: field.options(known) for name, field in self._forms[kind].fields.items()}

    def shapes(self, kind: type[Action]) -> Iterator[tuple[Sequence[str | Field], Mapping[str, Any]]]:
        """Yield the parts of a class's forms, each with the values of the fields that the form leaves out.

        If there are several forms and they begin with a choice, there is one shape per value of the choice, in order.
        """
        form = self._forms[kind]
        first = form.patterns[0].parts[0]
        if len(form.patterns) == 1 or not isinstance(first, Choice):
            yield from ((pattern.parts, pattern.missing) for pattern in form.patterns)
            return
        for written, value in form.fields[first.name].values({}).items():  # type: ignore[union-attr]
            for pattern in form.patterns:
                if isinstance(head := pattern.parts[0], Choice) and head.has(value):
                    yield [written, *pattern.parts[1:]], {**pattern.missing, first.name: value}
                    break

    def position(self, kind: type[Action]) -> int:
        """Return the index of an action class in the scene's `actions`."""
        return list(self._forms).index(kind)

    def tag(self, kind: type[Action]) -> str:
        """Return the tag of an action class, its name in models' replies."""
        return self._forms[kind].tag

    def fields(self, action: Action, names: Sequence[str] = (), words: Vocabulary | None = None) -> dict[str, str]:
        """Write each field of an action as text."""
        known = vocabulary(names, word_lists=words)
        pattern = self._forms[type(action)].pattern_of(action)
        return {field.name: field.write(getattr(action, field.name), known) for field in pattern.fields}

    def usage_of(self, kinds: Iterable[type[Action]]) -> str:
        """Write the usage of some action classes, as `usage` does."""
        return ", ".join(self._forms[kind].usage for kind in kinds)

    def help(self) -> list[str]:
        """Write one line per action class: usage and docstring."""
        docs = {kind: " ".join((kind.__dict__.get("__doc__") or "").split()) for kind in self._forms}
        return [f"{form.usage}: {docs[kind]}" if docs[kind] else form.usage for kind, form in self._forms.items()]

    def describe(self, action: Action, names: Sequence[str] = (), words: Vocabulary | None = None) -> str:
        """Write the text that parses to an action."""
        form = self._forms[type(action)]
        pattern = form.patterns[0] if len(form.patterns) == 1 else form.pattern_of(action)
        return pattern.write(action, vocabulary(names, word_lists=words) if names or words else {})

    def typed_prefix(self, action: Action) -> str:
        """Write an action's text up to its missing free text, with a space at the end; "" if no free text is missing.

        Names and numbers that come before the free text are left out too: the player types them.
        """
        form = self._forms[type(action)]
        for pattern in form.patterns:
            last = pattern.parts[-1]
            if isinstance(last, Text) and getattr(action, last.name) in ("", "…") and pattern.choices_match(action):
                return pattern.beginning(action)
        return ""

    def check_bounds(self, action: Action) -> None:
        """Raise IllegalAction for a number or text out of its bounds, which constructors do not check."""
        if flaw := self._forms[type(action)].flaw(action):
            raise IllegalAction(flaw)

    def is_between(self, action: Action, legal: Iterable[Action]) -> bool:
        """Return True if an action is legal, apart from the values of its open numbers (`float`).

        `legal` lists only some values of an open number.
        """
        form = self._forms[type(action)]
        return form.is_open and any(
            form.without_open_numbers(each) == form.without_open_numbers(action)
            for each in legal
            if type(each) is form.kind
        )
