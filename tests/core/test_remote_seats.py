"""Somebody outside of the process plays a seat, over HTTP or by MCP, as well and as badly as can be."""

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
from core.engine.events import Acted, Defaulted, Event, Rejected
from core.engine.session import Session
from core.engine.simulator import Signal, Told
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
    """The game, while somebody visits the address that is told; and it verifies without anybody outside."""
    address = asyncio.get_running_loop().create_future()

    def hear(signal: Signal) -> None:
        if isinstance(signal, Told):
            found = re.search(r"http://\S+[\w]", signal.text)
            assert found
            address.set_result(found[0])

    async def come() -> None:
        await visit(await address)

    visiting = asyncio.ensure_future(come())
    try:
        events = [event async for event in Session(header, path, on_signal=hear)]
        await visiting
    finally:
        visiting.cancel()
    recording = Recording.read(path)
    assert await verify(recording) == len(recording.events)
    return events


class Guest:
    """Somebody who comes over HTTP."""

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
        """Until all is over; what is told then."""
        while True:
            _, seen = await self.get("/observe?wait=30")
            if seen["over"]:
                return seen
            if seen["your_turn"]:
                await self.post("/act", {"command": choose(seen)})


def visiting(play: Callable[[Guest], Awaitable[None]]) -> Visit:
    async def visit(address: str) -> None:
        async with ClientSession() as http:
            await play(Guest(http, address))

    return visit


async def test_a_game_over_http_from_its_first_turn_to_its_end(tmp_path: Path) -> None:
    seen: list[Any] = []
    last: list[Any] = []

    def first(told: Any) -> str:
        seen.append(told)
        return str(told["legal"][0])

    async def play(guest: Guest) -> None:
        last.append(await guest.play(first))

    header = coup("http:")
    events = await played(header, tmp_path / "run.jsonl", visiting(play))
    acted = [event.data.command for event in events if isinstance(event.data, Acted)]
    assert acted == [told["legal"][0] for told in seen]
    assert last[0]["ended"]["winners"] == list(ended(events).winners)
    scene, _ = set_up(header)
    moments = iter(seen)
    told = next(moments)
    for event in events:
        if isinstance(event.data, Acted):
            knows = json.loads(msgspec.json.encode(scene.observe("Ann")))
            assert (told["observation"], told["text"]) == (knows, scene.board("Ann"))
            told = next(moments, None)
        scene.apply(event)


async def test_who_does_not_know_the_token_or_comes_by_another_name_is_not_let_in(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        async with ClientSession() as http:
            assert (await Guest(http, address, "wrong").get("/observe"))[0] == 401
            assert (await Guest(http, address).get("/observe?wait=0", Host="evil.example"))[0] == 401
            await Guest(http, address).play(lambda seen: str(seen["legal"][0]))

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


async def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.get("/observe")
        for body in (b"", b"\xff", b"[]", b"{}", b'{"command": 5}', b"x" * 100_000):
            status, told = await guest.post("/act", body)
            assert status in (400, 413)
            assert told["error"]
        for wait in ("soon", "nan", "-1"):
            assert (await guest.get(f"/observe?wait={wait}"))[0] == 400
        assert (await guest.get("/cards/of/bob"))[0] == 404
        status, told = await guest.post("/act", {"command": "take it all"})
        assert (status, told["taken"]) == (200, False)
        assert told["why"]
        _, seen = await guest.get("/observe")
        assert (seen["your_turn"], seen["refused"]) == (True, told["why"])
        await guest.play(lambda seen: str(seen["legal"][0]))

    events = await played(coup("http:"), tmp_path / "run.jsonl", visiting(play))
    assert [event.data.command for event in events if isinstance(event.data, Rejected)] == ["take it all"]


async def test_whoever_never_makes_sense_has_the_default_taken_for_it(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.play(lambda seen: "\x1b[31m nonsense")

    events = await played(coup("http:", max_turns=3), tmp_path / "run.jsonl", visiting(play))
    assert {event.data.why for event in events if isinstance(event.data, Defaulted)} == {
        "10 illegal actions in one turn"
    }


async def test_whoever_does_not_answer_in_time_has_the_default_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYBILL_PATIENCE", "0.01")

    async def nobody(address: str) -> None:
        pass

    events = await played(coup("http:", max_turns=4), tmp_path / "run.jsonl", nobody)
    assert {event.data.why for event in events if isinstance(event.data, Defaulted)} == {"no answer in 0.01 s"}


async def test_one_talks_where_the_scene_lets_one(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.get("/observe")
        assert (await guest.post("/say", {"text": "Good evening."}))[1] == {"taken": True}
        await guest.get("/observe")
        assert (await guest.post("/say", {"text": "Psst.", "to": "Bob"}))[1] == {"taken": True}
        await guest.play(lambda seen: "yield")

    header = prepare("chat", {"players": 3, "max_turns": 3}, {"Ann": "http:", "*": "rules"}, 1)
    events = await played(header, tmp_path / "run.jsonl", visiting(play))
    said = [(event.data.text, event.data.to) for event in events if event.kind == "said" and event.agent == "Ann"]  # type: ignore[attr-defined]
    assert said[:2] == [("Good evening.", ()), ("Psst.", ("Bob",))]


async def test_a_game_by_mcp(tmp_path: Path) -> None:
    from mcp import Client

    refused: list[Any] = []

    async def visit(address: str) -> None:
        async with Client(address) as client:

            async def call(tool: str, **told: Any) -> Any:
                return (await client.call_tool(tool, told)).structured_content

            assert {tool.name for tool in (await client.list_tools()).tools} == {"observe", "legal", "act", "say"}
            while not (seen := await call("observe", wait=30))["over"]:
                if seen["your_turn"]:
                    assert (await call("legal"))["result"] == seen["legal"]
                    if not refused:
                        refused.append(await call("act", command="take it all"))
                        continue
                    await call("act", command=seen["legal"][-1])

    events = await played(coup("mcp:"), tmp_path / "run.jsonl", visit)
    assert refused[0]["why"]
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


async def test_a_command_that_fails_ends_the_run_in_one_line(tmp_path: Path) -> None:
    script = "import sys; sys.exit('no model today')"
    header = coup(f"mcp:{shlex.join([sys.executable, '-c', script])}")
    with pytest.raises(UserError, match=r"Ann's command ended with code 1: no model today\."):
        _ = [event async for event in Session(header, tmp_path / "run.jsonl")]
    with pytest.raises(UserError, match="cannot be started for Ann"):
        _ = [event async for event in Session(coup("mcp:/not/there"), None)]


def test_what_cannot_be_is_told_before_the_game() -> None:
    for policy, told in (
        ("http:x", "a port is a whole number"),
        ("http:70000", "a port is a whole number"),
        ("mcp:'open", "is no command"),
    ):
        with pytest.raises(UserError, match=told):
            coup(policy)


async def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        port = address.rpartition(":")[2]
        with pytest.raises(UserError, match=f"Cannot wait for Ann at 127.0.0.1:{port}"):
            _ = [event async for event in Session(coup(f"http:{port}"), None)]
        async with ClientSession() as http:
            await Guest(http, address).play(lambda seen: str(seen["legal"][0]))

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


def test_a_recording_starts_no_command_that_its_reader_has_not_named() -> None:
    wishes = policy_wishes(["mcp:rm -rf /", "http:"], {})
    with pytest.raises(UserError, match=r"start the command 'rm -rf /', listen .* --allow 'mcp:rm -rf /'"):
        NOTHING.check(wishes)
    Grants.of(["mcp:rm -rf /", "http:"]).check(wishes)
