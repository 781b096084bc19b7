"""What a model's settings send: as they are told, to either route, and no secret into a file."""

from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.errors import UserError
from core.llm.replies import Json
from core.llm.routes import make_model
from core.llm.schemas import closed, is_strict
from core.llm.settings import read_settings
from tests.core.llm_table import CHOSEN, LLM, MODEL, ROUTES, check_file, own_settings, play
from tests.core.table import ended
from tests.core.test_llm_replies import LOOSE
from tests.model_server import ModelServer
from tests.toy import Choice

SECRET = "distinctive-4711-zwoelf-0815"


@pytest.mark.parametrize("route", ROUTES)
async def test_all_settings_reach_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str) -> None:
    monkeypatch.setenv("GATE_KEY", SECRET)
    told: dict[str, Any] = {
        "extra_body": {"top_k": 20, "chat_template_kwargs": {"enable_thinking": False}},
        "headers": {"X-Gate-Key": "$GATE_KEY", "X-Title": "Playbill"},
        "stop": ["###"],
        "max_completion_tokens": 700,
        "price_in": 2.0,
        "price_out": 8.0,
    }
    path = tmp_path / "run.jsonl"
    with ModelServer(then=CHOSEN) as server:
        settings = {MODEL: {"base": server.base, "route": route, **told}}
        await play(prepare("toy", {"max_turns": 1, "max_cost": 1.0}, {"A": LLM}, 1, models=settings), path)
        request = server.chats[0]
    assert request.body | told["extra_body"] == request.body
    assert (request.body["stop"], request.body["max_completion_tokens"]) == (["###"], 700)
    assert (request.headers["x-gate-key"], request.headers["x-title"]) == (SECRET, "Playbill")
    recording = await check_file(path)
    assert SECRET not in path.read_text()
    assert ended(recording.events).result["cost"] == pytest.approx(server.count * (12 * 2 + 34 * 8) / 1e6)


@pytest.mark.parametrize(
    ("told", "says"),
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
def test_what_is_wrong_is_said_and_not_repeated(told: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says) as error:
        read_settings(MODEL, told)
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
    assert sent["schema"] == closed(Json(Choice, "a token", Choice(token=1, why="")).schema)
    assert sent["schema"]["required"] == list(Choice.model_fields)


def test_what_cannot_be_closed_is_not_called_strict() -> None:
    assert not is_strict(closed(LOOSE.schema))
