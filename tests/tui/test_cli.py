"""The command line: data on stdout; for a mistake, one line on stderr and exit code 2."""

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from tests.tui.conftest import RECORDINGS
from tui.cli.app import app, main
from tui.cli.game_options import GameOptions
from tui.lobby.state import LobbyState

PLAYBILL = str(Path(sys.executable).parent / "playbill")
SAMPLE = str(RECORDINGS / "coloring-sample.jsonl")


class Kept(BytesIO):
    """A buffer that can still be read after its stream is closed."""

    def close(self) -> None:
        pass


class Done(NamedTuple):
    stdout: str
    stderr: str


def playbill(*arguments: str, code: int = 0) -> Done:
    """Run the command in this process, since starting one takes a second; check the exit code."""
    found, done = coded(*arguments)
    assert found == code, done
    return done


def coded(*arguments: str) -> tuple[int, Done]:
    """Run the command in this process and return its exit code and output."""
    out, err = Kept(), Kept()
    with (
        pytest.MonkeyPatch.context() as patch,
        open(os.devnull) as nothing,
        redirect_stdout(TextIOWrapper(out, "utf-8", write_through=True)),
        redirect_stderr(TextIOWrapper(err, "utf-8", write_through=True)),
    ):
        patch.setattr(sys, "argv", ["playbill", *arguments])
        patch.setattr(sys, "stdin", nothing)
        with pytest.raises(SystemExit) as left:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
    told = [stream.getvalue().decode() for stream in (out, err)]
    return int(left.value.code or 0), Done(*told)


def mistake(*arguments: str) -> str:
    """Run a command that must fail, and return its one error line."""
    done = playbill(*arguments, code=2)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("playbill: ")
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "colouring"), "did you mean coloring"),
        (("run", "coloring", "-o", "fixd=1"), "did you mean fixed"),
        (("run", "coloring", "-o", "fixed=9"), "a whole number from 0 to 3"),
        (("run", "coloring", "-o", "problem=defalt"), "did you mean default"),
        (("run", "coloring", "-o", "fixed"), "KEY=VALUE"),
        (("run", "coloring", "-o", "ordering=backwards"), "sequential"),
        (("run", "coloring", "-c", "Z=rules"), "Nobody is called 'Z'"),
        (("run", "coloring", "-c", "A=ruls"), "did you mean rules"),
        (("run", "coloring", "-c", "H=human"), "seats no human"),
        (("run", "coloring", "-c", "A=rules", "-c", "A=random"), "-c gives A twice: 'rules' and 'random'"),
        (("play", "coloring", "-c", "H=human"), "needs a terminal"),
        (("run", "coloring", "-c", "H=script:/nowhere"), "cannot be read"),
        (("run", "coloring", "--config", "/nowhere.toml"), "cannot be read"),
        (("run", "coloring", "--seed", "-1"), "whole number from 0"),
        (("run", "coloring", "-o", "solvable=false", "-o", "fixed=0"), "No such problem"),
        (("show", "/nowhere.jsonl"), "no file"),
        (("show", SAMPLE, "--at", "x"), "a moment is"),
        (("show", SAMPLE, "--at", "9999"), "events 1 to 101"),
        (("show", SAMPLE, "--as", "Q"), "nobody has that name"),
        (("resume", SAMPLE), "is over (consensus)"),
        (("watch", SAMPLE), "needs a terminal"),
        (("export", SAMPLE, "--to", "slove"), "did you mean solve"),
        (("export", "/nowhere.jsonl", "--to", "solve"), "no file"),
        (("export", SAMPLE, "--to", "solve", "-O", "/nowhere/table.txt"), "cannot be written"),
        (("import", "/nowhere.json", "--from", "hanab.live"), "cannot be read"),
        (("import", "/", "--from", "hanab.live"), "cannot be read"),
        (("import", SAMPLE, "--from", "hanab.lve"), "did you mean hanab.live"),
        (("import", SAMPLE, "--from", "hanab.live"), "not a game of hanab.live"),
        (("run", "werewolf", "-o", "players=6", "-c", "Ann=quiet", "--games", "7", "--rotate"), "a multiple of 6"),
        ((), "needs a terminal"),
    ],
)
def test_a_mistake_gets_one_line_that_helps(arguments: tuple[str, ...], says: str) -> None:
    assert says in mistake(*arguments)


