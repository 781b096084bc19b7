"""What a tick costs one by one, by population: the feed with a clock on its parts, and a chart like it in columns."""

import asyncio
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from core.engine.casting import agent_for, prepare
from core.engine.chance import Chance
from core.engine.config import SceneConfig
from core.engine.events import Event
from core.engine.game import Play
from core.engine.simulator import Run
from core.engine.turn import Pick
from core.llm.model_client import ModelClient
from core.recording.file import Recorder
from core.recording.line_format import LogWriter, encode, stable
from scenes.feed.actions import AccountAction
from scenes.feed.config import FeedConfig
from scenes.feed.scene import FeedScene
from tests.bench.bench_statechart import population
from tests.bench.statechart_feed import feed

OBJECTS = (100, 1_000, 10_000)
COLUMNS = (*OBJECTS, 100_000, 1_000_000)
WARMING, MEASURED = 15, 7
"""Ticks that pass before those that count: feeds are empty at first."""


class Cost(NamedTuple):
    """Milliseconds of a tick, and the accounts that decided in it."""

    total: float
    choosing: float
    """`ticking.tick`: what each account is shown and which way it moves; and the oracles' answers as one column."""
    applying: float
    recording: float
    """To encode, digest and write the tick's events: done a second time, outside of the total."""
    deciding: float

    @property
    def asking(self) -> float:
        """What is left: who is to decide, what they see, their answers, and the simulator."""
        return self.total - self.choosing - self.applying - self.recording


class ClockedScene(FeedScene):
    """The feed, with a clock on choosing and on applying."""

    def __init__(self, config: FeedConfig, names: tuple[str, ...]) -> None:
        super().__init__(config, names)
        self.choosing = self.applying = 0.0
        self.deciding = 0

    def resolve(self, actions: Mapping[str, AccountAction], chance: Chance) -> Iterator[Event]:
        self.deciding = len(actions)
        return self._clocked(super().resolve(actions, chance))

    def after_turn(self, pick: Pick, chance: Chance) -> Iterator[Event]:
        return self._clocked(super().after_turn(pick, chance))

    def _clocked(self, events: Iterator[Event]) -> Iterator[Event]:
        while True:
            began = perf_counter()
            event = next(events, None)
            self.choosing += perf_counter() - began
            if event is None:
                return
            yield event

    def apply(self, event: Event) -> None:
        began = perf_counter()
        super().apply(event)
        self.applying += perf_counter() - began

    def read(self) -> tuple[float, float, int]:
        """What the clocks say since they were read."""
        out = self.choosing, self.applying, self.deciding
        self.choosing, self.applying, self.deciding = 0.0, 0.0, 0
        return out


def ticks(agents: int, folder: Path) -> list[Cost]:
    """Each measured tick of a run that is recorded to a file."""
    header = prepare("feed", {"agents": agents, "ticks": WARMING + MEASURED, "crowd": agents + 1}, {}, 1)
    scene, chance = ClockedScene(FeedConfig(**header.config), tuple(header.cast)), Chance(header.seed)
    seated = {name: agent_for(FeedScene, policy, name) for name, policy in header.cast.items()}
    recorder = Recorder.create(folder / f"{agents}.jsonl", header)
    keeper = LogWriter(header.stable(), recorder.write)
    run = Run(Play(header, scene, scene.ordering(chance), seated, chance, ModelClient({}, {}, SceneConfig()), keeper))

    async def go() -> list[Cost]:
        out, batch, began = [], [], perf_counter()
        async for event in run:
            batch.append(event)
            if event.end == "turn":
                total = perf_counter() - began
                choosing, applying, deciding = scene.read()
                again = recorded(batch, folder / "again.jsonl")
                out.append(Cost(1000 * total, 1000 * choosing, 1000 * applying, 1000 * again, deciding))
                batch, began = [], perf_counter()
        return out[1 + WARMING : -1]

    costs = asyncio.run(go())
    recorder.close()
    assert len(costs) == MEASURED
    return costs


def recorded(batch: list[Event], path: Path) -> float:
    """Seconds to record events as a log does."""
    with path.open("wb", buffering=0) as file:
        began = perf_counter()
        lines = [encode(event) for event in batch]
        file.write(b"\n".join(lines) + b"\n")
        sha256().update(b"\n" + b"\n".join(map(stable, lines)))
        return perf_counter() - began


def middle(costs: list[Cost]) -> Cost:
    """The medians."""
    return Cost(*(median(column) for column in zip(*costs, strict=True)))


def scene_costs(folder: Path) -> dict[int, Cost]:
    """Of the whole scene, by population; prints the table."""
    print("the whole scene, recorded   ms/tick   us/agent-tick   choosing  applying  recording   asking   deciding")
    out = {}
    for agents in OBJECTS:
        cost = out[agents] = middle(ticks(agents, folder))
        parts = (cost.choosing, cost.applying, cost.recording, cost.asking)
        shares = "".join(f"{100 * part / cost.total:9.0f}%" for part in parts)
        each = 1000 * cost.total / agents
        print(
            f"{agents:>24,} {cost.total:12.2f} {each:12.2f}     {shares} {100 * cost.deciding / agents:9.0f}%",
            flush=True,
        )
    return out


def chart_costs() -> dict[int, float]:
    """Milliseconds of a tick of a chart alone, as columns, by population; prints the table."""
    chart = feed()
    print(f"a chart alone, as columns   ms/tick   ns/agent-tick   ({len(chart.transitions)} transitions, no actions)")
    out = {}
    for agents in COLUMNS:
        out[agents], _ = population(chart, agents, 23)
        print(f"{agents:>24,} {out[agents]:12.3f} {1e6 * out[agents] / agents:12.1f}", flush=True)
    return out
