"""A server that refuses a part of the request by name gets the next one without it; limits on replies are kept."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.engine.simulator import Signal
from core.llm.model_client import Trying
from core.llm.online import folded, refused_parameter, refuses_system
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, game, play, told
from tests.core.table import ended
from tests.model_behaviors import Behavior, bad_request, chosen, error, error_body, good
from tests.model_server import ModelServer
from tests.model_wire import Request, encode

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
    """Refuse what holds a parameter; answer the rest."""
    return chosen(lambda request: answer if refused in request.body else inner)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", [*ALL, "top_k", "seed", "stream_options"])
@pytest.mark.few(6)
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
    assert len(told(events, "took")) == 4
    reasons = [reason for event in events if event.spent for reason in event.spent.retries]
    assert len(reasons) == 1
    assert reasons[0].startswith(f"{name} is left out from now on: ")
    shown = [signal.why for signal in signals if isinstance(signal, Trying)]
    assert shown == (reasons if streamed else [])
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("wording", WORDINGS)
@pytest.mark.parametrize("name", ["temperature", "stop", "seed"])
async def test_it_is_known_in_the_words_of_many_servers(name: str, wording: str) -> None:
    assert refused_parameter(WORDINGS[wording].format(name), ["top_k", name]) == name
    with ModelServer(then=refusing(name, bad_request(WORDINGS[wording].format(name)))) as server:
        events = await play(game(server, retries=0, temperature=0.2, stop=["END"], extra_body={"seed": 1}, **ONE))
    assert told(events, "took")


async def test_it_is_known_by_the_field_of_the_error() -> None:
    body = error_body("This value is not supported.", "invalid_request_error", None)
    body["error"]["param"] = "temperature"
    with ModelServer(then=refusing("temperature", lambda e: e.send(encode(body), 400))) as server:
        assert told(await play(game(server, retries=0, temperature=0.2, **ONE)), "took")


async def test_calls_that_meet_the_refusal_together_tell_it_once() -> None:
    with ModelServer(then=refusing("temperature", bad_request(OPENAI.format("temperature")))) as server:
        header = game(server, temperature=0.2, retries=0, players=5, ordering="asynchronous", max_turns=2)
        events = await play(header)
    assert not told(events, "defaulted")
    assert sum(len(event.spent.retries) for event in events if event.spent) == 1


async def test_several_are_left_out_one_after_the_other() -> None:
    def behave(request: Request) -> Behavior:
        wrong = [name for name in ("temperature", "top_p", "top_k", "response_format") if name in request.body]
        return bad_request(OPENAI.format(wrong[0])) if wrong else CHOSEN

    with ModelServer(then=chosen(behave)) as server:
        events = await play(game(server, retries=0, model="openai/gpt-4o", **{**ALL, **ONE}))
        assert server.count == 5
    assert told(events, "took")


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


# -- the role of the system


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
@pytest.mark.few(4)
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
    assert len(told(events, "took")) == 4
    await check_file(tmp_path / "run.jsonl")


def test_messages_are_folded() -> None:
    messages = [("system", "a"), ("user", "b"), ("user", "c"), ("assistant", "d"), ("user", "e")]
    told = folded([{"role": role, "content": text} for role, text in messages])
    assert [(m["role"], m["content"]) for m in told] == [("user", "a\n\nb\n\nc"), ("assistant", "d"), ("user", "e")]
    assert folded([{"role": "system", "content": "a"}]) == [{"role": "user", "content": "a"}]


# -- a limit that was set


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
    assert told(events, "took")
