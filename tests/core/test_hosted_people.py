"""Humans in hosted games: chat beside the game, bots in place of players, pauses, delays, and connection limits."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSMsgType

from core.engine.events import Acted, Defaulted, Event, RunEnded
from core.engine.session import Session
from core.recording.checked_reader import read_run
from core.recording.verification import verify
from core.remote import client as client_module
from core.remote import newcomers
from core.remote.chat import BURST, KEPT, NO_CHAT, PLAYERS_ONLY, UNTIL_END, ChatLog
from core.remote.client import Client
from core.remote.connection import BEHIND, QUEUED, Connection
from core.remote.headless import play_hosted
from core.remote.host import Host
from core.remote.projection import PUBLIC, public_header
from core.remote.protocol import (
    MAX_CHAT_CHARACTERS,
    Ack,
    Closed,
    FromHost,
    Replaced,
    Said,
    Say,
    Table,
    Waiting,
    Welcome,
    encode,
)
from core.remote.seat_control import REPLACED
from tests.core.test_hosting import GAMES, connected, hosted, lying_host, message
from tests.remote_player import RemotePlayer, play_with


async def wait_for(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def joined(host: Host, name: str) -> Client:
    """Connect a client to a seat, and wait until it may write."""
    client = Client(host.address, host.token(name))
    client.connect()
    await wait_for(lambda: client.chat.closed != NO_CHAT)
    return client


def texts(chat: ChatLog) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in chat.lines]


# -- chat


async def test_people_chat_before_the_game_and_whoever_joins_again_gets_the_last_lines() -> None:
    host = hosted(seats=("Bob", "Cat"))
    await host.open()
    bob, cat = await joined(host, "Bob"), await joined(host, "Cat")
    assert bob.say("hello  \x1b[31mall\u202e") == ""
    await wait_for(lambda: bool(host.chat.lines))
    assert host.chat.write("hi Bob") == ""
    await wait_for(lambda: len(cat.chat.lines) == 2)
    assert texts(cat.chat) == texts(host.chat) == [("Bob", "hello all"), ("the host", "hi Bob")]
    assert (cat.chat.unread, bob.chat.unread, host.chat.unread) == (2, 1, 1)
    for client in (bob, cat):
        await client.close()
    bob, cat = await joined(host, "Bob"), await joined(host, "Cat")
    assert texts(cat.chat) == texts(host.chat)
    assert (cat.chat.unread, bob.chat.unread) == (2, 1)
    for number in range(KEPT + 5):
        host.chat._pass_on("the host", str(number))
    await wait_for(lambda: cat.chat.lines[-1].text == str(KEPT + 4))
    assert len(cat.chat.lines) == len(host.chat.lines) == KEPT
    for client in (bob, cat):
        await client.close()
    await host.close("over")


async def test_the_chat_is_no_part_of_the_log_and_reaches_no_program(tmp_path: Path) -> None:
    host = hosted(seats=("Bob",), options={"players": 3})
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    player = RemotePlayer(host, "Bob", tmp_path)

    def chatter(player: RemotePlayer) -> bool:
        player.client.say("a secret sign")
        return False

    playing = asyncio.ensure_future(player.play(chatter))
    events: list[Event] = []
    await play_hosted(host, session, events.extend, lambda text: None)
    await playing
    assert host.chat.lines
    assert await verify(read_run(tmp_path / "whole.jsonl")) == len(events)
    for path in tmp_path.iterdir():
        assert b"secret sign" not in path.read_bytes()


@pytest.mark.parametrize(("scene", "chat", "open_then"), [("coup", None, True), ("coup", False, False)])
async def test_the_host_decides_whether_people_chat_during_the_game(
    scene: str, chat: bool | None, open_then: bool
) -> None:
    host = hosted(scene, seats=("Bob",), chat=chat)
    session = Session(host.header, None, on_signal=host.hear)
    player = RemotePlayer(host, "Bob")
    seen: set[str] = set()

    def look(player: RemotePlayer) -> bool:
        if not player.client.ended:
            seen.add(player.client.chat.closed)
            player.client._send(Say("psst"))
        return False

    playing = asyncio.ensure_future(player.play(look))
    await play_hosted(host, session, lambda batch: None, lambda text: None)
    await playing
    assert (UNTIL_END in seen) is not open_then
    assert bool(host.chat.lines) is open_then
    assert host.chat.closed == ""


@pytest.mark.parametrize(("scene", "options"), [("hanabi", {"players": 3}), ("werewolf", {"players": 6})])
async def test_where_talk_is_limited_the_chat_is_closed_unless_the_host_opens_it(
    scene: str, options: dict[str, int]
) -> None:
    for chat, closed in ((None, UNTIL_END), (True, "")):
        host = hosted(scene, options, ("Ann",), chat=chat)
        host.chat.game_begins()
        assert host.chat.closed == closed
        assert host.chat.write("I hold a five") == closed


async def test_spectators_chat_only_if_the_host_lets_them() -> None:
    for lets in (False, True):
        host = hosted(seats=("Bob",), spectators=0, spectators_chat=lets)
        await host.open()
        bob, watching = await joined(host, "Bob"), await joined(host, PUBLIC)
        assert watching.say("go left!") == ("" if lets else PLAYERS_ONLY)
        watching._send(Say("go left!"))
        assert bob.say("hm") == ""
        await wait_for(lambda: ("Bob", "hm") in texts(host.chat))  # noqa: B023
        assert ("a spectator", "go left!") in texts(host.chat) or not lets
        assert bool(watching.chat.lines) is lets
        for client in (bob, watching):
            await client.close()
        await host.close("over")


async def test_a_flood_of_lines_is_held_back_at_both_ends() -> None:
    host = hosted()
    await host.open()
    bob = await joined(host, "Bob")
    answers = [bob.say(str(number)) for number in range(BURST + 3)]
    assert answers[:BURST] == [""] * BURST
    assert all("wait" in answer for answer in answers[BURST:])
    assert "characters" in (await joined(host, "Bob")).say("x" * (MAX_CHAT_CHARACTERS + 1))
    async with connected(host, host.token("Bob")) as socket:
        for number in range(3 * BURST):
            await socket.send_json({"type": "say", "text": str(number)})
        await socket.send_json({"type": "ready", "ready": False})
        while (await message(socket, "table"))["places"][1]["ready"]:
            pass
        assert len(host.chat.lines) <= BURST + 2 * BURST + 1
        await socket.send_json({"type": "say", "text": "x" * (MAX_CHAT_CHARACTERS + 1)})
        assert "characters" in (await message(socket, "closed"))["why"]
    await host.close("over")


def test_a_line_from_a_host_is_cleaned_and_cut() -> None:
    chat = ChatLog("Bob")
    chat.renew([Said(n, "A" * 10_000, "two\nlines " + "x" * 10_000) for n in range(3 * KEPT)], "")
    assert len(chat.lines) == KEPT
    assert all(
        len(line.text) <= MAX_CHAT_CHARACTERS and "\n" not in line.text and len(line.name) < 100 for line in chat.lines
    )


# -- bots in place of players


async def test_a_bot_answers_an_open_question_and_the_log_verifies(tmp_path: Path) -> None:
    host = hosted(seats=("Ann", "Bob"), options={"players": 3, "starter": "first", "talk": "off"})
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    events: list[Event] = []
    hosting = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    ann, bob = RemotePlayer(host, "Ann", tmp_path), await joined(host, "Bob")
    playing = asyncio.ensure_future(ann.play())
    await wait_for(lambda: "Bob" in host._waiting_of("Ann").names)
    host.reseat("Bob")
    assert host.policy("Bob") == "rules"
    await asyncio.wait_for(asyncio.gather(playing, hosting), 60)
    assert bob.closed == REPLACED
    assert ("", "a bot (rules) now plays for Bob") in texts(ann.client.chat)
    assert isinstance(events[-1].data, RunEnded)
    done = [event for event in events if event.agent == "Bob" and isinstance(event.data, Acted)]
    assert done
    assert not any(isinstance(event.data, Defaulted) for event in events)
    assert await verify(read_run(tmp_path / "whole.jsonl")) == len(events)
    assert read_run(tmp_path / "Ann.jsonl").events == ann.events


@pytest.mark.parametrize("scene", GAMES)
@pytest.mark.few(3)
async def test_the_bots_of_all_scenes_can_take_a_seat(scene: str, tmp_path: Path) -> None:
    options, (seat, _) = GAMES[scene]
    host = hosted(scene, options, (seat,))
    host.resumes = True
    host.reseat(seat)
    session = Session(host.header, tmp_path / "whole.jsonl", on_signal=host.hear)
    events: list[Event] = []
    await asyncio.wait_for(play_hosted(host, session, events.extend, lambda text: None), 60)
    assert any(event.agent == seat and isinstance(event.data, Acted) for event in events)
    assert await verify(read_run(tmp_path / "whole.jsonl")) == len(events)


async def test_a_seat_that_is_given_back_belongs_to_the_same_token() -> None:
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first", "max_turns": 4})
    session = Session(host.header, None, on_signal=host.hear)
    hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
    gone = await joined(host, "Ann")
    await wait_for(lambda: host.started)
    session.run.control.pause()
    host.reseat("Ann")
    await wait_for(lambda: not gone._task or gone._task.done())
    async with connected(host, host.token("Ann")) as socket:
        assert (await message(socket, "closed"))["why"] == REPLACED
    async with ClientSession() as http:
        bearer = {"Authorization": f"Bearer {host.token('Ann')}"}
        async with http.get(f"http://{host.address}/legal", headers=bearer) as answer:
            assert answer.status == 401
    host.reseat("Ann")
    player = RemotePlayer(host, "Ann")
    session.run.control.resume()
    await asyncio.wait_for(asyncio.gather(player.play(), hosting), 30)
    assert player.client.ended is not None


# -- pauses, time, delays


async def test_no_time_runs_while_the_host_has_paused() -> None:
    host = hosted(seats=("Ann",), options={"players": 2, "starter": "first", "max_turns": 4}, patience=0.5)
    session = Session(host.header, None, on_signal=host.hear)
    events: list[Event] = []
    hosting = asyncio.ensure_future(play_hosted(host, session, events.extend, lambda text: None))
    client = await joined(host, "Ann")
    await wait_for(lambda: client.left > 0)
    assert client.left <= 0.5
    session.run.control.changed = lambda: host.pause(session.run.control.paused)
    session.run.control.pause()
    await wait_for(lambda: client.paused)
    left = client.left
    await asyncio.sleep(0.8)
    assert client.left == left
    assert not any(isinstance(event.data, Defaulted) for event in events)
    again = await joined(host, "Ann")
    await wait_for(lambda: again.paused)
    session.run.control.resume()
    await wait_for(lambda: any(isinstance(event.data, Defaulted) for event in events))
    assert not again.paused
    await asyncio.wait_for(hosting, 30)
    await again.close()


async def test_guests_hear_that_a_game_is_saved() -> None:
    for is_saved in (True, False):
        host = hosted(seats=("Ann",), options={"players": 2, "starter": "first"})
        host.is_saved = is_saved
        session = Session(host.header, None, on_signal=host.hear)
        hosting = asyncio.ensure_future(play_hosted(host, session, lambda batch: None, lambda text: None))
        client = await joined(host, "Ann")
        await wait_for(lambda: client.left > 0)  # noqa: B023
        session.run.control.stop()
        await asyncio.wait_for(hosting, 30)
        await wait_for(lambda: client._task is not None and client._task.done())  # noqa: B023
        assert client.saved is is_saved


async def test_the_delay_of_a_connection_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.remote.connection.PING", 0.05)
    host = hosted(seats=("Bob", "Cat"))
    await host.open()
    bob, cat = await joined(host, "Bob"), await joined(host, "Cat")
    await wait_for(lambda: cat.table is not None and cat.table.places[1].delay is not None)
    assert cat.table is not None
    assert cat.table.places[0].delay is None
    async with connected(host, host.token("Bob")) as socket:
        ping = await message(socket, "ping")
        await asyncio.sleep(0.04)
        await socket.send_json({"type": "pong", "n": ping["n"] - 1})
        await socket.send_json({"type": "pong", "n": ping["n"]})
        await wait_for(lambda: (host.places()[1].delay or 0) >= 40)
    for client in (bob, cat):
        await client.close()
    await host.close("over")


# -- limits


async def test_connections_that_say_nothing_are_few_and_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "MAX_NEWCOMERS", 3)
    host = hosted()
    await host.open()
    bob = await joined(host, "Bob")
    silent = [await asyncio.open_connection(*host.address.split(":")) for _ in range(6)]
    for reader, _ in silent[:3]:
        assert await asyncio.wait_for(reader.read(), 5) == b""
    assert len(host._port.newcomers) == 3
    again = await joined(host, "Bob")  # replaces the oldest
    assert await asyncio.wait_for(silent[3][0].read(), 5) == b""
    await wait_for(lambda: len(host._port.newcomers) == 2)
    monkeypatch.setattr(newcomers, "TOKEN_SECONDS", 0.2)
    silent.append(await asyncio.open_connection(*host.address.split(":")))
    assert await asyncio.wait_for(silent[-1][0].read(), 5) == b""
    async with ClientSession() as http, http.ws_connect(f"ws://{host.address}/join") as socket:
        assert (await socket.receive(timeout=5)).type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR)
    assert host.is_here("Bob")
    for client in (bob, again):
        await client.close()
    await host.close("over")
    for reader, writer in silent:
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


async def test_a_slow_reader_is_told_and_no_answer_is_left_out() -> None:
    sent: list[FromHost] = []
    closed: list[bool] = []

    async def send(message: FromHost) -> None:
        sent.append(message)

    async def close() -> None:
        closed.append(True)

    async def send_lines(lines: bytes) -> None:
        return

    connection = Connection(0, send_lines, send, close)
    for number in range(QUEUED):
        connection.send(Said(number, "Ann", "hi"))
    for number in range(QUEUED):
        connection.send(Ack(number))
        connection.send(Table("coup", "", "", (), number))
    connection.send(Ack(QUEUED))
    connection.send(Ack(QUEUED + 1))
    await asyncio.wait_for(connection.write(lambda: None, lambda log: 0), 5)
    assert sent == [Closed(BEHIND)]
    assert closed


async def test_a_host_that_never_stops_sending_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    host = hosted(seats=("Ann",))
    player = RemotePlayer(host, "Ann", tmp_path)
    await play_with(host, Session(host.header, None, on_signal=host.hear), [player])
    for limit, value in (("MAX_EVENTS", 5), ("MAX_GAME", 300)):
        with monkeypatch.context() as patch:
            patch.setattr(client_module, limit, value)
            again = hosted(seats=("Ann",))
            greedy = RemotePlayer(again, "Ann")
            hosting = asyncio.ensure_future(
                play_hosted(
                    again, Session(again.header, None, on_signal=again.hear), lambda batch: None, lambda text: None
                )
            )
            await asyncio.wait_for(greedy.play(), 10)
            hosting.cancel()
            assert "more than" in greedy.client.closed


async def test_news_and_questions_of_a_lying_host_do_not_pile_up() -> None:
    header = public_header(hosted(seats=("Ann",)).header, "Ann", 1, "")
    async with lying_host(encode(Welcome(header, 0)).decode()) as address:
        client = Client(address, "token")
        client.connect()
        await wait_for(lambda: client.header is not None)
        for number in range(1000):
            client._handle(Waiting((f"Ann{number}",)))
            client._handle(Replaced("Bob" * 1000, "rules"))
        assert len(client._arrived) == 1
        assert len(client.news) <= 20
        assert len(client.chat.lines) <= KEPT
        await client.close()
