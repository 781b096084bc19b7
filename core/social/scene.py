"""A scene in which agents talk: what is said, who has the floor, what each of them plans."""

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
    Brought,
    Event,
    Forgotten,
    Intervened,
    Planned,
    Rejected,
    Said,
    Thought,
    Withheld,
)
from core.engine.folding import on
from core.engine.ordering import Controlled, Ordering
from core.engine.scene import Scene
from core.engine.turn import Action, Pick
from core.errors import IllegalAction, UserError, did_you_mean
from core.llm.json_extraction import answer_in
from core.social.actions import ScheduleOrder, SendMessage, Speak, TalkTo, Yield, names_in
from core.social.events import Announced, PropertyChanged, Scheduled, TurnTaken
from core.social.floor import Floor
from core.social.interventions import happens
from core.social.persona import Persona, Portrait
from core.social.plan import Plan, PlanChanged
from core.social.player import SocialPlayer
from core.social.reply import without
from core.social.shapes import drafts
from core.social.web import ViewPage, WebSearch
from core.text import capitalized, outline

MODERATOR = "Moderator"
CLOSED = {"off": (WebSearch, ViewPage), "pages": (WebSearch,), "search": ()}
"""Disabled actions, by the option `web`."""
RECENT = 40
"""Messages that an observation holds."""
ON_BOARD = 12
"""Messages on the board."""


class Heard(msgspec.Struct, frozen=True):
    """Words that an agent has heard, or said itself."""

    turn: int
    """The turn, or another count that everyone shares (`SocialScene.clock`)."""
    name: str
    """Speaker; empty for news from outside."""
    text: str
    to: tuple[str, ...]
    by: Audience
    """Listeners."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An agent's knowledge in a social scene; scenes add fields. The director's contains everybody's."""

    name: str
    names: tuple[str, ...]
    portraits: dict[str, Portrait]
    plans: dict[str, Plan]
    floor: Floor | None
    heard: tuple[Heard, ...]
    """The newest words, oldest first, `RECENT` at most."""
    actions: tuple[str, ...]
    """Tags of the kinds of actions that it may ever take."""
    tools: tuple[str, ...]
    """Available tools."""
    brought: dict[str, Brought]
    """By agent, the newest thing that a tool brought."""
    history: int
    """Messages that its model is told again."""


