"""The feed: a run and its file, a tick by population, models as oracles, published facts, how cascades are distributed.

`python -m tests.bench.bench_feed` also draws the pictures in docs/; `make bench` only prints.
"""

import asyncio
import gzip
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple
from unittest.mock import patch
from zlib import crc32

import aiohttp
import numpy as np

from core.engine.agents import Agent
from core.engine.casting import open_run, prepare
from core.engine.events import GroupStarted
from core.engine.session import Session
from core.engine.turn import Turn
from core.recording.file import Recording
from scenes.feed import ticking
from scenes.feed.actions import SCROLL_ON, WORD_OF, Decide
from scenes.feed.behavior import ARC_OF_LETTER, COMPOSING, LIKE, NO_EVENT, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.events import Decided
from scenes.feed.oracle import Weighing, draw_state
from tests.bench import feed_crowd, feed_facts
from tests.bench.bench_engine import best, play, read_bare, seeks, timeline, write_bare
from tests.bench.feed_population import chart_costs, scene_costs
from tests.bench.plots import Series, log_log
from tests.bench.tails import tail, tail_exponent
from tests.model_behaviors import good, slow
from tests.model_server import ModelServer
from themes.palettes import DARK
from tui.source import freeze_objects

DOCS = Path(__file__).parent.parent.parent / "docs"
AGENTS, TICKS, SEEKS = 500, 1000, 100

FLYING, SLEEP, TALKS = 64, 0.05, 50
"""Calls in flight, seconds a reply takes, ticks with models."""

SEEDS = 10
LEAST = 10
"""The size of cascades from which on the exponent is estimated."""
SIZES = (1, 2, 3, 5, 10, 20, 50, 100)


figures = feed_crowd.figures
"""What large feeds take: the quick part."""


# -- a run and its file


def aimed(what: str, figure: str, aim: str = "", beside: str = "") -> None:
    print(f"{what:46}{figure:>14}   {aim and f'aim {aim}':18}{beside}".rstrip(), flush=True)


def run_and_file(folder: Path) -> None:
    header = prepare("feed", {"agents": AGENTS, "ticks": TICKS}, {}, 1)
    path, each = folder / "run.jsonl", AGENTS * TICKS
    events = play(header, path)
    recording, lines = Recording.read(path), read_bare(path)
    assert recording.events == events
    written, played, read, opened, built = best(
        lambda: write_bare(lines, folder / "bare.jsonl"),
        lambda: play(header, path),
        lambda: read_bare(path),
        lambda: Recording.read(path),
        lambda: timeline(recording),
    )
    whole = timeline(recording)
    freeze_objects()  # as the stage does when it opens
    times = seeks(whole)[:SEEKS]
    data = path.read_bytes()
    packed = len(gzip.compress(data)) / each
    print(f"{AGENTS} agents, {TICKS:,} ticks, {len(events):,} events, best of 3")
    aimed("simulated and recorded", f"{played:.2f} s", "< 10 s", f"{1e6 * played / each:.2f} us an agent-tick")
    aimed(
        "bare: json.dumps and write, a line each", f"{written:.3f} s", "", f"the run is {played / written:.0f} x that"
    )
    aimed("on disk", f"{len(data) / each:.2f} B", "<= 10 B", f"an agent-tick; gzipped {packed:.2f} B")
    aimed("opened: Recording.read", f"{opened:.3f} s", "", f"{opened / read:.1f} x bare json.loads, a line each")
    aimed("opened: folded into a Timeline", f"{built:.2f} s", "", f"{built / played:.2f} x playing it")
    aimed(f"{SEEKS} seeks at random, median", f"{median(times):.1f} ms")
    aimed(f"{SEEKS} seeks at random, slowest", f"{max(times):.1f} ms", "< 20 ms")


# -- what a tick costs


