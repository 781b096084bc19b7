"""Optional capabilities of a scene: mixins, each with hooks of its own.

    class Coup(pb.Scene, pb.Told, pb.Reviewed): ...

Callers reach such a hook through `capability`: for a scene without the mixin it returns the defaults.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar

from core.engine.chance import Chance
from core.engine.events import Asked, Event, Said, ToolResult, Withheld
from core.engine.measures import Measures
from core.engine.recap import concerns, sentence
from core.errors import IllegalAction
from core.llm.judge import Case
from core.recording.header import Header
from core.tables import EventTable

if TYPE_CHECKING:
    from core.intents.second_reading import Utterance

Mark = Literal["good", "bad", "lost", "set", "missed"]
"""Marker of an event on the track: achieved (◆), went wrong (╳), lost for good (!), set from outside (▾) or missed (◇).

The key `n` moves to the next marker.
"""


class Imported(NamedTuple):
    """A game from another program: the scene's options, and each action as text with its agent."""

    options: dict[str, Any]
    commands: tuple[tuple[str, str], ...]


CLEAR_ERRORS = 2.0
"""Number of standard errors that a sampled loss must exceed to count as one."""


class Sample(NamedTuple):
    """Mean gain of the best action over the chosen one in sampled games."""

    mean: float
    error: float
    """Standard error of the mean."""
    games: int
    """Number of sampled games."""


class Verdict(NamedTuple):
    """The best action in a state, and the loss of the chosen one.

    >>> Verdict("play a", 2.0, "points").words
    '−2 points'
    """

    best: str
    """The best action, as text."""
    loss: float
    """Loss of the chosen action; 0 if no difference is known."""
    unit: str
    """Unit of `loss`: "points"; for a share its base: "of games"."""
    sample: "Sample | None" = None
    """Estimate behind `loss`, for a loss that was measured in sampled games; None for a computed one."""

    @classmethod
    def of_sample(cls, best: str, gains: Sequence[float], unit: str) -> "Verdict":
        """Return the verdict for gains of the best action over the chosen one, one per sampled game.

        A mean gain within `CLEAR_ERRORS` standard errors counts as no loss.
        """
        n, mean = len(gains), sum(gains) / len(gains)
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / n / (n - 1))
        return cls(best, mean if mean > CLEAR_ERRORS * error else 0.0, unit, Sample(mean, error, n))

    @property
    def regret(self) -> float:
        """Expected loss, without a threshold: the mean of the sample, which may be negative, or else `loss`."""
        return self.sample.mean if self.sample else self.loss

    @property
    def words(self) -> str:
        """The loss in words."""
        if self.unit.startswith("of "):
            return f"−{self.loss:.0%} {self.unit}"
        return f"−{self.loss:g} {self.unit.removesuffix('s') if self.loss == 1 else self.unit}"


class Told:
    """A scene with its own markers, recaps and memory texts.

    >>> import playbill as pb
    >>> class Dice(pb.Scene, pb.Told):
    ...     marks = {"good": "six"}
    ...     def notable(self, event: pb.Event) -> pb.Mark | None:
    ...         return "good" if event.kind == "rolled" and 6 in event.data.dice else None
    """

    marks: ClassVar[Mapping[Mark, str]] = {}
    """Meaning of each marker that `notable` returns, for the legend: `{"bad": "strike"}`."""
    measures: ClassVar[Measures] = {}
    """Meaning, unit and range of the outcome's metrics: `{"sixes": Measure("sixes rolled"), "*_rate": share("…")}`.

    The first matching name or pattern applies; scores are named `score NAME`. Intervals are clipped to the range.
    """

    def notable(self, event: Event) -> Mark | None:
        """Return an event's marker; None for most events. Called after the event was applied."""
        return None

    def concerns(self, event: Event, name: str) -> str:
        """Write an event for the recap of an agent that may know it; "" leaves it out. Called after `apply`.

        By default, the recap has other agents' events that name the agent or are addressed to only some agents.

        Args:
            event: An event that the agent may know.
            name: The agent that reads the recap.
        """
        return sentence(event, name) if concerns(event, name) else ""

    def remember(self, event: Event, name: str) -> str:
        """Write an event for the memory of a model agent that may know it; "" leaves it out.

        The agent's own words are kept literally. By default, its model's replies are left out.

        Args:
            event: An event that the agent may know.
            name: The agent whose memory it is.
        """
        if isinstance(event.data, Asked):
            return ""
        if isinstance(event.data, ToolResult):
            return event.data.quoted()
        if event.agent == name and isinstance(event.data, Said | Withheld):
            return event.data.text
        return f"{event.agent}: {event.data.sentence()}" if event.agent else event.data.sentence()

    def status_prompt(self, name: str) -> str:
        """Describe the situation to one agent at the start of its turn; "" for nothing."""
        return ""


