"""What a scene may be able to do beside being played: mixins, each with hooks of its own.

    class Coup(pb.Scene, pb.Told, pb.Reviewed): ...

Somebody who asks a scene for such a hook goes through `capability`: a scene without the mixin answers by its defaults.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from core.engine.chance import Chance
from core.engine.events import Asked, Brought, Event, Said, Withheld
from core.engine.recap import concerns, sentence
from core.engine.review import Verdict
from core.errors import IllegalAction
from core.llm.judge import Case
from core.recording.header import Header

Mark = Literal["good", "bad", "lost", "set", "missed"]
"""What an event is to who leafs through a run: something was achieved (◆) or went wrong (╳), was lost for good (!), was
set from outside (▾), or went by unnoticed (◇). The screen shows it on the track, and `n` goes there."""


class Imported(NamedTuple):
    """A game from elsewhere: the options that make its world, and each action as a command with its agent."""

    options: dict[str, Any]
    commands: tuple[tuple[str, str], ...]


class Told:
    """A scene that says more of its events than their sentences: marks, recaps, and what models are told."""

    marks: ClassVar[Mapping[Mark, str]] = {}
    """Names of the marks that `notable` gives, for the legend: `{"bad": "strike"}`."""
    bounds: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """Least and largest value of metrics, by pattern: `{"*_rate": (0, 1), "*": (0, math.inf)}`; the first that fits
    holds, and `score *` is for scores. No interval leaves this range."""

    def notable(self, event: Event) -> Mark | None:
        """Mark an event that a reader of the run goes to; None for most events. Asked once it is applied."""
        return None

    def concerns(self, event: Event, name: str) -> str:
        """Write an event for the recap of an agent that may know it; "" to leave it out. Asked once it is applied.
        By default: what others did that names the agent, or is meant for few."""
        return sentence(event, name) if concerns(event, name) else ""

    def remember(self, event: Event, name: str) -> str:
        """Write how an agent that may know an event remembers it, for the memory of models; "" to leave it out. Its own
        words are kept as it said them. Replies of its model are left out by default."""
        if isinstance(event.data, Asked):
            return ""
        if isinstance(event.data, Brought):
            return event.data.quoted()
        if event.agent == name and isinstance(event.data, Said | Withheld):
            return event.data.text
        return f"{event.agent}: {event.data.sentence()}" if event.agent else event.data.sentence()

    def status_prompt(self, name: str) -> str:
        """Tell an agent privately how things stand as its turn begins; "" for nothing."""
        return ""


class Reviewed:
    """A scene that can judge moves."""

    def weigh(self, name: str, action: Any) -> Verdict | None:
        """Compare a move with the best one where the world stands; None for a move that cannot be judged. It may take
        seconds, and is asked in a thread, of a copy."""
        return None


class Judged:
    """A scene whose rules check what agents say, beside which a model may judge it (`JudgedTalk`)."""

    def cases(self, events: Sequence[Event]) -> Iterable[Case]:
        """List the words in a step's events that the rules have checked. Asked when all of them are applied."""
        return ()


class Touched:
    """A scene that can be changed from outside while it runs."""

    name: ClassVar[str]

    def intervene(self, what: str, chance: Chance) -> Iterator[Event]:
        """Yield what an intervention makes happen; one that is not about the world (somebody opened all eyes) makes
        nothing happen. Raises IllegalAction, saying what could be done, before the first event."""
        yield from ()

    def change(self, what: str) -> Iterator[Event]:
        """Yield what follows where a card, a color or the like is set by hand: each event for those who may see it.
        Raises IllegalAction, saying what could be changed, before the first event."""
        raise IllegalAction(f"nothing in {self.name} can be changed by hand")


