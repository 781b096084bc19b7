"""Rules against rules come to a valid consensus, whatever the seed."""

import pytest

from core.batch import play_one
from core.casting import prepare

OPTIONS = [{"fixed": fixed} for fixed in range(4)]


@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(25, 100), marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
async def test_all_games_end_by_a_valid_consensus(options: dict[str, int], seeds: range) -> None:
    games = [await play_one(prepare("coloring", options, {}, seed)) for seed in seeds]
    ends = {
        game.seed: (game.error or game.reason, game.result.get("solved"), game.result.get("conflicts"))
        for game in games
    }
    assert {seed: end for seed, end in ends.items() if end != ("consensus", True, 0)} == {}
    assert all(0 < game.turns < 80 for game in games)
    assert not any(game.result["false_claims"] for game in games)
