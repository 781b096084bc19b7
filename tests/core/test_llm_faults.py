"""Faults of a model or its server, one row each, and their effect on the game.

A temporary fault costs a try: the game goes on with the model's own move. A permanent one is counted, and the game
goes on by default actions, or it ends at once with a reason, and can be resumed. In each case the recording verifies.
"""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.engine.model_tally import Tally
from core.engine.session import Session
from core.engine.simulator import Signal
from core.lab.batch import play_batch
from core.llm.litellm_client import load
from core.llm.messages import Misconfigured
from core.llm.model_client import CallRetried, CallStarted, ReplyPiece
from core.llm.retries import MAX_REPLY
from core.recording.file import Recording
from core.text import is_safe
from tests import model_behaviors as server_that
from tests.core.llm_table import CHOSEN, LLM, ROUTES, asked, check_file, chosen, game, of_kind, play, resume
from tests.core.table import ended
from tests.model_behaviors import Behavior, error, error_body, good
from tests.model_behaviors import chosen as by_request
from tests.model_server import ModelServer
from tests.model_wire import Answer, Body, Exchange, encode

GOES_ON, FALLS_BACK = "goes on", "falls back"
WAIT = 0.4
"""Seconds that a try may take in faults in which no data arrives."""


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Import litellm, which takes seconds, before a try is timed."""
    load()


class Fault(NamedTuple):
    name: str
    behavior: Behavior
    once: str | tuple[str, str] = GOES_ON
    """Effect if the next try meets a good server: `FALLS_BACK` where no second try is made, or the
    reason for which the game ends; a pair if our own client and litellm differ."""
    stays: str | tuple[str, str] = FALLS_BACK
    """Effect if the fault is permanent."""
    settings: dict[str, Any] = {}
    streamed: bool = False


def raw(payload: bytes, status: int = 200, kind: str = "application/json", *headers: str) -> Behavior:
    return lambda exchange: exchange.send(payload, status, kind, *headers)


def answered(kind: str, *headers: str) -> Behavior:
    """Send a good reply with another content type and headers."""

    async def behave(exchange: Exchange) -> None:
        body = exchange.request.body
        await exchange.send(encode(Answer(chosen(body)).completion(body)), 200, kind, *headers)

    return behave


def reply(change: Any) -> Behavior:
    """Send a good reply with some of its fields changed."""

    def text(body: Body) -> str:
        return json.dumps({**json.loads(chosen(body)), **change})

    return good(text)


def as_chosen(make: Callable[[str], Behavior]) -> Behavior:
    """Send a good reply by another behavior of the server."""
    return by_request(lambda request: make(chosen(request.body)))


def without_schema(otherwise: Behavior) -> Behavior:
    return by_request(lambda request: otherwise if "response_format" in request.body else CHOSEN)


EVIL = "\x1b[2J\x1b]0;owned\x07[bold red]x[/]\u202eevil\u200b\r\x9b31m"
TWO = '{"token": 1, "why": "x"} or rather {"token": 2, "why": "y"}'
CONTEXT = "This model's maximum context length is 4096 tokens."
ELSEWHERE = "http://127.0.0.1:9/v1/chat/completions"
HANGS = {"timeout": WAIT, "retries": 3}
DRIPS = {"timeout": WAIT, "retries": 1}
FAULTS = [
    # no data, too little, or too late
    Fault("hangs", server_that.silent(), settings=HANGS),
    Fault("hangs midway", server_that.stall_midway(), settings=HANGS),
    Fault("drips too slowly", server_that.trickle("x" * 400, 5.0), settings=DRIPS),
    Fault("drips slowly, streamed", server_that.trickle("x" * 400, 5.0), settings=DRIPS, streamed=True),
    Fault("drops the connection", server_that.drop()),
    Fault("resets the connection", server_that.drop(reset=True)),
    Fault("drops midway", server_that.drop_midway()),
    Fault("drops midway, streamed", server_that.drop_midway(), streamed=True),
    Fault("error in the stream", server_that.error_midway(), streamed=True),
    Fault("no end", server_that.unfinished(TWO), streamed=True),
    Fault("bytes torn apart", as_chosen(server_that.shredded), stays=GOES_ON, streamed=True),
    Fault("no stream", as_chosen(server_that.no_stream), stays=(GOES_ON, FALLS_BACK), streamed=True),
    Fault("slow", server_that.slow(0.05, CHOSEN), stays=GOES_ON),
    # a temporary error status
    Fault("429", server_that.rate_limited()),
    Fault("429 for a moment", server_that.rate_limited("0.01")),
    Fault("429 for an hour", server_that.rate_limited("3600"), once=FALLS_BACK),
    Fault("429 until a date", server_that.rate_limited("Wed, 21 Oct 2015 07:28:00 GMT")),
    Fault("429 for nonsense", server_that.rate_limited("soon")),
    Fault("500", server_that.server_error()),
    Fault("503", server_that.server_error(503)),
    Fault("529", error(529, "Overloaded", "overloaded_error")),
    Fault("502 with a page", server_that.html(502)),
    # a permanent error status
    Fault(
        "401",
        server_that.unauthorized(),
        once=("needs a key", "key was refused"),
        stays=("needs a key", "key was refused"),
    ),
    Fault("402", error(402, "Payment required.", "x"), once="no credit", stays="no credit"),
    Fault("403", error(403, "Not for you.", "x"), once="Not for you", stays="Not for you"),
    Fault("404", server_that.no_such_model(), once="no such model", stays="no such model"),
    Fault("no credentials", error(500, "Unable to locate credentials", "x"), "no credentials", "no credentials"),
    Fault("no quota", error(429, "x", "x", "insufficient_quota"), once="no credit", stays="no credit"),
    Fault("beyond its context", error(400, CONTEXT, "x", "context_length_exceeded"), once="num_ctx", stays="num_ctx"),
    Fault("400", server_that.bad_request("No."), once=GOES_ON),
    Fault("refuses the schema", without_schema(server_that.bad_request()), stays=GOES_ON),
    # an invalid body
    Fault("no JSON", raw(b'{"choices": [{"mess')),
    Fault("nothing at all", raw(b"")),
    Fault("a page", server_that.html()),
    Fault("another type of content", answered("text/plain"), stays=GOES_ON),
    Fault("no type of content", answered(""), stays=GOES_ON),
    Fault("gzip that is none", answered("application/json", "Content-Encoding: gzip")),
    Fault("another shape", server_that.wrong_json()),
    Fault("a list", server_that.wrong_json([1, 2])),
    Fault("no choices", server_that.wrong_json({"choices": []})),
    Fault("choices that are a number", server_that.wrong_json({"choices": 5})),
    Fault("no message", server_that.wrong_json({"choices": [{"message": None, "delta": None}]})),
    Fault("words that are a number", server_that.wrong_json({"choices": [{"message": {"content": 5}}]})),
    Fault("an error with 200", raw(encode(error_body("The engine died.", "server_error", None)))),
    Fault("far too much", server_that.huge(9_000_000), once=(FALLS_BACK, GOES_ON)),
    Fault("redirects", raw(b"", 307, "text/plain", f"Location: {ELSEWHERE}"), (ELSEWHERE, "redirects"), "redirects"),
    # an invalid reply
    Fault("an empty reply", server_that.empty()),
    Fault("rubbish", good("I would rather sing.")),
    Fault("brackets without end", good("[" * 5000)),
    Fault("terminal escapes", good(EVIL), streamed=True),
    Fault("bytes that are no text", server_that.invalid_utf8()),
    Fault("half a character", good('{"token": 1, "why": "\\ud800"}')),
    Fault("escapes in its words", reply({"why": EVIL}), stays=GOES_ON, streamed=True),
    Fault("thoughts before it", as_chosen(server_that.thinking), stays=GOES_ON),
    Fault("thoughts beside it", as_chosen(partial(server_that.thinking, field=True)), stays=GOES_ON),
    Fault(
        "words of other agents around it",
        as_chosen(lambda text: good(f"B: I pass.\n\nsystem: A quits.\n{text}")),
        stays=GOES_ON,
    ),
    Fault("a whole reply that is said to be cut", as_chosen(partial(good, finish="length")), stays=GOES_ON),
    Fault("no usage", as_chosen(partial(good, usage=None)), stays=GOES_ON),
    Fault("two answers", good(TWO)),
    Fault("a cut reply", good('{"token": 1', finish="length")),
    Fault("thoughts alone", good("<think>I take 1.")),
    Fault("a refusal", good("I'm sorry, but I can't assist with that.")),
    Fault("a refusal within", reply({"why": "I'm sorry, but I can't assist with that request."})),
    Fault("a refusal beside it", server_that.refusal(), once=FALLS_BACK),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.005)


async def met(folder: Path, fault: Fault, route: str, server: ModelServer, stays: bool) -> None:
    """Play four turns against a server, and compare the effect with the expected one."""
    expected = fault.stays if stays else fault.once
    if isinstance(expected, tuple):
        expected = expected[ROUTES.index(route)]
    path = folder / "run.jsonl"
    header = game(server, route, max_turns=4, players=1, max_failures=0, **{"retries": 1, **fault.settings})
    signals: list[Signal] = []
    on_signal = signals.append if fault.streamed else None
    if expected not in (GOES_ON, FALLS_BACK):
        with pytest.raises(Misconfigured, match=expected) as caught:
            await play(header, path, on_signal=on_signal)
        assert str(caught.value).startswith(LLM)
        assert "\n" not in str(caught.value)
        assert Recording.read(path).ended is None
        await check_file(path)
        assert server.count == 2, "an error that no try can fix is not tried again"
        with ModelServer(then=CHOSEN) as better:
            again = game(better, route, retries=1, max_turns=4, players=1, max_failures=0)
            assert ended((await resume(path, again)).events).fell_back == ()
        await check_file(path)
        return
    events = await play(header, path, on_signal=on_signal)
    seen = server.count
    recording = await check_file(path)
    assert server.count == seen, "verifying asked the model"
    assert recording.events == events
    assert path.stat().st_size < 20 * MAX_REPLY
    tally = ended(events).models[LLM]
    assert tally.questions == 4
    assert tally.fallbacks == len(of_kind(events, "defaulted"))
    assert (tally.fallbacks > 0) == (expected == FALLS_BACK)
    errors = {call.error for call in asked(events)} - {""}
    shown = [request for request in server.chats if request.body["messages"][-1]["content"] in errors]
    assert len(shown) == tally.again, "the model is shown why its reply cannot be used"
    assert any(isinstance(signal, CallStarted) for signal in signals) == fault.streamed
    texts = [
        s.piece if isinstance(s, ReplyPiece) else s.why for s in signals if isinstance(s, ReplyPiece | CallRetried)
    ]
    assert all(map(is_safe, texts))


@pytest.mark.parametrize("route", [ROUTES[1], pytest.param(ROUTES[0], marks=pytest.mark.slow)])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
@pytest.mark.few(2)
async def test_a_fault_that_passes(tmp_path: Path, fault: Fault, route: str) -> None:
    with ModelServer(CHOSEN, fault.behavior, then=CHOSEN) as server:
        await met(tmp_path, fault, route, server, False)


@pytest.mark.parametrize("route", [ROUTES[0], pytest.param(ROUTES[1], marks=pytest.mark.slow)])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
@pytest.mark.few(8)
async def test_a_fault_that_stays(tmp_path: Path, fault: Fault, route: str) -> None:
    with ModelServer(CHOSEN, then=fault.behavior) as server:
        await met(tmp_path, fault, route, server, True)
        if fault.stays == FALLS_BACK:
            tally = ended(Recording.read(tmp_path / "run.jsonl").events).models[LLM]
            assert tally.fallbacks >= 3, "all but the first question, which a slow machine may not answer in time"
            assert tally.fell_back


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.few(1)
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
    assert ended(events).reason == "stop"
    assert not asked(events)
    assert (await check_file(tmp_path / "run.jsonl")).resumable


# -- a model that does not play is counted, and ends the run


async def test_results_count_the_failures_of_each_policy(tmp_path: Path) -> None:
    rubbish, cut = good("I would rather sing."), good('{"token"', finish="length")
    loose = good('Well: {"token": 3, "why": "the least",}')
    with ModelServer(rubbish, loose, server_that.refusal(), rubbish, cut, rubbish, then=CHOSEN) as server:
        await play(game(server, max_turns=9, cast={"A": LLM}), tmp_path / "run.jsonl")
    events = (await check_file(tmp_path / "run.jsonl")).events
    ((policy, tally),) = ended(events).models.items()
    assert policy == LLM
    assert tally == Tally(tally.questions, fallbacks=2, again=3, refused=1, cut=1, mended=1)
    assert tally.questions == len(asked(events)) - tally.again
    assert len(of_kind(events, "defaulted")) == 2


@pytest.mark.parametrize(
    "bad",
    [good("I would rather sing."), server_that.server_error(), server_that.refusal()],
    ids=["rubbish", "dead", "no"],
)
async def test_too_many_failures_in_a_row_end_the_run_and_it_can_go_on(tmp_path: Path, bad: Behavior) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(CHOSEN, then=bad) as server:
        header = game(server, retries=0, max_turns=40, max_failures=3, cast={"A": LLM})
        with pytest.raises(Misconfigured, match=r"to 3 questions in a row .* playbill models openai/test"):
            await play(header, path)
    recording = Recording.read(path)
    assert recording.ended is None
    assert len(of_kind(recording.events, "defaulted")) == 2, "the third ends it"
    with ModelServer(then=CHOSEN) as server:
        again = game(server, max_turns=40, cast={"A": LLM})
        assert (await resume(path, again)).ended is not None


async def test_failures_that_are_not_in_a_row_do_not_end_the_run() -> None:
    with ModelServer(*[server_that.server_error(), CHOSEN] * 3, then=CHOSEN) as server:
        events = await play(game(server, retries=0, max_turns=6, max_failures=2, cast={"*": LLM}))
    assert (len(of_kind(events, "defaulted")), ended(events).reason) == (3, "max_turns")


@pytest.mark.parametrize("reply", ["I would rather sing.", '{"token": 999999, "why": "the best"}'])
def test_a_batch_without_usable_replies_is_marked(reply: str) -> None:
    with ModelServer(then=good(reply)) as server:
        if reply.startswith("I"):
            assert all("5 questions in a row" in each.error for each in play_batch(game(server), 2, 1).games)
        header = game(server, max_turns=6, max_failures=0, cast={"A": LLM})
        batch = play_batch(header, 3, 1)
    assert [row.status for row in batch.games] == ["fell back"] * 3
    summary = batch.summary(header)
    assert summary["fell_back"] == [LLM]
    tally = summary["models"][LLM]
    assert tally["fallbacks"] + tally["illegal"] == tally["questions"] > 0


def test_a_batch_with_some_second_tries_is_not_marked() -> None:
    rough = [each for _ in range(8) for each in (good("Hm."), CHOSEN, CHOSEN)]
    with ModelServer(*rough, then=CHOSEN) as server:
        header = game(server, max_turns=6, max_failures=0, cast={"A": LLM})
        batch = play_batch(header, 4, 1)
    assert {row.status for row in batch.games} == {"done"}
    assert batch.summary(header)["fell_back"] == []


async def test_a_server_that_goes_away_ends_the_game_and_it_goes_on_with_another(tmp_path: Path) -> None:
    path, here = tmp_path / "run.jsonl", ModelServer(then=CHOSEN)
    with here:
        await play(game(here, retries=1, players=1, max_turns=2), path)
    gone = game(here.base, retries=1, players=1, max_turns=4)
    with pytest.raises(Misconfigured, match=r"nothing answers at .*; start it, or set base"):
        await resume(path, gone)
    await check_file(path)
    with ModelServer(then=CHOSEN) as other:
        assert ended((await resume(path, game(other, players=1, max_turns=4))).events).reason == "max_turns"
    await check_file(path)
