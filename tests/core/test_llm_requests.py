"""Requests to a model: a prompt that is too long is not sent, and a rejected parameter is left out from then on."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.simulator import Signal
from core.llm.messages import Misconfigured
from core.llm.model_client import CallRetried
from core.llm.online import MAX_CHARACTERS_PER_TOKEN, fold_system_messages, refused_parameter, refuses_system
from core.recording.file import Recording
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, game, of_kind, play, resume
from tests.core.llm_table import chosen as choose
from tests.core.table import ended
from tests.model_behaviors import Behavior, bad_request, chosen, error, error_body, good
from tests.model_server import ModelServer
from tests.model_wire import Answer, Exchange, Request, encode

ONE: dict[str, Any] = {"max_turns": 1, "players": 1}
ALL: dict[str, Any] = {
    "temperature": 0.2,
    "top_p": 0.9,
    "stop": ["END"],
    "reasoning_effort": "low",
    "extra_body": {"top_k": 20, "seed": 5},
}
OPENAI = "Unsupported value: '{}' does not support this with this model. Only the default (1) value is supported."
WORDINGS = {
    "openai": OPENAI,
    "parameter": "Unsupported parameter: '{}' is not supported with this model.",
    "unknown": "Unrecognized request argument supplied: {}",
    "extra": "[{{'type': 'extra_forbidden', 'loc': ('body', '{}'), 'msg': 'Extra inputs are not permitted'}}]",
    "invalid": "Invalid parameter: {} is not allowed for this model",
}


def refusing(refused: str, answer: Behavior, inner: Behavior = CHOSEN) -> Behavior:
    """Reject requests that have a parameter; answer the rest."""
    return chosen(lambda request: answer if refused in request.body else inner)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", [*ALL, "top_k", "seed", "stream_options"])
@pytest.mark.few(2)
async def test_a_parameter_that_is_refused_is_left_out_and_told_once(
    tmp_path: Path, name: str, route: str, streamed: bool
) -> None:
    if name == "extra_body" or (name == "stream_options" and not streamed):
        name = "top_k"
    signals: list[Signal] = []
    with ModelServer(then=refusing(name, bad_request(OPENAI.format(name)))) as server:
        header = game(server, route, retries=1, max_turns=4, players=2, max_failures=1, **ALL)
        events = await play(header, tmp_path / "run.jsonl", on_signal=signals.append if streamed else None)
        refused = [request for request in server.chats if name in request.body]
        assert len(refused) == 1, "it is not tried again"
        assert server.count == 5
        kept = {"temperature", "top_p", "stop", "reasoning_effort", "top_k", "seed"} - {name}
        assert all(kept <= set(request.body) for request in server.chats), "nothing else is left out"
    assert len(of_kind(events, "took")) == 4
    reasons = [reason for event in events if event.spent for reason in event.spent.retries]
    assert len(reasons) == 1
    assert reasons[0].startswith(f"{name} is left out from now on: ")
    shown = [signal.why for signal in signals if isinstance(signal, CallRetried)]
    assert shown == (reasons if streamed else [])
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("wording", WORDINGS)
@pytest.mark.parametrize("name", ["temperature", "stop", "seed"])
def test_it_is_known_in_the_words_of_many_servers(name: str, wording: str) -> None:
    assert refused_parameter(WORDINGS[wording].format(name), ["top_k", name]) == name


async def test_it_is_known_by_the_field_of_the_error() -> None:
    body = error_body("This value is not supported.", "invalid_request_error", None)
    body["error"]["param"] = "temperature"
    with ModelServer(then=refusing("temperature", lambda e: e.send(encode(body), 400))) as server:
        assert of_kind(await play(game(server, retries=0, temperature=0.2, **ONE)), "took")


async def test_calls_that_meet_the_refusal_together_tell_it_once() -> None:
    with ModelServer(then=refusing("temperature", bad_request(OPENAI.format("temperature")))) as server:
        header = game(server, temperature=0.2, retries=0, players=5, ordering="asynchronous", max_turns=2)
        events = await play(header)
    assert not of_kind(events, "defaulted")
    assert sum(len(event.spent.retries) for event in events if event.spent) == 1


async def test_several_are_left_out_one_after_the_other() -> None:
    def behave(request: Request) -> Behavior:
        wrong = [name for name in ("temperature", "top_p", "top_k", "response_format") if name in request.body]
        return bad_request(OPENAI.format(wrong[0])) if wrong else CHOSEN

    with ModelServer(then=chosen(behave)) as server:
        events = await play(game(server, retries=0, model="openai/gpt-4o", **{**ALL, **ONE}))
        assert server.count == 5
    assert of_kind(events, "took")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("'response_format' is not supported.", ["stop", "seed", "temperature"]),
        ("The engine will stop now; this is not supported.", ["stop"]),
        ("The seed of doubt is invalid.", ["seed"]),
        ("Rate limit reached; temperature is high", ["temperature"]),
    ],
)
def test_other_errors_refuse_no_parameter(text: str, offered: list[str]) -> None:
    assert refused_parameter(text, offered) == ""


# -- the system role


NO_SYSTEM = [
    "System role not supported",
    "Jinja Exception: System role not supported",
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    "Developer instruction is not enabled for models/gemma-3-27b-it",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "Only user and assistant roles are supported!",
    "system messages are not supported by this model",
]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("status", [400, 500])
@pytest.mark.parametrize("why", NO_SYSTEM)
@pytest.mark.few(2)
async def test_the_systems_words_go_into_the_first_message_of_the_user(
    tmp_path: Path, why: str, status: int, route: str
) -> None:
    def behave(request: Request) -> Behavior:
        roles = [message["role"] for message in request.body["messages"]]
        good = "system" not in roles and all(a != b for a, b in pairwise(roles))
        return CHOSEN if good else error(status, why, "invalid_request_error")

    assert refuses_system(why)
    with ModelServer(then=chosen(behave)) as server:
        header = game(server, route, retries=1, max_turns=4, players=1, max_failures=1)
        events = await play(header, tmp_path / "run.jsonl")
        assert server.count == 5
        system = server.chats[0].body["messages"][0]["content"]
        assert all(request.body["messages"][0]["content"].startswith(system) for request in server.chats[1:])
    assert len(of_kind(events, "took")) == 4
    await check_file(tmp_path / "run.jsonl")


def test_messages_are_folded() -> None:
    messages = [("system", "a"), ("user", "b"), ("user", "c"), ("assistant", "d"), ("user", "e")]
    joined = fold_system_messages([{"role": role, "content": text} for role, text in messages])
    assert [(m["role"], m["content"]) for m in joined] == [("user", "a\n\nb\n\nc"), ("assistant", "d"), ("user", "e")]
    assert fold_system_messages([{"role": "system", "content": "a"}]) == [{"role": "user", "content": "a"}]


# -- a limit from the settings


CUT = good('{"token"', usage=(12, 3000), finish="length")


def limits(request: Request) -> list[int]:
    return [request.body[name] for name in ("max_tokens", "max_completion_tokens") if name in request.body]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("settings", [{"max_completion_tokens": 1000}, {"extra_body": {"max_tokens": 1000}}], ids=str)
async def test_a_limit_that_was_set_is_never_exceeded(route: str, settings: dict[str, Any]) -> None:
    with ModelServer(then=CUT) as server:
        await play(game(server, route, max_turns=1, cast={"A": LLM}, **settings))
        assert [limits(request) for request in server.chats] == [[1000]] * 3


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("set_as", "wanted"), [("max_completion_tokens", "max_tokens")])
async def test_a_limit_whose_name_is_refused_goes_by_the_other(route: str, set_as: str, wanted: str) -> None:
    why = f"Unsupported parameter: '{set_as}' is not supported with this model. Use '{wanted}' instead."
    with ModelServer(then=refusing(set_as, bad_request(why), CUT)) as server:
        await play(game(server, route, max_turns=1, cast={"A": LLM}, **dict[str, Any]({set_as: 1000})))
        assert [limits(request) for request in server.chats] == [[1000]] * 4
        assert [wanted in request.body for request in server.chats] == [False, True, True, True]


async def test_a_limit_that_is_refused_by_both_names_is_not_left_out() -> None:
    def behave(request: Request) -> Behavior:
        names = [name for name in ("max_tokens", "max_completion_tokens") if name in request.body]
        return bad_request(OPENAI.format(names[0])) if names else CHOSEN

    with ModelServer(then=chosen(behave)) as server:
        events = await play(game(server, max_completion_tokens=1000, **ONE))
        assert all(limits(request) == [1000] for request in server.chats)
    assert "max_tokens" in asked(events)[0].failed
    assert ended(events).models[LLM].fallbacks == 1


@pytest.mark.parametrize("route", ROUTES)
async def test_room_for_a_cut_reply_goes_by_the_name_that_the_server_takes(route: str) -> None:
    why = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    with ModelServer(CUT, then=refusing("max_tokens", bad_request(why))) as server:
        events = await play(game(server, route, max_turns=1, cast={"A": LLM}))
        assert [limits(request) for request in server.chats] == [[], [6000], [6000]]
    assert of_kind(events, "took")


async def test_a_setting_that_litellm_does_not_send_is_left_out() -> None:
    with ModelServer(then=CHOSEN) as server:
        events = await play(game(server, "litellm", "openai/gpt-4o-mini", reasoning_effort="low", **ONE))
        assert server.count == 1
        assert "reasoning_effort" not in server.chats[0].body
    assert of_kind(events, "took")
    (spent,) = [event.spent for event in events if event.spent]
    assert "reasoning_effort is left out from now on" in spent.retries[0]


# -- the length of a prompt


def listed(length: object) -> Behavior:
    """Return a list of models in vLLM's format."""
    return lambda exchange: exchange.send(encode({"data": [{"id": "other"}, {"id": "test", "max_model_len": length}]}))


