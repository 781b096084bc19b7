"""An evening in a tavern: guests talk in turn, whisper, and raise their cups."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import playbill as pb
from playbill.social import Announced, SocialConfig, SocialScene, Speak, TalkTo, Yield
from pydantic import Field

from your_scene.events import Seen, Toast, Toasted


class Bot(pb.Agent):
    """Introduces itself, and then toasts the others."""

    what = "small talk"

    def act(self, turn: pb.Turn) -> pb.Action:
        seen: Seen = turn.observation
        if any(heard.name == turn.name for heard in seen.heard):
            turn.think("I have said what I had to say")
            return turn.chance("guest").choice(turn.legal)
        return Speak(f"Good evening, I am {turn.name}.")


class YourConfig(SocialConfig):
    players: int = Field(4, ge=2, le=10, description="guests, 2 to 10")
    max_turns: int = Field(24, ge=1, le=10_000, description="number of turns after which the run ends")


class YourScene(SocialScene):
    """You are a guest of a tavern. In your turn you say something, whisper, toast another guest, or stay silent.

    The evening is over when every guest was toasted.
    """

    name = "your_scene"
    summary = "an evening in a tavern"
    scenario = "You are guests of a tavern, and have met tonight for the first time."
    guidelines = "Be brief, as people at a table are. Find out who the others are."
    Config = YourConfig
    actions = (Yield, Speak, TalkTo, Toast)
    events = (*SocialScene.events, Toasted)
    bots: ClassVar = {"rules": Bot}

    def __init__(self, config: YourConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.toasts = dict.fromkeys(names, 0)

    def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
        yield Announced("It rains, and the fire is warm.").by()

    def legal(self, name: str) -> Sequence[pb.Action]:
        return [*super().legal(name), *(Toast(guest) for guest in self.names if guest != name)]

    def decide(self, name: str, action: pb.Action, chance: pb.Chance) -> Iterator[pb.Event]:
        if isinstance(action, Toast):
            yield Toasted(action.guest).by(name)
        else:
            yield from super().decide(name, action, chance)

    @pb.on
    def on_toasted(self, event: pb.Event, body: Toasted) -> None:
        self.toasts = {**self.toasts, body.guest: self.toasts[body.guest] + 1}

    def observe(self, name: str) -> Seen:
        return Seen(**self.seen(name), toasts=self.toasts)

    def is_complete(self) -> str | None:
        return "toasted" if all(self.toasts.values()) else None

    def outcome(self) -> pb.Outcome:
        return pb.Outcome(metrics={"toasts": sum(self.toasts.values())})
