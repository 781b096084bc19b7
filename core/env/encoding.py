"""Actions and observations as numbers, for learners."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import isfinite
from typing import Any, ClassVar

from core.actions.fields import Choice, Field, Number, TupleField, Vocabulary, WordListField
from core.actions.forms import Forms, vocabulary
from core.engine.turn import Action

SEATS = ("names", "others")


class ActionNumbers:
    """Numbers the actions of some classes, in the order of the classes and of their fields' values.

    Other players are encoded by their distance in seats. Actions with free text or open numbers have no number.
    """

    def __init__(
        self, forms: Forms, kinds: Sequence[type[Action]], names: Sequence[str], words: Vocabulary | None = None
    ) -> None:
        self._names = names
        self._count = len(names)
        self._seat: dict[Any, int] = {name: at for at, name in enumerate(names)}
        self._seat.update({at: at for at in range(len(names))})
        self._known = vocabulary(names, word_lists=words)
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._fields: dict[type[Action], list[tuple[str, bool]]] = {}
        """Fields of each action class, each with True if it holds a player."""
        labels: list[str] = []
        for kind in kinds:
            fields = forms.field_types(kind)
            self._fields[kind] = [(name, _is_seat(field)) for name, field in fields.items()]
            for label, values in self._rows(forms, kind):
                self._numbers[kind, *values] = len(labels)
                labels.append(label)
        self.labels: Sequence[str] = labels
        """Text of each numbered action: "play a", "steal +1"."""

    def _rows(self, forms: Forms, kind: type[Action]) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield the text and the field values of each action of a class."""
        for parts, fixed in forms.shapes(kind):
            slots = [part for part in parts if isinstance(part, Field)]
            for chosen in product(*map(self._values, slots)):
                written = dict(zip((field.name for field in slots), chosen, strict=True))
                label = " ".join(part if isinstance(part, str) else written[part.name][0] for part in parts)
                values = {name: value for name, (_, value) in written.items()} | dict(fixed)
                yield label, tuple(0 if is_seat and name in fixed else values[name]
                                   for name, is_seat in self._fields[kind])  # fmt: skip

    def _values(self, field: Field) -> list[tuple[str, Any]]:
        if isinstance(field, WordListField) and field.source in SEATS:
            return [(f"+{by}", by) for by in range(int(field.source == "others"), self._count)]
        if isinstance(field, Number) and not field.is_open and isfinite(field.low) and isfinite(field.high):
            return [(str(value), value) for value in range(int(field.low), int(field.high) + 1)]
        values = field.values(self._known) if isinstance(field, Choice | WordListField | TupleField) else None
        if values is None:
            raise TypeError(f"{field.name} has infinitely many values, so it cannot be encoded")
        return list(values.items())

    def number(self, name: str, action: Any) -> int:
        """Return the number of an action from the perspective of a seat; -1 if it has none."""
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
    return isinstance(field, WordListField) and field.source in SEATS


MAX_VALUE = 255
"""Largest number in an observation; larger values are clipped to it."""


