"""Hosted games: real connections on loopback, between a host and players who join."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError, web
from msgspec import UNSET
from msgspec.structs import replace

from core.engine.casting import prepare, scene_after
from core.engine.config import RESUMABLE
from core.engine.events import Acted, Defaulted, Event, RunEnded, TurnEnded
from core.engine.session import Session
from core.engine.simulator import Waiting
from core.errors import UserError
from core.recording.checked_reader import read_run
from core.recording.line_format import encode_lines
from core.recording.verification import digest, verify
from core.remote.client import Client
from core.remote.connection import BURST, REQUESTS_AT_ONCE
from core.remote.headless import play_hosted
from core.remote.host import Host
from core.remote.host_settings import HostSettings
from core.remote.join_port import UNSEATED
from core.remote.projection import PUBLIC, commit, public_header
from core.remote.protocol import MAX_COMMAND_CHARACTERS, ProtocolError, Welcome, encode
from core.remote.release import Release
from tests.remote_player import RemotePlayer, play_with, players

GAMES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "chat": ({"max_turns": 16}, ("Ann", "Cat")),
    "coloring": ({"max_turns": 40}, ("H", "B")),
    "council": ({"rounds": 1}, ("Ann", "Bob")),
    "coup": ({"players": 3}, ("Ann", "Cat")),
    "feed": ({"agents": 40, "ticks": 40, "visitors": 2}, ("mira", "kofi")),
    "hanabi": ({"players": 3}, ("Ann", "Bob")),
    "village": ({"max_turns": 40}, ("Ida", "Kai")),
    "werewolf": ({"players": 6}, ("Ann", "Bob")),
}


def hosted(
    scene: str = "coup", options: dict[str, Any] | None = None, seats: tuple[str, ...] = ("Bob",), **settings: Any
) -> Host:
    cast = {"*": "random", **dict.fromkeys(seats, "remote")}
    header = prepare(scene, options or {"players": 3}, cast, 20261128)
    host = Host(header, HostSettings(secret="secret of a test", **settings))
    host.listen()
    return host


@asynccontextmanager
async def connected(host: Host, token: str, **hello: Any) -> AsyncIterator[ClientWebSocketResponse]:
    """Connect as a program that implements the protocol itself."""
    async with ClientSession() as http, http.ws_connect(f"ws://{host.address}/join") as socket:
        await socket.send_json({"type": "hello", "token": token, **hello})
        yield socket


async def message(socket: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    async with asyncio.timeout(10):
        async for frame in socket:
            if frame.type == WSMsgType.TEXT and (found := json.loads(frame.data))["type"] == kind:
                answer: dict[str, Any] = found
                return answer
    raise AssertionError(f"no {kind}")


async def asked(socket: ClientWebSocketResponse, name: str) -> None:
    """Wait until a seat has to act."""
    while (await message(socket, "waiting"))["names"] != [name]:
        pass


@pytest.mark.parametrize("scene", GAMES)
@pytest.mark.few(3)
async def test_two_players_and_a_spectator_see_a_whole_game(scene: str, tmp_path: Path) -> None:
    options, seats = GAMES[scene]
    host = hosted(scene, options, seats, spectators=0)
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    joined = players(host, tmp_path)
    events = await play_with(host, session, joined)
    assert isinstance(events[-1].data, RunEnded)
    assert await verify(read_run(tmp_path / "whole.jsonl")) == len(events)
    for player in joined:
        partial = read_run(tmp_path / f"{player.name or 'public'}.jsonl")
        assert partial.events == player.events
        assert partial.ended is not None
        assert partial.ended.winners == events[-1].data.winners
        assert partial.ended.digest == digest(partial.header, partial.events[:-1])
        assert partial.header.partial
        assert partial.header.partial.commitment == commit(host.header, host.nonce)
        if events[-1].data.reason not in RESUMABLE:
            whole = read_run(tmp_path / f"{player.name or 'public'}-whole.jsonl")
            assert await verify(whole) == len(events)
        if player.name:
            did = [event.data for event in events if event.agent == player.name and isinstance(event.data, Acted)]
            assert did, f"{player.name} did nothing"


async def test_a_player_whose_connection_breaks_goes_on_where_it_was(tmp_path: Path) -> None:
    host = hosted()
    session = Session(host.header, None, on_signal=host.hear)
    player = RemotePlayer(host, "Bob", tmp_path)

    async def break_connections() -> None:
        for _ in range(5):
            await asyncio.sleep(0.15)
            for connection in host.connections("Bob"):
                await connection.close()

    breaking = asyncio.ensure_future(break_connections())
    events = await play_with(host, session, [player])
    await breaking
    assert isinstance(events[-1].data, RunEnded)
    assert read_run(tmp_path / "Bob.jsonl").events == player.events
    given = [event for event in events if event.agent == "Bob" and isinstance(event.data, Acted)]
    assert len(given) == len([event for event in player.events if isinstance(event.data, Acted)])


async def test_a_host_that_comes_back_accepts_the_same_tokens(tmp_path: Path) -> None:
    host = hosted()
    path = tmp_path / "whole.jsonl"
    session = Session(host.header, path, on_signal=host.hear)
    player = RemotePlayer(host, "Bob", tmp_path)
    playing = asyncio.ensure_future(player.play())

    with pytest.raises(asyncio.CancelledError):
        await _killed(host, session, after=12)
    assert not player.client.ended
    again = Host(host.header, host.settings)
    again.listen()
    recording = read_run(path)
    resumed = Session(recording.header, None, recording, on_signal=again.hear)
    events: list[Event] = []
    await play_hosted(again, resumed, events.extend, lambda text: None)
    await playing
    whole = read_run(path)
    assert whole.ended is not None
    assert await verify(whole) == len(whole.events)
    assert read_run(tmp_path / "Bob.jsonl").events == player.events


async def _killed(host: Host, session: Session, after: int) -> None:
    """Play a number of events, then stop as a killed process does, without a message to any client."""
    task: asyncio.Task[None]

    def take(batch: object) -> None:
        if session.run._log.n >= after:
            task.cancel()

    async def play() -> None:
        await host.open()
        await host.gather()
        host.start(session.run.agents, session.past)

        def pass_on(batch: Any) -> None:
            host.take(batch)
            take(batch)

        await session.play_to_end(pass_on)

    task = asyncio.ensure_future(play())
    try:
        await task
    finally:
        for connection in host.connections("Bob"):
            await connection.close()
        await host.stop()


async def test_nothing_is_released_where_the_host_keeps_it_or_the_game_may_go_on(tmp_path: Path) -> None:
    for release, options in ((False, {"players": 3}), (True, {"players": 3, "max_turns": 2})):
        host = hosted(options=options, release=release)
        player = RemotePlayer(host, "Bob", None)
        await play_with(host, Session(host.header, None, on_signal=host.hear), [player])
        assert player.client.ended is not None
        assert player.client.released is None
        assert not player.client.closed.startswith("the host sends")


async def test_a_released_log_that_is_another_one_is_rejected() -> None:
    host = hosted()
    player = RemotePlayer(host, "Bob")
    events = await play_with(host, Session(host.header, None, on_signal=host.hear), [player])
    partial, ended = player.client.header, player.client.ended
    assert partial is not None
    assert ended is not None
    whole = Release(host.header, host.nonce, partial)
    assert whole.take(encode_lines(events))
    assert whole.finish(ended.digest, None).events == events
    with pytest.raises(ProtocolError, match="not that of this game"):
        Release(replace(host.header, seed=1), host.nonce, partial)
    with pytest.raises(ProtocolError, match="not what was seen"):
        whole.finish("0" * 64, None)
    changed = Release(host.header, host.nonce, partial)
    changed.take(
        encode_lines([replace(event, agent="Ann" if event.agent == "Cat" else event.agent) for event in events])
    )
    with pytest.raises(ProtocolError, match="was changed"):
        changed.finish(ended.digest, None)


async def test_somebody_with_the_same_token_takes_over_and_the_first_is_told() -> None:
    host = hosted()
    await host.open()
    async with connected(host, host.token("Bob")) as first:
        assert (await message(first, "table"))["seat"] == "Bob"
        async with connected(host, host.token("Bob")) as second:
            assert (await message(second, "table"))["seat"] == "Bob"
            assert "plays on" in (await message(first, "closed"))["why"]
            assert len(host.connections("Bob")) == 1
    await host.close("over")


async def test_acts_are_carried_out_once_and_not_when_they_are_stale() -> None:
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first"})
    session = Session(host.header, None, on_signal=host.hear)
    playing = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    async with connected(host, host.token("Ann")) as socket:
        await message(socket, "welcome")
        await asked(socket, "Ann")
        act = {"type": "act", "id": 1, "at": 10**6, "command": "income"}
        await socket.send_json({**act, "id": 7, "at": 0})
        assert "moved on" in (await message(socket, "ack"))["why"]
        await socket.send_json({**act, "id": 8, "command": "fly"})
        assert "fly" in (await message(socket, "ack"))["why"]
        await asked(socket, "Ann")
        for _ in range(3):
            await socket.send_json(act)
            assert await message(socket, "ack") == {"type": "ack", "id": 1, "why": ""}
    session.run.control.stop()
    await playing
    done = [event.data.command for event in session.run._log.this_turn if isinstance(event.data, Acted)]
    assert done.count("income") <= 1


async def test_a_player_who_comes_back_with_another_app_can_act() -> None:
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first", "max_turns": 6})
    session = Session(host.header, None, on_signal=host.hear)
    events: list[Event] = []
    playing = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    await asyncio.sleep(0.1)
    await RemotePlayer(host, "Ann").play(until=lambda player: len(player.events) > 4 and not player.client._unanswered)
    again = RemotePlayer(host, "Ann")
    await asyncio.wait_for(asyncio.gather(again.play(), playing), 30)
    assert again.client.ended is not None
    assert not again.client.rejected


async def test_programs_play_over_plain_http(tmp_path: Path) -> None:
    """One program polls its observation and acts; another follows its own log, which is the partial recording."""
    host = hosted(seats=("Ann", "Bob"), options={"players": 3, "talk": "off"})
    session = Session(host.header, None, on_signal=host.hear)
    events: list[Event] = []
    playing = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    await asyncio.sleep(0.1)
    base, lines = f"http://{host.address}", list[bytes]()

    async def play(name: str) -> None:
        bearer = {"Authorization": f"Bearer {host.token(name)}"}
        async with ClientSession(base, headers=bearer) as http:
            while True:
                async with http.get("/observe?wait=5") as answer:
                    seen = await answer.json()
                if seen.get("over"):
                    assert seen["ended"]["result"] == {}
                    return
                if seen.get("your_turn"):
                    async with http.post("/act", json={"command": seen["legal"][0]}) as answer:
                        assert (await answer.json())["taken"]

    async def follow(name: str) -> None:
        bearer = {"Authorization": f"Bearer {host.token(name)}"}
        async with ClientSession(base, headers=bearer) as http, http.get("/events") as answer:
            lines.extend([line async for line in answer.content])

    await asyncio.wait_for(asyncio.gather(play("Ann"), play("Bob"), follow("Bob"), playing), 60)
    (tmp_path / "bob.jsonl").write_bytes(b"".join(lines))
    recording = read_run(tmp_path / "bob.jsonl")
    assert recording.ended is not None
    assert recording.ended.digest == digest(recording.header, recording.events[:-1])
    assert {event.agent for event in events if isinstance(event.data, Acted)} == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/events", {}, 401),
        ("/observe", {"Authorization": "Bearer AAAA-AAAA-AAAA-AAAA"}, 401),
        ("/observe", {"Authorization": "Bearer BOB", "Origin": "https://evil.example"}, 401),
        ("/events?known=-1", {"Authorization": "Bearer BOB"}, 400),
        ("/observe?wait=nan", {"Authorization": "Bearer BOB"}, 400),
        ("/observe?wait=0", {"Authorization": "Bearer BOB"}, 409),
        ("/legal", {"Authorization": "Bearer BOB"}, 409),
    ],
)
async def test_plain_http_answers_mistakes_as_json(path: str, headers: dict[str, str], status: int) -> None:
    host = hosted()
    await host.open()
    sent = {name: value.replace("BOB", host.token("Bob")) for name, value in headers.items()}
    async with ClientSession() as http, http.get(f"http://{host.address}{path}", headers=sent) as answer:
        assert answer.status == status
        assert (await answer.json())["error"]
    await host.close("over")


async def test_a_program_that_hangs_up_is_not_here_any_more() -> None:
    host = hosted()
    await host.open()
    bearer = {"Authorization": f"Bearer {host.token('Bob')}"}
    async with ClientSession(headers=bearer) as http, http.get(f"http://{host.address}/events"):
        while not host.is_here("Bob"):
            await asyncio.sleep(0.01)
    async with asyncio.timeout(10):
        while host.is_here("Bob"):
            await asyncio.sleep(0.01)
    await host.close("over")


async def test_plain_http_has_limits() -> None:
    host = hosted()
    await host.open()
    bearer = {"Authorization": f"Bearer {host.token('Bob')}"}
    async with ClientSession(f"http://{host.address}", headers=bearer) as http:
        statuses = set()
        for _ in range(3 * REQUESTS_AT_ONCE):
            async with http.get("/legal?wait=0") as answer:
                statuses.add(answer.status)
    assert statuses == {409, 429}
    await host.close("over")


async def test_a_stop_tells_no_points_and_no_turns_that_are_not_shown_yet() -> None:
    late = 3
    host = hosted("coloring", {"difficulty": "medium", "max_turns": 6}, ("H",), spectators=late)
    session = Session(host.header, None, on_signal=host.hear)
    guest, watching = RemotePlayer(host, "H"), RemotePlayer(host, PUBLIC)
    asked: list[tuple[str, ...]] = []

    def look(player: RemotePlayer) -> bool:
        asked.append(player.waiting)
        return False

    tasks = [asyncio.ensure_future(guest.play()), asyncio.ensure_future(watching.play(look))]
    events: list[Event] = []
    await play_hosted(host, session, events.extend, lambda text: None)
    await asyncio.gather(*tasks)
    assert isinstance(events[-1].data, RunEnded)
    assert events[-1].data.reason == "max_turns"
    assert guest.client.ended is not None
    assert (guest.client.ended.winners, guest.client.ended.scores) == ((), {})
    assert watching.client.ended is None
    assert watching.events[-1].turn <= guest.events[-1].turn - late
    assert not any(asked)


async def test_a_guest_follows_no_redirect() -> None:
    hits: list[str] = []

    async def elsewhere(request: web.Request) -> web.Response:
        hits.append(request.path)
        raise web.HTTPFound("/internal") if request.path == "/join" else web.HTTPNotFound

    app = web.Application()
    app.add_routes([web.get("/join", elsewhere), web.get("/internal", elsewhere)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    client = Client(f"127.0.0.1:{runner.addresses[0][1]}", "token")
    client.connect()
    assert await client.next() is None
    assert "there is no table" in client.closed
    assert hits == ["/join"]
    await runner.cleanup()


def test_in_a_game_that_goes_on_a_bot_can_play_for_a_remote_player() -> None:
    host = hosted(seats=("Bob",))
    host.reseat("Cat")
    host.reseat("Cat")
    assert host.header.cast["Cat"] == "random"
    host.resumes = True
    with pytest.raises(UserError, match="only the seats of remote players"):
        host.reseat("Cat")
    host.reseat("Bob")
    assert host.header.cast["Bob"] == "remote"
    assert host.policy("Bob") == "rules"
    assert host.all_ready


async def test_of_a_group_nobody_sees_who_has_answered() -> None:
    host = hosted("hanabi", {"players": 3}, ("Ann", "Bob"))
    host.hear(Waiting(("Ann", "Bob", "Cat")))
    host.hear(Waiting(("Bob",)))
    assert host._waiting_of("Ann").names == ("Bob", "Cat")
    assert host._waiting_of("Bob").names == ("Ann", "Bob", "Cat")
    host.hear(Waiting(()))
    assert host._waiting_of("Bob").names == ()
    host.hear(Waiting(("Ann", "Cat"), secret=True))
    assert host._waiting_of("Ann").names == ("Ann",)
    assert host._waiting_of("Bob").names == host._waiting_of(PUBLIC).names == ()


async def test_a_player_who_does_not_answer_gets_the_default_action() -> None:
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first", "max_turns": 4}, patience=0.1)
    session = Session(host.header, None, on_signal=host.hear)
    events: list[Event] = []
    playing = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    await asyncio.sleep(0.1)
    async with connected(host, host.token("Ann")) as socket:
        await message(socket, "welcome")
        await playing
    whys = [event.data.why for event in events if isinstance(event.data, Defaulted)]
    assert whys
    assert {*whys} == {"no answer in 0.1 s"}


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ('{"type": "hello", "token": "AAAA-AAAA-AAAA-AAAA"}', UNSEATED),
        ('{"type": "hello", "token": "' + "A" * 3000 + '"}', UNSEATED),
        ('{"type": "hello", "token": "ÄÖÜ\\ud83d\\ude00"}', UNSEATED),
        ('{"type": "hello", "token": "x", "version": 99}', "version"),
        ('{"type": "act", "id": 1, "at": 0, "command": "income"}', "hello"),
        ("[" * 5000, ""),
        ("", ""),
        ('{"type": "hello", "token": "\\u001b[31m"}', "control"),
    ],
    ids=["unknown", "long", "no ascii", "version", "no hello", "deep", "empty", "escapes"],
)
async def test_whoever_has_no_seat_is_told_and_closed(first: str, why: str) -> None:
    host = hosted()
    await host.open()
    async with ClientSession() as http, http.ws_connect(f"ws://{host.address}/join") as socket:
        await socket.send_str(first)
        assert why in (await message(socket, "closed"))["why"]
        assert (await socket.receive()).type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
    assert not host.is_here("Bob")
    await host.close("over")


async def test_pages_in_browsers_cannot_join() -> None:
    host = hosted()
    await host.open()
    async with ClientSession() as http:
        with pytest.raises(WSServerHandshakeError):
            await http.ws_connect(f"ws://{host.address}/join", headers={"Origin": "https://evil.example"})
    await host.close("over")


@pytest.mark.parametrize("sent", ['{"type": "ready", "ready": true}', "x" * (MAX_COMMAND_CHARACTERS + 100), b"bytes"])
async def test_a_flood_or_nonsense_closes_the_connection_and_the_seat_stays_open(sent: str | bytes) -> None:
    host = hosted()
    await host.open()
    async with connected(host, host.token("Bob")) as socket:
        for _ in range(3 * BURST):
            if isinstance(sent, bytes):
                await socket.send_bytes(sent)
            else:
                await socket.send_str(sent)
        assert (await message(socket, "closed"))["why"]
    async with connected(host, host.token("Bob")) as socket:
        assert (await message(socket, "table"))["seat"] == "Bob"
    await host.close("over")


async def test_spectators_see_public_events_so_many_turns_late() -> None:
    late = 3
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first"}, spectators=late)
    session = Session(host.header, None, on_signal=host.hear)
    watching, playing = RemotePlayer(host, PUBLIC), RemotePlayer(host, "Ann")
    behind: list[int] = []

    def look(player: RemotePlayer) -> bool:
        if player.events and playing.events and not playing.client.ended:
            behind.append(playing.events[-1].turn - player.events[-1].turn)
        return False

    tasks = [asyncio.ensure_future(watching.play(look)), asyncio.ensure_future(playing.play())]
    await play_hosted(host, session, lambda batch: None, lambda text: None)
    await asyncio.gather(*tasks)
    assert min(behind) >= late - 1  # the player may lag the host by a turn that it has not folded yet
    assert watching.client.ended is not None


@pytest.mark.parametrize("scene", ["coup", "hanabi", "werewolf"])
async def test_spectators_may_see_everything_some_turns_late(scene: str, tmp_path: Path) -> None:
    options, seats = GAMES[scene]
    host = hosted(scene, options, seats[:1], spectators=1, spectators_see_all=True)
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    watching, playing = RemotePlayer(host, PUBLIC, tmp_path), RemotePlayer(host, seats[0], tmp_path)
    late: list[bool] = []
    events: list[Event] = []

    def look(player: RemotePlayer) -> bool:
        if player.events and playing.events and not playing.client.ended:
            late.append(player.events[-1].turn < events[-1].turn)
        return False

    tasks = [asyncio.ensure_future(watching.play(look)), asyncio.ensure_future(playing.play())]
    await play_hosted(host, session, events.extend, lambda text: None)
    await asyncio.gather(*tasks)
    assert late
    assert all(late)
    seen = read_run(tmp_path / "public.jsonl")
    plain = [event.data for event in events if not isinstance(event.data, TurnEnded | RunEnded)]
    assert [event.data for event in seen.events if not isinstance(event.data, TurnEnded | RunEnded)] == plain
    whole = scene_after(host.header, events[:-1])
    assert scene_after(seen.header, seen.events[:-1]).board("") == whole.board("")
    ended = events[-1].data
    assert isinstance(ended, RunEnded)
    if ended.reason not in RESUMABLE:
        assert await verify(read_run(tmp_path / "public-whole.jsonl")) == len(events)


@pytest.mark.slow
async def test_a_slow_line_that_breaks_now_and_then_loses_nothing(tmp_path: Path) -> None:
    host = hosted()
    session = Session(host.header, None, on_signal=host.hear)
    async with slow_line(host) as address:
        player = RemotePlayer(host, "Bob", tmp_path, address)
        events = await play_with(host, session, [player])
    assert player.client.ended is not None
    assert player.client.ended.reason == "won"
    assert isinstance(events[-1].data, RunEnded)
    assert read_run(tmp_path / "Bob.jsonl").events == player.events


@asynccontextmanager
async def slow_line(host: Host, again: float = 0.0) -> AsyncIterator[str]:
    """Relay traffic with 0.1 s of delay each way, losing one in fifty pieces.

    A lost piece is sent again after `again` seconds, as in TCP; by default the connection breaks.
    """
    loss = random.Random(host.header.seed)
    lines: set[asyncio.Task[None]] = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(2**16):
            await asyncio.sleep(0.1)
            while (lost := loss.random() < 0.02) and again:
                await asyncio.sleep(again)
            if lost:
                break
            writer.write(data)
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*host.address.split(":"))
        lines.update(asyncio.ensure_future(pass_on(*each)) for each in ((reader, back), (there, writer)))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.close()
        for line in lines:
            line.cancel()


async def test_a_spectator_who_reads_nothing_delays_nobody() -> None:
    host = hosted(spectators=0)
    session = Session(host.header, None, on_signal=host.hear)
    playing = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    await asyncio.sleep(0.1)
    reader, writer = await asyncio.open_connection(*host.address.split(":"))
    writer.write(
        f"GET /join HTTP/1.1\r\nHost: {host.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in await reader.readline()
    player = RemotePlayer(host, "Bob")
    await asyncio.wait_for(asyncio.gather(player.play(), playing), 30)
    assert player.client.ended is not None
    writer.close()


async def test_a_client_is_told_what_is_wrong_with_a_host() -> None:
    client = Client("127.0.0.1:1", "token")
    client.connect()
    assert await client.next() is None
    assert "there is no table" in client.closed


async def test_a_host_that_sends_something_else_is_left(tmp_path: Path) -> None:
    for frame in (
        b"{}\n",
        '{"type":"ack"}',
        '{"type":"welcome","header":{},"known":0}',
        "x",
        '{"type":"waiting","names":1}',
    ):
        async with lying_host(frame) as address:
            client = Client(address, "token")
            client.connect()
            assert await client.next() is None
            assert "something else" in client.closed, frame


@pytest.mark.parametrize(
    "change",
    [{"partial": UNSET}, {"cast": {"Ann": "human", "Bob": "py:evil:Bot", "Cat": "remote"}}, {"models": {"a": {}}}],
)
async def test_a_header_that_wants_something_is_rejected(change: dict[str, Any], tmp_path: Path) -> None:
    header = replace(public_header(hosted(seats=("Ann",)).header, "Ann", 1, ""), **change)
    async with lying_host(encode(Welcome(header, 0)).decode()) as address:
        client = Client(address, "token")
        client.record_to(lambda header: tmp_path / "game.jsonl")
        client.connect()
        assert await client.next() is None
        assert "something else" in client.closed
    assert not list(tmp_path.iterdir())


@asynccontextmanager
async def lying_host(frame: str | bytes) -> AsyncIterator[str]:
    async def join(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
        await socket.receive()
        return socket

    app = web.Application()
    app.add_routes([web.get("/join", join)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await runner.cleanup()


def test_games_that_cannot_be_hosted_say_why() -> None:
    with pytest.raises(UserError, match="too large to be hosted"):
        hosted("feed", {"agents": 6000}, ("guest",))


def test_tokens_differ_by_seat_and_secret() -> None:
    host = hosted(seats=("Ann", "Bob", "Cat"))
    other = Host(host.header, HostSettings(secret="another"))
    tokens = [each.token(name) for each in (host, other) for name in ("Ann", "Bob", "Cat", PUBLIC)]
    assert len({*tokens}) == 8
    assert all(len(token) == 19 for token in tokens)


def test_settings_of_a_hosted_game_are_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path / "elsewhere"))
    path = tmp_path / "run.jsonl"
    settings = HostSettings.fresh(port=8470, patience=60.0, spectators=2)
    settings.save(path)
    assert HostSettings.of(path) == settings
    assert HostSettings.path(path).stat().st_mode & 0o777 == 0o600
    assert HostSettings.of(tmp_path / "other.jsonl").secret != settings.secret
    replace(settings, address="0.0.0.0").save(path)
    assert HostSettings.of(path).address == "127.0.0.1"
    monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path))
    assert HostSettings.of(path).address == "0.0.0.0"
    HostSettings.path(path).write_text("{")
    with pytest.raises(UserError, match="not a file of a hosted game"):
        HostSettings.of(path)
