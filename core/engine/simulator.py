"""The turn loop. A run is an async iterator of events."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from core.engine.agents import ConnectingAgent
from core.engine.capabilities import Judged, Large, Talk, capability
from core.engine.control import Control, ThinkingCancelled
from core.engine.events import Body, Event, RunEnded
from core.engine.game import Answer, Play
from core.engine.model_tally import Spent
from core.engine.reading_events import Ruled
from core.engine.turn import Action, Turn
from core.errors import GaveUp, SceneError, UserError
from core.llm.judge import JUDGE, judge_prompt, ruling_reply
from core.llm.model_client import CallRetried, CallStarted, ReplyPiece, Unanswered
from core.text import one_line

T = TypeVar("T")


class Waiting(NamedTuple):
    """Signal: the agents that the run waits for. If `secret`, only these agents may know it."""

    names: tuple[str, ...]
    secret: bool = False


class Pending(NamedTuple):
    """Signal: the agents for which a tool call or the reading of a message is pending; empty if none is."""

    names: tuple[str, ...]


class Notice(NamedTuple):
    """Signal: a notice for the user who started the run, such as the address of a remote seat."""

    name: str
    text: str


Signal = Waiting | Pending | CallStarted | ReplyPiece | CallRetried | Notice
"""Short-lived information for a screen; it enters no log."""


class Run:
    """One game; iterate it to play it.

    The events of a step are written together and then yielded. An exception of a scene is raised to the consumer, an
    exception of an agent as an AgentError. In both cases its step is not written, and the run can be resumed.
    """

    def __init__(
        self,
        play: Play,
        *,
        past: Sequence[Event] = (),
        on_signal: Callable[[Signal], None] | None = None,
        seconds: float = 0.0,
    ) -> None:
        """Prepare a run.

        Args:
            play: The scene, its agents and their log.
            past: Events of an earlier session, without `run_ended`; they are folded and not yielded.
            on_signal: Called with each signal of an agent that is deciding.
            seconds: Limit of wall time over all sessions; 0 is no limit.
        """
        self.header = play.header
        self.scene = play.scene
        self.agents = play.agents
        self.memories = play.memories
        self.control = Control()
        self.ended: RunEnded | None = None
        """The last event; None until the run has ended."""
        self._play = play
        self._log = play.log
        self._client = play.client
        self._client.stop = self.control.stop
        self._judges, self._reads = (bool(play.header.config.get(option)) for option in ("judge", "reader"))
        self._past = past
        self._seconds = seconds
        self._signal = on_signal or (lambda signal: None)
        self._watched = on_signal is not None
        self._waiting = Waiting(())

    async def __aiter__(self) -> AsyncIterator[Event]:
        async with aclosing(self._steps()) as steps:
            async for batch in steps:
                self._log.settle()
                for event in batch:
                    yield event

    async def play_to_end(self, take: Callable[[Sequence[Event]], None]) -> None:
        """Play the whole run, passing each step's events to `take`.

        Events are written to the file before an agent is awaited, and every few milliseconds.
        """
        async with aclosing(self._steps()) as steps:
            async for batch in steps:
                take(batch)

    async def _steps(self) -> AsyncGenerator[Sequence[Event], None]:
        """Yield the events of each step."""
        play, log, control = self._play, self._log, self.control
        await self._fold_past()
        alarm = self._set_alarm()
        visitors: dict[str, ConnectingAgent] = {}
        try:
            for name, agent in self.agents.items():
                if isinstance(agent, ConnectingAgent):
                    await agent.enter(name, self.header.scene)
                    visitors[name] = agent
            if log.n == 0:
                for _ in play.begin():
                    if control.yield_is_due:
                        await control.yield_to_others()
                yield log.this_turn
            reason: str | None = None
            while play.in_turn or (reason := play.over(control.stopping)) is None:
                if not play.in_turn:
                    if control.holding:
                        log.settle()
                        await control.wait_while_paused()
                        if control.stopping:
                            continue
                    if not play.next():
                        pick = await play.ordering.next(log.turn)
                        if pick is None:
                            break
                        play.start_or_continue_turn(pick)
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
        """Start the timer of the wall time limit. Returns a function that cancels it."""
        if not self._seconds:
            return lambda: None
        rest = max(0.0, self._seconds - self._log.seconds)
        return asyncio.get_running_loop().call_later(rest, self.control.stop, "max_seconds").cancel

    async def _fold_past(self) -> None:
        """Fold the events of earlier sessions. In an unfinished turn, the same agents are picked again."""
        play, past = self._play, self._past
        whole = next((i for i in range(len(past), 0, -1) if past[i - 1].end == "turn"), 0)
        play.fold(past[:whole])
        if whole < len(past):
            play.place(past[whole].turn)
            pick = self.scene.pick() or await play.ordering.next(past[whole].turn)
            play.fold(past[whole:])
            assert pick is not None
            play.start_or_continue_turn(pick)

    # -- one turn

    async def _step(self) -> list[Event]:
        """Play one step of the agents in this turn. Returns its events."""
        play, control = self._play, self.control
        if control.yield_is_due:
            self._log.settle()
            await control.yield_to_others()
        if control.interventions:
            play.intervene(control.interventions.pop(0))
            return self._log.commit("step")
        slow = self._watched and capability(self.scene, Large).is_slow
        if play.skip():
            try:
                if thinking := self._ask():
                    await self._think(thinking)
                if play.has_pending_tool_call and (fetching := self._call_tools()):
                    await self._fetch(fetching)
                readings = await self._read_messages() if self._reads else []
            except ThinkingCancelled:
                if control.stopping:
                    play.in_turn = ()
                return []
            for reading in readings:
                self._log.add(reading)
            await self._work(play.settle) if slow else play.settle()
            if self._judges:
                await self._judge_messages()
        batch = await self._work(play.close) if slow else play.close()
        if self._client.has_unlogged_replies and not play.in_turn:
            self._log.settle()
            self._client.settled()
        return batch

    async def _work(self, work: Callable[[], T]) -> T:
        """Compute a slow step in a thread, so that the screen stays responsive.

        Nothing else uses the game until the step is done.
        """
        task = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            await asyncio.wait({task})
        finally:
            if not task.done():
                await asyncio.wait({task})
        return task.result()

    async def _read_messages(self) -> list[Event]:
        """Have a model read the messages in all answers before they take effect. Raises Cut if the run is stopped.

        Without a usable reply only the rules' reading counts.
        """
        from core.intents import second_reading as second  # this import loads word lists, which other runs do not need

        events: list[Event] = []

        def record(body: Body, spent: Spent | None = None) -> None:
            events.append(body.by(JUDGE, to=(), spent=spent))

        self._log.settle()
        for answer in (self._play.answers[name] for name in self._play.in_turn):
            legal = answer.action is not None and not answer.illegal
            for each in capability(self.scene, Talk).utterances(answer.name, answer.action) if legal else ():
                prompt, reply = second.reading_prompt(each), second.LabelsReply(each)
                asking = self._client.ask(JUDGE, self._log.turn, prompt, reply, record)
                self._signal(Pending((answer.name,)))
                try:
                    labels = await self.control.race(asking, False)
                except GaveUp:
                    labels = None
                finally:
                    self._signal(Pending(()))
                record(second.second_reading(each, labels))
        return events

    async def _judge_messages(self) -> None:
        """Have the judge rule on the messages of this step, one after the other.

        If the judge gives no ruling, only the rules' verdict counts.
        """
        for case in list(capability(self.scene, Judged).cases(self._log.pending)):
            asking = self._client.ask(
                JUDGE, self._log.turn, judge_prompt(case), ruling_reply(case), self._log_for_director
            )
            try:
                verdict = await self.control.race(asking, False)
            except (ThinkingCancelled, GaveUp):
                continue
            self._log_for_director(Ruled(case.of, verdict.found, case.found, one_line(verdict.why)))

    def _log_for_director(self, body: Body, spent: Spent | None = None) -> None:
        """Log an event that only the director sees."""
        self._log.add(body.by(JUDGE, to=(), spent=spent))

    def _ask(self) -> dict[str, Awaitable[None]]:
        """Ask all agents that have not answered. Returns awaitables of those that need time, by name."""
        if self.control.stopping:
            raise ThinkingCancelled
        play = self._play
        unanswered: dict[str, tuple[Turn, Awaitable[Action | str]]] = {}
        try:
            for name in play.in_turn:
                if name not in play.answers and (asked := play.ask(name)) is not None:
                    unanswered[name] = asked
        except BaseException:
            for _, answer in unanswered.values():
                if inspect.iscoroutine(answer):
                    answer.close()  # close the coroutine, as nothing will await it
            raise
        return {name: self._thinking(*asked) for name, asked in unanswered.items()}

    async def _think(self, thinking: dict[str, Awaitable[None]]) -> None:
        """Wait until every agent has answered, or a control interrupts them."""
        self._log.settle()
        self._wait_for(Waiting(tuple(thinking), self._play.pick.secret))
        restartable = all(self.agents[name].restartable for name in thinking)
        try:
            await self.control.race(_wait_for_all(list(thinking.values())), restartable)
        finally:
            self._wait_for(Waiting(()))

    def _call_tools(self) -> dict[str, Awaitable[None]]:
        """Start the tool calls that actions ask for. Returns their awaitables by name."""
        answers = self._play.answers
        return {
            name: self._call_tool(answer, answer.action)
            for name in self._play.in_turn
            if (answer := answers[name]).action is not None and answer.action.tool and not answer.illegal
        }

    async def _fetch(self, fetching: dict[str, Awaitable[None]]) -> None:
        """Wait for all tool results. Raises Cut if the run is stopped."""
        if self.control.stopping:
            raise ThinkingCancelled
        self._log.settle()
        self._signal(Pending(tuple(fetching)))
        try:
            await self.control.race(_wait_for_all(list(fetching.values())), False)
        finally:
            self._signal(Pending(()))

    async def _call_tool(self, answer: Answer, action: Action) -> None:
        """Call the tool that an agent's action asks for, and add the result to its answer."""
        answers = self._play.answers
        (request,) = msgspec.structs.astuple(action)
        try:
            result = await self._client.call_tool(answer.name, self._log.turn, action.tool, request)
        except GaveUp as why:
            answers[answer.name] = replace(answer, action=None, gave_up=str(why))
        else:
            answers[answer.name] = replace(answer, tool_result=result)

    async def _thinking(self, turn: Turn, awaitable: Awaitable[Action | str]) -> None:
        try:
            action = await awaitable
        except (GaveUp, Unanswered) as why:
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


async def _wait_for_all(thinking: Sequence[Awaitable[None]]) -> None:
    """Wait until every agent has answered. If one fails, the others are cancelled."""
    tasks = [asyncio.ensure_future(each) for each in thinking]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
