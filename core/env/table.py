"""A game that is stepped from outside, without an event loop.

It uses the same steps as a run (`core.engine.game`), so with a log it produces the same events: a game recorded here
can be verified like any other.
"""

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.casting import agent_for, prepare, recorded_config
from core.engine.chance import Chance
from core.engine.game import Answer, Play
from core.engine.registry import find_scene
from core.engine.scene import Outcome, Scene
from core.env.encoding import Encoding, encoding_of
from core.errors import AgentError, IllegalAction, UserError
from core.llm.model_client import ModelClient
from core.llm.routes import thinkers
from core.recording.file import Recorder
from core.recording.header import Header
from core.recording.line_format import LogWriter, Write
from core.remote.policies import OUTSIDE, STEPPED
from core.text import one_line
from core.trust.grants import NO_GRANTS

T = TypeVar("T")


class SteppedGame:
    """One game in progress, from its first event on.

    `waiting` lists the agents that must act, in order; members of a group do not know each other's actions. `over` is
    the reason for the end, or "".
    """

    def __init__(
        self,
        header: Header,
        scene: Scene,
        bots: Mapping[str, Agent],
        *,
        log: bool = False,
        write: Write | None = None,
    ) -> None:
        """Begin a game with a `scene` that has no events yet.

        `bots` play the seats that are not stepped. With `log`, events are logged as in a run, and their lines passed to
        `write`.

        Raises UserError if no game can be set up with the options.
        """
        self.header = header
        self.scene = scene
        self.waiting: list[str] = []
        self.over = ""
        self.outcome = Outcome()
        """Outcome; empty until the game ends."""
        self.digest = ""
        """Digest of the log; empty until the game ends, and always without a log."""
        chance = Chance(header.seed)
        ordering = scene.ordering(chance)
        keeper = LogWriter(header.stable(), write) if log else None
        self._bots = bots
        self._play = Play(header, scene, ordering, bots, chance, ModelClient({}, {}, scene.config), keeper)
        self._log = self._play.log
        for _ in self._play.begin():
            pass
        self._advance()

    def turn(self, name: str) -> int:
        """Return the number of the current turn, not counting turns hidden from the agent."""
        return self._log.turn - self._play.hidden[name]

    @property
    def secret(self) -> bool:
        """True if only the acting agents may know that it is their turn."""
        return self._play.pick.secret

    def command(self, name: str, text: str) -> None:
        """Take an action given as text. Raises IllegalAction with the alternatives."""
        text = one_line(text)
        action = self.scene.parse(name, text)
        self.scene.check(name, action)
        if action.tool:
            raise IllegalAction("tool calls are not possible here")
        self.act(name, action, text)

    def act(self, name: str, action: Any, command: str = "") -> None:
        """Take an agent's legal action; once the whole group has acted, continue the game."""
        self._play.answers[name] = Answer(name, action, command or self.scene.describe(action))
        self.waiting.remove(name)
        if not self.waiting:
            self._play.settle()
            self._play.close()
            self._advance()

    def _advance(self) -> None:
        """Play until an agent must act, or the game is over."""
        play = self._play
        while True:
            if not play.in_turn:
                reason = play.over()
                if reason is None and not play.next():
                    pick = _at_once(play.ordering.next(self._log.turn))
                    if pick is None:
                        reason = "nobody_left"
                    else:
                        play.start_or_continue_turn(pick)
                if reason is not None:
                    self._end(reason)
                    break
            if play.skip():
                if self._bots or play.at_limit:
                    for name in play.in_turn:
                        if name in self._bots or play.at_limit:
                            self._ask(name)
                self.waiting = [name for name in play.in_turn if name not in play.answers]
                if self.waiting:
                    break
                play.settle()
            play.close()
        self._log.settle()

    def _ask(self, name: str) -> None:
        """Ask a bot. Raises AgentError if it does not return a legal action at once."""
        pending = self._play.ask(name)
        if pending is None:
            answer = self._play.answers[name]
            why = answer.illegal or answer.gave_up
        else:
            why = "it has to wait, which a stepped game cannot do"
            if isinstance(pending[1], Coroutine):
                pending[1].close()
        if why:
            raise AgentError(f"{name} ({self.header.cast[name]}) cannot play here: {why}")

    def _end(self, reason: str) -> None:
        log = self._log
        log.turn = log.last_turn
        self.over = reason
        ended = self._play.end(reason)
        self.outcome, self.digest = self._play.outcome, ended.digest
        log.commit("turn")


