import asyncio
import pickle
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.scene import Outcome
from core.errors import UserError
from core.lab.batch import Plan, play_batch
from core.lab.figures import mean_by_seed, share_by_seed
from core.lab.intervals import t_quantile
from core.lab.rows import Row
from core.lab.summary import BatchSummary
from core.recording.file import Recording
from core.recording.verification import verify
from tests.core.table import ended, header, play, run_of

GAMES = 12


def test_a_batch_is_its_games_one_by_one() -> None:
    events = asyncio.run(play(run_of(header(8))))
    last = ended(events)
    batch = play_batch(header(7), 2, 1)
    assert [game.seed for game in batch.games] == [7, 8]
    row = batch.games[1]
    assert (row.outcome, row.reason, row.digest) == (
        Outcome(last.winners, last.scores, last.result),
        last.reason,
        last.digest,
    )
    assert (row.turns, row.events, row.status, row.fallbacks) == (events[-1].turn, len(events), "done", 0)
    assert row.won == ("rules",) * len(last.winners)


def test_workers_make_no_difference(tmp_path: Path) -> None:
    made = header(1, {"B": "clumsy"})
    told: list[Row] = []
    one = play_batch(made, GAMES, 1)
    two = play_batch(made, GAMES, 2, tmp_path, told.append)
    assert one.games == two.games == sorted(told, key=lambda row: row.seed)
    assert [game.seed for game in two.games] == list(range(1, GAMES + 1))
    failed = {game.seed for game in two.games if game.error}
    assert 0 < len(failed) < GAMES
    assert all(
        re.fullmatch(r"B \(clumsy\) failed: RuntimeError: tripped \(toy.py, line \d+\)", game.error)
        for game in two.games
        if game.error
    )
    for game in two.games:
        recording = Recording.read(tmp_path / f"toy-{game.seed}.jsonl")
        assert (recording.ended is None) == (game.seed in failed)
        assert recording.header.seed == game.seed
        assert recording.ended is None or recording.ended.result == game.metrics


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.few(1)
def test_a_users_mistake_is_raised(tmp_path: Path, workers: int) -> None:
    (tmp_path / "toy-3.jsonl").write_text("")
    with pytest.raises(UserError, match="exists already"):
        play_batch(header(1), 4, workers, tmp_path)


def test_recordings_of_a_batch_verify(tmp_path: Path) -> None:
    batch = play_batch(header(1), 3, 1, tmp_path / "new")
    for game in batch.games:
        assert asyncio.run(verify(Recording.read(tmp_path / "new" / f"toy-{game.seed}.jsonl"))) == game.events


def test_summary() -> None:
    made = header(1, {"B": "clumsy"})
    batch = play_batch(made, GAMES, 1)
    summary = batch.summary(made)
    keys = ["scene", "games", "failed", "seed", "config", "cast", "turns", "events", "wall_s", "cpu_s", "result"]
    assert list(summary) == [*keys, "policies"]
    played = [game for game in batch.games if not game.error]
    assert (summary["scene"], summary["games"], summary["failed"]) == ("toy", GAMES, GAMES - len(played))
    assert summary["turns"] == sum(game.turns for game in played)
    assert summary["events"] == sum(game.events for game in played)
    assert summary["result"]["reason"] == {"empty": len(played)}
    assert summary["result"]["taken"]["mean"] == sum(game.metrics["taken"] for game in played) / len(played)


def test_summary_of_one_game_is_plain() -> None:
    batch = play_batch(header(1), 1, 1)
    row = batch.games[0]
    told = {"reason": row.reason, "winners": [*row.winners], "wins": dict.fromkeys(row.winners, 1)}
    assert batch.summary(header(1))["result"] == {**told, "scores": row.scores, **row.metrics}


def test_summary_where_all_failed() -> None:
    made = header(1, {"*": "clumsy"})
    seed = next(game.seed for game in play_batch(made, 20, 1).games if game.error)
    summary = play_batch(header(seed, {"*": "clumsy"}), 1, 1).summary(made)
    assert (summary["games"], summary["failed"]) == (1, 1)
    assert summary["result"] == {"winners": [], "wins": {}, "scores": {}}


def test_several_win_and_scores_are_by_name() -> None:
    batch = play_batch(header(1), GAMES, 1)
    ends = batch.games
    assert {len(end.winners) for end in ends} >= {1, 2}, "the games are such that it is tried"
    told = batch.summary(header(1))
    assert told["result"]["wins"] == {name: sum(name in end.winners for end in ends) for name in told["result"]["wins"]}
    assert sum(told["result"]["wins"].values()) == told["policies"]["rules"]["wins"] > GAMES
    assert told["result"]["scores"]["B"] == gather([{"B": end.scores["B"]} for end in ends])["B"]
    alone = play_batch(header(ends.index(next(end for end in ends if len(end.winners) == 2)) + 1), 1, 1)
    won = alone.games[0].winners
    assert alone.summary(header(1))["result"]["wins"] == {won[0]: 1, won[1]: 1}
    assert told["result"]["winners"] == [*told["result"]["wins"]]


