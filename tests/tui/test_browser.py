"""Games in browsers: pages and processes per token, and a whole game of Hanabi in two windows of a real browser."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from core.engine.casting import prepare
from core.engine.events import Acted, Event, RunEnded
from core.engine.session import Session
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.file import Recorder
from core.remote.headless import play_hosted
from core.remote.host import Host
from core.remote.host_settings import HostSettings
from core.trust.grants import Grants
from tests.chromium import CHROMIUM, Page, browser
from tests.tui.conftest import RECORDINGS, stage_of, until
from tui.cli.branching import BranchPoint, record_branches
from tui.cli.game_options import GameSettings
from tui.cli.remote import serve_browsers
from tui.stages import StageApp
from tui.state.opening import replay_stage


@asynccontextmanager
async def hosted(events: list[Event]) -> AsyncIterator[Host]:
    """Host a game of Hanabi for two remote players, with pages for browsers."""
    header = prepare("hanabi", {"players": 2}, {"*": "remote"}, 3)
    host = Host(header, HostSettings("secret of a test", web=True))
    host.listen()
    serve_browsers(host)
    session = Session(header, None, on_signal=host.hear)
    playing = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    await asyncio.sleep(0.1)
    try:
        yield host
    finally:
        session.run.control.stop()
        await playing


async def test_pages_come_from_here_alone_and_visits_need_a_token_and_the_page() -> None:
    async with hosted([]) as host, ClientSession() as http:
        base = f"http://{host.address}"
        async with http.get(f"{base}/") as answer:
            text = await answer.text()
            assert "https://" not in text.replace('"https:"', "")
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        for path, status in {"js/textual.js": 200, "../server.py": 404, "%2e%2e/server.py": 404, "js": 404}.items():
            async with http.get(f"{base}/static/{path}") as answer:
                assert answer.status == status, path
        own, token = {"Origin": base}, host.token("Ann")
        for headers, path, status in (
            ({}, token, 403),
            ({"Origin": "http://evil.example"}, token, 403),
            (own, "AAAA-AAAA-AAAA-AAAA", 403),
        ):
            with pytest.raises(WSServerHandshakeError) as refused:
                await http.ws_connect(f"{base}/terminal/{path}", headers=headers)
            assert refused.value.status == status
        async with http.ws_connect(f"{base}/terminal/{token}?width=80&height=24", headers=own) as socket:
            async with asyncio.timeout(60):
                frame = await socket.receive()
            assert frame.type == WSMsgType.BINARY
            for nonsense in ("[", "{}", '["stdin", 3]', '["resize", {"width": 1e9}]', '["quit"]'):
                await socket.send_str(nonsense)
            await socket.send_json(["ping", 7])
            async with asyncio.timeout(60):
                while (frame := await socket.receive()).type == WSMsgType.BINARY:
                    pass
            assert frame.json() == ["pong", 7]


async def test_a_visitor_starts_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor writes nothing even after the whole game is released and the header is no longer a partial one."""
    monkeypatch.setenv("PLAYBILL_VISITOR", "1")
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    sample = await asyncio.to_thread(read_run, RECORDINGS / "coup-sample.jsonl")
    app = StageApp(replay_stage(sample, at=30), pace=0.0, motion=False)
    async with app.run_test(size=(100, 30)) as pilot:
        runs = stage_of(app).state.runs
        acts: tuple[Callable[[], None], ...] = (
            partial(runs.play_again, 3),
            partial(runs.save, "text", "", ".txt"),
            partial(runs.play_on, 20, "Ann"),
        )
        for act in acts:
            stage_of(app).state.news = ("", "")
            act()
            await until(pilot, lambda: "in a browser" in stage_of(app).state.news[0])
        point = BranchPoint(20, GameSettings({}, {"Bob": f"mcp:touch {tmp_path}/started"}, None, {}))
        with pytest.raises(UserError, match="in a browser"):
            record_branches(stage_of(app).view, point, [None], Grants())
        await pilot.press("ctrl+t")
        assert app.theme == "light"
        await pilot.press("ctrl+q")
    with pytest.raises(UserError, match="in a browser"):
        Recorder.create(tmp_path / "new.jsonl", sample.header)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
async def test_the_lobby_is_served_to_whoever_has_the_link(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from tui.cli.app import main; main()", "web"),
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PLAYBILL_DATA": str(tmp_path)},
    )
    try:
        assert process.stderr is not None
        line = (await process.stderr.readline()).decode()
        base, token = line.split()[1].split("/#")
        async with ClientSession() as http:
            with pytest.raises(WSServerHandshakeError):
                await http.ws_connect(f"{base}/terminal/another", headers={"Origin": base})
            async with http.ws_connect(f"{base}/terminal/{token}", headers={"Origin": base}) as socket:
                seen = b""
                async with asyncio.timeout(60):
                    while b"Scenes" not in seen:
                        seen += (await socket.receive()).data
    finally:
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_two_browsers_play_a_whole_game_by_keys_and_clicks(tmp_path: Path) -> None:
    events: list[Event] = []
    async with hosted(events) as host, browser(2) as pages:
        seats = dict(zip(("Ann", "Bob"), pages, strict=True))
        for name, page in seats.items():
            await page.open(host.links[name])
        async with asyncio.timeout(120):
            while not host.started:
                await asyncio.sleep(0.2)
        turn = 0
        async with asyncio.timeout(240):
            while not (events and isinstance(events[-1].data, RunEnded)):
                for name in host._waiting.names:
                    await play_first_card(seats[name], by_click=turn % 2 == 1)
                    turn += 1
                await asyncio.sleep(0.5)
            await pages[0].resize(1400, 800)
            await asyncio.sleep(1)
        for name, page in seats.items():
            await page.picture(tmp_path / f"{name}.png")
            assert {urlsplit(url).netloc for url in page.requests if url.startswith("http")} == {host.address}
    did = [event for event in events if isinstance(event.data, Acted)]
    assert {event.agent for event in did} == {"Ann", "Bob"}
    assert events[-1].data.reason == "bombed"


async def play_first_card(page: Page, *, by_click: bool) -> None:
    """Play the first card by its key, or by a click on the key in the footer."""
    await page.call("Page.bringToFront")
    if by_click:
        height = await page.run("window.innerHeight")
        await page.click(150, height - 12)
    else:
        await page.press("p")
