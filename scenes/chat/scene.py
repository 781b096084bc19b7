"""A conversation about a topic, with or without a moderator."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import msgspec
from pydantic import Field

from core.engine.agents import Agent
from core.engine.capabilities import Mark
from core.engine.chance import Chance
from core.engine.events import Event, Said
from core.engine.ordering import ORDERINGS, Ordering
from core.engine.recap import sentence
from core.engine.scene import Outcome
from core.engine.turn import Action, Pick
from core.llm.prompts import Prompts
from core.social.actions import ScheduleOrder, SendMessage, TalkTo, ViewPage, WebSearch, Yield
from core.social.events import Announced, Floor
from core.social.persona import SocialConfig
from core.social.player import PROMPTS
from core.social.scene import MODERATOR, SocialScene
from scenes.chat.bots import ChatBot
from scenes.chat.measures import MEASURES
from scenes.chat.starters import actions, events
from scenes.chat.starters.starter import StarterSeen
from scenes.chat.starters.table import STARTERS

PREPARED_ANSWERS = ("Yes.", "No.", "Why?", "I am not sure.")
WITHOUT_STARTER = ("auto", "none")
"""Values of the option `starter` that leave the conversation free."""
OWN_CHOICES = frozenset({"topic", "players", "ordering", "personas", "web", "starter"})
"""Options that ask for a conversation of one's own: with any of them set, "auto" starts no dinner."""


class ChatConfig(SocialConfig):
    max_turns: int = Field(60, ge=1, le=10_000_000, description="number of turns after which the run ends")
    players: int = Field(4, ge=2, le=10, description="participants, 2 to 10")
    topic: str = Field("whether a machine can be a friend", max_length=500, description="topic of the conversation")
    ordering: Literal["sequential", "random", "moderated"] = Field("sequential", description="order of speakers")
    starter: Literal["auto", "dinner", "negotiation", "interview", "none"] = Field(
        "auto",
        description="situation with an aim; none: talk about the topic; auto: dinner for a person who sets nothing",
        exclude_if=WITHOUT_STARTER.__contains__,
    )

    def settled(self, human: bool) -> Self:
        """Replace the starter "auto" by a dinner for a person who has set none of `OWN_CHOICES`."""
        chosen = not human or self.model_fields_set & OWN_CHOICES
        return self if chosen else self.model_copy(update={"starter": "dinner"})

    @property
    def competitors(self) -> tuple[str, ...]:
        return self.people[: STARTERS[self.starter].seats if self.starter in STARTERS else self.players]

    @property
    def seats(self) -> tuple[str, ...]:
        moderated = self.ordering == "moderated" and self.starter in WITHOUT_STARTER
        return (*self.competitors, *([MODERATOR] if moderated else []))


class ChatScene(SocialScene):
    name = "chat"
    summary = "talk about anything"
    measures = MEASURES
    Config = ChatConfig
    actions = (SendMessage, TalkTo, Yield, ScheduleOrder, WebSearch, ViewPage, *actions.ALL)
    events = (*SocialScene.events, *events.BODIES)
    bots: ClassVar[Mapping[str, Callable[[], Agent]]] = {"rules": ChatBot}
    prompts = Prompts(Path(__file__).parent / "prompts", PROMPTS)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.starter = STARTERS[config.starter](names) if config.starter in STARTERS else None
        self.marks = self.starter.marks if self.starter else {}  # type: ignore[misc]  # a class variable elsewhere
        if MODERATOR in names:
            self.floor = Floor(names[:-1], MODERATOR)

    def start(self, chance: Chance) -> Iterator[Event]:
        if self.starter:
            yield from self.starter.start(chance)
        else:
            yield Announced(f"The topic: {self.config.topic}").by()

    def ordering(self, chance: Chance) -> Ordering:
        if self.floor:
            return super().ordering(chance)
        return ORDERINGS["sequential" if self.starter else self.config.ordering](self.names, chance)

    # -- actions

    def space(self, name: str) -> tuple[type[Action], ...]:
        own = self.starter.actions if self.starter and name == self.starter.person else ()
        return tuple(kind for kind in super().space(name) if kind not in actions.ALL or kind in own)

    def legal(self, name: str) -> Sequence[Action]:
        """List the legal actions without free text, and a few prepared answers."""
        legal = super().legal(name)
        if self.starter:
            return (*legal, *self.starter.legal(name))
        can_speak = SendMessage in self.space(name) and not self.nudged(name)
        return (*legal, *map(SendMessage, PREPARED_ANSWERS)) if can_speak else legal

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        yield from super().decide(name, action, chance)
        if self.starter and isinstance(action, actions.ALL):
            yield from self.starter.decide(name, action)
        elif self.starter and isinstance(action, SendMessage | TalkTo):
            yield from self.starter.after_message(name, action.message)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        yield from super().after_turn(pick, chance)
        if self.starter:
            yield from self.starter.after_turn(*pick.names)

    def apply(self, event: Event) -> None:
        super().apply(event)
        if isinstance(event.data, events.CardDealt):
            portrait = self.portraits[event.agent]
            card = {"profile": portrait.profile or event.data.profile, "role": event.data.aim}
            self.portraits[event.agent] = msgspec.structs.replace(portrait, **card)
        if self.starter and isinstance(event.data, events.BODIES):
            self.starter.apply(event)

    # -- what is known

    def observe(self, name: str) -> Any:
        if self.starter:
            return StarterSeen(**self.seen(name), **self.starter.seen(name))
        return super().observe(name)

    def facts(self, name: str) -> str:
        return self.starter.standing() if self.starter else super().facts(name)

    def status_prompt(self, name: str) -> str:
        return (
            f"{super().status_prompt(name)} {self.starter.standing()}." if self.starter else super().status_prompt(name)
        )

    def concerns(self, event: Event, name: str) -> str:
        """Add all speech of others to the recap."""
        return sentence(event, name) if isinstance(event.data, Said) and event.agent != name else ""

    def notable(self, event: Event) -> Mark | None:
        match event.data:
            case events.Revealed():
                return "good"
            case events.Agreed() | events.Accused():
                return "set"
            case events.WalkedAway():
                return "lost"
        return None

    def is_complete(self) -> str | None:
        return (self.starter.end or None) if self.starter else None

    def outcome(self) -> Outcome:
        said: dict[str, int | float] = {name: sum(each.name == name for each in self.heard) for name in self.names}
        metrics = {"messages": sum(said.values()), "silent": sum(not count for count in said.values())}
        if self.starter and self.starter.end:
            return Outcome(self.starter.winners, metrics={**metrics, "points": self.starter.points})
        return Outcome(metrics=metrics)
