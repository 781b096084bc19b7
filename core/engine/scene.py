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
from core.engine.events import Body, Defaulted, Event, Metric, Overtaken
from core.engine.folding import Folding, Handler
from core.engine.ordering import ORDERINGS, Ordering, Sequential
from core.engine.scene_checks import METHODS, check_class
from core.engine.shared_events import SHARED
from core.engine.turn import Action, Pick, legal_actions
from core.env.encoding import Learned
from core.errors import EXPECTED_EVENTS, IllegalAction, SceneError, bad_hook_result, illegal_now, unknown_command
from core.llm.prompts import Prompts
from core.recording.line_format import UnknownKind
from core.text import outline


class Outcome(NamedTuple):
    """Result of a game, or its standing so far. Batches count winners by policy, and average scores and metrics.

    >>> Outcome(winners=("Ann",), scores={"Ann": 21, "Bob": 17}, metrics={"bluffs": 3}).winners
    ('Ann',)
    """

    winners: tuple[str, ...] = ()
    """Names of the winners: one, several, or none."""
    scores: Mapping[str, int | float] = {}
    """Points by name, in the scene's unit. Names without points may be missing."""
    metrics: Mapping[str, Metric] = {}
    """Measurements by name: numbers, booleans, words, or None where nothing could be measured.

    A batch reports mean and standard error of numbers (True is 1), and counts words.
    """
    roles: Mapping[str, str] = {}
    """Roles by name, such as "seer"; reports show results by role."""


