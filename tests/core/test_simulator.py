"""Turns, steps and groups: the events in the log and their order."""

import asyncio
import gc
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.agents import Human, Scripted
from core.engine.chance import Chance
from core.engine.events import (
    Acted,
    Defaulted,
    Event,
    GroupEnded,
    GroupStarted,
    Noted,
    Overtaken,
    Rejected,
    Said,
    Thought,
)
from core.engine.scene import Scene
from core.engine.simulator import Signal, Waiting
from core.engine.turn import Pick, Turn
from core.errors import AgentError, GaveUp
from core.recording.line_format import Codec
from tests.core.table import Does, Slowly, ended, header, kinds, play, run_of, submit_all
from tests.toy import Filled, Leave, Pass, Peek, Peeked, Quit, Take, ToyScene

START = ["run_started", "met", "dealt", "dealt", "dealt", "filled"]
TOGETHER: dict[str, Any] = {"ordering": "asynchronous", "max_turns": 1}


def turns(events: list[Event], turn: int) -> list[Event]:
    return [event for event in events if event.turn == turn and event.kind != "run_ended"]


async def first_turn(*actions: Any, **options: Any) -> list[Event]:
    """Return the events that follow from A's actions in the first turn."""
    return turns(await play(run_of(header(max_turns=1, **options), {"A": Does(*actions)})), 1)


async def test_the_shape_of_a_log() -> None:
    events = await play(run_of(header()))
    assert kinds(events[: len(START)]) == START
    assert [event.n for event in events] == list(range(1, len(events) + 1))
    assert all(a.turn <= b.turn for a, b in pairwise(events))
    assert all(a.end == "turn" for a, b in pairwise(events) if b.turn > a.turn)
    assert all(a.t <= b.t for a, b in pairwise(events))
    assert ended(events).reason == "empty"
    assert ended(events).result["turns"] == events[-1].turn
    assert events[-1].end == "turn"


async def test_what_is_yielded_is_what_is_written() -> None:
    written: list[bytes] = []
    events = await play(run_of(header(), write=written.append))
    assert all(batch.endswith(b"\n") for batch in written)
    batches = [[Codec(ToyScene.events).decode(line) for line in batch.splitlines()] for batch in written]
    assert [event for batch in batches for event in batch] == events
    assert all(event.end == "" for batch in batches for event in batch[:-1])
    assert all(batch[-1].end in ("step", "turn") for batch in batches)


async def test_steps_and_the_end_of_a_turn() -> None:
    events = await first_turn(Peek("B"), Peek("C"), Pass())
    silent = [("peeked", "step"), ("peeked", "step"), ("turn_ended", "turn")]
    assert [(event.kind, event.end) for event in events] == silent
    events = await first_turn(Peek("B"), lambda turn: Take(turn.observation.pool[0]))
    assert [(event.kind, event.end) for event in events] == [("peeked", "step"), ("took", "turn")]


async def test_a_step_sees_what_the_step_before_did() -> None:
    agent = Does(Peek("B"), Pass())
    await play(run_of(header(max_turns=1), {"A": agent}))
    assert [sorted(turn.observation.secrets) for turn in agent.turns] == [["A"], ["A", "B"]]
    assert [len(turn.legal) for turn in agent.turns] == [8, 7]


async def test_each_step_of_a_turn_has_its_own_chance() -> None:
    def note(turn: Turn) -> Any:
        turn.note(str(turn.chance("luck").random()))
        return next((action for action in turn.legal if isinstance(action, Peek)), Pass())

    events = await first_turn(*[note] * 9)
    drawn = [event.data.text for event in events if isinstance(event.data, Noted)]
    assert len({*drawn}) == len(drawn) > 1


async def test_what_follows_a_turn_is_in_its_last_batch() -> None:
    events = await first_turn(lambda turn: Take(turn.observation.pool[0]), tokens=1)
    assert [(event.kind, event.end) for event in events] == [("took", ""), ("filled", "turn")]


