"""A human in the feed: keys and text, what stays hidden, and interventions."""

from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.events import Acted
from core.recording.file import Recording
from core.recording.verification import verify
from scenes.feed.behavior import REPLY
from scenes.feed.events import Weighed
from tests.tui.conftest import my_turn, row, stage_of, type_in, until
from tests.tui.test_feed_stage import pane_of, rows, scene_of
from tui.panes.feed import ending
from tui.panes.feed.agents import STATES
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import live_stage
from tui.styles import plain


def live(record: Path | None = None, **options: object) -> StageApp:
    header = prepare("feed", {"agents": 40, "ticks": 200, **options}, {}, 3, human=True)
    return StageApp(live_stage(header, record), pace=0.0, motion=False)


def watched(**options: object) -> StageApp:
    """Return a live run of bots, paused at its start."""
    stage = live_stage(prepare("feed", {"agents": 40, **options}, {}, 3), None)
    assert stage.live is not None
    stage.live.control.pause()
    return StageApp(stage, pace=0.0, motion=False)


async def test_keys_and_words_of_a_person_are_what_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"
    app = live(path)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "before you" in row(app, "board", 1)
        assert "♡" in row(app, "board", 1)
        for count, key in enumerate(("space", "l", "s"), 1):
            await pilot.press(key)
            await until(pilot, lambda done=count: len(_acts(stage)) == done)  # type: ignore[misc]
            await my_turn(pilot)
        await pilot.press("m")
        await type_in(pilot, "[@click=app.quit] so true")
        await pilot.pause()
        assert "replies to @" in row(app, "preview")
        await pilot.press("enter", "escape")
        await until(pilot, lambda: "so true" in "".join(item.text for item in scene_of(app).posts.items))
        await my_turn(pilot)
        await pilot.press("n")
        await type_in(pilot, "food: soup")
        await pilot.pause()
        assert "a new post, on food" in row(app, "preview")
        await pilot.press("enter", "escape")
        await until(pilot, lambda: len(_acts(stage)) == 5)
    assert await verify(Recording.read(path)), "the aim's events replay too"
    assert [event.data.command for event in Recording.read(path).events if isinstance(event.data, Acted)] == [
        "scroll",
        "like",
        "reshare",
        "reply [@click=app.quit] so true",
        "post food: soup",
    ]


def _acts(stage: StageScreen) -> list[str]:
    return [event.data.command for event in stage.view.events if isinstance(event.data, Acted)]


async def test_a_post_that_was_not_seen_is_not_liked() -> None:
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert [stage.state.seat.give("like") for _ in range(3)] == [True, False, False]
        await until(pilot, lambda: len(_acts(stage)) == 1)
        await my_turn(pilot)
        assert _acts(stage) == ["like"]


async def test_others_are_closed_to_a_person_and_statistics_are_not() -> None:
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot)
        await pilot.press("t", "enter", "down")
        dock = "\n".join(rows(app, "dock"))
        assert "closed" in dock
        assert not any(f" {code} " in dock for code in ("SC", "EV", "ID"))
        assert len(pane_of(app)._looks.numbers()) == 40, "who is in the state is not told"
        await pilot.press("enter")
        assert "closed" in "\n".join(rows(app, "dock"))
        assert "Interests" not in "\n".join(rows(app, "dock"))
        await pilot.press("slash")
        await type_in(pilot, "guest")
        await pilot.press("enter")
        own = [plain(line) for line in pane_of(app)._looks.agents(80)]
        assert any("Interests" in line for line in own)


async def test_a_hint_serves_the_aim_and_states_are_selected_in_the_brief_table() -> None:
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot)
        await pilot.press("h")
        assert "a post of yours reaches more accounts" in row(app, "preview")
        await pilot.press("t")
        brief = " ".join(" ".join(rows(app, "board")).split())
        assert len(rows(app, "board")) == 2
        assert all(f"{STATES[state]} {count}" in brief for state, count in scene_of(app).distribution().items())
        await pilot.click("#board", offset=(25, 1))
        assert pane_of(app)._looks.state is REPLY


