"""Calls to a model of one's own: 64 in flight, each slept over for 50 ms: `python -m tests.bench.bench_models`."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter

import aiohttp

from core.engine.casting import granted_models, prepare, set_up
from core.engine.config import SceneConfig
from core.engine.turn import Turn
from core.llm.journal import Journal
from core.llm.litellm_client import load
from core.llm.model_client import CallRetried, CallStarted, ModelClient, ReplyPiece
from core.llm.replies import Json
from core.llm.routes import Routes
from tests.model_server import model_process
from tests.packages import bring
from tests.toy import Choice

FLYING = 64
SLEEP = 0.05
IDEAL = FLYING / SLEEP
SECONDS = 2
REPLY = Choice(token=7, why="It is the nearest to my secret number, and nobody else wants it.")
MESSAGES = [
    {"role": "system", "content": "You are A. Answer with JSON: token and why."},
    *({"role": "user", "content": f"B took {i}, and says that it is glad of it."} for i in range(8)),
    {"role": "user", "content": "Take one of 7, 12 and 40."},
]
Call = Callable[[int], Awaitable[object]]


async def rate(call: Call, count: int) -> float:
    """Calls a second, with so many in flight; a first round opens the connections."""
    free = asyncio.Semaphore(FLYING)

    async def one(i: int) -> None:
        async with free:
            await call(i)

    await asyncio.gather(*map(one, range(FLYING)))
    began = perf_counter()
    await asyncio.gather(*map(one, range(count)))
    return count / (perf_counter() - began)


async def through_our_door(base: str, folder: Path, streamed: bool) -> float:
    told = {"openai/test": {"base": base, "concurrency": FLYING}}
    header = prepare("toy", {"players": 1}, {"A": "llm:openai/test"}, 1, models=told)
    scene, chance = set_up(header)
    routes = Routes()
    pieces: list[CallStarted | ReplyPiece | CallRetried] = []
    client = ModelClient(
        {"A": "openai/test"},
        routes.of({"A": "openai/test"}, granted_models(header)),
        SceneConfig(),
        journal=Journal(folder / "run.jsonl"),
        on_signal=pieces.append if streamed else None,
    )
    reply = Json(Choice, "a token", REPLY)

    async def ask(i: int) -> object:
        return await Turn(scene, "A", i, chance, client).ask(MESSAGES, reply)

    out = await rate(ask, int(IDEAL * SECONDS))
    client.settled()
    await routes.close()
    return out


async def litellm_alone(base: str) -> float:
    litellm = load()

    async def ask(i: int) -> object:
        return await litellm.acompletion("openai/test", list(MESSAGES), api_base=base, api_key="none", max_retries=0)

    out = await rate(ask, int(IDEAL * SECONDS / 4))
    await litellm.close_litellm_async_clients()
    return out


async def bare_aiohttp(base: str) -> float:
    body = {"model": "test", "messages": MESSAGES}
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(i: int) -> object:
            async with session.post(f"{base}/chat/completions", json=body) as response:
                return await response.json()

        return await rate(ask, int(IDEAL * SECONDS))


def show(figures: Sequence[tuple[str, float]]) -> None:
    print(
        f"{FLYING} in flight, {1000 * SLEEP:.0f} ms each; the ideal is {IDEAL:,.0f} /s".ljust(56) + "calls   of ideal"
    )
    for what, figure in figures:
        print(f"{what:48}{figure:10,.0f} /s{figure / IDEAL:10.2f}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as name, model_process(SLEEP, REPLY.model_dump_json()) as base:
        folder = Path(name)
        bring(folder, scenes={"toy": "tests.toy:ToyScene"})
        sys.path.insert(0, name)
        os.environ.pop("OPENAI_API_KEY", None)
        figures = [
            (
                "our door: call, reply read, events, journal",
                asyncio.run(through_our_door(base, folder, streamed=False)),
            ),
            ("our door, streamed", asyncio.run(through_our_door(base, folder, streamed=True))),
            ("litellm alone", asyncio.run(litellm_alone(base))),
            ("bare aiohttp", asyncio.run(bare_aiohttp(base))),
        ]
    show(figures)


if __name__ == "__main__":
    main()
