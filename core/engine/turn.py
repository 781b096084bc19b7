"""A turn: everything that an agent can see and do in one step."""

from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar, dataclass_transform

import msgspec

from core.engine.capabilities import Talk, Told, capability
from core.engine.chance import Chance, Draw
from core.engine.events import Body, Event, Noted, Rejected, Thought
from core.engine.model_tally import Spent
from core.errors import IllegalAction, bad_hook_result
from core.llm.messages import Message
from core.llm.model_client import ModelClient
from core.llm.prompts import Prompts
from core.llm.replies import Reply
from core.text import one_line

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Action(msgspec.Struct, frozen=True):
    """An agent's action. Each scene derives its own frozen classes.

    >>> from typing import Literal
    >>> import playbill as pb
    >>> class Bid(pb.Action):
    ...     '''Bid higher than the player before you.'''
    ...     form = "bid {count} {face}"
    ...     key = "b"
    ...     count: int
    ...     face: Literal[1, 2, 3, 4, 5, 6]
    >>> Bid(count=3, face=6)
    Bid(count=3, face=6)

    A field is an `int`, a `bool`, a `Literal` or `Enum`, a `float` with bounds (`Annotated[float, Meta(ge=0, le=1)]`),
    a `Name` at the table, `Other` for a name that is not the agent's own, or as the last field a tuple of these or a
    `str` for free text. Case does not matter in action texts. `Bid(3, 6)` is written as `bid 3 6`. The docstring is the
    action's help.
    """

    form: ClassVar[str] = ""
    """Action text, with fields in braces. Commas separate several forms; actions are written in the first that fits.

    `{verb=tax|income}` restricts a field to some of its choices. A field with a default may be left out.
    """
    aliases: ClassVar[tuple[str, ...]] = ()
    """Further forms that `parse` accepts; actions are never written in them."""
    label: ClassVar[str | Mapping[str, str]] = ""
    """Label for the footer and the menu, a few words (default: the action text).

    A mapping gives a label for each start of the text, as in `{"foreign aid": "aid"}`.
    """
    key: ClassVar[str | Mapping[str, str]] = ""
    """Key that chooses the action. A mapping gives a key for each start of the text.

    If several actions have the same key, it chooses the legal one.
    """
    at_once: ClassVar[bool] = False
    """True if pressing the key acts at once, without Enter."""
    tag: ClassVar[str] = ""
    """XML element name in models' replies (default: the fixed words of the form)."""
    ends_turn: ClassVar[bool] = True
    """True if the action ends the agent's turn. Otherwise it ends a step only, and the agent is asked again."""
    tool: ClassVar[str] = ""
    """Name of the tool to call with the action's only field, such as "view_page"; "" for none.

    Only the agent sees the result, a `ToolResult` event that is logged before `Scene.decide` is called.
    """

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Pick(NamedTuple):
    """The agents whose turn it is: one agent, or with `together` a group that decides at once.

    >>> Pick(("Ann",)).together
    False
    """

    names: tuple[str, ...]
    """Names of the agents, in order."""
    together: bool = False
    """True if they decide at the same time, without knowing each other's actions."""
    secret: bool = False
    """True if only the picked agents may know who was picked."""


class TurnScene(Protocol):
    """The part of a scene that `Turn` uses."""

    name: ClassVar[str]
    prompts: ClassVar[Prompts]

    @property
    def forms(self) -> Any: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    def observe(self, name: str) -> Any: ...

    def legal(self, name: str) -> Sequence[Action]: ...

    def board(self, perspective: str = "") -> str: ...

    def describe(self, action: Any) -> str: ...

    def parse(self, name: str, text: str) -> Any: ...

    def check(self, name: str, action: Any) -> None: ...


def legal_actions(scene: TurnScene, name: str) -> Sequence[Action]:
    """Return an agent's legal actions. Raises SceneError for a scene that returns None or a generator."""
    legal = scene.legal(name)
    if type(legal) is not list and not isinstance(legal, Sequence):
        raise bad_hook_result(scene.name, "legal", "return a list of actions, empty for none", legal)
    return legal


class Memory(Protocol):
    """Everything that an agent has seen and said, as chat messages."""

    def serialize(self, form: str = "default", last: int | None = None) -> list[Message]:
        """Return the newest `last` messages, or all, oldest first.

        Each is `{"role": "assistant", "content": …}` for the agent's own words, and has the role "user" for everything
        else.

        Args:
            form: Form of the messages; the only one is "default".
            last: Largest number of messages; None returns all.
        """


