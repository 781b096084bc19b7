"""Experiments and reports on the command line."""

import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import playbill as pb
from core.lab.experiment import read_rows
from core.recording.file import Recording
from tests.core.lab_table import COUP, TOY, written
from tests.make_experiments import FOLDER
from tests.toy import brought
from tests.tui.test_cli import mistake, playbill
from tui.cli.lab import table


@pytest.fixture(autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with brought(tmp_path_factory.mktemp("site"), monkeypatch, toy="tests.toy:ToyScene"):
        yield


def test_an_experiment_and_its_report(tmp_path: Path) -> None:
    file, out = written(tmp_path, COUP), tmp_path / "out"
    done = playbill("experiment", str(file), "-O", str(out), "--yes")
    assert done.stdout == f"{out}: 9 done\n"
    assert "coup-bots: 9 games of coup, 1 cell, seeds 1 to 3; 9 to play, without models" in done.stderr
    assert (
        "9 games of coup, 1 cell, seeds 1 to 3; 0 to play" in playbill("experiment", str(file), "-O", str(out)).stderr
    ), "nothing is left to be asked about"
    told = playbill("report", str(out))
    assert re.search(r"^  random +9 +\d ", told.stdout, re.MULTILINE)
    assert (out / "report.html").exists()
    command = re.search(r"<code>playbill (.*?)</code>", (out / "report.html").read_text())
    assert command is not None
    scene, name = shlex.split(unescape(command[1]))
    assert scene == "watch"
    assert "events verified" in playbill("verify", str(out / name)).stdout


def test_a_game_whose_recording_is_gone_is_played_again_by_its_command(tmp_path: Path) -> None:
    folder = FOLDER / "hanabi-cross-play"
    text = (folder / "report.html").read_text()
    command = shlex.split(unescape(re.findall(r"<code>playbill (.*?)</code>", text)[25]))
    playbill(*command, "--record", str(tmp_path / "game.jsonl"))
    recording = Recording.read(tmp_path / "game.jsonl")
    assert recording.ended is not None
    (row,) = [
        row
        for row in read_rows(folder / "rows.jsonl")
        if (row.seed, row.cast, row.options) == (recording.header.seed, recording.header.cast, recording.header.config)
    ]
    assert row.digest == recording.ended.digest


def test_a_folder_of_recordings_is_reported_on_scene_by_scene(tmp_path: Path) -> None:
    pb.play("coup", {"players": 2}, {"Ann": "honest", "Bob": "random"}, record=tmp_path / "coup.jsonl")
    pb.play("hanabi", {"players": 2}, {"*": "cautious"}, record=tmp_path / "hanabi.jsonl")
    (tmp_path / "cut.jsonl").write_text('{"format":')
    told = playbill("report", str(tmp_path)).stdout
    assert re.findall(r"^[A-Z]+$", told, re.MULTILINE) == ["COUP", "HANABI"]
    assert "  cut.jsonl  line 1: no whole header line." in told
    assert {path.name for path in tmp_path.glob("*.html")} == {"report-coup.html", "report-hanabi.html"}


def test_failed_games_are_told(tmp_path: Path) -> None:
    file = written(tmp_path, TOY.partition("[cast]")[0] + '[cast.seats]\nB = "clumsy"\n')
    done = playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--yes", code=1)
    assert re.search(r"\d+ failed", done.stdout)
    assert "tripped" in done.stderr
    assert f"play these again: playbill experiment {file} -O {tmp_path / 'out'} --retry" in done.stderr
    assert "failed)" in playbill("report", str(tmp_path / "out")).stdout


def test_a_limit_is_told_with_what_to_do(tmp_path: Path) -> None:
    file = written(tmp_path, TOY.replace('["rules", "random"]', '["llm:mock"]') + "[limits]\ncalls = 9\n")
    done = playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--yes", code=1)
    assert "24 to play, with models, until calls 9" in done.stderr
    stopped = re.search(
        r"limits\.calls = 9: (.+) is left, and a game takes about (.+); 23 games are left\. Raise it in", done.stderr
    )
    assert stopped, done.stderr
    written(tmp_path, file.read_text().replace("calls = 9", "cost = 1.5"))
    playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--yes")
    rows = tmp_path / "out" / "rows.jsonl"
    rows.write_bytes(b"".join(rows.read_bytes().splitlines(keepends=True)[:12]))
    calls = sum(row.calls for row in read_rows(tmp_path / "out" / "rows.jsonl"))
    again = playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--yes").stderr
    assert f"12 to play, with models, until cost 1.5; about {calls} calls and " in again


PRIMARY = '[primary]\nmeasure = "won"\nfactor = "cast"\nlevels = ["random", "honest"]\nleast = 0.2\n'


def test_a_plan_is_printed_and_nothing_is_played(tmp_path: Path) -> None:
    file, out = written(tmp_path, COUP + PRIMARY), tmp_path / "out"
    planned = playbill("experiment", str(file), "-O", str(out), "--plan", "--pilot", "4")
    lines = {name: text for name, _, text in (line.partition(" ") for line in planned.stdout.splitlines())}
    assert lines["pilot"].strip() == "4 seeds, 12 games, which count as no results"
    assert lines["models"].strip() == "none"
    assert re.search(r"\d % for an effect of 20 points in won by cast, honest - random, with 3 seeds;", lines["power"])
    assert {path.name for path in tmp_path.iterdir()} == {file.name}


def test_a_plan_with_models_says_what_the_pilot_costs_and_asks(tmp_path: Path) -> None:
    file, out = written(tmp_path, TOY.replace('["rules", "random"]', '["llm:mock"]')), tmp_path / "out"
    asked = playbill("experiment", str(file), "-O", str(out), "--plan", code=2).stderr
    assert re.search(rf"pilot: 20 games into {out}-pilot; about \d+ calls and \d+ tokens, for 0.00 dollars", asked)
    assert "There is no terminal to ask in" in asked
    planned = playbill("experiment", str(file), "-O", str(out), "--plan", "--pilot", "2", "--yes").stdout
    assert re.search(r"^calls +\d", planned, re.MULTILINE)
    assert "power    unknown without a primary outcome; declare one in [primary]" in planned
    assert not out.exists()


def test_a_report_leads_with_the_primary_outcome_and_exports_it(tmp_path: Path) -> None:
    file, out = written(tmp_path, COUP + PRIMARY), tmp_path / "out"
    playbill("experiment", str(file), "-O", str(out), "--yes")
    lines = playbill("report", str(out), "--export", str(tmp_path / "paper")).stdout.splitlines()
    assert lines[0] == "Primary outcome: won by cast, honest - random"
    assert lines[3].startswith("  Declared before the first game")
    assert (tmp_path / "paper" / "01-primary-outcome-won-by-cast-honest-random.tex").exists()
    assert (tmp_path / "paper" / "methods.md").read_text().startswith("9 games of coup were played with Playbill ")


def test_mistakes(tmp_path: Path) -> None:
    file = written(tmp_path, COUP)
    out = str(tmp_path / "out")
    asked = playbill("experiment", str(file), "-O", out, code=2).stderr
    assert asked.endswith("playbill: There is no terminal to ask in; add --yes to confirm.\n")
    assert mistake("report", out).endswith(f"holds no experiment; make one: playbill experiment FILE -O {out}")
    playbill("experiment", str(file), "-O", out, "--yes")
    written(tmp_path, COUP + "\n[options2]\n")
    assert "there is no key 'options2'; did you mean options?" in mistake("experiment", str(file), "-O", out)
    written(tmp_path, 'measure = "points"\n' + COUP)
    playbill("experiment", str(file), "-O", f"{out}2", "--yes")
    assert "There is no measure 'points'; known: " in mistake("report", f"{out}2")


def test_a_table_that_fails_leaves_no_part_of_it(tmp_path: Path) -> None:
    whole, cut, out = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl", tmp_path / "turns.csv"
    pb.play("coup", {"players": 2}, {"*": "random"}, record=whole)
    cut.write_bytes(whole.read_bytes()[:3000] + b"\n")
    with pytest.raises(pb.UserError, match="is not an event"):
        table("turns", [whole, cut], out)
    assert not out.exists()
    table("turns", [whole], out)
    with pytest.raises(pb.UserError, match="exists already"):
        table("turns", [whole, cut], out)
    assert out.exists()