class Encoding(ABC):
    r"""Encoding of a scene's actions and observations as numbers.

    Their count and meaning depend only on the scene's options. Players are encoded by their distance in seats, so that
    a policy learned in one seat can play in all. A scene names its encoding class in `Learned.encoding`. `actions`
    define `labels` and `number`. `encode` receives an observation (`Scene.observe`), never the state, so it cannot
    reveal hidden information.

    >>> import playbill as pb
    >>> class Pass(pb.Action):
    ...     form = "pass"
    >>> class Steal(pb.Action):
    ...     form = "steal {target}"
    ...     target: pb.Other
    >>> class Coins(pb.Encoding):
    ...     actions, size = (Pass, Steal), 1
    ...     def encode(self, seen: int) -> bytes:
    ...         return bytes([seen])
    >>> coins = Coins(None, ("Ann", "Bob", "Cat"))
    >>> coins.labels, coins.number("Cat", Steal("Ann")), coins.encode(7)
    (['pass', 'steal +1', 'steal +2'], 1, b'\x07')
    """

    actions: ClassVar[Sequence[type[Action]]] = ()
    """Action classes that have numbers, in the order of their numbers.

    An encoding without them defines its own `labels` and `number`.
    """
    labels: Sequence[str]
    """Text of each numbered action, from 0 on: "play a", "steal +1"."""
    size: int
    """Length of an encoded observation."""

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        """Make the encoding for one game.

        Args:
            config: The scene's options.
            names: Names of all players, in seat order.
        """
        self.config = config
        self.names = names
        self.seat = {name: seat for seat, name in enumerate(names)}
        self._numbers = ActionNumbers(Forms(self.actions), self.actions, names, self.words())
        self.labels = self._numbers.labels

    def words(self) -> Vocabulary:
        """Return the word lists that the actions' fields refer to by `Written` (default: none)."""
        return {}

    def number(self, name: str, action: Any) -> int:
        """Return the number of an action in `Scene.legal`; -1 if it has no number.

        If several legal actions share a number, it means the last of them.

        Args:
            name: The acting agent.
            action: The action.
        """
        return self._numbers.number(name, action)

    def numbers(self, name: str, legal: Sequence[Any]) -> list[int]:
        """Return the number of each action. An encoding may override this with a faster method."""
        return [self.number(name, action) for action in legal]

    @abstractmethod
    def encode(self, seen: Any) -> bytes:
        """Encode an observation as `size` numbers from 0 to 255, one byte each."""

    def more(self, seen: Any, legal: Sequence[Any]) -> Sequence[Any]:
        """Return legal actions that `Scene.legal` does not list, such as fixed sentences (default: none).

        They get numbers, which actions with free text do not have.

        Args:
            seen: The agent's observation (`Scene.observe`).
            legal: The actions in `Scene.legal`.
        """
        return ()

    def ahead(self, name: str) -> tuple[str, ...]:
        """Return all names in seat order, starting with the given one."""
        seat = self.seat[name]
        return self.names[seat:] + self.names[:seat]

    def rewards(
        self, winners: Sequence[str], scores: Mapping[str, float], metrics: Mapping[str, Any]
    ) -> Mapping[str, float]:
        """Return the reward of an outcome for each name.

        Default: the scores, if there are any; else 1 for winners and -1 for the others, 0 without winners.

        Args:
            winners: Names of the winners.
            scores: Points by name; may be empty.
            metrics: Metrics of the outcome.
        """
        return default_rewards(self.names, winners, scores)


def default_rewards(names: Sequence[str], winners: Sequence[str], scores: Mapping[str, float]) -> dict[str, float]:
    """Return the default rewards of an outcome (see `Encoding.rewards`)."""
    if scores:
        return {name: float(scores.get(name, 0)) for name in names}
    return {name: (1.0 if name in winners else -1.0) if winners else 0.0 for name in names}


def one_hot_codes(count: int) -> tuple[bytes, ...]:
    """Return all one-hot codes of a length as bytes; index -1 is all zeros."""
    return (*(bytes(int(i == at) for i in range(count)) for at in range(count)), bytes(count))


def flags(values: Sequence[bool]) -> bytes:
    """Encode booleans as 1 and 0."""
    return bytes(map(int, values))


def clip_to_byte(value: float) -> int:
    """Round a number and clip it to 0 … 255."""
    return min(MAX_VALUE, max(0, round(value)))


class Learned:
    """A scene that learners can play by numbers (`pb.env`).

    >>> import playbill as pb
    >>> env = pb.env("coup", players=2)
    >>> env.reset(seed=1)
    >>> env.labels[:3]
    ('pass', 'challenge', 'block with Duke')
    """

    encoding: ClassVar[type[Encoding]]
    """Class that encodes the scene's actions and observations."""


def encoding_of(scene: type) -> type[Encoding] | None:
    """Return the encoding class of a scene's class; None if it has none."""
    return scene.encoding if issubclass(scene, Learned) else None