def by_population(folder: Path) -> str:
    """Prints the tables; the picture of them."""
    whole = scene_costs(folder)
    print("(this chart is bench_statechart's; a feed that moves as one crowd is measured by tests.bench.feed_crowd)")
    chart = chart_costs()

    def part(name: str) -> list[tuple[float, float]]:
        return [(agents, getattr(cost, name)) for agents, cost in whole.items()]

    return log_log(
        "What a tick costs, by population",
        "Milliseconds; the whole scene one account at a time, beside a chart alone as numpy columns",
        "accounts",
        "ms a tick",
        [
            Series("whole feed, recorded", part("total"), DARK.accent),
            Series("of that: choosing", part("choosing"), DARK.good, "5 3"),
            Series("of that: applying", part("applying"), DARK.bad, "2 3"),
            Series("a chart alone, as columns", list(chart.items()), DARK.chips["blue"]),
        ],
    )


# -- models as oracles


def answer(body: Mapping[str, Any]) -> str:
    """A lively crowd's: by chance, but always the same to the same question."""
    asked = body["messages"][-1]["content"]
    state = Random(crc32(asked.encode())).choices([SCROLLING, LIKE, RESHARE, REPLY], [5, 3, 2, 1])[0]
    return json.dumps({"why": "it is on my topic", "state": state, "words": "same here" if state == REPLY else ""})


def serve(told: Connection) -> None:
    """A model in a process of its own; once it hears anything, it tells the most requests it had in flight."""
    with ModelServer(then=slow(SLEEP, good(answer)), keep=False) as server:
        told.send(server.base)
        told.recv()
        told.send((server.peak, server.count))


@contextmanager
def server() -> Iterator[tuple[str, Connection]]:
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv(), ours
    finally:
        process.join(5)
        process.kill()


class Talk(NamedTuple):
    """A tick: how many decided, and how long it took."""

    deciders: int
    seconds: float

    @property
    def ideal(self) -> float:
        """As many calls at a time as may be, and no time lost."""
        return SLEEP * ceil(self.deciders / FLYING)


async def with_models(base: str, path: Path) -> list[Talk]:
    told = {"openai/test": {"base": base, "concurrency": FLYING}}
    options = {"agents": AGENTS, "ticks": TALKS, "world": "lively", "mix": "lively"}
    header = prepare("feed", options, {"*": "llm:openai/test"}, 1, models=told)
    talks, deciders, began = [], 0, perf_counter()
    async for event in Session(header, path):
        if isinstance(event.data, GroupStarted):
            deciders += len(event.data.names)
        if event.end == "turn":
            talks.append(Talk(deciders, perf_counter() - began))
            deciders, began = 0, perf_counter()
    return talks[1:-1]


async def bare_waves(base: str, talks: Sequence[Talk]) -> list[Talk]:
    """The same numbers of calls, a client and nothing else."""
    messages = [{"role": "system", "content": "x" * 900}, {"role": "user", "content": "y" * 900}]
    free, out = asyncio.Semaphore(FLYING), []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(i: int) -> None:
            body = {"model": "test", "messages": [*messages, {"role": "user", "content": str(i)}]}
            async with free, session.post(f"{base}/chat/completions", json=body) as response:
                await response.json()

        for talk in talks:
            began = perf_counter()
            await asyncio.gather(*map(ask, range(talk.deciders)))
            out.append(Talk(talk.deciders, perf_counter() - began))
    return out