@pytest.mark.parametrize(
    ("arguments", "code"), [(("run", "colouring"), 2), (("scenes",), 0), (("show", "/nowhere"), 2)]
)
@pytest.mark.few(1)
def test_the_installed_command_does_the_same(arguments: tuple[str, ...], code: int) -> None:
    done = subprocess.run([PLAYBILL, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout, done.stderr) == (code, *playbill(*arguments, code=code))


@pytest.mark.parametrize("size", [(59, 24), (80, 19)])
def test_a_tiny_terminal_is_refused_in_one_line(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.cli.terminal.has_terminal", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", lambda: os.terminal_size(size))
    assert "60x20" in mistake("watch")


def test_usage_errors_exit_with_2() -> None:
    assert "No such option" in playbill("run", "coloring", "--wrong", code=2).stderr


def test_play_without_a_terminal_plays_headless_and_prints_the_board(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done = playbill("play", "coloring", "--seed", "3", "--record", str(path))
    assert "clashes: none" in done.stdout
    assert "consensus: solvable yes, solved yes" in done.stdout
    assert "rules plays the human's seat" in done.stderr
    assert playbill("verify", str(path)).stdout.endswith("events verified\n")


def test_run_json_has_all_its_keys(tmp_path: Path) -> None:
    told = json.loads(playbill("run", "coloring", "--games", "6", "--json").stdout)
    assert list(told) == [
        *("scene", "games", "failed", "seed", "config", "cast", "turns", "events", "wall_s", "cpu_s", "result")
    ]
    assert told["games"] == 6
    assert told["failed"] == 0
    assert told["result"]["solved"]["mean"] == 1.0
    assert set(told["result"]["score"]) == {"mean", "se", "low", "high", "seeds", "min", "max"}
    assert told["result"]["reason"] == {"consensus": 6}
    assert [told["result"][key] for key in ("winners", "wins", "scores")] == [[], {}, {}]
    path = tmp_path / "run.jsonl"
    one = json.loads(
        playbill("run", "coup", "-o", "players=2", "-c", "*=random", "--json", "--record", str(path)).stdout
    )
    (winner,) = one["result"]["winners"]
    assert path.is_file()
    assert one["result"]["wins"] == {winner: 1}


@pytest.mark.slow
def test_a_batch_is_the_same_whatever_the_workers() -> None:
    one, two = (
        json.loads(playbill("run", "coloring", "--games", "8", "--workers", n, "--json").stdout) for n in ("1", "2")
    )
    assert one["result"] == two["result"]


@pytest.mark.parametrize("games", ["1", "4"])
def test_a_row_a_game_in_a_file(tmp_path: Path, games: str) -> None:
    out = tmp_path / "rows.jsonl"
    told = playbill("run", "coup", "-c", "*=random", "--games", games, "--out", str(out)).stdout
    assert games == "1" or "won 25 % [6, 63]   (4 of 16 seats)\n" in told
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["seed"] for row in rows] == list(range(1, int(games) + 1))
    assert all(row["status"] == "done" and len(row["digest"]) == 64 for row in rows)
    assert mistake("run", "coup", "--games", games, "--out", str(out)).endswith("name another file with --out.")


def test_a_config_file_is_read_and_overruled(tmp_path: Path) -> None:
    config = tmp_path / "game.toml"
    config.write_text('seed = 5\nmax_turns = 2\n[options]\nfixed = 2\n[cast]\nA = "random"\n')
    told = json.loads(playbill("run", "coloring", "--config", str(config), "-o", "fixed=3", "--json").stdout)
    assert told["seed"] == 5
    assert told["config"]["fixed"] == 3
    assert told["cast"]["A"] == "random"
    assert told["turns"] == 2


def test_max_turns_stops_and_resume_goes_on(tmp_path: Path) -> None:
    path, whole = tmp_path / "short.jsonl", tmp_path / "whole.jsonl"
    done = playbill("run", "coloring", "--seed", "219", "--max-turns", "6", "--record", str(path))
    assert "max_turns" in done.stdout
    assert "score" in playbill("show", str(path)).stdout
    assert "score" not in playbill("show", str(path), "--as", "A").stdout, "the game goes on"
    assert "-o max_turns=12" in mistake("resume", str(path))
    assert "has played 6 turns" in mistake("resume", str(path), "--max-turns", "5")
    done = playbill("resume", str(path), "--max-turns", "80")
    assert "consensus" in done.stdout
    playbill("verify", str(path))
    playbill("run", "coloring", "--seed", "219", "--record", str(whole))
    assert (
        path.read_text().splitlines()[-1].split('"digest"')[1][:60]
        == (whole.read_text().splitlines()[-1].split('"digest"')[1][:60])
    )


def test_show_prints_a_moment_as_one_agent_knows_it() -> None:
    everything = playbill("show", SAMPLE).stdout
    assert "a valid coloring was found" in everything
    assert "consensus" in everything
    seen = playbill("show", SAMPLE, "--at", "t3", "--as", "B").stdout
    assert "a valid coloring was found" not in seen
    assert " a1 ? " in seen


def test_a_changed_recording_is_found(tmp_path: Path) -> None:
    path = tmp_path / "changed.jsonl"
    path.write_text(Path(SAMPLE).read_text().replace('"seed":7', '"seed":8'))
    done = playbill("verify", str(path), code=1)
    assert "NOT the same" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_script_plays_the_person(tmp_path: Path) -> None:
    script = tmp_path / "lines.txt"
    script.write_text("# a person's lines\ncolor h1 blue\nsay @A h1 is blue\nimpossible\n")
    done = playbill("run", "coloring", "-c", f"H=script:{script}", "--no-record")
    assert done.stdout.splitlines()[-1].startswith("impossible:")


def test_scenes_lists_options_policies_and_names() -> None:
    lines = playbill("scenes").stdout.splitlines()
    told = {line.partition(":")[0]: line for line in lines if not line.startswith(" ")}
    assert "  chatty: as rules, in everyday words" in lines
    assert "names A H B" in told["coloring"]
    as_json = {each["scene"]: each for each in json.loads(playbill("scenes", "--json").stdout)}
    assert as_json["coloring"]["options"]["snap"]["default"] == 5.0
    assert as_json["coup"]["players"]["honest"] == "never lies, remembers claims"
    assert list(as_json) == list(told)


def test_runs_are_recorded_into_the_users_folder(own_data: Path) -> None:
    playbill("run", "coloring", "--seed", "2")
    (path,) = (own_data / "runs").glob("*.jsonl")
    assert path.name.startswith("coloring-")
    playbill("run", "coloring", "--seed", "2", "--no-record")
    assert len(list((own_data / "runs").glob("*.jsonl"))) == 1


def test_play_headless_seats_no_human_from_a_config(tmp_path: Path) -> None:
    config = tmp_path / "game.toml"
    config.write_text('[cast]\nH = "human"\n')
    assert "needs a terminal" in mistake("play", "coloring", "--config", str(config))


def test_a_forged_recording_gets_one_line(tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    path.write_text(Path(SAMPLE).read_text().replace('"to":"A"', '"to":"zz9"'))
    for command in ("show", "resume"):
        assert "does not fit the game" in mistake(command, str(path))
    for forged in ('"a1":"mauve"', '"zz":"red"'):
        path.write_text(Path(SAMPLE).read_text().replace('"a1":"red"', forged, 1))
        assert "no such node or color" in mistake("show", str(path))
    path.write_text(Path(SAMPLE).read_text().replace('["a1","a2"]', '["a1","a1"]', 1))
    assert "an edge or a color of the graph is not valid" in mistake("show", str(path))
    path.write_text(Path(SAMPLE).read_text().replace('"audience":["A"]', '"audience":["Z"]'))
    assert "not in the cast" in mistake("show", str(path))
    path.write_text(Path(SAMPLE).read_text().replace('"audience":["A"]', '"audience":"nogroup"'))
    assert "does not fit the game" in mistake("show", str(path))


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    done = subprocess.run(f"{PLAYBILL} show {SAMPLE} | true", shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_the_version_is_one_line() -> None:
    assert playbill("--version").stdout == f"playbill {version('playbill')}\n"


@pytest.mark.parametrize("policy", ["http:8471", "mcp:", "remote"])
def test_a_player_who_connects_plays_in_one_process(policy: str) -> None:
    wrong = mistake("run", "coup", "-c", f"Bob={policy}", "--games", "2", "--workers", "2")
    assert f"Bob={policy} waits for its player in one process" in wrong


def test_seeds_by_default_cannot_be_guessed() -> None:
    """A remote player cannot find the deal by trying seeds."""

    def seed(cast: list[str], *, fresh: bool) -> int:
        return GameOptions("coup", [], cast, None, None, None).header(human=False, fresh_seed=fresh).seed

    drawn = [seed([], fresh=True) for _ in range(64)]
    drawn += [seed([f"{name}={policy}"], fresh=False) for name in ("Bob", "*") for policy in ("http:", "mcp:", "mcp:x")]
    drawn += [LobbyState().seed for _ in range(16)]
    assert len(set(drawn)) == len(drawn)
    assert max(drawn).bit_length() == 63
    assert min(drawn) > 2**40
    assert seed([], fresh=False) == seed(["Bob=random"], fresh=False) == 1


def test_help_says_whole_sentences() -> None:
    told = CliRunner().invoke(app, ["--help"]).output
    assert "..." not in told.replace("[ARGS]...", "")
    assert "Print a recording, or one moment of it, as text." in told
