"""Seats that are played from outside this process, over HTTP or by MCP."""

import asyncio
import json
import re
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession

from core.engine.casting import prepare, set_up
from core.engine.events import Acted, Defaulted, Event, Rejected, Said
from core.engine.session import Session
from core.engine.simulator import Notice, Signal
from core.errors import UserError
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from core.trust.grants import NOTHING, Grants
from core.trust.wishes import policy_wishes
from tests.core.table import ended

HERE = Path(__file__).parent
AGENTS = HERE.parent.parent / "docs" / "agents"
Visit = Callable[[str], Awaitable[None]]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_TOKEN", "word")
    monkeypatch.setenv("PLAYBILL_PATIENCE", "60")


def coup(policy: str, **options: Any) -> Header:
    return prepare("coup", {"players": 2, "starter": "first", **options}, {"Ann": policy, "Bob": "honest"}, 3)


async def played(header: Header, path: Path, visit: Visit) -> list[Event]:
    """Play a game while `visit` plays the seat at the announced address; verify it without."""
    address = asyncio.get_running_loop().create_future()

    def hear(signal: Signal) -> None:
        if isinstance(signal, Notice):
            found = re.search(r"http://\S+[\w]", signal.text)
            assert found
            address.set_result(found[0])

    async def visit_address() -> None:
        await visit(await address)

    visiting = asyncio.ensure_future(visit_address())
    try:
        events = [event async for event in Session(header, path, on_signal=hear)]
        await visiting
    finally:
        visiting.cancel()
    recording = Recording.read(path)
    assert await verify(recording) == len(recording.events)
    return events


class Guest:
    """An HTTP client of a seat or of a server of environments."""

    def __init__(self, http: ClientSession, address: str, token: str = "word") -> None:
        self._http, self._address = http, address
        self._headers = {"Authorization": f"Bearer {token}"}

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        async with self._http.get(self._address + path, headers={**self._headers, **headers}) as answer:
            return answer.status, await answer.json()

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        async with self._http.post(self._address + path, data=data, headers=self._headers) as answer:
            return answer.status, await answer.json()

    async def play(self, choose: Callable[[Any], str]) -> Any:
        """Play to the end; return the last observation."""
        while True:
            _, seen = await self.get("/observe?wait=30")
            if seen["over"]:
                return seen
            if seen["your_turn"]:
                await self.post("/act", {"command": choose(seen)})


def visiting(play: Callable[[Guest], Awaitable[object]]) -> Visit:
    async def visit(address: str) -> None:
        async with ClientSession() as http:
            await play(Guest(http, address))

    return visit


def first(seen: Any) -> str:
    return str(seen["legal"][0])


async def test_a_game_over_http(tmp_path: Path) -> None:
    turns: list[Any] = []
    last: list[Any] = []

    def choose(seen: Any) -> str:
        turns.append(seen)
        return first(seen)

    async def play(guest: Guest) -> None:
        last.append(await guest.play(choose))

    header = coup("http:")
    events = await played(header, tmp_path / "run.jsonl", visiting(play))
    acted = [event.data.command for event in events if isinstance(event.data, Acted)]
    assert acted == [first(seen) for seen in turns]
    assert last[0]["ended"]["winners"] == list(ended(events).winners)
    scene, _ = set_up(header)
    moments = iter(turns)
    seen = next(moments)
    for event in events:
        if isinstance(event.data, Acted):
            observation = json.loads(msgspec.json.encode(scene.observe("Ann")))
            assert (seen["observation"], seen["text"]) == (observation, scene.board("Ann"))
            seen = next(moments, None)
        scene.apply(event)


