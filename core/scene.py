"""What a scene is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, NamedTuple, Self

from core.agents import Agent
from core.chance import Chance
from core.config import SceneConfig
from core.errors import IllegalAction, did_you_mean
from core.events import (
    SHARED,
    Asked,
    Body,
    Event,
    Metric,
    Overtaken,
    Said,
    UnknownKind,
)
from core.forms import Forms
from core.header import Header
from core.ordering import Ordering, Sequential
from core.text import outline
from core.turn import Action, Pick


class Imported(NamedTuple):
    """A game from elsewhere: the options that make its world, and who did what, in the scene's command language."""

    options: dict[str, Any]
    commands: tuple[tuple[str, str], ...]


class Outcome(NamedTuple):
    """How a game stands, or came out: several may have won, or nobody. Names that are not told have no score."""

    winners: tuple[str, ...] = ()
    scores: Mapping[str, int | float] = {}
    """By name."""
    metrics: Mapping[str, Metric] = {}
    """What is measured of the world, by words of the scene's own."""


class Scene(ABC):
    """A world with rules. State changes in `apply` and nowhere else.

    `decide`, `resolve`, `start` and `after_turn` are generators whose events are applied as they are yielded, so the
    code after a `yield` sees the state that the event made.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """A few words for the lobby."""
    Config: ClassVar[type[SceneConfig]] = SceneConfig
    bodies: ClassVar[tuple[type[Body], ...]]
    """The scene's own event kinds."""
    bots: ClassVar[Mapping[str, Callable[[], Agent]]]
    """Players that need no model, by policy name. The first is what `rules` means."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Kinds of actions that declare a form, for `parse` and `describe`; none if the scene has a language of its own."""
    forms: ClassVar[Forms] = Forms()
    """Made of these."""
    player: ClassVar[Callable[[], Agent] | None] = None
    """The player that uses a model, for `llm:NAME`, where the scene has one."""
    exports: ClassVar[Mapping[str, Callable[[Header, Sequence[Event]], str]]] = {}
    """Texts that a recording can be made into, by format name."""
    imports: ClassVar[Mapping[str, Callable[[str], Imported]]] = {}
    """Formats of games from elsewhere that can be made into a recording."""

    people: ClassVar[tuple[str, ...]] = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
    """Who may sit at the table."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for actions whose forms could not be read back."""
        super().__init_subclass__()
        if "actions" in cls.__dict__:
            cls.forms = Forms(cls.actions)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        self.config = config
        self.names = names

    # -- before the start

    @classmethod
    def seats(cls, config: Any) -> tuple[str, ...]:
        """The names at the table, in seat order: of `people` as many as the option `players` says, or all if the scene
        has no such option."""
        return cls.people[: config.players] if "players" in cls.Config.model_fields else cls.people

    @classmethod
    def human_seat(cls, config: Any) -> str:
        """Where `play` seats the person."""
        return cls.seats(config)[0]

    # -- the game

    @abstractmethod
    def start(self, chance: Chance) -> Iterator[Event]:
        """The events that set the world up. What chance decides is in them."""

    @abstractmethod
    def observe(self, name: str) -> Any:
        """What one agent knows now: an immutable value that msgspec can encode. What it may not know is absent. With no
        name, everything as it is, unless `overview` says that."""

    def overview(self) -> Any:
        """The director's view, of the same type as an observation: everything, as it is."""
        return self.observe("")

    @abstractmethod
    def legal(self, name: str) -> Sequence[Action]:
        """Actions the agent may take now; where the space is open (free text), the closed part of it."""

    def check(self, name: str, action: Any) -> None:
        """Raises IllegalAction, saying what could be done, for an action that is not among the legal ones. A scene with
        free text lets that pass before it leaves the rest to this."""
        legal = self.legal(name)
        if action in legal:
            return
        could = [self.describe(each) for each in legal]
        if not could:
            raise IllegalAction(f"{name} can do nothing now")
        given = self.describe(action) if action in self.forms else ""
        raise IllegalAction(f"that cannot be done now; {did_you_mean(given, could)}")

    @abstractmethod
    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        """What a checked action makes happen."""

    def resolve(self, actions: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
        """What a group's checked actions make happen, in pick order. One that has gone stale is overtaken."""
        for name, action in actions.items():
            try:
                self.check(name, action)
            except IllegalAction as why:
                yield Event.of(Overtaken(self.describe(action), str(why)), name, (name,))
            else:
                yield from self.decide(name, action, chance)

    def default(self, name: str) -> Action:
        """The action that is taken for an agent that gives none: the first legal one that ends the turn. So in `legal`
        what does least comes first."""
        return next(action for action in self.legal(name) if action.ends_turn)

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Keep time: after every turn, also one in which all who were picked were skipped."""
        yield from ()

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        """What an intervention makes happen in the world. One that cannot be as things stand is a `Rejected` event; one
        that is not about the world (somebody opened all eyes) makes nothing happen."""
        yield from ()

    def check_intervention(self, what: str) -> None:
        """Raises IllegalAction, saying what could be done to this world from outside."""
        raise IllegalAction(f"nobody can intervene in {self.name}")

    def apply(self, event: Event) -> None:
        """The only place where state changes. A scene handles its own kinds and leaves the rest to this."""
        if not isinstance(event.data, SHARED) and not isinstance(event.data, self.bodies):
            raise UnknownKind(f"{self.name} has no event kind {event.kind!r}")

    def pick(self) -> Pick | None:
        """Who acts next, where the rules say so; None leaves it to the ordering."""
        return None

    def ordering(self, chance: Chance) -> Ordering:
        """Make the ordering of a run, which is asked where `pick` says nothing. A scene whose config is an `OpenOrder`
        takes the one that it names, and any scene may bring its own."""
        return Sequential(self.names, chance)

    def status_prompt(self, name: str) -> str:
        """Tell an agent privately how things stand, as its turn begins (spec 003); nothing, unless a scene does."""
        return ""

    def should_skip_turn(self, name: str) -> bool:
        return False

    def deliver_message(self, name: str, text: str, to: tuple[str, ...]) -> Iterator[Event]:
        """What saying something makes happen: heard by all, or by those it is said to and the speaker."""
        yield Event.of(Said(text, to), name, tuple(n for n in self.names if n == name or n in to) if to else None)

    @abstractmethod
    def is_complete(self) -> str | None:
        """Why the run is over, in a word, or None while it goes on."""

    def outcome(self) -> Outcome:
        """Tell who has won as things stand, and measure the world; asked at the end, and whenever somebody looks."""
        return Outcome()

    def copy(self) -> Self:
        """An independent scene in the same state: deep, but for events, bodies, actions and the config, which nobody
        changes. A scene that is copied by the thousand, for bots that look ahead, has a faster one."""
        other = object.__new__(type(self))
        shared = {id(self): other, id(self.config): self.config}
        other.__dict__.update(deepcopy(self.__dict__, shared))
        return other

    def remember(self, event: Event, name: str) -> str:
        """Tell how an agent remembers an event that it may know; empty if it need not. Its own words are kept as it
        said them; what its model wrote, whole, is asked for as well, and only scenes whose players go by that keep
        it."""
        if isinstance(event.data, Asked):
            return ""
        if event.agent == name and isinstance(event.data, Said):
            return event.data.text
        return f"{event.agent}: {event.data.sentence()}" if event.agent else event.data.sentence()

    def members(self, group: str) -> tuple[str, ...]:
        """Names in a group that an audience may name."""
        raise KeyError(group)

    # -- the command language, and what readers want to know

    def parse(self, name: str, text: str) -> Action:
        """The action that a command means. Raises IllegalAction, saying what could have been read."""
        return self.forms.parse(text, self.names)

    def describe(self, action: Any) -> str:
        """The command that parses to this action."""
        return self.forms.describe(action)

    def notable(self, event: Event) -> str | None:
        """For events that a reader of the run jumps to: "good", "bad", "lost", or "missed" for what few eyes saw."""
        return None

    def finding(self, event: Event) -> str | None:
        """What an event says of a claim that is not so, or None."""
        return None

    def admits(self, event: Event) -> None:
        """Asked of each event of a foreign recording, after it is applied: raises ValueError for one that speaks of
        what this world does not have."""

    def board(self, eyes: str = "") -> str:
        """The state as a few lines of plain text, as one agent knows it or in full: the observation, a line a field."""
        return outline(self.observe(eyes) if eyes else self.overview())


def may_know(event: Event, name: str, scene: Scene) -> bool:
    """Whether an agent is in the audience of the event that the scene applied last. Groups change: of earlier events,
    `Witnesses` tells."""
    audience = event.audience
    if audience is None:
        return True
    return name in (scene.members(audience) if isinstance(audience, str) else audience)


class Witnesses:
    """Who may know of events, as it was when they happened: a fold over them."""

    def __init__(self) -> None:
        self._groups: dict[int, frozenset[str]] = {}
        """By event, who was in the group that is its audience."""

    def take(self, event: Event, scene: Scene) -> None:
        """Each event once, when the scene has applied it."""
        if isinstance(event.audience, str):
            self._groups[event.n] = frozenset(name for name in scene.names if may_know(event, name, scene))

    def may_know(self, event: Event, name: str) -> bool:
        audience = self._groups[event.n] if isinstance(event.audience, str) else event.audience
        return audience is None or name in audience
