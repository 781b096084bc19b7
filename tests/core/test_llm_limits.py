"""Limits of a run: each one ends it cleanly, and the resumed run has the same end."""

from functools import reduce
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare
from core.engine.config import SceneConfig
from core.engine.model_tally import Spent, Usage
from core.llm.journal import Journal
from core.llm.model_client import ModelClient
from core.recording.file import Recording
from core.recording.header import Header
from core.recording.verification import verify
from tests.core.llm_table import CHOSEN, ROUTES, asked, check_file, game, of_kind, play, resume
from tests.core.table import ended
from tests.model_behaviors import gathered, good, silent, slow
from tests.model_server import ModelServer

GAME: dict[str, Any] = {"players": 3, "tokens": 4, "refills": 1}
PER_CALL = 46  # tokens per call, as reported by the server


def raised(header: Header, **limits: Any) -> Header:
    return replace(header, config={**header.config, **limits})


LIMITS: list[tuple[str, float, int]] = [("max_calls", 3, 3), ("max_tokens", 3 * PER_CALL, 3), ("max_tokens", 100, 3)]


@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
@pytest.mark.parametrize(("limit", "value", "calls"), LIMITS)
async def test_a_limit_ends_the_run_and_it_goes_on(
    tmp_path: Path, limit: str, value: float, calls: int, ordering: str
) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=CHOSEN) as server:
        header = raised(game(server, ordering=ordering, **GAME), **{limit: value})
        whole = ended(await play(raised(header, **{limit: 0})))
        in_all = server.count
        end = ended(await play(header, path))
        assert end.reason == limit
        assert server.count - in_all == calls
        stopped = await check_file(path)
        assert stopped.resumable
        assert end.result["calls"] == len(asked(stopped.events))
        for higher in (value, value + 1):  # reached already, or with the next call
            assert ended((await resume(path, raised(header, **{limit: higher}))).events).reason == limit
            await check_file(path)
        resumed = await resume(path, raised(header, **{limit: 0}))
        assert server.count == 2 * in_all, "something was paid for twice"
    assert ended(resumed.events) == whole
    assert await verify(resumed) == len(resumed.events)
    assert [child.name for child in tmp_path.iterdir()] == ["run.jsonl"]


async def test_money(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=good('{"token": 0, "why": "none"}', (1_000_000, 0))) as server:
        header = game(server, "litellm", "openai/gpt-4o-mini", players=1, tokens=40, max_cost=0.4)
        end = ended(await play(header, path))
        assert server.count == 3  # at 15 cents each
    assert end.reason == "max_cost"
    await check_file(path)
    spent = [event.spent.cost for event in Recording.read(path).events if event.spent]
    assert sum(cost or 0 for cost in spent) == pytest.approx(0.45)


async def test_wall_time(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(CHOSEN, silent(), then=CHOSEN) as server:
        header = game(server, players=1, tokens=8, refills=0, max_seconds=0.25)
        assert ended(await play(header, path)).reason == "max_seconds"
        await check_file(path)
        whole = ended(await play(raised(header, max_seconds=0)))
        assert ended((await resume(path, raised(header, max_seconds=0))).events) == whole


@pytest.mark.parametrize("limit", [{"max_calls": 2}, {"max_tokens": 2 * PER_CALL}])
async def test_calls_in_flight_land_first(tmp_path: Path, limit: dict[str, Any]) -> None:
    """Calls in flight are paid for: their replies are in the journal when the run ends."""
    path = tmp_path / "run.jsonl"
    with ModelServer(then=slow(0.1, CHOSEN)) as server:
        header = game(server, ordering="asynchronous", players=5, concurrency=2, **limit)
        assert ended(await play(header, path)).reason == next(iter(limit))
        assert len(Journal(path).read()) == server.count
        assert not any(request.hung_up for request in server.chats)
        assert server.count <= 2 + 1
        before = server.count
        await resume(path, raised(header, max_calls=0, max_tokens=0, max_turns=1))
        assert server.count == max(5, before)


@pytest.mark.parametrize("route", ROUTES)
async def test_so_many_at_once(route: str) -> None:
    with ModelServer(then=gathered(2, slow(0.05, CHOSEN))) as server:
        await play(game(server, route, ordering="asynchronous", players=5, concurrency=2, max_turns=2))
        assert (server.peak, server.count) == (2, 10)


def test_calls_are_added_up() -> None:
    spent = [Spent(1.5, 10, 2), Spent(0.5, 5, 1, 0.25), Spent(2.0, retries=("busy",)), Spent(0.0, 1, 1, 0.5)]
    sums = list(accumulate(spent, Usage.plus, initial=Usage()))
    assert sums[1] == Usage(1, 10, 2, 1.5, None, 1), "a price that nobody knows is not zero"
    assert sums[4] == Usage(4, 16, 4, 4.0, 0.75, 1), "a call that brought nothing has no price to know"
    assert [usage.metrics() for usage in sums[:3]] == [
        {"calls": 0, "tokens": 0},
        {"calls": 1, "tokens": 12},
        {"calls": 2, "tokens": 18, "cost": 0.25},
    ]


async def test_a_limit_and_a_result_know_the_same_sum() -> None:
    with ModelServer(good("no"), then=CHOSEN) as server:
        events = await play(game(server, players=2, tokens=3, refills=0))
    usage = reduce(Usage.plus, (event.spent for event in events if event.spent), Usage())
    assert (usage.calls, usage.tokens) == (server.count, server.count * PER_CALL)
    assert ModelClient({}, {}, SceneConfig(), past=events).usage == usage
    assert usage.metrics().items() <= ended(events).result.items()


async def test_two_models_face_each_other(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=CHOSEN) as server:
        settings: dict[str, Any] = {"base": server.base}
        cast = {"A": "llm:openai/one", "B": "llm:mine", "C": "llm:mock"}
        models = {"openai/one": settings, "mine": {**settings, "model": "openai/two", "temperature": 0.5}}
        events = await play(prepare("toy", {}, cast, 1, models=models), path)
        seen = {(request.body["model"], request.body.get("temperature")) for request in server.chats}
    assert seen == {("one", None), ("two", 0.5)}
    assert {call.model for call in asked(events)} == {"openai/one", "mine", "mock"}
    assert len({call.model for call in asked(events, "B")}) == 1
    await check_file(path)


async def test_a_script_gives_one_reply_after_the_other_also_when_resumed(tmp_path: Path) -> None:
    script = tmp_path / "replies.txt"
    header = prepare("toy", {"players": 1, "tokens": 4, "refills": 0}, {"*": "llm:mock"}, 3)
    tokens = [each.token for each in of_kind(await play(header), "took")]
    lines = ["what?", *(f'{{"token": {token}, "why": "turn"}}' for token in reversed(tokens)), '"two\\nlines"']
    script.write_text("\n".join([lines[0], "", *lines[1:]]))
    header = prepare("toy", {"players": 1, "tokens": 4, "refills": 0}, {"*": f"llm:script:{script}"}, 3)
    path = tmp_path / "run.jsonl"
    events = await play(header, path)
    assert [each.token for each in of_kind(events, "took")] == tokens[::-1]
    assert [call.reply for call in asked(events)] == lines[:5]
    data = path.read_bytes().splitlines(keepends=True)
    for cut in range(1, len(data)):
        path.write_bytes(b"".join(data[:cut]))
        assert ended((await resume(path)).events) == ended(events), f"killed after line {cut}"
    script.unlink()
    await check_file(path)
