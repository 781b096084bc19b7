"""Foreign files trigger nothing: every command with every request in a file, and canaries for each effect.

A canary fires where a module is imported, a command is started, a file is read, a port is opened, a server is contacted
or a variable is sent. None may fire unless the user grants the request; with the grant, the command does what it says.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import playbill as pb
from core.errors import UserError
from core.lab.design import read_experiment
from core.lab.experiment import ExperimentFolder
from core.recording.checked_reader import read_run
from tests.model_server import ModelServer
from tests.strangers import become_stranger
from tests.tui.conftest import screen_of, stage_of, until
from tests.tui.test_cli import Kept
from tui.cli.app import main
from tui.lobby.app import LobbyApp
from tui.stages import StageApp
from tui.state.opening import file_stage, stage_again

SECRET = "canary-9b1c7a52d0e4"
MODULE = """
from pathlib import Path
Path(__file__).with_name("fired-import").touch()
from playbill import Agent

class Bot(Agent):
    def act(self, turn):
        return turn.legal[0]
"""
EXPERIMENT = """name = "foreign"
scene = "coup"
games = 1
[options]
players = 2
max_turns = 2
[cast]
policies = ["random", {policy}]
{models}
"""


class Foreign(NamedTuple):
    """The requests of a foreign file: a policy, the grant it needs, and the canaries it fires."""

    policy: str
    allow: str
    fires: frozenset[str]
    models: dict[str, dict[str, Any]] = {}


class Canaries:
    """Canaries; `fired` returns those that fired since the last call."""

    def __init__(self, folder: Path, server: ModelServer) -> None:
        self.folder = folder
        self._server = server
        self.heard: set[str] = set()
        self._seen = 0

    def fired(self) -> frozenset[str]:
        requests, self._seen = self._server.requests[self._seen :], len(self._server.requests)
        out = set(self.heard) | {"contact" for _ in requests}
        out |= {"send" for each in requests if SECRET in str(each.headers)}
        for path in self.folder.glob("fired-*"):
            out.add(path.name.removeprefix("fired-"))
            path.unlink()
        self.heard.clear()
        sys.modules.pop("canary_bot", None)
        return frozenset(out)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and str(arguments[0]).endswith("canary.txt"):
            self.heard.add("read")
        if event == "socket.bind" and isinstance(arguments[1], tuple):
            self.heard.add("listen")


_listening: list[Canaries] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    for each in _listening:
        each.hear(event, arguments)


sys.addaudithook(_audit)  # an audit hook cannot be removed; outside these tests nobody reads it


@pytest.fixture
def canaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Canaries]:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "canary_bot.py").write_text(MODULE)
    (folder / "canary.txt").write_text("pass\n")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("CANARY_SECRET", SECRET)
    monkeypatch.setenv("PLAYBILL_PATIENCE", "0.05")
    with ModelServer() as server:
        made = Canaries(folder, server)
        _listening.append(made)
        yield made
        _listening.remove(made)
    sys.modules.pop("canary_bot", None)


WISHES = ("import", "start", "listen", "script", "canned", "alias", "key", "header")


def foreign(wish: str, canaries: Canaries) -> Foreign:
    base = canaries._server.base
    name = "llm:openai/canary"
    match wish:
        case "import":
            return Foreign("py:canary_bot:Bot", "py:canary_bot", frozenset({"import"}))
        case "start":
            command = f"mcp:touch {canaries.folder / 'fired-start'}"
            return Foreign(command, command, frozenset({"start", "listen"}))
        case "listen":
            return Foreign("http:", "http:", frozenset({"listen"}))
        case "script":
            return Foreign("script:canary.txt", "script:canary.txt", frozenset({"read"}))
        case "canned":
            return Foreign("llm:script:canary.txt", "llm:script:canary.txt", frozenset({"read"}))
        case "alias":
            models = {"innocent": {"model": "script:canary.txt"}}
            return Foreign("llm:innocent", "llm:innocent=script:canary.txt", frozenset({"read"}), models)
        case "key":
            models = {"openai/canary": {"base": base, "key": "CANARY_SECRET"}}
            return Foreign(name, f"{name}@{base}+CANARY_SECRET", frozenset({"contact", "send"}), models)
    gate = {"base": base, "headers": {"X-Gate": "$CANARY_SECRET"}}
    return Foreign(name, f"{name}@{base}+CANARY_SECRET", frozenset({"contact", "send"}), {"openai/canary": gate})


def recording(told: Foreign, path: Path = Path("game.jsonl")) -> Path:
    """Write an unfinished recording as a stranger could send it."""
    pb.play("coup", {"players": 2, "max_turns": 2}, {"*": "random"}, record=path)
    first, rest = path.read_text().split("\n", 1)
    header = json.loads(first)
    header["cast"]["Bob"], header["models"] = told.policy, told.models
    path.write_text(f"{json.dumps(header)}\n{rest}")
    become_stranger()
    return path


def experiment(told: Foreign, folder: Path = Path("lab")) -> Path:
    """Write an experiment that a stranger played; the file asks for one more game."""
    folder.mkdir(parents=True)
    file = folder / "experiment.toml"
    file.write_text(EXPERIMENT.format(policy='"random"', models=""))
    ExperimentFolder(read_experiment(file), folder, {}).run(file, 1)
    models = "".join(
        f"[models.{json.dumps(name)}]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in table.items())
        for name, table in told.models.items()
    )
    file.write_text(EXPERIMENT.format(policy=json.dumps(told.policy), models=models))
    become_stranger()
    return folder


def _toml(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    return "{" + ", ".join(f"{key} = {json.dumps(each)}" for key, each in value.items()) + "}"


def run(*arguments: str) -> str:
    """Return the output of a command, whatever its exit code."""
    out = Kept()
    with (
        pytest.MonkeyPatch.context() as patch,
        open(os.devnull) as nothing,
        redirect_stdout(TextIOWrapper(out, "utf-8", write_through=True)),
        redirect_stderr(TextIOWrapper(out, "utf-8", write_through=True)),
        suppress(SystemExit),
    ):
        patch.setattr(sys, "argv", ["playbill", *arguments])
        patch.setattr(sys, "stdin", nothing)
        main()
    said = out.getvalue().decode()
    assert "Traceback" not in said
    return said


READING: Sequence[tuple[str, ...]] = (
    ("show", "game.jsonl"),
    ("diff", "game.jsonl", "game.jsonl"),
    ("compare", "game.jsonl", "lab"),
    ("table", "turns", "game.jsonl", "-O", "turns.jsonl"),
    ("report", "lab"),
    ("report", "."),
    ("merge", "lab", "-O", "merged"),
    ("watch", "game.jsonl"),
    ("export", "game.jsonl", "--to", "nosuch"),
    ("interview", "game.jsonl", "--ask", "Why?"),
    ("interview", "game.jsonl", "--ask", "Why?", "--model", "mock"),
    ("interview", "game.jsonl", "--ask", "Why?", "--model", "openai/canary"),
)
"""Commands that need only labels."""
PLAYING: Sequence[tuple[str, ...]] = (
    ("verify", "game.jsonl"),
    ("resume", "game.jsonl", "-o", "max_turns=4"),
    ("branch", "game.jsonl", "--at", "t2", "--max-turns", "4", "--record", "branch.jsonl"),
    ("branch", "game.jsonl", "--at", "t2", "--max-turns", "4", "--record", "more", "-n", "2"),
    ("branch", "game.jsonl", "--at", "t2", "--model", "openai/canary", "--record", "model.jsonl"),
    ("experiment", "lab/experiment.toml", "-O", "out", "--yes"),
)
"""Commands that play a game."""


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.few(2)
def test_no_command_does_what_only_a_foreign_file_wishes(canaries: Canaries, wish: str) -> None:
    told = foreign(wish, canaries)
    recording(told)
    experiment(told)
    canaries.fired()
    for command in (*READING, *PLAYING):
        said = run(*command)
        assert not canaries.fired(), command
        if command in PLAYING[1:4] or command[0] == "experiment":
            assert "This file would" in said, command
            assert "--allow" in said, command
    with suppress(UserError, pb.Mismatch):
        pb.verify("game.jsonl")
    with suppress(UserError):
        pb.branch("game.jsonl", "t2")
    assert pb.load("game.jsonl").board()
    assert not canaries.fired()


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("command", [PLAYING[1], PLAYING[2], PLAYING[5]], ids=lambda command: command[0])
@pytest.mark.few(3)
def test_with_the_grant_a_command_does_what_the_file_wishes(
    canaries: Canaries, wish: str, command: Sequence[str]
) -> None:
    told = foreign(wish, canaries)
    (experiment if command[0] == "experiment" else recording)(told)
    canaries.fired()
    run(*command, "--allow", told.allow)
    assert canaries.fired() == told.fires


def test_verify_imports_what_it_is_allowed(canaries: Canaries) -> None:
    recording(foreign("import", canaries))
    assert "--allow py:canary_bot" in run("verify", "game.jsonl")
    assert not canaries.fired()
    run("verify", "game.jsonl", "--allow", "py:canary_bot")
    assert canaries.fired() == {"import"}


@pytest.mark.parametrize("wish", ["key", "header"])
def test_a_reply_is_asked_for_with_the_users_own_settings_alone(canaries: Canaries, wish: str) -> None:
    """`branch --ask MODEL` is the user's choice of model; the server named in the recording is not used."""
    with ModelServer() as own:
        pb.play("coup", {"players": 2, "max_turns": 2}, {"Ann": "llm:mock", "Bob": "random"}, record="game.jsonl")
        path, told = Path("game.jsonl"), foreign(wish, canaries)
        first, rest = path.read_text().split("\n", 1)
        path.write_text(json.dumps({**json.loads(first), "models": told.models}) + "\n" + rest)
        become_stranger()
        canaries.fired()
        ask = ("branch", "game.jsonl", "--at", "t1", "--ask", "openai/canary", "--record", "asked.jsonl")
        assert "This file would send prompts" in run(*ask)
        assert not canaries.fired()
        Path("own.toml").write_text(f'[models."openai/canary"]\nbase = "{own.base}"\n')
        run(*ask, "--config", "own.toml")
        assert own.count
        assert not canaries.fired()


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.few(2)
async def test_no_screen_does_what_only_a_recording_wishes(canaries: Canaries, wish: str) -> None:
    """Covers "play on" in the lobby, and on a replay: again, another seat, a branch in a seat, the branch screen."""
    path = recording(foreign(wish, canaries))
    with suppress(UserError):
        stage_again(read_run(path))
    app = StageApp(file_stage(path), pace=0.0, motion=False)
    refused: list[Callable[[], None]] = [
        lambda: stage.state.runs.play_again(3),
        lambda: stage.state.runs.play_on(stage.view.n, "Ann"),
        lambda: stage.state.runs.branch(),
    ]
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: stage_of(app).view.known > 3)
        stage = stage_of(app)
        stage.view.go(stage.view.known)
        for number, do in enumerate(refused):
            do()
            if number == 2:
                await pilot.pause()
                await pilot.press("enter")
            await until(pilot, lambda: "This file would" in screen_of(app) or "--allow" in screen_of(app))
            assert not canaries.fired(), number


