"""Limits of experiments with models, in one process and over worker processes that may die."""

from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from core.lab.design import read_experiment
from core.lab.experiment import WHOLE_EXPERIMENT, ExperimentFolder, Shard, merge, read_rows
from core.lab.limits import BatchLimits, LimitReached
from core.lab.rows import ModelUsage, Row
from core.lab.work_sharing import connect
from core.recording.file import Recording
from core.recording.verification import digest
from tests.core.lab_table import written
from tests.model_behaviors import good, slow
from tests.model_server import ModelServer
from tests.packages import ROOT

YIELD = good('--- Thoughts ---\nSo.\n--- Plan ---\nNone.\n--- Action ---\n<Action name="yield"/>')
CHAT = """
name = "talk"
scene = "chat"
games = {games}
[options]
players = 2
max_turns = 3
[cast]
design = "self-play"
policies = ["llm:openai/test"]
[models."openai/test"]
base = "{base}"
route = "{route}"
concurrency = {concurrency}
{more}
"""


def lab_at(server: ModelServer, folder: Path, shard: Shard = WHOLE_EXPERIMENT, **changes: Any) -> ExperimentFolder:

    usual = {"games": 8, "base": server.base, "route": "direct", "concurrency": 3, "more": ""}
    allow = [f"llm:openai/test@{server.base}"]
    return ExperimentFolder(
        read_experiment(written(folder, CHAT.format(**usual | changes))), folder / "out", {}, shard, allow
    )


def play(lab: ExperimentFolder, workers: int, **changes: Any) -> ExperimentFolder:
    lab.run(lab.folder.parent / "experiment-file.toml", workers, **changes)
    return lab


def digests(lab: ExperimentFolder) -> dict[str, str]:
    assert lab.left == []
    return {row.recording: row.digest for row in lab.rows.values()}


@pytest.mark.slow
def test_workers_share_one_limit_of_calls_in_flight(tmp_path: Path) -> None:
    with ModelServer(then=slow(0.02, YIELD)) as server:
        many = play(lab_at(server, tmp_path / "many"), 2)
        assert server.peak == 3
        assert server.count == 24
        one = play(lab_at(server, tmp_path / "one"), 1)
    assert digests(many) == digests(one)
    assert len(read_rows(many.folder / "rows.jsonl")) == 8


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_limit_of_calls_is_never_passed_and_no_reply_is_lost(tmp_path: Path, workers: int) -> None:
    with ModelServer(then=slow(0.02, YIELD)) as server:
        for limit in (10, 15):
            with pytest.raises(LimitReached, match=rf"limits\.calls = {limit}"):
                play(lab_at(server, tmp_path / "x", more=f"[limits]\ncalls = {limit}"), workers)
            assert limit - 3 < server.count <= limit, "less than a game is left, which takes 3 calls"
        play(lab_at(server, tmp_path / "x", more="[limits]\ncalls = 100"), workers)
        assert server.count == 24, "no call was merged twice"


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_games_start_only_if_the_limit_pays_for_them(tmp_path: Path, workers: int) -> None:
    """A game starts only if the limit allows for all its calls: all but the last two are used by finished games."""
    with ModelServer(then=slow(0.005, YIELD)) as server:
        lab = lab_at(server, tmp_path / "x", games=36, concurrency=16, more="[limits]\ncalls = 50")
        with pytest.raises(LimitReached, match=r"limits\.calls = 50: 2 is left, and a game takes about 3"):
            play(lab, workers)
        assert (len(lab.rows), server.count) == (16, 48)
        assert server.peak > 4, "once it is known what a game takes, many are played at once"


def test_admission_by_the_mean_usage_of_games() -> None:
    limits = BatchLimits({"cost": 5.0})
    limits.places = 8
    assert limits.admits
    limits.running = 1
    assert not limits.admits, "one game shows what a game takes"
    limits.count(ModelUsage(4, 100, cost=1.0))
    limits.finish(ModelUsage(4, 100, cost=1.0))
    limits.running = 3
    assert limits.admits
    limits.running = 4
    assert not limits.admits, "four games will take the rest"
    limits.count(ModelUsage(8, 200, cost=2.0))
    assert not limits.admits, "half of which they have taken"
    assert BatchLimits({"seconds": 9}).admits
    assert BatchLimits().admits


def test_each_shard_has_its_part_of_a_limit(tmp_path: Path) -> None:
    with ModelServer(then=YIELD) as server:
        for number in (1, 2, 3):
            with pytest.raises(LimitReached, match=r"This shard, one of 3, (has reached|stops before) its limit"):
                play(lab_at(server, tmp_path / "x", Shard(number, 3), more="[limits]\ncalls = 10"), 1)
        assert server.count == 9, "one shard may make 4 calls, and a game takes 3"
        for number in (1, 2, 3):
            play(lab_at(server, tmp_path / "x", Shard(number, 3)), 1)
        merged = merge([tmp_path / "x" / "out"], tmp_path / "x" / "out", {})
        assert server.count == 24
        assert digests(merged) == digests(play(lab_at(server, tmp_path / "one"), 1))


@pytest.mark.slow
def test_a_dead_workers_games_are_continued(tmp_path: Path) -> None:
    finished = list[Row]()
    with ModelServer(then=slow(0.02, YIELD)) as server:

        def take(row: Row) -> None:
            finished.append(row)
            if len(finished) == 3:
                active_children()[0].kill()

        many = play(lab_at(server, tmp_path / "many", games=12), 2, on_row=take)
        assert 36 <= server.count <= 36 + 3, "what was in flight was lost with it"
        one = play(lab_at(server, tmp_path / "one", games=12), 1)
    assert len(finished) == len({row.recording for row in finished}) == 12
    assert digests(many) == digests(one)
    for row in many.rows.values():
        recording = Recording.read(many.folder / row.recording)
        assert digest(recording.header, recording.events[:-1]) == row.digest


@pytest.mark.slow
def test_workers_share_the_limit_of_litellm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ModelServer(then=slow(0.05, YIELD)) as server:
        many = play(lab_at(server, tmp_path / "many", route="litellm"), 2)
        assert server.peak == 3
        assert server.count == 24
        one = play(lab_at(server, tmp_path / "one", route="litellm"), 1)
    assert digests(many) == digests(one)


@pytest.mark.slow
def test_a_cluster_divides_the_limit_over_its_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with (
        ModelServer(then=slow(0.05, YIELD)) as server,
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        connect(cluster.scheduler_address) as engine,
    ):
        many = lab_at(server, tmp_path / "many", games=40, concurrency=4)
        many.run(tmp_path / "many" / "experiment-file.toml", engine)
        assert server.peak <= 4
        assert server.count == 120
        one = play(lab_at(server, tmp_path / "one", games=40, concurrency=4), 1)
    assert digests(many) == digests(one)
