"""Concurrency adapts to the number of simultaneous calls that a host accepts, whatever the settings allow."""

import asyncio
from typing import Any

import pytest

from core.lab.batch import play_batch
from core.llm.messages import Request
from core.llm.replies import Words
from core.llm.retries import INITIAL_LIMIT, Concurrency, Route
from core.llm.routes import make_model
from tests.core.llm_table import CHOSEN, LLM, ROUTES, game, own_settings
from tests.model_behaviors import Behavior, gathered, good, rate_limited, slow
from tests.model_server import ModelServer

CALLS = 300
ROOM = 6
"""Number of simultaneous calls that the host accepts."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.retries.BACKOFF", 0.01)


class Host:
    """A server that rejects calls while it is busy with as many as it accepts."""

    def __init__(self, room: int, answer: Behavior) -> None:
        self.room, self.busy, self.refused = room, 0, 0
        self._answer = slow(0.01, answer)

    async def __call__(self, exchange: Any) -> None:
        if self.busy >= self.room:
            self.refused += 1
            return await rate_limited()(exchange)
        self.busy += 1
        try:
            return await self._answer(exchange)
        finally:
            self.busy -= 1


async def asked(server: ModelServer, calls: int, **settings: Any) -> tuple[Route, int]:
    """Make `calls` calls at once; return the route and the number of answered calls."""
    granted = own_settings(base=server.base, retries=20, deadline=600, **settings)
    route = Route(make_model("openai/test", granted), granted)
    messages = [{"role": "user", "content": "Say something."}]

    async def ask(n: int) -> bool:
        async with route.free:
            made = await route.call(Request(messages, Words("words", "Fine."), n), None, lambda *_: None)
        return not made.failed

    answered = await asyncio.gather(*map(ask, range(calls)))
    await route.close()
    return route, sum(answered)


@pytest.mark.parametrize("kind", ROUTES)
@pytest.mark.few(1)
async def test_a_host_that_refuses_is_asked_by_as_many_as_it_takes(kind: str) -> None:
    host = Host(ROOM, good())
    with ModelServer(then=host) as server:
        route, answered = await asked(server, CALLS, route=kind)
    assert answered == CALLS
    assert route.free.era >= (host.refused > 0), "it heard that it was refused"
    assert host.refused < CALLS / 2, "16 at once would be refused more often than they are answered"


def test_it_stays_about_what_a_host_has_room_for() -> None:
    level, seen = Concurrency(64), list[float]()
    for _ in range(60):  # rounds of simultaneous calls
        calls, era = int(level.limit), level.era
        for n in range(calls):
            if n < ROOM:
                level.report_success()
            else:
                level.refused(era)
        seen.append(level.limit)
    assert all(ROOM / 2 <= limit < ROOM + 2 for limit in seen[5:])
    assert max(seen[5:]) >= ROOM, "the room that there is, is used"


async def test_a_host_that_takes_all_is_asked_by_more_and_more() -> None:
    first, more = gathered(INITIAL_LIMIT), gathered(2 * INITIAL_LIMIT - 2)
    with ModelServer(*[first] * INITIAL_LIMIT, then=more) as server:
        route, answered = await asked(server, CALLS, concurrency=40)
        assert answered == CALLS
        assert INITIAL_LIMIT < server.peak <= 40
    assert isinstance(route.free, Concurrency)
    assert route.free.limit == 40


async def test_it_is_halved_once_for_calls_that_were_made_together() -> None:
    level = Concurrency(64)
    assert level.limit == INITIAL_LIMIT
    for _ in range(5):
        level.refused(era=0)
    assert level.limit == INITIAL_LIMIT / 2
    level.refused(era=1)
    for _ in range(40):
        level.refused(level.era)
    assert level.limit == 1, "somebody always asks"
    for _ in range(3):
        level.report_success()
    assert 2 < level.limit < 4


async def test_who_is_stopped_while_waiting_leaves_its_place_to_others() -> None:
    level, inside = Concurrency(1), list[int]()

    async def come(n: int) -> None:
        async with level:
            inside.append(n)
            await asyncio.sleep(0)

    async with level:
        tasks = [asyncio.ensure_future(come(n)) for n in range(4)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
    await asyncio.wait(tasks)
    assert (inside, level.flying) == ([1, 3], 0)


def test_all_games_of_a_batch_find_one_level() -> None:
    host = Host(3, CHOSEN)
    with ModelServer(then=host) as server:
        header = game(server, max_turns=8, cast={"*": LLM}, retries=20, deadline=600)
        batch = play_batch(header, 12, 1)
        answered = server.count - host.refused
    assert len(batch.played) == 12
    assert all(not row.fallbacks for row in batch.games)
    assert host.refused < answered
