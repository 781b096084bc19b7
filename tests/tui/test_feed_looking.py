"""Exploring the feed: states, their accounts, a single account, sorting, filtering and cascades."""

import pytest

from scenes.feed.behavior import LIKE
from tests.tui.conftest import row, stage_of, type_in
from tests.tui.test_feed_stage import TICKS, pane_of, rows, sample, scene_of
from tui.styles import plain


@pytest.mark.slow
async def test_a_state_its_agents_one_of_them_and_back() -> None:
    app = sample(80)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up", "up")
        assert pane_of(app)._looks.state == LIKE
        await pilot.press("enter")
        stage = stage_of(app)
        numbers = [agent.number for agent in scene_of(app).agents if agent.state is LIKE]
        assert f"in Like  {len(numbers)}" in row(app, "dock", 0)
        names = [scene_of(app).names[number] for number in numbers]
        assert f"▸@{names[0]} " in "\n".join(rows(app, "dock"))
        await pilot.press("down", "enter")
        assert f"@{names[1]}" in row(app, "dock", 0)
        assert "History" in "\n".join(plain(line) for line in pane_of(app)._looks.agents(80))
        assert "bksp" in row(app, "footer")
        await pilot.press("backspace")
        assert "in Like" in row(app, "dock", 0)
        assert stage.focused is stage.pane_of("dock")
        await pilot.press("backspace")
        assert stage.focused is stage.query_one("#board")


@pytest.mark.slow
async def test_the_selected_account_stays_selected_and_in_sight() -> None:
    app = sample(80)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", "enter", "enter", *["down"] * 12)
        account = pane_of(app)._looks.account.item
        assert account is not None
        name = scene_of(app).names[account]
        assert f"▸@{name} " in "\n".join(rows(app, "dock"))
        stage_of(app).view.go(TICKS[90])
        await pilot.pause()
        if account in pane_of(app)._looks.numbers():
            assert f"▸@{name} " in "\n".join(rows(app, "dock"))


async def test_a_post_in_the_side_column_opens_who_wrote_it_and_what_came_of_it() -> None:
    app = sample(80)
    async with app.run_test(size=(200, 50)) as pilot:
        side = rows(app, "side")
        top = next(y for y, text in enumerate(side) if "@" in text)
        name = side[top].split("@")[1].split()[0]
        await pilot.click("#side", offset=(4, top))
        assert f"@{name}" in row(app, "dock", 0)
        assert pane_of(app)._looks.account.is_open
        await pilot.click("#side", offset=(4, top + 1))
        assert pane_of(app)._looks.thread.is_open
        assert f"@{name}" in row(app, "dock", 0)
        assert side[top + 1].split()[0] in row(app, "dock", 1)
        await pilot.click("#side", offset=(4, 0))
        assert stage_of(app).focused is stage_of(app).pane_of("dock")


@pytest.mark.slow
async def test_a_state_is_selected_and_a_post_is_opened_by_a_click() -> None:
    app = sample(80)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#board", offset=(10, 1))
        assert row(app, "board", 1).startswith(" ▸ Scrolling")
        await pilot.press("tab")
        shown = rows(app, "dock")
        assert "@" in shown[0]
        await pilot.click("#dock", offset=(4, 0))
        assert pane_of(app)._looks.account.is_open
        assert shown[0].split("@")[1].split()[0] in row(app, "dock", 0)


async def test_sorting_keeps_its_rows_until_the_next_press() -> None:
    app = sample(80)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        counts = [int(row(app, "board", y).replace("▸", " ").split()[1]) for y in range(8)]
        assert counts == sorted(counts, reverse=True)
        assert "by count" in row(app, "strip")
        names = [row(app, "board", y).replace("▸", " ").split()[0] for y in range(8)]
        stage_of(app).view.go(TICKS[140])
        await pilot.pause()
        assert [row(app, "board", y).replace("▸", " ").split()[0] for y in range(8)] == names
        for sort in ("growth", "mean time", ""):
            await pilot.press("s")
            assert (f"by {sort}" if sort else "States") in row(app, "strip")
        assert row(app, "board", 0).split()[0] == "Idle"


@pytest.mark.slow
async def test_the_filter() -> None:
    app = sample(80)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        await type_in(pilot, "amplifier")
        await pilot.press("enter")
        scene = scene_of(app)
        count = scene.archetypes.count("amplifier")
        assert f"filter amplifier  {count}" in row(app, "dock", 0)
        assert "filter amplifier" in row(app, "legend")
        await pilot.press("slash", "enter")
        assert "filter" not in row(app, "legend")
        await pilot.press("slash")
        await type_in(pilot, "@mira")
        await pilot.press("enter")
        assert "@mira" in row(app, "dock", 0)
        await pilot.press("slash")
        await type_in(pilot, "qqqq")
        await pilot.press("enter")
        assert "there is no 'qqqq'" in row(app, "place")


async def test_cascades_are_picked_and_opened() -> None:
    app = sample(120)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "enter")
        assert "virality" in "\n".join(plain(line) for line in pane_of(app)._looks.cascades(80))
        await pilot.press("backspace", "down")
        assert "▸#" in row(app, "dock", 2)
        await pilot.press("backspace")
        assert stage_of(app).focused is stage_of(app).query_one("#board")
