"""Settings of models: all of them reach the server, errors name the wrong one, and no key is ever shown or stored."""

from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.llm.messages import Misconfigured
from core.llm.replies import Json
from core.llm.routes import make_model
from core.llm.schemas import close_schema, is_strict
from core.llm.settings import read_settings
from tests.core.llm_table import CHOSEN, LLM, MODEL, ROUTES, check_file, chosen, game, own_settings, play
from tests.core.table import ended
from tests.core.test_llm_replies import LOOSE
from tests.model_behaviors import error, good, refusal
from tests.model_server import ModelServer
from tests.toy import Choice

SECRET = "distinctive-4711-zwoelf-0815"
KEY = "sk-distinctive-4711-Zwoelf-0815abcdef"
ONE: dict[str, Any] = {"max_turns": 1, "players": 1}


@pytest.mark.parametrize("route", ROUTES)
async def test_all_settings_reach_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str) -> None:
    monkeypatch.setenv("GATE_KEY", SECRET)
    sent: dict[str, Any] = {
        "extra_body": {"top_k": 20, "chat_template_kwargs": {"enable_thinking": False}},
        "headers": {"X-Gate-Key": "$GATE_KEY", "X-Title": "Playbill"},
        "stop": ["###"],
        "max_completion_tokens": 700,
        "price_in": 2.0,
        "price_out": 8.0,
    }
    path = tmp_path / "run.jsonl"
    with ModelServer(then=CHOSEN) as server:
        settings = {MODEL: {"base": server.base, "route": route, **sent}}
        await play(prepare("toy", {"max_turns": 1, "max_cost": 1.0}, {"A": LLM}, 1, models=settings), path)
        request = server.chats[0]
    assert request.body | sent["extra_body"] == request.body
    assert (request.body["stop"], request.body["max_completion_tokens"]) == (["###"], 700)
    assert (request.headers["x-gate-key"], request.headers["x-title"]) == (SECRET, "Playbill")
    recording = await check_file(path)
    assert SECRET not in path.read_text()
    assert ended(recording.events).result["cost"] == pytest.approx(server.count * (12 * 2 + 34 * 8) / 1e6)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"headers": {"Authorization": f"Bearer {SECRET}"}}, "must not hold a key"),
        ({"headers": {"X-Api-Key": SECRET}}, "must not hold a key"),
        ({"headers": {"X-Title": "sk-4711"}}, "must not hold a key"),
        ({"headers": {"X: y": "z"}}, "names of headers"),
        ({"extra_body": {"api_key": "sk-4711-0815"}}, "must not hold a key"),
        ({"num_ctx": 1}, "it should be a whole number, 256 or more"),
        ({"stops": ["x"]}, "did you mean stop"),
    ],
)
def test_what_is_wrong_is_said_and_not_repeated(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says) as error:
        read_settings(MODEL, settings)
    assert "4711" not in str(error.value)


def test_a_variable_that_holds_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GATE_KEY", raising=False)
    with pytest.raises(UserError, match="set GATE_KEY"):
        make_model(MODEL, own_settings(base="http://localhost:1/v1", headers={"X-Key": "$GATE_KEY"}))


@pytest.mark.parametrize("route", ROUTES)
async def test_schemas_are_as_strict_providers_want_them(route: str) -> None:
    with ModelServer(then=CHOSEN) as server:
        settings = {MODEL: {"base": server.base, "route": route}}
        await play(prepare("toy", {"max_turns": 1}, {"A": LLM}, 1, models=settings))
        sent = server.chats[0].body["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"] == close_schema(Json(Choice, "a token", Choice(token=1, why="")).schema)
    assert sent["schema"]["required"] == list(Choice.model_fields)


def test_what_cannot_be_closed_is_not_called_strict() -> None:
    assert not is_strict(close_schema(LOOSE.schema))


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


# -- keys


@pytest.mark.parametrize(
    "settings", [{"key": KEY}, {"key": KEY.upper()}, {"key": "AKIA4711ABCDEFGH0815"}, {"key": KEY[3:]}]
)
def test_a_key_in_place_of_its_variable_is_refused(settings: dict[str, str]) -> None:
    with pytest.raises(UserError, match="should be the name of an environment variable") as caught:
        read_settings("mine", settings)
    assert settings["key"] not in str(caught.value)


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
@pytest.mark.few(2)
async def test_a_key_is_never_seen_again(
    tmp_path: Path, route: str, name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_OWN_KEY", KEY)
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)
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
