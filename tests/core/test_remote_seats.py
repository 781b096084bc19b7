"""Seats played from outside this process, over HTTP or by MCP."""

import asyncio
import json
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
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
from core.lab.batch import Plan
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.lab.rows import Row
from core.lab.work_sharing import play_jobs
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from core.remote.programs import Programs
from core.remote.remote_seat import RemoteSeat
from core.trust.grants import NO_GRANTS, Grants
from core.trust.wishes import policy_wishes
from tests.core.table import ended

HERE = Path(__file__).parent
AGENTS = HERE.parent.parent / "docs" / "agents"
TOOLS = {"observe", "legal", "act", "say", "events"}
Visit = Callable[[str], Awaitable[None]]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_TOKEN", "word")
    monkeypatch.setenv("PLAYBILL_PATIENCE", "60")


def coup(policy: str, **options: Any) -> Header:
    return prepare("coup", {"players": 2, "starter": "first", **options}, {"Ann": policy, "Bob": "honest"}, 3)


async def played(header: Header, path: Path, visit: Visit) -> list[Event]:
    """Play a game in which `visit` plays the seat at the announced address; verify it without `visit`."""
    address = asyncio.get_running_loop().create_future()

    def hear(signal: Signal) -> None:
        if isinstance(signal, Notice):
            found = re.search(r"http://[\w.:]+(/mcp)?", signal.text)
            assert found
            address.set_result(found[0])

    async def visit_address() -> None:
        await visit(await address)

    async def play() -> list[Event]:
        return [event async for event in Session(header, path, on_signal=hear)]

    async with asyncio.TaskGroup() as group:  # an assertion in `visit` ends the game
        playing = group.create_task(play())
        group.create_task(visit_address())
    events = playing.result()
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

    async def play(self, choose: Callable[[Any], str], game: int = 1) -> Any:
        """Play to the end of a game; return the last observation."""
        while True:
            _, seen = await self.get("/observe?wait=30")
            if seen["over"] and seen["game"] == game:
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
    described = (AGENTS.parent / "protocol.md").read_text().partition("An observation has these fields")[2]
    fields = re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in described.splitlines() if line[:3] == "| `"))
    assert {*fields} >= {*last[0], *turns[0]}
    assert {*last[0], *turns[0]} == {*fields[: len({*last[0], *turns[0]})]}
    scene, _ = set_up(header)
    moments = iter(turns)
    seen = next(moments)
    for event in events:
        if isinstance(event.data, Acted):
            observation = json.loads(msgspec.json.encode(scene.observe("Ann")))
            assert (seen["observation"], seen["text"]) == (observation, scene.board("Ann"))
            seen = next(moments, None)
        scene.apply(event)


async def test_a_wrong_token_or_a_page_of_a_browser_is_rejected(tmp_path: Path) -> None:
    async def visit(address: str) -> None:
        async with ClientSession() as http:
            assert (await Guest(http, address, "wrong").get("/observe"))[0] == 401
            assert (await Guest(http, address).get("/observe?wait=0", Origin="https://evil.example"))[0] == 401
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


@asynccontextmanager
async def mcp_client(address: str, token: str) -> AsyncIterator[Any]:
    """Connect an MCP client with a seat's token."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60)
    async with http, Client(streamable_http_client(address, http_client=http)) as client:
        yield client


async def test_a_game_by_mcp(tmp_path: Path) -> None:
    rejected: list[Any] = []
    happened: list[Any] = []

    async def visit(address: str) -> None:
        known = 0
        async with mcp_client(address, "word") as client:

            async def call(tool: str, **arguments: Any) -> Any:
                return (await client.call_tool(tool, arguments)).structured_content

            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            while not (seen := await call("observe", wait=30))["over"]:
                if not seen["your_turn"]:
                    continue
                assert (await call("legal"))["result"] == seen["legal"]
                listed = await call("events", known=known)
                happened.extend(listed["events"])
                known = listed["known"]
                if not rejected:
                    rejected.append(await call("act", command="take it all"))
                else:
                    await call("act", command=seen["legal"][-1])

    events = await played(coup("mcp:"), tmp_path / "run.jsonl", visit)
    assert rejected[0]["why"]
    assert ended(events).reason == "won"
    assert [event["n"] for event in happened] == list(range(1, len(happened) + 1))
    assert "acted" in {event["kind"] for event in happened}


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


class Examples:
    """Starts the HTTP example for each awaited player."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        self.told: list[str] = []

    def hear(self, text: str) -> None:
        found = re.search(r"(http://[\w.:]+), token (\S+)", text)
        assert found
        command = [sys.executable, str(AGENTS / "over_http.py"), found[2], found[1]]
        self.processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        self.told.append(text)