class SocialScene(Scene, Told, Talk, Touched):
    """A world in which agents talk and act in turns.

    A scene of its own names its `scenario`, its `guidelines` and its `actions`; what it adds to `decide`, `apply` and
    `observe` it adds to these. Models play it by Thoughts, Plan and Action (`SocialPlayer`).
    """

    scenario: ClassVar[str] = ""
    """Place and situation, for models."""
    guidelines: ClassVar[str] = ""
    """Guidelines of behavior, for models."""
    events: ClassVar[tuple[type[Body], ...]] = (PlanChanged, Scheduled, TurnTaken, Announced, PropertyChanged)
    words: ClassVar[tuple[type[Action], ...]] = (SendMessage, Speak, TalkTo)
    """Kinds of actions that hold free words."""
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
            raise UserError(f"Nobody reaches the web in {self.name}: leave web=off.")
        everybody = config.personas.get("*", Persona())
        self.personas = {name: config.personas.get(name, everybody) for name in names}
        self.portraits = {name: _portrait(persona) for name, persona in self.personas.items()}
        self.plans = dict.fromkeys(names, Plan())
        self.heard: list[Heard] = []
        self.floor: Floor | None = None
        self.brought: dict[str, Brought] = {}
        self.calls_left = config.web_calls
        self.forgotten: dict[int, tuple[str, ...]] = {}
        """By the event of a call, what of its reply was taken away from whom it came for: kinds of events."""

    # -- who may do what

    def space(self, name: str) -> tuple[type[Action], ...]:
        """Give the kinds of actions that an agent may take, whatever goes on; what may be done now is less."""
        chosen = self.personas[name].actions
        without = {TalkTo if name == MODERATOR else ScheduleOrder, *CLOSED[self.config.web]}
        always = (Yield, ScheduleOrder)
        kinds = [kind for kind in self.actions if kind not in without]
        return tuple(kind for kind in kinds if not chosen or kind in always or self.forms.tag(kind) in chosen)

    def nudged(self, name: str) -> bool:
        """Tell whether an agent has to schedule others now, and can do nothing else."""
        return self.floor is not None and not self.floor.queue and self.floor.moderator == name

    def legal(self, name: str) -> Sequence[Action]:
        """List the closed part of what can be done: at least to end the turn."""
        if self.floor is not None and self.nudged(name):
            return (ScheduleOrder(", ".join(self.floor.names)),)
        return (Yield(),) if Yield in self.space(name) else ()

    def openings(self, name: str) -> Sequence[Action]:
        """List each action with free text once, with … for the text, for all that it can be combined with."""
        return tuple(
            draft
            for kind in self.space(name)
            for draft in drafts(self.forms, kind, self.names)
            if self._is_legal(name, draft)
        )

    def _is_legal(self, name: str, action: Action) -> bool:
        try:
            self.check(name, action)
        except IllegalAction:
            return False
        return True

    def check(self, name: str, action: Any) -> None:
        """Let words pass where an agent may say them, an order where it has to give one, else only what is legal."""
        if self.nudged(name):
            self._check_order(action)
        elif isinstance(action, WebSearch | ViewPage):
            self._check_web(name, action)
        elif isinstance(action, self.words) and type(action) in self.space(name):
            self.check_words(name, action)
        else:
            super().check(name, action)

    def check_words(self, name: str, action: Any) -> None:
        """Raises IllegalAction where an agent cannot say something now, or not to whom it says it."""
        if isinstance(action, TalkTo):
            self.check_talk(name, action.to)

    def check_talk(self, name: str, to: str) -> None:
        """Raises IllegalAction where an agent cannot talk to another one alone."""
        if to == name:
            raise IllegalAction("you cannot talk to yourself; write who else it is for")

    def _check_web(self, name: str, action: Action) -> None:
        if type(action) not in self.space(name):
            raise IllegalAction(f"{action.tool} is not open to {name} in this run")
        if self.calls_left <= 0:
            raise IllegalAction(f"the run has had its {self.config.web_calls} searches and pages; go on without")

    def _check_order(self, action: Any) -> None:
        if not isinstance(action, ScheduleOrder):
            raise IllegalAction("nobody is scheduled; write schedule_order, and nothing else, now")
        assert self.floor is not None
        order = names_in(action.order)
        if not order:
            raise IllegalAction("the order is empty; name at least one")
        if odd := next((name for name in order if name not in self.floor.names), None):
            raise IllegalAction(f"{odd[:40]!r} cannot be scheduled; known: {', '.join(self.floor.names)}")

    def _tools(self, names: Sequence[str]) -> tuple[str, ...]:
        kinds = dict.fromkeys(kind for name in names for kind in self.space(name))
        return tuple(kind.tool for kind in kinds if kind.tool)

    # -- what happens

    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        match action:
            case SendMessage(message) | Speak(message):
                yield from self.deliver_message(name, message, ())
            case TalkTo(to, message):
                yield from self.deliver_message(name, message, (to,))
            case ScheduleOrder(order):
                yield Scheduled(names_in(order)).by(name)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Go on in the queue; a moderator that was nudged for nothing has everybody scheduled, once."""
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
    def on_brought(self, event: Event, body: Brought) -> None:
        self.brought[event.agent] = body
        self.calls_left -= 1

    def ordering(self, chance: Chance) -> Ordering:
        """Make the moderator's queue the ordering, where there is one; else one after the other."""
        return Controlled(self.names, chance, lambda: self.floor.up if self.floor is not None else None)

    # -- what is known

    def clock(self, event: Event) -> int:
        """Return the number that an observation shows for the time of an event: its turn.

        A scene with secret picks gives another, such as a count of public speeches: turns that an agent may not know
        of would show in the number.
        """
        return event.turn

    def seen(self, name: str) -> dict[str, Any]:
        """Give what `Seen` holds for an agent, or for the director, who has no name."""
        own = self.names if not name else (name,)
        return {
            "name": name,
            "names": self.names,
            "portraits": {each: self.portraits[each] for each in own},
            "plans": {each: self.plans[each] for each in own},
            "floor": self.floor,
            "heard": self._heard_by(name),
            "actions": tuple(dict.fromkeys(self.forms.tag(kind) for each in own for kind in self.space(each))),
            "tools": self._tools(own),
            "brought": {each: self.brought[each] for each in own if each in self.brought},
            "history": self.config.history,
        }

    def _heard_by(self, name: str) -> tuple[Heard, ...]:
        known = (each for each in reversed(self.heard) if not name or each.by is None or name in each.by)
        return tuple(islice(known, RECENT))[::-1]

    def observe(self, name: str) -> Any:
        return Seen(**self.seen(name))

    def board(self, eyes: str = "") -> str:
        """Write the newest messages, below what the observation of the scene's own class adds to `Seen`."""
        heard = self._heard_by(eyes)[-ON_BOARD:]
        rows = (f"{each.name}: {each.text}" if each.name else each.text for each in heard)
        return "\n".join(filter(None, (self.facts(eyes), *rows))) or "Nothing is said yet."

    def facts(self, name: str) -> str:
        """Write what the observation of the scene's own class adds to `Seen`, a line a field."""
        seen = self.observe(name)
        own = [field for field in seen.__struct_fields__ if field not in Seen.__struct_fields__]
        return outline({field: getattr(seen, field) for field in own}) if own else ""

    def status_prompt(self, name: str) -> str:
        if self.nudged(name):
            return "Nobody is scheduled. Decide who acts next, by schedule_order and nothing else."
        return "It is your turn."

    def concerns(self, event: Event, name: str) -> str:
        """Leave out who has the floor: that is seen."""
        return "" if isinstance(event.data, Scheduled) else super().concerns(event, name)

    def remember(self, event: Event, name: str) -> str:
        """Keep an agent's own replies whole; they hold what it thought, planned and said.

        Of others, what they did. Of interventions, what came of them: the words of one that is for somebody else
        stand in it.
        """
        match event.data:
            case Asked(value=value, reply=reply) if event.agent == name:
                if gone := self.forgotten.get(event.n):
                    return without(value, gone)
                return answer_in(reply) if value is not None else ""
            case Withheld() | Said() | Thought() | Planned() | PlanChanged() if event.agent == name:
                return ""
            case Rejected():
                return capitalized(event.data.sentence())
            case TurnTaken(minutes=0) | Intervened():
                return ""
            case Brought():
                return event.data.quoted(self.config.web_characters)
        return super().remember(event, name)

    # -- from outside

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        yield from happens(what, self.names)


def _portrait(persona: Persona) -> Portrait:
    return Portrait(persona.profile, persona.style, persona.role, persona.language, dict(persona.properties))
