"""What players of Liar's Dice want, what happens, and what one of them sees."""

from typing import ClassVar, Literal, get_args

import msgspec

import playbill as pb

Face = Literal[1, 2, 3, 4, 5, 6]
FACES: tuple[Face, ...] = get_args(Face)


class Bid(pb.Action, frozen=True):
    """At least so many dice, of all that are under cups, show this face."""

    form = "bid {count} {face}"
    count: int
    face: Face


class Challenge(pb.Action, frozen=True):
    """Nobody believes that: all cups up."""

    form = "challenge"


class Shook(pb.Body, frozen=True):
    """A round begins, and all roll."""

    kind: ClassVar[str] = "shook"


class Rolled(pb.Body, frozen=True):
    kind: ClassVar[str] = "rolled"
    dice: tuple[Face, ...]

    def sentence(self) -> str:
        return f"rolled {' '.join(map(str, self.dice))}"


class Claimed(pb.Body, frozen=True):
    kind: ClassVar[str] = "claimed"
    count: int
    face: Face

    def sentence(self) -> str:
        return f"bids {self.count} dice that show {self.face}"


class Revealed(pb.Body, frozen=True):
    kind: ClassVar[str] = "revealed"
    hands: dict[str, tuple[Face, ...]]

    def sentence(self) -> str:
        return "challenges: " + ", ".join(f"{name} had {' '.join(map(str, dice))}" for name, dice in self.hands.items())


class Lost(pb.Body, frozen=True):
    kind: ClassVar[str] = "lost"

    def sentence(self) -> str:
        return "loses a die"


class Seen(msgspec.Struct, frozen=True):
    """An observation; the director's holds all hands."""

    name: str
    up: str
    """Whose turn it is."""
    left: dict[str, int]
    hands: dict[str, tuple[Face, ...]]
    bid: Bid | None
    bidder: str