def gather(results: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Summarize results by key, one seed each."""
    summary = BatchSummary()
    for result in results:
        summary.take([result])
    return summary.to_json()


def test_gather() -> None:
    results = [
        {"score": s, "solved": s > 1, "who": w, "rare": r} for s, w, r in [(1, "A", None), (2, "B", 5), (6, "A", 7)]
    ]
    told = gather(results)
    se = 7**0.5 / 3**0.5
    ends = {"low": round(3 - t_quantile(2) * se, 6), "high": round(3 + t_quantile(2) * se, 6)}
    assert told["score"] == {"mean": 3, "se": round(se, 6), **ends, "seeds": 3, "min": 1, "max": 6}
    share = share_by_seed([(1, 1, 1), (2, 1, 1), (3, 0, 1)])
    ends = {"low": round(share.low, 6), "high": round(share.high, 6)}
    assert told["solved"] == {"mean": 0.666667, "se": 0.333333, **ends, "seeds": 3, "yes": 2, "of": 3}
    assert told["who"] == {"A": 2, "B": 1}
    assert {"mean": 6, "se": 1, "min": 5, "max": 7}.items() <= told["rare"].items()
    none = {"se": None, "low": None, "high": None}
    assert gather([{"x": 4}]) == {"x": {"mean": 4, **none, "seeds": 1, "min": 4, "max": 4}}
    assert gather([{"x": 4}] * 3) == {"x": {"mean": 4, **none, "seeds": 3, "min": 4, "max": 4}}, "no zero width"
    assert gather([{"x": None}]) == gather([]) == {}


def test_games_travel_between_processes() -> None:
    game = play_batch(header(1), 1, 1).games[0]
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.slow
def test_rotated_each_seed_is_played_from_every_seat(tmp_path: Path) -> None:
    made = prepare("coup", {"players": 3}, {"Ann": "random", "Bob": "honest", "Cat": "random"}, 5)
    batch = play_batch(made, 6, 1, tmp_path, rotate=True)
    assert [(game.seed, game.rotation) for game in batch.games] == [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]
    for game in batch.games:
        recording = Recording.read(tmp_path / f"coup-{game.seed}-{game.rotation}.jsonl")
        assert [*recording.header.cast.values()].index("honest") == (1 + game.rotation) % 3
        assert asyncio.run(verify(recording)) == game.events
        assert [*game.won] == [recording.header.cast[name] for name in game.winners]
    assert play_batch(made, 6, 2, rotate=True).games == batch.games
    won = {policy: told["wins"] for policy, told in batch.summary(made)["policies"].items()}
    assert won == {
        policy: [policy for game in batch.games for policy in game.won].count(policy) for policy in ("random", "honest")
    }
    assert {policy: told["seats"] for policy, told in batch.summary(made)["policies"].items()} == {
        "random": 12,
        "honest": 6,
    }


def test_rotations_with_the_same_cast_are_played_once() -> None:
    made = prepare("coup", {"players": 3}, {"*": "random"}, 5)
    games = play_batch(made, 6, 1, rotate=True).games
    assert [(game.seed, game.rotation) for game in games] == [(seed, 0) for seed in range(5, 11)]
    assert (
        len(
            Plan(
                prepare("coup", {"players": 4}, {"*": "random", "Ann": "honest", "Cat": "honest"}, 5), 1, True
            ).rotations
        )
        == 2
    )


def test_rotations_of_a_seed_are_one_cluster() -> None:
    made = prepare("coup", {"players": 3}, {"Ann": "random", "Bob": "honest", "Cat": "random"}, 5)
    batch = play_batch(made, 14, 1, rotate=True)
    told = batch.summary(made)["policies"]["honest"]
    share = share_by_seed((game.seed, "honest" in game.won, 1) for game in batch.games)
    ends = {"low": round(share.low, 6), "high": round(share.high, 6)}
    assert {"seats": 14, "seeds": 5, "rate": round(share.value, 6), **ends}.items() <= told.items()
    actions = batch.summary(made)["result"]["actions"]
    mean = mean_by_seed((game.seed, float(game.metrics["actions"])) for game in batch.games)
    assert actions["seeds"] == mean.n == 5
    assert actions["low"] == pytest.approx(max(0, mean.low), abs=1e-6)