async def test_a_wrong_token_or_host_is_rejected(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        async with ClientSession() as http:
            assert (await Guest(http, address, "wrong").get("/observe"))[0] == 401
            assert (await Guest(http, address).get("/observe?wait=0", Host="evil.example"))[0] == 401
            await Guest(http, address).play(first)

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


async def test_bad_requests_are_rejected_and_change_nothing(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.get("/observe")
        for body in (b"", b"\xff", b"[]", b"{}", b'{"command": 5}', b"x" * 100_000):
            status, answer = await guest.post("/act", body)
            assert status in (400, 413)
            assert answer["error"]
        for wait in ("soon", "nan", "-1"):
            assert (await guest.get(f"/observe?wait={wait}"))[0] == 400
        assert (await guest.get("/cards/of/bob"))[0] == 404
        status, answer = await guest.post("/act", {"command": "take it all"})
        assert (status, answer["taken"]) == (200, False)
        assert answer["why"]
        _, seen = await guest.get("/observe")
        assert (seen["your_turn"], seen["refused"]) == (True, answer["why"])
        await guest.play(first)

    events = await played(coup("http:"), tmp_path / "run.jsonl", visiting(play))
    assert [event.data.command for event in events if isinstance(event.data, Rejected)] == ["take it all"]


async def nobody(address: str) -> None:
    pass


@pytest.mark.parametrize(
    ("patience", "visit", "reason"),
    [
        ("60", visiting(lambda guest: guest.play(lambda seen: "\x1b[31m nonsense")), "10 illegal actions in one turn"),
        ("0.01", nobody, "no answer in 0.01 s"),
    ],
    ids=["nonsense", "silence"],
)
async def test_the_default_is_taken_for_a_seat_without_an_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: str, visit: Visit, reason: str
) -> None:
    monkeypatch.setenv("PLAYBILL_PATIENCE", patience)
    events = await played(coup("http:", max_turns=3), tmp_path / "run.jsonl", visit)
    assert {event.data.why for event in events if isinstance(event.data, Defaulted)} == {reason}


async def test_a_seat_talks_where_the_scene_allows_it(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.get("/observe")
        assert (await guest.post("/say", {"text": "Good evening."}))[1] == {"taken": True}
        await guest.get("/observe")
        assert (await guest.post("/say", {"text": "Psst.", "to": "Bob"}))[1] == {"taken": True}
        await guest.play(lambda seen: "yield")

    header = prepare("chat", {"players": 3, "max_turns": 3}, {"Ann": "http:", "*": "rules"}, 1)
    events = await played(header, tmp_path / "run.jsonl", visiting(play))
    said = [
        (event.data.text, event.data.to) for event in events if isinstance(event.data, Said) and event.agent == "Ann"
    ]
    assert said[:2] == [("Good evening.", ()), ("Psst.", ("Bob",))]


async def test_a_game_by_mcp(tmp_path: Path) -> None:
    from mcp import Client

    rejected: list[Any] = []

    async def visit(address: str) -> None:
        async with Client(address) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                return (await client.call_tool(tool, arguments)).structured_content

            assert {tool.name for tool in (await client.list_tools()).tools} == {"observe", "legal", "act", "say"}
            while not (seen := await call("observe", wait=30))["over"]:
                if not seen["your_turn"]:
                    continue
                assert (await call("legal"))["result"] == seen["legal"]
                if not rejected:
                    rejected.append(await call("act", command="take it all"))
                else:
                    await call("act", command=seen["legal"][-1])

    events = await played(coup("mcp:"), tmp_path / "run.jsonl", visit)
    assert rejected[0]["why"]
    assert ended(events).reason == "won"


@pytest.mark.slow
async def test_the_example_by_mcp_plays_a_game(tmp_path: Path) -> None:
    header = coup(f"mcp:{shlex.join([sys.executable, str(AGENTS / 'by_mcp.py')])}")
    path = tmp_path / "run.jsonl"
    assert ended([event async for event in Session(header, path)]).reason == "won"
    assert await verify(Recording.read(path))


async def test_the_example_over_http_plays_a_game(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        command = [sys.executable, str(AGENTS / "over_http.py"), "word", address]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        assert process.returncode == 0
        assert b"'reason': 'won'" in out

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


async def test_a_failing_command_ends_the_run_with_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no model today')"]
    header = coup(f"mcp:{shlex.join(command)}")
    with pytest.raises(UserError, match=r"Ann's command ended with code 1: no model today\."):
        _ = [event async for event in Session(header, tmp_path / "run.jsonl")]
    with pytest.raises(UserError, match="cannot be started for Ann"):
        _ = [event async for event in Session(coup("mcp:/not/there"), None)]


async def test_bad_ports_and_commands_are_rejected(tmp_path: Path) -> None:
    for policy, why in (
        ("http:x", "a port is a whole number"),
        ("http:70000", "a port is a whole number"),
        ("mcp:'open", "is not a command"),
    ):
        with pytest.raises(UserError, match=why):
            coup(policy)

    async def visit(address: str) -> None:
        port = address.rpartition(":")[2]
        with pytest.raises(UserError, match=f"Cannot wait for Ann at 127.0.0.1:{port}"):
            _ = [event async for event in Session(coup(f"http:{port}"), None)]
        async with ClientSession() as http:
            await Guest(http, address).play(first)

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


def test_a_recordings_command_needs_a_grant() -> None:
    wishes = policy_wishes(["mcp:rm -rf /", "http:"], {})
    with pytest.raises(UserError, match=r"start the command 'rm -rf /', listen .* --allow 'mcp:rm -rf /'"):
        NOTHING.check(wishes)
    Grants.of(["mcp:rm -rf /", "http:"]).check(wishes)
