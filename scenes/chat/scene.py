"""A conversation about a topic, with or without a moderator."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field

from core.engine.agents import Agent
from core.engine.chance import Chance
from core.engine.events import Event, Said
from core.engine.ordering import ORDERINGS, Ordering
from core.engine.recap import sentence
from core.engine.scene import Outcome
from core.engine.turn import Action
from core.llm.prompts import Prompts
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, ViewPage, WebSearch, Yield
from core.social.events import Announced, Floor
from core.social.persona import SocialConfig
from core.social.player import PROMPTS
from core.social.scene import MODERATOR, SocialScene
from scenes.chat.bots import ChatBot
from scenes.chat.measures import MEASURES

ANSWERS = ("Yes.", "No.", "Why?", "I am not sure.")


class ChatConfig(SocialConfig):
    max_turns: int = Field(60, ge=1, le=10_000_000, description="number of turns after which the run ends")
    players: int = Field(4, ge=2, le=10, description="participants, 2 to 10")
    topic: str = Field("whether a machine can be a friend", max_length=500, description="topic of the conversation")
    ordering: Literal["sequential", "random", "moderated"] = Field("sequential", description="order of speakers")

    @property
    def competitors(self) -> tuple[str, ...]:
        return self.people[: self.players]

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.competitors, *([MODERATOR] if self.ordering == "moderated" else []))


class ChatScene(SocialScene):
    name = "chat"
    summary = "talk about anything"
    measures = MEASURES
    Config = ChatConfig
    actions = (SendMessage, TalkTo, Yield, ScheduleOrder, WebSearch, ViewPage)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ChatBot}
    prompts = Prompts(Path(__file__).parent / "prompts", PROMPTS)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        if config.ordering == "moderated":
            self.floor = Floor(names[:-1], MODERATOR)

    def start(self, chance: Chance) -> Iterator[Event]:
        yield Announced(f"The topic: {self.config.topic}").by()

    def ordering(self, chance: Chance) -> Ordering:
        return super().ordering(chance) if self.floor else ORDERINGS[self.config.ordering](self.names, chance)

    def legal(self, name: str) -> Sequence[Action]:
        """List the legal actions without free text, and a few prepared answers."""
        legal = super().legal(name)
        can_speak = SendMessage in self.space(name) and not self.nudged(name)
        return (*legal, *map(SendMessage, ANSWERS)) if can_speak else legal

    def concerns(self, event: Event, name: str) -> str:
        """Add all speech of others to the recap."""
        return sentence(event, name) if isinstance(event.data, Said) and event.agent != name else ""

    def is_complete(self) -> str | None:
        return None

    def outcome(self) -> Outcome:
        said: dict[str, int | float] = {name: sum(each.name == name for each in self.heard) for name in self.names}
        return Outcome(metrics={"messages": sum(said.values()), "silent": sum(not count for count in said.values())})
