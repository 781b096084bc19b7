"""The rules: everybody holds a secret number, and players make claims about the sum of all numbers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import playbill as pb
from pydantic import Field

from your_scene.bots import Careful
from your_scene.events import HIGHEST, Claimed, Dealt, Doubt, Raise, Seen, Shown
from your_scene.players import ModelPlayer


class YourConfig(pb.SceneConfig):
    players: int = Field(3, ge=2, le=6, description="players, 2 to 6")


class YourScene(pb.Scene):
    """Everybody holds a secret number from 1 to 10.

    In your turn you claim a sum of all numbers that is 1, 2 or 3 above the last claim, or you doubt the last claim. If
    the sum is at least as high as the last claim, the claimer wins; if not, the doubter wins.
    """

    name = "your_scene"
    summary = "claims about the sum of secret numbers"
    Config = YourConfig
    actions = (Raise, Doubt)
    events = (Dealt, Claimed, Shown)
    bots: ClassVar = {"rules": Careful}
    player = ModelPlayer
    prompts = pb.Prompts(Path(__file__).parent / "prompts")

    def __init__(self, config: YourConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.numbers: dict[str, int] = {}
        self.claim = 0
        self.claimed_by = ""
        self.winner = ""
        self.up = names[0]

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        for name in self.names:
            yield Dealt(1 + chance("deal", name).below(HIGHEST)).by(name, to=(name,))

    def pick(self) -> pb.Pick:
        return pb.Pick((self.up,))

    def legal(self, name: str) -> Sequence[pb.Action]:
        if name != self.up or self.winner:
            return ()
        raises = [Raise(by) for by in (1, 2, 3) if self.claim + by <= HIGHEST * len(self.names)]
        return [*raises, Doubt()] if self.claim else raises

    def decide(self, name: str, action: Raise | Doubt, chance: pb.Chance) -> Iterator[pb.Event]:
        if isinstance(action, Raise):
            yield Claimed(self.claim + action.by).by(name)
        else:
            yield Shown(self.numbers).by(name)

    @pb.on
    def on_dealt(self, event: pb.Event, body: Dealt) -> None:
        self.numbers = {**self.numbers, event.agent: body.number}

    @pb.on
    def on_claimed(self, event: pb.Event, body: Claimed) -> None:
        self.claim, self.claimed_by = body.total, event.agent
        self.up = self.names[(self.names.index(event.agent) + 1) % len(self.names)]

    @pb.on
    def on_shown(self, event: pb.Event, body: Shown) -> None:
        self.numbers = body.numbers
        self.winner = self.claimed_by if sum(body.numbers.values()) >= self.claim else event.agent

    def observe(self, name: str) -> Seen:
        known = {other: number for other, number in self.numbers.items() if self.winner or name in (other, "")}
        return Seen(name, known, self.claim, self.claimed_by, self.up, len(self.names))

    def is_complete(self) -> str | None:
        return "doubted" if self.winner else None

    def outcome(self) -> pb.Outcome:
        return pb.Outcome((self.winner,) if self.winner else (), metrics={"claim": self.claim})
