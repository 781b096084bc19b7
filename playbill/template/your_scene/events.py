"""The scene's actions, events and observation."""

import msgspec
import playbill as pb

HIGHEST = 10
"""Largest number that a player can hold."""


class Raise(pb.Action):
    """Claim that all numbers together are this much more than the last claim."""

    form = "raise {by}"
    by: int


class Doubt(pb.Action):
    """Doubt the last claim: all numbers are shown."""

    form = "doubt"


class Dealt(pb.Body):
    """A player's number; only that player sees the event."""

    line = "holds {number}"
    number: int


class Claimed(pb.Body):
    line = "claims {total}"
    total: int


class Shown(pb.Body):
    """A player doubts, and everybody sees all numbers."""

    numbers: dict[str, int]

    def sentence(self) -> str:
        return f"doubts; together they hold {sum(self.numbers.values())}"


class Seen(msgspec.Struct, frozen=True):
    """Observation: everything that the player `name` may know."""

    name: str
    numbers: dict[str, int]
    """Numbers by player: only the own one, until all are shown."""
    claim: int
    claimed_by: str
    up: str
    """Player to move."""
    players: int