def test_a_program_plays_every_game_of_a_batch_whatever_its_seat(tmp_path: Path) -> None:
    examples, rows = Examples(), list[Row]()
    play_jobs(Plan(coup("http:"), 4, rotate=True, record=tmp_path), 1, rows.append, tell=examples.hear)
    (example,) = examples.processes
    output, _ = example.communicate(timeout=30)
    assert example.returncode == 0
    assert output.count("'reason': 'won'") == len(rows) == 4
    assert [row.rotation for row in rows] == [0, 1, 0, 1]
    recordings = [Recording.read(path) for path in sorted(tmp_path.iterdir())]
    assert {each.header.cast["Ann"] for each in recordings} == {"http:", "honest"}
    for recording in recordings:
        assert asyncio.run(verify(recording)) == len(recording.events)


EXPERIMENT = """
name = "programs"
scene = "coup"
games = 2
options = { players = 2 }
[cast]
design = "cross-play"
policies = ["http:", "remote", "honest"]
"""


@pytest.mark.slow
def test_programs_play_an_experiment_and_wait_for_games_in_which_they_have_a_seat(tmp_path: Path) -> None:
    (tmp_path / "file.toml").write_text(EXPERIMENT)
    lab = ExperimentFolder(read_experiment(tmp_path / "file.toml"), tmp_path / "lab", {}, allow=("http:", "remote"))
    examples = Examples()
    lab.run(tmp_path / "file.toml", 1, tell=examples.hear)
    for process in examples.processes:
        process.communicate(timeout=30)
        assert process.returncode == 0
    assert len(lab.rows) == 2 * 9
    assert {row.status for row in lab.rows.values()} == {"done"}
    assert not any(row.fallbacks for row in lab.rows.values())
    assert len(examples.told) == 4


async def test_a_program_gets_the_log_of_its_own_seat_in_each_game() -> None:
    """In the second game, Ann's program sits at Bob's place, and Bob's program has no seat."""
    notices: list[Notice] = []
    casts = {"Ann": "http:", "Bob": "mcp:"}, {"Ann": "random", "Bob": "http:"}
    headers = [prepare("coup", {"players": 2}, cast, 3) for cast in casts]
    programs = Programs(headers[0], 2, notices.append)
    logs: list[list[dict[str, Any]]] = []

    async def follow(http: ClientSession, token: str, game: int) -> None:
        bearer = {"Authorization": f"Bearer {token}"}
        async with http.get(f"http://{programs.address}/events?game={game}", headers=bearer) as answer:
            assert answer.headers["Playbill-Game"] == str(game)
            logs.append([json.loads(line) async for line in answer.content])

    async with ClientSession() as http:
        for game, header in enumerate(headers, 1):
            session = Session(header, None, programs=programs)
            playing = asyncio.ensure_future(session.play_to_end(lambda batch: None))
            while not any(isinstance(each, RemoteSeat) and each.is_open for each in session.run.agents.values()):
                await asyncio.sleep(0.01)
            tokens = [each.text.rpartition("token ")[2] for each in notices]
            guests = [Guest(http, f"http://{programs.address}", token) for token in tokens]
            if game == 2:
                assert (await guests[1].get("/events"))[0] == 409
                assert (await guests[0].get("/events?game=1"))[0] == 409
            here = 3 - game
            plays = (guest.play(first, game) for guest in guests[:here])
            await asyncio.gather(*plays, *(follow(http, token, game) for token in tokens[:here]), playing)
        await programs.leave()
    assert [(log[0]["partial"]["seat"], log[-1]["kind"]) for log in logs] == [
        ("Ann", "run_ended"),
        ("Bob", "run_ended"),
        ("Bob", "run_ended"),
    ]
    assert all([line["n"] for line in log[1:]] == list(range(1, len(log))) for log in logs)


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
        with pytest.raises(UserError, match=f"Cannot host at 127.0.0.1:{port}"):
            _ = [event async for event in Session(coup(f"http:{port}"), None)]
        async with ClientSession() as http:
            await Guest(http, address).play(first)

    await played(coup("http:"), tmp_path / "run.jsonl", visit)


def test_a_recordings_command_needs_a_grant() -> None:
    wishes = policy_wishes(["mcp:rm -rf /", "http:"], {})
    with pytest.raises(UserError, match=r"start the command 'rm -rf /', listen .* --allow 'mcp:rm -rf /'"):
        NO_GRANTS.check(wishes)
    Grants.of(["mcp:rm -rf /", "http:"]).check(wishes)