@pytest.mark.parametrize("route", ROUTES)
async def test_a_prompt_that_cannot_fit_is_an_error_before_it_is_sent(tmp_path: Path, route: str) -> None:
    """An unusable reply is shown again and makes the next prompt too long; with a larger context the run goes on."""
    path = tmp_path / "run.jsonl"
    with ModelServer(CHOSEN, good("word " * 800), then=CHOSEN) as server:
        with pytest.raises(Misconfigured, match=r"prompt has [\d,]+ tokens or more, and the model's context is 256"):
            await play(game(server, route, max_turns=6, cast={"A": LLM}, context=256), path)
        assert server.count == 2
        assert Recording.read(path).ended is None
        assert (await resume(path, game(server, route, max_turns=6, cast={"A": LLM}))).ended is not None
        longest = max(sum(len(m["content"]) for m in request.body["messages"]) for request in server.chats)
        assert longest > 256 * MAX_CHARACTERS_PER_TOKEN


async def test_a_server_that_tells_its_context_is_believed() -> None:
    with ModelServer(then=CHOSEN, models=listed(4)) as server:
        with pytest.raises(Misconfigured, match="the model's context is 4;"):
            await play(game(server, **ONE))
        assert server.count == 0


@pytest.mark.parametrize("length", [None, "many", -1, 10**9])
async def test_a_server_that_tells_nothing_of_use_is_asked(length: object) -> None:
    with ModelServer(then=CHOSEN, models=listed(length)) as server:
        assert of_kind(await play(game(server, **ONE)), "took")