async def test_an_earlier_post_is_selected_read_and_answered() -> None:
    async with (app := live(aim="none")).run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        first = stage.view.scene.observe("guest").post
        await pilot.press("space")
        await until(pilot, lambda: len(_acts(stage)) == 1)
        await my_turn(pilot)
        await pilot.press("down", "enter")
        assert first.text in "\n".join(rows(app, "board"))
        assert "waits while you read" in row(app, "legend")
        await pilot.press("escape", "l")
        await until(pilot, lambda: len(_acts(stage)) == 2)
        await my_turn(pilot)
        assert _acts(stage) == ["scroll", f"item {first.number} like"]
        assert any(f"@{first.author}" in line and "you liked it" in line for line in rows(app, "board"))
        await pilot.press(*["down"] * 2, "l")
        await until(pilot, lambda: "before" in row(app, "preview"))
        assert len(_acts(stage)) == 2, "no post is liked twice"


async def test_the_aim_is_above_the_timeline_and_decides_the_game() -> None:
    async with (app := live(ticks=8)).run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert "By tick 8: reach 10 accounts" in row(app, "board", 0)
        while stage.view.ended is None:
            if stage.view.seat in stage.view.waiting:
                await pilot.press("space")
            await pilot.pause()
        assert ending.headline(stage.view) == "You lost: your posts reached 0 of 10 accounts"
        assert stage.view.ended.result["aim_met"] is False


async def test_an_intervention_is_in_the_log_and_on_the_track() -> None:
    app = watched()
    async with app.run_test(size=(120, 40)) as pilot:
        stage = stage_of(app)
        await pilot.press(*"......", "x")
        assert stage.view.turn == 6
        await type_in(pilot, "mute food")
        await pilot.press("enter", ".")
        await until(pilot, lambda: any(isinstance(event.data, Weighed) for event in stage.view.events))
        assert any(mark.mark == "set" for mark in stage.view.marks)
        stage.live.control.stop()  # type: ignore[union-attr]
        await until(pilot, lambda: stage.view.ended is not None)


async def test_a_run_that_is_held_is_let_go_on_with_space() -> None:
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await my_turn(pilot)
        assert stage.live is not None
        await pilot.press("i", "space", "escape")
        assert not stage.state.paused, "the post waits for its person already"
        stage.live.control.pause()
        await pilot.press("space")  # the current turn goes on, and then the run is paused
        await until(pilot, lambda: len(_acts(stage)) == 1 and not stage.view.waiting)
        assert "space go on" in row(app, "footer")
        await pilot.press("space")
        assert not stage.live.control.paused
        await my_turn(pilot)
        assert len(_acts(stage)) == 1


@pytest.mark.slow
async def test_an_intervention_that_cannot_be_is_there_to_be_mended() -> None:
    app = watched()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("x")
        await type_in(pilot, "mute nobody")
        await pilot.press("enter")
        assert "x corrects it" in row(app, "place")
        await pilot.press("x")
        words = stage_of(app).words
        assert (words.value, words.cursor_position) == ("mute nobody", len("mute nobody"))
        words.value = ""
        await type_in(pilot, "boo")
        await until(pilot, lambda: words._suggestion == "boost")
        await pilot.press("right")
        await type_in(pilot, " foo")
        await until(pilot, lambda: words._suggestion == "boost food")


@pytest.mark.slow
async def test_the_feed_does_not_wait_for_who_only_reads_unless_it_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.panes.feed.pane.FeedPane._patience", 0.01)
    app = live(agents=12, ticks=20_000, aim="none")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: len(_acts(stage)) > 1)
        assert {*_acts(stage)} == {"scroll"}
        await pilot.press("f")
        stage = await my_turn(pilot)
        assert "the post is held" in row(app, "legend")