class Reviewed:
    """A scene that can judge actions.

    >>> import playbill as pb
    >>> from playbill.types import Verdict
    >>> class Race(pb.Scene, pb.Reviewed):
    ...     def weigh(self, name: str, action: pb.Action) -> Verdict:
    ...         return Verdict("run 3", 3.0 - action.steps, "steps")
    """

    figures: ClassVar[str] = ""
    """Meaning and origin of the losses that `weigh` returns, as a sentence for the end of a game."""

    def weigh(self, name: str, action: Any) -> Verdict | None:
        """Compare an action with the best one in the current state; None if it cannot be judged.

        It may take seconds. Screens call it in a thread, on a copy.
        """
        return None

    def weigh_step(self, name: str, step: Sequence[Event]) -> tuple[str, Verdict] | None:
        """Judge what an agent did in a step, before its events are applied: the text of its action, and the verdict.

        A scene defines it where no single command holds what bots do in a step. By default, None: the command is found
        by the step's events, and `weigh` judges it.
        """
        return None


class Judged:
    """A scene whose rules check what agents say; a model may judge it as well (`JudgedTalk`).

    >>> import playbill as pb
    >>> from playbill.types import Case
    >>> class Claims(pb.Scene, pb.Judged):
    ...     def cases(self, events: list[pb.Event]) -> list[Case]:
    ...         said = [event for event in events if event.kind == "said"]
    ...         return [Case(e.n, e.agent, e.data.text, "Ann holds 3", "Is it a lie?", False) for e in said]
    """

    def cases(self, events: Sequence[Event]) -> Iterable[Case]:
        """List the messages of a step that the rules have checked. Called after all its events were applied."""
        return ()


class Touched:
    """A scene that can be changed from outside while it runs.

    >>> from collections.abc import Iterator
    >>> import playbill as pb
    >>> class Rained(pb.Body): ...
    >>> class Garden(pb.Scene, pb.Touched):
    ...     events = (Rained,)
    ...     def intervene(self, what: str, chance: pb.Chance) -> Iterator[pb.Event]:
    ...         if what != "rain":
    ...             raise pb.IllegalAction("write: rain")
    ...         yield Rained().by()
    """

    name: ClassVar[str]

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        """Yield the effects of an intervention; none if the intervention does not change the state.

        Raises IllegalAction, with the possible interventions, before the first event.
        """
        yield from ()

    def change(self, what: str) -> Iterator[Event]:
        """Yield the effects of a change by hand, such as another card or color, each event with its audience.

        Raises IllegalAction, with the possible changes, before the first event.
        """
        raise IllegalAction(f"{self.name} allows no changes by hand")


class Talk:
    """A scene with its own forms of talk: groups, whispers, actions with free text.

    >>> import playbill as pb
    >>> class Rooms(pb.Scene, pb.Talk):
    ...     inside = ("Ann", "Bob")
    ...     def members(self, group: str) -> tuple[str, ...]:
    ...         return {"inside": self.inside}[group]
    """

    names: tuple[str, ...]

    def openings(self, name: str) -> Sequence[Any]:
        """List the legal actions with free text, with … in place of the text. `legal` lists all others."""
        return ()

    def utterances(self, name: str, action: Any) -> Iterable["Utterance"]:
        """List the free texts of an action for the model that reads messages before the action takes effect.

        Args:
            name: The acting agent.
            action: The action.
        """
        return ()

    def deliver_message(self, name: str, text: str, to: tuple[str, ...] = ()) -> Iterator[Event]:
        """Yield the effects of `Turn.say`: a message to everyone, or to `to` and the speaker.

        Args:
            name: The speaker.
            text: The message, on one line or several.
            to: Names of the recipients; empty for everyone.
        """
        heard = tuple(each for each in self.names if each == name or each in to) if to else None
        yield Said(text, to).by(name, to=heard)

    def unheard(self, event: Event, said: Event) -> Event | None:
        """Return the part of an event that remains if a message before it is withheld; None drops the event.

        By default events that were derived from the message (`Body.understood`) are dropped.

        Args:
            event: The event that follows.
            said: The withheld message.
        """
        return None if event.data.understood else event

    def members(self, group: str) -> tuple[str, ...]:
        """Return the present members of a group that is an event's audience. Raises KeyError for an unknown group."""
        raise KeyError(group)


