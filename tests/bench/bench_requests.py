"""What rules ask of rules, and say they could reach: `python -m tests.bench.bench_requests [GAMES]`.

A request clashes if it wants a color that a node of the asker's beside it has. "I could reach N" is idle if the owner
can reach N by itself, by exact search given what was reported to it.
"""

import asyncio
import re
import sys
from collections import Counter
from typing import Any, cast

from core.engine.casting import open_run, prepare, set_up
from core.engine.chance import Draw
from core.engine.events import Event, Said
from scenes.coloring.scene import ColoringScene
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.speech import Requested

CELLS: dict[str, dict[str, Any]] = {
    **{f"default, fixed {fixed}": {"fixed": fixed} for fixed in range(4)},
    "max-sum, fixed 1": {"alg": "maxsum"},
    "random order": {"ordering": "random"},
    "generated 5x8": {"problem": "generate", "clusters": 5, "size": 8},
    "generated 8x12": {"problem": "generate", "clusters": 8, "size": 12},
}
_REACH = re.compile(r"I (?:could|can) reach ([0-9.]+[0-9]|[0-9]+)")


def look(scene: ColoringScene, event: Event, found: Counter[str]) -> None:
    """Count one event, with the state before it."""
    name, problem = event.agent, scene.state.problem
    match event.data:
        case Requested(colors=colors):
            own = {n: scene.state.colors[n] for n in problem.clusters[name] if n in scene.state.colors}
            for node, color in colors.items():
                found["requests"] += 1
                found["clashing"] += any(own.get(other) == color for other in problem.adjacent[node])
        case Said(text) if reach := _REACH.search(text):
            seen = scene.observe(name)
            alone = best(problem, name, seen.believed, seen.fixed, Draw(1))
            found["reach"] += 1
            found["idle"] += problem.conflict_penalty * alone.conflicts <= float(reach[1])


async def play(options: dict[str, Any], seed: int, found: Counter[str]) -> None:
    header = prepare("coloring", options, {}, seed)
    scene = cast(ColoringScene, set_up(header)[0])
    async for event in open_run(header):
        look(scene, event, found)
        scene.apply(event)
        found["messages"] += isinstance(event.data, Said)
    found["consensus"] += scene.is_complete() == "consensus" and not scene.state.problem.conflicts(scene.state.colors)
    found["turns"] += scene.state.turn


def share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.0f} %)" if whole else "0/0"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print(f"{'':18} {'requests that clash':20} {'idle could reach':20} valid  turns  messages")
    for name, options in CELLS.items():
        found: Counter[str] = Counter()
        for seed in range(games):
            asyncio.run(play(options, seed, found))
        row = f"{share(found['clashing'], found['requests']):20} {share(found['idle'], found['reach']):20}"
        each = f"{found['turns'] / games:6.1f} {found['messages'] / games:8.1f}"
        print(f"{name:18} {row} {100 * found['consensus'] / games:4.0f} % {each}", flush=True)


if __name__ == "__main__":
    main()
