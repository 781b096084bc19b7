"""Pause, step, resume, stop, intervene and change the state, from another task."""

import asyncio
import gc
from collections.abc import Callable, Iterator

import pytest

from core.engine.agents import Agent, Human
from core.engine.capabilities import Touched
from core.engine.casting import open_run, prepare
from core.engine.events import Acted, Event, Intervened, Noted
from core.engine.registry import temporary_registration
from core.engine.simulator import Run
from core.engine.turn import Action, Turn
from core.llm.routes import Routes
from tests.core.table import Does, Slowly, ended, header, kinds, play, run_of
from tests.toy import Filled, Pass, Peek, ToyScene


class Playing:
    """A run that is played in its own task."""

    def __init__(self, run: Run) -> None:
        self.events: list[Event] = []
        self.run = run
        self.control = run.control
        self.task = asyncio.ensure_future(self._play())

    async def _play(self) -> None:
        async for event in self.run:
            self.events.append(event)

    @property
    def turn(self) -> int:
        return self.events[-1].turn if self.events else -1

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0)

    async def settle(self) -> int:
        """Let all pending tasks proceed; return the current turn."""
        for _ in range(100):
            await asyncio.sleep(0)
        return self.turn

    async def end(self) -> list[Event]:
        await self.task
        return self.events


def long_run(**agents: Does) -> Playing:
    """Start a practically endless game of bots, with an event every turn."""
    return Playing(run_of(header(cast={"*": "rules"}, refills=10_000, max_turns=1_000_000), agents))


async def test_pause_step_resume_stop() -> None:
    play = long_run()
    control = play.control
    control.pause()
    assert control.paused
    assert await play.settle() == 0
    for turns in (1, 2, 3):
        control.step()
        await play.settle()
        assert control.paused
        assert play.run._log.turn == turns
    control.resume()
    assert not control.paused
    await play.until(lambda: play.turn > 20)
    control.pause()
    await play.settle()
    held = play.turn
    await play.settle()
    assert play.turn == held
    control.stop()
    events = await play.end()
    assert ended(events).reason == "stop"
    assert events[-2].turn == held


async def test_pause_holds_at_a_turn_and_not_within() -> None:
    def pause(turn: Turn) -> Peek:
        playing.control.pause()
        return Peek("B")

    playing = long_run(A=Slowly(pause, Peek("C"), Pass()))
    await playing.until(lambda: kinds(playing.events).count("peeked") == 2)
    await playing.settle()
    assert (playing.control.paused, playing.run._log.turn) == (True, 1)
    playing.control.stop()
    await playing.end()


async def test_stop_cancels_who_is_thinking_and_the_log_ends_cleanly() -> None:
    cancelled: list[str] = []

    class Endless(Slowly):
        async def act(self, turn: object) -> str:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append("A")
                raise
            return "pass"

    before = asyncio.all_tasks()
    playing = long_run(A=Endless())
    await playing.until(lambda: playing.turn == 0)
    await playing.settle()
    playing.control.stop()
    events = await playing.end()
    assert cancelled == ["A"]
    assert ended(events).reason == "stop"
    assert (events[-2].kind, events[-2].end, events[-1].n) == ("filled", "turn", len(events))
    assert asyncio.all_tasks() - before <= {playing.task}


async def test_stop_in_a_turn_keeps_the_steps_that_are_done() -> None:
    human = Human()
    playing = Playing(run_of(header(), {"A": human}))
    human.submit("peek B")
    await playing.until(lambda: "peeked" in kinds(playing.events))
    playing.control.stop()
    events = await playing.end()
    assert [(event.kind, event.end) for event in events[-2:]] == [("peeked", "step"), ("run_ended", "turn")]
    assert ended(events).result["turns"] == 1


async def test_stop_in_a_group_cuts_the_step_of_all() -> None:
    human = Human()
    playing = Playing(run_of(header(ordering="asynchronous"), {"C": human}))
    await playing.until(lambda: playing.turn == 0)
    await playing.settle()
    playing.control.stop()
    assert kinds(await playing.end())[-2:] == ["filled", "run_ended"]


