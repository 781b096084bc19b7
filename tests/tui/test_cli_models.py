"""The command line with models, limits and branches."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from core.recording.file import Recording
from core.text import one_line
from tests import model_behaviors as b
from tests.model_server import ModelServer
from tests.model_wire import Answer
from tests.tui.test_cli import PLAYBILL, SAMPLE, mistake, playbill
from tui.lobby.recordings import recording_row

KEY = "sk-distinctive-0123456789abcdef"


@pytest.fixture
def mock(tmp_path: Path) -> Path:
    """Record a whole game in which mock models play every seat."""
    path = tmp_path / "mock.jsonl"
    playbill("run", "coloring", "--seed", "3", "-c", "*=llm:mock", "--record", str(path))
    return path


def config(folder: Path, server: ModelServer, **settings: object) -> str:
    path = folder / "config.toml"
    told = {"base": server.base, **settings}
    path.write_text(
        '[models."openai/test"]\n' + "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
    )
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "coloring", "-c", "B=llm:gpt-4o-mini"), "set OPENAI_API_KEY"),
        (("run", "coloring", "-c", "B=llm:anthropic/claude-x"), "set ANTHROPIC_API_KEY"),
        (("run", "coloring", "-c", "B=llm:"), "needs a model name"),
        (("run", "coloring", "-c", "B=llm:script:/nowhere"), "cannot be read"),
        (("run", "coloring", "-c", "B=lm:mock"), "did you mean llm:mock"),
        (("run", "coloring", "-o", "mode=llm_x"), "did you mean llm_"),
        (("run", "coloring", "-o", "max_calls=-1"), "a whole number"),
        (("resume", SAMPLE, "-o", "fixed=2"), "is over"),
        (("branch", SAMPLE, "--at", "0"), "no complete step before that"),
        (("branch", SAMPLE, "--at", "9999"), "events 1 to 101"),
        (("branch", SAMPLE, "--at", "40", "-o", "fixed=3"), "fixed would have led to another one"),
        (("branch", SAMPLE, "--at", "40", "-c", "Z=rules"), "Nobody is called 'Z'"),
        (("models", "nosuch"), "write PROVIDER/MODEL"),
        (("models", "groq/llama"), "set GROQ_API_KEY"),
        (("run", "coloring", "-c", "B=llm:mock", "-o", "max_cost=1"), "use max_tokens"),
    ],
)
@pytest.mark.few(1)
def test_a_mistake_gets_one_line_that_helps(arguments: tuple[str, ...], says: str) -> None:
    if arguments[0] == "models" and "nosuch" in arguments:
        assert says in playbill(*arguments, code=2).stderr
    else:
        assert says in mistake(*arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f'key = "{KEY}"', "name of an environment variable"),
        (f'base = "http://{KEY}@localhost/v1"', "must not hold a key"),
        (f'api_key = "{KEY}"', "has no setting 'api_key'"),
        ('base = "localhost:8000"', "should be an address"),
        ("temperature = 9", "temperature"),
    ],
)
def test_bad_settings_are_refused_and_keys_never_repeated(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"[models.mine]\n{text}\n")
    line = mistake("run", "coloring", "-c", "B=llm:mine", "--config", str(path))
    assert says in line
    assert KEY not in line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[cast]\nB = 3\n", "cast.B should be a policy in quotes"),
        (f'models = "{KEY}"\n', "models should be a table"),
        (f'seed = "{KEY}"\n', "seed should be a whole number"),
        (f'[models]\nopenai = "{KEY}"\n', "models.openai should be a table"),
    ],
)
def test_a_bad_config_gets_one_line_without_its_values(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    line = mistake("run", "coloring", "--config", str(path))
    assert says in line
    assert KEY not in line


def test_a_key_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-a\nbc")
    with ModelServer() as server:
        told = config(tmp_path, server, key="MY_KEY")
        assert "what MY_KEY holds is not a key" in mistake("models", "openai/test", "--config", told)


def test_models_tells_what_a_server_does(tmp_path: Path) -> None:
    move = '```json\n{"why": "why not", "action": "Begin", "words": null,}\n```'
    block = Answer("I would say yes.", reasoning="Hm.", thinking=21)
    with ModelServer(b.good("Yes."), b.good(move), b.said(block)) as server:
        done = playbill("models", "openai/test", "--config", config(tmp_path, server, price_in=1, price_out=2))
        sent = ["response_format" in request.body for request in server.chats]
    words, _, first, obj, _, shown, blocked, *rest = [line.strip() for line in done.stdout.splitlines()[1:]]
    assert (words, first) == ("words      read as it is", "'Yes.'")
    assert obj == "object     read after repairs: text around, syntax, choice, null"
    assert shown == repr(one_line(move)[:60])
    assert blocked.startswith("block      read NOT: The reply has no section.")
    assert "12 → 34 tokens" in done.stdout
    assert "price      0.000240 $ for these calls" in rest
    assert "thinking   beside its replies, 21 tokens; recorded, but in no prompt" in rest
    assert "schema     sent, and accepted" in rest
    assert "directly, at http://127.0.0.1" in done.stdout
    assert sent == [False, True, False]


def test_models_says_what_its_server_refused(tmp_path: Path) -> None:
    why = b.bad_request("Unsupported value: 'temperature' does not support 0.3 with this model.")
    with ModelServer(then=b.chosen(lambda request: why if "temperature" in request.body else b.good("Yes."))) as server:
        done = playbill("models", "openai/test", "--config", config(tmp_path, server, temperature=0.3))
    assert done.stderr.count("temperature is left out from now on") == 1
    assert "refused    temperature is left out" in done.stdout


def test_models_says_that_nothing_can_be_used(tmp_path: Path) -> None:
    with ModelServer(b.bad_request(), then=b.good("I'm sorry, but I can't assist with that.")) as server:
        assert "does not answer" in mistake("models", "openai/test", "--config", config(tmp_path, server))
        done = playbill("models", "openai/test", "--config", config(tmp_path, server), code=2)
    assert "answers, but no reply can be used" in done.stderr
    assert "price      not known" in done.stdout


def test_models_says_why_one_does_not_answer(tmp_path: Path) -> None:
    with ModelServer(then=b.unauthorized()) as server:
        assert "needs a key" in mistake("models", "openai/test", "--config", config(tmp_path, server))


def test_a_game_with_a_model_on_a_server(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    arguments = ("run", "coloring", "--seed", "3", "-c", "B=llm:openai/test", "--json", "--record", str(path))
    with ModelServer(then=b.good("Fine with me.")) as server:
        told = json.loads(playbill(*arguments, "--config", config(tmp_path, server)).stdout)
    assert told["result"]["calls"] == server.count > 0
    assert told["result"]["tokens"] == 46 * server.count
    assert "events verified" in playbill("verify", str(path)).stdout
    assert server.base in path.read_text()


def test_a_batch_with_models_plays_its_games_together(tmp_path: Path) -> None:
    with ModelServer(then=b.gathered(3, b.good("Fine with me."))) as server:
        arguments = ("run", "coloring", "-c", "B=llm:openai/test", "--games", "8", "--json")
        told = json.loads(playbill(*arguments, "--config", config(tmp_path, server)).stdout)
    assert told["failed"] == 0
    assert told["result"]["consensus"]["mean"] == 1
    assert server.peak > 2


def test_a_key_never_reaches_a_file_or_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    path = tmp_path / "run.jsonl"
    arguments = ("-c", "*=llm:openai/test", "--record", str(path))
    echo = b.error(401, f"Incorrect key: {KEY}", "invalid", "invalid_api_key")
    with ModelServer(b.good("Fine with me."), then=echo) as server:
        told = config(tmp_path, server, key="MY_KEY")
        done = playbill("run", "coloring", "--seed", "3", *arguments, "--config", told, code=2)
        assert server.chats[0].headers["authorization"] == f"Bearer {KEY}"
    files = [file.read_text() for file in tmp_path.iterdir() if file.is_file()]
    assert KEY not in "".join([done.stdout, done.stderr, *files])
    assert f"playbill resume {path}" in done.stderr


@pytest.mark.parametrize("games", ["1", "3"])
def test_a_run_that_failed_at_its_first_call_leaves_nothing_in_the_way(tmp_path: Path, games: str) -> None:
    path = tmp_path / ("run.jsonl" if games == "1" else "runs")
    arguments = ("run", "coloring", "--seed", "3", "-c", "B=llm:openai/test", "--games", games, "--record", str(path))
    with ModelServer(then=b.unauthorized()) as server:
        told = mistake(*arguments, "--config", config(tmp_path, server))
    assert "needs a key" in told
    assert "resume" not in told
    assert not list(tmp_path.rglob("*.jsonl*"))
    with ModelServer(then=b.good("Fine with me.")) as server:
        playbill(*arguments, "--config", config(tmp_path, server))
    assert all(Recording.read(each).ended for each in tmp_path.rglob("*.jsonl"))


@pytest.mark.parametrize("limit", ["max_calls=2", "max_tokens=900"])
def test_a_limit_ends_the_run_and_resume_moves_it(tmp_path: Path, mock: Path, limit: str) -> None:
    path = tmp_path / "limited.jsonl"
    name = limit.partition("=")[0]
    done = playbill("run", "coloring", "--seed", "3", "-c", "*=llm:mock", "-o", limit, "--record", str(path))
    assert done.stdout.splitlines()[-1].startswith(f"{name}: ")
    assert f"the run reached its limit, {limit.replace('=', ' = ')}" in done.stderr
    assert "verified" in playbill("verify", str(path)).stdout
    assert f"Raise it: playbill resume {path} -o {name}=" in mistake("resume", str(path))
    assert "to change it from a point on" in mistake("resume", str(path), "-o", "seed=4")
    playbill("resume", str(path), "-o", f"{name}=0")
    kinds = [json.loads(line)["kind"] for line in path.read_text().splitlines()[1:]]
    whole = [json.loads(line)["kind"] for line in mock.read_text().splitlines()[1:]]
    assert kinds == whole


@pytest.mark.slow
def test_a_killed_process_loses_no_reply_that_was_paid_for(tmp_path: Path) -> None:
    """The last call of a turn hangs and the process is killed there; the resumed run repeats only that call."""
    path = tmp_path / "run.jsonl"
    script = tmp_path / "commands"
    script.write_text("say @B make b2 blue\npass\nsatisfied\n")
    read = json.dumps(
        {"kind": "command", "reports": [], "requests": [{"node": "b2", "color": "blue"}], "avoid": [], "keep": []}
    )
    cast = ("-c", "B=llm:openai/test", "-c", f"H=script:{script}", "--max-turns", "3")
    with ModelServer(b.good(read), then=b.silent()) as server:
        arguments = [
            "run",
            "coloring",
            "-o",
            "fixed=0",
            *cast,
            "--config",
            config(tmp_path, server),
            "--record",
            str(path),
        ]
        process = subprocess.Popen([PLAYBILL, *arguments], stdin=subprocess.DEVNULL)
        while server.count < 2:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        base = server.base
    journal = path.with_name("run.jsonl.journal")
    assert journal.exists()
    with ModelServer(then=b.good("b2 is blue now.")) as again:
        lines = path.read_text().splitlines()
        path.write_text("\n".join([lines[0].replace(base, again.base), *lines[1:], ""]))
        asks = ("--allow", f"llm:openai/test@{again.base}")  # to the header, that is another server
        playbill("resume", str(path), "--allow", f"script:{script}", *asks)
        assert again.count == 1
    assert not journal.exists()
    assert "verified" in playbill("verify", str(path)).stdout


def test_a_resume_that_fails_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path, replies = tmp_path / "run.jsonl", tmp_path / "replies"
    replies.write_text("Fine.\n" * 9)
    playbill("run", "coloring", "-c", f"B=llm:script:{replies}", "--max-turns", "4", "--record", str(path))
    before = path.read_bytes()
    replies.unlink()
    assert "cannot be read" in mistake("resume", str(path), "-o", "max_turns=9")
    assert path.read_bytes() == before


def foreign(path: Path, **settings: object) -> str:
    """Write a recording as a stranger could send it: its header sets the server and the settings of B's model."""
    playbill("run", "coloring", "-c", "B=llm:mock", "--max-turns", "2", "--record", str(path))
    first, rest = path.read_text().split("\n", 1)
    header = json.loads(first)
    header["cast"]["B"], header["models"] = "llm:openai/x", {"openai/x": settings}
    path.write_text(f"{json.dumps(header)}\n{rest}")
    return str(path)