class Scene(Folding, ABC):
    """Rules of a game, and its state, which changes only in `apply`.

    `start`, `decide`, `resolve`, `after_turn` and `intervene` are generators whose events are applied as they are
    yielded, so the code after a `yield` sees the state that the event made. Random results are drawn there, from the
    parameter `chance`, and are stored in the events. `apply` and methods that only read draw nothing.

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
    """The scene's own event classes. Other classes are an error, since no recording of them could be read."""
    bots: ClassVar[Mapping[str, Callable[[], Agent]]]
    """Bots by policy name. The first is the policy `rules` and gives the hints."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """Action classes with a form, for `parse` and `describe`; empty for a scene that overrides these two."""
    forms: ClassVar[Forms] = Forms()
    """Parser and writer of action texts, made from `actions`."""
    player: ClassVar[Callable[[], Agent] | None] = ModelPlayer
    """Class of the agent that plays with a model, for `llm:NAME`; None if no model can play."""
    prompts: ClassVar[Prompts] = Prompts()
    """Templates of the model player's prompts: `pb.Prompts(Path(__file__).parent / "prompts")`."""
    free_chat: ClassVar[bool] = True
    """True if people at a hosted game may chat beside it; False where that would evade the rules of talk."""
    _fell_back: tuple[int, frozenset[str]] = (0, frozenset())
    """A turn, and the agents for which a default action was taken in it."""

    def __init_subclass__(cls) -> None:
        """Build `forms` from `actions`.

        Raises TypeError for forms that `parse` could not read, for wrong lists of events or actions, and for attributes
        that hide methods.
        """
        check_class(cls, HOOKS, CAPABILITY_OF)
        super().__init_subclass__()
        cls._handlers = {**cls._handlers, Defaulted: recording_fallbacks(cls._handlers.get(Defaulted))}
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

    # -- rules

    def start(self, chance: Chance) -> Iterator[Event]:
        """Yield the events that set up the state, before the first turn; none by default.

            def start(self, chance):
                for name in self.names:
                    yield Dealt(chance("deal", name).choice(CARDS)).by(name, to=(name,))  # only this player sees it

        Store random results in the events, so that `apply` draws nothing.
        """
        yield from ()

    @abstractmethod
    def observe(self, name: str) -> Any:
        """Return everything that an agent knows now.

        The result is an immutable value that msgspec can encode (a frozen Struct, tuples, numbers, texts), without
        hidden information. For the name "" return the full state.
        """

    @abstractmethod
    def legal(self, name: str) -> Sequence[Action]:
        """List an agent's legal actions, starting with the one that changes least.

        Leave out actions with free text (`Talk.openings`), and list only some values of a `float`. A picked agent
        without legal actions is skipped.
        """

    def check(self, name: str, action: Any) -> None:
        """Reject an action that is not legal now.

        For a `float`, `legal` lists some values, and any value within its bounds passes. A scene with free text
        overrides this method: it accepts its free text, and calls this method for all other actions.

        Args:
            name: The acting agent.
            action: The action, which may be legal or not.

        Raises:
            IllegalAction: The action is not legal now; the text has the reason and alternatives.
        """
        legal = legal_actions(self, name)
        if action in legal:
            return
        could = [self.describe(each) for each in legal]
        if not could:
            raise IllegalAction(f"{name} has no legal action now")
        if action not in self.forms:
            raise IllegalAction(illegal_now("", could))
        self.forms.check_bounds(action)
        if not self.forms.is_between(action, legal):
            raise IllegalAction(illegal_now(self.describe(action), could))

    @abstractmethod
    def decide(self, name: str, action: Any, chance: Chance) -> Iterator[Event]:
        """Yield the effects of an action that passed `check`; there may be none.

        Args:
            name: The acting agent.
            action: The action; it has passed `check`.
            chance: Source of random results; store them in the events.
        """

    def resolve(self, actions: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
        """Yield the effects of a group's simultaneous actions (default: `decide` for each, in pick order).

        `actions` maps names to actions that were legal when the group decided. By default an action that has become
        illegal in the meantime is not performed, and is logged as `Overtaken`.

        Args:
            actions: Actions by name; each was legal when the group decided.
            chance: Source of random results; store them in the events.
        """
        for name, action in actions.items():
            try:
                self.check(name, action)
            except IllegalAction as why:
                yield Overtaken(self.describe(action), str(why)).by(name, to=(name,))
            else:
                effects = self.decide(name, action, chance)
                if effects is None:
                    raise bad_hook_result(self.name, "decide", EXPECTED_EVENTS, effects)
                yield from effects

    def default(self, name: str) -> Action:
        """Return the action to take for an agent that gives none (default: the first legal one that ends the turn)."""
        legal = legal_actions(self, name)
        action = next((each for each in legal if each.ends_turn), None)
        if action is None:
            raise bad_hook_result(
                self.name, "legal", f"list an action that ends the turn of {name}, or default return one", legal
            )
        return action

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        """Yield effects at the end of a turn, such as passing time. Called even if all picked agents were skipped.

        Args:
            pick: The agents whose turn ends.
            chance: Source of random results; store them in the events.
        """
        yield from ()

    def apply(self, event: Event) -> None:
        """Change the state for an event. State changes nowhere else.

        Calls the method that `on` marks for the event's class; raises UnknownKind for a class that the scene does not
        list. To do something for each event, override it and call `super().apply`. A player's log of a hosted game is
        folded here as well; hidden contents are missing from it.
        """
        handler = self._handlers.get(type(event.data))
        if handler is not None:
            handler(self, event, event.data)
        elif not isinstance(event.data, SHARED) and type(event.data) not in self.events:
            raise UnknownKind(f"{self.name} has no event kind {event.kind!r}")

    def is_fallback(self, event: Event) -> bool:
        """Return True if an event follows from a default action that was taken for its agent in that turn.

        For metrics that count such actions separately. Call it while the event is applied.
        """
        turn, names = self._fell_back
        return event.turn == turn and event.agent in names

    def pick(self) -> Pick | None:
        """Return the agents that act next.

        Return `Pick(("Ann",))` or a group that decides together; None leaves the choice to the ordering.
        """
        return None

    def ordering(self, chance: Chance) -> Ordering:
        """Make the ordering of a run, which chooses agents when `pick` returns None.

        The default is that of an `OpenOrder` config, else sequential.
        """
        kind = ORDERINGS[self.config.ordering] if isinstance(self.config, OpenOrder) else Sequential
        return kind(self.names, chance)

    @abstractmethod
    def is_complete(self) -> str | None:
        """Return the reason for the end in one word, or None while the game continues. Called between turns."""

    def outcome(self) -> Outcome:
        """Return winners, scores and metrics of the current state. Called at the end, and by screens."""
        return Outcome()

    def forfeit(self, names: tuple[str, ...]) -> Outcome:
        """Return the outcome if these agents forfeit now (default: the present one, which nobody wins)."""
        return self.outcome()._replace(winners=())

    def copy(self) -> Self:
        """Return an independent copy in the same state. The config and frozen Structs are shared.

        A scene with searching bots may override it with a faster method (`Large`).
        """
        other = object.__new__(type(self))
        shared = {id(self): other, id(self.config): self.config}
        other.__dict__.update(deep(self.__dict__, shared))
        return other

    # -- text: actions and the board

    def parse(self, name: str, text: str) -> Any:
        """Parse an action text.

        Args:
            name: The acting agent, to which fields of type `Other` refer.
            text: The action text. Case and spacing do not matter.

        Raises:
            IllegalAction: No action has this text; the error lists alternatives.
        """
        try:
            return self.forms.parse(text, self.names, name)
        except UnknownCommand as error:
            if legal := self.legal(name):
                raise IllegalAction(unknown_command(error.text, map(self.describe, legal))) from None
            raise

    def describe(self, action: Any) -> str:
        """Return the text that parses to an action."""
        if action not in self.forms:
            kinds = ", ".join(kind.__name__ for kind in self.actions)
            raise SceneError(
                f"the scene {self.name}: legal lists {action!r:.80}, which is not one of its actions ({kinds})"
            )
        return self.forms.describe(action)

    def board(self, perspective: str = "") -> str:
        """Write the state as lines of plain text: as one agent knows it, or in full for "".

        Default: one field of the observation per line.
        """
        return outline(self.observe(perspective))


def recording_fallbacks(handler: Handler | None) -> Handler:
    """Wrap the handler of `Defaulted` so that it also records the agent (`Scene.is_fallback`)."""

    def fold(scene: Scene, event: Event, body: Defaulted) -> None:
        turn, names = scene._fell_back
        scene._fell_back = event.turn, (names if event.turn == turn else frozenset()) | {event.agent}
        if handler is not None:
            handler(scene, event, body)

    return fold


CAPABILITY_OF = {**hooks(), "encoding": Learned}
"""Mixin that defines each hook, by the hook's name."""
HOOKS = frozenset(
    name for name, value in vars(Scene).items() if isinstance(value, METHODS) and not name.startswith("_")
)
"""Names of the methods of `Scene`; a scene's attributes may not have them."""
