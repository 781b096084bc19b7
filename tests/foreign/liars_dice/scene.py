"""Liar's Dice: everybody rolls in secret, and bids on how many dice at the whole table show a face."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from pydantic import Field

import playbill as pb
from tests.foreign.liars_dice.bots import Careful
from tests.foreign.liars_dice.events import FACES, Bid, Challenge, Claimed, Face, Lost, Revealed, Rolled, Seen, Shook
from tests.foreign.liars_dice.players import ModelPlayer


class DiceConfig(pb.SceneConfig):
    players: int = Field(3, ge=2, le=6, description="players, 2 to 6")
    dice: int = Field(5, ge=1, le=6, description="dice that everybody begins with")


class LiarsDice(pb.Scene):
    name = "liars_dice"
    summary = "dice under cups"
    Config = DiceConfig
    actions = (Bid, Challenge)
    bodies = (Shook, Rolled, Claimed, Revealed, Lost)
    bots: ClassVar[Mapping[str, Callable[[], pb.Agent]]] = {"rules": Careful}
    player = ModelPlayer
    marks = {"bad": "die lost"}

    def __init__(self, config: DiceConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.left = dict.fromkeys(names, config.dice)
        self.hands: dict[str, tuple[Face, ...]] = {}
        self.bid: Bid | None = None
        self.bidder = ""
        self.up = names[0]

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        yield pb.Event.of(Shook())
        for name, count in self.left.items():
            roll = chance("roll", name)
            yield pb.Event.of(Rolled(tuple(sorted(roll.choice(FACES) for _ in range(count)))), name, (name,))

    def pick(self) -> pb.Pick | None:
        return pb.Pick((self.up,))

    def legal(self, name: str) -> Sequence[pb.Action]:
        if name != self.up or self.is_complete():
            return ()
        bids = [Bid(count, face) for count in range(1, sum(self.left.values()) + 1) for face in FACES]
        return [*bids[bids.index(self.bid) + 1 :], Challenge()] if self.bid else bids

    def decide(self, name: str, action: Bid | Challenge, chance: pb.Chance) -> Iterator[pb.Event]:
        if isinstance(action, Bid):
            yield pb.Event.of(Claimed(action.count, action.face), name)
        elif self.bid is not None:
            there = sum(dice.count(self.bid.face) for dice in self.hands.values())
            loser = name if there >= self.bid.count else self.bidder
            yield pb.Event.of(Revealed(self.hands), name)
            yield pb.Event.of(Lost(), loser)
            if not self.is_complete():
                yield from self.start(chance)

    def apply(self, event: pb.Event) -> None:
        match event.data:
            case Shook():
                self.hands = {}
            case Rolled(dice):
                self.hands = {**self.hands, event.agent: dice}
            case Claimed(count, face):
                self.bid, self.bidder, self.up = Bid(count, face), event.agent, self._after(event.agent)
            case Revealed(hands):
                self.hands = hands
            case Lost():
                self.left[event.agent] -= 1
                self.bid, self.bidder = None, ""
                self.up = event.agent if self.left[event.agent] else self._after(event.agent)
            case _:
                super().apply(event)

    def _after(self, name: str) -> str:
        """The next to the left who still has dice."""
        seat = self.names.index(name) + 1
        return next(other for other in (*self.names[seat:], *self.names) if self.left[other])

    def observe(self, name: str) -> Seen:
        hands = {other: dice for other, dice in self.hands.items() if name in (other, "")}
        return Seen(name, self.up, dict(self.left), hands, self.bid, self.bidder)

    def is_complete(self) -> str | None:
        return "won" if sum(map(bool, self.left.values())) == 1 else None

    def notable(self, event: pb.Event) -> pb.Mark | None:
        return "bad" if isinstance(event.data, Lost) else None

    def outcome(self) -> pb.Outcome:
        left = tuple(name for name, count in self.left.items() if count)
        return pb.Outcome(left if len(left) == 1 else (), self.left, {"dice_left": sum(self.left.values())})