@pytest.mark.parametrize("command", ["resume", "branch"])
def test_a_foreign_recording_gets_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    more: tuple[str, ...] = ("--max-turns", "6")
    more += () if command == "resume" else ("--at", "t1", "--record", str(tmp_path / "b.jsonl"))
    with ModelServer(then=b.good("Fine.")) as server:
        path = foreign(tmp_path / "named.jsonl", base=server.base, key="SECRET_OF_MINE")
        assert f"environment variable SECRET_OF_MINE to {server.base}" in mistake(command, path, *more)
        path = foreign(tmp_path / "header.jsonl", base=server.base, headers={"X-Key": "$SECRET_OF_MINE"})
        assert f"environment variable SECRET_OF_MINE to {server.base}" in mistake(command, path, *more)
        path = foreign(tmp_path / "unnamed.jsonl", base=server.base)
        assert f"send prompts to openai/x at {server.base}. " in mistake(command, path, *more)
        assert server.count == 0
        playbill(command, path, *more, "--allow", f"llm:openai/x@{server.base}")
        assert server.count > 0
        assert "authorization" not in server.chats[0].headers
    path = foreign(tmp_path / "far.jsonl", base="http://example.com/v1")
    (tmp_path / "b.jsonl").unlink(missing_ok=True)
    assert "send prompts to openai/x at http://example.com/v1" in mistake(command, path, *more)


