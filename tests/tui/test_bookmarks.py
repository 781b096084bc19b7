"""Bookmarks and files exported from the stage: neither changes a log or reveals what the perspective may not see."""

from pathlib import Path

import pytest

from tests.tui.conftest import replaying, row, screen_of, seated, stage_of, type_in, watching
from tui import bookmarks


async def test_a_bookmark_is_kept_for_the_run_and_not_in_its_log(own_data: Path) -> None:
    async with watching(at=50) as (app, pilot, stage):
        before = list(stage.view.events)
        await pilot.press("M")
        stage.view.go(20)
        await pilot.press("M", "home")
        assert row(app, "track").count("▮") == 2
        await pilot.press("}", "}")
        assert stage.view.n == 50
        await pilot.press("}")
        assert "no bookmark that way" in row(app, "place")
        stage.view.go(20)
        stage.view.spoiler_free = True
        await pilot.press("}")
        assert (stage.view.n, row(app, "track").count("▮")) == (20, 0), "the one ahead is hidden"
        stage.view.spoiler_free = False
        stage.view.go(50)
        await pilot.press("{", "M")
        assert list(stage.view.events) == before
    again = replaying(at=0)
    async with again.run_test(size=(80, 24)) as pilot:
        assert stage_of(again).view.bookmarks == {50: ""}
        assert row(again, "track").count("▮") == 1
    assert list((own_data / "bookmarks").iterdir()) == [bookmarks.path_of(stage.view.header)]


async def test_frames_and_games_become_files(tmp_path: Path) -> None:
    async with seated() as (_, pilot, stage):
        for keys in (("E", "enter"), ("E", "down", "enter"), ("ctrl+p", *"game", "enter"), ("E", "enter")):
            await pilot.press(*keys)
            await pilot.pause()
            assert stage.state.news[0].startswith("written to coloring-seed7")
        n = stage.view.n
        names = [f"coloring-seed7-event{n}.svg", f"coloring-seed7-event{n}.txt", "coloring-seed7.txt"]
        assert {path.name for path in tmp_path.glob("coloring*")} == {*names, f"coloring-seed7-event{n}-1.svg"}
        assert "<svg" in (tmp_path / names[0]).read_text("utf-8")
        assert "YOUR TURN" in (tmp_path / names[1]).read_text("utf-8")
        told = (tmp_path / names[2]).read_text("utf-8").splitlines()
        hidden = [event.n for event in stage.view.events if not stage.view.may_see(event)]
        numbers = {int(line.split()[0]) for line in told if line.split()[:1] and line.split()[0].isdecimal()}
        assert hidden
        assert not numbers & {*hidden}


async def test_a_folder_that_cannot_be_written_to_leaves_the_data_folder(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.exports.os.access", lambda path, mode: False)
    async with watching(at=50) as (app, pilot, _):
        await pilot.press("E", "enter")
        await pilot.pause()
        (path,) = (own_data / "exports").iterdir()
        assert stage_of(app).state.news[0] == f"written to {path}"


async def test_notes_are_kept_beside_the_run_listed_and_gone_to() -> None:
    async with watching(at=20) as (app, pilot, _):
        await pilot.press("J")
        await type_in(pilot, "why not green?")
        await pilot.press("enter", "right", "right", "M", "L")
        assert "why not green?" in screen_of(app)
        assert "a bookmark" in screen_of(app)
        await type_in(pilot, "green")
        await pilot.press("enter")
        stage = stage_of(app)
        assert stage.view.n == 20
        await pilot.press("right", "{")
        assert stage.state.news[0] == "noted: why not green?"
    again = replaying(at=0)
    async with again.run_test(size=(80, 24)):
        assert stage_of(again).view.bookmarks == {20: "why not green?", 22: ""}
    assert not any("why not green?" in str(event.data) for event in stage.view.events)
