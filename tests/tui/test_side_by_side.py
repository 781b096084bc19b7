"""Two runs side by side: one time axis, switching between them, and the first difference marked and described."""

import os
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import playbill as pb
from core.engine.registry import scene_names
from core.recording.file import Recording
from tests.tui.conftest import RECORDINGS, recorded_sample, row, screen_of, stage_of, until, watching
from tests.tui.test_cli import mistake, playbill
from tui.panes import time_axis
from tui.panes.feed.pane import FeedPane
from tui.screens.opening import Progress
from tui.side_by_side import BRANCH_NAMES, RUN_NAMES, SideBySide, contrast
from tui.stages import StageApp
from tui.state.opening import beside_stage, replay_stage
from tui.state.stage import StageState

CHANGED = {"feed": ["inject mira news: The mill burns"]}
"""Interventions by which a branch of a scene differs, where it does not differ by its policies."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which each branch is recorded once."""
    return tmp_path_factory.mktemp("branches")


def branch_of(name: str, folder: Path, turns: int = 6) -> tuple[Recording, Recording]:
    """Return a short branch of a sample, and the sample."""
    parent = recorded_sample(f"{name}-sample")
    names = list(parent.header.cast)
    path = folder / f"{name}-{turns}.jsonl"
    if path.exists():
        return Recording.read(path), parent
    other = "rules" if name in CHANGED else "random"
    cast = {each: other for each in names if parent.header.cast[each] == "human" or each == names[1]}
    pb.branch(parent.path, "t3", {"max_turns": 3 + turns}, cast, 9, record=path, interventions=CHANGED.get(name, ()))
    return Recording.read(path), parent


def beside(name: str, folder: Path, at: int = 1, **how: object) -> StageApp:
    stage = beside_stage(*branch_of(name, folder, **how), BRANCH_NAMES, at=at)  # type: ignore[arg-type]
    return StageApp(stage, pace=0.0, motion=False)


def told(app: StageApp) -> str:
    """Return the text below the tracks, as one line."""
    rows = app.screen.query_one("#beside").size.height
    return " ".join(" ".join(row(app, "beside", y) for y in range(rows)).split())


@pytest.mark.parametrize("name", scene_names())
@pytest.mark.few(1)
async def test_in_every_scene_one_goes_to_the_difference_and_turns_at_the_same_turn(name: str, folder: Path) -> None:
    app = beside(name, folder)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = stage_of(app)
        assert stage.state.beside is not None
        branch, parent = stage.state.beside.views
        fork = stage.state.beside.difference
        assert branch.events[: fork.one - 1] != parent.events[: fork.other]
        words = told(app).partition("▼▲ ")[2]
        both = stage.state.beside.words(20).split("; in the parent")
        assert all(part.strip() in words for each in both for part in each.split("…"))
        assert "▼" in row(app, "track")
        assert "▲" in row(app, "beside")
        await pilot.press("D")
        assert stage.view.n == fork.one
        await pilot.press("right_square_bracket", "B")
        assert stage.view is parent
        assert parent.turn == min(branch.turn, parent.last_turn)
        assert stage.focused is stage.board
        assert "▸parent" in row(app, "beside")
        assert "parent" in row(app, "header")
        n = branch.n
        await pilot.press("B")
        assert (stage.view, branch.n) == (branch, n)
        assert "▸branch" in row(app, "track")


async def test_large_terminals_show_both_boards_and_clicks_choose_one(folder: Path) -> None:
    app = beside("hanabi", folder)
    async with app.run_test(size=(200, 50)) as pilot:
        stage = stage_of(app)
        assert stage.state.beside is not None
        _, parent = stage.state.beside.views
        await pilot.press("D")
        assert "▸branch  turn" in row(app, "board-name")
        assert "parent  turn" in row(app, "other-board-name")
        boards = [app.screen.query_one(f"#{name}") for name in ("board", "other-board")]
        assert boards[0].region.width == boards[1].region.width == 69
        await pilot.click("#other-board", offset=(3, 3))
        assert stage.view is parent
        assert "▸parent" in row(app, "other-board-name")
        await pilot.click("#track", offset=(time_axis.LEFT, 0))
        assert stage.view is not parent
        assert stage.view.n == 0
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert boards[0].display
        assert not app.screen.query_one("#with-other-board").display


