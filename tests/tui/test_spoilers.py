"""A spoiler-free replay shows nothing after the playhead, and the setting is remembered."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from core.engine.registry import scene_names
from tests.tui.conftest import RECORDINGS, recorded_sample, row, screen_of, stage_of, until, watching
from tui.lobby.app import LobbyApp
from tui.panes import time_axis
from tui.preferences import Choices, load_choices, save_choices
from tui.stages import StageApp
from tui.state.opening import replay_stage
from tui.styles import plain
from tui.view import View

SCENES = scene_names()


def cut(name: str, n: int, whole: bool) -> StageApp:
    """Return a spoiler-free replay at an event, of the whole recording or of one cut there."""
    recording = recorded_sample(f"{name}-sample")
    if not whole:
        recording.events = recording.events[:n]
    return StageApp(replay_stage(recording, at=n, spoiler_free=True), pace=0.0, motion=False)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.few(1)
async def test_the_screen_is_that_of_a_recording_that_ends_here(name: str) -> None:
    """Header, curve, track, position and legend do not depend on later events."""
    events = recorded_sample(f"{name}-sample").events
    middle = next(event.n for event in events[len(events) // 3 :] if event.end == "turn")
    screens = []
    for whole in (True, False):
        app = cut(name, middle, whole)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screens.append([row(app, pane) for pane in ("header", "curve", "track", "place", "legend")])
    assert screens[0] == screens[1]


async def test_the_key_hides_and_shows_and_is_remembered(own_data: Path) -> None:
    async with watching("coloring-bots", at=100) as (app, pilot, _):
        view = stage_of(app).view
        assert f"of {view.known}" in row(app, "place")
        whole = row(app, "track")
        await pilot.press("S")
        assert "spoiler-free" in row(app, "place")
        await pilot.press("right")
        assert "event 101 " in row(app, "place")
        assert str(view.known) not in screen_of(app)
        assert load_choices() == Choices(spoiler_free=True)
        await pilot.click("#track", offset=(time_axis.LEFT + time_axis.track_width(80) - 1, 0))
        assert view.n == 101, "there is no future to click on"
        await pilot.press("S", "left")
        assert row(app, "track") == whole
        assert load_choices() == Choices()
        await pilot.press("S", "G")
        assert "max turns" in row(app, "place") or "consensus" in row(app, "place")


def test_a_file_that_holds_something_else_is_no_choice(own_data: Path) -> None:
    (own_data / "choices.json").write_text("[1, 2")
    assert load_choices() == Choices()
    save_choices(spoiler_free=True)
    assert load_choices() == Choices(spoiler_free=True)


@pytest.mark.parametrize("free", [False, True])
async def test_the_lobby_does_not_tell_how_recordings_came_out(free: bool, own_data: Path) -> None:
    runs = own_data / "runs"
    runs.mkdir()
    shutil.copy(RECORDINGS / "hanabi-sample.jsonl", runs / "game.jsonl")
    save_choices(spoiler_free=free)
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: " ago" in screen_of(app) or "just now" in screen_of(app))
        assert ("played to its end" in screen_of(app)) == free
        assert ("perfect" in screen_of(app)) != free


async def test_a_lobby_without_spoilers_tells_ones_own_results_and_no_samples(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_data / "runs").mkdir()
    shutil.copy(RECORDINGS / "coloring-sample.jsonl", own_data / "runs" / "own.jsonl")
    monkeypatch.setattr("tui.lobby.recordings_screen.sample_path", lambda: RECORDINGS / "coloring-sample.jsonl")
    save_choices(spoiler_free=True)
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "came with Playbill" in screen_of(app))
        own, samples = screen_of(app).split("came with Playbill")
        assert "consensus" in own
        assert "played to its end" not in own
        assert "played to its end" in samples
        assert "consensus" not in samples


def test_why_in_a_scene_of_talk_tells_nothing_after_the_playhead() -> None:
    recording = recorded_sample("werewolf-sample")
    view = View(recording.header)
    view.extend(recording.events)
    first, last = next(
        (one, other)
        for one, other in pairwise(recording.events)
        if one.agent == other.agent and one.kind == "thought" and other.kind == "said" and one.turn == other.turn
    )
    for n, told in ((first.n, False), (last.n, True)):
        view.go(n)
        page = " ".join("".join(map(plain, view.pane.why(500))).split())
        assert (last.data.sentence()[:20] in page) == told
