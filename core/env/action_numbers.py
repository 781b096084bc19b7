"""Numbers of actions for learners, from the actions' declarations: the action half of an encoding."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import isfinite
from typing import Any

from core.actions.fields import Choice, Field, Listed, Number, Several, Vocabulary
from core.actions.forms import Forms, vocabulary
from core.engine.turn import Action

SEATS = ("names", "others")


class ActionNumbers:
    """Numbers the actions of some kinds, in the order of these kinds and of their fields' values.

    Other players are counted by how many seats further on they sit. Actions with free text or open numbers have no
    number.
    """

    def __init__(
        self, forms: Forms, kinds: Sequence[type[Action]], names: Sequence[str], words: Vocabulary | None = None
    ) -> None:
        self._names = names
        self._count = len(names)
        self._seat: dict[Any, int] = {name: at for at, name in enumerate(names)}
        self._seat.update({at: at for at in range(len(names))})
        self._known = vocabulary(names, words=words)
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._fields: dict[type[Action], list[tuple[str, bool]]] = {}
        """By kind its fields, and whether each is a player."""
        labels: list[str] = []
        for kind in kinds:
            fields = forms.field_types(kind)
            self._fields[kind] = [(name, _is_seat(field)) for name, field in fields.items()]
            for label, values in self._rows(forms, kind):
                self._numbers[kind, *values] = len(labels)
                labels.append(label)
        self.labels: Sequence[str] = labels
        """Meaning of each number: "play a", "steal +1"."""

    def _rows(self, forms: Forms, kind: type[Action]) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """List the actions of a kind: how each is written, and its values."""
        for parts, fixed in forms.shapes(kind):
            slots = [part for part in parts if isinstance(part, Field)]
            for chosen in product(*map(self._values, slots)):
                written = dict(zip((field.name for field in slots), chosen, strict=True))
                label = " ".join(part if isinstance(part, str) else written[part.name][0] for part in parts)
                values = {name: value for name, (_, value) in written.items()} | dict(fixed)
                yield label, tuple(0 if is_seat and name in fixed else values[name]
                                   for name, is_seat in self._fields[kind])  # fmt: skip

    def _values(self, field: Field) -> list[tuple[str, Any]]:
        if isinstance(field, Listed) and field.source in SEATS:
            return [(f"+{by}", by) for by in range(int(field.source == "others"), self._count)]
        if isinstance(field, Number) and not field.is_open and isfinite(field.low) and isfinite(field.high):
            return [(str(value), value) for value in range(int(field.low), int(field.high) + 1)]
        values = field.values(self._known) if isinstance(field, Choice | Listed | Several) else None
        if values is None:
            raise TypeError(f"{field.name} has values without end, which no number can stand for")
        return list(values.items())

    def number(self, name: str, action: Any) -> int:
        """Return the number of an action as seen from a seat; -1 for none."""
        fields = self._fields.get(type(action))
        if fields is None:
            return -1
        key: list[Any] = [type(action)]
        for field, is_seat in fields:
            value = getattr(action, field)
            if is_seat:
                value = (self._seat[value] - self._seat[name]) % self._count if value in self._seat else 0
            key.append(value)
        return self._numbers.get(tuple(key), -1)


def _is_seat(field: Field) -> bool:
    return isinstance(field, Listed) and field.source in SEATS
