"""A hosted game over a network: the waiting room, and the game on the stages of host and guest."""

import asyncio
import re
from pathlib import Path

import pytest

from core.engine.casting import prepare
from core.engine.session import Session
from core.recording.checked_reader import read_run
from core.remote.client import Client
from core.remote.headless import play_hosted
from core.remote.host import Host
from core.remote.host_settings import HostSettings
from tests.remote_player import RemotePlayer
from tests.tui.conftest import my_turn, screen_of, stage_of, until
from tui.lobby.app import LobbyApp
from tui.lobby.screen import LobbyScreen
from tui.screens.guest_table import GuestTable
from tui.screens.host_table import HostTable
from tui.screens.stage import StageScreen
from tui.stages import StageApp
from tui.state.opening import hosted_stage, joined_stage


def table_of(scene: str = "coup", **cast: str) -> Host:
    host = Host(prepare(scene, {}, {"*": "random", **cast}, 12), HostSettings("secret of a test", spectators=0))
    host.listen()
    return host


def host_app(host: Host, record: Path | None = None) -> StageApp:
    table = HostTable(host, lambda: hosted_stage(host, record))
    return StageApp(table, pace=0.0, motion=False, closing=lambda: host.close("the host has left"))


def guest_app(client: Client) -> StageApp:
    table = GuestTable(client, lambda: joined_stage(client))
    return StageApp(table, pace=0.0, motion=False, closing=client.close)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.few(1)
async def test_a_host_waits_for_players_and_starts(size: tuple[int, int], tmp_path: Path) -> None:
    host = table_of(Ann="human", Bob="remote")
    app = host_app(host, tmp_path / "run.jsonl")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: bool(host.address))
        assert f"playbill join {host.address} {host.token('Bob')}" in screen_of(app)
        assert "waiting for 1 player" in screen_of(app)
        await pilot.press("enter")
        assert "Bob is not ready yet" in screen_of(app)
        playing = asyncio.ensure_future(RemotePlayer(host, "Bob").play())
        await until(pilot, lambda: "● here, ready" in screen_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        stage = stage_of(app)
        for _ in range(6):
            await until(pilot, lambda: stage.view.mine or stage.view.ended is not None)
            if stage.view.ended is None:
                stage.state.seat.give(stage.view.commands()[0])
                await pilot.pause()
        await pilot.press("ctrl+q")
    await asyncio.wait_for(playing, 10)
    assert HostSettings.of(tmp_path / "run.jsonl").secret == "secret of a test"


async def test_a_bot_takes_a_seat_and_gives_it_back() -> None:
    host = table_of(Ann="human", Bob="remote", Cat="remote")
    app = host_app(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(host.address))
        await pilot.press("b")
        assert "your own seat" in screen_of(app)
        await pilot.press("down", "b")
        assert host.header.cast["Bob"] == "rules"
        assert host.token("Bob") not in screen_of(app)
        await pilot.press("b")
        assert host.header.cast["Bob"] == "remote"
        assert host.token("Bob") in screen_of(app)
        await pilot.press("y")
        assert app.clipboard == host.invitations["Bob"]
        await pilot.press("question_mark")
        assert "Give each remote player" in screen_of(app)
        await pilot.press("escape", "escape")


async def test_the_lobby_hosts_a_game_with_a_remote_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        names = [setup.kind.name for setup in lobby.state.setups]
        lobby.state.go("scenes", names.index("coup"))
        lobby.state.setup.write_policy("Bob", "remote")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, HostTable))
        assert isinstance(app.screen, HostTable)
        host = app.screen._host
        await until(pilot, lambda: "playbill join" in screen_of(app))
        playing = asyncio.ensure_future(RemotePlayer(host, "Bob").play())
        await until(pilot, lambda: host.all_ready)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        await pilot.press("escape", "y")
        await until(pilot, lambda: app.screen is lobby)
        await asyncio.wait_for(playing, 10)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, HostTable))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is lobby)


