"""Interviews: agents of recorded games answer from what they know, and the games do not change."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import playbill as pb
from core.engine.events import Asked, Noted, Prompted
from core.engine.registry import temporary_registration
from core.errors import UserError
from core.files import lock
from core.lab.answer_rows import COLUMNS
from core.lab.answers import answer_sheets
from core.lab.interview_prompts import turns_at
from core.lab.survey import Answer, Question, check_survey, read_survey
from core.llm.replies import Unreadable
from core.trust.remembered import forget
from tests.core.test_secrecy import Night, Slept
from tests.model_behaviors import good, server_error, silent
from tests.model_server import ModelServer
from tests.tui.test_cli import mistake, playbill
from tui.cli.app import app

ROOT = Path(__file__).parents[2]
TRUST = {"id": "trust", "text": "How far do you trust Ann?", "scale": [1, 7], "labels": ["not at all", "fully"]}
LIAR = {"id": "liar", "text": "Who lies?", "choices": ["Ann", "Bob", "nobody"]}
WHY = {"id": "why", "text": "Why?"}
SURVEY = """
[[questions]]
id = "trust"
text = "How far do you trust Ann?"
scale = [1, 7]
labels = ["not at all", "fully"]
[[questions]]
id = "why"
text = "Why?"
"""
REPLY = good('{"why": "she asked me", "answer": 6}')
NEVER = good("I would rather not give a number.")


def settings(server: ModelServer, **more: Any) -> dict[str, dict[str, Any]]:
    return {"openai/test": {"base": server.base, "route": "direct", **more}}


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chat") / "chat.jsonl"
    pb.play("chat", {"players": 3, "max_turns": 6}, {"*": "llm:mock"}, record=path)
    return path


def prompts(server: ModelServer) -> list[str]:
    return ["\n".join(each["content"] for each in request.body["messages"]) for request in server.chats]


def test_the_prompt_is_that_of_the_game_with_a_question_for_the_actions(chat: Path) -> None:
    game = pb.load(chat)
    call = next(e for e in game.events if isinstance(e.data, Asked) and e.agent == "Bob" and e.turn > 3)
    texts = {k: m for e in game.events if isinstance(e.data, Prompted) for k, m in e.data.messages.items()}
    assert isinstance(call.data, Asked)
    played = [texts[digest] for digest in call.data.prompt]
    with ModelServer(then=REPLY) as server:
        models = settings(server)
        (row,) = pb.interview(game, TRUST, at=f"t{call.turn}", agents=["Bob"], model="openai/test", models=models)
        (request,) = server.chats
    asked = [{"role": each["role"], "content": each["content"]} for each in request.body["messages"]]
    assert asked[:-1] == played[:-1]
    begin, _, actions = played[-1]["content"].partition("What you can do now:")
    assert asked[-1]["content"].startswith(begin.rstrip())
    assert actions not in asked[-1]["content"]
    assert "How far do you trust Ann?" in asked[-1]["content"]
    assert (row["answer"], row["score"], row["reason"], row["error"]) == ("6", 6, "she asked me", "")
    assert (row["tokens_in"], row["tokens_out"], row["calls"]) == (12, 34, 1)
    assert list(row) == list(COLUMNS)
    assert row["prompt"].split()[:-1] == list(call.data.prompt[:-1])


def test_the_same_agent_is_asked_in_a_branch_and_its_control(tmp_path: Path) -> None:
    secret = '"--- Thoughts ---\\nI\\n--- Plan ---\\nI\\n--- Action ---\\n{}"'
    whisper = '<Action name=\\"talk_to\\"><to>Bob</to><message>the cellar is open</message></Action>'
    rest = '<Action name=\\"yield\\"/>'
    (tmp_path / "ann.txt").write_text("\n".join(secret.format(each) for each in (whisper, *[rest] * 9)))
    game, branch = tmp_path / "game.jsonl", tmp_path / "branch.jsonl"
    cast = ("-c", f"Ann=llm:script:{tmp_path}/ann.txt", "-c", "*=llm:mock")
    playbill("run", "chat", *cast, "-o", "players=3", "--max-turns", "5", "--record", str(game))
    said = next(e.n for e in pb.load(game).events if e.kind == "said" and e.agent == "Ann")
    playbill("branch", str(game), "--withhold", str(said), "--model", "mock", "--record", str(branch))
    before = [path.read_bytes() for path in (game, branch)]
    with ModelServer(then=REPLY) as server:
        models = settings(server)
        rows = pb.interview([game, branch], TRUST, at="t4", agents=["Bob", "Cat"], model="openai/test", models=models)
        knows = {("the cellar is open" in text, text.partition("You are ")[2][:3]) for text in prompts(server)}
    assert [(Path(row["recording"]).stem, row["agent"], row["score"]) for row in rows] == [
        (where, who, 6) for where in ("game", "branch") for who in ("Bob", "Cat")
    ]
    assert knows == {(True, "Bob"), (False, "Bob"), (False, "Cat")}
    assert [path.read_bytes() for path in (game, branch)] == before
    playbill("verify", str(game), str(branch))


def test_other_players_get_the_rules_that_they_had_in_play(tmp_path: Path) -> None:
    game = pb.play("coup", {"players": 2, "max_turns": 6}, {"Ann": "llm:mock", "Bob": "rules"}, seed=2)
    systems = [m["content"] for e in game.events if isinstance(e.data, Prompted) for m in e.data.messages.values()][:1]
    with ModelServer(then=REPLY) as server:
        pb.interview(game, TRUST, at=["0", "end"], agents=["Ann"], model="openai/test", models=settings(server))
        pb.interview(game, TRUST, agents=["Bob"], model="openai/test", models=settings(server))
        pb.interview([game, game], TRUST, agents=["Bob"], model="openai/test", models=settings(server))
        begun, ended, bob, *copies = [request.body["messages"] for request in server.chats]
    assert systems[0].startswith("The rules of Coup")
    assert ended[0]["content"] == systems[0] != begun[0]["content"]
    assert bob[0]["content"].startswith("You are Bob, in this game: ")
    assert copies == [bob, bob]


def test_an_interview_counts_turns_as_the_agent_does() -> None:
    with temporary_registration(Night):
        game = pb.play("night", {"tokens": 6, "refills": 2}, {"*": "rules"}, seed=1)
        notes = [event for event in game.events if isinstance(event.data, Noted)]
        assert any(event.data != Noted(str(event.turn)) for event in notes)
        nights = {event.turn: event.agent for event in game.events if isinstance(event.data, Slept)}
        for event in notes:
            n = next(each.n for each in reversed(game.events) if each.turn < event.turn)
            turns = turns_at(game, n, game.scene.names)
            assert event.data == Noted(str(turns[event.agent].number))
            for name, turn in turns.items():
                hidden = sum(night <= event.turn and agent != name for night, agent in nights.items())
                assert turn.number == event.turn - hidden


@pytest.mark.parametrize(
    ("question", "reply", "answer"),
    [
        (TRUST, '{"why": "x", "answer": 7}', "7"),
        (TRUST, "5", "5"),
        (TRUST, "**5**", "5"),
        (TRUST, "I know her.\nAnswer: 3", "3"),
        (TRUST, '{"answer": "five"}', "5"),
        (TRUST, '```json\n{"answer": 2}\n```', "2"),
        (TRUST, '{"answer": 8}', ""),
        (TRUST, '{"answer": 5.5}', ""),
        (TRUST, '{"answer": true}', ""),
        (TRUST, "-5", ""),
        (TRUST, "\u22125", ""),
        (TRUST, "answer: -5", ""),
        (TRUST, "5/7", ""),
        (TRUST, "my answer = '5'", "5"),
        (TRUST, "5 or 6", ""),
        (TRUST, '{"answer": 2} or {"answer": 3}', ""),
        (TRUST, "I cannot help with that request.", ""),
        ({**TRUST, "scale": [-3, 3]}, "-2", "-2"),
        ({**TRUST, "scale": [-3, 3]}, "answer: -2", "-2"),
        (LIAR, "Nobody.", "nobody"),
        (LIAR, '{"answer": "BOB"}', "Bob"),
        (LIAR, "Ann and Bob", ""),
        (LIAR, '{"answer": "Cat"}', ""),
        (WHY, "  Because she\nasked.  ", "Because she asked."),
        (WHY, "", ""),
        (WHY, "x" * 2001, ""),
        (WHY, "\x1b[31mred\x1b[0m", "red"),
    ],
)
def test_answers_are_read_strictly(question: dict[str, Any], reply: str, answer: str) -> None:
    (one,) = check_survey({"questions": [question]}).questions
    if not answer:
        with pytest.raises(Unreadable):
            one.reply.understand(reply)
        return
    found = one.answer(one.reply.understand(reply).value)
    assert found.text == answer
    assert found.score == (int(answer) if "scale" in question else None)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scale": [7, 1]}, "lowest and highest"),
        ({"scale": [1, 2**40]}, "at most 100 steps"),
        ({"scale": [1]}, "lowest and highest"),
        ({"scale": ["1", "x"]}, "scale.2 = 'x'"),
        ({"choices": ["a", "b"]}, "not both"),
        ({"labels": ["a", "b", "c"]}, "labels are for"),
        ({"text": " "}, "may not be empty"),
        ({"id": "a b"}, "id"),
        ({"text": "\x1b[2J"}, "has control characters"),
        ({"sclae": [1, 7]}, "did you mean scale"),
    ],
)
def test_a_wrong_survey_is_one_line(change: dict[str, Any], says: str) -> None:
    with pytest.raises(pb.UserError) as why:
        check_survey({"questions": [{**TRUST, **change}]}, "survey.toml")
    assert says in str(why.value)
    assert str(why.value).startswith("survey.toml: ")
    assert "\n" not in str(why.value)


def test_a_file_that_is_no_survey_is_one_line(tmp_path: Path, chat: Path) -> None:
    file = tmp_path / "s.toml"
    for content in (
        b"",
        b"questions = []",
        b"[[questions]]\nid = 'a'",
        b"\xff\xfe",
        b"a = " + b"[" * 90_000,
        b"#" * 2**21,
    ):
        file.write_bytes(content)
        assert "s.toml" in mistake("interview", str(chat), "--survey", str(file))
    file.write_text(SURVEY + SURVEY)
    assert "two questions have the id 'trust'" in mistake("interview", str(chat), "--survey", str(file))
    file.write_text(SURVEY)
    assert [question.id for question in read_survey(file).questions] == ["trust", "why"]


def test_paid_replies_are_kept_and_asked_for_once(chat: Path, tmp_path: Path) -> None:
    own, out = tmp_path / "own.toml", tmp_path / "rows.csv"
    command = ["interview", str(chat), "--at", "t3", "--agent", "Bob", "--agent", "Cat", "--config", str(own)]
    command += ["--model", "llm:openai/test", "-O", str(out)]
    survey = tmp_path / "survey.toml"
    survey.write_text(SURVEY)
    with ModelServer(NEVER, then=REPLY) as server:
        own.write_text(f'[models."openai/test"]\nbase = "{server.base}"\nroute = "direct"\nkey = "NO_SUCH_KEY_HERE"')
        assert "NO_SUCH_KEY_HERE" in mistake(*command, "--survey", str(survey))
        own.write_text(own.read_text().replace('key = "NO_SUCH_KEY_HERE"', ""))
        playbill(*command, "--survey", str(survey))
        first, rows = server.count, list(csv.DictReader(out.open()))
        assert sum(int(row["calls"]) for row in rows) == first
        assert [row["score"] for row in rows if row["question"] == "trust"] == ["6", "6"]
        assert {row["error"] for row in rows if row["question"] == "why"} == {
            "the model gave no usable reply: Answer in plain words, not in JSON."
        }
        survey.write_text('[[questions]]\nid = "new"\ntext = "Whom?"\nscale = [0, 9]\n' + SURVEY)
        playbill(*command, "--survey", str(survey))
        assert server.count == first + 2
    playbill(*command, "--survey", str(survey), "--model", "mock")  # answers of another model are stored separately
    assert {row["score"] for row in csv.DictReader(out.open()) if row["question"] == "trust"} == {"4"}
    survey.write_text(SURVEY)
    own.write_text('[models."openai/test"]\nkey = "NO_SUCH_KEY_HERE"')
    playbill(*command, "--survey", str(survey))
    assert list(csv.DictReader(out.open())) == rows


def test_a_failed_call_is_a_row_and_is_made_again(chat: Path, tmp_path: Path) -> None:
    journal = tmp_path / "rows"
    with ModelServer(server_error(), then=REPLY) as server:
        how: dict[str, Any] = {"agents": ["Bob"], "model": "openai/test", "journal": journal}
        how["models"] = settings(server, retries=0)
        (row,) = pb.interview(chat, TRUST, **how)
        assert row["answer"] == ""
        assert row["error"]
        (row,) = pb.interview(chat, TRUST, **how)
        assert (row["score"], server.count) == (6, 2)


def test_a_limit_stops_an_interview_that_goes_on_later(chat: Path, tmp_path: Path) -> None:
    with ModelServer(then=REPLY) as server:
        how: dict[str, Any] = {"model": "openai/test", "models": settings(server), "journal": tmp_path / "kept"}
        with pytest.raises(pb.UserError, match="max_calls = 2"):
            pb.interview(chat, TRUST, limits={"max_calls": 2}, **how)
        assert server.count == 2
        assert len(pb.interview(chat, TRUST, limits={"max_calls": 3}, **how)) == server.count == 3
    assert "did you mean max_calls" in mistake("interview", str(chat), "--ask", "Why?", "-o", "max_cals=3")
    assert "max_calls = 'x'" in mistake("interview", str(chat), "--ask", "Why?", "-o", "max_calls=x")


def test_one_process_at_a_time_writes_the_answers(chat: Path, tmp_path: Path) -> None:
    with (tmp_path / "x.csv.replies.journal").open("ab") as file:
        lock(file, tmp_path / "x.csv.replies.journal")
        assert "x.csv" in mistake("interview", str(chat), "--ask", "Why?", "-O", str(tmp_path / "x.csv"))
    playbill("interview", str(chat), "--ask", "Why?", "-O", str(tmp_path / "x.csv"))
    mistake("interview", str(chat), "--ask", "Why?", "--agent", "Bbo", "-O", str(tmp_path / "y.csv"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.csv.replies.journal"]


def test_a_slow_model_is_given_up_and_recorded(chat: Path) -> None:
    with ModelServer(then=silent()) as server:
        models = settings(server, timeout=0.2, deadline=0.3, retries=0)
        rows = pb.interview(chat, [TRUST, WHY], agents=["Bob"], model="openai/test", models=models)
    assert [row["answer"] for row in rows] == ["", ""]
    assert "no answer in 0.2 s" in rows[0]["error"]


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.few(1)
def test_a_killed_interview_goes_on_where_it_stopped(chat: Path, tmp_path: Path, ending: signal.Signals) -> None:
    out = tmp_path / "rows.jsonl"
    command = [
        "interview",
        str(chat),
        "--at",
        "t2",
        "--at",
        "t4",
        "--agent",
        "Bob",
        "--ask",
        "Trust?",
        "--scale",
        "1..7",
    ]
    with ModelServer(REPLY, then=silent()) as server:
        own = tmp_path / "own.toml"
        own.write_text(f'[models."openai/test"]\nbase = "{server.base}"\n')
        command += ["--config", str(own), "--model", "openai/test", "-O", str(out)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        start = [sys.executable, "-m", "playbill", *command]
        with subprocess.Popen(start, env=env, cwd=ROOT, stderr=subprocess.PIPE, text=True) as child:
            while server.count < 2:
                assert child.poll() is None
                time.sleep(0.02)
            child.send_signal(ending)
            assert "Traceback" not in child.communicate()[1]
    assert not out.exists()
    with ModelServer(then=REPLY) as server:
        own.write_text(f'[models."openai/test"]\nbase = "{server.base}"\n')
        playbill(*command)
        assert server.count == 1
    assert [json.loads(line)["score"] for line in out.read_text().splitlines()] == [6, 6]


def test_a_foreign_recording_gets_no_prompt_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    with ModelServer(then=REPLY) as server:
        path = tmp_path / "foreign.jsonl"
        models = {"openai/test": {"base": server.base, "key": "MY_KEY"}}
        pb.play("chat", {"players": 2, "max_turns": 2}, {"*": "llm:openai/test"}, record=path, models=models)
        forget()
        monkeypatch.setenv("PLAYBILL_DATA", str(tmp_path / "empty"))
        played = server.count
        says = mistake("interview", str(path), "--ask", "Why?")
        assert "send the environment variable MY_KEY" in says
        assert server.count == played
        # a model named by the user is reached with the user's settings, never with the recording's
        assert "OPENAI_API_KEY" in mistake("interview", str(path), "--ask", "Why?", "--model", "openai/test")
        assert server.count == played
        allowed = says.partition("--allow ")[2].partition(", or")[0].strip("'")
        playbill("interview", str(path), "--ask", "Trust?", "--scale", "1..7", "--allow", allowed)
        assert server.count == played + 2


def test_a_forged_prompt_in_a_recording_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    pb.play("coup", {"players": 2, "max_turns": 4}, {"*": "llm:mock"}, record=path)
    path.write_text(path.read_text().replace('"role":"system"', '"rule":"system"'))
    done = playbill("interview", str(path), "--ask", "Why?", "--agent", "Ann", "--prompts")
    assert "[system]\n  You are Ann, in this game: " in done.stdout


def test_a_model_that_lies_about_the_form_changes_nothing_else(chat: Path) -> None:
    hostile = good('{"why": "\\u001b[2J\\u202eignore", "answer": 4}')
    with ModelServer(then=hostile) as server:
        (row,) = pb.interview(chat, TRUST, agents=["Bob"], model="openai/test", models=settings(server))
    assert (row["score"], row["reason"]) == (4, "ignore")


def test_a_script_answers_one_question_after_the_other(chat: Path, tmp_path: Path) -> None:
    script = tmp_path / "replies.txt"
    script.write_text('never\n{"why": "she lies", "answer": 1}\nshe lies\n')
    rows = pb.interview(chat, [TRUST, WHY], agents=["Bob"], model=f"llm:script:{script}")
    assert [(row["answer"], row["calls"]) for row in rows] == [("1", 2), ("she lies", 1)]


def test_prompts_are_shown_without_a_call(chat: Path) -> None:
    hostile = "{{ 7 * 7 }} {name} {% raw %} \\N </Action>"
    command = ("interview", str(chat), "--at", "t2", "--agent", "Bob", "--ask", hostile, "--scale", "1..7")
    done = playbill(*command, "--model", "openai/gpt-4o-mini", "--prompts")
    assert done.stdout.startswith("--- t2 Bob q\n[system]\n  You are Bob.")
    assert hostile in done.stdout
    assert "OPENAI_API_KEY" in mistake(*command, "--model", "openai/gpt-4o-mini")


def test_only_models_are_asked(tmp_path: Path, chat: Path) -> None:
    path = tmp_path / "coup.jsonl"
    game = pb.play("coup", {"players": 2}, {"Ann": "rules", "Bob": "llm:mock"}, record=path)
    assert [row["agent"] for row in pb.interview(game, WHY)] == ["Bob"]
    assert "Ann is played by rules" in mistake("interview", str(path), "--ask", "Why?", "--agent", "Ann")
    done = playbill("interview", str(path), "--ask", "Why?", "--agent", "Ann", "--model", "mock")
    assert done.stdout == "coup.jsonl end Ann: I have nothing to add.\n"
    assert "did you mean Bob" in mistake("interview", str(path), "--ask", "Why?", "--agent", "Bbo")
    for words, says in (
        ((), "--ask TEXT"),
        (("--ask", "x", "--at", "soon"), "a moment is"),
        (("--ask", "x", "--at", "t999"), "this run has turns"),
        (("--ask", "x", "--scale", "7"), "1..7"),
        (("--ask", "x", "-O", str(chat)), "no interview wrote it"),
        (("--ask", "x", "-O", str(tmp_path / "x.txt")), ".parquet"),
        (("--ask", "x", "-O", str(tmp_path / "no" / "x.csv")), "There is no folder"),
    ):
        assert says in mistake("interview", str(path), *words)


def test_games_that_end_earlier_are_rows_with_the_reason(tmp_path: Path, chat: Path) -> None:
    short = tmp_path / "short.jsonl"
    pb.play("chat", {"players": 2, "max_turns": 2}, {"*": "llm:mock"}, record=short)
    rows = pb.interview([chat, short], TRUST, at="t5", agents=["Bob"])
    says = "short.jsonl: t5: this run has turns 0 to 2"
    assert [(row["agent"], row["error"]) for row in rows] == [("Bob", ""), ("", says)]


def test_agents_are_asked_after_each_or_one_event_of_a_kind(chat: Path) -> None:
    said = [event.n for event in pb.load(chat).events if event.kind == "said"]
    assert len(said) > 2
    each, second = {**TRUST, "at": ["said"], "agents": ["Bob"]}, {**LIAR, "at": ["said 2"], "agents": ["Cat"]}
    rows = pb.interview(chat, [each, second])
    assert [(row["at"], row["event"], row["agent"]) for row in rows] == [
        *(("said", n, "Bob") for n in said),
        ("said 2", said[1], "Cat"),
    ]
    with pytest.raises(pb.UserError, match=f"said 99: this run has {len(said)} events of the kind said"):
        pb.interview(chat, WHY, at="said 99")


def test_an_agent_that_a_bot_plays_in_some_games_is_asked_in_the_others(tmp_path: Path) -> None:
    for seed, policy in enumerate(("rules", "llm:mock"), 1):
        cast = {"Ann": policy, "Bob": "random"}
        pb.play("coup", {"players": 2}, cast, seed, record=tmp_path / "games" / f"{seed}.jsonl")
    rows = pb.interview(tmp_path / "games", TRUST, agents=["Ann"])
    assert [(row["seed"], row["agent"], row["score"]) for row in rows] == [(1, "Ann", None), (2, "Ann", 4)]
    assert rows[0]["error"].startswith("1.jsonl: Ann is played by rules. Only models can be interviewed")
    (tmp_path / "games" / "2.jsonl").unlink()
    assert "Ann is played by rules" in mistake("interview", str(tmp_path / "games"), "--ask", "Why?", "--agent", "Ann")
    assert "No model plays here" in mistake("interview", str(tmp_path / "games"), "--ask", "Why?")


def test_answers_are_the_same_in_every_format(tmp_path: Path, chat: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "s.toml").write_text(SURVEY)
    for suffix in ("csv", "jsonl", "parquet"):
        playbill("interview", str(chat), "--survey", str(tmp_path / "s.toml"), "-O", str(tmp_path / f"a.{suffix}"))
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert pyarrow.read_table(tmp_path / "a.parquet").to_pylist() == lines
    assert [row["score"] for row in csv.DictReader((tmp_path / "a.csv").open())] == ["4", "", "4", "", "4", ""]


def test_a_question_asks_for_what_it_reads() -> None:
    every = Question(id="q", text="Well?", scale=[1, 3], labels=["no", "so so", "yes"])
    assert "from 1 to 3 (1 = no, 2 = so so, 3 = yes)" in every.task("Ann")
    assert '"Ann", "Bob", "nobody"' in check_survey({"questions": [LIAR]}).questions[0].task("Ann")


def test_a_person_is_asked_at_the_terminal_until_the_answer_fits(tmp_path: Path) -> None:
    survey, out = ROOT / "docs/examples/surveys/coloring.toml", tmp_path / "answers.csv"
    game = ROOT / "recordings/coloring-sample.jsonl"
    command = ["interview", str(game), "--person", "H", "--survey", str(survey), "-O", str(out)]
    result = CliRunner().invoke(app, command, input="9\n5\n4\n7\n\nsix\n6\n1\n")
    assert "[1 (not at all) to 7 (fully)]" in result.output
    rows = [*csv.DictReader(out.open())]
    assert [row["score"] for row in rows] == ["5", "4", "7", "6", "1"]
    assert {(row["agent"], row["policy"], row["model"]) for row in rows} == {("H", "human", "")}
    with pytest.raises(UserError, match="no person played 'A'"):
        CliRunner().invoke(app, [*command[:3], "A", *command[4:6]], catch_exceptions=False)


def test_a_typed_answer_is_one_of_the_choices_or_any_words() -> None:
    choice = Question(id="q", text="Who?", choices=["Ann", "nobody"])
    assert choice.read("ann") == Answer("Ann")
    assert choice.read("Bob") is None
    assert Question(id="q", text="Well?").read("  so   so ") == Answer("so so")
    assert Question(id="q", text="Well?").read(" ") is None


def test_places_are_compared_by_seed(tmp_path: Path) -> None:
    answers = {"quiet": (2, 3, 5, 4), "control": (4, 4, 6, 7)}
    rows: list[Any] = []
    for place, scores in answers.items():
        for seed, score in enumerate(scores, 1):
            path = tmp_path / place / f"{seed}.jsonl"
            row = {"recording": str(path), "seed": seed, "at": "end"}
            rows.append({**row, "question": "trust", "answer": str(score), "score": score})
            rows.append({**row, "question": "liar", "answer": "Ann" if score > 3 else "Bob", "score": None})
    rows.append({**rows[0], "answer": "", "score": None})
    questions = check_survey({"questions": [TRUST, {**LIAR, "choices": ["Ann", "Bob"]}, WHY]}).asked()
    means, differences = answer_sheets(rows, questions, [tmp_path / place for place in answers])
    assert means.columns == ("question", "quiet", "control")
    assert [row[0] for row in means.rows] == ["trust", "liar: Ann", "answers"]
    (trust, liar), apart = (means.figures[::2], differences.figures)
    assert (trust.value, liar.value) == (3.5, 0.5)
    from scipy import stats  # slow to import

    paired = stats.ttest_1samp([2, 1, 1, 3], 0)
    assert [apart[0].value, apart[0].p] == pytest.approx([1.75, paired.pvalue])
    assert [apart[0].low, apart[0].high] == pytest.approx([*paired.confidence_interval()])
    assert apart[1].value == pytest.approx(50)
    assert means.rows[-1][1:] == ("8 of 9", "8 of 8")


def test_an_experiment_is_compared_by_cell(tmp_path: Path) -> None:
    file = tmp_path / "talk.toml"
    file.write_text(
        'name = "talk"\nscene = "chat"\ngames = 2\noptions = {players = 2, max_turns = 2}\n'
        '[factors]\nhistory = [10, 20]\n[cast.seats]\nAnn = "llm:mock"\nBob = "llm:mock"'
    )
    pb.experiment(file, tmp_path / "talk")
    done = playbill("interview", str(tmp_path / "talk"), "--ask", "Trust?", "--scale", "1..7")
    assert "history=10" in done.stdout
    assert "history=20 - history=10" in done.stdout
