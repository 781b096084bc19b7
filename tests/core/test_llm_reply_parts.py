"""Parts of a server's reply beside the text or in place of it: thoughts, tool calls, text parts, finish reasons."""

from pathlib import Path

import pytest

from core.engine.events import Asked, Event
from core.engine.simulator import Signal
from tests.core.llm_table import LLM, ROUTES, asked, check_file, game, of_kind, play
from tests.model_behaviors import good, refusal, said
from tests.model_server import ModelServer
from tests.model_wire import Answer

GOOD = '{"token": 3, "why": "the least"}'
THOUGHT = "Let me see. {Perhaps} the least?"


async def first(folder: Path, answer: Answer, route: str, streamed: bool = False, turns: int = 1) -> list[Event]:
    signals: list[Signal] = []
    with ModelServer(then=said(answer)) as server:
        header = game(server, route, max_turns=turns, cast={"A": LLM})
        await play(header, folder / "run.jsonl", on_signal=signals.append if streamed else None)
    return (await check_file(folder / "run.jsonl")).events


def only(events: list[Event]) -> tuple[Asked, Event]:
    (event,) = [event for event in events if isinstance(event.data, Asked)]
    assert isinstance(event.data, Asked)
    return event.data, event


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
async def test_thoughts_and_their_tokens_are_kept_for_the_agent_alone(
    tmp_path: Path, route: str, streamed: bool
) -> None:
    events = await first(tmp_path, Answer(GOOD, reasoning=THOUGHT, thinking=21), route, streamed)
    call, event = only(events)
    assert (call.reasoning, call.reply, call.mended, call.finish) == (THOUGHT, GOOD, (), "")
    assert event.audience == ("A",)
    assert event.spent
    assert event.spent.thinking == 21


async def test_thoughts_reach_no_later_prompt() -> None:
    with ModelServer(then=said(Answer("I take one.", reasoning=THOUGHT))) as server:
        await play(game(server, max_turns=2, cast={"A": LLM}))
        prompts = [request.body["messages"] for request in server.chats]
    assert len(prompts) == 3 * 1
    assert THOUGHT not in str(prompts)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("answer", "mended"),
    [
        (Answer(None, call=GOOD, finish="tool_calls"), ("text around", "tool call")),
        (Answer("", reasoning=f"So it is {GOOD}."), ("from the reasoning", "text around")),
    ],
    ids=["tool call", "reasoning"],
)
async def test_an_answer_elsewhere_is_found(
    tmp_path: Path, answer: Answer, mended: tuple[str, ...], route: str, streamed: bool
) -> None:
    events = await first(tmp_path, answer, route, streamed)
    assert of_kind(events, "took")
    assert set(only(events)[0].mended) <= set(mended)
    assert only(events)[0].mended[-1:] != ()


async def test_content_as_parts(tmp_path: Path) -> None:
    parts = [{"type": "thinking", "thinking": THOUGHT}, {"type": "text", "text": GOOD}]
    events = await first(tmp_path, Answer(parts), "direct")
    assert (only(events)[0].reply, only(events)[0].reasoning) == (GOOD, THOUGHT)


@pytest.mark.parametrize("route", ROUTES)
async def test_a_cut_reply_is_told_so_and_given_more_room(tmp_path: Path, route: str) -> None:
    cut = good(GOOD[:9], usage=(12, 3000), finish="length")
    with ModelServer(cut, cut, then=good(GOOD)) as server:
        header = game(server, route, max_turns=1, cast={"A": LLM})
        events = await play(header, tmp_path / "run.jsonl")
        room = [request.body.get("max_tokens") for request in server.chats]
        again = server.chats[1].body["messages"][-1]["content"]
    assert again.startswith("Your reply was cut off after 3000 tokens")
    assert room == [None, 6000, 12000]
    assert [call.finish for call in asked(events)] == ["length", "length", ""]
    assert of_kind(events, "took")
    await check_file(tmp_path / "run.jsonl")


@pytest.mark.parametrize("route", ROUTES)
async def test_refusals_are_known_as_such(route: str) -> None:
    with ModelServer(refusal(), then=good("I'm sorry, but I can't assist with that.")) as server:
        events = await play(game(server, route, max_turns=2, cast={"A": LLM}))
    assert {call.finish for call in asked(events)} == {"refusal"}
