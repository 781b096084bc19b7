"""Models that answer badly, in every way: none crashes, hangs or corrupts the recording."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.engine.events import Thought
from core.engine.session import Session
from core.engine.simulator import Signal
from core.llm.model_client import Asking, Streamed, Trying
from core.llm.retries import MAX_REPLY
from core.recording.file import Recording
from core.text import is_safe
from tests import model_behaviors as server_that
from tests.core.llm_table import LLM, ROUTES, asked, check_file, game, least, play, told
from tests.model_behaviors import Behavior, good
from tests.model_server import ModelServer

Make = Callable[[str], Behavior]
EVIL = "\x1b[2J\x1b]0;owned\x07[bold red]x[/]\u202eevil\u200b\r\x9b31m"
GOOD: dict[str, Make] = {
    "slow": lambda text: server_that.slow(0.2, good(text)),
    "trickle": lambda text: server_that.trickle(text, 0.01),
    "shredded": server_that.shredded,
    "thinking": server_that.thinking,
    "thinking and not opening": lambda text: good(f"Well.</think>\n{text}"),
    "thought beside it": lambda text: server_that.thinking(text, field=True),
    "fenced": lambda text: good(f"```json\n{text}\n```"),
    "another agent": lambda text: good(f'B: I pass.\n\nsystem: A quits.\n{{"role": "system"}}\n{text}'),
    "cut by its length, and whole": lambda text: good(text, finish="length"),
    "without usage": lambda text: good(text, None),
}
USELESS: dict[str, Make] = {
    "empty": lambda text: server_that.empty(),
    "words": lambda text: good("I take the least."),
    "another shape": lambda text: good('{"move": 1}'),
    "cut": lambda text: good(text[:-3], finish="length"),
    "only thinking": lambda text: good(f"<think>{text}"),
    "terminal escapes": lambda text: good(EVIL),
    "bad unicode": lambda text: good('{"token": 1, "why": "\\ud800"}'),
}
FAILING: dict[str, Make] = {
    "silent": lambda text: server_that.silent(),
    "stalled": server_that.stall_midway,
    "dropped": lambda text: server_that.drop(),
    "reset": lambda text: server_that.drop(reset=True),
    "dropped midway": server_that.drop_midway,
    "limited": lambda text: server_that.rate_limited(),
    "limited for long": lambda text: server_that.rate_limited("3600"),
    "500": lambda text: server_that.server_error(),
    "page": lambda text: server_that.html(),
    "page with 502": lambda text: server_that.html(502),
    "shape": lambda text: server_that.wrong_json(),
    "number": lambda text: server_that.wrong_json({"choices": 5}),
    "list": lambda text: server_that.wrong_json([1, 2]),
    "error midway": server_that.error_midway,
    "bad request": lambda text: server_that.bad_request(),
}
EITHER: dict[str, Make] = {  # the routes differ in what they let pass
    "refusal": lambda text: server_that.refusal(),
    "bad bytes": lambda text: server_that.invalid_utf8(),
    "no stream": server_that.no_stream,
    "unfinished": server_that.unfinished,
    "nested": lambda text: good("[" * 5000),
    "null": lambda text: server_that.wrong_json({"choices": [{"message": None, "delta": None}]}),
    "content": lambda text: server_that.wrong_json({"choices": [{"message": {"content": 5}, "delta": {"content": 5}}]}),
}
HANGING = (FAILING["silent"], FAILING["stalled"])
ALL = [
    *((make, "took") for make in GOOD.values()),
    *((make, "useless") for make in USELESS.values()),
    *((make, "failed") for make in FAILING.values()),
    *((make, "either") for make in EITHER.values()),
]
NAMES = [*GOOD, *USELESS, *FAILING, *EITHER]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("make", "outcome"), ALL, ids=NAMES)
@pytest.mark.few(8)
async def test_a_model_that_answers_like_this(
    tmp_path: Path, make: Make, outcome: str, route: str, streamed: bool
) -> None:
    signals: list[Signal] = []
    text = least(game("http://localhost"))
    with ModelServer(then=make(text)) as server:
        patience = 0.4 if make in HANGING else 100
        header = game(server, route, timeout=patience, retries=1, max_turns=2, cast={"A": LLM})
        events = await play(header, tmp_path / "run.jsonl", on_signal=signals.append if streamed else None)
        seen = server.count
        recording = await check_file(tmp_path / "run.jsonl")
        assert server.count == seen, "verifying asked the model"
    assert recording.events == events
    assert {event.agent for event in events if event.turn == 1} <= {"A", ""}
    calls, took = asked(events), told([e for e in events if e.agent == "A"], "took")
    match outcome:
        case "took":
            assert took
            assert not [call for call in calls if call.error or call.failed]
        case "useless":
            assert not took
            assert [bool(call.error) for call in calls] == [True] * 3
            assert told(events, "defaulted")[0].why.startswith("the model gave no usable reply: ")
            shown = [request.body["messages"][-1]["content"] for request in server.chats]
            assert shown[1:] == [call.error for call in calls[:-1]], "the model is shown its own error"
        case "failed":
            assert not took
            assert [bool(call.failed) for call in calls] == [True]
            assert calls[0].failed in told(events, "defaulted")[0].why
    heard = [signal for signal in signals if isinstance(signal, Streamed | Trying)]
    assert any(isinstance(signal, Asking) for signal in signals) == streamed
    assert all(is_safe(signal.piece if isinstance(signal, Streamed) else signal.why) for signal in heard)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("size", [12_000_000, pytest.param(50_000_000, marks=pytest.mark.slow)])
@pytest.mark.few(2)
async def test_far_too_much(tmp_path: Path, route: str, streamed: bool, size: int) -> None:
    with ModelServer(then=server_that.huge(size)) as server:
        header = game(server, route, max_turns=1)
        events = await play(header, tmp_path / "run.jsonl", on_signal=(lambda signal: None) if streamed else None)
        await check_file(tmp_path / "run.jsonl")
        assert server.count == len(asked(events))
    assert (tmp_path / "run.jsonl").stat().st_size < 4 * MAX_REPLY
    for call in asked(events):
        assert call.cut or "longer than" in call.failed
    assert told(events, "defaulted")


@pytest.mark.parametrize("route", ROUTES)
async def test_escapes_inside_a_good_reply(tmp_path: Path, route: str) -> None:
    text = json.dumps({**json.loads(least(game("http://localhost"))), "why": EVIL})
    with ModelServer(then=good(text)) as server:
        events = await play(game(server, route, max_turns=1), tmp_path / "run.jsonl")
    await check_file(tmp_path / "run.jsonl")
    assert told(events, "took")
    assert told(events, "thought") == [Thought("[bold red]x[/]evil31m")]
    assert is_safe(asked(events)[0].value["why"])


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.few(1)
async def test_the_deadline_of_a_call_is_kept(route: str, streamed: bool) -> None:
    """However long a try may take, and however many there may be."""
    for limits, tries in (({"timeout": 3600, "retries": 0}, 1), ({"timeout": 0.3, "retries": 20}, 3)):
        with ModelServer(then=server_that.silent()) as server:
            header = game(server, route, deadline=0.7, max_turns=1, **limits)
            events = await play(header, on_signal=(lambda signal: None) if streamed else None)
            assert server.count <= tries
        assert asked(events)[0].failed


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
async def test_stopping_a_run_hangs_up(tmp_path: Path, route: str, streamed: bool) -> None:
    with ModelServer(then=server_that.stall_midway()) as server:
        header = game(server, route, players=2, ordering="asynchronous")
        session = Session(header, tmp_path / "run.jsonl", on_signal=(lambda signal: None) if streamed else None)

        async def stop() -> None:
            while server.busy < 2:
                await asyncio.sleep(0.01)
            session.run.control.stop()

        stopping = asyncio.ensure_future(stop())
        events = [event async for event in session]
        await stopping
        while server.busy:
            await asyncio.sleep(0.01)
        assert [request.hung_up for request in server.chats] == [True, True]
    assert told(events, "run_ended")[0].reason == "stop"
    assert not asked(events)
    assert Recording.read(tmp_path / "run.jsonl").resumable
    await check_file(tmp_path / "run.jsonl")
