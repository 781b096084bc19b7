"""A run with models is verified from the recorded replies, without server or key; altered recordings are detected."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.events import Asked, Prompted
from core.errors import UserError
from core.recording.file import Recording
from core.recording.verification import Mismatch, verify
from tests.core.llm_table import CHOSEN, asked, check_file, chosen, game, of_kind, play, resume
from tests.core.table import change, ended, joined
from tests.examples import counts
from tests.model_behaviors import drop, good, refusal
from tests.model_server import ModelServer
from tests.model_wire import Exchange

FLAWED = [good("what?"), CHOSEN, refusal(), CHOSEN, good("{}"), good('{"token": "x"}'), good(""), CHOSEN]


@pytest.fixture
async def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Record a run with replies of all kinds; the server and its key are gone afterwards."""
    monkeypatch.setenv("MY_KEY", "a-secret-of-many-letters")
    with ModelServer(*FLAWED, then=CHOSEN) as server:
        await play(game(server, key="MY_KEY", players=2, tokens=6), tmp_path / "run.jsonl")
    monkeypatch.delenv("MY_KEY")
    return tmp_path / "run.jsonl"


async def test_no_server_and_no_key(played: Path) -> None:
    recording = Recording.read(played)
    calls = asked(recording.events)
    assert {bool(call.error) for call in calls} == {True, False}
    assert any(call.failed for call in calls)
    assert await verify(recording) == len(recording.events)
    assert ended(recording.events).result["calls"] == len(calls)


@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
@counts(4, 40)
async def test_killed_at_any_line_it_goes_on_to_the_same_end(tmp_path: Path, ordering: str, count: int) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=good(lambda body: chosen(body) if len(body["messages"]) % 3 else "{}")) as server:
        whole = ended(await play(game(server, ordering=ordering), path))
        assert of_kind(Recording.read(path).events, "took")
        lines = path.read_bytes().splitlines()
        for cut in range(1, len(lines), max(1, len(lines) // count)):
            path.write_bytes(joined(lines[:cut]))
            if Recording.read(path).events:
                await check_file(path, whole=False)
            assert ended((await resume(path)).events) == whole, f"killed after line {cut}"


async def found(path: Path, lines: list[bytes]) -> bool:
    path.write_bytes(joined(lines))
    try:
        await verify(Recording.read(path))
    except (Mismatch, UserError):
        return True
    return False


USUAL = {"error": "", "failed": "", "cut": False, "mended": [], "reasoning": "", "finish": ""}
"""Default values, which a line omits."""


def other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case str():
            return value + "x"
        case [] | {}:
            return ["x"]
        case list() | dict():
            return type(value)()
    return {"token": 1}


@pytest.mark.slow
async def test_whatever_is_changed_is_found(played: Path) -> None:
    lines = played.read_bytes().splitlines()
    seen = set()
    for i, line in enumerate(lines):
        event = json.loads(line)
        if i and event["kind"] in ("asked", "prompted"):
            usual = USUAL if event["kind"] == "asked" else {}
            for key, value in (usual | event["data"]).items():
                seen.add(key)
                changed = change(line, data={**event["data"], key: other(value)})
                assert await found(played, [*lines[:i], changed, *lines[i + 1 :]]), (key, event)
            assert await found(played, [*lines[:i], *lines[i + 1 :]])
    assert seen == {"messages", *Asked.__struct_fields__}
    assert await found(played, [change(lines[0], models={}), *lines[1:]])


async def test_a_reply_that_reads_the_same_is_still_another_reply(played: Path) -> None:
    lines = played.read_bytes().splitlines()
    i = next(i for i, line in enumerate(lines) if b'"value":{' in line)
    data = json.loads(lines[i])["data"]
    assert await found(
        played, [*lines[:i], change(lines[i], data={**data, "reply": data["reply"] + " "}), *lines[i + 1 :]]
    )


async def test_how_long_a_call_took_may_differ(played: Path) -> None:
    lines = [json.loads(line) for line in played.read_bytes().splitlines()]
    for line in lines:
        if "spent" in line:
            line["spent"] |= {"latency": 99.5, "retries": ["the moon"]}
    assert not await found(played, [json.dumps(line, separators=(",", ":")).encode() for line in lines])


async def test_equal_runs_differ_only_in_what_they_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)
    usage = iter(range(1000))

    async def costly(exchange: Exchange) -> None:
        await good(chosen, (next(usage), 1))(exchange)

    with ModelServer(drop(), costly, drop(), drop(), then=costly) as server:
        first, second = [ended(await play(game(server, players=2), tmp_path / f"{i}.jsonl")) for i in range(2)]
    assert first.digest == second.digest
    assert first.result["tokens"] != second.result["tokens"]


async def test_a_long_conversation_grows_in_proportion(tmp_path: Path) -> None:
    sizes = []
    with ModelServer(then=CHOSEN) as server:
        for turns in (20, 40):
            path = tmp_path / f"{turns}.jsonl"
            await play(game(server, players=2, tokens=50, max_turns=turns), path)
            sizes.append(path.stat().st_size)
            stored = [
                (event.agent, digest)
                for event in Recording.read(path).events
                if isinstance(event.data, Prompted)
                for digest in event.data.messages
            ]
            assert len(stored) == len(set(stored)), "a message was stored twice"
    assert sizes[1] < 2.1 * sizes[0]
