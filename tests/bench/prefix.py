"""What prompts of a run take, and how much of each its model has had before as a beginning."""

from collections.abc import Iterable
from typing import NamedTuple

from core.engine.events import Asked, Event, Prompted

PREFIX = 1024
"""Tokens of a beginning from which on providers keep it."""
CHARACTERS = 4
"""Of a token, roughly."""


class Cost(NamedTuple):
    calls: int = 0
    tokens: int = 0
    """Of prompts, at so many characters each."""
    kept: int = 0
    """Of these, in a beginning of `PREFIX` or more that the same agent's prompts had before."""
    longest: int = 0
    """Tokens of the longest prompt."""

    def plus(self, other: "Cost") -> "Cost":
        longest = max(self.longest, other.longest)
        return Cost(self.calls + other.calls, self.tokens + other.tokens, self.kept + other.kept, longest)

    @property
    def share(self) -> float:
        """Of tokens that are kept, in percent."""
        return 100 * self.kept / self.tokens if self.tokens else 0.0


def cost(events: Iterable[Event]) -> Cost:
    """Add a run's prompts up. A cache is taken to hold what an agent was asked before, and nothing of the others."""
    texts: dict[str, str] = {}
    before: dict[str, list[str]] = {}
    total = Cost()
    for event in events:
        match event.data:
            case Prompted(messages):
                texts |= {digest: f"{message['role']}\n{message['content']}\n" for digest, message in messages.items()}
            case Asked(prompt=prompt):
                text = "".join(map(texts.__getitem__, prompt))
                seen = before.setdefault(event.agent, [])
                same = max((_same(text, old) for old in seen), default=0) // CHARACTERS
                seen.append(text)
                tokens = len(text) // CHARACTERS
                total = total.plus(Cost(1, tokens, same if same >= PREFIX else 0, tokens))
    return total


def _same(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        mid = (low + high + 1) // 2
        low, high = (mid, high) if one.startswith(other[:mid]) else (low, mid - 1)
    return low
