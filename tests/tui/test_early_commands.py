"""Commands typed before their turn: text is queued and shown, keys and empty lines are rejected."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from core.engine.agents import Agent
from core.engine.events import Acted
from core.engine.turn import Turn
from tests.tui.conftest import my_turn, row, type_in, until
from tests.tui.test_chat_stage import chatting
from tui.screens.base import stroke
from tui.screens.stage import StageScreen
from tui.source import LiveRun
from tui.state.action_queue import ActionQueue


async def pondering(pilot: Pilot[str], patch: pytest.MonkeyPatch) -> tuple[StageScreen, Callable[[], None]]:
    """Start a game in which the human has passed and Bob waits until the returned function is called."""
    stage, go_on = await my_turn(pilot), asyncio.Event()
    assert isinstance(stage.live, LiveRun)
    bob = stage.live.run.agents["Bob"]

    def late(turn: Turn, act: Callable[[Turn], object] = bob.act) -> Awaitable[object]:
        async def later() -> object:
            await go_on.wait()
            told = act(turn)
            return await told if isinstance(told, Awaitable) else told

        return later()

    patch.setattr(bob, "act", late)
    assert isinstance(bob, Agent)
    await pilot.press("escape", "p")
    await until(pilot, lambda: "Bob" in stage.view.waiting)
    return stage, go_on.set


def commands(stage: StageScreen) -> list[str]:
    return [e.data.command for e in stage.view.events if isinstance(e.data, Acted) and e.agent == stage.view.seat]


async def test_a_key_and_an_empty_line_do_nothing_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (app := chatting()).run_test(size=(80, 24)) as pilot:
        stage, go_on = await pondering(pilot, monkeypatch)
        await pilot.press("p", "m", "enter", "enter", "escape", "p")
        go_on()
        await until(pilot, lambda: stage.state.my_turn)
        assert commands(stage) == ["yield"]
        for _ in range(3):
            await stage.press(stroke("p"))
        assert "queued for your turn: pass  ·  pass" in row(app, "preview")
        await until(pilot, lambda: stage.state.my_turn and stage.view.turn > 4)
        assert commands(stage) == ["yield", "yield"], "the turn of the other two is over"


async def test_words_wait_where_they_are_seen_and_can_be_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (app := chatting()).run_test(size=(80, 24)) as pilot:
        stage, go_on = await pondering(pilot, monkeypatch)
        await pilot.press("m")
        for words in ("one", "two"):
            await type_in(pilot, words)
            await pilot.press("enter")
        assert 'queued for your turn: say "one"  ·  say "two"' in row(app, "preview")
        await pilot.press("ctrl+u")
        assert "queued for your turn" not in row(app, "preview")
        await type_in(pilot, "three")
        await pilot.press("enter")
        assert 'queued for your turn: say "three"' in row(app, "preview")
        go_on()
        await until(pilot, lambda: stage.state.my_turn and len(commands(stage)) == 3)
        assert commands(stage) == ["yield", "say three", "yield"]
        assert "queued for your turn" not in row(app, "preview")


async def test_a_command_stands_behind_those_that_wait() -> None:
    async with chatting().run_test(size=(80, 24)) as pilot:
        state = (await my_turn(pilot)).state
        state.queue.add("Ann", "say one", typed=True)
        state.seat.give("say two", typed=True)
        assert state.queue.of("Ann") == ["say one", "say two"]


def test_what_waits_on_the_stage_is_given_in_the_order_in_which_it_was_typed() -> None:
    queue = ActionQueue()
    for command in ("color h1 red", "color h2 green", "pass"):
        queue.add("H", command, typed=True)
    assert queue.of("H") == ["color h1 red", "color h2 green", "pass"]
    assert [kept and kept.command for kept in (queue.next("H"), queue.next("H"), queue.next("H"), queue.next("H"))] == [
        "color h1 red",
        "color h2 green",
        "pass",
        None,
    ]
