"""The base of social scenes: messages, the floor, and each agent's plan."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar

import msgspec

from core.engine.agents import Agent
from core.engine.capabilities import Talk, Told, Touched
from core.engine.chance import Chance
from core.engine.events import (
    Asked,
    Audience,
    Body,
    Event,
    Forgotten,
    Intervened,
    Planned,
    Rejected,
    Said,
    Thought,
    ToolResult,
    Withheld,
)
from core.engine.folding import on
from core.engine.ordering import Controlled, Ordering
from core.engine.scene import Scene
from core.engine.turn import Action, Pick
from core.errors import IllegalAction, UserError, did_you_mean
from core.llm.json_extraction import answer_in
from core.llm.prompts import Prompts
from core.social.actions import ScheduleOrder, SendMessage, Speak, TalkTo, ViewPage, WebSearch, Yield, comma_separated
from core.social.element import drafts
from core.social.events import Announced, Floor, PropertyChanged, Scheduled, TurnTaken
from core.social.interventions import events_of
from core.social.persona import Persona, Portrait
from core.social.plan import Plan, PlanChanged
from core.social.player import PROMPTS, SocialPlayer
from core.social.reply import without_sections
from core.text import capitalized, outline

MODERATOR = "Moderator"
RECENT = 40
"""Maximum number of messages in an observation."""
ON_BOARD = 12
"""Number of messages on the board."""


class Heard(msgspec.Struct, frozen=True):
    """A message that an agent heard or sent."""

    turn: int
    """The turn, or another count that everyone shares (`SocialScene.clock`)."""
    name: str
    """Speaker; empty for news from outside."""
    text: str
    to: tuple[str, ...]
    heard_by: Audience
    """Agents that heard the message: names, or None for everyone."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An agent's observation in a social scene; scenes add fields. The director's has the facts of all agents."""

    name: str
    names: tuple[str, ...]
    portraits: dict[str, Portrait]
    plans: dict[str, Plan]
    floor: Floor | None
    heard: tuple[Heard, ...]
    """The newest messages, oldest first, at most `RECENT`."""
    actions: tuple[str, ...]
    """Tags of the actions that the agent may ever take."""
    tools: tuple[str, ...]
    """Names of the tools that agents may call."""
    tool_results: dict[str, ToolResult]
    """Newest tool result of each agent."""
    history: int
    """Number of messages that prompts repeat."""


