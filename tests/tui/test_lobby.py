"""The lobby screen: its keys and clicks, and the way to the stage and back."""

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.events import Paste
from textual.pilot import Pilot

from core.recording.file import Recording
from tests.tui.conftest import screen_of, until
from tests.tui.test_lobby_recordings import record, unfinish
from tui.app import Playbill
from tui.keys import KEYS
from tui.lobby.screen import LobbyScreen
from tui.lobby.state import LobbyState
from tui.screens.help import HelpScreen
from tui.screens.stage import StageScreen


class LobbyApp(Playbill):
    def on_mount(self) -> None:
        self.push_screen(LobbyScreen(LobbyState(7)))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    for module in ("game_opener", "recordings_screen"):
        monkeypatch.setattr(
            f"tui.lobby.{module}.sample_path",
            lambda scene="coloring": tmp_path / "samples" / f"{scene}-sample.jsonl",
        )
    return tmp_path


@asynccontextmanager
async def lobby(width: int = 80, height: int = 24) -> AsyncIterator[tuple[Pilot[Any], LobbyScreen]]:
    app = LobbyApp(pace=0, motion=False)
    async with app.run_test(size=(width, height)) as pilot:
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        await settle(pilot)
        yield pilot, screen


async def settle(pilot: Pilot[Any]) -> None:
    await pilot.pause()
    while busy := [w for w in pilot.app.workers if w.group in ("runs", "open", "board") and not w.is_finished]:
        await pilot.app.workers.wait_for_complete(busy)
        await pilot.pause()


def seen(screen: LobbyScreen) -> str:
    """Return all that is drawn, part by part."""
    return "\n".join(
        row for name in ("header", "scenes", "form", "runs", "message", "footer") for row in drawn(screen, name)
    )


def drawn(screen: LobbyScreen, name: str) -> list[str]:
    """Return the rows of a part of the screen."""
    part = screen.query_one(f"#{name}")
    return ["".join(s.text for s in part.render_line(y)) for y in range(part.size.height if part.display else 0)]


async def test_enter_plays_and_leaving_comes_back(data: Path) -> None:
    async with lobby() as (pilot, screen):
        assert "No runs yet" in seen(screen)
        assert "sample" not in seen(screen)
        assert "New here? g is a guided game" in seen(screen)
        await pilot.press("enter")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.view.seat == "H"
        assert stage.view.header.seed == 7
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app.screen is screen)
        await settle(pilot)
        assert "stopped" in seen(screen)
        await pilot.press("w")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.view.seat == ""
        assert set(stage.view.header.cast.values()) == {"rules"}
    assert len(list((data / "runs").glob("*.jsonl"))) == 2


async def test_options_change_by_keys_and_a_bad_one_is_refused() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "right")
        assert screen.state.setup.value("problem") == "generate"
        await pilot.press("down", "9", "enter")
        assert "from 0 to 3" in " ".join(seen(screen).split())
        await pilot.press("tab", "tab", "enter")
        assert pilot.app.screen is screen
        assert (screen.state.pane, screen.state.item) == ("options", "fixed")
        await pilot.press("2", "down", "ctrl+s")
        await pilot.pause()
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.view.header.config["fixed"], stage.view.header.config["problem"]) == (2, "generate")


async def test_a_policy_is_typed_or_pasted() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "tab", "enter", "ctrl+u", *"rando", "w", "escape")
        assert screen.state.setup.policy("A") == "rules"
        await pilot.press("enter", "ctrl+u", *"random", "enter", "down", "space")
        assert screen.state.setup.policy("A") == "random"
        assert screen.state.setup.policy("H") == "random"
        assert "no human" in seen(screen)
        await pilot.press("down")
        pilot.app.post_message(Paste("script:\x1b[2Jnowhere"))
        await pilot.pause()
        await pilot.press("enter")
        assert "nowhere cannot be read" in " ".join(seen(screen).split())


async def test_clicks_do_what_keys_do() -> None:
    async with lobby() as (pilot, screen):
        await click(pilot, screen, "↻")
        assert "random   ↻" in seen(screen)
        for where, what in (("default ▾", "generate"), ("greedy ▾", "maxsum"), ("o all", "o fewer")):
            await click(pilot, screen, where)
            assert what in seen(screen)
        await click(pilot, screen, "o fewer")
        await click(pilot, screen, "rules ▾")
        assert screen.state.setup.policy("A") == "chatty"
        await click(pilot, screen, "chatty ▾")
        assert screen.state.setup.policy("A") == "llm:mock"
        await click(pilot, screen, "llm:mock ▾")
        assert screen.state.setup.policy("A") == "remote"
        await click(pilot, screen, "remote ▾")
        assert screen.state.setup.policy("A") == "human"
        assert "another person" in seen(screen)
        await click(pilot, screen, "Play")
        await pilot.pause()
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, StageScreen)


async def click(pilot: Pilot[Any], screen: LobbyScreen, text: str) -> None:
    for y, row in enumerate(drawn(screen, "form")):
        if text in row:
            await pilot.click("#form", offset=(row.index(text), y))
            await pilot.pause()
            return
    raise AssertionError(f"{text} is not on the screen")


