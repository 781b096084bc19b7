"""Batches: rows, worker processes, rotation, and the summary that `run --json` prints."""

import asyncio
import pickle
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import competitors, prepare
from core.engine.scene import Outcome
from core.errors import UserError
from core.lab.batch import Plan, play_batch
from core.lab.design import read_experiment
from core.lab.figures import mean_by_seed, share_by_seed
from core.lab.intervals import t_quantile
from core.lab.rows import Row
from core.lab.summary import BatchSummary
from core.recording.file import Recording
from core.recording.verification import verify
from core.trust.grants import NO_GRANTS
from tests.core.table import ended, header, play, run_of

CLUMSY = {"B": "clumsy"}
"""A cast of which about half of the games fail."""
MIXED = prepare("coup", {"players": 3}, {"Ann": "random", "Bob": "honest", "Cat": "random"}, 5)


def test_rows_hold_the_results_of_games_with_consecutive_seeds() -> None:
    events = asyncio.run(play(run_of(header(8))))
    last = ended(events)
    batch = play_batch(header(7), 2, 1)
    assert [game.seed for game in batch.games] == [7, 8]
    row = batch.games[1]
    outcome = Outcome(last.winners, last.scores, last.result)
    assert (row.outcome, row.reason, row.digest) == (outcome, last.reason, last.digest)
    assert (row.turns, row.events, row.status, row.fallbacks) == (events[-1].turn, len(events), "done", 0)
    assert row.won == ("rules",) * len(last.winners)
    assert pickle.loads(pickle.dumps(row)) == row


def test_the_number_of_workers_changes_no_row(tmp_path: Path) -> None:
    reported: list[Row] = []
    one = play_batch(header(1, CLUMSY), 6, 1)
    two = play_batch(header(1, CLUMSY), 6, 2, tmp_path, reported.append)
    assert one.games == two.games == sorted(reported, key=lambda row: row.seed)
    assert [game.seed for game in two.games] == [*range(1, 7)]
    failed = {game.seed: game.error for game in two.games if game.error}
    assert 0 < len(failed) < 6
    pattern = r"B \(clumsy\) failed: RuntimeError: tripped \(toy.py, line \d+\)"
    assert all(re.fullmatch(pattern, error) for error in failed.values())
    for game in two.games:
        recording = Recording.read(tmp_path / f"toy-{game.seed}.jsonl")
        assert (recording.ended is None) == (game.seed in failed)
        assert recording.ended is None or recording.ended.result == game.metrics
        assert game.seed in failed or asyncio.run(verify(recording)) == game.events


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_recording_is_not_overwritten(tmp_path: Path, workers: int) -> None:
    (tmp_path / "toy-3.jsonl").write_text("")
    with pytest.raises(UserError, match="exists already"):
        play_batch(header(1), 4, workers, tmp_path)


# -- the summary


def test_summary_adds_up_games_and_leaves_out_failed_ones() -> None:
    batch = play_batch(header(1, CLUMSY), 12, 1)
    summary = batch.summary(header(1, CLUMSY))
    keys = ["scene", "games", "failed", "seed", "config", "cast", "turns", "events", "wall_s", "cpu_s", "result"]
    assert list(summary) == [*keys, "policies"]
    played = [game for game in batch.games if not game.error]
    assert (summary["scene"], summary["games"], summary["failed"]) == ("toy", 12, 12 - len(played))
    assert summary["turns"] == sum(game.turns for game in played)
    assert summary["events"] == sum(game.events for game in played)
    assert summary["result"]["reason"] == {"empty": len(played)}
    assert summary["result"]["taken"]["mean"] == sum(game.metrics["taken"] for game in played) / len(played)


def test_summary_of_one_game_has_plain_values() -> None:
    row = play_batch(header(1), 1, 1).games[0]
    wins = {"winners": [*row.winners], "wins": dict.fromkeys(row.winners, 1)}
    result = play_batch(header(1), 1, 1).summary(header(1))["result"]
    assert result == {"reason": row.reason, **wins, "scores": row.scores, **row.metrics}
    clumsy = header(1, {"*": "clumsy"})
    seed = next(game.seed for game in play_batch(clumsy, 20, 1).games if game.error)
    summary = play_batch(header(seed, {"*": "clumsy"}), 1, 1).summary(clumsy)
    assert (summary["games"], summary["failed"]) == (1, 1)
    assert summary["result"] == {"winners": [], "wins": {}, "scores": {}}


def test_summary_counts_each_of_several_winners() -> None:
    batch = play_batch(header(1), 12, 1)
    assert {len(game.winners) for game in batch.games} >= {1, 2}, "some games have two winners"
    summary = batch.summary(header(1))
    wins = summary["result"]["wins"]
    assert wins == {name: sum(name in game.winners for game in batch.games) for name in wins}
    assert summary["result"]["winners"] == [*wins]
    assert sum(wins.values()) == summary["policies"]["rules"]["wins"] > 12
    assert summary["result"]["scores"]["B"] == gather([{"B": game.scores["B"]} for game in batch.games])["B"]