class SocialScene(Scene, Told, Talk, Touched):
    """A scene in which agents talk and act in turns.

    A subclass defines `scenario`, `guidelines` and `actions`, and extends `decide`, `apply` and `observe`. Models play
    it with replies of thoughts, a plan and an action (`SocialPlayer`).
    """

    prompts: ClassVar[Prompts] = Prompts(PROMPTS)
    scenario: ClassVar[str] = ""
    """Place and situation, for models, unless the scene's prompts have a `scenario.j2`."""
    guidelines: ClassVar[str] = ""
    """Guidelines of behavior, for models, unless the scene's prompts have a `guidelines.j2`."""
    events: ClassVar[tuple[type[Body], ...]] = (PlanChanged, Scheduled, TurnTaken, Announced, PropertyChanged)
    words: ClassVar[tuple[type[Action], ...]] = (SendMessage, Speak, TalkTo)
    """Classes of actions with free text."""
    Player: ClassVar[type[SocialPlayer]] = SocialPlayer
    """Class of the model player; `player` constructs it."""
    player: ClassVar[Callable[[], Agent] | None]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "player" not in cls.__dict__:
            cls.player = partial(cls.Player, cls)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        if odd := next((name for name in config.personas if name not in (*names, "*")), None):
            raise UserError(f"personas: nobody is called {odd!r}; {did_you_mean(odd, names)}, * for all others.")
        tags = [self.forms.tag(kind) for kind in self.actions]
        for name, persona in config.personas.items():
            if odd := next((tag for tag in persona.actions if tag not in tags), None):
                raise UserError(f"personas.{name}.actions: there is no action {odd!r}; {did_you_mean(odd, tags)}.")
        if config.web != "off" and not any(kind.tool for kind in self.actions):
            raise UserError(f"{self.name} has no web access: leave web=off.")
        everybody = config.personas.get("*", Persona())
        self.personas = {name: config.personas.get(name, everybody) for name in names}
        self.portraits = {
            name: Portrait(**persona.model_dump(exclude={"actions"})) for name, persona in self.personas.items()
        }
        self.plans = dict.fromkeys(names, Plan())
        self.heard: list[Heard] = []
        self.floor: Floor | None = None
        self.tool_results: dict[str, ToolResult] = {}
        self.calls_left = config.web_calls
        self._closed_tools = config.closed_tools
        self.forgotten: dict[int, tuple[str, ...]] = {}
        """Kinds of events that an agent forgot, by the number of the model call from which they came."""

    # -- permissions

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Return the kinds of actions that an agent may ever take, though not all of them at every moment."""
        chosen = self.personas[name].actions
        excluded = TalkTo if name == MODERATOR else ScheduleOrder
        kinds = [each for each in self.actions if each is not excluded and each.tool not in self._closed_tools]
        always = (Yield, ScheduleOrder)
        return tuple(kind for kind in kinds if not chosen or kind in always or self.forms.tag(kind) in chosen)

    def nudged(self, name: str) -> bool:
        """Return True if an agent has to schedule others now, and can do nothing else."""
        return self.floor is not None and not self.floor.queue and self.floor.moderator == name

    def legal(self, name: str) -> Sequence[Action]:
        """List the legal actions without free text; the end of the turn is always among them."""
        if self.floor is not None and self.nudged(name):
            return (ScheduleOrder(", ".join(self.floor.names)),)
        return (Yield(),) if Yield in self.space(name) else ()

    def openings(self, name: str) -> Sequence[Action]:
        """List the legal actions with free text, with … for the text: one for each combination of the other fields."""
        possible = (draft for kind in self.space(name) for draft in drafts(self.forms, kind, self.names))
        return tuple(draft for draft in possible if self._is_legal(name, draft))

    def _is_legal(self, name: str, action: Action) -> bool:
        try:
            self.check(name, action)
        except IllegalAction:
            return False
        return True

    def check(self, name: str, action: Any) -> None:
        """Accept words if the agent may speak, an order if it has to give one, and otherwise only legal actions."""
        if self.nudged(name):
            self._check_order(action)
        elif isinstance(action, WebSearch | ViewPage):
            self._check_web(name, action)
        elif isinstance(action, self.words) and type(action) in self.space(name):
            self.check_words(name, action)
        else:
            super().check(name, action)

    def check_words(self, name: str, action: Any) -> None:
        """Raise IllegalAction if an agent cannot speak now, or cannot speak to this listener."""
        if isinstance(action, TalkTo):
            self.check_talk(name, action.to)

    def check_talk(self, name: str, to: str) -> None:
        """Raise IllegalAction if an agent cannot talk to another agent in private."""
        if to == name:
            raise IllegalAction("you cannot talk to yourself; name another player")

    def _check_web(self, name: str, action: Action) -> None:
        if type(action) not in self.space(name):
            raise IllegalAction(f"{name} cannot use {action.tool} in this run")
        if self.calls_left <= 0:
            raise IllegalAction(
                f"all {self.config.web_calls} searches and pages of this run are used up; go on without"
            )

    def _check_order(self, action: Any) -> None:
        if not isinstance(action, ScheduleOrder):
            raise IllegalAction("no speakers are scheduled; the only action now is schedule_order")
        assert self.floor is not None
        order = comma_separated(action.order)
        if not order:
            raise IllegalAction("the order is empty; name at least one")
        if odd := next((name for name in order if name not in self.floor.names), None):
            raise IllegalAction(f"{odd[:40]!r} cannot be scheduled; known: {', '.join(self.floor.names)}")

    # -- effects

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        match action:
            case SendMessage(message) | Speak(message):
                yield from self.deliver_message(name, message, ())
            case TalkTo(to, message):
                yield from self.deliver_message(name, message, (to,))
            case ScheduleOrder(order):
                yield Scheduled(comma_separated(order)).by(name)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Advance the queue; if the moderator scheduled nobody, schedule everybody once."""
        if self.floor is not None:
            yield (TurnTaken() if self.floor.queue else Scheduled(self.floor.names)).by()

    def apply(self, event: Event) -> None:
        super().apply(event)
        if self.floor is not None:
            self.floor = self.floor.after(event)

    @on
    def on_plan_changed(self, event: Event, body: PlanChanged) -> None:
        self.plans[event.agent] = self.plans[event.agent].after(body)

    @on
    def on_property_changed(self, event: Event, body: PropertyChanged) -> None:
        portrait = self.portraits[event.agent]
        properties = {**portrait.properties, body.property: body.value}
        self.portraits[event.agent] = msgspec.structs.replace(portrait, properties=properties)

    @on
    def on_said(self, event: Event, body: Said | Withheld) -> None:
        self.heard.append(Heard(self.clock(event), event.agent, body.text, body.to, event.audience))

    @on
    def on_announced(self, event: Event, body: Announced) -> None:
        self.heard.append(Heard(self.clock(event), "", body.text, (), event.audience))

    @on
    def on_forgotten(self, event: Event, body: Forgotten) -> None:
        if body.asked:
            self.forgotten = {**self.forgotten, body.asked: (*self.forgotten.get(body.asked, ()), body.what)}

    @on
    def on_brought(self, event: Event, body: ToolResult) -> None:
        self.tool_results[event.agent] = body
        self.calls_left -= 1

    def ordering(self, chance: Chance) -> Ordering:
        """Follow the moderator's queue, if there is one; else the seats in their order."""
        return Controlled(self.names, chance, lambda: self.floor.up if self.floor is not None else None)

    # -- observations

    def clock(self, event: Event) -> int:
        """Return the time of an event, as observations show it: its turn.

        A scene with secret picks overrides this, for example with a count of public speeches, as turn numbers would
        reveal turns that an agent may not know.
        """
        return event.turn

    def seen(self, name: str) -> dict[str, Any]:
        """Return the fields of `Seen` for an agent, or for the director ("")."""
        own = self.names if not name else (name,)
        kinds = dict.fromkeys(kind for each in own for kind in self.space(each))
        return {
            "name": name,
            "names": self.names,
            "portraits": {each: self.portraits[each] for each in own},
            "plans": {each: self.plans[each] for each in own},
            "floor": self.floor,
            "heard": self._heard_by(name),
            "actions": tuple(dict.fromkeys(map(self.forms.tag, kinds))),
            "tools": tuple(kind.tool for kind in kinds if kind.tool),
            "tool_results": {each: self.tool_results[each] for each in own if each in self.tool_results},
            "history": self.config.history,
        }

    def _heard_by(self, name: str) -> tuple[Heard, ...]:
        known = (each for each in reversed(self.heard) if not name or each.heard_by is None or name in each.heard_by)
        return tuple(islice(known, RECENT))[::-1]

    def observe(self, name: str) -> Any:
        return Seen(**self.seen(name))

    def board(self, perspective: str = "") -> str:
        """Write the newest messages below the facts of the scene."""
        heard = self._heard_by(perspective)[-ON_BOARD:]
        rows = (f"{each.name}: {each.text}" if each.name else each.text for each in heard)
        return "\n".join(filter(None, (self.facts(perspective), *rows))) or "Nothing is said yet."

    def facts(self, name: str) -> str:
        """Write the fields that the scene's observation adds to `Seen`, one per line."""
        seen = self.observe(name)
        own = [field for field in seen.__struct_fields__ if field not in Seen.__struct_fields__]
        return outline({field: getattr(seen, field) for field in own}) if own else ""

    def status_prompt(self, name: str) -> str:
        if self.nudged(name):
            return "Nobody is scheduled. Decide who acts next, by schedule_order and nothing else."
        return "It is your turn."

    def concerns(self, event: Event, name: str) -> str:
        """Exclude events of the floor, as the screen shows the floor."""
        return "" if isinstance(event.data, Scheduled) else super().concerns(event, name)

    def remember(self, event: Event, name: str) -> str:
        """Keep an agent's own replies whole, with its thoughts, plans and words.

        An intervention is remembered by the events that it causes, as its text may be meant for another agent.
        """
        match event.data:
            case Asked(value=value, reply=reply) if event.agent == name:
                if gone := self.forgotten.get(event.n):
                    return without_sections(value, gone)
                return answer_in(reply) if value is not None else ""
            case Withheld() | Said() | Thought() | Planned() | PlanChanged() if event.agent == name:
                return ""
            case Rejected():
                return capitalized(event.data.sentence())
            case TurnTaken(minutes=0) | Intervened():
                return ""
            case ToolResult():
                return event.data.quoted(self.config.web_characters)
        return super().remember(event, name)

    # -- from outside

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        yield from events_of(what, self.names)
