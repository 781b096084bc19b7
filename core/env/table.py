"""A game that waits for whoever steps it: no event loop, no tasks; each action is followed by all that it leads to.

It goes by the rules as a run does (`core.simulator`), so that with a log it makes the same events: a game recorded here
is verified by a run.
"""

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from core.agents import Agent
from core.chance import Chance
from core.env.ledger import Ledger
from core.errors import AgentError, GaveUp, IllegalAction, UserError
from core.events import Acted, Event, GroupEnded, GroupStarted, RunEnded, RunStarted
from core.header import Header
from core.llm.door import Door
from core.log import Log, Write
from core.scene import Outcome, Scene
from core.text import one_line
from core.turn import Action, Pick, Turn

T = TypeVar("T")


class _Given(NamedTuple):
    """What somebody does: by a command if it came from outside; a bot has had a turn for it."""

    action: Any
    command: str = ""
    turn: Turn | None = None


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
        self._chance = chance = Chance(header.seed)
        self._ordering = scene.ordering(chance)
        self._log: Log | Ledger = (
            Log(header, scene, self._ordering, chance, write) if log else Ledger(scene, self._ordering, chance)
        )
        self._bots = bots
        self._door = Door({}, {}, scene.config)
        self._given: dict[str, _Given] = {}
        self._pick = Pick(())
        self._in_turn: tuple[str, ...] = ()
        """Who is still in this turn."""
        kind = type(scene)
        self._skips = kind.should_skip_turn is not Scene.should_skip_turn
        self._follows = kind.after_turn is not Scene.after_turn
        """Whether the scene has these; most have not, and are not asked each turn."""
        self._most = scene.config.max_turns
        self._steps = scene.config.max_steps_per_turn
        self._log.place(0)
        self._log.add(Event.of(RunStarted(scene.names)))
        self._log.extend(scene.start(chance))
        self._log.commit("turn")
        self._go_on()

    @property
    def turn(self) -> int:
        """The number of the turn under way."""
        return self._log.turn

    @property
    def secret(self) -> bool:
        """Tell whether nobody else may know who is waited for."""
        return self._pick.secret

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
        self._given[name] = _Given(action, command or self.scene.describe(action))
        self.waiting.remove(name)
        if not self.waiting:
            self._settle()
            self._go_on()

    # -- whose turn it is

    def _go_on(self) -> None:
        """Until somebody is waited for, or all is over."""
        scene, log = self.scene, self._log
        while True:
            if not self._in_turn:
                reason = scene.is_complete() or ("max_turns" if log.turn >= self._most else "")
                pick = None if reason else self._next()
                if pick is None:
                    self._end(reason or "nobody_left")
                    return
                self._pick, self._in_turn = pick, pick.names
            if self._skips and any(map(scene.should_skip_turn, self._in_turn)):
                self._in_turn = tuple(name for name in self._in_turn if not scene.should_skip_turn(name))
            if not self._in_turn:
                self._turn_over()
                continue
            if log.step >= self._steps:
                self._given = {name: _Given(scene.default(name)) for name in self._in_turn}
            elif self._bots:
                for name in self._in_turn:
                    if name in self._bots:
                        self._given[name] = self._asked(name)
            self.waiting = [name for name in self._in_turn if name not in self._given]
            if self.waiting:
                return
            self._settle()

    def _next(self) -> Pick | None:
        self._log.place(self._log.turn + 1)
        return self.scene.pick() or _at_once(self._ordering.next(self._log.turn))

    def _asked(self, name: str) -> _Given:
        """What a bot does. Raises AgentError for one that does nothing legal at once."""
        turn = Turn(self.scene, name, self._log.turn, self._chance, self._door, self._log.this_turn)
        try:
            made: Any = self._bots[name].act(turn)
            if isinstance(made, Coroutine):
                made.close()
                raise GaveUp("it waits for something, and nothing is waited for here")
            action = self.scene.parse(name, made) if isinstance(made, str) else made
            self.scene.check(name, action)
        except (GaveUp, IllegalAction) as error:
            raise AgentError(f"{name} ({self.header.cast[name]}) cannot play here: {error}") from error
        return _Given(action, made if isinstance(made, str) else "", turn)

    # -- what follows

    def _settle(self) -> None:
        """All are in."""
        log, given, pick = self._log, self._given, self._pick
        self._given = {}
        if pick.together:
            self._group(given)
        else:
            (name,) = self._in_turn[:1]
            action = self._intent(name, given[name])
            log.extend(self.scene.decide(name, action, self._chance))
            self._in_turn = () if action.ends_turn else (name,)
        if self._in_turn:
            log.commit("step")
        else:
            self._turn_over()

    def _group(self, given: Mapping[str, _Given]) -> None:
        told = () if self._pick.secret else None
        log, names = self._log, self._in_turn
        log.add(Event.of(GroupStarted(names), "", told))
        actions = {name: self._intent(name, given[name]) for name in names}
        log.extend(self.scene.resolve(actions, self._chance))
        self._in_turn = tuple(name for name, action in actions.items() if not action.ends_turn)
        log.add(Event.of(GroupEnded(self._in_turn), "", told))

    def _intent(self, name: str, given: _Given) -> Action:
        """Log what a bot thought and said, and what was commanded from outside."""
        if given.turn is not None:
            self._log.extend(given.turn.private)
            for text, to in given.turn.said:
                self._log.extend(self.scene.deliver_message(name, text, to))
        if given.command:
            self._log.extend((Event.of(Acted(given.command), name, (name,)),))
        action: Action = given.action
        return action

    def _turn_over(self) -> None:
        if self._follows:
            self._log.extend(self.scene.after_turn(self._pick, self._chance))
        self._log.commit("turn")

    def _end(self, reason: str) -> None:
        self.over, self.outcome = reason, self.scene.outcome()
        log = self._log
        if isinstance(log, Ledger):
            return
        winners, scores, metrics = self.outcome
        log.turn = log.last_turn
        result = {**metrics, **log.rulings.metrics(), "turns": log.last_turn, **log.usage.metrics()}
        self.digest = log.digest()
        log.add(Event.of(RunEnded(reason, result, self.digest, winners, dict(scores), dict(log.tallies.by_policy))))
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