class Turn:
    """One step of an agent: what it knows, and what it can do besides returning an action.

    >>> import playbill as pb
    >>> class Bluffer(pb.Agent):
    ...     def act(self, turn: pb.Turn) -> pb.Action:
    ...         turn.think(f"{len(turn.legal)} legal actions")
    ...         turn.say("I hold the Duke.")
    ...         return turn.chance("any").choice(turn.legal)
    >>> game = pb.play("coup", {"players": 2}, {"Ann": Bluffer, "Bob": "random"}, seed=2)
    >>> next(event.data.text for event in game.events if event.kind == "thought")
    '5 legal actions'

    Each step has its own `Turn`. Messages, thoughts and notes enter the log just before the action.
    """

    name: str
    """The agent's own name."""
    number: int
    """Number of the turn: 1, 2, 3 …, not counting turns hidden from the agent. The steps of a turn share it."""
    memory: Memory
    """Everything the agent has seen and said; `memory.serialize("default", last=12)` returns the newest 12 messages.

    Only agents with `remembers` have one.
    """
    said: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Messages of this step with their recipients; empty recipients mean everyone."""
    private: tuple[Event, ...] = ()
    """Thoughts and notes of this step."""
    listed: Sequence[Any] | None = None
    """The legal actions, after the first access to `legal`."""
    _observed: Any = None

    def __init__(
        self,
        scene: TurnScene,
        name: str,
        turn: int,
        chance: Chance,
        client: ModelClient,
        before: Sequence[Event] = (),
        hidden: int = 0,
    ) -> None:
        """Make a turn. Only the engine calls this.

        Args:
            scene: The scene.
            name: The agent's name.
            turn: Number of the turn, counting all turns of the run.
            chance: Source of randomness.
            client: Client that asks the agent's model.
            before: Events of earlier steps of this turn.
            hidden: Number of earlier turns that were hidden from the agent.
        """
        self._scene = scene
        self._chance = chance
        self._client = client
        self.name = name
        self.number = turn - hidden
        self._turn = turn
        self._before = before

    @property
    def observation(self) -> Any:
        """Everything that the agent knows now, in the scene's own type (`Scene.observe`)."""
        if self._observed is None:
            self._observed = self._scene.observe(self.name)
        return self._observed

    @property
    def legal(self) -> Sequence[Action]:
        """The agent's legal actions, starting with the one that changes least.

        Actions with free text are in `openings`.

        It is never empty for an agent that was picked correctly.
        """
        if self.listed is None:
            self.listed = legal_actions(self._scene, self.name)
        return self.listed

    @property
    def openings(self) -> Sequence[Action]:
        """The legal actions with free text, with … in place of the text (`Talk.openings`)."""
        return capability(self._scene, Talk).openings(self.name)

    @property
    def board(self) -> str:
        """The agent's knowledge as text, one fact per line (`Scene.board`)."""
        return self._scene.board(self.name)

    @property
    def commands(self) -> tuple[str, ...]:
        """The legal actions as text, for agents outside the run."""
        return tuple(map(self._scene.describe, self.legal))

    @property
    def refused(self) -> str:
        """Reason why the agent's last action in this turn was rejected; "" if it was not."""
        last = next((event.data for event in reversed(self._before) if event.agent == self.name), None)
        return last.why if isinstance(last, Rejected) else ""

    @property
    def forms(self) -> Any:
        """Parser and writer of the scene's action texts (`Scene.forms`)."""
        return self._scene.forms

    @property
    def names(self) -> tuple[str, ...]:
        """Names at the table, in seat order."""
        return self._scene.names

    @property
    def prompts(self) -> Prompts:
        """Templates for the agent's model: those of its policy, of the run, or the scene's own (`Scene.prompts`)."""
        return self._client.prompts.get(self.name) or self._scene.prompts

    @property
    def rules(self) -> str:
        """Rules of the scene: the docstring of its class."""
        return cleandoc(type(self._scene).__doc__ or "")

    def parse(self, command: str) -> Any:
        """Parse an action text. Raises IllegalAction."""
        return self._scene.parse(self.name, command)

    def describe(self, action: Any) -> str:
        """Write the text that parses to an action."""
        return self._scene.describe(action)

    def accepts(self, action: Any) -> None:
        """Raise IllegalAction if an action is not legal now."""
        self._scene.check(self.name, action)

    def refusal(self, command: str) -> str:
        """Return the reason why an action text would be rejected; "" if it is legal."""
        try:
            self.accepts(self.parse(command))
        except IllegalAction as why:
            return str(why)
        return ""

    @property
    def status(self) -> str:
        """The scene's description of the situation for this agent; "" if it has none (`Told.status_prompt`)."""
        return capability(self._scene, Told).status_prompt(self.name)

    def chance(self, purpose: str) -> Draw:
        """Return a random stream for this agent. It depends on seed, turn, step, agent and purpose only.

        Streams of different purposes are independent: `turn.chance("bluff").random() < 0.1`.
        """
        return self._chance(purpose, self.name)

    async def ask(self, messages: Sequence[Message], reply: Reply[T]) -> T:
        """Ask the agent's model and parse its reply.

        Args:
            messages: `{"role": "system" | "user" | "assistant", "content": text}` each.
            reply: Parser of the reply. An unusable reply is asked for again, with the reason, three times at most.

        Returns:
            The parsed reply.

        Raises:
            NoReply: There is no usable reply, no model can be reached, or a limit of the run is reached. It is a
                `GaveUp` and need not be caught: the scene's default action is taken.
        """
        return await self._client.ask(self.name, self._turn, messages, reply, self.log)

    def think(self, text: str) -> None:
        """Log a thought before the action. Only the agent and the director see it."""
        self.log(Thought(one_line(text)))

    def note(self, text: str) -> None:
        """Log something that the agent wants to remember, before the action. Visible as `think` is."""
        self.log(Noted(one_line(text)))

    def say(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Say something before the action.

        The scene makes events of it (`Talk.deliver_message`).

        Args:
            text: The message.
            to: Names of the recipients; empty for everyone.
        """
        self.said += ((one_line(text), to),)

    def log(self, body: Body, spent: Spent | None = None) -> None:
        """Log an event of the scene before the action, visible to this agent and the director only.

        Bots log their reasons in this way, for the *why* panel.

        Args:
            body: The content of the event.
            spent: Cost of the model call that led to it.
        """
        self.private += (body.by(self.name, to=(self.name,), spent=spent),)
