"""Agents, and the turn: all that an agent may touch."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from core.chance import Chance
from core.events import Body, Event, Noted, Thought
from core.scene import Action, Scene
from core.text import one_line, read_lines

if TYPE_CHECKING:
    from core.llm.door import Door
    from core.llm.replies import Reply
    from core.memory import Message, ShortTermMemory

T = TypeVar("T")


class Turn:
    """One step of one agent: what it sees, and what it may do besides returning its action."""

    memory: "ShortTermMemory"
    """What the agent has seen and said so far; only agents that have `remembers` set have one."""

    def __init__(self, scene: Scene, name: str, number: int, chance: Chance, door: "Door") -> None:
        self._scene = scene
        self._chance = chance
        self._door = door
        self.name = name
        self.number = number
        self.said: list[tuple[str, tuple[str, ...]]] = []
        self.private: list[Event] = []
        self._observed: Any = None
        self._legal: Sequence[Action] | None = None

    @property
    def observation(self) -> Any:
        if self._observed is None:
            self._observed = self._scene.observe(self.name)
        return self._observed

    @property
    def legal(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = self._scene.legal(self.name)
        return self._legal

    def chance(self, purpose: str) -> Any:
        """A draw of this agent's own, a function of seed, purpose, turn and step."""
        return self._chance(purpose, self.name)

    async def ask(self, messages: "Sequence[Message]", reply: "Reply[T]") -> T:
        """The agent's model answers. Raises NoReply, which need not be caught: the scene's default is taken then."""
        return await self._door.ask(self, messages, reply)

    def think(self, text: str) -> None:
        """A private thought, in the log."""
        self.log(Thought(one_line(text)))

    def note(self, text: str) -> None:
        """A private note, in the log."""
        self.log(Noted(one_line(text)))

    def say(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Words to everyone, or to some, before the action."""
        self.said.append((one_line(text), to))

    def log(self, body: Body) -> None:
        """An event for this agent's own eyes, before its action."""
        self.private.append(Event.of(body, self.name, (self.name,)))


class GaveUp(Exception):
    """An agent has no action to give, and says why. The scene's default action is taken."""


class Agent(ABC):
    """A participant. It sees turns, never the simulator."""

    tries = 3
    """Illegal actions in a turn after which the scene's default action is taken."""
    restartable = False
    """Whether an unfinished `act` may be cancelled and asked again, because nothing is lost by it."""
    remembers = False
    """Whether its turns carry a memory."""

    @abstractmethod
    def act(self, turn: Turn) -> Action | str | Awaitable[Action | str]:
        """An action; or, from outside the run (a person, a script), a command in the scene's language."""


class RandomAgent(Agent):
    """Any legal action, each equally likely."""

    def act(self, turn: Turn) -> Action:
        return turn.chance("act").choice(turn.legal)


class Human(Agent):
    """A person. Commands are put in as they come and wait for the person's turn."""

    tries = 1_000_000
    restartable = True

    def __init__(self) -> None:
        self._commands: asyncio.Queue[str] = asyncio.Queue()

    def submit(self, command: str) -> None:
        self._commands.put_nowait(one_line(command))

    @property
    def waiting(self) -> int:
        """Commands submitted and not taken yet."""
        return self._commands.qsize()

    async def act(self, turn: Turn) -> str:
        return await self._commands.get()


class Scripted(Agent):
    """Commands from a list, one an action. When they run out the scene's default action is taken."""

    tries = 1_000_000

    def __init__(self, commands: Iterable[str]) -> None:
        self._commands: Iterator[str] = iter(commands)

    @classmethod
    def read(cls, path: Path) -> "Scripted":
        """One command a line; empty lines and lines that start with # are skipped. Raises UserError."""
        return cls(clean for line in read_lines(path) if (clean := one_line(line)) and not clean.startswith("#"))

    def skip(self, count: int) -> "Scripted":
        """Past the commands that an earlier session has taken."""
        for _ in range(count):
            next(self._commands, None)
        return self

    def act(self, turn: Turn) -> str:
        command = next(self._commands, None)
        if command is None:
            raise GaveUp("the script has no more lines")
        return command
