"""Retries of a call: when there is another try, how long it may take, and the tokens it costs."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.events import Event
from core.engine.model_tally import Spent
from core.engine.simulator import Signal
from core.lab.rows import EventCounts
from core.llm.model_client import CallRetried
from core.llm.parts import token_counts
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, chosen, game, of_kind, play, resume
from tests.core.table import ended
from tests.model_behaviors import (
    Behavior,
    bad_request,
    drop,
    drop_midway,
    error,
    good,
    rate_limited,
    refusal,
    server_error,
    silent,
    slow,
    stall_midway,
)
from tests.model_server import ModelServer
from tests.model_wire import Answer, Exchange

ONE: dict[str, Any] = {"max_turns": 1, "players": 1, "max_failures": 0}
WAIT = 0.4
BROKEN = {
    "silent": silent(),
    "dropped": drop(),
    "dropped midway": drop_midway("x" * 400),
    "stalled": stall_midway("x" * 400),
}
REFUSED = {"500": server_error(), "429": rate_limited("0.01"), "400": bad_request("No.")}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.005)


def only(events: list[Event]) -> Spent:
    (took,) = [event.spent for event in events if event.spent]
    return took


def saying(pause: float = 0.0, **fields: Any) -> Behavior:
    """Send a good reply with more fields, or with a pause between its tokens."""

    async def behave(exchange: Exchange) -> None:
        await exchange.say(Answer(chosen(exchange.request.body), **fields), pause)

    return behave


# -- tries and waits


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collect the seconds for which calls would wait before a retry."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("core.llm.retries.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    return waited


# -- tries and waits


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("status", [500, 503, 429, 408, 529])
@pytest.mark.few(2)
async def test_one_request_a_try(route: str, streamed: bool, status: int) -> None:
    signals: list[Signal] = []
    with ModelServer(then=error(status, "Come back later.", "busy")) as server:
        header = game(server, route, retries=2, **ONE)
        events = await play(header, on_signal=signals.append if streamed else None)
        assert server.count == 3
    assert "Come back later" in asked(events)[0].failed
    assert "(3 tries)" in asked(events)[0].failed
    tries = [signal for signal in signals if isinstance(signal, CallRetried)]
    assert [(each.number, each.of) for each in tries] == ([(2, 3), (3, 3)] if streamed else [])


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("seconds", ["0.7", "1"])
async def test_retry_after_is_honored(waits: list[float], route: str, seconds: str) -> None:
    with ModelServer(rate_limited(seconds), then=CHOSEN) as server:
        events = await play(game(server, route, **ONE))
    assert waits == [float(seconds)]
    assert of_kind(events, "took")
    spent = next(event.spent for event in events if event.spent)
    assert len(spent.retries) == 1
    assert "Rate limit" in spent.retries[0]


@pytest.mark.parametrize("route", ROUTES)
async def test_a_wait_past_the_deadline_is_not_waited(waits: list[float], route: str) -> None:
    with ModelServer(then=rate_limited("120")) as server:
        events = await play(game(server, route, deadline=60, **ONE))
        assert server.count == 1
    assert not waits
    assert "a wait of 120 s is past its deadline" in asked(events)[0].failed


@pytest.mark.parametrize("route", ROUTES)
async def test_errors_then_good(tmp_path: Path, route: str) -> None:
    with ModelServer(server_error(), drop(), drop(reset=True), server_error(502), then=CHOSEN) as server:
        events = await play(game(server, route, **ONE), tmp_path / "run.jsonl")
        assert server.count == 5
    assert of_kind(events, "took")
    assert [len(event.spent.retries) for event in events if event.spent] == [4]
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("route", ROUTES)
async def test_a_stalled_server_costs_one_deadline_and_not_one_a_decision(route: str) -> None:
    """The pause after a stall is as long as the deadline, here an hour: no later call waits at all."""
    with ModelServer(then=silent()) as server:
        header = game(server, route, timeout=0.3, retries=1, deadline=3600, max_turns=12, max_failures=0)
        events = await play(header)
        assert ended(events).reason == "max_turns"
        seats = len(header.cast)
        assert server.count <= 2 * seats
    late = [each.failed for each in asked(events)]
    assert len(late) >= 12
    assert sum("not asked again so soon" in failed for failed in late) >= 12 - seats
    assert ended(events).fell_back == (LLM,)


async def test_a_server_that_answers_anybody_is_not_stalled() -> None:
    """One call in three hangs, and is made again."""
    with ModelServer(*[CHOSEN, CHOSEN, silent()] * 2, then=CHOSEN) as server:
        header = game(server, timeout=0.5, retries=4, deadline=3600, max_turns=9, cast={"A": LLM}, max_failures=0)
        events = await play(header)
    assert not of_kind(events, "defaulted")
    assert len(of_kind(events, "took")) > 5


# -- tries without a reply


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("fault", [*BROKEN.values()], ids=[*BROKEN])
@pytest.mark.few(1)
async def test_a_try_that_breaks_off_is_estimated(tmp_path: Path, fault: Behavior, route: str, streamed: bool) -> None:
    hear = (lambda signal: None) if streamed else None
    with ModelServer(fault, then=CHOSEN) as server:
        header = game(server, route, timeout=WAIT, retries=5, price_in=1e6, price_out=2e6, **ONE)
        events = await play(header, tmp_path / "run.jsonl", on_signal=hear)
        prompt = sum(len(m["content"]) for m in server.chats[0].body["messages"]) // 4
    took = only(events)
    tries = len(took.retries)
    assert tries >= 1
    assert took.estimated == took.tokens_in - 12 + took.tokens_out - 34
    assert tries * prompt <= took.tokens_in - 12 <= tries * (prompt + 4)
    assert took.lost == took.tokens_out - 34
    assert took.cost == took.tokens_in + 2 * took.tokens_out
    recording = await check_file(tmp_path / "run.jsonl")
    count = EventCounts(recording.events)
    assert count.usage.estimated == took.estimated
    assert count.took["A"].estimated == took.estimated


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("fault", [*REFUSED.values()], ids=[*REFUSED])
async def test_a_try_that_the_server_refuses_takes_nothing(fault: Behavior, route: str) -> None:
    with ModelServer(fault, then=CHOSEN) as server:
        took = only(await play(game(server, route, retries=2, **ONE)))
    assert (took.tokens_in, took.tokens_out, took.lost, took.estimated) == (12, 34, 0, 0)


@pytest.mark.parametrize(("route", "streamed"), [(ROUTES[0], False), (ROUTES[0], True), (ROUTES[1], False)])
async def test_a_refusal_takes_what_its_server_says(route: str, streamed: bool) -> None:
    with ModelServer(then=refusal()) as server:
        took = only(await play(game(server, route, **ONE), on_signal=(lambda signal: None) if streamed else None))
    assert (took.tokens_in, took.tokens_out, took.estimated) == (12, 34, 0)


@pytest.mark.parametrize("limit", ["max_tokens", "max_cost"])
async def test_tries_that_break_off_count_against_limits(tmp_path: Path, limit: str) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=drop()) as server:
        header = game(
            server, retries=1, price_in=1e6, max_turns=40, players=1, max_failures=0, **dict[str, Any]({limit: 300})
        )
        assert ended(await play(header, path)).reason == limit
        assert server.count < 20
    await check_file(path)
    assert (await resume(path)).ended is not None, "what was spent before counts again"


async def test_a_cut_reply_after_a_lost_try_gets_room_for_itself_alone() -> None:
    cut = good('{"token"', usage=(12, 3000), finish="length")
    with ModelServer(drop_midway("x" * 4000), cut, then=CHOSEN) as server:
        await play(game(server, retries=1, max_turns=1, cast={"A": LLM}), on_signal=lambda signal: None)
        assert server.chats[2].body["max_tokens"] == 6000
        assert "after 3000 tokens" in server.chats[2].body["messages"][-1]["content"]


# -- tokens from the cache, or of thoughts


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
async def test_cached_tokens_and_thoughts_are_in_rows(tmp_path: Path, route: str, streamed: bool) -> None:
    with ModelServer(then=saying(usage=(100, 34), cached=64, thinking=21)) as server:
        header = game(server, route, max_turns=2, players=1)
        events = await play(header, tmp_path / "run.jsonl", on_signal=(lambda signal: None) if streamed else None)
    count = EventCounts(events)
    row = count.row(header)
    assert (row.tokens_in, row.cached, row.thinking, row.estimated) == (200, 128, 42, 0)
    assert (row.took[LLM].cached, row.took[LLM].thinking) == (128, 42)
    assert {"cached": 128, "thinking": 42, f"cached of {LLM}": 128}.items() <= row.flat().items()
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4}}, (9, 5, 4, 0)),
        ({"prompt_tokens": 9, "completion_tokens": 5, "prompt_cache_hit_tokens": 4}, (9, 5, 4, 0)),
        ({"prompt_tokens": 9, "completion_tokens": 5, "cache_read_input_tokens": 4}, (9, 5, 4, 0)),
        ({"input_tokens": 5, "output_tokens": 5, "cache_read_input_tokens": 4}, (9, 5, 4, 0)),
        (
            {"prompt_tokens": 9, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 3}},
            (9, 5, 0, 3),
        ),
        ({"prompt_tokens": 9, "completion_tokens": 5, "prompt_tokens_details": None}, (9, 5, 0, 0)),
        (
            {"prompt_tokens": 9, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 10**30}},
            (9, 5, 0, 0),
        ),
        ({"prompt_tokens": True, "completion_tokens": -5, "prompt_tokens_details": [1]}, (0, 0, 0, 0)),
        ({"prompt_tokens": 3, "prompt_tokens_details": {"cached_tokens": 7}}, (3, 0, 3, 0)),
    ],
)
def test_usage_is_read_in_many_dialects(usage: dict[str, Any], read: tuple[int, ...]) -> None:
    took = token_counts(usage)
    assert (took.tokens_in, took.tokens_out, took.cached, took.thinking) == read


# -- pauses


@pytest.mark.few(1)
@pytest.mark.parametrize("route", ROUTES)
async def test_a_reply_may_take_longer_than_the_timeout_while_its_tokens_come(route: str) -> None:
    """Tokens of thoughts count too."""
    answer = saying(0.05, reasoning="Let me think about this for quite a while. " * 2)
    with ModelServer(then=answer) as server:
        events = await play(game(server, route, timeout=0.5, **ONE), on_signal=lambda signal: None)
        assert server.count == 1
    assert of_kind(events, "took")
    assert only(events).latency > 0.5


@pytest.mark.few(1)
@pytest.mark.parametrize("route", ROUTES)
async def test_a_reply_that_comes_whole_and_too_late_is_streamed_the_next_time(route: str) -> None:
    async def thoughtful(exchange: Exchange) -> None:
        behave = saying(0.02, reasoning="Hmm. " * 8) if exchange.request.stream else slow(60.0)
        await behave(exchange)

    with ModelServer(then=thoughtful) as server:
        events = await play(game(server, route, timeout=0.5, max_turns=2, players=1))
        assert [request.stream for request in server.chats] == [False, True, True]
    assert len(of_kind(events, "took")) == 2


@pytest.mark.few(1)
@pytest.mark.parametrize("route", ROUTES)
async def test_the_deadline_bounds_a_reply_that_never_ends(route: str) -> None:
    with ModelServer(then=saying(0.1, reasoning="Hm. " * 4000)) as server:
        header = game(server, route, timeout=5.0, deadline=0.5, **ONE)
        events = await play(header, on_signal=lambda signal: None)
    assert asked(events)[0].failed.startswith("no whole reply in 0.5 s (1 try")
    assert only(events).lost > 0


# -- quiet

ROOT = Path(__file__).parents[2]
SCRIPT = """
import asyncio, sys
from tests.core.llm_table import game, play, of_kind
from tests.loopback import guard
from tests import model_behaviors as that
from tests.model_server import ModelServer
import pytest
guard(pytest.MonkeyPatch())
shapes = [that.wrong_json({"choices": 5}), that.wrong_json({"choices": [{"message": {"content": 5}}]})]
stalling = that.stall_midway()
ways = [that.good("{}"), that.server_error(), that.drop(), that.html(), that.error_midway(), stalling,
        that.huge(2_000_000), *shapes]
for way, patience in [*((way, 0.3 if way is stalling else 100) for way in ways), (stalling, 0.001)]:
    for route, streamed in (("litellm", False), ("litellm", True), ("direct", False), ("direct", True)):
        with ModelServer(then=way) as server:
            header = game(server, route, retries=0, timeout=patience, max_turns=1)
            events = asyncio.run(play(header, on_signal=(lambda signal: None) if streamed else None))
            assert of_kind(events, "defaulted")
print("done")
"""


@pytest.mark.slow
def test_all_is_quiet_in_one_loop_after_the_other(toy: Path) -> None:
    env = {**os.environ, "PYTHONPATH": f"{toy}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-W", "default::ResourceWarning", "-c", SCRIPT]
    out = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (out.stdout, out.stderr) == ("done\n", "")