class Talk:
    """A scene in which agents talk in a way of its own: groups, whispers, free text among the actions."""

    names: tuple[str, ...]

    def openings(self, name: str) -> Sequence[Any]:
        """List the actions with free text that an agent may take now, with … for the text. `legal` lists the others."""
        return ()

    def deliver_message(self, name: str, text: str, to: tuple[str, ...] = ()) -> Iterator[Event]:
        """Yield what saying something makes happen (`Turn.say`): heard by all, or by those in `to` and the speaker."""
        heard = tuple(each for each in self.names if each == name or each in to) if to else None
        yield Said(text, to).by(name, to=heard)

    def unheard(self, event: Event, said: Event) -> Event | None:
        """Give what is left of an event that follows words in their step when these are withheld; None for nothing.
        By default, what was made of the words does not happen (`Body.understood`)."""
        return None if event.data.understood else event

    def members(self, group: str) -> tuple[str, ...]:
        """List the names in a group that an audience names, as things stand. Raises KeyError for no group."""
        raise KeyError(group)


class Portable:
    """A scene whose recordings are converted to other formats, made from them, or checked when they are foreign."""

    exports: ClassVar[Mapping[str, Callable[[Header, Sequence[Event]], str]]] = {}
    """Texts that a recording can be made into, by format name, for `playbill export`."""
    imports: ClassVar[Mapping[str, Callable[[str], Imported]]] = {}
    """Formats of games from elsewhere that can be made into a recording, for `playbill import`: from a file's text."""
    tables: ClassVar[Mapping[str, Callable[[Header, Iterable[Event]], Iterator[Mapping[str, Any]]]]] = {}
    """Lines of tables that only this scene has, by name, for `playbill table`: cells by column."""

    def admits(self, event: Event) -> None:
        """Check an event of a foreign recording after it was applied. Raises ValueError for one that speaks of what
        this world does not have."""


class Large:
    """A scene that takes long, or is copied often: it may override `Scene.copy` with a faster one."""

    @property
    def is_slow(self) -> bool:
        """True if it may take long to work out what follows: a screen then does that in a thread."""
        return False

    @property
    def bulk(self) -> int:
        """Bytes that a copy has for itself in arrays; a log with many keyframes goes by it."""
        return 0

    def long_opening(self, seed: int) -> Callable[[], object] | None:
        """Give what takes seconds when a game of this seed opens and is kept once it was called: a screen calls it in a
        thread before the opening. None where nothing does."""
        return None


class Language:
    """A scene whose actions nest, so that no form can say them: it overrides `Scene.parse` and `Scene.describe`."""


C = TypeVar("C")


def capability(scene: object, kind: type[C]) -> C:
    """Give a scene as one with a capability; for a scene without it, a stand-in that answers by the defaults."""
    if isinstance(scene, kind):
        return scene
    standin = object.__new__(kind)
    for shared in ("name", "names"):
        if hasattr(scene, shared):
            standin.__dict__[shared] = getattr(scene, shared)
    return standin


def class_capability(scene: type, kind: type[C]) -> type[C]:
    """Give a scene's class as one with a capability; for a class without it, the mixin with its defaults."""
    return scene if issubclass(scene, kind) else kind


def check_intervention(scene: object, what: str) -> None:
    """Raise IllegalAction for an intervention that is impossible as things stand, saying what could be done."""
    name = getattr(scene, "name", "this scene")
    if not isinstance(scene, Touched) or next(scene.intervene(what, Chance(0)), None) is None:
        raise IllegalAction(f"nobody can intervene in {name}")


CAPABILITIES: tuple[type, ...] = (Told, Reviewed, Judged, Touched, Talk, Portable, Large)
"""Those whose hooks are their own; `Large` and `Language` also let a scene override methods of `Scene`."""
OVERRIDES: Mapping[str, type] = {"copy": Large, "parse": Language, "describe": Language}
"""Methods of `Scene` that only a scene with a capability overrides."""


def hooks() -> dict[str, type]:
    """Map the names of hooks to the mixins that they belong to."""
    own = {name: kind for kind in CAPABILITIES for name in vars(kind) if not name.startswith("_")}
    return {**own, **OVERRIDES}