def models(folder: Path) -> None:
    os.environ.pop("OPENAI_API_KEY", None)
    with server() as (base, told):
        talks = asyncio.run(with_models(base, folder / "model.jsonl"))
        told.send("how many?")
        peak, count = told.recv()
    with server() as (base, told):
        bare = asyncio.run(bare_waves(base, talks))
        told.send("thanks")
        told.recv()
    full = [talk for talk in talks if talk.deciders > FLYING]
    calls, spent = sum(talk.deciders for talk in full), sum(talk.seconds for talk in full)
    print(f"{AGENTS} agents think with a model of {1000 * SLEEP:.0f} ms, {FLYING} calls in flight, {TALKS} ticks")
    print(f"{len(full)} ticks have more than {FLYING} deciding accounts, {max(full).deciders} at most; {count:,} calls")
    aimed("calls a second in those ticks", f"{calls / spent:,.0f} /s", "", f"{FLYING / SLEEP:,.0f} /s were always full")
    aimed("ideal of wall time, those ticks", of_ideal(full), ">= 0.6", f"bare aiohttp: {of_ideal(bare, FLYING)}")
    aimed("ideal of wall time, all ticks", of_ideal(talks), "", f"bare aiohttp: {of_ideal(bare)}")
    aimed("most requests in flight at the server", f"{peak}", f"= {FLYING}")
    print("(ideal: the sum over ticks of ceil(deciding accounts / calls in flight) x the time of a reply)")


def of_ideal(talks: Sequence[Talk], above: int = 0) -> str:
    counted = [talk for talk in talks if talk.deciders > above]
    return f"{sum(talk.ideal for talk in counted) / sum(talk.seconds for talk in counted):.2f}"


# -- calibration


class Crowd(NamedTuple):
    """What is kept of a run: account-ticks by state, cascades' sizes, decisions by state."""

    states: tuple[int, ...]
    sizes: list[int]
    decisions: Counter[AgentState]


class Indifferent(Agent):
    """Decides by the same chances whatever it sees, whoever it is."""

    def __init__(self, chances: Mapping[AgentState, float]) -> None:
        self._weighing = Weighing(0, 0, 0, 0, 0, dict(chances))

    def act(self, turn: Turn) -> Decide:
        options = turn.observation.options
        return Decide(draw_state(self._weighing, turn.chance("oracle"))) if options else SCROLL_ON


def live(seed: int, options: Mapping[str, Any], chances: Mapping[AgentState, float] | None = None) -> Crowd:
    """One run; with `chances` that of an indifferent crowd."""
    header = prepare("feed", options, {}, seed)
    agents = None if chances is None else dict.fromkeys(header.cast, Indifferent(chances))
    run = open_run(header, agents=agents)

    async def go() -> Counter[str]:
        return Counter("".join([e.data.moves async for e in run if isinstance(e.data, Decided)]))

    moves = asyncio.run(go())
    decisions = Counter({ARC_OF_LETTER[letter].target: count for letter, count in moves.items() if letter != NO_EVENT})
    scene: Any = run.scene
    states = tuple(map(sum, zip(*scene.series, strict=True)))
    return Crowd(states, [scene.posts.size(thread) for thread in range(len(scene.posts.threads))], decisions)


def live_indifferent(seed: int, options: Mapping[str, Any], chances: Mapping[AgentState, float]) -> Crowd:
    """The null model: nobody minds a post's appeal, or what others made of it; feeds show the newest first."""
    with patch.object(ticking, "INTEREST_PER_RESHARE", 0.0):
        return live(seed, {**options, "ranking": "chronological"}, chances)


def branching(average: float, count: int) -> list[int]:
    """Sizes of trees in which every post is reshared a Poisson number of times, of this average size."""
    random = np.random.default_rng(1)
    fresh = sizes = np.ones(count, np.int64)
    while fresh.any():
        fresh = random.poisson((1 - 1 / average) * fresh)
        sizes = sizes + fresh
    out: list[int] = sizes.tolist()
    return out