async def test_recordings_are_listed_watched_and_gone_on_with(data: Path) -> None:
    now = time.time()
    done = await record(data, "done.jsonl")
    cut = unfinish(await record(data, "cut.jsonl", max_turns=3, human=True))
    broken = data / "runs" / "broken [bold]x.jsonl"
    broken.write_text("hello\n")
    for i, path in enumerate((done, cut, broken)):
        os.utime(path, (now - 7300 * i, now - 7300 * i))
    async with lobby(120, 40) as (pilot, screen):
        text = seen(screen)
        assert "consensus, score" in text
        assert "not finished" in text
        assert "broken [bold]x.jsonl ! unreadable: line 1" in text
        assert "2 h ago" in text
        assert "last board" in text
        assert "clashes: none" in text
        await pilot.press("r", "down", "down", "enter")
        assert "is not the header" in seen(screen)
        await pilot.press("up", "up", "enter")
        await settle(pilot)
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.live, stage.view.known) == (None, len(Recording.read(done).events))
        await pilot.press("ctrl+q")
        await settle(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert stage.live is not None
        assert (stage.live.path, stage.view.seat) == (cut, "H")


async def test_a_recording_that_does_not_fold_is_told(data: Path) -> None:
    path = await record(data, "forged.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"to":"A"', b'"to":"Z"'))
    async with lobby(120, 40) as (pilot, screen):
        await pilot.press("r", "enter")
        await settle(pilot)
        assert pilot.app.screen is screen
        assert "does not fit the game" in seen(screen)


async def test_the_sample_is_there_when_there_is_nothing_else(data: Path) -> None:
    samples = data / "samples"
    samples.mkdir()
    unfinish(await record(data, "x.jsonl", human=True)).rename(samples / "coloring-sample.jsonl")
    async with lobby() as (pilot, screen):
        assert "No runs yet" in seen(screen)
        assert "sample" in seen(screen)
        for keys in ("s",), ("shift+tab", "enter"):
            await pilot.press(*keys)
            await settle(pilot)
            stage = pilot.app.screen
            assert isinstance(stage, StageScreen)
            assert stage.live is None
            await pilot.press("ctrl+q")
            await settle(pilot)
        await pilot.press("escape", "r")
        assert screen.state.run is not None
        assert screen.state.run.shipped


@pytest.mark.slow
async def test_a_crowd_is_a_row_and_who_is_named_has_another() -> None:
    async with lobby() as (pilot, screen):
        await pilot.press(*["down"] * 4, "tab", "tab")
        assert screen.state.items("cast") == ("*", "guest", "+")
        await pilot.press("down", "down", "enter", *"nobody", "enter")
        assert "nobody is called 'nobody' here" in seen(screen)
        await pilot.press("enter", *"mira", "enter", "right")
        assert screen.state.setup.header(1).cast["mira"] == "amplify"
        assert all(word in seen(screen) for word in ("everyone", "guest", "+ add", "Play", "Recent"))


async def test_models_of_the_users_config_are_offered(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = data / "config.toml"
    config.write_text('[models."ollama/small"]\n')
    monkeypatch.setenv("PLAYBILL_CONFIG", str(config))
    async with lobby() as (pilot, screen):
        await pilot.press("tab", "tab", *["left"] * 3)
        assert screen.state.setup.policy("A") == "llm:ollama/small"
        assert "language model" in seen(screen)


async def test_the_guided_game_of_the_scene_that_is_chosen() -> None:
    async with lobby() as (pilot, _):
        await pilot.press("down", "g")
        stage = pilot.app.screen
        assert isinstance(stage, StageScreen)
        assert (stage.view.header.scene, stage.state.guide.at) == ("chat", 0)


async def test_it_works_in_a_tiny_terminal_and_asks_for_more_in_a_smaller_one() -> None:
    async with lobby(60, 20) as (pilot, screen):
        await pilot.press("tab", "o", "end", *["down"] * 6)
        assert screen.state.pane == "play"
        assert "▸  Play" in seen(screen)
        await pilot.resize_terminal(50, 20)
        await pilot.pause()
        assert screen.query_one("#notice").display
        await pilot.resize_terminal(200, 50)
        await pilot.pause()
        assert not screen.query_one("#notice").display


async def test_each_binding_has_a_name_and_the_palette_runs_it() -> None:
    listed = [binding for each in LobbyScreen.__mro__ for binding in vars(each).get("BINDINGS", ())]
    bound = {binding.id for binding in listed if isinstance(binding, Binding)}
    assert {name for name, key in KEYS.items() if key.where == "lobby"} <= bound
    async with lobby() as (pilot, screen):
        await pilot.press("f7")
        assert "f7 has no meaning here" in seen(screen)
        await pilot.press("down", "up")
        assert "f7" not in seen(screen)
        await pilot.press("ctrl+p")
        assert "Beside its parent" not in screen_of(pilot.app), "nothing is chosen that has a parent"
        await pilot.press(*"all", "space", "o", "enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert screen.state.all_options


@pytest.mark.slow
async def test_every_palette_draws_it_and_help_opens() -> None:
    async with lobby() as (pilot, screen):
        for name in ("light", "color-blind", "plain"):
            await pilot.press("t")
            await pilot.pause()
            assert f"theme {name}" in seen(screen)
        assert "[ Play ]" in seen(screen)
        await pilot.press("?")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("escape", "tab", "escape")
        assert screen.state.pane == "scenes"
        await pilot.press("escape")
        assert "leave Playbill?" in seen(screen)
        await pilot.press("escape")
    assert pilot.app.return_code == 0
