"""The public goods game: everybody gives to a pot in secret, and all share what comes of it."""

from collections.abc import Iterator, Sequence

import msgspec
from pydantic import Field

import playbill as pb


class Give(pb.Action):
    """Put points into the pot and keep the rest."""

    form = "give {points}"
    points: int


class Gave(pb.Body):
    line = "gives {points}"
    points: int


class Shared(pb.Body):
    """The round is over: everybody receives the same share of the pot."""

    line = "the pot of {pot} becomes {share:g} for each"
    pot: int
    share: float


class Seen(msgspec.Struct, frozen=True):
    """Everything is public."""

    rounds_left: int
    last: dict[str, int]
    """What everybody gave in the round before."""
    points: dict[str, float]


class Conditional(pb.Agent):
    """Gives half at first, then what the others gave on average."""

    def act(self, turn: pb.Turn) -> pb.Action:
        others = [points for name, points in turn.observation.last.items() if name != turn.name]
        share = round(sum(others) / len(others)) if others else len(turn.legal) // 2
        return turn.legal[share]


class FreeRider(pb.Agent):
    """Gives nothing."""

    def act(self, turn: pb.Turn) -> pb.Action:
        return turn.legal[0]


class GoodsConfig(pb.SceneConfig):
    players: int = Field(4, ge=2, le=10, description="players, 2 to 10")
    rounds: int = Field(10, ge=1, le=1000, description="rounds of a game")
    endowment: int = Field(20, ge=1, le=100, description="points that everybody receives each round")
    factor: float = Field(1.6, ge=1, le=10, description="the pot is multiplied by this")


class PublicGoods(pb.Scene):
    """Each round everybody receives the same number of points, and all decide at once how many to put into the pot.

    The pot is multiplied and shared equally among all, whoever gave. You keep what you do not give. Points add up over
    the rounds, and most points win.
    """

    name = "public_goods"
    summary = "give or keep"
    Config = GoodsConfig
    actions = (Give,)
    events = (Gave, Shared)
    bots = {"rules": Conditional, "free_rider": FreeRider}

    def __init__(self, config: GoodsConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.rounds = config.rounds
        self.last: dict[str, int] = {}
        self.kept = dict.fromkeys(names, 0)
        self.shared = 0.0

    def pick(self) -> pb.Pick:
        return pb.Pick(self.names, together=True)

    def legal(self, name: str) -> Sequence[pb.Action]:
        return [] if self.is_complete() else [Give(points) for points in range(self.config.endowment + 1)]

    def decide(self, name: str, action: Give, chance: pb.Chance) -> Iterator[pb.Event]:
        yield Gave(action.points).by(name)

    def after_turn(self, pick: pb.Pick, chance: pb.Chance) -> Iterator[pb.Event]:
        pot = sum(self.last.values())
        yield Shared(pot, pot * self.config.factor / len(self.names)).by()

    @pb.on
    def on_gave(self, event: pb.Event, body: Gave) -> None:
        self.last = {**self.last, event.agent: body.points}
        self.kept[event.agent] += self.config.endowment - body.points

    @pb.on
    def on_shared(self, event: pb.Event, body: Shared) -> None:
        self.rounds -= 1
        self.shared += body.share

    def observe(self, name: str) -> Seen:
        return Seen(self.rounds, self.last, self.points())

    def points(self) -> dict[str, float]:
        return {name: round(kept + self.shared, 2) for name, kept in self.kept.items()}

    def is_complete(self) -> str | None:
        return None if self.rounds else "played"

    def outcome(self) -> pb.Outcome:
        winners = tuple(name for name, kept in self.kept.items() if kept == max(self.kept.values()))
        return pb.Outcome(winners, self.points(), {"welfare": sum(self.points().values())})
