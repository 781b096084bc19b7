"""Calls through a provider's batch API: gathered, paid for once, and as good as single calls to the game."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.lab.batch import play_batch
from core.lab.experiment import read_rows
from core.lab.limits import LimitReached
from core.lab.pilot import Pilot
from core.lab.rows import Row
from core.llm.messages import Misconfigured, Request
from core.llm.replies import Words
from core.llm.retries import Route
from core.llm.routes import make_model
from core.trust.grants import Grants
from tests.batch_api import BatchApi, Line, bodies, expired, left_out, refused, replied
from tests.core.llm_table import CHOSEN, LLM, MODEL, check_file, game, own_settings
from tests.core.test_lab_limits import YIELD, lab_at, play
from tests.model_behaviors import Behavior, drop, error, html, rate_limited, server_error, silent, unauthorized
from tests.model_server import ModelServer
from tests.model_wire import Exchange
from tests.packages import ROOT

SAYS_YIELD = replied('--- Thoughts ---\nSo.\n--- Plan ---\nNone.\n--- Action ---\n<Action name="yield"/>')
GAMES = 12


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("QUIET", 0.05), ("FIRST_POLL", 0.01), ("LONGEST_POLL", 0.02)):
        monkeypatch.setattr(f"core.llm.batch_client.{name}", seconds)
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


def played(api: BatchApi, games: int = GAMES, **options: Any) -> list[Row]:
    with ModelServer(elsewhere=api) as server:
        rows = play_batch(game(server, batch=True, max_turns=3, cast={"*": LLM}, **options), games, 1).games
        assert not server.chats
    return rows


def check(rows: list[Row], games: int = GAMES) -> None:
    assert len(rows) == games
    assert not [row for row in rows if row.error or row.fallbacks]


def test_many_games_fill_the_same_batches_and_play_as_with_single_calls(tmp_path: Path) -> None:
    api = BatchApi(polls=3)
    rows = played(api)
    check(rows)
    assert [len(lines) for lines in api.lines] == [GAMES] * 3, "one batch for each turn"
    assert sum(row.calls for row in rows) == api.paid == 3 * GAMES
    assert all(body["model"] == "test" and body["response_format"] for body in bodies(api))
    with ModelServer(then=CHOSEN, elsewhere=api) as server:
        single = play_batch(game(server, max_turns=3, cast={"*": LLM}), GAMES, 1).games
        (recorded,) = play_batch(game(server, batch=True, max_turns=3), 1, 1, tmp_path).games
    assert [row.scores for row in rows] == [row.scores for row in single]
    asyncio.run(check_file(tmp_path / recorded.recording))


FAULTS: dict[str, Line] = {
    "server error": refused(500),
    "too many requests": refused(429),
    "expired": expired,
    "left out": left_out,
    "schema refused": refused(400, "response_format is not supported", "invalid_request_error"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_line_without_a_reply_is_asked_again_alone(fault: str) -> None:
    """In the first batch every third line has the fault; the lines that have a reply are not asked again."""
    found: list[int] = []

    def line(number: int, body: Any) -> Line:
        found.append(number)
        return FAULTS[fault] if number == 0 and len(found) % 3 == 1 else replied()

    api = BatchApi(line, lambda number, lines: "expired" if (fault, number) == ("expired", 0) else "completed")
    rows = played(api)
    check(rows)
    assert len(bodies(api)) == 3 * GAMES + GAMES // 3
    assert api.paid == 3 * GAMES


def test_batches_are_as_large_as_the_provider_takes() -> None:
    api = BatchApi(ends=lambda number, lines: "token_limit_exceeded" if len(lines) > 4 else "completed")
    check(played(api))
    assert api.paid == 3 * GAMES
    alone = BatchApi(ends=lambda number, lines: "token_limit_exceeded")
    (row,) = played(alone, 1, max_failures=0, retries=0)
    assert row.fallbacks, "a call that the provider never takes ends by the usual rules"


@pytest.mark.parametrize("lost", [drop(), server_error(), drop(reset=True)])
def test_an_order_whose_answer_is_lost_is_not_given_twice(lost: Behavior) -> None:
    """Meanwhile other batches of the same account fill more than a page of the list."""
    api, others = BatchApi(polls=2), 5

    async def lose(exchange: Exchange) -> None:
        api.batches += [{"id": f"other_{n}", "status": "completed", "input_file_id": f"{n}"} for n in range(others)]
        api.lines += [[]] * others
        await lost(exchange)

    api.lost = [lose]
    check(played(api))
    assert len(api.batches) == others + 3
    assert api.paid == 3 * GAMES


def test_a_limit_of_calls_is_never_exceeded_and_does_not_hold_games_back(tmp_path: Path) -> None:
    api = BatchApi(lambda *_: SAYS_YIELD)
    with ModelServer(elsewhere=api) as server:
        lab = lab_at(server, tmp_path, games=10, more="batch = true\n[limits]\ncalls = 15")
        with pytest.raises(LimitReached, match=r"limits\.calls = 15"):
            play(lab, 2)
        assert list(map(len, api.lines)) == [10, 5]
        play(lab_at(server, tmp_path, games=10, more="batch = true\n[limits]\ncalls = 31"), 2)
    assert api.paid == len(bodies(api)) == 30


def test_a_plan_says_how_many_batches_a_game_waits_for(tmp_path: Path) -> None:
    with ModelServer(elsewhere=BatchApi(lambda *_: SAYS_YIELD)) as server:
        lab, told = lab_at(server, tmp_path, more="batch = true"), list[str]()
        pilot = Pilot(lab, 2, tmp_path / "pilot")
        pilot.play(2, lambda row: None, told.append)
    assert dict(pilot.forecast())["batches"].startswith("up to 3, one after the other")
    assert len(told) == 6


WRONG: dict[str, tuple[BatchApi, Behavior | None, str]] = {
    "key": (BatchApi(), unauthorized(), "needs a key"),
    "no batch API": (BatchApi(), error(404, "Invalid URL", "invalid_request_error"), "no such model or address"),
    "no API at all": (BatchApi(), html(), "takes no such batch .*JSON"),
    "refused": (BatchApi(), error(400, "Not for this model", "x"), "takes no such batch .*Not for this model"),
    "no credit": (BatchApi(ends=lambda *_: "billing"), None, "failed the batch batch_0 .*It says: billing"),
    "model": (BatchApi(lambda *_: refused(404, "No such model")), None, "No such model"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_no_retry_can_fix_ends_the_games(name: str) -> None:
    api, fault, message = WRONG[name]
    api.faults = [fault] if fault else []
    with pytest.raises(Misconfigured, match=message):
        played(api)


def test_a_provider_that_is_briefly_away_is_asked_again() -> None:
    api = BatchApi(polls=4)
    api.faults = [server_error(), rate_limited("0.01")]
    check(played(api))
    assert api.paid == 3 * GAMES


async def test_thousands_of_calls_are_one_batch_and_each_gets_its_own_reply() -> None:
    count, told = 3000, list[str]()
    api = BatchApi(lambda *_: replied(lambda body: f"To: {body['messages'][0]['content']}"))
    with ModelServer(elsewhere=api, keep=False) as server:
        settings = own_settings(base=server.base, batch=True)
        route = Route(make_model(MODEL, settings, told.append), settings)

        async def ask(n: int) -> str:
            async with route.free:
                request = Request([{"role": "user", "content": f"call {n}"}], Words("words", "Fine."), 0)
                return (await route.call(request, None, lambda *_: None)).text

        replies = await asyncio.gather(*map(ask, range(count)))
        await route.close()
    assert replies == [f"To: call {n}" for n in range(count)]
    assert len(api.batches) == 1
    told = [each.removeprefix(f"llm:{MODEL}: ") for each in told]
    assert told == ["waiting for batch batch_0", "batch batch_0 has ended (completed)"]


def test_providers_and_prices_of_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    name, api = "openai/gpt-4o-mini", BatchApi(lambda *_: replied(usage=(1000, 100)))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-this-test-only")
    with ModelServer(elsewhere=api) as server:
        monkeypatch.setattr("core.llm.settings.BATCH_BASES", {"openai": server.base})
        header = prepare("toy", {"max_turns": 1}, {"*": f"llm:{name}"}, 1, models={name: {"batch": True}})
        (row,) = play_batch(header, 1, 1).games
        assert server.requests[-1].headers["authorization"] == "Bearer sk-for-this-test-only"
    assert row.cost == pytest.approx((1000 * 0.15 + 100 * 0.6) / 2 / 1e6), "half the usual price"
    with pytest.raises(UserError, match="batch = true needs a model of openai/"):
        make_model("claude-x", Grants.of(own={"claude-x": {"batch": True}}).settings("claude-x", {"batch": True}))


CHILD = """
import sys
from pathlib import Path
import core.llm.batch_client as client
from tests.core.test_lab_limits import lab_at, play
from types import SimpleNamespace
client.QUIET, client.FIRST_POLL, client.LONGEST_POLL = 0.3, 0.02, 0.05
play(lab_at(SimpleNamespace(base=sys.argv[1]), Path(sys.argv[2]), games=20, more="batch = true"), 1)
"""


def start(server: ModelServer, folder: Path) -> "subprocess.Popen[bytes]":
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-c", CHILD, server.base, str(folder)], env=env, cwd=ROOT)


def kill_when(child: "subprocess.Popen[bytes]", ready: Callable[[], object]) -> None:
    with child:
        while not ready():
            assert child.poll() is None
            time.sleep(0.01)
        time.sleep(0.1)
        child.send_signal(signal.SIGKILL)


@pytest.mark.slow
def test_a_killed_experiment_pays_for_no_call_twice(tmp_path: Path) -> None:
    """It is killed before its batch is ordered, while a batch is at the provider, and between two batches."""
    api = BatchApi(lambda *_: SAYS_YIELD, polls=3)
    with ModelServer(then=YIELD, elsewhere=api, keep=False) as server:
        api.order = silent()
        kill_when(start(server, tmp_path), lambda: api.ordered)
        assert not api.batches
        assert len(list(tmp_path.glob("out/recordings/*.journal"))) == 20
        api.order, api.held = None, True
        kill_when(start(server, tmp_path), lambda: api.batches)
        kill_when(start(server, tmp_path), lambda: api.batches[0]["polls"] > 5)
        assert len(api.batches) == 1
        api.held = False
        kill_when(start(server, tmp_path), lambda: len(api.batches) == 2)
        with start(server, tmp_path) as child:
            assert child.wait() == 0
        assert not server.count
    rows = read_rows(tmp_path / "out" / "rows.jsonl")
    check(rows, 20)
    assert sum(row.calls for row in rows) == api.paid == len(bodies(api)) == 20 * 3
    assert not list(tmp_path.glob("out/recordings/*.journal"))
    for row in rows[:2]:
        asyncio.run(check_file(tmp_path / "out" / row.recording))
