"""Actions, events and observations."""

import msgspec
import playbill as pb

HIGHEST = 10
"""The highest number that anybody can hold."""


class Raise(pb.Action):
    """All numbers together come to so much more than was claimed last."""

    form = "raise {by}"
    by: int


class Doubt(pb.Action):
    """They do not come to what was claimed: show them."""

    form = "doubt"


class Dealt(pb.Body):
    """Which number somebody holds; its audience is that player alone."""

    line = "holds {number}"
    number: int


class Claimed(pb.Body):
    line = "claims {total}"
    total: int


class Shown(pb.Body):
    """The author doubts, and everybody sees all numbers, by name."""

    numbers: dict[str, int]

    def sentence(self) -> str:
        return f"doubts; together they hold {sum(self.numbers.values())}"


class Seen(msgspec.Struct, frozen=True):
    """An observation: all that `name` may know."""

    name: str
    numbers: dict[str, int]
    """By name: one's own, until all are shown."""
    claim: int
    claimed_by: str
    up: str
    """Player to move."""
    players: int
