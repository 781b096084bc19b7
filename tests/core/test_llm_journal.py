"""The journal: replies that were paid for are neither lost nor paid for again."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.engine.session import Session
from core.llm.journal import Journal, Key, KnownCall, recorded_calls
from core.recording.file import Recording
from core.trust.remembered import remember
from core.trust.wishes import header_wishes
from tests.core.llm_table import CHOSEN, asked, check_file, game, of_kind, play, resume
from tests.core.table import ended
from tests.model_behaviors import Behavior, chosen, rate_limited, server_error, silent
from tests.model_server import ModelServer

ROOT = Path(__file__).parents[2]
CHILD = """
import asyncio, sys
from pathlib import Path
from tests.core.llm_table import game, play
asyncio.run(play(game(sys.argv[1], players=5, ordering="asynchronous", max_turns=2), Path(sys.argv[2])))
"""


def answers(*names: str) -> Behavior:
    """Give these agents good replies, and the others no reply."""
    who = re.compile(f"You are [{''.join(names)}]")
    return chosen(lambda request: CHOSEN if who.match(request.body["messages"][0]["content"]) else silent())


def kept(path: Path) -> set[str]:
    return {key.agent for key in Journal(path).read()}


def journal(path: Path) -> Path:
    return path.with_name(f"{path.name}.journal")


@pytest.fixture
async def killed(toy: Path, tmp_path: Path) -> Path:
    """Record a run whose process is killed in a group's first turn, after A, C and E had answered."""
    path = tmp_path / "run.jsonl"
    with ModelServer(then=answers("A", "C", "E")) as server:
        env = {**os.environ, "PYTHONPATH": f"{toy}{os.pathsep}{ROOT}"}
        with subprocess.Popen([sys.executable, "-c", CHILD, server.base, str(path)], env=env, cwd=ROOT) as child:
            while len(kept(path)) < 3 or server.count < 5:
                assert child.poll() is None
                time.sleep(0.02)
            child.send_signal(signal.SIGKILL)
        assert server.count == 5
    return path


def moved(path: Path, server: ModelServer) -> None:
    """Edit a recording as if it had used this server from the start."""
    first, rest = path.read_text().split("\n", 1)
    header = json.loads(first)
    header["models"]["openai/test"]["base"] = server.base
    path.write_text(json.dumps(header, separators=(",", ":")) + "\n" + rest)
    remember(header_wishes(Recording.read(path).header))


@pytest.mark.slow
async def test_what_arrived_before_the_process_died_is_not_asked_again(killed: Path) -> None:
    assert kept(killed) == {"A", "C", "E"}
    assert not asked(Recording.read(killed).events)
    with ModelServer(then=CHOSEN) as server:
        moved(killed, server)
        resumed = await resume(killed)
        assert server.count == 2 + 5
        whole = await play(resumed.header)
    assert ended(resumed.events) == ended(whole)
    assert not journal(killed).exists()
    await check_file(killed)


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda data: data[:-20],
    "garbage": lambda data: data + b'\xff\xfe{"key": [\n[]\n{}\n\n',
    "half a line more": lambda data: data + b'\n{"key":[1,"B",0],"prompt":["',
    "too long": lambda data: data + b'{"key":' + b" " * (17 * 2**20) + b"}\n",
    "not there": lambda data: b"",
}


@pytest.mark.parametrize("name", SPOILED)
@pytest.mark.few(1)
async def test_a_line_that_cannot_be_read_is_asked_for_again(killed: Path, name: str) -> None:
    data = SPOILED[name](journal(killed).read_bytes())
    journal(killed).write_bytes(data)
    there = len(kept(killed))
    assert there == {"torn": 2, "not there": 0}.get(name, 3)
    with ModelServer(then=answers("B")) as server:
        moved(killed, server)
        recording = Recording.read(killed)
        session = Session(game(server, players=5, ordering="asynchronous", max_turns=2), None, recording)

        async def stop() -> None:
            while server.count < 5 - there or "B" not in kept(killed):
                await asyncio.sleep(0.01)
            session.run.control.stop()

        stopping = asyncio.ensure_future(stop())
        async for _ in session:
            pass
        await stopping
        assert server.count == 5 - there
    assert "B" in kept(killed), "what was cut off spoiled what came after it"


async def test_a_reply_to_another_prompt_is_not_used(killed: Path) -> None:
    lines = [json.loads(line) for line in journal(killed).read_bytes().splitlines() if line]
    lines[0]["prompt"][-1] = "0" * 24
    journal(killed).write_text("".join(json.dumps(line) + "\n" for line in lines))
    with ModelServer(then=CHOSEN) as server:
        moved(killed, server)
        resumed = await resume(killed)
        assert server.count == 3 + 5
        assert ended(resumed.events) == ended(await play(resumed.header))


async def test_the_journal_is_there_only_while_a_turn_is_under_way(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=CHOSEN) as server:
        header = game(server, players=2)
        held: list[bool] = []
        events = await play(header, path, on_signal=lambda signal: held.append(journal(path).exists()))
    assert any(held)
    assert not all(held)
    assert not journal(path).exists()
    assert of_kind(events, "took")


async def test_what_is_kept_is_what_the_log_gives_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, tokens, time and tries are the same in the journal and in the log."""
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)
    path = tmp_path / "run.jsonl"
    held: dict[Key, KnownCall] = {}
    with ModelServer(server_error(), then=CHOSEN) as server:
        header = game(server, players=3, ordering="asynchronous", concurrency=1, max_turns=2)
        events = await play(header, path, on_signal=lambda signal: held.update(Journal(path).read()))
    assert any(kept.completion.spent.retries for kept in held.values())
    assert all(kept.completion.text and kept.completion.spent.tokens_in for kept in held.values())
    assert held.items() <= recorded_calls(events).items()


async def test_failures_are_kept_too(tmp_path: Path) -> None:
    """A resumed run keeps a recorded failure and does not call the model again for it."""
    path = tmp_path / "run.jsonl"
    limited = rate_limited("3600")
    way = chosen(lambda request: limited if "You are A" in request.body["messages"][0]["content"] else CHOSEN)
    with ModelServer(then=way) as server:
        header = game(server, players=2, ordering="asynchronous", max_calls=1, concurrency=1)
        assert ended(await play(header, path)).reason == "max_calls"
        assert (kept(path), server.count) == ({"A"}, 1)
        resumed = await resume(path, game(server, players=2, ordering="asynchronous", max_turns=1, concurrency=1))
        assert server.count == 2
    assert asked(resumed.events, "A")[0].failed
    assert of_kind(resumed.events, "defaulted")