async def test_words_thoughts_and_notes_come_before_the_action() -> None:
    def act(turn: Turn) -> Take:
        turn.say("mine\x1b[31m")
        turn.say("psst", to=("B",))
        turn.think("hm")
        turn.note("token")
        return Take(turn.observation.pool[0])

    thought, noted, said, whispered, took = await first_turn(act)
    assert (thought.data, thought.audience) == (Thought("hm"), ("A",))
    assert (noted.data, noted.audience) == (Noted("token"), ("A",))
    assert (said.data, said.audience) == (Said("mine"), None)
    assert (whispered.data, whispered.audience) == (Said("psst", ("B",)), ("A", "B"))
    assert took.kind == "took"
    assert {event.agent for event in (thought, noted, said, whispered, took)} == {"A"}


# -- skipping


async def test_time_goes_on_while_somebody_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def tick(scene: ToyScene, pick: Pick, chance: Chance) -> Iterator[Event]:
        yield Noted(f"after {pick.names[0]}").by()

    monkeypatch.setattr(ToyScene, "after_turn", tick)
    events = await play(run_of(header(max_turns=6), {"A": Does(Leave()), "B": Does(), "C": Does()}))
    noted = [(event.turn, event.data) for event in events if event.kind == "noted"]
    assert noted == [(turn, Noted(f"after {name}")) for turn, name in enumerate("ABCABC", 1)]


async def test_who_should_skip_is_not_asked_in_a_group() -> None:
    """Otherwise the group would wait for ever for a player who left."""
    agents = {"A": Does(Leave()), "B": Does(), "C": Does()}
    await play(run_of(header(ordering="asynchronous", max_turns=3), agents))
    assert [len(agent.turns) for agent in agents.values()] == [1, 3, 3]


# -- impossible actions


async def test_illegal_commands_and_then_the_default() -> None:
    class Stubborn(Does):
        tries = 3

    agents = {"A": Stubborn("take 0", "fly", "leave now", "pass")}
    events = turns(await play(run_of(header(max_turns=1), agents)), 1)
    assert kinds(events) == ["acted", "rejected"] * 3 + ["defaulted"]
    assert [event.end for event in events if event.end] == ["step", "step", "turn"]
    assert [event.data.command for event in events if isinstance(event.data, Acted)] == ["take 0", "fly", "leave now"]
    assert events[-1].data == Defaulted("pass", "3 illegal actions in one turn")
    assert [event.audience for event in events] == [("A",)] * 7


async def test_an_illegal_action_is_told_as_a_command() -> None:
    events = await first_turn(Take(0), Peek("A"), Pass())
    assert [event.data.command for event in events if isinstance(event.data, Rejected)] == ["take 0", "peek A"]
    assert kinds(events) == ["rejected", "rejected", "turn_ended"]


async def test_tries_are_counted_by_turn() -> None:
    events = await play(run_of(header(max_turns=4), {"A": Does(Take(0), Take(0), Pass(), Take(0), Take(0), Pass())}))
    assert kinds(events).count("rejected") == 4
    assert "defaulted" not in kinds(events)


@pytest.mark.parametrize("kind", [Does, Slowly])
async def test_giving_up_is_the_default(kind: type[Does]) -> None:
    def give_up(turn: Turn) -> Any:
        turn.think("no idea")
        raise GaveUp("no idea")

    events = turns(await play(run_of(header(max_turns=1), {"A": kind(give_up)})), 1)
    assert [event.data for event in events] == [Thought("no idea"), Defaulted("pass", "no idea")]


async def test_a_script_that_runs_out() -> None:
    events = await play(run_of(header(max_turns=4), {"A": Scripted(["peek B", "leave"]), "B": Scripted([])}))
    assert kinds(turns(events, 1)) == ["acted", "peeked", "acted", "quit"]
    assert turns(events, 2)[0].data == Defaulted("pass", "the script has no more lines")


async def test_at_the_limit_of_its_steps_a_turn_just_ends() -> None:
    def look(turn: Turn) -> Any:
        turn.think(f"step {len(agent.turns)}")
        return Take(0)

    agent = Does(*[look] * 9)
    agent.tries = 100
    events = turns(await play(run_of(header(max_turns=1, max_steps_per_turn=4), {"A": agent})), 1)
    assert kinds(events) == ["thought", "rejected"] * 4 + ["turn_ended"]


