"""The feed on the stage: table, chart, track and lists match the state at the playhead."""

import pytest
from textual.pilot import Pilot

from core.engine.casting import prepare
from scenes.feed.behavior import EVALUATING, LIKE, SCROLLING, AgentState
from scenes.feed.events import Decided, Injected, Ticked, Weighed
from scenes.feed.scene import FeedScene
from tests.tui.conftest import recorded_sample, replaying, row, stage_of
from tests.tui.test_snapshots import Compare
from themes.palettes import PALETTES
from tui.panes import time_axis
from tui.panes.feed import chart, table
from tui.panes.feed.agents import STATES
from tui.panes.feed.pane import FeedPane
from tui.stages import StageApp
from tui.styles import plain
from tui.view import View

SAMPLE = recorded_sample("feed-sample")
TICKS = [event.n for event in SAMPLE.events if isinstance(event.data, Ticked)]


def sample(tick: int, perspective: str = "", theme: str = "dark") -> StageApp:
    return replaying("feed-sample", at=TICKS[tick - 1], perspective=perspective, palette=PALETTES[theme])


def pane_of(app: StageApp) -> FeedPane:
    pane = stage_of(app).view.pane
    assert isinstance(pane, FeedPane)
    return pane


def scene_of(app: StageApp) -> FeedScene:
    scene = stage_of(app).view.scene
    assert isinstance(scene, FeedScene)
    return scene


def rows(app: StageApp, name: str) -> list[str]:
    return [row(app, name, y) for y in range(app.screen.query_one(f"#{name}").size.height)]


# -- contents of the screen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.few(1)
async def test_the_table_tells_the_counts_of_the_playhead(size: tuple[int, int]) -> None:
    app = sample(1)
    async with app.run_test(size=size) as pilot:
        for tick in (1, 2, 40, 111, 160):
            stage_of(app).view.go(TICKS[tick - 1])
            await pilot.pause()
            scene = scene_of(app)
            counts = scene.series[tick - 1]
            for y, (state, count) in enumerate(zip(AgentState, counts, strict=True)):
                words = row(app, "board", y).replace("▸", " ").split()
                assert words[0] == STATES[state]
                assert int(words[1]) == count
                assert words[2] == f"{100 * count / sum(counts):.0f}%"
                before = scene.series[tick - 2][y] if tick > 1 else count
                told = "·" if count == before else f"{'▲' if count > before else '▼'}{abs(count - before)}"
                assert told in words
                mean = [agent.ticks_in_state for agent in scene.agents if agent.joined and agent.state == state]
                assert words[-1] == (f"{sum(mean) / len(mean):.1f}" if mean else "·")


async def test_before_the_first_tick_there_is_nothing_yet() -> None:
    app = replaying("feed-sample", at=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert row(app, "board", 0).split()[:2] == ["Idle", "0"]
        assert "Nothing posted yet" in "\n".join(rows(app, "dock"))
        stage_of(app).view.go(TICKS[0] - 1)
        await pilot.pause()
        assert row(app, "board", 0).split()[:2] == ["Idle", "300"]
        for key in ("enter", "down", "enter", "tab", "tab", "i", "left", "right"):
            await pilot.press(key)


def test_the_chart_has_the_moves_of_the_tick() -> None:
    view = View(SAMPLE.header)
    view.extend(SAMPLE.events)
    tick = SAMPLE.events[TICKS[79] - 1].turn
    columns = [e.data.moves for e in SAMPLE.events if e.turn == tick and isinstance(e.data, Decided | Ticked)]
    moves = chart.flow(columns)
    assert moves[SCROLLING, EVALUATING][0] == sum(column.count("D") for column in columns)
    counts = dict.fromkeys(AgentState, 7)
    drawn = "\n".join(plain(line) for line in chart.paint(counts, moves, LIKE, 80))
    for state in AgentState:
        assert f"{STATES[state]} 7" in drawn
    told = "\n".join(plain(line) for line in chart.paint(counts, moves, LIKE, 60))
    assert f"Scrolling → Evaluating {moves[SCROLLING, EVALUATING][0]} " in told


@pytest.mark.parametrize("count", [0, 7, 9999, 99_999])
def test_the_chart_keeps_its_shape_whatever_the_counts(count: int) -> None:
    moves = dict.fromkeys(chart.TRANSITIONS, (count, count))
    lines = chart.paint(dict.fromkeys(AgentState, count), moves, LIKE, 80)
    assert [len(plain(line)) for line in lines] == [chart.WIDTH] * chart.HEIGHT
    drawn = "\n".join(map(plain, lines))
    for state in AgentState:
        assert f"{STATES[state]} {chart.short_count(count)}" in drawn


async def test_the_track_is_about_the_ticks_not_the_opening() -> None:
    view = View(SAMPLE.header)
    view.extend(SAMPLE.events)
    assert time_axis.column_of(view, TICKS[0], 100) == 0
    assert time_axis.column_of(view, TICKS[79], 100) in range(35, 60)
    assert abs(time_axis.event_at(view, 50, 100) - TICKS[79]) < 60


@pytest.mark.slow
async def test_marks_say_what_happened() -> None:
    app = sample(111)
    async with app.run_test(size=(120, 40)) as pilot:
        view = stage_of(app).view
        told = {mark.mark: view.pane.caption(view.events[mark.n - 1]).words for mark in view.marks}
        assert "cascade #" in told["good"]
        await pilot.press("N")
        assert view.event is not None
        kinds = [type(view.events[mark.n - 1].data) for mark in view.marks if mark.mark == "set"]
        assert Injected in kinds
        assert Weighed in kinds


def test_means_of_a_crowd_are_taken_over_a_sample() -> None:
    header = prepare("feed", {"agents": 5001, "ticks": 3}, {}, 1)
    scene = View(header).scene
    assert isinstance(scene, FeedScene)
    for agent in scene.agents:
        agent.joined, agent.ticks_in_state = True, 4
    assert table.mean_times(scene)[0] == 4.0
    assert plain(table.title(120, "chart", True, False)).rstrip().endswith("~mean")


# -- pictures


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
@pytest.mark.few(1)
def test_as_a_spectator(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(sample(120), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "plain", "color-blind"])
@pytest.mark.few(1)
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(sample(120, theme=theme), terminal_size=(80, 24))


@pytest.mark.slow
def test_from_the_seat(snap_compare: Compare) -> None:
    assert snap_compare(sample(9, perspective="guest"), terminal_size=(120, 40))


@pytest.mark.parametrize("keys", [("tab", "tab", "tab"), ("up", "up", "enter", "down"), ("i",), ("question_mark",)])
@pytest.mark.few(1)
def test_tabs(snap_compare: Compare, keys: tuple[str, ...]) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press(*keys)

    assert snap_compare(sample(120), terminal_size=(80, 24), run_before=press)
