"""A game that waits for whoever steps it: no event loop, no tasks; each action is followed by all that it leads to.

It is stepped as a run is (`core.engine.game`), so with a log it makes the same events: a game recorded here is
verified by a run.
"""

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from core.engine.agents import Agent
from core.engine.chance import Chance
from core.engine.game import Answer, Play
from core.engine.scene import Outcome, Scene
from core.engine.turn import Action
from core.errors import AgentError, IllegalAction, UserError
from core.llm.model_client import ModelClient
from core.recording.header import Header
from core.recording.log_writer import LogWriter, Write
from core.text import one_line

T = TypeVar("T")


class Table:
    """Is one game, from its first event. `waiting` are those who are to act, in order, each without knowing what the
    others of them do; `over` says why the game has ended, once it has."""

    def __init__(
        self,
        header: Header,
        scene: Scene,
        bots: Mapping[str, Agent],
        *,
        log: bool = False,
        write: Write | None = None,
    ) -> None:
        """`scene` is empty yet. `bots` play the seats that nobody steps. With `log`, events are kept as a run keeps
        them, and given to `write`. Raises UserError for a world that cannot be made."""
        self.header = header
        self.scene = scene
        self.waiting: list[str] = []
        self.over = ""
        self.outcome = Outcome()
        """How it came out, once it is over."""
        self.digest = ""
        """Over all events, once it is over, where there is a log."""
        chance = Chance(header.seed)
        ordering = scene.ordering(chance)
        keeper = LogWriter(header.stable(), write) if log else None
        self._bots = bots
        self._play = Play(header, scene, ordering, bots, chance, ModelClient({}, {}, scene.config), keeper)
        self._log = self._play.log
        for _ in self._play.begin():
            pass
        self._go_on()

    def turn(self, name: str) -> int:
        """Return the number of the turn under way, over all turns of which an agent may know."""
        return self._log.turn - self._play.hidden[name]

    @property
    def secret(self) -> bool:
        """Tell whether nobody else may know who is waited for."""
        return self._play.pick.secret

    def legal(self, name: str) -> Sequence[Action]:
        """List what somebody who is waited for may do."""
        return self.scene.legal(name)

    def command(self, name: str, text: str) -> None:
        """Act by a command. Raises IllegalAction, saying what could be done."""
        if name not in self.waiting:
            raise IllegalAction(f"nobody waits for {name}")
        text = one_line(text)
        action = self.scene.parse(name, text)
        self.scene.check(name, action)
        if action.tool:
            raise IllegalAction("nothing is brought from the world outside here")
        self.act(name, action, text)

    def act(self, name: str, action: Any, command: str = "") -> None:
        """Act for somebody who is waited for, by a legal action; when all are in, the game goes on."""
        self._play.given[name] = Answer(name, action, command or self.scene.describe(action))
        self.waiting.remove(name)
        if not self.waiting:
            self._play.settle()
            self._play.close()
            self._go_on()

    def _go_on(self) -> None:
        """Until somebody is waited for, or all is over."""
        play = self._play
        while True:
            if not play.in_turn:
                reason = play.over()
                if reason is None and not play.next():
                    pick = _at_once(play.ordering.next(self._log.turn))
                    if pick is None:
                        reason = "nobody_left"
                    else:
                        play.take_up(pick)
                if reason is not None:
                    self._end(reason)
                    break
            if play.skip():
                if self._bots or play.at_limit:
                    for name in play.in_turn:
                        if name in self._bots or play.at_limit:
                            self._ask(name)
                self.waiting = [name for name in play.in_turn if name not in play.given]
                if self.waiting:
                    break
                play.settle()
            play.close()
        self._log.settle()

    def _ask(self, name: str) -> None:
        """Ask a bot. Raises AgentError for one that does nothing legal at once."""
        made = self._play.ask(name)
        if made is None:
            answer = self._play.given[name]
            why = answer.illegal or answer.gave_up
        else:
            why = "it waits for something, and nothing is waited for here"
            if isinstance(made[1], Coroutine):
                made[1].close()
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
    """What a coroutine gives that waits for nothing. Raises UserError for one that waits."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise UserError("The ordering of this scene waits for something; it cannot be stepped.")
