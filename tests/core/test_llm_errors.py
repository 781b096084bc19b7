"""What goes wrong between us and a model: tries and waits, what the user is told, and keys that nobody sees."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.simulator import Signal
from core.errors import UserError
from core.lab.batch import play_batch
from core.llm.messages import Misconfigured
from core.llm.model_client import Trying
from core.llm.settings import read_settings
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, chosen, game, play, told
from tests.model_behaviors import (
    Behavior,
    bad_request,
    drop,
    error,
    good,
    rate_limited,
    refusal,
    server_error,
    wrong_json,
)
from tests.model_behaviors import no_such_model as not_found
from tests.model_behaviors import unauthorized as forbidden
from tests.model_server import ModelServer

ROOT = Path(__file__).parents[2]
KEY = "sk-distinctive-4711-Zwoelf-0815abcdef"
ONE: dict[str, Any] = {"max_turns": 1, "players": 1}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long calls would wait before they try again."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("core.llm.retries.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    return waited


# -- tries and waits


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("status", [500, 503, 429, 408, 529])
@pytest.mark.few(7)
async def test_one_request_a_try(route: str, streamed: bool, status: int) -> None:
    signals: list[Signal] = []
    with ModelServer(then=error(status, "Come back later.", "busy")) as server:
        header = game(server, route, retries=2, **ONE)
        events = await play(header, on_signal=signals.append if streamed else None)
        assert server.count == 3
    assert "Come back later" in asked(events)[0].failed
    assert "(3 tries)" in asked(events)[0].failed
    tries = [signal for signal in signals if isinstance(signal, Trying)]
    assert [(each.number, each.of) for each in tries] == ([(2, 3), (3, 3)] if streamed else [])


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("seconds", ["0.7", "1"])
async def test_retry_after_is_honored(waits: list[float], route: str, seconds: str) -> None:
    with ModelServer(rate_limited(seconds), then=CHOSEN) as server:
        events = await play(game(server, route, **ONE))
    assert waits == [float(seconds)]
    assert told(events, "took")
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
    assert told(events, "took")
    assert [len(event.spent.retries) for event in events if event.spent] == [4]
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("route", ROUTES)
async def test_a_schema_that_the_server_refuses_is_left_out(route: str) -> None:
    def by_schema(refused: Behavior) -> Behavior:
        return lambda exchange: (refused if "response_format" in exchange.request.body else CHOSEN)(exchange)

    with ModelServer(then=by_schema(bad_request())) as server:
        events = await play(game(server, route, "openai/gpt-4o-mini", max_turns=3, players=1))
        schemas = ["response_format" in request.body for request in server.chats]
    assert schemas == [True, False, False, False]
    assert len(told(events, "took")) == 3


@pytest.mark.parametrize("route", ROUTES)
async def test_an_answer_without_a_choice_is_told_in_words(route: str) -> None:
    with ModelServer(then=wrong_json({"choices": []})) as server:
        events = await play(game(server, route, retries=0, **ONE))
    assert asked(events)[0].failed == "the server's answer has not the shape of a completion (1 try)"


# -- what the user is told


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("behavior", "words"), [(forbidden(), "key"), (not_found(), "no such model")], ids=["401", "404"]
)
async def test_what_no_try_can_mend_stops_at_once(route: str, behavior: Behavior, words: str, streamed: bool) -> None:
    with ModelServer(then=behavior) as server:
        with pytest.raises(Misconfigured, match=words) as caught:
            await play(game(server, route, **ONE), on_signal=(lambda signal: None) if streamed else None)
        assert server.count == 1
    assert str(caught.value).startswith(LLM)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("route", ROUTES)
async def test_nobody_answers(route: str) -> None:
    with ModelServer() as server:
        base = server.base
    with pytest.raises(Misconfigured, match=f"nothing answers at {base}.*; start it, or set base"):
        await play(game(base, route, retries=1, **ONE))


def test_a_key_that_is_missing() -> None:
    with pytest.raises(UserError, match="set OPENAI_API_KEY, or play without one: llm:mock"):
        prepare("toy", {}, {"A": "llm:openai/gpt-4o-mini"}, 1)
    with pytest.raises(UserError, match="set MY_OWN_KEY"):
        game("http://localhost:1/v1", key="MY_OWN_KEY")


async def test_a_model_that_nobody_knows() -> None:
    with pytest.raises(Misconfigured, match="There is no model 'nonesuch': write PROVIDER/MODEL"):
        await play(prepare("toy", ONE, {"*": "llm:nonesuch"}, 1))


async def test_a_server_of_ones_own_is_named_openai() -> None:
    with ModelServer() as server:
        with pytest.raises(
            Misconfigured, match="no provider 'mine': with base, name it llm:openai/NAME, or give model"
        ):
            await play(game(server, "auto", "mine/tiny", **ONE))
        assert server.count == 0


async def test_a_setting_that_litellm_does_not_send_is_left_out() -> None:
    with ModelServer(then=CHOSEN) as server:
        events = await play(game(server, "litellm", "openai/gpt-4o-mini", reasoning_effort="low", **ONE))
        assert server.count == 1
        assert "reasoning_effort" not in server.chats[0].body
    assert told(events, "took")
    (spent,) = [event.spent for event in events if event.spent]
    assert "reasoning_effort is left out from now on" in spent.retries[0]


# -- keys


@pytest.mark.parametrize(
    "told", [{"key": KEY}, {"key": KEY.upper()}, {"key": "AKIA4711ABCDEFGH0815"}, {"key": KEY[3:]}]
)
def test_a_key_in_place_of_its_variable_is_refused(told: dict[str, str]) -> None:
    with pytest.raises(UserError, match="should be the name of an environment variable") as caught:
        read_settings("mine", told)
    assert told["key"] not in str(caught.value)


@pytest.mark.parametrize("base", ["http://{}@host/v1", "http://u:{}@host", "https://host/v1?k={}", "http://host/{}/v1"])
def test_a_key_in_an_address_is_refused(base: str) -> None:
    with pytest.raises(UserError, match="must not hold a key") as caught:
        read_settings("mine", {"base": base.format(KEY)})
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("base", ["host/v1", "ftp://host", "http://", "http://host:99999/v1", "http://[::1", "x" * 9])
def test_an_address_that_is_none(base: str) -> None:
    with pytest.raises(UserError, match="should be an address such as"):
        read_settings("mine", {"base": base})


ECHOES = {
    "401": error(401, f"Incorrect API key provided: {KEY}.", "invalid_request_error"),
    "500": error(500, f"{'x' * 190} {KEY} in {KEY}", "server_error"),
    "400": error(400, f"What is {KEY}?", "invalid_request_error"),
    "reply": good(lambda body: chosen(body).replace("because", f"because {KEY}")),
    "words": good(f"{'y' * 1990} {KEY}"),
    "refusal": refusal(f"I will not take {KEY}."),
    "page": lambda exchange: exchange.send(f"<html>{'z' * 60} Bearer {KEY}</html>".encode()),
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", ECHOES)
@pytest.mark.few(5)
async def test_a_key_is_never_seen_again(
    tmp_path: Path, route: str, name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_OWN_KEY", KEY)
    with ModelServer(CHOSEN, then=ECHOES[name]) as server:
        header = game(server, route, key="MY_OWN_KEY", retries=1, players=2, ordering="asynchronous", max_turns=2)
        try:
            seen = str(await play(header, tmp_path / "run.jsonl"))
        except Misconfigured as error:
            seen = str(error)
        assert server.chats[0].headers["authorization"] == f"Bearer {KEY}"
        files = [path.read_text() for path in tmp_path.iterdir()]
        assert all(KEY not in text and KEY[:20] not in text for text in (seen, *capfd.readouterr(), *files))
    assert "MY_OWN_KEY" in files[0] + (files[-1])


# -- quiet

SCRIPT = """
import asyncio, sys
from tests.core.llm_table import game, play, told
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
            assert told(events, "defaulted")
print("done")
"""


@pytest.mark.slow
def test_all_is_quiet_in_one_loop_after_the_other(toy: Path) -> None:
    env = {**os.environ, "PYTHONPATH": f"{toy}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-W", "default::ResourceWarning", "-c", SCRIPT]
    out = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (out.stdout, out.stderr) == ("done\n", "")


async def test_many_games_at_once_share_a_model() -> None:
    with ModelServer(then=CHOSEN) as server:
        for _ in range(2):
            batch = await asyncio.to_thread(play_batch, game(server, "litellm", max_turns=3), 6, 1)
            assert [game.error for game in batch.games] == [""] * 6
        assert server.count == 36
