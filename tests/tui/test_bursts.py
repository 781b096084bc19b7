"""Keys and pastes that arrive faster than the screen updates take effect in the order they were typed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from core.engine.events import Acted
from core.recording.file import Recording
from tests.terminal import Terminal
from tests.tui.conftest import playing, replaying, screen_of, seated, until, watching
from tests.tui.monkey import send
from tests.tui.test_cli import PLAYBILL
from tui.app import Playbill
from tui.lobby.app import LobbyApp
from tui.lobby.screen import LobbyScreen
from tui.screens.branch import BranchScreen
from tui.screens.picker import Picker
from tui.screens.stage import StageScreen

NAMED = {"\r": "enter", "\x1b": "escape", "\t": "tab", " ": "space", "\x11": "ctrl+q", "\x10": "ctrl+p"}


def type_at_once(app: Playbill, text: str) -> None:
    """Post the keys of a text at once, as one read from the terminal does."""
    for letter in text:
        send(app, NAMED.get(letter, letter))


def start(path: Path) -> Terminal:
    terminal = Terminal([PLAYBILL, "play", "coloring", "--seed", "7", "--record", str(path)])
    terminal.wait_for("YOUR TURN")
    return terminal


def commands(path: Path) -> list[str]:
    return [event.data.command for event in Recording.read(path).events if isinstance(event.data, Acted)]


@pytest.mark.parametrize("keys", ["mhey\rr", "m\x1b[200~hey\x1b[201~\rr"])
@pytest.mark.few(1)
def test_what_is_typed_after_enter_is_no_part_of_what_was_sent(keys: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = start(path)
    terminal.send(keys)
    terminal.wait_for("h1 R")
    terminal.kill()
    assert commands(path)[:2] == ["say hey", "color h1 red"]


async def test_two_lines_and_keys_of_the_board_in_one_burst() -> None:
    async with seated() as (app, pilot, stage):
        type_at_once(app, "mone\rmtwo\r/thr\r")
        await until(pilot, lambda: stage.view.seat in stage.view.waiting and "two" in screen_of(app))
        said = [event.data.command for event in stage.view.events if isinstance(event.data, Acted)]
        assert said == ["say one", "say two"]
        assert stage.words.value == ""


async def test_a_paste_between_keys_stays_between_them() -> None:
    async with seated() as (app, pilot, stage):
        send(app, "m")
        send(app, "a")
        app.post_message(Paste("bc\nd"))
        type_at_once(app, "e\rr")
        await until(pilot, lambda: "h1 R" in screen_of(app))
        assert any(event.data == Acted("say abc de") for event in stage.view.events)


async def test_a_search_in_a_burst_is_answered_before_the_next_key() -> None:
    async with watching(at=100) as (app, pilot, stage):
        type_at_once(app, ":7\r:12\r")
        await until(pilot, lambda: stage.view.n == 12)
        type_at_once(app, ":x\x1b/red\ri")
        await until(pilot, lambda: stage.has_class("why"))
        assert stage.words.value == ""


async def test_the_picker_and_the_branch_page_take_a_burst() -> None:
    async with watching(at=100) as (app, pilot, _):
        type_at_once(app, "\x10light")
        app.post_message(Paste(" palette"))
        type_at_once(app, "\rb")
        await until(pilot, lambda: isinstance(app.screen, BranchScreen))
        assert app.theme == "light"
        page = app.screen
        assert isinstance(page, BranchScreen)
        type_at_once(app, "\t\t12\x1b")
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        assert page.changes.changed[("", "seed")] == "12"


async def lobby(app: LobbyApp, pilot: Pilot[str]) -> LobbyScreen:
    await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, LobbyScreen)
    return app.screen


async def test_a_row_of_the_lobby_takes_a_burst() -> None:
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await lobby(app, pilot)
        screen.state.go("options", len(screen.state.items("options")) - 1)
        send(app, "4")
        app.post_message(Paste("2"))
        type_at_once(app, "1\r\x1b")
        await until(pilot, lambda: screen.state.pane == "scenes")
        assert screen.state.seed == 421


Start = Callable[[], Playbill]


@pytest.mark.parametrize("keys", ["?\x11", "??\x11\x11", "\r\r?\x11", "?\t\r?\x11", "b?\x1b\r\x11", "i?\x11"])
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: LobbyApp(pace=0.0, motion=False), id="lobby"),
        pytest.param(playing, id="stage"),
        pytest.param(lambda: replaying(at=10_000), id="ending"),
        pytest.param(lambda: replaying(at=100), id="replay"),
    ],
)
@pytest.mark.few(3)
async def test_a_burst_that_ends_in_ctrl_q_leaves(make: Start, keys: str) -> None:
    app = make()
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen | StageScreen))
        type_at_once(app, keys)
        await until(pilot, lambda: not app._typed)
        while app.is_running:  # leaving a game that the lobby opened returns to the lobby
            send(app, "ctrl+q")
            await pilot.pause()
    assert app.return_code == 0


async def test_keys_typed_before_a_page_is_there_are_for_that_page() -> None:
    async with watching(at=100) as (app, pilot, stage):
        type_at_once(app, "?q?\x1b?\r:7\r")
        await until(pilot, lambda: stage.view.n == 7)
        assert app.screen is stage
        type_at_once(app, "\x10")
        await until(pilot, lambda: isinstance(app.screen, Picker))


async def test_a_stage_that_lost_the_focus_takes_the_first_key() -> None:
    """A terminal or web page may send keys before it reports that it has the focus."""
    from textual.events import AppBlur

    async with seated() as (app, pilot, stage):
        app.post_message(AppBlur())
        await until(pilot, lambda: stage.focused is None)
        await pilot.press("escape")
        assert stage.state.asking == "leave"