async def test_a_replay_of_a_branch_finds_the_run_that_it_left_and_comes_back(folder: Path) -> None:
    branch, _ = branch_of("coup", folder)
    app = StageApp(replay_stage(branch, at=30), pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        replay = stage_of(app)
        assert "B beside parent" in row(app, "footer")
        await pilot.press("B")
        await until(pilot, lambda: app.screen is not replay)
        stage = stage_of(app)
        assert stage.state.beside is not None
        assert stage.state.beside.views[1].path == RECORDINGS / "coup-sample.jsonl", "samples are looked through, too"
        assert stage.view.n == 30
        await pilot.press("B", "S", "escape")
        await until(pilot, lambda: app.screen is replay)


async def test_what_has_nothing_to_stand_beside_says_so(tmp_path: Path) -> None:
    async with watching("coup-sample", at=30) as (app, pilot, _):
        await pilot.press("B")
        assert "this run is not a branch" in row(app, "place")
        await pilot.press("D")
        assert "only one run is open" in row(app, "place")
    shutil.copy(RECORDINGS / "coup-sample.jsonl", tmp_path / "own.jsonl")
    header, events = (tmp_path / "own.jsonl").read_bytes().split(b"\n", 1)
    (tmp_path / "own.jsonl").write_bytes(header.replace(b'"created":"2', b'"created":"3') + b"\n" + events)
    pb.branch(tmp_path / "own.jsonl", "t3", {"max_turns": 9}, seed=9, record=tmp_path / "lost.jsonl")
    (tmp_path / "own.jsonl").unlink()
    app = StageApp(replay_stage(Recording.read(tmp_path / "lost.jsonl"), at=30), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("B")
        await until(pilot, lambda: "playbill watch FILE PARENT" in screen_of(app))


def test_turns_stand_under_each_other_whatever_happened_in_them(folder: Path) -> None:
    app = beside("coloring", folder)
    stage = app._stage
    assert isinstance(stage, StageState)
    assert stage.beside is not None
    one, other = stage.beside.views
    ends = [{e.turn: view.axis.positions[e.n] for e in view.events if view.axis} for view in (one, other)]
    common = ends[0].keys() & ends[1].keys()
    assert len(common) > 3
    assert all(ends[0][turn] == ends[1][turn] for turn in common)
    for view in (one, other):
        assert view.axis is not None
        assert all(view.axis.event(view.axis.positions[n]) == n for n in range(view.known + 1))
        places = view.axis.positions
        assert all(a < b for a, b in pairwise(places))


def test_eyes_are_told_what_they_may_know(folder: Path) -> None:
    app = beside("hanabi", folder)
    stage = app._stage
    assert isinstance(stage, StageState)
    pair: SideBySide | None = stage.beside
    assert pair is not None
    for perspective in ("", *stage.view.header.cast):
        stage.view.perspective = perspective
        pair.follow(stage.view)
        for view, n in zip(pair.views, pair.difference, strict=True):
            assert view.perspective == perspective
            assert not n or view.may_see(view.events[n - 1])


def test_the_same_run_twice_differs_in_nothing() -> None:
    same = recorded_sample("coup-sample")
    stage = beside_stage(same, same, RUN_NAMES, at=5)
    assert stage.beside is not None
    assert stage.beside.difference == (0, 0)
    assert stage.beside.words() == "no difference"


@pytest.mark.slow
async def test_the_feeds_states_of_both_runs_stand_under_each_other(folder: Path) -> None:
    app = beside("feed", folder, at=400)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = stage_of(app)
        pane = stage.view.pane
        assert isinstance(pane, FeedPane)
        tabs = [tab.name for tab in pane.tabs(True)]
        await pilot.press(*["tab"] * (tabs.index("Over time") + 1))
        rows = [row(app, "dock", y) for y in range(8)]
        assert [line[0] for line in rows] == ["▸"] * 4 + [" "] * 4
        assert rows[0][1:] != rows[4][1:]


def test_the_command_line_refuses_what_cannot_stand_beside_each_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coup, hanabi = (str(RECORDINGS / f"{name}-sample.jsonl") for name in ("coup", "hanabi"))
    assert "playbill diff" in mistake("watch", coup, hanabi)
    monkeypatch.setattr("tui.cli.terminal.has_terminal", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size((80, 24)))
    assert "cannot stand beside" in mistake("watch", coup, hanabi)
    assert "This run is not a branch" in mistake("watch", coup, "--beside")
    shown: list[StageApp] = []
    monkeypatch.setattr("tui.cli.watch.show_stage", lambda make, slow: shown.append(StageApp(make(Progress()))))
    branch, _ = branch_of("coup", folder)
    for other in (["--beside"], [coup], ["coup"]):
        playbill("watch", str(branch.path), *other, "--at", "t4")
    for app in shown:
        stage = app._stage
        assert isinstance(stage, StageState)
        assert stage.beside is not None
        assert stage.beside.names == BRANCH_NAMES
        assert stage.view.turn == 3


@pytest.mark.slow
async def test_a_branch_that_was_just_played_stands_beside_the_replay_that_it_left(tmp_path: Path) -> None:
    shutil.copy(RECORDINGS / "coloring-bots.jsonl", tmp_path / "elsewhere.jsonl")
    app = StageApp(replay_stage(Recording.read(tmp_path / "elsewhere.jsonl"), at=100), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        replay = stage_of(app)
        await pilot.press(
            "b", "ctrl+u", "down", "down", "9", "down", *("space" if key == " " else key for key in "-o max_turns=12")
        )
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not replay and hasattr(app.screen, "view"))
        branch = stage_of(app)
        await until(pilot, lambda: branch.view.ended is not None)
        await pilot.press("B")
        await until(pilot, lambda: app.screen is not branch)
        pair = stage_of(app).state.beside
        assert pair is not None
        assert pair.views[1].path == tmp_path / "elsewhere.jsonl"


async def test_spoiler_free_neither_run_shows_what_comes(folder: Path) -> None:
    stage = beside_stage(*branch_of("coup", folder), BRANCH_NAMES, at=1, spoiler_free=True)
    app = StageApp(stage, pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "no difference up to here" in told(app)
        below = [row(app, "track"), row(app, "beside"), row(app, "curve")]
        assert not {*"▼▲◆◇!╳"} & {*"".join(below)}
        assert stage.beside is not None
        await pilot.press("D")
        assert stage.view.n == stage.beside.fork(stage.view)
        assert "▼" in row(app, "track")
        assert "; in the parent" in told(app)
        await pilot.press("home", "S")
        assert "; in the parent" in told(app), "what comes is shown again"
        await pilot.press("S")
        assert "; in the parent" not in told(app)


async def test_spoiler_free_the_tracks_are_those_of_runs_that_end_here(folder: Path) -> None:
    """Neither track reveals how long the other run is."""
    screens = []
    for whole in (True, False):
        branch, parent = branch_of("hanabi", folder)
        at = [next(e.n for e in run.events if e.turn == 5 and e.end == "turn") for run in (branch, parent)]
        for run, n in zip((branch, parent), at, strict=True):
            run.events = run.events if whole else run.events[:n]
        app = StageApp(beside_stage(branch, parent, BRANCH_NAMES, at=at[0], spoiler_free=True), pace=0.0, motion=False)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screens.append([row(app, "track"), row(app, "curve"), *(row(app, "beside", y) for y in range(4))])
    assert screens[0] == screens[1]


def test_what_differs_is_told_however_alike_it_begins() -> None:
    plans = ["Jon plans anew: do my work as miller, hear more", "Jon plans anew: do my work as miller, see Kai"]
    assert contrast(plans, 100) == plans
    assert contrast(plans, 24) == ["Jon plans a…hear more", "Jon plans a…see Kai"]
    assert contrast(["Ann clues Bob red, which is three cards", "nothing more"], 20) == [
        "Ann clues Bob red,…",
        "nothing more",
    ]
