"""Live play and replay share one code path; the playback controls."""

import pytest

from core.engine.casting import open_run, prepare
from core.recording.file import Recording
from core.recording.verification import verify
from tests.tui.conftest import RECORDINGS, playing, row, screen_of, stage_of, until, watching
from themes.palettes import DARK
from tui.panes import time_axis
from tui.panes.kit import line_of
from tui.stages import StageApp
from tui.state.playback import ReplaySpeed
from tui.state.stage import StageState
from tui.styles import Line, plain
from tui.view import View


def shown(view: View) -> list[str]:
    """Return what a stage shows, except the board (compared by its scene) and the future part of the axis."""
    pane = view.pane
    pane.room.palette = DARK
    lines: list[Line] = [pane.header().standing, pane.strip(80), pane.legend(80)]
    for tab in pane.tabs(False):
        lines += [((tab.name + tab.badge, ""),), *map(line_of, tab.paint(80))]
    lines += [*map(line_of, pane.side(42, 30)), *pane.why(80)]
    past = [point for point in pane.curve().points if point[0] <= view.n]
    marks = [mark for mark in view.marks if mark.n <= view.n]
    return [plain(line) for line in lines] + [repr(past), repr(marks)]


async def test_rendered_frames_of_live_and_replay_are_the_same() -> None:
    """Compare board, strip, legend and dock of a live game, cell by cell, with a replay at the same event."""
    app = playing(seed=7, H="rules")
    frames: dict[int, list[str]] = {}
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: stage.view.ended is not None)
        for n in (20, 30, stage.view.known):
            stage.view.go(n)
            await pilot.pause()
            frames[n] = frame(app)
        header, events = stage.view.header, list(stage.view.events)
    view = View(header)
    view.extend(events)
    view.go(0)
    again = StageApp(StageState(view, playing=False), motion=False)
    async with again.run_test(size=(80, 24)) as pilot:
        for n, cells in frames.items():
            view.go(n)
            await pilot.pause()
            assert frame(again) == cells


def frame(app: StageApp) -> list[str]:
    rows = [
        (name, y) for name, count in (("strip", 2), ("board", 11), ("legend", 1), ("dock", 4)) for y in range(count)
    ]
    return [row(app, name, y) for name, y in rows]


