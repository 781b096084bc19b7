"""Numbered actions of an agent that is to act."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.env.encoding import Encoding
from core.env.table import Table


class Choices(NamedTuple):
    """Actions and their numbers, in the same order; -1 is an action without a number."""

    actions: Sequence[Any]
    numbers: Sequence[int]

    def action(self, number: object) -> Any:
        """Return the action for a number, the last if several have it. Raises ValueError if none has."""
        if number == -1 or number not in self.numbers:
            raise ValueError(f"{number!r:.40} is not the number of a legal action: {self.known}")
        return self.actions[len(self.numbers) - 1 - self.numbers[::-1].index(number)]

    @property
    def known(self) -> list[int]:
        """List the numbers, each once."""
        return sorted({*self.numbers} - {-1})

    def mask(self, count: int) -> bytearray:
        """Return 1 for each number that is there, else 0."""
        out = bytearray(count + 1)  # what has no number falls behind the end
        for number in self.numbers:
            out[number] = 1
        del out[count]
        return out


NONE = Choices((), ())


def choices(table: Table, encoding: Encoding, name: str) -> Choices:
    """Return an agent's choices; none unless it is to act."""
    if name not in table.waiting:
        return NONE
    legal = table.scene.legal(name)
    if type(encoding).more is not Encoding.more:
        legal = [*legal, *encoding.more(table.scene.observe(name), legal)]
    return Choices(legal, encoding.numbers(name, legal))
