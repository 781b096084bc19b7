"""Actions, events and the observation of Skull."""

from typing import Annotated, Literal

import msgspec

import playbill as pb

Disc = Literal["flower", "skull"]
Phase = Literal["lay", "turn", "bid", "flip", "discard", "begin"]
DISCS: tuple[Disc, ...] = ("flower", "flower", "flower", "skull")
MOST = 6 * len(DISCS)
"""Discs at a full table."""


class Place(pb.Action):
    """Put a disc face down on top of your mat."""

    form = "place {disc}"
    key = {"place flower": "f", "place skull": "s"}
    disc: Disc


class Bid(pb.Action):
    """Claim that you can flip so many discs without finding a skull."""

    form = "bid {count}"
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class Pass(pb.Action):
    """Leave the bidding."""

    form = "pass"
    key = "p"


class Flip(pb.Action):
    """Flip the top disc of another player's mat."""

    form = "flip {player}"
    player: pb.Other


class Discard(pb.Action):
    """Lose this disc for the rest of the game; nobody else sees which."""

    form = "discard {disc}"
    disc: Disc


class Begin(pb.Action):
    """Decide who begins the next round, as you are out by your own skull."""

    form = "begin {player}"
    player: pb.Other


class Placed(pb.Body):
    line = "places a disc"


class Laid(pb.Body):
    """The disc that was placed; for its owner alone."""

    line = "the disc is a {disc}"
    disc: Disc


class Raised(pb.Body):
    line = "bids {count}"
    count: int


class Passed(pb.Body):
    line = "passes"


class Flipped(pb.Body):
    line = "flips a disc of {owner}: a {disc}"
    owner: str
    disc: Disc


class Won(pb.Body):
    line = "finds no skull"


class Failed(pb.Body):
    line = "finds the skull of {owner}"
    owner: str


class Lost(pb.Body):
    line = "loses a disc"


class Removed(pb.Body):
    """The disc that was lost; for its owner alone."""

    line = "lost a {disc}"
    disc: Disc


class RoundBegun(pb.Body):
    line = "{first} begins a round"
    first: str


class Seen(msgspec.Struct, frozen=True):
    """What one player knows."""

    phase: Phase
    to_move: str
    points: dict[str, int]
    left: dict[str, int]
    """Discs that everybody still has."""
    mats: dict[str, int]
    """Discs that lie face down, by mat."""
    own: dict[str, tuple[Disc, ...]]
    """Discs of the players whose discs may be seen."""
    piles: dict[str, tuple[Disc, ...]]
    """Their discs on the mat, the lowest first, flipped or not."""
    flipped: tuple[tuple[str, Disc], ...]
    bid: int
    bidder: str
    passed: tuple[str, ...]
