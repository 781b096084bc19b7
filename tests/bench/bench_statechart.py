"""Statecharts, one agent at a time and a population at once: `python -m tests.bench.bench_statechart`."""

from math import log10
from statistics import median
from sys import getsizeof
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.statechart import Context, Statechart
from core.statechart.population import Population
from tests.bench.statechart_feed import Mood, Person, bare, feed, live, people, timed, written

COUNT, TICKS, ROUNDS = 500, 100, 15
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)


def size(person: Person) -> int:
    """Bytes of an agent and its history, ticks and notes counted as its own, moves as the chart's."""
    history = person.state_history
    records = [*history.records]
    return sum(map(getsizeof, [person, history, history.records, *records, *(part for r in records for part in r[1:])]))


def one_at_a_time() -> None:
    chart = feed()
    agents = people(COUNT)
    day, _ = live(chart, agents, TICKS)
    moved = sum(len([r for r in agent.state_history.records if r[0][2] != "born"]) for agent in agents)
    print(f"{len(chart.states)} states, {len(chart.transitions)} transitions, {COUNT} agents, full history")
    rows: dict[str, list[float]] = {"bare dict dispatch": [], "this, by hand": [], "Statechart.fire": []}
    for _ in range(ROUNDS):
        fires = (bare(chart), written(chart, COUNT), chart.fire)
        for name, fire in zip(rows, fires, strict=True):
            rows[name].append(timed(fire, people(COUNT), day, 0))
    floor = median(rows["bare dict dispatch"])
    print("                               us/event   x bare")
    for name, times in rows.items():
        print(f"{name:30} {median(times):8.3f} {median(times) / floor:8.2f}")
    print(f"an agent and its full history: {max(map(size, agents))} bytes; kept moves an agent: {moved / COUNT:.0f}")


def population(chart: Statechart[Mood], count: int, ticks: int) -> tuple[float, float]:
    """Milliseconds to fire a tick, and to look up one table by state and trigger: medians, taken in turns."""
    random = np.random.default_rng(3)
    columns: dict[str, NDArray[Any]] = {name: random.random(count) for name in ("energy", "interest")}
    columns["timeout_threshold"] = random.integers(3, 8, count)
    crowd = Population(chart, np.zeros(count, np.uint8), columns)
    widest = max(len(chart.valid_triggers(state)) for state in chart.states)
    triggers = [[chart.triggers.index(t) for t in (chart.valid_triggers(s) * widest)[:widest]] for s in chart.states]
    table = random.integers(0, len(chart.states), (len(chart.states), len(chart.triggers)), np.uint8)
    fired, looked = [], []
    for now in range(ticks):
        heard = np.array(triggers, np.uint8)[crowd.states, random.integers(0, widest, count)]
        start = perf_counter()
        table[crowd.states, heard]
        middle = perf_counter()
        crowd.fire(heard, Context(now))
        crowd.tick()
        looked.append(middle - start)
        fired.append(perf_counter() - middle)
    return 1000 * median(fired[3:]), 1000 * median(looked[3:])


def all_at_once() -> None:
    for rates in (False, True):
        chart = feed(rates)
        print(f"population, guards{' and rates' * rates}   ms/tick  look-up    x    ns/agent")
        for count in SIZES:
            fired, looked = population(chart, count, 23)
            bar = "#" * round(8 * (log10(fired) + 2))
            print(f"{count:>12,} {fired:20.3f} {looked:8.3f} {fired / looked:5.1f} {1e6 * fired / count:10.1f}  {bar}")


def main() -> None:
    one_at_a_time()
    all_at_once()


if __name__ == "__main__":
    main()