def _at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never suspends. Raises UserError if it suspends."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise UserError("This scene's ordering has to wait, so the scene cannot be stepped.")


class Choices(NamedTuple):
    """Actions and their numbers, in the same order; -1 for an action without a number."""

    actions: Sequence[Any]
    numbers: Sequence[int]

    def action(self, number: object) -> Any:
        """Return the action with a number, the last if several have it. Raises ValueError if none has."""
        if number == -1 or number not in self.numbers:
            raise ValueError(f"{number!r:.40} is not the number of a legal action: {self.known}")
        return self.actions[len(self.numbers) - 1 - self.numbers[::-1].index(number)]

    @property
    def known(self) -> list[int]:
        """All numbers in ascending order, without repetition."""
        return sorted({*self.numbers} - {-1})

    def mask(self, count: int) -> bytearray:
        """Return a mask of `count` bytes: 1 for each number of an action, else 0."""
        out = bytearray(count + 1)  # one place more: index -1, for actions without a number, is dropped at the end
        for number in self.numbers:
            out[number] = 1
        del out[count]
        return out


def choices(table: SteppedGame, encoding: Encoding, name: str) -> Choices:
    """Return an agent's choices; none if it is not the agent's turn."""
    if name not in table.waiting:
        return Choices((), ())
    legal = table.scene.legal(name)
    if type(encoding).more is not Encoding.more:
        legal = [*legal, *encoding.more(table.scene.observe(name), legal)]
    return Choices(legal, encoding.numbers(name, legal))


class SteppedGameFactory:
    """Creates the games of an environment. Seats without a policy are stepped, and bots play the others."""

    def __init__(self, scene: str, options: Mapping[str, Any], cast: Mapping[str, str], seed: int = 1) -> None:
        """Check options and cast. Raises UserError for policies that cannot play in this process."""
        self.kind = find_scene(scene)
        self.header = prepare(scene, options, {"*": STEPPED, **cast}, seed)
        self._grants = NO_GRANTS.with_known_header(self.header)
        self.config = recorded_config(scene, self.header.config)
        self.names = tuple(self.header.cast)
        self.stepped = tuple(name for name, policy in self.header.cast.items() if policy == STEPPED)
        """Names of the stepped seats, in seat order."""
        if not self.stepped:
            raise UserError(f"No seat is left to step: leave one of {', '.join(self.names)} out of the cast.")
        if thinkers(self.header):
            raise UserError("A stepped game cannot wait for a model: seat bots, or leave the seat out.")
        waiting = [policy for policy in self.header.cast.values() if policy == "human" or policy.startswith(OUTSIDE)]
        if other := next((policy for policy in waiting if policy != STEPPED), ""):
            raise UserError(f"A stepped game cannot wait for {other}: seat bots, or leave the seat out.")

    def encoding(self) -> Encoding:
        """Build the scene's encoding for these options. Raises UserError if the scene has none."""
        kind = encoding_of(self.kind)
        if kind is None:
            raise UserError(f"{self.kind.name} has no encoding in numbers; step it by commands: playbill serve.")
        return kind(self.config, self.names)

    def new_game(self, seed: int, *, log: bool = False, write: Write | None = None) -> SteppedGame:
        """Begin a game. Raises UserError if no game can be set up with the options."""
        header = replace(self.header, seed=seed)
        return SteppedGame(header, self.kind(self.config, self.names), self._bots(), log=log, write=write)

    def record(self, seed: int, path: Path) -> "tuple[SteppedGame, Recorder]":
        """Begin a recorded game. Raises UserError if the file exists or cannot be created."""
        recorder = Recorder.create(path, replace(self.header, seed=seed))
        return self.new_game(seed, log=True, write=recorder.write), recorder

    def _bots(self) -> dict[str, Agent]:
        return {
            name: agent_for(self.kind, policy, name, grants=self._grants)
            for name, policy in self.header.cast.items()
            if policy != STEPPED
        }
