"""Regret: each decision compared with the best one, in a table, in rows and in reports."""

import asyncio
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from statistics import fmean

import pytest

import playbill as pb
from core.errors import UserError
from core.lab.playing import Job, play_job
from core.lab.rows import Row
from core.recording.header import Header
from tests.tui.conftest import RECORDINGS

SETTINGS = [
    ("coup", {"players": 2, "max_turns": 12}, {"Ann": "honest", "Bob": "random"}),
    ("coup", {"players": 3, "max_turns": 12}, {"*": "bluffer"}),
    ("hanabi", {"players": 3}, {"Ann": "rules", "*": "cautious"}),
    ("coloring", {}, {}),
    ("werewolf", {}, {}),
]


@pytest.mark.parametrize(("scene", "options", "cast"), SETTINGS)
def test_rows_have_the_means_of_the_table(
    scene: str, options: dict[str, object], cast: dict[str, str], tmp_path: Path
) -> None:
    (row,) = pb.batch(scene, 1, options, cast, 4, record=tmp_path, regret=True)
    rows = pb.table("decisions", tmp_path)
    losses = defaultdict(list)
    for each in rows:
        assert (each["error"] is None) == (each["samples"] == 0)
        assert each["regret"] >= 0 or each["samples"]
        assert each["regret"] == 0 or each["action"] != each["best"]
        losses[each["policy"]].append(each["regret"])
    assert set(losses) <= set(row.policies)
    assert row.metrics["regret"] == pytest.approx(fmean(each["regret"] for each in rows), abs=1e-6)
    for policy, mine in losses.items():
        assert row.metrics[f"regret of {policy}"] == pytest.approx(fmean(mine), abs=1e-6)
        assert row.metrics[f"decisions of {policy}"] == len(mine)
    again = play_job(Job(header_of(row), recording=row.recording, continues=True, regret=True))
    assert asyncio.run(again) == row, "a recording gives the same figures"
    assert Row.decode(row.encode()).metrics["regret"] == row.metrics["regret"]
    plain = pb.batch(scene, 1, options, cast, 4)[0]
    assert "regret" not in plain.metrics
    assert plain.digest == row.digest


def header_of(row: Row) -> Header:
    return pb.load(row.recording).header


def test_sampled_losses_have_an_error_and_solved_ones_none(tmp_path: Path) -> None:
    pb.play("coup", {"players": 3}, {"*": "bluffer"}, 4, record=tmp_path / "game.jsonl")
    rows = pb.table("decisions", tmp_path)
    sampled = [row for row in rows if row["samples"]]
    assert sampled
    assert len(sampled) < len(rows), "the last two play a solved game"
    assert all(row["samples"] == 160 and row["error"] > 0 for row in sampled)


def test_each_ended_turn_of_an_owner_is_a_decision() -> None:
    for name in ("coloring-sample", "coloring-model"):
        rows = pb.table("decisions", RECORDINGS / f"{name}.jsonl")
        turns = [turn for turn, _ in groupby(pb.table("turns", RECORDINGS / f"{name}.jsonl"), lambda row: row["turn"])]
        assert [row["turn"] for row in rows] == turns[1:]
    assert {row["agent"] for row in rows} == {"A", "H", "B"}


def test_a_report_ranks_policies_by_regret(tmp_path: Path) -> None:
    lines = ['name = "duel"', 'scene = "hanabi"', "games = 3", "regret = true", "[options]", "players = 2", "[cast]"]
    lines += ['design = "self-play"', 'policies = ["random", "rules"]', "[primary]", 'measure = "regret"']
    file = tmp_path / "duel.toml"
    file.write_text("\n".join([*lines, 'factor = "cast"', 'levels = ["random", "rules"]', "least = 0.1"]))
    rows = pb.experiment(file, tmp_path / "duel")
    sheets = {sheet.title: sheet for sheet in pb.report(tmp_path / "duel")}
    first, last = sheets["Regret by policy"].rows
    assert (first[0], last[0]) == ("rules", "random")
    means = [
        fmean(float(row.metrics["regret"]) for row in rows if name in row.policies) for name in ("rules", "random")
    ]
    assert [first[2].value, last[2].value] == pytest.approx(means)  # type: ignore[union-attr]
    assert first[3].value == pytest.approx(means[1] - means[0])  # type: ignore[union-attr]
    assert "Primary outcome: regret by cast, rules - random" in sheets
    file.write_text(file.read_text().replace("regret = true\n", ""))
    with pytest.raises(UserError, match="add regret = true"):
        pb.experiment(file, tmp_path / "other")


def test_a_scene_without_reviews_has_no_regret(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="council does not compare actions"):
        pb.table("decisions", RECORDINGS / "council-sample.jsonl")
    with pytest.raises(UserError, match="council does not compare actions"):
        pb.batch("council", 1, cast={"*": "random"}, regret=True)
