"""Scenes: the rules of a game and its state."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from core.actions.forms import Forms, UnknownCommand
from core.engine.agents import Agent, ModelPlayer
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
from core.errors import EVENTS, IllegalAction, SceneError, bad_hook_result, not_now, unknown
from core.recording.line_format import UnknownKind
from core.text import outline


class Outcome(NamedTuple):
    """Standing of a game, or its result. Batches count winners by policy, and average scores and metrics.

    >>> Outcome(winners=("Ann",), scores={"Ann": 21, "Bob": 17}, metrics={"bluffs": 3}).winners
    ('Ann',)
    """

    winners: tuple[str, ...] = ()
    """Names of the winners: one, several, or none."""
    scores: Mapping[str, int | float] = {}
    """Points by name, in the scene's unit; names without points are missing."""
    metrics: Mapping[str, Metric] = {}
    """Measurements of the state by name: numbers, booleans, words, or None where there is nothing to measure.

    A batch reports mean and standard error of numbers (True is 1), and counts words.
    """
    roles: Mapping[str, str] = {}
    """Dealt roles by name, such as "seer": reports show results by role."""


class Scene(Folding, ABC):
    """Rules of a game and its state. State changes in `apply` and nowhere else.

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
    """Name on the command line and in recordings: one word, unique among installed scenes."""
    summary: ClassVar[str]
    """Description in a few words, for the lobby and `playbill scenes`."""
    Config: ClassVar[type[SceneConfig]] = SceneConfig
    """Options: a subclass of `SceneConfig`. An instance is `self.config`."""
    events: ClassVar[tuple[type[Body], ...]]
    """The scene's own event classes. Events of other classes are an error, as no recording of them could be read."""
    bots: ClassVar[Mapping[str, Callable[[], Agent]]]
    """Players that need no model, by policy name. The first is the policy `rules`, and gives the hints."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Action classes that declare a form, for `parse` and `describe`; empty for a scene with its own language."""
    forms: ClassVar[Forms] = Forms()
    """Parser and writer of action texts, made from `actions`."""
    player: ClassVar[Callable[[], Agent] | None] = ModelPlayer
    """Player that uses a model, for `llm:NAME`; None if no model can play."""
    free_chat: ClassVar[bool] = True
    """True if people at a hosted game may chat beside it; False where that would evade the rules of talk."""
    _fell_back: tuple[int, frozenset[str]] = (0, frozenset())
    """A turn, and the agents whose action was replaced by the default in it."""

    def __init_subclass__(cls) -> None:
        """Make the action language.

        Raises TypeError for forms that could not be read back, for wrong lists of events or actions, and for
        attributes that hide methods.
        """
        check_class(cls, HOOKS, CAPABILITY_OF)
        super().__init_subclass__()
        cls._handlers = {**cls._handlers, Defaulted: keeping_fallbacks(cls._handlers.get(Defaulted))}
        if "actions" in cls.__dict__:
            cls.forms = Forms(cls.actions)

    def __init__(self, config: Any, names: tuple[str, ...]) -> None:
        """Construct the empty state, before any event.

        Args:
            config: The options, an instance of `Config`.
            names: Names at the table, in seat order.
        """
        self.config = config
        self.names = names

    # -- the game

    def start(self, chance: Chance) -> Iterator[Event]:
        """Yield the events that set up the state, before the first turn; none by default.

            def start(self, chance):
                for name in self.names:
                    yield Dealt(chance("deal", name).choice(CARDS)).by(name, to=(name,))  # only this player sees it

        Random results are part of the events, so that folding them draws nothing.
        """
        yield from ()

    @abstractmethod
    def observe(self, name: str) -> Any:
        """Return an agent's present knowledge.

        An immutable value that msgspec can encode (a frozen Struct, tuples, numbers, texts), without hidden
        information. With no name (""), return the full state.
        """

    @abstractmethod
    def legal(self, name: str) -> Sequence[Action]:
        """List an agent's legal actions, the one that does least first.

        Actions with free text are left out, and of open numbers only some values are listed. A picked agent without
        legal actions is skipped.
        """

    def check(self, name: str, action: Any) -> None:
        """Raise IllegalAction, with the alternatives, for an action that is not in `legal`.

        For a `float`, `legal` lists some values, and any value within its bounds passes. A scene with free text
        accepts that first and leaves other actions to this method.
        """
        legal = legal_actions(self, name)
        if action in legal:
            return
        could = [self.describe(each) for each in legal]
        if not could:
            raise IllegalAction(f"{name} has no legal action now")
        if action not in self.forms:
            raise IllegalAction(not_now("", could))
        self.forms.check_bounds(action)
        if not self.forms.is_between(action, legal):
            raise IllegalAction(not_now(self.describe(action), could))

    @abstractmethod
    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        """Yield the effects of an action that passed `check`; there may be none."""

    def resolve(self, actions: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
        """Yield the effects of a group's simultaneous actions, by name in pick order (default: one after the other).

        Each was checked against the state that the group saw; one that has become illegal is overtaken.
        """
        for name, action in actions.items():
            try:
                self.check(name, action)
            except IllegalAction as why:
                yield Overtaken(self.describe(action), str(why)).by(name, to=(name,))
            else:
                effects = self.decide(name, action, chance)
                if effects is None:
                    raise bad_hook_result(self.name, "decide", EVENTS, effects)
                yield from effects

    def default(self, name: str) -> Action:
        """Return the action for an agent that gives none (default: the first in `legal` that ends the turn)."""
        legal = legal_actions(self, name)
        action = next((each for each in legal if each.ends_turn), None)
        if action is None:
            raise bad_hook_result(
                self.name, "legal", f"list an action that ends the turn of {name}, or default return one", legal
            )
        return action

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Yield the effects of time. Called after every turn, also if all picked agents were skipped."""
        yield from ()

    def apply(self, event: Event) -> None:
        """Change the state by an event: the only place that does.

        It calls the method that `on` marks for the event's class, and raises UnknownKind for a class that the scene
        does not list. Override it for work at each event, and call it. It also folds logs in which hidden contents
        are missing.
        """
        handler = self._handlers.get(type(event.data))
        if handler is not None:
            handler(self, event, event.data)
        elif not isinstance(event.data, SHARED) and type(event.data) not in self.events:
            raise UnknownKind(f"{self.name} has no event kind {event.kind!r}")

    def is_fallback(self, event: Event) -> bool:
        """Return True if an event follows from a default action taken for an agent in that turn.

        Metrics count these apart. Called while the event is applied.
        """
        turn, names = self._fell_back
        return event.turn == turn and event.agent in names

    def pick(self) -> Pick | None:
        """Return the agents that act next.

        `Pick(("Ann",))`, or a group that decides together. None asks the ordering.
        """
        return None

    def ordering(self, chance: Chance) -> Ordering:
        """Make the ordering of a run, which is asked where `pick` returns None.

        The default is that of an `OpenOrder` config, else sequential.
        """
        kind = ORDERINGS[self.config.ordering] if isinstance(self.config, OpenOrder) else Sequential
        return kind(self.names, chance)

    @abstractmethod
    def is_complete(self) -> str | None:
        """Return the reason for the end in a word, or None while the run continues. Called between turns."""

    def outcome(self) -> Outcome:
        """Return winners, scores and metrics for the present state. Called at the end and by screens."""
        return Outcome()

    def copy(self) -> Self:
        """Return an independent copy in the same state. The config and frozen Structs are shared.

        Override it with a faster method for bots that search (`Large`).
        """
        other = object.__new__(type(self))
        shared = {id(self): other, id(self.config): self.config}
        other.__dict__.update(deep(self.__dict__, shared))
        return other

    # -- the command language, and what readers want to know

    def parse(self, name: str, text: str) -> Any:
        """Read an action text. Raises IllegalAction with the alternatives."""
        try:
            return self.forms.parse(text, self.names, name)
        except UnknownCommand as error:
            if legal := self.legal(name):
                raise IllegalAction(unknown(error.text, map(self.describe, legal))) from None
            raise

    def describe(self, action: Any) -> str:
        """Write the text that parses to an action."""
        if action not in self.forms:
            kinds = ", ".join(kind.__name__ for kind in self.actions)
            raise SceneError(
                f"the scene {self.name}: legal lists {action!r:.80}, which is not one of its actions ({kinds})"
            )
        return self.forms.describe(action)

    def board(self, eyes: str = "") -> str:
        """Write the state as lines of plain text for one agent, or in full ("").

        Default: one field of the observation per line.
        """
        return outline(self.observe(eyes))


def keeping_fallbacks(handler: Handler | None) -> Handler:
    """Wrap the handler of `Defaulted` so that it records the agent (`Scene.is_fallback`)."""

    def fold(scene: Scene, event: Event, body: Defaulted) -> None:
        turn, names = scene._fell_back
        scene._fell_back = event.turn, (names if event.turn == turn else frozenset()) | {event.agent}
        if handler is not None:
            handler(scene, event, body)

    return fold


CAPABILITY_OF = {**hooks(), "encoding": Learned}
"""Mixin of each hook."""
HOOKS = frozenset(
    name for name, value in vars(Scene).items() if isinstance(value, METHODS) and not name.startswith("_")
)
"""Names of the contract's methods, which no attribute may have."""