# -- groups


@pytest.mark.parametrize("slowest", ["A", "B", "C"])
async def test_a_group_is_logged_in_pick_order_whoever_comes_first(slowest: str) -> None:
    def act(turn: Turn) -> Any:
        turn.think(f"I am {turn.name}")
        return Take(turn.observation.pool["ABC".index(turn.name)])

    agents = {name: Slowly(act, wait=0.02 if name == slowest else 0.0) for name in "ABC"}
    events = turns(await play(run_of(header(**TOGETHER), agents)), 1)
    thoughts, takes = ["thought"] * 3, ["took"] * 3
    assert kinds(events) == ["group_started", *thoughts, *takes, "group_ended"]
    assert [event.agent for event in events] == ["", *"ABC", *"ABC", ""]
    assert events[0].data == GroupStarted(("A", "B", "C"))
    assert events[-1].data == GroupEnded(())
    assert [event.end for event in events] == [""] * 7 + ["turn"]


async def test_a_group_sees_the_world_as_it_was_at_the_pick() -> None:
    agents = {"A": Does(lambda turn: Take(turn.observation.pool[0])), "B": Slowly(wait=0.01), "C": Does()}
    events = turns(await play(run_of(header(**TOGETHER), agents)), 1)
    assert [len(agent.turns[0].observation.pool) for agent in agents.values()] == [4, 4, 4]
    assert kinds(events) == ["group_started", "took", "group_ended"]


async def test_an_action_is_overtaken_in_a_group() -> None:
    agents = {name: Does(lambda turn: Take(turn.observation.pool[0])) for name in "ABC"}
    events = turns(await play(run_of(header(**TOGETHER), agents)), 1)
    assert kinds(events) == ["group_started", "took", "overtaken", "overtaken", "group_ended"]
    assert [event.agent for event in events if isinstance(event.data, Overtaken)] == ["B", "C"]


async def test_a_group_goes_on_without_those_who_are_done() -> None:
    agents = {"A": Does(Peek("B"), Peek("C"), Pass()), "B": Does(Pass()), "C": Does(Take(0), Leave())}
    events = turns(await play(run_of(header(**TOGETHER), agents)), 1)
    assert [e.data.names for e in events if isinstance(e.data, GroupStarted)] == [("A", "B", "C"), ("A", "C"), ("A",)]
    assert [e.data.waiting for e in events if isinstance(e.data, GroupEnded)] == [("A", "C"), ("A",), ()]
    assert [event.end for event in events if event.end] == ["step", "step", "turn"]
    assert kinds(events, "group_started", "group_ended") == ["rejected", "peeked", "peeked", "quit"]


async def test_a_group_of_one_is_a_group() -> None:
    events = turns(await play(run_of(header(players=1, **TOGETHER), {"A": Does(Pass())})), 1)
    assert kinds(events) == ["group_started", "group_ended"]


# -- bugs


@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
async def test_a_bug_in_a_scene_surfaces_and_its_step_is_not_written(
    monkeypatch: pytest.MonkeyPatch, ordering: str
) -> None:
    decide = ToyScene.decide

    def broken(scene: ToyScene, name: str, action: Any, chance: Any) -> Any:
        yield from decide(scene, name, action, chance)
        if isinstance(action, Leave):
            raise ZeroDivisionError

    monkeypatch.setattr(ToyScene, "decide", broken)
    written: list[bytes] = []
    seen: list[Event] = []

    async def watch() -> None:
        async for event in run_of(header(ordering=ordering), {"A": Does(Peek("B"), Leave())}, write=written.append):
            seen.append(event)

    with pytest.raises(ZeroDivisionError):
        await watch()
    assert any(isinstance(event.data, Peeked) for event in seen)
    assert not any(isinstance(event.data, Quit) for event in seen)
    assert b"".join(written).count(b"\n") == len(seen) == seen[-1].n


