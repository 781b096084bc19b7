"""A long recording is shown while the rest of it is still being read."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from core.errors import UserError
from core.recording.checked_reader import CheckedReader, read_run
from core.recording.file import Recording
from tests.tui.conftest import RECORDINGS, row, screen_of, stage_of, type_in, until
from tui.log_view import END
from tui.stages import StageApp
from tui.state.opening import file_stage

SAMPLE = RECORDINGS / "hanabi-sample.jsonl"


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> asyncio.Semaphore:
    """Make each step of reading wait for the returned semaphore."""
    steps = asyncio.Semaphore(0)
    monkeypatch.setattr("core.recording.checked_reader.PIECE", 4000)
    monkeypatch.setattr("tui.state.opening.FIRST_READ_SECONDS", 0.0)
    monkeypatch.setattr("tui.state.stage.READ_SECONDS_PER_FRAME", 0.0)
    waits = SimpleNamespace(**{**vars(asyncio), "sleep": lambda seconds: steps.acquire()})
    monkeypatch.setattr("tui.state.stage.asyncio", waits)
    return steps


def let_all(steps: asyncio.Semaphore) -> None:
    for _ in range(1000):
        steps.release()


def test_what_comes_in_pieces_is_what_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.recording.checked_reader.PIECE", 1000)
    incoming = CheckedReader(SAMPLE)
    pieces = list(incoming)
    assert len(pieces) > 5
    assert [event for piece in pieces for event in piece] == Recording.read(SAMPLE).events == read_run(SAMPLE).events
    assert incoming.share == 1


def test_of_a_long_one_no_more_is_read_before_it_is_shown_than_between_two_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.recording.checked_reader.PIECE", 4000)
    monkeypatch.setattr("tui.state.opening.FIRST_READ_SECONDS", 1e9)
    monkeypatch.setattr("tui.state.opening.READ_SECONDS_PER_FRAME", 0.0)
    assert file_stage(SAMPLE).reading is None
    monkeypatch.setattr("tui.state.opening.LONG_BYTES", 4000)
    stage = file_stage(SAMPLE)
    assert stage.reading is not None
    assert 0 < stage.view.known < len(Recording.read(SAMPLE).events)


async def test_keys_answer_while_the_rest_is_read(slowly: asyncio.Semaphore) -> None:
    app = StageApp(file_stage(SAMPLE, at="0"), pace=0.0, motion=False)
    count = len(Recording.read(SAMPLE).events)
    async with app.run_test(size=(80, 24)) as pilot:
        view = stage_of(app).view
        known = view.known
        assert 0 < known < count
        assert "% read" in row(app, "place")
        assert row(app, "track").count("·") > 20
        await pilot.press("right", "right")
        assert view.n == 2
        await pilot.press("P")
        assert "still loading" in screen_of(app)
        slowly.release()
        await until(pilot, lambda: view.known > known)
        assert (view.n, view.following) == (2, False)
        let_all(slowly)
        await until(pilot, lambda: not view.expected)
        assert (view.n, view.known) == (2, count)
        await pilot.press("left", "right")
        assert row(app, "place").startswith(f" event 2 of {count}")
        assert "·" not in row(app, "track")


@pytest.mark.parametrize("key", ["G", "end"])
async def test_a_place_that_is_not_read_is_waited_for(key: str, slowly: asyncio.Semaphore) -> None:
    app = StageApp(file_stage(SAMPLE, at="t20"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        view = stage_of(app).view
        assert view.n == 0
        assert "going to t20 once it is loaded" in screen_of(app)
        while not view.n:
            slowly.release()
            await pilot.pause()
        assert view.events[view.n].turn == 20
        assert view.expected
        await pilot.press(key)
        assert "going to the end once it is loaded" in screen_of(app)
        await pilot.press("left")
        assert not view.awaited
        await pilot.click("#track", offset=(64, 0))
        assert "once it is loaded" in screen_of(app)
        await pilot.press(key)
        let_all(slowly)
        await until(pilot, lambda: not view.expected and view.at_now)
        assert "■ over" in screen_of(app)


async def test_a_moment_that_never_comes_is_told_when_all_is_read(slowly: asyncio.Semaphore) -> None:
    app = StageApp(file_stage(SAMPLE, at="99999"), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        let_all(slowly)
        await until(pilot, lambda: "99999: this run has events 1 to" in screen_of(app))
        assert stage_of(app).view.awaited == 0
        await type_in(pilot, ":3")
        await pilot.press("enter")
        assert stage_of(app).view.n == 3
    with pytest.raises(UserError, match="not 'tx'"):
        file_stage(SAMPLE, at="tx")


def test_of_a_short_recording_all_is_known_before_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.state.opening.FIRST_READ_SECONDS", 1000.0)
    stage = file_stage(SAMPLE)
    assert (stage.reading, stage.view.n, stage.view.expected) == (None, 0, 0)
    with pytest.raises(UserError, match="this run has events 1 to"):
        file_stage(SAMPLE, at="99999")
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    (tmp_path / "odd.jsonl").write_bytes(b"".join([*lines[:-1], b"{}\n"]))
    with pytest.raises(UserError, match=rf"^odd.jsonl: line {len(lines)}: "):
        file_stage(tmp_path / "odd.jsonl")
    for damaged in (b"", lines[0][:-1], b"no header\n"):
        (tmp_path / "odd.jsonl").write_bytes(damaged)
        with pytest.raises(UserError, match=r"^odd.jsonl: line 1: |^odd.jsonl: .*empty"):
            file_stage(tmp_path / "odd.jsonl")


async def test_what_is_wrong_further_on_is_told_when_it_is_reached(slowly: asyncio.Semaphore, tmp_path: Path) -> None:
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"".join([*lines[:-1], b"{}\n"]))
    with pytest.raises(UserError) as today:
        read_run(path)
    app = StageApp(file_stage(path), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        view = stage_of(app).view
        await pilot.press("space")
        let_all(slowly)
        await until(pilot, lambda: bool(stage_of(app).state.failed))
        assert stage_of(app).state.failed == str(today.value)
        shown = screen_of(app)
        assert f"odd.jsonl: line {len(lines)}: " in shown
        assert "the rest of the recording cannot be read" in shown
        assert 0 < view.known < len(lines)
        await pilot.press("q")
    assert (app.return_code, app.return_value) == (2, f"playbill: {today.value}")


async def test_a_run_in_progress_can_be_left(tmp_path: Path) -> None:
    path = tmp_path / "growing.jsonl"
    path.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:60]))
    app = StageApp(file_stage(path, follow=True), pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot_at_now(pilot)
        await pilot.press("q")
    assert app.return_code == 0


async def pilot_at_now(pilot: Pilot[str]) -> None:
    app = pilot.app
    assert isinstance(app, StageApp)
    view = stage_of(app).view
    await until(pilot, lambda: view.at_now and bool(view.known) and view.following)
    assert view.awaited != END
