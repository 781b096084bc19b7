"""The feed beside published figures: each built-in world, over seeds that nothing was tuned on."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import mean
from typing import Any, NamedTuple

from core.engine.casting import open_run, prepare
from core.engine.events import Body
from scenes.feed.behavior import ARC_OF_LETTER, ENGAGEMENTS, NO_EVENT, AgentState
from scenes.feed.events import Decided, Ticked
from scenes.feed.facts import FACTS, count_activity, measure_facts

TUNED, HELD_OUT = range(1, 31), range(41, 51)
"""Seeds that the archetypes were tuned on, and those that tell whether that was any good."""


class Lived(NamedTuple):
    """What is kept of a run."""

    figures: dict[str, float | None]
    states: list[float]
    """Shares of account-ticks."""
    largest: int
    quiet: int
    """Ticks in which nobody posted or engaged."""


def live(seed: int, options: Mapping[str, Any]) -> Lived:
    run = open_run(prepare("feed", options, {"*": "rules"}, seed))

    async def go() -> list[Any]:
        return [event async for event in run]

    events = asyncio.run(go())
    scene: Any = run.scene
    busy = {event.turn for event in events if _is_act(event.data)}
    spent = [sum(column) for column in zip(*scene.series, strict=True)]
    return Lived(
        measure_facts(scene, count_activity(len(scene.handles), (event.data for event in events))),
        [each / sum(spent) for each in spent],
        max(map(sum, scene.posts.levels), default=0),
        scene.now - len(busy),
    )


def _is_act(body: Body) -> bool:
    match body:
        case Ticked(posts=posts):
            return bool(posts)
        case Decided(moves):
            return any(letter != NO_EVENT and ARC_OF_LETTER[letter].target in ENGAGEMENTS for letter in moves)
        case _:
            return False


def lives(seeds: Sequence[int], **options: Any) -> list[Lived]:
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return list(pool.map(partial(live, options=options), seeds))


def show(title: str, runs: Sequence[Lived]) -> None:
    """Each fact: what was published, the mean over the runs, the extremes, and how many lie in the band."""
    print(f"{title}, {len(runs)} seeds")
    print(f"{'':64}{'band':>14}{'mean':>9}{'min':>9}{'max':>9}   within")
    for fact in FACTS:
        values = [value for run in runs if (value := run.figures[fact.name]) is not None]
        within = sum(map(fact.holds, values))
        spelt = "".join(f"{each:9.3f}" for each in (mean(values), min(values), max(values)))
        print(f"{fact.says:64}{f'{fact.least:g} to {fact.most:g}':>14}{spelt}   {within} of {len(values)}")
    shares = zip(AgentState, *(run.states for run in runs), strict=True)
    print("states, share of account-ticks: " + ", ".join(f"{state} {mean(each):.4f}" for state, *each in shares))
    print(f"least share of any state in any run: {min(min(run.states) for run in runs):.5f}")
    sizes = sorted(run.largest for run in runs)
    print(f"largest cascade of a run: {sizes[0]} to {sizes[-1]}; ticks in which nobody acts, of a run: ", end="")
    print(f"{mean(run.quiet for run in runs):.1f}\n", flush=True)


def main() -> None:
    show("calibrated, seeds it was tuned on", lives(TUNED))
    show("calibrated, held out", lives(HELD_OUT))
    show("calibrated, held out, 1,500 accounts", lives(HELD_OUT[:3], agents=1500))
    for world in ("measured", "lively"):
        show(f"{world}, held out", lives(HELD_OUT, world=world))


if __name__ == "__main__":
    main()