def calibration() -> str:
    """Prints the tables; the picture of the cascades."""
    options = {"agents": AGENTS, "ticks": TICKS, "world": "lively"}
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        crowds = list(pool.map(partial(live, options=options), range(1, SEEDS + 1)))
        decisions = sum((crowd.decisions for crowd in crowds), Counter[AgentState]())
        chances = {state: count / decisions.total() for state, count in decisions.items()}
        null = list(pool.map(partial(live_indifferent, options=options, chances=chances), range(1, SEEDS + 1)))
    print(f"{AGENTS} agents, {TICKS:,} ticks, {SEEDS} seeds: share of account-ticks in each state")
    show_states(crowds)
    sizes = [size for crowd in crowds for size in crowd.sizes]
    flat = [size for crowd in null for size in crowd.sizes]
    rows = {"the feed": sizes, "indifferent": flat, "branching": branching(mean(sizes), len(sizes))}
    print("an indifferent crowd decides by the same chances whatever it sees: " + spelled(chances))
    print("branching: a Poisson number of reshares for every post, and the feed's average size")
    show_sizes(rows)
    return cascades_picture(rows)


def spelled(chances: Mapping[AgentState, float]) -> str:
    return ", ".join(f"{WORD_OF[state]} {chances[state]:.3f}" for state in (SCROLLING, LIKE, REPLY, RESHARE, COMPOSING))


def show_states(crowds: Sequence[Crowd]) -> None:
    print("                        mean       min       max   aim min > 0")
    for state, *shares in zip(AgentState, *(shares_of(crowd.states) for crowd in crowds), strict=True):
        print(f"{state:18}{mean(shares):10.4f}{min(shares):10.4f}{max(shares):10.4f}")


def shares_of(counts: Sequence[int]) -> list[float]:
    return [count / sum(counts) for count in counts]


def reaching(sizes: Sequence[int], least: int) -> float:
    return sum(size >= least for size in sizes) / len(sizes)


def show_sizes(rows: Mapping[str, Sequence[int]]) -> None:
    print("cascades that reach" + "".join(f"{size:>9}" for size in SIZES) + "      mean   largest   count")
    for name, sizes in rows.items():
        shares = "".join(f"{reaching(sizes, size):9.5f}" for size in SIZES)
        print(f"{name:19}{shares}{mean(sizes):10.2f}{max(sizes):10,}{len(sizes):8,}")
    spelt = [f"{name} {tail_exponent(sizes, LEAST):.2f}" for name, sizes in rows.items()]
    print(f"tail exponent from size {LEAST} on, by maximum likelihood: {', '.join(spelt)}")


def cascades_picture(rows: Mapping[str, Sequence[int]]) -> str:
    feed, flat, trees = (tail(sizes) for sizes in rows.values())
    exponent = tail_exponent(rows["the feed"], LEAST) or 1.0
    start, last = reaching(rows["the feed"], LEAST), feed[-1][0]
    line = [(LEAST, start), (last, start * (last / LEAST) ** (1 - exponent))]
    return log_log(
        "How far posts spread: most nowhere, few very far",
        f"Share of {len(rows['the feed']):,} posts whose cascade is at least so large; {SEEDS} runs of {AGENTS} "
        f"accounts, {TICKS:,} ticks",
        "posts in the cascade (the post and its reshares)",
        "share at least that large",
        [
            Series("the feed", feed, DARK.accent),
            Series("every post reshared alike, no proof", flat, DARK.chips["blue"]),
            Series("branching, the feed's mean size", trees, DARK.mid, dots=False),
            Series(f"fitted power law: {exponent:.2f}, from {LEAST} on", line, DARK.good, "6 4", dots=False),
        ],
        low=True,
    )


def large() -> None:
    began = perf_counter()
    crowd = live(1, {"agents": 5000, "ticks": 200})
    shares = " ".join(f"{share:.3f}" for share in shares_of(crowd.states))
    print(f"5,000 agents, 200 ticks: {perf_counter() - began:.1f} s; states {shares}")
    show_sizes({"5,000 agents": crowd.sizes})


def main(pictures: Path | None = None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_and_file(folder)
        population = by_population(folder)
        feed_crowd.main()
        models(folder)
    feed_facts.main()
    cascades = calibration()
    large()
    if pictures is not None:
        (pictures / "population.svg").write_text(population)
        (pictures / "cascades.svg").write_text(cascades)


if __name__ == "__main__":
    main(DOCS)
