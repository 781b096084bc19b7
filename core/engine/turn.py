"""The turn: all that an agent may touch."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar, dataclass_transform

import msgspec

from core.engine.capabilities import Talk, Told, capability
from core.engine.chance import Chance, Draw
from core.engine.events import Body, Event, Noted, Rejected, Spent, Thought
from core.errors import IllegalAction, bad_hook_result
from core.llm.messages import Message
from core.llm.model_client import ModelClient
from core.llm.replies import Reply
from core.text import one_line

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Action(msgspec.Struct, frozen=True):
    """What an agent wants to do. Each scene derives its own kinds of actions, frozen like this one.

        class Bid(pb.Action):
            '''Bid higher than the player before you.'''
            form = "bid {count} {face}"
            key = "b"
            count: int
            face: Literal[1, 2, 3, 4, 5, 6]

    A field is an `int`, a `bool`, a `Literal` or `Enum`, a `float` with bounds (`Annotated[float, Meta(ge=0, le=1)]`),
    a `Name` at the table, `Other` for a name that is not one's own, or last of all a tuple of these, or a `str` for
    free text. Commands are read whatever their case, and `Bid(3, 6)` is written as `bid 3 6`. The docstring is the
    action's help.
    """

    form: ClassVar[str] = ""
    """How it is written in the scene's command language, with its fields in braces. Of several forms, with commas
    between them, the first that can say the action is written; `{verb=tax|income}` has only some of the choices of a
    field, and a field with a default may be left out."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other forms that are read, and never written."""
    label: ClassVar[str | Mapping[str, str]] = ""
    """A few words for the footer and the menu; by default as it is written. A mapping has one for each beginning of
    the command, as in `{"foreign aid": "aid"}`."""
    key: ClassVar[str | Mapping[str, str]] = ""
    """The key that chooses it, or a key for each beginning of the command. Several actions may share a key: it means
    the one that is legal."""
    at_once: ClassVar[bool] = False
    """True if its key does it without Enter."""
    tag: ClassVar[str] = ""
    """What models call it that write it as an element; by default the fixed words of its form."""
    ends_turn: ClassVar[bool] = True
    """Whether the agent's turn is over with it; if not, it is a step, and the agent is asked again."""
    tool: ClassVar[str] = ""
    """What it asks of the world outside, such as "view_page", for what its only field says. The run brings that to the
    agent alone, as a `Brought` event, before `Scene.decide` is asked."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Pick(NamedTuple):
    """Says whose turn it is: a single agent's, or with `together` that of a group that decides at once (a group of one
    is still a group).

    >>> Pick(("Ann",)).together
    False
    """

    names: tuple[str, ...]
    """Who acts, in this order."""
    together: bool = False
    """Whether they decide at once, each without knowing what the others do."""
    secret: bool = False
    """Whether nobody at the table may know who is picked; they themselves know."""


class World(Protocol):
    """What a turn asks of its scene."""

    name: ClassVar[str]

    @property
    def forms(self) -> Any: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    def observe(self, name: str) -> Any: ...

    def legal(self, name: str) -> Sequence[Action]: ...

    def board(self, eyes: str = "") -> str: ...

    def describe(self, action: Any) -> str: ...

    def parse(self, name: str, text: str) -> Any: ...

    def check(self, name: str, action: Any) -> None: ...


def legal_actions(scene: World, name: str) -> Sequence[Action]:
    """List the legal actions of an agent. Raises SceneError for a scene that lists none as None, or by a generator."""
    legal = scene.legal(name)
    if type(legal) is not list and not isinstance(legal, Sequence):
        raise bad_hook_result(scene.name, "legal", "return a list of actions, empty for none", legal)
    return legal


class Memory(Protocol):
    """Is what an agent has seen and said, as a model takes it."""

    def serialize(self, form: str = "default", last: int | None = None) -> list[Message]:
        """Give the newest `last` messages, or all, oldest first: `{"role": "assistant", "content": …}` for what it said
        itself, and "user" for all else. The only form is "default"."""


class Turn:
    """Shows an agent one step of its own, and takes what it does besides returning its action.

    async def act(self, turn):
        turn.think(f"{len(turn.legal)} ways to go on")
        turn.say("I hold the Duke.", to=("Bob",))
        return turn.chance("any").choice(turn.legal)

    Each step of a turn has its own; what was said, thought and noted enters the log with the action, just before it.
    """

    name: str
    """The agent's own name."""
    number: int
    """The turn's number: 1, 2, 3 … over all turns of which the agent may know, not others' secret ones. Steps of one
    turn share it."""
    memory: Memory
    """What the agent has seen and said so far; `memory.serialize("default", last=12)` gives the newest 12 of it as
    messages for `ask`. Only agents that have `remembers` set have one."""
    said: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What the agent has said in this step, and to whom; empty for everyone."""
    private: tuple[Event, ...] = ()
    """What it has thought and noted, for its own eyes."""
    listed: Sequence[Any] | None = None
    """What is legal, once that was asked for."""
    _observed: Any = None

    def __init__(
        self,
        scene: World,
        name: str,
        turn: int,
        chance: Chance,
        client: ModelClient,
        before: Sequence[Event] = (),
        hidden: int = 0,
    ) -> None:
        """`turn` counts all turns of the run, `hidden` those among them of which the agent may not know."""
        self._scene = scene
        self._chance = chance
        self._client = client
        self.name = name
        self.number = turn - hidden
        self._turn = turn
        self._before = before

    @property
    def observation(self) -> Any:
        """Give what the agent knows now, in the scene's own type (`Scene.observe`). What it may not know is absent."""
        if self._observed is None:
            self._observed = self._scene.observe(self.name)
        return self._observed

    @property
    def legal(self) -> Sequence[Action]:
        """List the actions that the agent may take now, the one that does least first; where the space is open (free
        text), the closed part of it. Never empty, but for an agent that was not to be asked."""
        if self.listed is None:
            self.listed = legal_actions(self._scene, self.name)
        return self.listed

    @property
    def openings(self) -> Sequence[Action]:
        """List the actions in words of the agent's own that it may take now, with … for the words (`Talk.openings`):
        `legal` cannot list what they say."""
        return capability(self._scene, Talk).openings(self.name)

    @property
    def board(self) -> str:
        """Write what the agent knows as text, a line a fact (`Scene.board`)."""
        return self._scene.board(self.name)

    @property
    def commands(self) -> tuple[str, ...]:
        """Write the legal actions as commands, for who is outside of the run."""
        return tuple(map(self._scene.describe, self.legal))

    @property
    def refused(self) -> str:
        """Say why what the agent wanted just before, in this turn, was refused; "" if it was not."""
        last = next((event.data for event in reversed(self._before) if event.agent == self.name), None)
        return last.why if isinstance(last, Rejected) else ""

    @property
    def forms(self) -> Any:
        """How the scene's actions are written (`Scene.forms`)."""
        return self._scene.forms

    @property
    def names(self) -> tuple[str, ...]:
        """Names at the table, in seat order."""
        return self._scene.names

    def parse(self, command: str) -> Any:
        """Read a command as an action. Raises IllegalAction."""
        return self._scene.parse(self.name, command)

    def accepts(self, action: Any) -> None:
        """Let an action pass that is legal now. Raises IllegalAction for any other."""
        self._scene.check(self.name, action)

    def refusal(self, command: str) -> str:
        """Say why a command would be rejected; "" if it would not."""
        try:
            self.accepts(self.parse(command))
        except IllegalAction as why:
            return str(why)
        return ""

    @property
    def status(self) -> str:
        """Tell the agent privately how things stand for it, in the scene's words; empty if the scene has none."""
        return capability(self._scene, Told).status_prompt(self.name)

    def chance(self, purpose: str) -> Draw:
        """Draw at random for this agent alone: the same in every run of the same seed, at the same turn and step. The
        `purpose` keeps draws apart: `turn.chance("bluff").random() < 0.1`."""
        return self._chance(purpose, self.name)

    async def ask(self, messages: Sequence[Message], reply: Reply[T]) -> T:
        """Ask the agent's model, and read its answer: messages are `{"role": "system" | "user" | "assistant",
        "content": text}`. A reply that cannot be read is asked for again, with the reason, three times at most.

        Raises NoReply, a `GaveUp`, where there is none then, where no model can be reached, and where a limit of the
        run is reached; it need not be caught: the scene's default action is taken.
        """
        return await self._client.ask(self.name, self._turn, messages, reply, self.log)

    def think(self, text: str) -> None:
        """Put a thought into the log, before the action; only the agent itself and the director may know it."""
        self.log(Thought(one_line(text)))

    def note(self, text: str) -> None:
        """Put a note into the log, as `think` does: what the agent wants to keep in mind."""
        self.log(Noted(one_line(text)))

    def say(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Say words before the action: to everyone, or to some names. They are an event of the scene
        (`Talk.deliver_message`)."""
        self.said += ((one_line(text), to),)

    def log(self, body: Body, spent: Spent | None = None) -> None:
        """Put an event of the scene's own, for this agent's eyes only, before its action: what a bot has weighed, for
        the pane that says why. `spent` is what a model took."""
        self.private += (Event.of(body, self.name, (self.name,), spent),)
