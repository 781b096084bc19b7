"""Runs ended by a limit: they can be resumed, so the screen reveals nothing hidden, and it says how to resume."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from core.engine.config import LIMITS
from core.errors import UserError
from core.recording.file import Recording
from tests.tui.conftest import row
from tests.tui.test_lobby import settle
from tests.tui.test_lobby_recordings import record
from tui.app import Playbill
from tui.lobby.recordings import last_board, recording_row
from tui.lobby.screen import LobbyScreen
from tui.lobby.state import LobbyState
from tui.screens.stage import StageScreen
from tui.stages import StageApp, closing_lines
from tui.state.opening import stage_again

WORDS = ("turn limit", "call limit", "token limit", "cost limit", "time limit")


async def limited(folder: Path, reason: str, *people: str) -> Path:
    """Record a run of bots that ended by its turns, edited to have human players and another reason."""
    path = await record(folder, "limited.jsonl", max_turns=3)
    data = path.read_bytes().replace(b'"reason":"max_turns"', f'"reason":"{reason}"'.encode(), 1)
    for name in people:
        data = data.replace(f'"{name}":"rules"'.encode(), f'"{name}":"human"'.encode(), 1)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("reason", "words"), [("stop", "stopped"), *zip(LIMITS, WORDS, strict=True)])
async def test_a_persons_game_that_can_go_on_gives_nothing_away(tmp_path: Path, reason: str, words: str) -> None:
    path = await limited(tmp_path, reason, "H")
    told = recording_row(path)
    assert (told.status, told.can_continue) == (words, True)
    board = "\n".join(last_board(path))
    assert "a1 ?" in board
    assert "[b" not in board
    path.unlink()
    assert last_board(await limited(tmp_path, reason, "A", "H")) == ("hidden until the game is over",)


async def test_the_reasons_of_runs_that_are_over_are_no_secret(tmp_path: Path) -> None:
    path = await limited(tmp_path, "consensus", "H")
    assert not recording_row(path).can_continue
    assert "score" in recording_row(path).status
    assert "?" not in "".join(last_board(path))


@pytest.mark.parametrize("reason", LIMITS)
@pytest.mark.few(1)
async def test_beyond_a_limit_a_run_goes_on_by_the_command_line(tmp_path: Path, reason: str) -> None:
    path = await limited(tmp_path, reason, "H")
    stage = stage_again(Recording.read(path))
    assert (stage.live, stage.view.perspective, stage.view.ended is not None) == (None, "H", True)
    app = StageApp(stage, pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"{reason} reached; go on: playbill resume limited.jsonl -o {reason}=…" in row(app, "place")
    path.unlink()
    with pytest.raises(UserError, match=f"{reason} reached"):
        stage_again(Recording.read(await limited(tmp_path, reason, "A", "H")))


@pytest.mark.parametrize(
    ("reason", "word"),
    [
        ("consensus", "consensus; recorded in x.jsonl; watch it: playbill watch x.jsonl"),
        ("stop", "recorded in x.jsonl; go on: playbill resume x.jsonl"),
        *((limit, f"recorded in x.jsonl; go on: playbill resume x.jsonl -o {limit}=…") for limit in LIMITS),
    ],
)
async def test_the_parting_word_says_how_to_go_on(tmp_path: Path, reason: str, word: str) -> None:
    stage = stage_again(Recording.read(await limited(tmp_path, "max_turns")))
    assert closing_lines(stage) == ""
    stage.live = SimpleNamespace(path=Path("x.jsonl"), is_guest=False)  # type: ignore[assignment]
    assert stage.view.ended is not None
    stage.view.ended = msgspec.structs.replace(stage.view.ended, reason=reason)
    assert closing_lines(stage) == word
    stage.view.ended = None
    assert closing_lines(stage) == "recorded in x.jsonl; go on: playbill resume x.jsonl"


async def test_the_lobby_opens_a_limited_game_by_its_persons_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.lobby.game_opener.sample_path", lambda: tmp_path / "none.jsonl")
    path = await limited(tmp_path, "max_calls", "H")
    before = path.read_bytes()

    class App(Playbill):
        def on_mount(self) -> None:
            self.push_screen(LobbyScreen(LobbyState(7)))

    app = App(pace=0, motion=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("r", "enter")
        await settle(pilot)
        stage = app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.live, stage.view.perspective) == (None, "H")
    assert path.read_bytes() == before
