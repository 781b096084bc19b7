"""A human at a Coup seat: typed commands, speech, hints, and time that runs out."""

import re
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from core.engine.events import Said
from tests.tui.conftest import my_turn, row, screen_of, until
from tests.tui.test_coup_seat import PASS, acts, answer, at_home, playing
from tests.tui.test_coup_stage import scene_of
from tui.panes import countdown as timer
from tui.panes.countdown import Countdown
from tui.stages import StageApp

__all__ = ["at_home"]


async def write(pilot: Pilot[str], words: str) -> str:
    """Type text into the input and return the preview row below it."""
    assert isinstance(pilot.app, StageApp)
    await pilot.press("m")
    stage = await my_turn(pilot)
    stage.words.value = words
    await pilot.pause()
    return row(pilot.app, "preview")


# -- typed text


async def test_words_are_previewed_and_what_is_refused_is_said() -> None:
    app = playing(["income", *PASS], ["income", *PASS], talk="off")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        for words, told in (
            ("steal Cat", "+2 from Cat"),
            ("coup Bob", "coup costs 7 coins, and you have 2"),
            ("steal Zoe", "nobody is called 'Zoe'"),
            ("block with Duke", "not now; you can"),
            ("hello there", 'Unknown command "hello there". Try: income, foreign aid, tax'),
        ):
            assert told in await write(pilot, words)
        await write(pilot, "foreign aid")
        await pilot.press("enter")
        await until(pilot, lambda: acts(stage) == ["foreign aid"])


async def test_where_the_table_talks_other_words_are_said() -> None:
    app = playing(["say I have a Duke", *PASS], talk="open")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "said to everybody" in await write(pilot, "i [b]trust[/b] nobody here")
        await pilot.press("enter", "escape")
        await until(pilot, lambda: any(isinstance(event.data, Said) for event in stage.view.events))
        await my_turn(pilot)
        await pilot.press("p")
        await until(pilot, lambda: scene_of(stage.view).game.phase == "act")
        said = [event.data.text for event in stage.view.events if isinstance(event.data, Said)]
        assert "i [b]trust[/b] nobody here" in said
        await pilot.press("tab", "tab")
        assert "Ann i [b]trust[/b] nobody here" in "\n".join(row(app, "dock", y) for y in range(4))
        await pilot.press("escape")
        assert "said to everybody" in await write(pilot, "stael Bob")
        assert "nobody is called" in await write(pilot, "steal Bobb")


# -- time


class Clock:
    """A clock that only the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(timer, "time", SimpleNamespace(monotonic=lambda: self.now))

    async def pass_by(self, pilot: Pilot[str], seconds: int) -> None:
        for _ in range(seconds):
            await pilot.pause()
            self.now += 0.99
        await pilot.pause()


def test_a_countdown_runs_while_it_is_asked_and_anew_for_each_window(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, countdown = Clock(monkeypatch), Countdown(3, "pass")

    def ask(window: int, seconds: float) -> bool:
        clock.now += seconds
        return countdown.within(window).is_over()

    assert not ask(1, 0.0)
    assert not any(ask(1, 0.5) for _ in range(5))
    assert not ask(1, 60.0)  # paused in between
    assert ask(1, 0.5)
    assert not ask(1, 0.5)  # reported once already
    assert not any(ask(2, 0.5) for _ in range(6))
    assert ask(2, 0.5)
    assert not any(Countdown(0, "pass").within(1).is_over() for _ in range(5))


@pytest.mark.slow
async def test_when_time_is_over_the_seat_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    app = playing(["tax", "pass", "income", *PASS], timer=6)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        await clock.pass_by(pilot, 12)
        assert not acts(stage)  # the human's own turn has no limit
        assert not re.search(r"\d+ s ━", screen_of(app))
        await answer(pilot, "n", "enter")
        await clock.pass_by(pilot, 2)
        stage.state.touch()
        await pilot.pause()
        assert re.search(r"[45] s ━+─+", screen_of(app))
        await pilot.press("[")
        await clock.pass_by(pilot, 9)
        assert acts(stage) == ["income"]  # time stops while an earlier event is shown
        await pilot.press("end")
        assert stage.live is not None
        stage.live.control.pause()
        await clock.pass_by(pilot, 9)
        assert acts(stage) == ["income"]  # and while the run is paused
        stage.live.control.resume()
        await pilot.press("question_mark")
        await clock.pass_by(pilot, 9)
        assert acts(stage) == ["income"]  # and while the help is open
        await pilot.press("escape")
        await clock.pass_by(pilot, 5)
        assert acts(stage) == ["income", "pass"]
        await my_turn(pilot)