def test_resume_asks_where_the_settings_say_now(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with ModelServer(then=b.good("Fine.")) as server:
        arguments = ("-c", "B=llm:openai/test", "--max-turns", "2", "--record", str(path))
        playbill("run", "coloring", *arguments, "--config", config(tmp_path, server))
    with ModelServer(then=b.good("Fine.")) as server:
        playbill("resume", str(path), "--max-turns", "9", "--config", config(tmp_path, server))
        assert server.count > 0
    assert "verified" in playbill("verify", str(path)).stdout


def test_diff_says_where_two_runs_part(tmp_path: Path) -> None:
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    playbill("run", "coloring", "--seed", "3", "--record", str(path))
    playbill("branch", str(path), "--at", "t3", "-c", "B=random", "--max-turns", "9", "--record", str(other))
    assert "the same" in playbill("diff", str(path), str(path)).stdout
    told = playbill("diff", str(path), str(other), code=1).stdout.splitlines()
    assert "B plays: rules | random" in told
    same = next(line for line in told if line.startswith("the same"))
    branched = json.loads(other.read_text().splitlines()[0])["parent"]["n"]
    assert int(same.split()[2]) >= branched
    assert told[-1].startswith("b.jsonl: ")


def test_a_branch_goes_on_with_another_cast(tmp_path: Path) -> None:
    path, further = tmp_path / "branch.jsonl", tmp_path / "further.jsonl"
    done = playbill("branch", SAMPLE, "--at", "t3", "-c", "*=llm:mock", "--seed", "5", "--record", str(path))
    assert "branched after event" in done.stderr
    playbill("branch", str(path), "--at", "20", "-c", "B=random", "--max-turns", "9", "--record", str(further))
    told = playbill("verify", str(path), str(further)).stdout
    assert told.count("verified") == 2
    header = json.loads(further.read_text().splitlines()[0])
    assert header["parent"]["n"] <= 20
    assert header["cast"]["B"] == "random"


def test_a_model_that_never_answers_is_told_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    arguments = ("run", "coup", "--seed", "3", "-c", "Bob=llm:openai/test", "-o", "players=2")
    with ModelServer(then=b.good("…")) as server:
        told = config(tmp_path, server)
        once = playbill(*arguments, "--record", str(path), "--config", told, code=2)
        assert "5 questions in a row" in once.stderr
        assert f"playbill resume {path}" in once.stderr
        many = playbill(*arguments, "--games", "2", "--config", told, code=1)
        assert "seed 3 failed: llm:openai/test gave no usable reply" in many.stderr
        on = ("-o", "max_failures=0", "-o", "max_turns=20")
        done = playbill(*arguments, *on, "--json", "--record", str(path.with_name("on.jsonl")), "--config", told)
        batch = playbill(*arguments, *on, "--games", "2", "--config", told)
    assert json.loads(done.stdout)["fell_back"] == ["llm:openai/test"]
    shown = playbill("show", str(path.with_name("on.jsonl"))).stdout
    for text in (done.stderr, batch.stderr, shown):
        assert "llm:openai/test mostly fell back, so results say little about it: no usable reply to " in text
    assert "llm:openai/test mostly fell back" in recording_row(path.with_name("on.jsonl")).status
