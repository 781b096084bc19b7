"""Rules against rules come to a valid consensus, whatever the seed."""

from itertools import product

import pytest

from core.engine.casting import prepare
from core.lab.playing import Job, play_job

OPTIONS: list[dict[str, object]] = [
    {"fixed": fixed, "alg": alg, "ordering": ordering}
    for fixed, alg, ordering in product(range(4), ("greedy", "maxsum"), ("sequential", "random", "asynchronous"))
]
LARGE = [
    {"problem": "generate", "clusters": 8, "size": size, "topology": topology, "ordering": "asynchronous"}
    for size, topology in ((5, "ring"), (12, "random"))
]
SLOW = pytest.mark.slow
SMALL = [{"penalty": penalty, "fixed": 0} for penalty in (5, 1)]


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 100), marks=SLOW)], ids=str)
@pytest.mark.parametrize("options", [*OPTIONS, *SMALL, LARGE[0], pytest.param(LARGE[1], marks=SLOW)], ids=str)
@pytest.mark.few(3)
async def test_all_games_end_by_a_valid_consensus(options: dict[str, object], seeds: range) -> None:
    games = [await play_job(Job(prepare("coloring", options, {}, seed))) for seed in seeds]
    ends = {
        game.seed: (game.error or game.reason, game.metrics.get("solved"), game.metrics.get("conflicts"))
        for game in games
    }
    unlike = {seed: end for seed, end in ends.items() if end != ("consensus", True, 0)}
    assert len(unlike) <= (0.03 * len(seeds) if options in LARGE else 0), unlike
    assert all(reason == "max_turns" for reason, *_ in unlike.values())
    assert all(0 < game.turns <= 80 for game in games)
    assert not any(game.metrics["false_claims"] for game in games)
