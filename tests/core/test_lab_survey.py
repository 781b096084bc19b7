"""Surveys of experiments: asked after each game, counted, kept, and never asked twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import playbill as pb
from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder, Shard, merge, read_rows
from core.lab.limits import LimitReached
from core.lab.methods import methods
from core.lab.pilot import Pilot
from core.lab.report import Report
from tests.core.lab_table import lab_of, played, written
from tests.core.test_lab_limits import CHAT, YIELD, digests, lab_at, play
from tests.model_behaviors import chosen, good, server_error, silent, slow
from tests.model_server import ModelServer
from tests.model_wire import Request
from tests.packages import ROOT
from tests.tui.test_cli import playbill

TALK = """
name = "talk"
scene = "chat"
games = 2
[options]
players = 2
max_turns = 3
[factors]
history = [10, 20]
[cast.seats]
"*" = "llm:mock"
"""
SURVEY = """
[survey]
at = ["t2", "end"]
[[survey.questions]]
id = "trust"
text = "How far do you trust Ann?"
scale = [1, 7]
[[survey.questions]]
id = "liar"
text = "Who lies?"
choices = ["Ann", "nobody"]
at = ["said 1"]
agents = ["Bob"]
"""
ASKED = """
[survey]
at = ["t2", "end"]
agents = ["Bob"]
[[survey.questions]]
id = "trust"
text = "Trust?"
scale = [1, 7]
"""
SIX = good('{"why": "so", "answer": 6}')


def is_question(request: Request) -> bool:
    return "a researcher asks you" in request.body["messages"][-1]["content"]


ANSWERS = chosen(lambda request: SIX if is_question(request) else YIELD)


def asked(server: ModelServer) -> int:
    return sum(map(is_question, server.chats))


def without_folder(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "recording": Path(row["recording"]).name} for row in rows]


def test_answers_are_those_of_an_interview_and_the_games_do_not_notice(tmp_path: Path) -> None:
    lab, plain = played(tmp_path / "asked", TALK + SURVEY), played(tmp_path / "plain", TALK)
    assert digests(lab) == digests(plain)
    rows = read_rows(lab.folder / "rows.jsonl")
    playbill("verify", *map(str, lab.folder.glob("recordings/*.jsonl")))
    for row in rows:
        assert row.calls == 6
        assert row.usage.calls == 6 + len(row.survey) == 6 + 5
        assert row.answers == {"trust at t2": 4.0, "trust at end": 4.0, "liar at said 1: Ann": True}
        assert row.flat()["answer trust at end"] == 4.0
    (tmp_path / "survey.toml").write_text(SURVEY.replace("[survey]\n", "").replace("survey.", ""))
    again = pb.interview(sorted(lab.folder.glob("recordings/*.jsonl")), tmp_path / "survey.toml")
    by_game = sorted(rows, key=lambda row: row.recording)
    assert without_folder([dict(each) for row in by_game for each in row.survey]) == without_folder(again)


def test_the_report_leads_with_a_question_that_is_the_primary_outcome(tmp_path: Path) -> None:
    primary = '[primary]\nmeasure = "answer trust at end"\nfactor = "history"\nlevels = [10, 20]\nleast = '
    with pytest.raises(UserError, match="answer trust at end goes from 1 to 7"):
        lab_of(tmp_path, f"{TALK}{primary}7\n{SURVEY}").check()
    lab = played(tmp_path, f"{TALK}{primary}1\n{SURVEY}")
    lab.check()
    report = Report(lab)
    assert report.sheets()[0].title == "Primary outcome: answer trust at end by history, 20 - 10"
    text = methods(report)
    assert "trust (scale, 1 to 7) of all agents at t2, end; liar (choice, Ann, nobody) of Bob at said 1." in text
    assert "Their models answered; 0 of 20 answers are missing." in text
    done = playbill("interview", str(lab.folder))
    assert "history=20 - history=10" in done.stdout
    playbill("interview", str(lab.folder), "-O", str(tmp_path / "answers.csv"))
    assert len((tmp_path / "answers.csv").read_text().splitlines()) == 1 + 20


def test_a_plan_counts_the_calls_of_the_survey(tmp_path: Path) -> None:
    bots = TALK.replace('"*" = "llm:mock"', '"*" = "rules"').replace("[factors]\nhistory = [10, 20]\n", "")
    models = '[models.mine]\nmodel = "openai/x"\nbase = "http://127.0.0.1:9"\nprice_in = 1e6\nprice_out = 0\n'
    text = bots + SURVEY.replace("[survey]", '[survey]\nmodel = "llm:mine"') + models
    file, allow = written(tmp_path, text), ["llm:mine=openai/x@http://127.0.0.1:9"]
    done = playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--plan", "--yes", code=2)
    assert f"--allow {allow[0]}" in done.stderr
    lab = ExperimentFolder(read_experiment(file), tmp_path / "out", {}, allow=allow)
    assert lab.experiment.uses_models(lab.cells)
    calls, tokens, cost = Pilot(lab, 2, tmp_path / "pilot").rehearse()
    assert calls == 2 * 5
    assert cost is not None
    assert 0 < cost < tokens
    pilot = Pilot(lab_of(tmp_path, text.replace("llm:mine", "llm:mock")), 2, tmp_path / "pilot")
    pilot.play(1, lambda row: None)
    assert dict(pilot.forecast())["survey"].startswith("10 ")


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_limit_holds_for_games_and_questions_and_nothing_is_asked_twice(tmp_path: Path, workers: int) -> None:
    with ModelServer(then=slow(0.01, ANSWERS)) as server:
        for limit in (4, 22):  # the first one ends the survey of the first game in its middle
            with pytest.raises(LimitReached, match=rf"limits\.calls = {limit}"):
                play(lab_at(server, tmp_path / "x", more=f"{ASKED}[limits]\ncalls = {limit}"), workers)
            assert server.count <= limit
        lab = play(lab_at(server, tmp_path / "x", more=ASKED), workers)
        assert (server.count, asked(server)) == (8 * (3 + 2), 8 * 2)
        for number in (1, 2):
            play(lab_at(server, tmp_path / "parts", Shard(number, 2), more=ASKED), 1)
        merged = merge([tmp_path / "parts" / "out"], tmp_path / "all", {})
        assert asked(server) == 2 * 8 * 2
    answers = {row.recording: row.survey for row in read_rows(lab.folder / "rows.jsonl")}
    assert answers == {row.recording: row.survey for row in read_rows(merged.folder / "rows.jsonl")}
    assert {row.answers["trust at end"] for row in merged.rows.values()} == {6.0}


@pytest.mark.few(1)
def test_a_killed_survey_goes_on_with_the_questions_that_are_left(tmp_path: Path) -> None:
    def at(server: ModelServer) -> list[str]:
        usual = {"games": 1, "base": server.base, "route": "direct", "concurrency": 1, "more": ASKED}
        file = written(tmp_path, CHAT.format(**usual))
        return [
            "experiment",
            str(file),
            "-O",
            str(tmp_path / "out"),
            "--yes",
            "--allow",
            f"llm:openai/test@{server.base}",
        ]

    counts = Counter[str]()

    def choose(request: Request) -> Any:
        if not is_question(request):
            return YIELD
        counts["asked"] += 1
        return SIX if counts["asked"] == 1 else silent()

    with ModelServer(then=chosen(choose)) as server:
        start = [sys.executable, "-m", "playbill", *at(server)]
        with subprocess.Popen(start, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT) as child:
            while asked(server) < 2:
                assert child.poll() is None
                time.sleep(0.02)
            child.send_signal(signal.SIGKILL)
    port = int(server.base.split(":")[2].partition("/")[0])
    with ModelServer(then=ANSWERS, port=port) as server:
        playbill(*at(server))
        assert (server.count, asked(server)) == (1, 1)
    (row,) = read_rows(tmp_path / "out" / "rows.jsonl")
    assert [each["score"] for each in row.survey] == [6, 6]


def test_retry_repeats_failed_calls_of_the_survey_alone(tmp_path: Path) -> None:
    states = iter([server_error()])
    failing = chosen(lambda request: next(states, SIX) if is_question(request) else YIELD)
    more = f"retries = 0\n{ASKED}"
    with ModelServer(then=failing) as server:
        lab = play(lab_at(server, tmp_path, games=1, more=more), 1)
        (row,) = lab.rows.values()
        assert [bool(each["error"]) for each in row.survey] == [True, False]
        assert lab.left == []
        again = play(lab_at(server, tmp_path, games=1, more=more), 1, retry=True)
        assert (server.count, asked(server)) == (3 + 3, 3)
    assert [each["score"] for row in again.rows.values() for each in row.survey] == [6, 6]


def test_a_scale_from_a_file_goes_with_the_experiment(tmp_path: Path) -> None:
    (tmp_path / "trust.toml").write_text(SURVEY.replace("[survey]\n", "").replace("survey.", ""))
    text = f'{TALK}[survey]\nfile = "trust.toml"\nat = ["end"]\nagents = ["Ann"]\n'
    lab = played(tmp_path, text)
    copied = read_experiment(lab.folder / "experiment.toml")
    assert copied.survey == lab.experiment.survey
    assert {(each["question"], each["at"], each["agent"]) for row in lab.rows.values() for each in row.survey} == {
        ("trust", "end", "Ann"),
        ("liar", "said 1", "Bob"),
    }
    (tmp_path / "trust.toml").write_text((tmp_path / "trust.toml").read_text().replace("trust Ann", "like Ann"))
    with pytest.raises(UserError, match="holds a different experiment"):
        lab_of(tmp_path, text)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[1, 7]", "[7, 1]", "survey: questions.1: a scale is its lowest and highest number"),
        ("scale", "sclae", "survey: questions.1.sclae = [1, 7]: unknown name; did you mean scale?"),
        ('id = "liar"', 'id = "trust"', "survey: two questions have the id 'trust'"),
        ("[survey]", '[survey]\nmodle = "x"', "unknown name; did you mean model?"),
        ("[survey]", '[survey]\nfile = "../x.toml"', "survey.file = '../x.toml': name a file in the folder of"),
        ("[survey]", '[survey]\nfile = "none.toml"', "none.toml cannot be read"),
        ("said 1", "sayd", "[survey] at: a moment is"),
        ("said 1", "t1 1", "[survey] at: a moment is"),
        ('["Bob"]', '["Bbo"]', "[survey] agents: nobody is called 'Bbo'; did you mean Bob?"),
        ('"llm:mock"', '"rules"', '[survey] No model plays here; name one that answers, such as model = "llm:mock".'),
        ("[survey]", '[survey]\nmodel = "llm:script:no.txt"', "This file would read the file no.txt"),
    ],
)
def test_a_wrong_survey_is_one_line_before_anything_is_played(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in TALK + SURVEY
    file = written(tmp_path, (TALK + SURVEY).replace(old, new))
    done = playbill("experiment", str(file), "-O", str(tmp_path / "out"), "--yes", code=2)
    assert says in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
