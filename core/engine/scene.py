"""What a scene is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from core.actions.forms import Forms, UnknownCommand
from core.actions.suggestions import not_now, unknown
from core.engine.agents import Agent
from core.engine.capabilities import hooks
from core.engine.chance import Chance
from core.engine.config import OpenOrder, SceneConfig
from core.engine.copying import deep
from core.engine.events import (
    SHARED,
    Body,
    Defaulted,
    Event,
    Metric,
    Overtaken,
)
from core.engine.folding import Folding, Handler
from core.engine.ordering import ORDERINGS, Ordering, Sequential
from core.engine.scene_checks import METHODS, check_class
from core.engine.turn import Action, Pick, legal_actions
from core.env.encoding import Learned
from core.errors import EVENTS, IllegalAction, SceneError, bad_hook_result
from core.recording.line_format import UnknownKind
from core.text import outline


class Outcome(NamedTuple):
    """Says how a game stands, or came out. Batches add winners up by policy, and measure scores and metrics.

    >>> Outcome(winners=("Ann",), scores={"Ann": 21, "Bob": 17}, metrics={"bluffs": 3}).winners
    ('Ann',)
    """

    winners: tuple[str, ...] = ()
    """Names of who has won: one, several, or nobody."""
    scores: Mapping[str, int | float] = {}
    """Points by name, in the scene's own unit; names that are missing have none."""
    metrics: Mapping[str, Metric] = {}
    """What is measured of the world, by words of the scene's own: numbers, yes or no, a word, or None for nothing to
    measure. A batch gives mean and standard error of numbers (yes is 1), and counts words."""
    roles: Mapping[str, str] = {}
    """Roles that were dealt, such as "seer", by name: reports tell how players do in them."""