@pytest.mark.parametrize("kind", [Does, Slowly])
async def test_a_bug_in_a_bot_surfaces(kind: type[Does]) -> None:
    def broken(turn: Turn) -> Any:
        raise ZeroDivisionError

    written: list[bytes] = []
    with pytest.raises(AgentError, match=r"^B \(rules\) failed: ZeroDivisionError \(table.py, line \d+\)$"):
        await play(run_of(header(**TOGETHER), {"B": kind(broken)}, write=written.append))
    assert len(written) == 1


async def test_a_bug_in_one_of_a_group_leaves_nobody_thinking() -> None:
    def broken(turn: Turn) -> Any:
        raise ZeroDivisionError

    before = asyncio.all_tasks()
    with pytest.raises(AgentError):
        await play(run_of(header(**TOGETHER), {"A": Slowly(broken), "B": Slowly(wait=60)}))
    assert asyncio.all_tasks() == before


async def test_a_bot_that_fails_at_once_leaves_no_coroutine_behind(recwarn: pytest.WarningsRecorder) -> None:
    """Coroutines of agents asked earlier are closed; Python warns of any that is never awaited."""

    def broken(turn: Turn) -> Any:
        raise ZeroDivisionError

    with pytest.raises(AgentError):
        await play(run_of(header(**TOGETHER), {"A": Slowly(), "B": Does(broken)}))
    gc.collect()
    assert not [str(each.message) for each in recwarn if "never awaited" in str(each.message)]


# -- humans, signals, and yielding to other tasks


async def test_a_person_and_signals() -> None:
    signals: list[Signal] = []
    human = Human()
    run = run_of(header(max_turns=3), {"B": human}, on_signal=signals.append)
    playing = asyncio.ensure_future(play(run))
    while not signals:
        await asyncio.sleep(0)
    assert signals == [Waiting(("B",))]
    submit_all(human, ["peek A", "nonsense", "pass", "pass"])
    events = await playing
    assert kinds(turns(events, 2)) == ["acted", "peeked", "acted", "rejected", "acted"]
    assert all(event.audience == ("B",) for event in turns(events, 2))
    assert signals == [Waiting(("B",)), Waiting(())] * 3
    assert await human.act(None) == "pass", "what was not taken waits"  # type: ignore[arg-type]


async def test_signals_name_only_those_who_think() -> None:
    signals: list[Signal] = []
    agents = {"A": Slowly(), "B": Does(), "C": Slowly()}
    await play(run_of(header(**TOGETHER), agents, on_signal=signals.append))
    assert signals in [[Waiting(("A", "C")), Waiting((last,)), Waiting(())] for last in "AC"]


async def test_bots_that_never_suspend_let_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances by 0.01 s with each turn, so other tasks run after every turn or two."""
    taken: list[int] = []

    def take(turn: Turn) -> Pass:
        taken.append(turn.number)
        return Pass()

    monkeypatch.setattr("core.engine.control.time", SimpleNamespace(monotonic=lambda: len(taken) / 100))
    playing = asyncio.ensure_future(play(run_of(header(max_turns=100, players=1), {"A": Does(*[take] * 100)})))
    seen: list[int] = []
    while not playing.done():
        await asyncio.sleep(0)
        seen.append(len(taken))
    assert len(taken) == 100
    assert all(after - before <= 2 for before, after in pairwise(seen))


async def test_turns_skipped_by_all_let_others_run() -> None:
    class Nobody(ToyScene):
        def legal(self, name: str) -> tuple[()]:
            return ()

        def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
            yield Filled((1,)).by()

    run = run_of(header(max_turns=10_000_000))
    run.scene.__class__ = Nobody
    playing = asyncio.ensure_future(play(run))
    await asyncio.sleep(0)
    run.control.stop()
    events = await playing
    assert ended(events).reason == "stop"


def test_a_fold_gives_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events from `decide` are applied one by one, as they are yielded."""
    seen: list[int] = []

    def peeking(scene: Scene, name: str, action: Any, chance: Any) -> Any:
        assert isinstance(scene, ToyScene)
        seen.append(len(scene.pool))
        yield Filled(()).by()
        seen.append(len(scene.pool))

    monkeypatch.setattr(ToyScene, "decide", peeking)
    asyncio.run(play(run_of(header(refills=0))))
    assert seen == [4, 0]