# -- schemas


@pytest.mark.parametrize("route", ROUTES)
async def test_who_refuses_a_schema_is_not_asked_for_it_at_the_next_start(route: str) -> None:
    def behave(exchange: Any) -> Any:
        return (bad_request() if "response_format" in exchange.request.body else CHOSEN)(exchange)

    with ModelServer(then=behave) as server:
        for _ in range(2):
            assert of_kind(await play(game(server, route, "openai/gpt-4o-mini", **ONE)), "took")
        assert ["response_format" in request.body for request in server.chats] == [True, False, False]
        await play(game(server, route, "openai/gpt-4o", **ONE))
        assert "response_format" in server.chats[3].body, "another model of the same server is asked"


def calls_a_tool(exchange: Exchange) -> Any:
    """Answer only requests that name a tool to call, by calling it."""
    body = exchange.request.body
    if "response_format" in body or "tools" not in body:
        return bad_request("this model answers by tools only")(exchange)
    (tool,) = body["tools"]
    assert body["tool_choice"]["function"]["name"] == tool["function"]["name"]
    assert set(json.loads(choose(body))) == set(tool["function"]["parameters"]["required"])
    return exchange.say(Answer(None, call=choose(body), finish="tool_calls"))


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
async def test_a_model_that_answers_by_tools_only_is_asked_for_a_call(
    tmp_path: Path, route: str, streamed: bool
) -> None:
    with ModelServer(then=calls_a_tool) as server:
        signals: list[Signal] = []
        header = game(server, route, shape="tools", **ONE)
        events = await play(header, tmp_path / "run.jsonl", on_signal=signals.append if streamed else None)
        assert server.count == 1
    assert of_kind(events, "took")
    assert not asked(events)[0].error
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("route", ROUTES)
async def test_who_refuses_tools_is_asked_in_words(route: str) -> None:
    with ModelServer(then=refusing("tools", bad_request("tool use is not supported"))) as server:
        assert of_kind(await play(game(server, route, shape="tools", **ONE)), "took")
        assert ["tools" in request.body for request in server.chats] == [True, False]
        assert of_kind(await play(game(server, route, shape="words", model="openai/other", **ONE)), "took")
        assert not {"tools", "response_format"} & set(server.chats[2].body)


async def test_a_cache_that_cannot_be_read_or_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "schema-refusers.json").write_text('{"not": "a list"}')
    monkeypatch.setenv("PLAYBILL_CACHE", str(cache))

    def behave(exchange: Any) -> Any:
        return (bad_request() if "response_format" in exchange.request.body else CHOSEN)(exchange)

    with ModelServer(then=behave) as server:
        assert of_kind(await play(game(server, **ONE)), "took")
        assert json.loads((cache / "schema-refusers.json").read_text()) == [f"openai/test {server.base}"]
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("PLAYBILL_CACHE", str(tmp_path / "file"))
        assert of_kind(await play(game(server, **ONE)), "took")


# -- requirements of providers


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
    assert not [signal for signal in signals if type(signal).__name__ == "CallRetried"]