def gather(results: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Summarize results by key, one seed each."""
    summary = BatchSummary()
    for result in results:
        summary.take([result])
    return summary.to_json()


def test_summary_of_numbers_shares_and_texts() -> None:
    values = [(1, "A", None), (2, "B", 5), (6, "A", 7)]
    summary = gather([{"score": s, "solved": s > 1, "who": w, "rare": r} for s, w, r in values])
    se = 7**0.5 / 3**0.5
    ends = {"low": round(3 - t_quantile(2) * se, 6), "high": round(3 + t_quantile(2) * se, 6)}
    assert summary["score"] == {"mean": 3, "se": round(se, 6), **ends, "seeds": 3, "min": 1, "max": 6}
    share = share_by_seed([(1, 1, 1), (2, 1, 1), (3, 0, 1)])
    ends = {"low": round(share.low, 6), "high": round(share.high, 6)}
    assert summary["solved"] == {"mean": 0.666667, "se": 0.333333, **ends, "seeds": 3, "yes": 2, "of": 3}
    assert summary["who"] == {"A": 2, "B": 1}
    assert {"mean": 6, "se": 1, "min": 5, "max": 7}.items() <= summary["rare"].items()
    for seeds in (1, 3):  # no interval has zero width
        constant = {"mean": 4, "se": None, "low": None, "high": None, "seeds": seeds, "min": 4, "max": 4}
        assert gather([{"x": 4}] * seeds) == {"x": constant}
    assert gather([{"x": None}]) == gather([]) == {}


# -- rotation


@pytest.mark.slow
def test_rotation_plays_each_seed_from_every_seat(tmp_path: Path) -> None:
    batch = play_batch(MIXED, 6, 1, tmp_path, rotate=True)
    assert [(game.seed, game.rotation) for game in batch.games] == [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]
    for game in batch.games:
        recording = Recording.read(tmp_path / f"coup-{game.seed}-{game.rotation}.jsonl")
        assert [*recording.header.cast.values()].index("honest") == (1 + game.rotation) % 3
        assert asyncio.run(verify(recording)) == game.events
    assert play_batch(MIXED, 6, 2, rotate=True).games == batch.games
    won = [policy for game in batch.games for policy in game.won]
    policies = batch.summary(MIXED)["policies"]
    assert {policy: each["wins"] for policy, each in policies.items()} == {p: won.count(p) for p in policies}
    assert {policy: each["seats"] for policy, each in policies.items()} == {"random": 12, "honest": 6}


def test_rotation_plays_equal_casts_once() -> None:
    games = play_batch(prepare("coup", {"players": 3}, {"*": "random"}, 5), 6, 1, rotate=True).games
    assert [(game.seed, game.rotation) for game in games] == [(seed, 0) for seed in range(5, 11)]
    pairs = prepare("coup", {"players": 4}, {"*": "random", "Ann": "honest", "Cat": "honest"}, 5)
    assert len(Plan(pairs, 1, True).rotations) == 2


def test_rotated_games_of_a_seed_are_one_cluster() -> None:
    batch = play_batch(MIXED, 14, 1, rotate=True)
    summary = batch.summary(MIXED)
    share = share_by_seed((game.seed, "honest" in game.won, 1) for game in batch.games)
    ends = {"low": round(share.low, 6), "high": round(share.high, 6)}
    expected = {"seats": 14, "seeds": 5, "rate": round(share.value, 6), **ends}
    assert expected.items() <= summary["policies"]["honest"].items()
    actions = summary["result"]["actions"]
    mean = mean_by_seed((game.seed, float(game.metrics["actions"])) for game in batch.games)
    assert actions["seeds"] == mean.n == 5
    assert actions["low"] == pytest.approx(max(0, mean.low), abs=1e-6)


@pytest.mark.parametrize(
    ("scene", "options", "neutral"),
    [
        ("werewolf", {"players": 6}, "Moderator"),
        ("council", {"members": 4}, "Chair"),
        ("chat", {"players": 3, "ordering": "moderated"}, "Moderator"),
    ],
)
def test_rotation_leaves_a_moderator_in_its_seat(scene: str, options: dict[str, object], neutral: str) -> None:
    moderated = prepare(scene, options, {"*": "random", "Ann": "rules", neutral: "llm:mock"}, 5)
    seats = competitors(moderated)
    assert set(moderated.cast) - set(seats) == {neutral}
    jobs = [job.header for job in Plan(moderated, 2 * len(seats), rotate=True)]
    assert [job.seed for job in jobs] == [5] * len(seats) + [6] * len(seats)
    assert all(job.cast[neutral] == "llm:mock" for job in jobs)
    first = [next(name for name in seats if job.cast[name] == "rules") for job in jobs]
    assert first == [*seats, *seats], "each seat once, in seat order"


def test_a_moderator_neither_wins_nor_loses() -> None:
    wolves = prepare("werewolf", {"players": 6, "days": 1}, {"*": "random", "Moderator": "rules"}, 1)
    batch = play_batch(wolves, 4, 1)
    assert {policy: each["seats"] for policy, each in batch.summary(wolves)["policies"].items()} == {"random": 24}
    assert any(not game.winners for game in batch.games), "a game that nobody won counts for its players alone"
    assert all("Moderator" not in game.competitors for game in batch.games)


def test_an_experiment_gives_the_moderator_no_policy_of_its_line_ups(tmp_path: Path) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(
        'name = "x"\nscene = "werewolf"\ngames = 2\noptions = {players = 6}\n'
        '[cast]\ndesign = "cross-play"\npolicies = ["quiet", "bold"]\nrotate = true\n'
    )
    experiment = read_experiment(path)
    jobs = list(experiment.jobs(experiment.cells(NO_GRANTS), tmp_path))
    assert {job.header.cast["Moderator"] for job in jobs} == {"rules"}
    assert len([job for job in jobs if job.cell == "quiet + bold"]) == 12
