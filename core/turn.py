"""The turn: all that an agent may touch."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

import msgspec

from core.chance import Chance, Draw
from core.events import Body, Event, Noted, Spent, Thought
from core.llm.door import Door
from core.llm.messages import Message
from core.llm.replies import Reply
from core.text import one_line

T = TypeVar("T")


class Action(msgspec.Struct, frozen=True):
    """What an agent wants. Each scene has its own, derived from this and frozen like it."""

    form: ClassVar[str] = ""
    """How it is written in the scene's command language, as `core.forms` reads it."""
    tag: ClassVar[str] = ""
    """What models call it that write it as an element; by default the fixed words of its form."""
    ends_turn: ClassVar[bool] = True
    """Whether the agent's turn is over with it; if not, it is a step, and the agent is asked again."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Pick(NamedTuple):
    """Says whose turn it is: a single agent's, or with `together` that of a group that decides at once (a group of one
    is still a group).

    >>> Pick(("Ann",)).together
    False
    """

    names: tuple[str, ...]
    together: bool = False
    secret: bool = False
    """Whether nobody at the table may know who is picked; they themselves know."""


class World(Protocol):
    """What a turn asks of its scene."""

    def observe(self, name: str) -> Any: ...

    def legal(self, name: str) -> Sequence[Action]: ...

    def status_prompt(self, name: str) -> str: ...


class Memory(Protocol):
    """What an agent may ask of its memory."""

    def serialize(self, form: str = "default", last: int | None = None) -> list[Message]:
        """The newest `last` messages, or all, oldest first."""


class Turn:
    """Shows an agent one step of its own, and takes what it does besides returning its action.

    `name` is the agent's, `number` the turn's: 1, 2, 3 … over all agents.
    """

    memory: Memory
    """What the agent has seen and said so far; only agents that have `remembers` set have one."""

    def __init__(self, scene: World, name: str, number: int, chance: Chance, door: Door) -> None:
        self._scene = scene
        self._chance = chance
        self._door = door
        self.name = name
        self.number = number
        self.said: list[tuple[str, tuple[str, ...]]] = []
        self.private: list[Event] = []
        self._observed: Any = None
        self._legal: Sequence[Any] | None = None

    @property
    def observation(self) -> Any:
        """Give what the agent knows now, in the scene's own type. What it may not know is absent."""
        if self._observed is None:
            self._observed = self._scene.observe(self.name)
        return self._observed

    @property
    def legal(self) -> Sequence[Action]:
        """List the actions that the agent may take now; where the space is open (free text), the closed part of it."""
        if self._legal is None:
            self._legal = self._scene.legal(self.name)
        return self._legal

    @property
    def status(self) -> str:
        """Tell the agent privately how things stand for it, in the scene's words; empty if the scene has none."""
        return self._scene.status_prompt(self.name)

    def chance(self, purpose: str) -> Draw:
        """Draw at random for this agent alone: a function of seed, purpose, turn and step. See `Draw`."""
        return self._chance(purpose, self.name)

    async def ask(self, messages: Sequence[Message], reply: Reply[T]) -> T:
        """Ask the agent's model. Raises NoReply, which need not be caught: the scene's default is taken then."""
        return await self._door.ask(self.name, self.number, messages, reply, self.log)

    def think(self, text: str) -> None:
        """Put a private thought into the log."""
        self.log(Thought(one_line(text)))

    def note(self, text: str) -> None:
        """Put a private note into the log."""
        self.log(Noted(one_line(text)))

    def say(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Say words before the action: to everyone, or to some names."""
        self.said.append((one_line(text), to))

    def log(self, body: Body, spent: Spent | None = None) -> None:
        """Put an event for this agent's own eyes before its action."""
        self.private.append(Event.of(body, self.name, (self.name,), spent))
