"""One experiment on many machines: in shards, and on a cluster whose workers die."""

import os
import signal
from pathlib import Path

import pytest

from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import Lab, Shard, merge, read_rows
from core.lab.rows import Row
from core.lab.work_sharing import connect
from tests.core.lab_table import COUP, TOY, lab_of, played, written
from tests.packages import ROOT

MORE = COUP.replace("games = 3", "games = 40").replace('name = "coup-bots"', 'name = "coup-cluster"')


def shard(folder: Path, text: str, number: int, of: int, out: str = "out") -> None:
    file = written(folder, text)
    Lab(read_experiment(file), folder / out, {}, Shard(number, of)).run(file, 1)


def test_shards_in_one_folder_are_merged_to_the_same_rows(tmp_path: Path) -> None:
    for number in (2, 1, 3):
        shard(tmp_path, COUP, number, 3)
    assert not (tmp_path / "out" / "rows.jsonl").exists()
    made = merge([tmp_path / "out"], tmp_path / "out", {})
    (tmp_path / "alone").mkdir()
    assert made.left == []
    alone = played(tmp_path / "alone", COUP)
    assert read_rows(tmp_path / "out" / "rows.jsonl") == read_rows(alone.folder / "rows.jsonl")
    assert lab_of(tmp_path, COUP).left == [], "and what is merged is not played again"


def test_shards_of_two_folders_are_merged_with_their_recordings(tmp_path: Path) -> None:
    shard(tmp_path, COUP, 1, 2, "here")
    shard(tmp_path, COUP, 2, 2, "there")
    made = merge([tmp_path / "here", tmp_path / "there"], tmp_path / "all", {})
    assert made.left == []
    assert all((tmp_path / "all" / name).exists() for name in made.rows)
    one = next((tmp_path / "there" / "recordings").iterdir())
    half = tmp_path / "there" / "rows-2-of-2.jsonl"
    merge([tmp_path / "here", tmp_path / "there", tmp_path / "here"], tmp_path / "all", {})
    half.write_bytes(half.read_bytes().replace(b'"digest":"', b'"digest":"0'))
    with pytest.raises(UserError, match="is not the same game in"):
        merge([tmp_path / "there"], tmp_path / "all", {})
    assert one.exists()


def test_what_does_not_belong_together_is_not_merged(tmp_path: Path) -> None:
    shard(tmp_path, COUP, 1, 9, "here")
    shard(tmp_path, COUP.replace("games = 3", "games = 4"), 1, 9, "there")
    with pytest.raises(UserError, match="holds another experiment than"):
        merge([tmp_path / "here", tmp_path / "there"], tmp_path / "all", {})


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("core.lab.work_sharing.WAIT", 0.2)
    with (
        pytest.raises(UserError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        connect("tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.slow
def test_a_cluster_whose_workers_die_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    file, told = written(tmp_path, MORE), list[Row]()
    lab = Lab(read_experiment(file), tmp_path / "out", {})
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster:
        victims = [worker.pid for worker in cluster.workers.values()][:2]

        def take(row: Row) -> None:
            told.append(row)
            if len(told) in (20, 60):
                os.kill(victims.pop(), signal.SIGKILL)

        with connect(cluster.scheduler_address) as engine:
            lab.run(file, engine, take)
    assert victims == []
    assert len(told) == len({row.recording for row in told}) == len(lab.jobs) == 120
    (tmp_path / "alone").mkdir()
    alone = played(tmp_path / "alone", MORE)
    rows, others = ({row.recording: row for row in read_rows(each.folder / "rows.jsonl")} for each in (lab, alone))
    assert rows == others
    for name in alone.rows:
        last = [(folder / name).read_bytes().splitlines()[-1] for folder in (lab.folder, alone.folder)]
        digests = [line.partition(b'"digest":"')[2][:64] for line in last]
        assert digests[0] == digests[1] != b""


@pytest.mark.parametrize("how", ["0/3", "4/3", "3", "a/b", "1/0"])
def test_a_shard_is_a_part_of_how_many(how: str) -> None:
    from tui.cli.lab import _shard

    with pytest.raises(UserError, match="such as 3/8"):
        _shard(how)


def test_toys_in_shards(tmp_path: Path) -> None:
    file = written(tmp_path, TOY)
    for number in (1, 2):
        Lab(read_experiment(file), tmp_path / "out", {}, Shard(number, 2)).run(file, 1)
    assert merge([tmp_path / "out"], tmp_path / "out", {}).left == []
