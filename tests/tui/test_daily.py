"""Daily deals: the same for everybody, recognized by their header, with one game that counts."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from core.errors import UserError
from core.recording.checked_reader import read_run
from tests.tui.conftest import screen_of, stage_of, until
from tests.tui.test_cli import mistake
from tests.tui.test_lobby import drawn, lobby
from tests.tui.test_you import Folder
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import daily_stage
from tui.you.daily import SCENES, Dailies, Deal, deal_of, today
from tui.you.games import read_games

DAY = date(2026, 11, 28)


@pytest.fixture
def folder(own_data: Path) -> Folder:
    return Folder(own_data)


def finish(folder: Folder, day: int, scene: str = "coup", again: str = "", **of: Any) -> Path:
    """Record a finished game of a deal of November."""
    deal = Deal(date(2026, 11, day), scene)
    return folder.add(scene, deal.seed, name=f"{deal.stem}{again}.jsonl", winners=["Ann"], **of)


def test_a_deal_depends_on_day_and_scene_alone() -> None:
    """Pin a seed: another one would begin another series, and people would no longer play the same deal."""
    assert Deal(DAY, "coup").seed == 242_346_877_492_295
    assert len({Deal(date(2026, 11, day), scene).seed for day in (27, 28) for scene in SCENES}) == 2 * len(SCENES)


def test_the_name_alone_proves_nothing(folder: Folder) -> None:
    deal = Deal(DAY, "coup")
    header, path = deal.header(), Path(f"{deal.stem}.jsonl")
    assert deal_of(path, header) == deal
    assert deal_of(Path("coup.jsonl"), header) is None
    assert deal_of(Path("daily-2026-11-27-coup.jsonl"), header) is None
    assert deal_of(Path("daily-2026-99-27-coup.jsonl"), header) is None
    assert deal_of(path, prepare("coup", {}, {"Bob": "random"}, deal.seed, human=True)) is None
    assert deal_of(path, prepare("coup", {"talk": "off"}, {}, deal.seed, human=True)) is None
    assert deal_of(path, prepare("coup", {}, {}, deal.seed + 1, human=True)) is None


def test_the_first_game_of_a_deal_counts_and_days_in_a_row_are_a_streak(folder: Folder) -> None:
    finish(folder, 25)
    for day in (26, 27, 28):
        finish(folder, day, "hanabi", result={"score": 20})
    finish(folder, 28, "werewolf", reason="stop")
    finish(folder, 28, "werewolf", again="-again-1")
    finish(folder, 23)
    found = Dailies(read_games(folder.path / "runs"))
    assert found.streak(DAY) == 4
    assert found.streak(date(2026, 11, 29)) == 4, "the day is not over"
    assert found.streak(date(2026, 11, 30)) == 0
    assert found.words(DAY) == "daily 1 of 8 done · streak 4"
    assert [deal.scene for deal in found.remaining(DAY)] == [scene for scene in SCENES if scene != "hanabi"]
    assert found.choose(DAY).scene == "coup"
    with pytest.raises(UserError, match="did you mean coup"):
        found.choose(DAY, "coupe")


def test_the_line_to_share_reveals_nothing_but_the_result(folder: Folder) -> None:
    finish(folder, 28, "hanabi", result={"score": 20})
    finish(folder, 28)
    hanabi, coup = read_games(folder.path / "runs")
    text = Deal(DAY, "hanabi").share_text(hanabi, again=False)
    assert text == "Playbill daily 2026-11-28 · hanabi · 20 of 25 points in 23 turns  ▰▰▰▰▱"
    text = Deal(DAY, "coup").share_text(coup, again=True)
    assert text == "Playbill daily 2026-11-28 · coup (again) · won in 23 turns  ▰▰▰▰▰"


def test_an_unfinished_deal_goes_on_and_a_finished_one_is_played_again(folder: Folder) -> None:
    stage = daily_stage(DAY, "hanabi")
    assert stage.view.path is not None
    assert stage.view.path.name == "daily-2026-11-28-hanabi.jsonl"
    assert stage.view.seat == "Ann"
    finish(folder, 28)
    assert daily_stage(DAY, "coup").view.path == folder.path / "runs" / "daily-2026-11-28-coup-again-1.jsonl"


async def over(app: StageApp, pilot: Pilot[str]) -> StageScreen:
    """Pass in a chat until it is over."""
    stage = stage_of(app)
    while not stage.has_class("over"):
        if stage.state.my_turn:
            await pilot.press("enter")
        await pilot.pause()
    return stage


async def test_the_end_shares_the_result_and_leads_to_the_next_deal(own_data: Path) -> None:
    app = StageApp(daily_stage(DAY, "chat"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await over(app, pilot)
        assert "share" in screen_of(app)
        await pilot.press("y")
        assert app.clipboard == "Playbill daily 2026-11-28 · chat · lost in 13 turns  ▱▱▱▱▱"
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, StageScreen) and app.screen is not stage)
        assert stage_of(app).view.header.seed == Deal(DAY, "coup").seed
        await pilot.press("ctrl+q")
    found = Dailies(read_games(own_data / "runs"))
    assert found.words(DAY) == "daily 1 of 8 done"
    goes_on = found.unfinished(Deal(DAY, "coup"))
    assert goes_on is not None
    stage_again = daily_stage(DAY)
    assert stage_again.view.path == goes_on
    assert stage_again.view.known == len(read_run(goes_on).past)


async def test_a_game_again_says_that_it_does_not_count(folder: Folder) -> None:
    finish(folder, 28, "chat", reason="max_turns")
    app = StageApp(daily_stage(DAY, "chat"), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await over(app, pilot)
        assert "does not count" in screen_of(app)
        await pilot.press("y")
        assert "chat (again)" in app.clipboard


async def test_the_lobby_lists_the_deals_and_plays_the_next_one(folder: Folder) -> None:
    day = today()
    deal = Deal(day, "coup")
    folder.add("coup", deal.seed, name=f"{deal.stem}.jsonl", winners=["Ann"])
    async with lobby() as (pilot, screen):
        row = drawn(screen, "header")[0]
        await pilot.click("#header", offset=(row.index("daily 1 of 8 done"), 0))
        await until(pilot, lambda: "not played yet" in screen_of(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, StageScreen))
        await until(pilot, lambda: f"daily {today()}, 2 of 8" in screen_of(pilot.app))
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        path = stage.view.path
        assert path is not None
        assert path.name.startswith("daily-")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app.screen is screen)


def test_a_daily_needs_a_terminal() -> None:
    assert "needs a terminal" in mistake("daily")