@pytest.fixture
def labs(canaries: Canaries) -> Path:
    """Write a folder of experiments, one for each request."""
    for wish in WISHES:
        experiment(foreign(wish, canaries), Path("labs") / wish)
    return Path("labs")


async def test_the_lobby_lists_foreign_experiments_and_runs_nothing(
    canaries: Canaries, labs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.experiments.experiment_folders", lambda: [labs])
    canaries.fired()
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "Scenes" in screen_of(app))
        await pilot.press("e")
        await until(pilot, lambda: screen_of(app).count("coup 1 of 1") == len(WISHES))
        await pilot.press("enter")
        await until(pilot, lambda: "seed 1" in screen_of(app))
    assert not canaries.fired()


def test_an_experiment_reads_no_file_that_only_its_options_name(canaries: Canaries) -> None:
    Path("lab.toml").write_text(
        'name = "net"\nscene = "feed"\ngames = 1\n[options]\nagents = 20\nnetwork = "file"\nedges = "canary.txt"\n'
    )
    assert "read the file canary.txt" in run("experiment", "lab.toml", "--yes")
    assert not canaries.fired()
    assert "canary.txt: line 1" in run("experiment", "lab.toml", "--yes", "--allow", "read:canary.txt")
    assert canaries.fired() == {"read"}


