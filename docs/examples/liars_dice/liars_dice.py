"""Liar's Dice (Perudo): bid on how many dice at the table show a face, or challenge the last bid."""

from collections.abc import Iterator, Sequence
from math import comb
from typing import Literal, get_args

import msgspec
from pydantic import Field

import playbill as pb

Face = Literal[1, 2, 3, 4, 5, 6]
FACES: tuple[Face, ...] = get_args(Face)


class Bid(pb.Action):
    """Claim that at least so many dice at the table show a face."""

    form = "bid {count} × {face}"
    aliases = ("bid {count} {face}",)
    count: int
    face: Face


class Challenge(pb.Action):
    """Doubt the last bid: all dice are shown."""

    form = "challenge"
    key = "c"


class Rolled(pb.Body):
    line = "rolls {dice}"
    dice: tuple[Face, ...]


class Claimed(pb.Body):
    line = "bids {count} × {face}"
    count: int
    face: Face


class Shown(pb.Body):
    """The last bid is challenged, and everybody sees all dice."""

    hands: dict[str, tuple[Face, ...]]
    found: int
    """Dice that count for the bid."""

    def sentence(self) -> str:
        hands = "; ".join(f"{name} {' '.join(map(str, dice))}" for name, dice in self.hands.items())
        return f"challenges, and finds {self.found}: {hands}"


class Lost(pb.Body):
    line = "loses a die"


class Seen(msgspec.Struct, frozen=True):
    to_move: str
    left: dict[str, int]
    """Number of dice, by player."""
    dice: dict[str, tuple[Face, ...]]
    """Dice that may be seen, by player."""
    bid: Bid | None
    bidder: str
    wild_ones: bool


def counting(dice: Sequence[Face], face: Face, wild: bool) -> int:
    """Count the dice that a bid on a face counts."""
    return sum(die == face or (wild and die == 1) for die in dice)


def beats(bid: Bid, last: Bid | None, wild: bool) -> bool:
    """Return True if a bid may follow the last one.

    With wild ones, a bid on ones takes half as many dice, and a bid back from ones takes twice as many and one more.
    Nobody opens with them.
    """
    if last is None:
        return bid.face != 1 or not wild
    if not wild or (bid.face == 1) == (last.face == 1):
        return (bid.count, bid.face) > (last.count, last.face)
    return bid.count >= (last.count + 1) // 2 if bid.face == 1 else bid.count > 2 * last.count


class Careful(pb.Agent):
    """Makes the likeliest bid, or challenges if the last bid is more likely to be wrong than that one to be right."""

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        bids = [action for action in turn.legal if isinstance(action, Bid)]
        chances = {bid: self.chance_of(bid, seen, turn.name) for bid in bids}
        doubt = 1 - self.chance_of(seen.bid, seen, turn.name) if seen.bid else 0.0
        if not bids or doubt > max(chances.values()):
            turn.think(f"the bid is wrong with a probability of {doubt:.0%}")
            return Challenge()
        return max(bids, key=lambda bid: chances[bid])

    def chance_of(self, bid: Bid, seen: Seen, name: str) -> float:
        """Return the probability that a bid is right, given one's own dice."""
        need = bid.count - counting(seen.dice[name], bid.face, seen.wild_ones)
        hidden = sum(seen.left.values()) - seen.left[name]
        p = 1 / 3 if seen.wild_ones and bid.face != 1 else 1 / 6
        return sum(comb(hidden, k) * p**k * (1 - p) ** (hidden - k) for k in range(max(0, need), hidden + 1))


class DiceConfig(pb.SceneConfig):
    players: int = Field(3, ge=2, le=6, description="players, 2 to 6")
    dice: int = Field(5, ge=1, le=6, description="dice that everybody begins with")
    wild: bool = Field(True, description="ones count as every face")


class LiarsDice(pb.Scene):
    """Everybody rolls dice that nobody else sees. In turn you bid how many dice at the whole table show a face.

    A bid beats the last one with a higher count, or with the same count and a higher face. Or you challenge the last
    bid: all dice are shown, and if there are as many as it said, you lose a die, else its bidder does. Who lost a die
    opens the next round. Who has none is out, and the last one wins.

    Unless the option wild is off, ones count as every face. Nobody opens with a bid on ones. After 5 of another face, a
    bid on ones needs at least 3 (half as many); after 3 ones, another face needs at least 7 (twice as many and one).
    """

    name = "liars_dice"
    summary = "dice under cups"
    Config = DiceConfig
    actions = (Bid, Challenge)
    events = (Rolled, Claimed, Shown, Lost)
    bots = {"rules": Careful}

    def __init__(self, config: DiceConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.left = dict.fromkeys(names, config.dice)
        self.hands: dict[str, tuple[Face, ...]] = {}
        self.bid: Bid | None = None
        self.bidder = ""
        self.up = names[0]

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        for name, count in self.left.items():
            roll = chance("roll", name)
            if count:
                yield Rolled(tuple(sorted(roll.choice(FACES) for _ in range(count)))).by(name, to=(name,))

    def pick(self) -> pb.Pick:
        return pb.Pick((self.up,))

    def legal(self, name: str) -> Sequence[pb.Action]:
        if name != self.up or self.is_complete():
            return []
        bids = [Bid(count, face) for count in range(1, sum(self.left.values()) + 1) for face in FACES]
        legal = [bid for bid in bids if beats(bid, self.bid, self.config.wild)]
        return [*legal, Challenge()] if self.bid else legal

    def decide(self, name: str, action: Bid | Challenge, chance: pb.Chance) -> Iterator[pb.Event]:
        if isinstance(action, Bid):
            yield Claimed(action.count, action.face).by(name)
        elif self.bid:
            found = sum(counting(dice, self.bid.face, self.config.wild) for dice in self.hands.values())
            loser = name if found >= self.bid.count else self.bidder
            yield Shown(self.hands, found).by(name)
            yield Lost().by(loser)
            if not self.is_complete():
                yield from self.start(chance)

    @pb.on
    def on_rolled(self, event: pb.Event, body: Rolled) -> None:
        self.hands = {**self.hands, event.agent: body.dice}

    @pb.on
    def on_claimed(self, event: pb.Event, body: Claimed) -> None:
        self.bid, self.bidder, self.up = Bid(body.count, body.face), event.agent, self.after(event.agent)

    @pb.on
    def on_shown(self, event: pb.Event, body: Shown) -> None:
        self.hands = body.hands

    @pb.on
    def on_lost(self, event: pb.Event, body: Lost) -> None:
        self.left = {**self.left, event.agent: self.left[event.agent] - 1}
        self.hands, self.bid, self.bidder = {}, None, ""
        self.up = event.agent if self.left[event.agent] else self.after(event.agent)

    def after(self, name: str) -> str:
        """Return the next player who still has dice."""
        seat = self.names.index(name) + 1
        return next(other for other in (*self.names[seat:], *self.names) if self.left[other])

    def observe(self, name: str) -> Seen:
        hands = {other: dice for other, dice in self.hands.items() if name in (other, "")}
        return Seen(self.up, self.left, hands, self.bid, self.bidder, self.config.wild)

    def is_complete(self) -> str | None:
        return "won" if list(self.left.values()).count(0) == len(self.names) - 1 else None

    def outcome(self) -> pb.Outcome:
        return pb.Outcome((self.up,) if self.is_complete() else (), self.left)