async def test_a_guest_plays_at_a_table_elsewhere(tmp_path: Path) -> None:
    host = table_of(Ann="remote", Bob="remote")
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    client = Client(host.address, host.token("Ann"))
    client.record_to(lambda header: tmp_path / "ann.jsonl")
    app = guest_app(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "waiting for 1 player" in screen_of(app))
        await pilot.press("r")
        await until(pilot, lambda: "not ready" in screen_of(app).replace("r not ready", ""))
        await pilot.press("question_mark")
        assert "tell the host whether you are ready" in screen_of(app)
        assert "puts a bot" not in screen_of(app)
        await pilot.press("escape", "r")
        other = asyncio.ensure_future(RemotePlayer(host, "Bob").play())
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        stage = await my_turn(pilot)
        assert stage.view.header.cast == {"Ann": "human", "Bob": "remote", "Cat": "remote", "Dan": "remote"}
        assert "seed" not in screen_of(app)
        for act in (stage.state.seat.change_perspective, stage.state.runs.branch):
            act()
            assert "host" in stage.state.news[0], act
        while stage.view.ended is None:
            if stage.view.mine:
                stage.state.seat.give(stage.view.commands()[0])
            await pilot.pause(0.01)
        await until(pilot, lambda: "What next" in screen_of(app))
        assert "rematch" not in screen_of(app)
        await until(pilot, lambda: "the whole game" in screen_of(app))
        assert "play on" not in screen_of(app)
        await pilot.press("a")
        await until(pilot, lambda: not stage_of(app).view.header.is_partial)
        assert stage_of(app).view.header == host.header
        await pilot.press("ctrl+q")
    await asyncio.gather(hosting, other)
    assert read_run(tmp_path / "ann.jsonl").ended is not None


