"""What is known before a prompt is sent: how long it is, who takes no schema, who is silent, what a provider wants."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.llm.messages import Misconfigured
from core.llm.online import CHARACTERS
from core.recording.file import Recording
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, game, play, resume, told
from tests.core.table import ended
from tests.model_behaviors import Behavior, bad_request, good, silent
from tests.model_server import ModelServer
from tests.model_wire import encode

ONE: dict[str, Any] = {"max_turns": 1, "players": 1}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


# -- the length of a prompt


def listed(length: object) -> Behavior:
    """A list of models as vLLM gives it."""
    return lambda exchange: exchange.send(encode({"data": [{"id": "other"}, {"id": "test", "max_model_len": length}]}))


@pytest.mark.parametrize("route", ROUTES)
async def test_a_prompt_that_cannot_fit_is_an_error_before_it_is_sent(tmp_path: Path, route: str) -> None:
    """A useless reply is shown again, and makes the next prompt too long; with more room the run goes on."""
    path = tmp_path / "run.jsonl"
    with ModelServer(CHOSEN, good("word " * 800), then=CHOSEN) as server:
        with pytest.raises(Misconfigured, match=r"prompt has [\d,]+ tokens or more, and the model's context is 256"):
            await play(game(server, route, max_turns=6, cast={"A": LLM}, context=256), path)
        assert server.count == 2
        assert Recording.read(path).ended is None
        assert (await resume(path, game(server, route, max_turns=6, cast={"A": LLM}))).ended is not None
        longest = max(sum(len(m["content"]) for m in request.body["messages"]) for request in server.chats)
        assert longest > 256 * CHARACTERS


async def test_a_server_that_tells_its_context_is_believed() -> None:
    with ModelServer(then=CHOSEN, models=listed(4)) as server:
        with pytest.raises(Misconfigured, match="the model's context is 4;"):
            await play(game(server, **ONE))
        assert server.count == 0


@pytest.mark.parametrize("length", [None, "many", -1, 10**9])
async def test_a_server_that_tells_nothing_of_use_is_asked(length: object) -> None:
    with ModelServer(then=CHOSEN, models=listed(length)) as server:
        assert told(await play(game(server, **ONE)), "took")


# -- schemas


@pytest.mark.parametrize("route", ROUTES)
async def test_who_refuses_a_schema_is_not_asked_for_it_at_the_next_start(route: str) -> None:
    def behave(exchange: Any) -> Any:
        return (bad_request() if "response_format" in exchange.request.body else CHOSEN)(exchange)

    with ModelServer(then=behave) as server:
        for _ in range(2):
            assert told(await play(game(server, route, "openai/gpt-4o-mini", **ONE)), "took")
        assert ["response_format" in request.body for request in server.chats] == [True, False, False]
        await play(game(server, route, "openai/gpt-4o", **ONE))
        assert "response_format" in server.chats[3].body, "another model of the same server is asked"


async def test_a_cache_that_cannot_be_read_or_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "schema-refusers.json").write_text('{"not": "a list"}')
    monkeypatch.setenv("PLAYBILL_CACHE", str(cache))

    def behave(exchange: Any) -> Any:
        return (bad_request() if "response_format" in exchange.request.body else CHOSEN)(exchange)

    with ModelServer(then=behave) as server:
        assert told(await play(game(server, **ONE)), "took")
        assert json.loads((cache / "schema-refusers.json").read_text()) == [f"openai/test {server.base}"]
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("PLAYBILL_CACHE", str(tmp_path / "file"))
        assert told(await play(game(server, **ONE)), "took")


# -- who does not answer


@pytest.mark.parametrize("route", ROUTES)
async def test_a_stalled_server_costs_one_deadline_and_not_one_a_decision(route: str) -> None:
    """The pause after a stall is a deadline, here of an hour: no later decision waits at all."""
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
        header = game(server, timeout=1, retries=4, deadline=3600, max_turns=9, cast={"A": LLM}, max_failures=0)
        events = await play(header)
    assert not told(events, "defaulted")
    assert len(told(events, "took")) > 5


# -- what a provider wants


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("azure/gpt-4o", "finds no credentials"),
        ("bedrock/anthropic.claude-3-haiku-20240307-v1:0", "finds no credentials"),
        ("azure_ai/x", "api_base is required"),
        ("fireworks_ai/x", "FIREWORKS_API_KEY is not set"),
        ("snowflake/x", "JWT key"),
        ("cloudflare/x", "API Key"),
        ("databricks/x", "must be installed"),
        ("voyage/x", "Unmapped LLM provider"),
    ],
)
async def test_a_provider_that_is_not_set_up_is_one_try_and_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    signals: list[object] = []
    with pytest.raises(Misconfigured, match=says) as caught:
        await play(prepare("toy", ONE, {"*": f"llm:{name}"}, 1), on_signal=signals.append)
    assert str(caught.value).startswith(f"llm:{name}: ")
    assert "\n" not in str(caught.value)
    assert not [signal for signal in signals if type(signal).__name__ == "Trying"]