class Scene(Folding, ABC):
    """Is a world with rules. State changes in `apply` and nowhere else.

    `start`, `decide`, `resolve`, `after_turn` and `intervene` are generators whose events are applied as they are
    yielded, so the code after a `yield` sees the state that the event made. What chance decides is drawn there, from
    the `chance` they are given, and is in the events; `apply` and all that only looks draw nothing.

    >>> from collections.abc import Iterator
    >>> import playbill as pb
    >>> class Count(pb.Action):
    ...     form = "count {up}"
    ...     up: int
    >>> class Counted(pb.Body):
    ...     up: int
    >>> class Most(pb.Agent):
    ...     def act(self, turn: pb.Turn) -> pb.Action:
    ...         return turn.legal[-1]
    >>> class Two(pb.SceneConfig):
    ...     people = ("Ann", "Bob")
    >>> class ToTen(pb.Scene):
    ...     name, summary, Config = "to_ten", "who says ten wins", Two
    ...     events, actions, bots = (Counted,), (Count,), {"rules": Most}
    ...     total, last = 0, ""
    ...     def start(self, chance: pb.Chance) -> Iterator[pb.Event]:
    ...         yield Counted(chance("first").below(3)).by()
    ...     def observe(self, name: str) -> int:
    ...         return self.total
    ...     def legal(self, name: str) -> list[pb.Action]:
    ...         return [Count(up) for up in (1, 2) if self.total + up <= 10]
    ...     def decide(self, name: str, action: Count, chance: pb.Chance) -> Iterator[pb.Event]:
    ...         yield Counted(action.up).by(name)
    ...     @pb.on
    ...     def on_counted(self, event: pb.Event, body: Counted) -> None:
    ...         self.total, self.last = self.total + body.up, event.agent
    ...     def is_complete(self) -> str | None:
    ...         return "counted" if self.total == 10 else None
    ...     def outcome(self) -> pb.Outcome:
    ...         return pb.Outcome((self.last,) if self.is_complete() else ())
    >>> pb.play(ToTen, cast={"Ann": "random"}, seed=2).outcome.winners
    ('Bob',)
    """

    name: ClassVar[str]
    """What the scene is called on the command line and in recordings: one word, unique among the installed ones."""
    summary: ClassVar[str]
    """A few words for the lobby and for `playbill scenes`."""
    Config: ClassVar[type[SceneConfig]] = SceneConfig
    """Its options: a `SceneConfig` with fields of the scene's own. An instance is `self.config`."""
    events: ClassVar[tuple[type[Body], ...]]
    """Classes of the scene's own events, each a `Body`. An event of another class is an error, as no recording of it
    could be read."""
    bots: ClassVar[Mapping[str, Callable[[], Agent]]]
    """Players that need no model, by policy name. The first is what `rules` means, and gives the hints."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Kinds of actions that declare a form, for `parse` and `describe`; none if the scene has a language of its own."""
    forms: ClassVar[Forms] = Forms()
    """The command language, made of `actions`."""
    player: ClassVar[Callable[[], Agent] | None] = None
    """The player that uses a model, for `llm:NAME`; None where the scene has none."""
    _fell_back: tuple[int, frozenset[str]] = (0, frozenset())
    """A turn, and the agents in whose place an action was taken in it."""

    def __init_subclass__(cls) -> None:
        """Make the command language. Raises TypeError for forms that could not be read back, for lists of events or
        actions that cannot be meant so, and for attributes that hide methods."""
        check_class(cls, HOOKS, CAPABILITY_OF)
        super().__init_subclass__()
        cls._handlers = {**cls._handlers, Defaulted: keeping_fallbacks(cls._handlers.get(Defaulted))}
        if "actions" in cls.__dict__:
            cls.forms = Forms(cls.actions)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        """Make an empty world, before any event: `config` is of the type `Config`, `names` are in seat order."""
        self.config = config
        self.names = names

    # -- the game

    @abstractmethod
    def start(self, chance: Chance) -> Iterator[Event]:
        """Yield the events that set the world up, before the first turn.

            def start(self, chance):
                for name in self.names:
                    yield Dealt(chance("deal", name).choice(CARDS)).by(name, to=(name,))  # for its eyes only

        What chance decides is in them, so that folding them draws nothing.
        """

    @abstractmethod
    def observe(self, name: str) -> Any:
        """Give what one agent knows now: an immutable value that msgspec can encode (a frozen Struct, tuples, numbers,
        texts). What it may not know is absent. With no name (""), the director's view: everything, as it is."""

    @abstractmethod
    def legal(self, name: str) -> Sequence[Action]:
        """List the actions that the agent may take now, the one that does least first; where the space is open (free
        text, numbers without end), the closed part of it. An agent that is picked and may do nothing is skipped."""

    def check(self, name: str, action: Any) -> None:
        """Reject what cannot be done: raises IllegalAction, saying what could be, for an action that is not in `legal`.
        Of a `float`, `legal` lists only stops, and any value within its bounds passes. A scene with free text lets
        that pass before it leaves the rest to this."""
        legal = legal_actions(self, name)
        if action in legal:
            return
        could = [self.describe(each) for each in legal]
        if not could:
            raise IllegalAction(f"{name} can do nothing now")
        if action not in self.forms:
            raise IllegalAction(not_now("", could))
        self.forms.check_bounds(action)
        if not self.forms.is_between(action, legal):
            raise IllegalAction(not_now(self.describe(action), could))

    @abstractmethod
    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        """Yield what an action makes happen that `check` has let pass; it may be nothing."""

    def resolve(self, actions: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
        """Yield what the actions of a group make happen that decided at once, by name in pick order: here, one after
        the other. Each was checked against the state that the group saw; one that has gone stale is overtaken."""
        for name, action in actions.items():
            try:
                self.check(name, action)
            except IllegalAction as why:
                yield Event.of(Overtaken(self.describe(action), str(why)), name, (name,))
            else:
                made = self.decide(name, action, chance)
                if made is None:
                    raise bad_hook_result(self.name, "decide", EVENTS, made)
                yield from made

    def default(self, name: str) -> Action:
        """Give the action that is taken for an agent that gives none: the first in `legal` that ends the turn."""
        legal = legal_actions(self, name)
        action = next((each for each in legal if each.ends_turn), None)
        if action is None:
            raise bad_hook_result(
                self.name, "legal", f"list an action that ends the turn of {name}, or default give one", legal
            )
        return action

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Yield what time brings: asked after every turn, also one in which all who were picked were skipped."""
        yield from ()

    def apply(self, event: Event) -> None:
        """Change the state by an event: the only place that does. It calls the method that `on` marks for its class,
        and raises UnknownKind for one that the scene does not list. A scene that has more to do at each event overrides
        this, and calls it. It also folds a log in which the content of events is missing that somebody may not know."""
        handler = self._handlers.get(type(event.data))
        if handler is not None:
            handler(self, event, event.data)
        elif not isinstance(event.data, SHARED) and type(event.data) not in self.events:
            raise UnknownKind(f"{self.name} has no event kind {event.kind!r}")

    def is_fallback(self, event: Event) -> bool:
        """Tell whether an event comes of an action that was taken for an agent which gave none in that turn: metrics of
        what agents do count it apart. Asked as the event is applied."""
        turn, names = self._fell_back
        return event.turn == turn and event.agent in names

    def pick(self) -> Pick | None:
        """Say who acts next, where the rules do: `Pick(("Ann",))`, or a group that decides at once. None leaves it to
        the ordering."""
        return None

    def ordering(self, chance: Chance) -> Ordering:
        """Make the ordering of a run, which is asked where `pick` says nothing: the one that an `OpenOrder` names, else
        one after the other in seat order. A scene may bring its own."""
        kind = ORDERINGS[self.config.ordering] if isinstance(self.config, OpenOrder) else Sequential
        return kind(self.names, chance)

    @abstractmethod
    def is_complete(self) -> str | None:
        """Say why the run is over, in a word, or None while it goes on. Asked between turns."""

    def outcome(self) -> Outcome:
        """Tell who has won as things stand, and measure the world; asked at the end, and whenever somebody looks."""
        return Outcome()

    def copy(self) -> Self:
        """Make an independent scene in the same state: deep, but for the config and frozen Structs (events, bodies,
        actions), which nobody changes. One that is copied by the thousand, for bots that look ahead, has a faster
        way."""
        other = object.__new__(type(self))
        shared = {id(self): other, id(self.config): self.config}
        other.__dict__.update(deep(self.__dict__, shared))
        return other

    # -- the command language, and what readers want to know

    def parse(self, name: str, text: str) -> Any:
        """Read the action that a command means. Raises IllegalAction, saying what could have been read."""
        try:
            return self.forms.parse(text, self.names, name)
        except UnknownCommand as error:
            if legal := self.legal(name):
                raise IllegalAction(unknown(error.text, map(self.describe, legal))) from None
            raise

    def describe(self, action: Any) -> str:
        """Write the command that parses to this action."""
        if action not in self.forms:
            kinds = ", ".join(kind.__name__ for kind in self.actions)
            raise SceneError(
                f"the scene {self.name}: {action!r:.80} is none of its actions ({kinds}), which legal lists"
            )
        return self.forms.describe(action)

    def board(self, eyes: str = "") -> str:
        """Write the state as a few lines of plain text, as one agent knows it or in full (""): the observation, a line
        a field."""
        return outline(self.observe(eyes))


def keeping_fallbacks(handler: Handler | None) -> Handler:
    """Make the handler of `Defaulted`, which keeps in whose place an action was taken (`Scene.is_fallback`)."""

    def fold(scene: Scene, event: Event, body: Defaulted) -> None:
        turn, names = scene._fell_back
        scene._fell_back = event.turn, (names if event.turn == turn else frozenset()) | {event.agent}
        if handler is not None:
            handler(scene, event, body)

    return fold


CAPABILITY_OF = {**hooks(), "encoding": Learned}
"""The mixin that each hook belongs to."""
HOOKS = frozenset(
    name for name, value in vars(Scene).items() if isinstance(value, METHODS) and not name.startswith("_")
)
"""Names of the contract's methods, which no attribute may have."""
