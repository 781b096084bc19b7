"""One experiment on many machines: in shards, and on a cluster whose workers die."""

import os
import signal
from pathlib import Path

import pytest

from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder, Shard, merge, read_rows
from core.lab.rows import Row
from core.lab.work_sharing import connect
from tests.core.lab_table import COUP, lab_of, played, written
from tests.packages import ROOT


def play_shard(folder: Path, text: str, number: int, of: int, out: str = "out") -> None:
    file = written(folder, text)
    ExperimentFolder(read_experiment(file), folder / out, {}, Shard(number, of)).run(file, 1)


def test_shards_in_one_folder_give_the_rows_of_the_whole(tmp_path: Path) -> None:
    for number in (2, 1, 3):
        play_shard(tmp_path, COUP, number, 3)
    out = tmp_path / "out"
    assert not (out / "rows.jsonl").exists()
    assert merge([out], out, {}).left == []
    whole = played(tmp_path / "whole", COUP)
    assert read_rows(out / "rows.jsonl") == read_rows(whole.folder / "rows.jsonl")
    assert lab_of(tmp_path, COUP).left == [], "merged games are not played again"


def test_shards_in_two_folders_are_merged_with_their_recordings(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    play_shard(tmp_path, COUP, 1, 2, "here")
    play_shard(tmp_path, COUP, 2, 2, "there")
    merged = merge([here, there], tmp_path / "all", {})
    assert merged.left == []
    assert all((tmp_path / "all" / name).exists() for name in merged.rows)
    merge([here, there, here], tmp_path / "all", {})
    rows = there / "rows-2-of-2.jsonl"
    rows.write_bytes(rows.read_bytes().replace(b'"digest":"', b'"digest":"0'))
    with pytest.raises(UserError, match="differs between"):
        merge([there], tmp_path / "all", {})
    play_shard(tmp_path, COUP.replace("games = 3", "games = 4"), 1, 9, "other")
    with pytest.raises(UserError, match="hold different experiments"):
        merge([here, tmp_path / "other"], tmp_path / "all", {})


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b", "1/0"])
def test_a_shard_is_number_and_count(text: str) -> None:
    from tui.cli.lab import _shard

    with pytest.raises(UserError, match="such as 3/8"):
        _shard(text)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("core.lab.work_sharing.SCHEDULER_SECONDS", 0.2)
    address = "tcp://127.0.0.1:9"
    with pytest.raises(UserError, match=f"No Dask scheduler answers at {address}"), connect(address):
        pass


@pytest.mark.slow
def test_a_cluster_whose_workers_die_plays_each_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    text = COUP.replace("games = 3", "games = 40").replace('name = "coup-bots"', 'name = "coup-cluster"')
    file, finished = written(tmp_path, text), list[Row]()
    lab = ExperimentFolder(read_experiment(file), tmp_path / "out", {})
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster:
        victims = [worker.pid for worker in cluster.workers.values()][:2]

        def take(row: Row) -> None:
            finished.append(row)
            if len(finished) in (20, 60):
                os.kill(victims.pop(), signal.SIGKILL)

        with connect(cluster.scheduler_address) as engine:
            lab.run(file, engine, take)
    assert victims == []
    assert len(finished) == len({row.recording for row in finished}) == len(lab.jobs) == 120
    whole = played(tmp_path / "whole", text)
    rows, expected = ({row.recording: row for row in read_rows(each.folder / "rows.jsonl")} for each in (lab, whole))
    assert rows == expected
    for name in whole.rows:
        last = [(folder / name).read_bytes().splitlines()[-1] for folder in (lab.folder, whole.folder)]
        digests = [line.partition(b'"digest":"')[2][:64] for line in last]
        assert digests[0] == digests[1] != b""
