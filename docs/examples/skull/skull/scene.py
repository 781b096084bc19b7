"""The rules of Skull."""

from collections.abc import Iterator, Sequence

from pydantic import Field

import playbill as pb
from skull.bots import Careful
from skull.encoding import SkullEncoding
from skull.events import (
    DISCS,
    Begin,
    Bid,
    Disc,
    Discard,
    Failed,
    Flip,
    Flipped,
    Laid,
    Lost,
    Pass,
    Passed,
    Phase,
    Place,
    Placed,
    Raised,
    Removed,
    RoundBegun,
    Seen,
    Won,
)
from skull.players import ModelPlayer


class SkullConfig(pb.SceneConfig):
    players: int = Field(4, ge=3, le=6, description="players, 3 to 6")


class Skull(pb.Scene, pb.Learned):
    """Everybody has three flowers and a skull. A round begins as all place a disc face down on their mats.

    Then in turn you place one more disc on top, or bid how many discs you can flip without finding a skull. After a bid
    the others raise it or pass. A bid on all discs is not raised. The highest bidder flips: first the discs on the own
    mat from the top down, then the top discs of others, one at a time. Without a skull that is a point, and two points
    win.

    With a skull you lose a disc for good: of your own choice if the skull was yours, else one drawn at random; only you
    see which. Who has no disc left is out, and the last player in wins. You begin the next round; if you are out, the
    owner of the skull does, or whom you name if it was your own.
    """

    name = "skull"
    summary = "flip flowers, find no skull"
    Config = SkullConfig
    actions = (Place, Bid, Pass, Flip, Discard, Begin)
    events = (RoundBegun, Placed, Laid, Raised, Passed, Flipped, Won, Failed, Lost, Removed)
    bots = {"rules": Careful}
    player = ModelPlayer
    encoding = SkullEncoding

    def __init__(self, config: SkullConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.own: dict[str, tuple[Disc, ...]] = dict.fromkeys(names, DISCS)
        self.left = dict.fromkeys(names, len(DISCS))
        self.points = dict.fromkeys(names, 0)
        self.clear(names[0])

    def clear(self, first: str) -> None:
        """Take all discs back from the mats."""
        self.phase: Phase = "lay"
        self.up = first
        self.mats = dict.fromkeys(self.names, 0)
        self.piles: dict[str, tuple[Disc, ...]] = dict.fromkeys(self.names, ())
        self.flipped: tuple[tuple[str, Disc], ...] = ()
        self.bid, self.bidder = 0, ""
        self.passed: tuple[str, ...] = ()

    @property
    def alive(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if self.left[name])

    def after(self, name: str) -> str:
        """Return the next player in seat order who is in the game and has not passed."""
        seat = self.names.index(name) + 1
        order = (*self.names[seat:], *self.names)
        return next(other for other in order if self.left[other] and other not in self.passed)

    def pick(self) -> pb.Pick:
        return pb.Pick(self.alive, together=True) if self.phase == "lay" else pb.Pick((self.up,))

    def legal(self, name: str) -> Sequence[pb.Action]:
        if self.is_complete() or (self.phase != "lay" and name != self.up):
            return []
        total = sum(self.mats.values())
        if self.phase == "lay":
            return self.places(name) if not self.mats[name] else []
        if self.phase == "turn":
            return [*self.places(name), *(Bid(count) for count in range(1, total + 1))]
        if self.phase == "bid":
            return [Pass(), *(Bid(count) for count in range(self.bid + 1, total + 1))]
        if self.phase == "flip":
            return [Flip(other) for other in self.names if other != name and self.mats[other]]
        if self.phase == "discard":
            return [Discard(disc) for disc in sorted(set(self.own[name]))]
        return [Begin(other) for other in self.alive]

    def places(self, name: str) -> list[Place]:
        """List the discs in hand that a player can place."""
        own, pile = self.own[name], self.piles[name]
        return [Place(disc) for disc in sorted(set(own)) if own.count(disc) > pile.count(disc)]

    def decide(self, name: str, action: pb.Action, chance: pb.Chance) -> Iterator[pb.Event]:
        match action:
            case Place(disc):
                yield Placed().by(name)
                yield Laid(disc).by(name, to=(name,))
            case Bid(count):
                yield Raised(count).by(name)
            case Pass():
                yield Passed().by(name)
            case Flip(player):
                yield from self.flip(name, player, chance)
            case Discard(disc):
                yield from self.lose(name, name, disc)
            case Begin(player):
                yield RoundBegun(player).by()
        while self.phase == "flip" and self.mats[self.bidder] and len(self.flipped) < self.bid:
            yield from self.flip(self.bidder, self.bidder, chance)

    def flip(self, name: str, owner: str, chance: pb.Chance) -> Iterator[pb.Event]:
        """Flip the top disc that lies face down on a mat."""
        disc = self.piles[owner][self.mats[owner] - 1]
        yield Flipped(owner, disc).by(name)
        if disc == "skull":
            yield Failed(owner).by(name)
            if owner != name:
                yield from self.lose(name, owner, chance("lost").choice(self.own[name]))
        elif len(self.flipped) == self.bid:
            yield Won().by(name)
            if not self.is_complete():
                yield RoundBegun(name).by()

    def lose(self, name: str, owner: str, disc: Disc) -> Iterator[pb.Event]:
        """Take a disc away from the player who found the owner's skull."""
        yield Lost().by(name)
        yield Removed(disc).by(name, to=(name,))
        if not self.is_complete() and (self.left[name] or owner != name):
            yield RoundBegun(name if self.left[name] else owner).by()

    @pb.on
    def on_round_begun(self, event: pb.Event, body: RoundBegun) -> None:
        self.clear(body.first)

    @pb.on
    def on_placed(self, event: pb.Event, body: Placed) -> None:
        self.mats = {**self.mats, event.agent: self.mats[event.agent] + 1}
        if self.phase == "turn":
            self.up = self.after(event.agent)
        elif all(self.mats[name] for name in self.alive):
            self.phase = "turn"

    @pb.on
    def on_laid(self, event: pb.Event, body: Laid) -> None:
        self.piles = {**self.piles, event.agent: (*self.piles[event.agent], body.disc)}

    @pb.on
    def on_raised(self, event: pb.Event, body: Raised) -> None:
        self.bid, self.bidder = body.count, event.agent
        self.seek(event.agent)

    @pb.on
    def on_passed(self, event: pb.Event, body: Passed) -> None:
        self.passed = (*self.passed, event.agent)
        self.seek(event.agent)

    def seek(self, name: str) -> None:
        """Go on with the bidding, or let the highest bidder flip."""
        is_over = self.bid == sum(self.mats.values()) or len(self.passed) == len(self.alive) - 1
        self.phase = "flip" if is_over else "bid"
        self.up = self.bidder if is_over else self.after(name)

    @pb.on
    def on_flipped(self, event: pb.Event, body: Flipped) -> None:
        self.mats = {**self.mats, body.owner: self.mats[body.owner] - 1}
        self.flipped = (*self.flipped, (body.owner, body.disc))

    @pb.on
    def on_won(self, event: pb.Event, body: Won) -> None:
        self.points = {**self.points, event.agent: self.points[event.agent] + 1}

    @pb.on
    def on_failed(self, event: pb.Event, body: Failed) -> None:
        self.phase = "discard"

    @pb.on
    def on_lost(self, event: pb.Event, body: Lost) -> None:
        self.left = {**self.left, event.agent: self.left[event.agent] - 1}
        self.phase = "begin"

    @pb.on
    def on_removed(self, event: pb.Event, body: Removed) -> None:
        discs = list(self.own[event.agent])
        discs.remove(body.disc)
        self.own = {**self.own, event.agent: tuple(discs)}

    def observe(self, name: str) -> Seen:
        own = {other: discs for other, discs in self.own.items() if name in (other, "")}
        piles = {other: pile for other, pile in self.piles.items() if name in (other, "")}
        seen = (self.points, self.left, self.mats, own, piles, self.flipped, self.bid, self.bidder, self.passed)
        return Seen(self.phase, "" if self.phase == "lay" else self.up, *seen)

    def is_complete(self) -> str | None:
        return "won" if self.winners() else None

    def winners(self) -> tuple[str, ...]:
        return self.alive if len(self.alive) == 1 else tuple(n for n, points in self.points.items() if points == 2)

    def outcome(self) -> pb.Outcome:
        return pb.Outcome(self.winners(), metrics={"points": sum(self.points.values())})