async def test_stop_before_the_first_turn() -> None:
    run = run_of(header())
    run.control.stop()
    run.control.stop("max_seconds")  # the first reason stands
    events = await play(run)
    assert (events[-1].turn, ended(events).reason, ended(events).result["turns"]) == (0, "stop", 0)


async def test_an_intervention_while_a_person_is_awaited() -> None:
    human = Human()
    playing = Playing(run_of(header(max_turns=1), {"A": human}))
    await playing.until(lambda: playing.turn == 0)
    await playing.settle()
    playing.control.intervene("all eyes opened", "A")
    await playing.until(lambda: playing.turn == 1)
    event = playing.events[-1]
    assert (event.data, event.agent, event.end) == (Intervened("all eyes opened"), "A", "step")
    human.submit("leave")
    assert kinds(await playing.end())[-4:] == ["intervened", "acted", "quit", "run_ended"]


async def test_an_intervention_does_not_cancel_a_model() -> None:
    agent = Slowly(wait=0.03)
    playing = long_run(A=agent)
    await playing.until(lambda: playing.turn == 0)
    await playing.settle()
    playing.control.intervene("look")
    await playing.until(lambda: "intervened" in kinds(playing.events))
    assert len(agent.turns) == 1
    playing.control.stop()
    await playing.end()


async def test_an_intervention_before_a_stop_is_in_the_log() -> None:
    """A player who pauses, opens all perspectives and leaves saw hidden information: the recording must show that."""
    playing = long_run()
    playing.control.pause()
    await playing.settle()
    playing.control.intervene("all eyes opened")
    playing.control.stop()
    assert "intervened" in kinds(await playing.end())


async def test_giving_up_on_a_run_cancels_who_is_thinking() -> None:
    before = asyncio.all_tasks()
    playing = Playing(run_of(header(), {"A": Human()}))
    await playing.until(lambda: playing.turn == 0)
    await playing.settle()
    playing.task.cancel()
    await asyncio.wait({playing.task})
    assert playing.task.cancelled()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_stop_before_anybody_has_begun_to_think_is_silent(recwarn: pytest.WarningsRecorder) -> None:
    """No coroutine is left un-awaited."""
    run = run_of(header(), {"A": Human()}, on_signal=lambda signal: run.control.stop())
    assert ended(await play(run)).reason == "stop"
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []


# -- changes to the state


class Swapped(ToyScene, Touched):
    """A toy scene whose pool can be changed during a run."""

    name = "swapped"

    def change(self, what: str) -> Iterator[Event]:
        yield Filled(tuple(map(int, what.split()))).by()


class Draws(Agent):
    """An agent that notes the number it draws."""

    def act(self, turn: Turn) -> Action:
        turn.note(str(turn.chance("luck").random()))
        return Pass()


async def test_a_change_by_hand_leaves_later_chance_as_it_was() -> None:
    with temporary_registration(Swapped):
        made = prepare("swapped", {"players": 2, "max_turns": 6}, {}, 1)

        def run() -> Run:
            return open_run(made, agents={name: Draws() for name in made.cast}, routes=Routes())

        changed = run()
        changed.control.change("1 2 3")
        logs = [[event async for event in each] for each in (run(), changed)]
    assert sum(isinstance(event.data, Filled) for event in logs[1]) == 2
    plain, other = ([event.data for event in log if isinstance(event.data, Noted)] for log in logs)
    assert len(plain) == 6
    assert plain == other


async def test_queued_commands_are_taken_in_the_order_in_which_they_came() -> None:
    person = Human()
    for command in ("peek B", "peek C", "pass"):
        person.submit(command)
    events = await play(run_of(header(1, max_turns=1), {"A": person}))
    assert [e.data.command for e in events if isinstance(e.data, Acted)] == ["peek B", "peek C", "pass"]