def test_a_recording_reads_no_file_that_its_options_name(canaries: Canaries) -> None:
    pb.play("feed", {"agents": 20, "visitors": 1, "max_turns": 2}, {"*": "rules"}, record="feed.jsonl")
    first, rest = Path("feed.jsonl").read_text().split("\n", 1)
    header = json.loads(first)
    header["config"] |= {"network": "file", "edges": "canary.txt"}
    Path("feed.jsonl").write_text(f"{json.dumps(header)}\n{rest}")
    canaries.fired()
    for command in (("show",), ("verify",), ("branch", "--at", "t1"), ("export", "--to", "nosuch"), ("resume",)):
        run(command[0], "feed.jsonl", *command[1:])
        assert not canaries.fired(), command


def test_yes_grants_nothing_and_the_question_says_what_would_happen(canaries: Canaries) -> None:
    experiment(foreign("key", canaries))
    said = run("experiment", "lab/experiment.toml", "-O", "out", "--yes")
    assert f"it would send prompts to openai/canary at {canaries._server.base}" in said
    assert f"it would send the environment variable CANARY_SECRET to {canaries._server.base}" in said
    assert SECRET not in said


def test_what_the_user_has_started_here_is_remembered(canaries: Canaries) -> None:
    run("run", "coup", "-c", "*=py:canary_bot:Bot", "--max-turns", "2", "--record", "own.jsonl")
    assert canaries.fired() == {"import"}
    assert "verified" in run("verify", "own.jsonl")
    assert canaries.fired() == {"import"}
    (canaries.folder / "elsewhere").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir("elsewhere")
        assert "--allow py:canary_bot" in run("verify", "../own.jsonl"), "another folder has other modules"
    become_stranger()
    assert "--allow py:canary_bot" in run("verify", "own.jsonl"), "its loss is harmless"