class Portable:
    """A scene whose recordings can be exported, imported and, if they come from elsewhere, checked.

    >>> import playbill as pb
    >>> class Dice(pb.Scene, pb.Portable):
    ...     exports = {"rolls": lambda header, events: "\\n".join(e.data.sentence() for e in events)}
    """

    exports: ClassVar[Mapping[str, Callable[[Header, Sequence[Event]], str]]] = {}
    """Functions that turn a recording into text, by format name, for `playbill export`."""
    imports: ClassVar[Mapping[str, Callable[[str], Imported]]] = {}
    """Functions that read another program's file, by format name, for `playbill import`."""
    tables: ClassVar[Mapping[str, EventTable]] = {}
    """Tables that only this scene has, by name, for `playbill table`."""

    def admits(self, event: Event) -> None:
        """Check an event of a foreign recording after it was applied.

        Raises ValueError for an event that refers to something unknown in this game.
        """


class Large:
    """A scene that is slow or copied often; it may override `Scene.copy` with a faster method.

    >>> import playbill as pb
    >>> class City(pb.Scene, pb.Large):
    ...     @property
    ...     def is_slow(self) -> bool:
    ...         return len(self.names) > 1000
    """

    @property
    def is_slow(self) -> bool:
        """True if the next step may take long: a screen then computes it in a thread."""
        return False

    @property
    def bulk(self) -> int:
        """Size in bytes of the arrays in one copy; it limits the number of keyframes that a log keeps."""
        return 0

    def long_opening(self, seed: int) -> Callable[[], object] | None:
        """Return a function that prepares a game of this seed, or None if that is quick.

        The function takes seconds and caches its result. A screen calls it in a thread before the game starts.
        """
        return None


class Language:
    """A scene with nested actions, which no form describes; it overrides `Scene.parse` and `Scene.describe`.

    >>> import playbill as pb
    >>> class Market(pb.Scene, pb.Language):
    ...     def describe(self, action: tuple[str, ...]) -> str:
    ...         return " and ".join(action)
    ...     def parse(self, name: str, text: str) -> tuple[str, ...]:
    ...         return tuple(text.split(" and "))
    """


C = TypeVar("C")


def capability(scene: object, kind: type[C]) -> C:
    """Return the scene if it has a capability, else an object with the capability's default hooks."""
    if isinstance(scene, kind):
        return scene
    stand_in = object.__new__(kind)
    for shared in ("name", "names"):
        if hasattr(scene, shared):
            stand_in.__dict__[shared] = getattr(scene, shared)
    return stand_in


def class_capability(scene: type, kind: type[C]) -> type[C]:
    """Return the scene's class if it has a capability, else the mixin, which has the default hooks."""
    return scene if issubclass(scene, kind) else kind


def check_intervention(scene: object, what: str) -> None:
    """Raise IllegalAction, with the possible interventions, for one that is impossible in this state."""
    name = getattr(scene, "name", "this scene")
    if not isinstance(scene, Touched) or next(scene.intervene(what, Chance(0)), None) is None:
        raise IllegalAction(f"{name} has no interventions")


CAPABILITIES: tuple[type, ...] = (Told, Reviewed, Judged, Touched, Talk, Portable, Large)
"""Mixins that add hooks. `Large` and `Language` also let a scene override methods of `Scene`."""
OVERRIDES: Mapping[str, type] = {"copy": Large, "parse": Language, "describe": Language}
"""Methods of `Scene` that only scenes with a capability override."""


def hooks() -> dict[str, type]:
    """Map each hook's name to its mixin."""
    own = {name: kind for kind in CAPABILITIES for name in vars(kind) if not name.startswith("_")}
    return {**own, **OVERRIDES}
