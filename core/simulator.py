"""The turn loop. A run is an async iterator of events; everything else is a fold over them."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from core.agents import Agent, Visitor
from core.chance import Chance
from core.control import Control, Cut
from core.errors import AgentError, GaveUp, IllegalAction, UserError
from core.events import (
    Acted,
    Body,
    Brought,
    Changed,
    Defaulted,
    Event,
    GroupEnded,
    GroupStarted,
    Intervened,
    Rejected,
    Ruled,
    RunEnded,
    RunStarted,
    Spent,
)
from core.header import Header
from core.llm.door import Asking, Door, Streamed, Trying
from core.llm.judge import JUDGE, asked, judge_in, ruling
from core.log import Log, Write
from core.memory import ShortTermMemory
from core.ordering import Ordering
from core.plugins import failure
from core.scene import Scene
from core.text import one_line
from core.turn import Action, Pick, Turn


class Waiting(NamedTuple):
    """A signal: who is being waited for; in `secret`, which is for their own eyes then."""

    names: tuple[str, ...]
    secret: bool = False


class Reaching(NamedTuple):
    """A signal: who waits for what the world outside is asked to bring; nobody, when all of it is there."""

    names: tuple[str, ...]


class Told(NamedTuple):
    """A signal: words for whoever started the run, such as where somebody outside of it is waited for."""

    name: str
    text: str


Signal = Waiting | Reaching | Asking | Streamed | Trying | Told
"""Passing news for a screen. Never numbered, never recorded."""


class _Answer(msgspec.Struct, frozen=True):
    """What an agent came back with: a command if it came from outside, and an action unless something was wrong."""

    turn: Turn
    command: str | None
    action: Action | None
    illegal: str = ""
    gave_up: str = ""
    brought: Brought | None = None
    """What its action asked of the world outside."""


class Run:
    """One game: iterate it to play it.

    The events of a step are written in one piece and yielded after that. An error in a scene surfaces to whoever
    iterates, one in an agent as an AgentError; either way its step is not written, and the run can be resumed.
    """

    def __init__(
        self,
        header: Header,
        scene: Scene,
        ordering: Ordering,
        agents: Mapping[str, Agent],
        chance: Chance,
        door: Door,
        *,
        past: Sequence[Event] = (),
        write: Write | None = None,
        on_signal: Callable[[Signal], None] | None = None,
        seconds: float = 0.0,
        cuts: Collection[int] = (),
    ) -> None:
        """`past` is what a recording already holds, without its `run_ended`: it is folded, not yielded again. The run
        ends after so many `seconds` over all its sessions; 0 is no limit. Events with a number in `cuts` are withheld
        or forgotten."""
        self.header = header
        self.scene = scene
        self.agents = agents
        self.control = Control()
        self._chance = chance
        self._ordering = ordering
        self._memories = {name: ShortTermMemory(name, scene) for name, agent in agents.items() if agent.remembers}
        self._log = Log(header, scene, ordering, chance, write, tuple(self._memories.values()), cuts)
        self._door = door
        self._door.stop = self.control.stop
        self._judges = bool(judge_in(header))
        self._past = past
        self._seconds = seconds
        self._signal = on_signal or (lambda signal: None)
        self._waiting = Waiting(())
        self._given: dict[str, _Answer] = {}
        """Answers to the step under way, kept should the others have to be asked again."""

    def _tell(self, name: str, text: str) -> None:
        self._signal(Told(name, text))

    async def __aiter__(self) -> AsyncIterator[Event]:
        pick = await self._catch_up()
        alarm, visitors, ended = self._set_alarm(), dict[str, Visitor](), None
        try:
            for name, agent in self.agents.items():
                if isinstance(agent, Visitor):
                    await agent.enter(name, self.header.scene, partial(self._tell, name))
                    visitors[name] = agent
            if self._log.n == 0:
                self._log.place(0)
                self._log.add(Event.of(RunStarted(self.scene.names)))
                for event in self.scene.start(self._chance):
                    self._log.add(event)
                    if self.control.breathless:
                        await self.control.breathe()
                for event in self._log.commit("turn"):
                    yield event
            reason = None if pick else self._over()
            while reason is None:
                pick = pick or await self._next()
                if pick is not None:
                    waiting, self._given = self._still_in(pick), {}
                    while waiting:
                        waiting, batch = await self._step(pick, waiting)
                        for event in batch:
                            yield event
                reason = self._over() or (None if pick else "nobody_left")
                pick = None
            self._log.turn = self._log.last_turn
            while intervention := self.control.next_intervention():
                self._intervene(intervention)
                for event in self._log.commit("turn" if self._log.between_turns else "step"):
                    yield event
            ended = self._ended(reason)
            self._log.add(Event.of(ended))
            for event in self._log.commit("turn"):
                yield event
        finally:
            alarm()
            self._door.close()
            for visitor in visitors.values():
                await visitor.leave(ended)

    def _set_alarm(self) -> Callable[[], None]:
        """Stop the run when its wall time is over. Returns what turns the alarm off."""
        if not self._seconds:
            return lambda: None
        rest = max(0.0, self._seconds - self._log.seconds)
        return asyncio.get_running_loop().call_later(rest, self.control.stop, "max_seconds").cancel

    async def _catch_up(self) -> Pick | None:
        """Fold the past. The pick of a turn that was left half-way is asked for where it was: at the turn's start."""
        whole = next((i for i in range(len(self._past), 0, -1) if self._past[i - 1].end == "turn"), 0)
        self._log.fold(self._past[:whole])
        if whole == len(self._past):
            return None
        self._log.place(self._past[whole].turn)
        pick = self.scene.pick() or await self._ordering.next(self._log.turn)
        self._log.fold(self._past[whole:])
        return pick

    async def _next(self) -> Pick | None:
        if self.control.holding:
            await self.control.turnstile()
        if self.control.stopping:
            return None
        self._log.place(self._log.turn + 1)
        return self.scene.pick() or await self._ordering.next(self._log.turn)

    def _over(self) -> str | None:
        if self._log.between_turns and (reason := self.scene.is_complete()):
            return reason
        if self.control.stopping:
            return self.control.stopping
        at_limit = self._log.between_turns and self._log.turn >= self.scene.config.max_turns
        return "max_turns" if at_limit else None

    def _ended(self, reason: str) -> RunEnded:
        winners, scores, metrics = self.scene.outcome()
        judged = self._log.rulings.metrics()
        result = {**metrics, **judged, "turns": self._log.last_turn, **self._log.usage.metrics()}
        return RunEnded(reason, result, self._log.digest(), winners, dict(scores), dict(self._log.tallies.by_policy))

    # -- one turn

    async def _step(self, pick: Pick, waiting: tuple[str, ...]) -> tuple[tuple[str, ...], list[Event]]:
        """Play one step of those who are still in this turn: who goes on with it, and what happened."""
        if self.control.breathless:
            await self.control.breathe()
        if intervention := self.control.next_intervention():
            self._intervene(intervention)
            return waiting, self._log.commit("step")
        if any(map(self.scene.should_skip_turn, waiting)):
            waiting = tuple(name for name in waiting if not self.scene.should_skip_turn(name))
        if waiting:
            try:
                if thinking := self._ask(waiting):
                    await self._think(thinking, pick.secret)
                if fetching := self._reach(waiting):
                    await self._fetch(fetching)
            except Cut:
                return () if self.control.stopping else waiting, []
            given, self._given = self._given, {}
            answers = [given[name] for name in waiting]
            waiting = self._group(answers, pick.secret) if pick.together else self._alone(answers[0])
            if self._judges:
                await self._have_judged()
        if waiting:
            return waiting, self._log.commit("step")
        self._log.extend(self.scene.after_turn(pick, self._chance))
        batch = self._log.commit("turn")
        self._door.settled()
        return (), batch

    async def _have_judged(self) -> None:
        """What was said in this step, one after the other. Words that no ruling came for stay as the rules see them."""
        for case in list(self.scene.cases(self._log.pending)):
            asking = self._door.ask(JUDGE, self._log.turn, asked(case), ruling(case), self._told)
            try:
                made = await self.control.race(asking, False)
            except (Cut, GaveUp):
                continue
            self._told(Ruled(case.of, made.found, case.found, one_line(made.why)))

    def _told(self, body: Body, spent: Spent | None = None) -> None:
        """For the director's eyes alone."""
        self._log.add(Event.of(body, JUDGE, (), spent))

    def _intervene(self, intervention: Event) -> None:
        self._log.add(intervention)
        if isinstance(intervention.data, Changed):
            self._log.extend(self.scene.change(intervention.data.what))
        else:
            assert isinstance(intervention.data, Intervened)
            self._log.extend(self.scene.intervene(intervention.data.what, self._chance))

    def _still_in(self, pick: Pick) -> tuple[str, ...]:
        for event in reversed(self._log.this_turn):
            if isinstance(event.data, GroupEnded):
                return event.data.waiting
        return pick.names

    def _ask(self, names: tuple[str, ...]) -> dict[str, Awaitable[None]]:
        """Ask all who have not answered yet. What is left to await, of those who do not answer at once."""
        if self.control.stopping:
            raise Cut
        thinking: dict[str, Awaitable[None]] = {}
        for name in names:
            if name not in self._given and (answer := self._answer(self._turn(name))) is not None:
                thinking[name] = answer
        return thinking

    async def _think(self, thinking: dict[str, Awaitable[None]], secret: bool) -> None:
        """Until everybody's answer is in `_given`, or a control cuts it short."""
        self._wait_for(Waiting(tuple(thinking), secret))
        restartable = all(self.agents[name].restartable for name in thinking)
        try:
            await self.control.race(_all(list(thinking.values())), restartable)
        finally:
            self._wait_for(Waiting(()))

    def _reach(self, names: tuple[str, ...]) -> dict[str, Awaitable[None]]:
        """Ask the world outside for those whose action wants something of it. What is left to await."""
        return {
            name: self._bring(answer, answer.action)
            for name in names
            if (answer := self._given[name]).action is not None and answer.action.tool and not answer.illegal
        }

    async def _fetch(self, fetching: dict[str, Awaitable[None]]) -> None:
        """Until all of it is there. Raises Cut if the run is stopped."""
        if self.control.stopping:
            raise Cut
        self._signal(Reaching(tuple(fetching)))
        try:
            await self.control.race(_all(list(fetching.values())), False)
        finally:
            self._signal(Reaching(()))

    async def _bring(self, answer: _Answer, action: Action) -> None:
        turn = answer.turn
        (request,) = msgspec.structs.astuple(action)
        try:
            brought = await self._door.bring(turn.name, turn.number, action.tool, request)
        except GaveUp as why:
            self._given[turn.name] = _Answer(turn, answer.command, None, gave_up=str(why))
        else:
            self._given[turn.name] = msgspec.structs.replace(answer, brought=brought)

    def _turn(self, name: str) -> Turn:
        turn = Turn(self.scene, name, self._log.turn, self._chance, self._door, self._log.this_turn)
        if name in self._memories:
            turn.memory = self._memories[name]
        return turn

    def _answer(self, turn: Turn) -> Awaitable[None] | None:
        """Ask one agent. What is left to await, if it does not answer at once."""
        if self._log.step >= self.scene.config.max_steps_per_turn:  # the turn just ends: nobody failed to answer
            self._given[turn.name] = _Answer(turn, None, self.scene.default(turn.name))
            return None
        try:
            made = self.agents[turn.name].act(turn)
        except GaveUp as gave_up:
            self._given[turn.name] = _Answer(turn, None, None, gave_up=str(gave_up))
            return None
        except UserError:
            raise
        except Exception as error:
            raise self._failed(turn.name, error) from error
        if hasattr(made, "__await__"):
            return self._thinking(turn, made)
        self._given[turn.name] = self._read(turn, made)
        return None

    async def _thinking(self, turn: Turn, made: Awaitable[Action | str]) -> None:
        try:
            action = await made
        except GaveUp as why:
            self._given[turn.name] = _Answer(turn, None, None, gave_up=str(why))
        except UserError:
            raise
        except Exception as error:
            raise self._failed(turn.name, error) from error
        else:
            self._given[turn.name] = self._read(turn, action)
        finally:
            left = tuple(name for name in self._waiting.names if name != turn.name)
            self._wait_for(Waiting(left, self._waiting.secret and bool(left)))

    def _failed(self, name: str, error: Exception) -> AgentError:
        """An error in an agent's own code, as its author wants to read it."""
        how = failure(error, sys.modules.get(type(self.agents[name]).__module__))
        return AgentError(f"{name} ({self.header.cast[name]}) failed: {how}")

    def _wait_for(self, waiting: Waiting) -> None:
        if waiting != self._waiting:
            self._waiting = waiting
            self._signal(waiting)

    def _read(self, turn: Turn, given: Action | str) -> _Answer:
        command = given if isinstance(given, str) else None
        action = None if isinstance(given, str) else given
        if command is None and not hasattr(action, "ends_turn"):
            policy = self.header.cast[turn.name]
            raise AgentError(f"{turn.name} ({policy}) acted with {action!r:.80}, which is no action of this scene")
        try:
            if command is not None:
                action = self.scene.parse(turn.name, command)
            self.scene.check(turn.name, action)
        except IllegalAction as why:
            return _Answer(turn, command, action, illegal=str(why))
        return _Answer(turn, command, action)

    # -- what follows from the answers

    def _alone(self, answer: _Answer) -> tuple[str, ...]:
        """One agent's step. Returns who goes on with this turn."""
        action = self._intent(answer)
        if action is None:
            return (answer.turn.name,)
        self._log.extend(self.scene.decide(answer.turn.name, action, self._chance))
        return () if action.ends_turn else (answer.turn.name,)

    def _group(self, answers: list[_Answer], secret: bool) -> tuple[str, ...]:
        """A group's step, in pick order. Returns who goes on with this turn."""
        told = () if secret else None
        self._log.add(Event.of(GroupStarted(tuple(answer.turn.name for answer in answers)), "", told))
        actions = {answer.turn.name: self._intent(answer) for answer in answers}
        decided = {name: action for name, action in actions.items() if action is not None}
        self._log.extend(self.scene.resolve(decided, self._chance))
        waiting = tuple(name for name, action in actions.items() if action is None or not action.ends_turn)
        self._log.add(Event.of(GroupEnded(waiting), "", told))
        return waiting

    def _intent(self, answer: _Answer) -> Action | None:
        """Log what the agent thought, said and tried; its action, or the scene's default, or None to ask again."""
        name = answer.turn.name
        own = (name,)
        self._log.extend(answer.turn.private)
        for text, to in answer.turn.said:
            self._log.extend(self.scene.deliver_message(name, text, to))
        if answer.command is not None:
            self._log.add(Event.of(Acted(answer.command), name, own))
        if answer.brought is not None:
            self._log.add(Event.of(answer.brought, name, own))
        why = answer.gave_up
        if answer.illegal:
            command = self.scene.describe(answer.action) if answer.command is None else answer.command
            self._log.add(Event.of(Rejected(command, answer.illegal), name, own))
            rejections = 1 + sum(isinstance(e.data, Rejected) and e.agent == name for e in self._log.this_turn)
            if rejections < self.agents[name].tries:
                return None
            why = f"{rejections} illegal actions in one turn"
        if not why:
            return answer.action
        default = self.scene.default(name)
        self._log.add(Event.of(Defaulted(self.scene.describe(default), why), name, own))
        return default


async def _all(thinking: Sequence[Awaitable[None]]) -> None:
    """Until everybody has answered. If one fails, the others are cancelled."""
    tasks = [asyncio.ensure_future(each) for each in thinking]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
