"""The turn loop. A run is an async iterator of events; everything else is a fold over them."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from core.engine.agents import Visitor
from core.engine.capabilities import Judged, Large, capability
from core.engine.control import Control, Cut
from core.engine.events import Body, Event, Ruled, RunEnded, Spent
from core.engine.game import Answer, Play
from core.engine.turn import Action, Turn
from core.errors import GaveUp, SceneError, UserError
from core.llm.judge import JUDGE, asked, judge_in, ruling
from core.llm.model_client import Asking, Streamed, Trying
from core.text import one_line

T = TypeVar("T")


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


class Run:
    """One game: iterate it to play it.

    The events of a step are written in one piece and yielded after that. An error in a scene surfaces to whoever
    iterates, one in an agent as an AgentError; either way its step is not written, and the run can be resumed.
    """

    def __init__(
        self,
        play: Play,
        *,
        past: Sequence[Event] = (),
        on_signal: Callable[[Signal], None] | None = None,
        seconds: float = 0.0,
    ) -> None:
        """`past` is what a recording already holds, without its `run_ended`: it is folded, not yielded again. The run
        ends after so many `seconds` over all its sessions; 0 is no limit."""
        self.header = play.header
        self.scene = play.scene
        self.agents = play.agents
        self.memories = play.memories
        self.control = Control()
        self.ended: RunEnded | None = None
        """How it ended, once it has."""
        self._play = play
        self._log = play.log
        self._client = play.client
        self._client.stop = self.control.stop
        self._judges = bool(judge_in(play.header))
        self._past = past
        self._seconds = seconds
        self._signal = on_signal or (lambda signal: None)
        self._watched = on_signal is not None
        self._waiting = Waiting(())

    def _tell(self, name: str, text: str) -> None:
        self._signal(Told(name, text))

    async def __aiter__(self) -> AsyncIterator[Event]:
        async with aclosing(self._steps()) as steps:
            async for batch in steps:
                self._log.settle()
                for event in batch:
                    yield event

    async def to_end(self, take: Callable[[Sequence[Event]], None]) -> None:
        """Play all of it, where nobody looks on: each step is told, and what is written is so before anybody is waited
        for, and every few milliseconds."""
        async with aclosing(self._steps()) as steps:
            async for batch in steps:
                take(batch)

    async def _steps(self) -> AsyncGenerator[Sequence[Event], None]:
        """What happens, a step at a time."""
        play, log, control = self._play, self._log, self.control
        await self._catch_up()
        alarm = self._set_alarm()
        visitors: dict[str, Visitor] = {}
        try:
            for name, agent in self.agents.items():
                if isinstance(agent, Visitor):
                    await agent.enter(name, self.header.scene, partial(self._tell, name))
                    visitors[name] = agent
            if log.n == 0:
                for _ in play.begin():
                    if control.breathless:
                        await control.breathe()
                yield log.this_turn
            reason: str | None = None
            while play.in_turn or (reason := play.over(control.stopping)) is None:
                if not play.in_turn:
                    if control.holding:
                        log.settle()
                        await control.turnstile()
                        if control.stopping:
                            continue
                    if not play.next():
                        pick = await play.ordering.next(log.turn)
                        if pick is None:
                            break
                        play.take_up(pick)
                if batch := await self._step():
                    yield batch
            log.turn = log.last_turn
            while control.interventions:
                play.intervene(control.interventions.pop(0))
                yield log.commit("turn" if log.between_turns else "step")
            over = partial(play.end, reason or "nobody_left")
            self.ended = await self._work(over) if self._watched and capability(self.scene, Large).is_slow else over()
            yield log.commit("turn")
        finally:
            log.settle()
            alarm()
            self._client.close()
            for visitor in visitors.values():
                await visitor.leave(self.ended)

    def _set_alarm(self) -> Callable[[], None]:
        """Stop the run when its wall time is over. Returns what turns the alarm off."""
        if not self._seconds:
            return lambda: None
        rest = max(0.0, self._seconds - self._log.seconds)
        return asyncio.get_running_loop().call_later(rest, self.control.stop, "max_seconds").cancel

    async def _catch_up(self) -> None:
        """Fold the past. The pick of a turn that was left half-way is asked for where it was: at the turn's start."""
        play, past = self._play, self._past
        whole = next((i for i in range(len(past), 0, -1) if past[i - 1].end == "turn"), 0)
        play.fold(past[:whole])
        if whole < len(past):
            play.place(past[whole].turn)
            pick = self.scene.pick() or await play.ordering.next(past[whole].turn)
            play.fold(past[whole:])
            assert pick is not None
            play.take_up(pick)

    # -- one turn

    async def _step(self) -> list[Event]:
        """Play one step of those who are in this turn: what happened."""
        play, control = self._play, self.control
        if control.breathless:
            self._log.settle()
            await control.breathe()
        if control.interventions:
            play.intervene(control.interventions.pop(0))
            return self._log.commit("step")
        slow = self._watched and capability(self.scene, Large).is_slow
        if play.skip():
            try:
                if thinking := self._ask():
                    await self._think(thinking)
                if play.reaching and (fetching := self._reach()):
                    await self._fetch(fetching)
            except Cut:
                if control.stopping:
                    play.in_turn = ()
                return []
            await self._work(play.settle) if slow else play.settle()
            if self._judges:
                await self._have_judged()
        batch = await self._work(play.close) if slow else play.close()
        if self._client.owes and not play.in_turn:
            self._log.settle()
            self._client.settled()
        return batch

    async def _work(self, work: Callable[[], T]) -> T:
        """Work out what follows in a thread, so that keys are answered. Nothing else touches the game until it is
        done, not even who ends the run meanwhile."""
        task = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            await asyncio.wait({task})
        finally:
            if not task.done():
                await asyncio.wait({task})
        return task.result()

    async def _have_judged(self) -> None:
        """What was said in this step, one after the other. Words that no ruling came for stay as the rules see them."""
        for case in list(capability(self.scene, Judged).cases(self._log.pending)):
            asking = self._client.ask(JUDGE, self._log.turn, asked(case), ruling(case), self._told)
            try:
                made = await self.control.race(asking, False)
            except (Cut, GaveUp):
                continue
            self._told(Ruled(case.of, made.found, case.found, one_line(made.why)))

    def _told(self, body: Body, spent: Spent | None = None) -> None:
        """For the director's eyes alone."""
        self._log.add(Event.of(body, JUDGE, (), spent))

    def _ask(self) -> dict[str, Awaitable[None]]:
        """Ask all who have not answered yet. Return what is left to await, of those who do not answer at once."""
        if self.control.stopping:
            raise Cut
        play = self._play
        unanswered: dict[str, tuple[Turn, Awaitable[Action | str]]] = {}
        try:
            for name in play.in_turn:
                if name not in play.given and (asked := play.ask(name)) is not None:
                    unanswered[name] = asked
        except BaseException:
            for _, answer in unanswered.values():
                if inspect.iscoroutine(answer):
                    answer.close()  # nobody will await it
            raise
        return {name: self._thinking(*asked) for name, asked in unanswered.items()}

    async def _think(self, thinking: dict[str, Awaitable[None]]) -> None:
        """Until everybody's answer is given, or a control cuts it short."""
        self._log.settle()
        self._wait_for(Waiting(tuple(thinking), self._play.pick.secret))
        restartable = all(self.agents[name].restartable for name in thinking)
        try:
            await self.control.race(_all(list(thinking.values())), restartable)
        finally:
            self._wait_for(Waiting(()))

    def _reach(self) -> dict[str, Awaitable[None]]:
        """Ask the world outside for those whose action wants something of it. What is left to await."""
        given = self._play.given
        return {
            name: self._bring(answer, answer.action)
            for name in self._play.in_turn
            if (answer := given[name]).action is not None and answer.action.tool and not answer.illegal
        }

    async def _fetch(self, fetching: dict[str, Awaitable[None]]) -> None:
        """Until all of it is there. Raises Cut if the run is stopped."""
        if self.control.stopping:
            raise Cut
        self._log.settle()
        self._signal(Reaching(tuple(fetching)))
        try:
            await self.control.race(_all(list(fetching.values())), False)
        finally:
            self._signal(Reaching(()))

    async def _bring(self, answer: Answer, action: Action) -> None:
        given = self._play.given
        (request,) = msgspec.structs.astuple(action)
        try:
            brought = await self._client.bring(answer.name, self._log.turn, action.tool, request)
        except GaveUp as why:
            given[answer.name] = replace(answer, action=None, gave_up=str(why))
        else:
            given[answer.name] = replace(answer, brought=brought)

    async def _thinking(self, turn: Turn, made: Awaitable[Action | str]) -> None:
        try:
            action = await made
        except GaveUp as why:
            self._play.give_up(turn, why)
        except (UserError, SceneError):
            raise
        except Exception as error:
            raise self._play.failed(turn, error) from error
        else:
            self._play.take(turn, action)
        finally:
            left = tuple(name for name in self._waiting.names if name != turn.name)
            self._wait_for(Waiting(left, self._waiting.secret and bool(left)))

    def _wait_for(self, waiting: Waiting) -> None:
        if waiting != self._waiting:
            self._waiting = waiting
            self._signal(waiting)


async def _all(thinking: Sequence[Awaitable[None]]) -> None:
    """Until everybody has answered. If one fails, the others are cancelled."""
    tasks = [asyncio.ensure_future(each) for each in thinking]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
