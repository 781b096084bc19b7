"""What an earlier session, a change by hand and a queue of commands must not shift."""

import asyncio
from collections.abc import Iterator

from msgspec.structs import replace

from core.engine.agents import Agent, Human
from core.engine.capabilities import Touched
from core.engine.casting import open_run, prepare
from core.engine.events import Acted, Event, Noted, RunEnded
from core.engine.registry import known
from core.engine.simulator import Run
from core.engine.turn import Action, Turn
from core.llm.routes import Routes
from tests.core.table import ended, header, play, run_of
from tests.toy import Filled, Greedy, Pass, Peek, ToyScene


class Swapped(ToyScene, Touched):
    """Its pool can be changed by hand."""

    name = "swapped"

    def change(self, what: str) -> Iterator[Event]:
        yield Filled(tuple(map(int, what.split()))).by()


class Draws(Agent):
    """Notes what it draws."""

    def act(self, turn: Turn) -> Action:
        turn.note(str(turn.chance("luck").random()))
        return Pass()


async def test_a_change_by_hand_leaves_later_chance_as_it_was() -> None:
    with known(Swapped):
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


class DrawsTwice(Draws):
    """Acts twice in a turn, and notes what it draws for each."""

    def act(self, turn: Turn) -> Action:
        passing = super().act(turn)
        return next((action for action in turn.legal if isinstance(action, Peek)), passing)


async def test_each_step_of_a_turn_has_its_own_chance() -> None:
    events = await play(run_of(header(1, max_turns=1), {"A": DrawsTwice()}))
    drawn = [event.data.text for event in events if isinstance(event.data, Noted)]
    assert len({*drawn}) == len(drawn) > 1


async def test_wall_time_is_counted_over_all_sessions() -> None:
    """A session that begins after 100 of 50 seconds is over at once; nobody acts in it."""
    past = (await play(run_of(header(1), {"A": Greedy()})))[:-1]
    past = past[: 1 + next(i for i, event in enumerate(past) if event.end == "turn" and event.turn == 2)]
    past = [replace(event, t=100.0 if event.turn else 0.0) for event in past]
    made = header(1, {"A": "human", "B": "human", "C": "human"}, max_seconds=50)
    run = open_run(made, past=past, routes=Routes())
    async with asyncio.timeout(10):
        events = [event async for event in run]
    assert [type(event.data) for event in events] == [RunEnded]
    assert ended(events).reason == "max_seconds"


async def test_queued_commands_are_taken_in_the_order_in_which_they_came() -> None:
    person = Human()
    for command in ("peek B", "peek C", "pass"):
        person.submit(command)
    events = await play(run_of(header(1, max_turns=1), {"A": person}))
    assert [e.data.command for e in events if isinstance(e.data, Acted)] == ["peek B", "peek C", "pass"]