async def test_a_guest_hears_that_the_host_has_left_or_was_never_there(tmp_path: Path) -> None:
    host = table_of(Ann="remote")
    await host.open()
    app = guest_app(Client(host.address, host.token("Ann")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "waiting for the host" in screen_of(app))
        await host.close("the host has left")
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == "playbill: the host has left"
    app = guest_app(Client(host.address, host.token("Ann")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert "there is no table at" in str(app.return_value)


async def test_people_chat_at_the_table_before_the_game() -> None:
    host = table_of(Ann="human", Bob="remote")
    app = host_app(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(host.address))
        client = Client(host.address, host.token("Bob"))
        client.connect()
        await until(pilot, lambda: host.all_ready)
        assert "Chat" not in screen_of(app).replace("T chat", "")
        await pilot.press("T", "b", "r", "b", "enter")
        await until(pilot, lambda: bool(client.chat.lines))
        assert [(line.name, line.text) for line in client.chat.lines] == [("Ann", "brb")]
        assert host.header.cast["Bob"] == "remote"
        assert client.say("[bold]ok[/] \x1b[2J") == ""
        await until(pilot, lambda: "Bob  [bold]ok[/]" in screen_of(app))
        assert "you  brb" in screen_of(app)
        while host.chat.write("quick") == "":
            pass
        await pilot.press("h", "enter")
        assert "wait a few seconds" in screen_of(app)
        await pilot.press("ctrl+u", "enter", "escape")
        await client.close()


@pytest.mark.slow
async def test_a_guest_chats_at_the_table_and_during_the_game(tmp_path: Path) -> None:
    host = table_of(Ann="remote", Bob="remote")
    session = Session(host.header, None, on_signal=host.hear)
    hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    client = Client(host.address, host.token("Ann"))
    app = guest_app(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: client.chat.closed == "")
        await pilot.press("T", *"hello", "enter", *"one")
        bob = RemotePlayer(host, "Bob")
        other = asyncio.ensure_future(bob.play())
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        stage = await my_turn(pilot)
        await pilot.press(*" more", "enter", "escape")  # the line that was being typed when the game began
        await until(pilot, lambda: len(bob.client.chat.lines) == 2)
        stage.state.navigation.open_tab(0)
        await pilot.press("escape")
        assert bob.client.say("my turn is next") == ""
        await until(pilot, lambda: "Table 1" in screen_of(app))
        assert "my turn is next" not in screen_of(app)
        known = stage.view.known
        await pilot.press("T", "n", "enter")
        await until(pilot, lambda: "you  n" in screen_of(app))
        assert "Bob  my turn is next" in screen_of(app)
        assert "Table 1" not in screen_of(app)
        assert stage.view.known == known
        await pilot.press("escape", "p", "enter")  # the same keys act on the game again
        await until(pilot, lambda: stage.view.known > known)
        assert [line.text for line in bob.client.chat.lines] == ["hello", "one more", "my turn is next", "n"]
        await pilot.press("ctrl+q")
    session.run.control.stop()
    await asyncio.gather(hosting, other)


@pytest.mark.slow
async def test_the_host_pauses_and_replaces_a_player_who_is_gone(tmp_path: Path) -> None:
    host = table_of(Ann="human", Bob="remote", Cat="remote")
    app = host_app(host, tmp_path / "run.jsonl")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(host.address))
        bob, cat = Client(host.address, host.token("Bob")), RemotePlayer(host, "Cat")
        bob.connect()
        playing = asyncio.ensure_future(cat.play())
        await until(pilot, lambda: host.all_ready)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        stage = stage_of(app)

        async def play_until_bob() -> None:
            async with asyncio.timeout(30):
                while set(stage.view.waiting) != {"Bob"}:
                    if stage.view.mine:
                        stage.state.seat.give(stage.view.commands()[0])
                    await pilot.pause(0.01)

        await play_until_bob()
        await pilot.press("R")
        await until(pilot, lambda: "Let a bot play for Bob" in screen_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: bob.paused and cat.client.paused)
        await until(pilot, lambda: "paused" in screen_of(app))
        await pilot.press("space")
        await until(pilot, lambda: not bob.paused)
        await bob.close()
        await until(pilot, lambda: "waiting for Bob: playbill join" in screen_of(app))
        assert re.search(r"default\s+in 4:5", screen_of(app))
        assert "R lets a bot play" in screen_of(app)
        await pilot.press("R", "down", "enter")
        await until(pilot, lambda: "Bob" not in stage.view.waiting)
        for chat in (host.chat, cat.client.chat):
            assert chat.lines[-1].text == "a bot (rules) now plays for Bob"
        await pilot.press("R", "down", "enter")
        assert host.policy("Bob") == "remote"
        await pilot.press("ctrl+q")
    await asyncio.wait_for(playing, 10)
    assert cat.client.saved


async def test_a_guest_sees_pauses_time_and_delay_and_that_the_game_is_saved() -> None:
    host = table_of(Ann="remote")
    host.is_saved = True
    session = Session(host.header, None, on_signal=host.hear)
    hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    app = guest_app(Client(host.address, host.token("Ann")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        await my_turn(pilot)
        await until(pilot, lambda: "default in 4:5" in screen_of(app))
        host.pause(True)
        await until(pilot, lambda: "‖ paused" in screen_of(app) and "paused by the host" in screen_of(app))
        host.pause(False)
        await until(pilot, lambda: "the host continues the game" in screen_of(app))
        stage_of(app).state.navigation.open_tab(len(stage_of(app).state.tabs) - 1)
        await until(pilot, lambda: re.search(r"Ann you · \d+ ms · default in 4:5", screen_of(app)) is not None)
        session.run.control.stop()
        await until(pilot, lambda: "the host has left and saved the game" in screen_of(app))
        await pilot.press("ctrl+q")
    await hosting


async def test_a_guest_who_was_replaced_reads_why() -> None:
    host = table_of(Ann="remote")
    session = Session(host.header, None, on_signal=host.hear)
    hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    app = guest_app(Client(host.address, host.token("Ann")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StageScreen))
        await my_turn(pilot)
        host.reseat("Ann")
        await until(pilot, lambda: "the host has put a bot into your seat" in screen_of(app))
        assert "default in" not in screen_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.return_value is not None)
    await hosting
