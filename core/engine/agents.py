"""Agents: who takes part, and decides."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path

from core.engine.events import RunEnded
from core.engine.turn import Action, Turn
from core.errors import GaveUp
from core.text import one_line, read_lines


class Agent(ABC):
    """Takes part in a game: it is shown its turns, never the simulator, and gives an action for each step.

    A class that a cast names is made without arguments, once for each seat of each game. `act` may be a coroutine. It
    draws from `turn.chance` and from nothing else, so that the same seed is the same game. An error in it ends the run
    as an AgentError, and what was played until then is kept; with GaveUp the scene's default action is taken. It may
    keep what it likes between its turns, but a run that is resumed makes it anew: what must last is a function of
    `turn.observation`, or of `turn.memory`.

    >>> class First(Agent):
    ...     def act(self, turn: Turn) -> Action:
    ...         return turn.legal[0]
    >>> First().tries
    3
    """

    what = ""
    """What it is, in a few words, for whoever chooses who plays; without, the first sentence of the class's text."""
    tries = 3
    """Illegal actions in a turn after which the scene's default action is taken."""
    restartable = False
    """Whether an unfinished `act` may be cancelled and asked again, because nothing is lost by it."""
    remembers = False
    """Whether its turns carry a memory."""

    @abstractmethod
    def act(self, turn: Turn) -> Action | str | Awaitable[Action | str]:
        """Give an action of the scene, which may be refused: then it is asked again, `tries` times. A text is a command
        in the scene's language, for who is outside of the run (a person, a script). May be a coroutine, which is
        cancelled when the run is stopped."""


PATIENT = 1_000_000
"""Illegal commands in a turn of somebody who may try as often as it likes."""
Tell = Callable[[str], None]
"""Takes words for whoever started a run: how somebody outside of it can be reached."""


class Visitor(Agent):
    """Has to be let in and seen off: somebody who is reached by a connection."""

    come = False
    """Whether somebody has come."""

    @abstractmethod
    async def enter(self, name: str, scene: str, tell: Tell) -> None:
        """Prepare for a seat in a run, before its first turn there. Raises UserError."""

    @abstractmethod
    async def leave(self, ended: RunEnded | None) -> None:
        """Close what was opened. The run is over, or with None it is left as it stands."""


class RandomAgent(Agent):
    """Takes any legal action, each equally likely."""

    what = "any move, by lot"

    def act(self, turn: Turn) -> Action:
        action: Action = turn.chance("act").choice(turn.legal)
        return action


class Human(Agent):
    """Is a person. Commands are put in as they come and wait for the person's turn."""

    what = "a person at this terminal"

    tries = PATIENT
    restartable = True

    def __init__(self) -> None:
        self._commands: asyncio.Queue[str] = asyncio.Queue()

    def submit(self, command: str) -> None:
        """Take a command, for this turn or a later one."""
        self._commands.put_nowait(one_line(command))

    async def act(self, turn: Turn) -> str:
        return await self._commands.get()


class Scripted(Agent):
    """Gives commands from a list, one an action, or gives up where there is a GaveUp. When they run out the scene's
    default action is taken."""

    what = "commands from a file, one a line"

    def __init__(self, commands: Iterable[str | GaveUp], tries: int = PATIENT) -> None:
        self._commands: Iterator[str | GaveUp] = iter(commands)
        self.tries = tries

    @classmethod
    def read(cls, path: Path) -> "Scripted":
        """Read a file of one command a line; empty lines and lines that start with # are skipped. Raises UserError for
        one that cannot be read."""
        return cls(clean for line in read_lines(path) if (clean := one_line(line)) and not clean.startswith("#"))

    def skip(self, count: int) -> "Scripted":
        """Leave out the commands that an earlier session has taken."""
        for _ in range(count):
            next(self._commands, None)
        return self

    def act(self, turn: Turn) -> str:
        command = next(self._commands, None)
        if command is None:
            raise GaveUp("the script has no more lines")
        if isinstance(command, GaveUp):
            raise command
        return command