async def test_the_transport_moves_the_playhead() -> None:
    async with watching("coloring-bots", at=100) as (app, pilot, _):
        view = stage_of(app).view
        await pilot.press("right")
        assert view.n == 101
        await pilot.press("left", "left")
        assert view.n == 99
        await pilot.press("home")
        assert view.n == 0
        await pilot.press("right_square_bracket")
        assert view.turn == 2
        await pilot.press("n")
        first = view.n
        assert view.marks[0].n == first
        await pilot.press("n", "N")
        assert view.n == first
        await pilot.press("G")
        assert view.at_now
        await pilot.press("shift+left")
        assert view.n == view.known - round(view.known * 0.1)
        await pilot.press("v")
        assert view.perspective == "A"
        await pilot.click("#track", offset=(time_axis.LEFT + time_axis.track_width(80) // 2, 0))
        assert abs(view.n - view.known / 2) < view.known / 20


async def test_going_to_a_turn_and_searching() -> None:
    async with watching("coloring-bots") as (app, pilot, _):
        view = stage_of(app).view
        await pilot.press("colon", "t", "5", "enter")
        assert view.events[view.n].turn == 5
        await pilot.press("slash", "l", "o", "c", "k", "e", "d", "enter")
        assert view.event is not None
        assert "locked" in view.event.data.sentence()
        assert "found from the beginning: A locked" in row(app, "place")
        await pilot.press("home", "slash", "l", "o", "c", "k", "e", "d", "enter")
        assert "found: A locked" in row(app, "place")
        await pilot.press("slash", "q", "q", "q", "enter")
        assert "is not in the log" in row(app, "place")


@pytest.mark.parametrize(("scene", "turn", "last"), [("coloring", 1, 80), ("hanabi", 1, 89), ("coup", 3, 1000)])
async def test_the_track_of_a_run_in_progress_is_to_scale(scene: str, turn: int, last: int) -> None:
    header = prepare(scene, {}, {"*": "rules"}, 3)
    view = View(header)
    async for event in open_run(header):
        if event.turn > turn:
            break
        view.extend([event])
        if not event.turn:
            assert time_axis.column_of(view, view.known, 100) == 0, "before the first turn nothing is filled"
    assert view.pane.header().last_turn in range(last // 2, last + 1)
    assert time_axis.column_of(view, view.known, 100) in range(1, 5)


def test_of_very_many_turns_the_track_shows_some_more_than_were_played() -> None:
    shown = [time_axis.turns_shown(1000, turn) for turn in (1, 100, 101, 250, 999, 1000)]
    assert shown == [100, 100, 200, 400, 1000, 1000]
    assert time_axis.turns_shown(80, 1) == 80


@pytest.mark.parametrize(("options", "turn"), [({}, "decision 1"), ({"max_turns": 9}, "decision 1/9")])
async def test_a_limit_that_no_game_comes_near_is_not_shown(options: dict[str, int], turn: str) -> None:
    header = prepare("coup", options, {"*": "rules"}, 3)
    view = View(header)
    async for event in open_run(header):
        view.extend([event])
        if event.turn:
            break
    shown = plain(time_axis.track(view, view.pane, 80, ("live", "good")))
    assert shown.split("─")[-1].strip() == turn


async def test_playing_ends_at_the_end_and_starts_over() -> None:
    async with watching("coloring-sample", at=90) as (app, pilot, stage):
        stage.state.speed = 64.0
        await pilot.press("space")
        await until(pilot, lambda: stage.view.at_now and not stage.state.playing)
        assert "consensus" in row(app, "place")
        stage.state.speed = 1.0
        await pilot.press("space")
        assert stage.state.playing
        assert stage.view.n < 90


@pytest.mark.slow
async def test_why_goes_from_decision_to_decision() -> None:
    async with watching("coloring-bots", at=20) as (app, pilot, stage):
        await pilot.press("i")
        text = "\n".join(row(app, "inspector", y) for y in range(16))
        assert "greedy" in text
        assert "why" in text
        before = stage.view.n
        await pilot.press("right")
        assert stage.view.n in stage.view.pane.decisions()
        assert stage.view.n > before
        await pilot.press("escape")
        assert not stage.has_class("why")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
@pytest.mark.few(1)
async def test_every_size_is_drawn_whole(size: tuple[int, int]) -> None:
    async with watching("coloring-bots", at=150, size=size) as (app, pilot, _):
        await pilot.pause()
        for y in range(size[1]):
            width = sum(segment.cell_length for segment in app.screen._compositor.render_strips()[y])
            assert width == size[0]
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "needs 60x20" in "".join(row(app, "notice", y) for y in range(10))
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert "Playbill" in row(app, "header")


async def test_no_color_means_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with watching(at=101) as (app, pilot, _):
        await pilot.pause()
        assert "(a2 G)" in screen_of(app)


ENDS = ("adjourned", "consensus", "days_over", "finished", "max_turns", "perfect", "village_won", "won")


@pytest.mark.slow
async def test_the_samples_are_what_they_claim() -> None:
    for path in RECORDINGS.glob("*.jsonl"):
        recording = Recording.read(path)
        assert recording.ended is not None
        assert recording.ended.reason in ENDS
        assert await verify(recording) == len(recording.events)


def test_a_replay_that_waited_longer_than_it_is_measured_stands_still() -> None:
    """Delay from before the measurement counts no more than the measured time."""
    reached = ReplaySpeed()
    reached.add(10.0, 20.0)
    reached.add(11.5, 0.0)
    assert reached.share == 0.0
