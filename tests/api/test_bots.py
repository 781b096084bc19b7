"""Bots by reference: named by their module in casts and headers, and imported only where the user names them."""

import subprocess
import sys
from pathlib import Path

import pytest

import playbill as pb
from core.engine.casting import agent_for, policies, prepare
from core.errors import UserError
from core.recording.verification import verify
from core.trust.grants import Grants
from scenes.coup.scene import CoupScene
from tests.api.conftest import GREEDY
from tests.packages import bring
from tests.strangers import become_stranger
from tests.tui.conftest import stage_of, until
from tui.cli.info import scenes
from tui.cli.rerun import branch, resume
from tui.stages import StageApp
from tui.state.opening import live_stage, stage_again

PLAYBILL = str(Path(sys.executable).parent / "playbill")
BOT = "py:mybots.greedy:Greedy"


@pytest.fixture
def mybots(site: Path) -> Path:
    folder = site / "mybots"
    folder.mkdir()
    (folder / "greedy.py").write_text(GREEDY)
    return folder


def forget_code() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mybots"]:
        del sys.modules[name]


@pytest.fixture
def game(mybots: Path, tmp_path: Path) -> Path:
    """A recording whose header names a bot, opened by somebody who has not."""
    path = tmp_path / "game.jsonl"
    pb.play("coup", {"players": 2}, {"Ann": BOT, "Bob": "random"}, record=path)
    forget_code()
    become_stranger()
    (mybots / "imported").unlink()
    return path


# -- on the command line


def playbill(folder: Path, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([PLAYBILL, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder)
    assert done.returncode == code, (done.stdout, done.stderr)
    return done


@pytest.mark.slow
def test_a_bot_in_the_working_directory_is_played_and_verified_where_it_is_named(tmp_path: Path) -> None:
    mybots = tmp_path / "here" / "mybots"
    mybots.mkdir(parents=True)
    (mybots / "greedy.py").write_text(GREEDY)
    mark, here = mybots / "imported", mybots.parent
    run = ("run", "coup", "-o", "players=2", "-c", f"Ann={BOT}", "-c", "Bob=random", "--max-turns", "5")
    told = playbill(here, *run, "--record", "game.jsonl").stderr
    assert "go on: playbill resume game.jsonl -o max_turns=…" in told
    assert "verified" in playbill(here, "verify", "game.jsonl").stdout, "what was started here is remembered"
    mark.unlink()
    become_stranger()
    refused = playbill(here, "verify", "game.jsonl", code=2)
    assert "--allow py:mybots.greedy" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert "run starts" in playbill(here, "show", "game.jsonl").stdout
    assert not mark.exists()
    assert "verified" in playbill(here, "verify", "game.jsonl", "--allow", "py:mybots").stdout
    assert mark.exists()
    missing = playbill(tmp_path, "verify", "here/game.jsonl", "--allow", "py:mybots", code=2).stderr
    assert missing == f"playbill: {BOT}: there is no module mybots; install it, or run where it can be imported.\n"


@pytest.mark.slow
def test_an_error_in_a_bot_ends_the_run_in_one_line_and_it_goes_on_once_it_is_mended(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    head = "from playbill import Agent\nclass Bot(Agent):\n    def act(self, turn):\n        "
    bot.write_text(f"{head}return turn.legal[-1] if turn.number < 5 else {{}}['gone']\n")
    run = ("run", "coup", "-o", "players=2", "-c", "Ann=py:mybot:Bot", "-c", "Bob=random", "--record", "game.jsonl")
    done = playbill(tmp_path, *run, code=1)
    assert done.stdout == ""
    assert done.stderr == (
        "playbill: Ann (py:mybot:Bot) failed: KeyError: 'gone' (mybot.py, line 4). "
        "What was played is kept: playbill resume game.jsonl\n"
    )
    bot.write_text(f"{head}return turn.legal[-1]\n")
    assert "won: " in playbill(tmp_path, "resume", "game.jsonl").stdout
    assert pb.load(tmp_path / "game.jsonl").reason == "won"


def test_a_branch_plays_what_its_command_names(game: Path, mybots: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"import the Python module mybots\.greedy"):
        branch(game, "t3", record=tmp_path / "no.jsonl")
    branch(game, "t3", cast=["Ann=random"], record=tmp_path / "without.jsonl")
    assert not (mybots / "imported").exists()
    branch(game, "t3", record=tmp_path / "with.jsonl", allow=["py:mybots"])
    forget_code()
    become_stranger()
    branch(tmp_path / "without.jsonl", "t3", cast=[f"Bob={BOT}"], record=tmp_path / "b.jsonl")
    assert pb.load(tmp_path / "b.jsonl").header.cast == {"Ann": "random", "Bob": BOT}
    become_stranger()
    with pytest.raises(UserError, match=r"import the Python module mybots\.greedy"):
        pb.verify(tmp_path / "b.jsonl")
    assert pb.verify(tmp_path / "b.jsonl", allow=[BOT])


def test_resume_runs_the_code_that_it_is_allowed(mybots: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    pb.play("coup", {"players": 2, "max_turns": 4}, {"Ann": BOT, "Bob": "random"}, record=path)
    forget_code()
    become_stranger()
    with pytest.raises(UserError, match=r"--allow py:mybots\.greedy"):
        resume(path, max_turns=500, allow=["py:mybot"])
    resume(path, max_turns=500, allow=["py:mybots.greedy:Greedy"])
    assert pb.load(path).reason == "won"


# -- what a recording may not do


async def test_nothing_that_only_reads_imports_what_a_header_names(game: Path, mybots: Path) -> None:
    recording = pb.load(game)
    assert recording.board()
    with pytest.raises(UserError, match=r"import the Python module mybots\.greedy"):
        await verify(recording)
    with pytest.raises(UserError, match=r"command line: --allow py:mybots\.greedy"):
        pb.branch(game, "t3")
    assert not (mybots / "imported").exists()


async def test_the_lobby_says_how_to_allow_it(mybots: Path, tmp_path: Path) -> None:
    from core.recording.checked_reader import read_run

    path = tmp_path / "short.jsonl"
    header = prepare("coup", {"players": 2}, {"Ann": BOT, "Bob": "human"}, 1)
    async with StageApp(live_stage(header, path), pace=0.0, motion=False).run_test() as pilot:
        await until(pilot, lambda: stage_of(pilot.app).view.known > 1)  # type: ignore[arg-type]
        stage_of(pilot.app).leave()  # type: ignore[arg-type]
        await until(pilot, lambda: pilot.app._exit)
    forget_code()
    become_stranger()
    (mybots / "imported").unlink()
    with pytest.raises(UserError, match=r"command line: --allow py:mybots\.greedy"):
        stage_again(read_run(path))
    assert not (mybots / "imported").exists()


def test_a_parents_cast_needs_to_be_allowed_as_well(game: Path, tmp_path: Path) -> None:
    pb.branch(game, "t3", cast={"Ann": "random"}, record=tmp_path / "branch.jsonl")
    with pytest.raises(UserError, match=r"import the Python module mybots\.greedy"):
        pb.verify(tmp_path / "branch.jsonl")
    assert pb.verify(tmp_path / "branch.jsonl", allow=["py:mybots"])


@pytest.mark.parametrize(
    ("allowed", "names"),
    [
        ("py:mybots", True),
        ("py:mybots.greedy", True),
        (BOT, True),
        ("py:mybot", False),
        ("py:mybots.greedy.more", False),
    ],
)
def test_a_module_stands_for_all_below_it(mybots: Path, allowed: str, names: bool) -> None:
    if names:
        Grants.of([allowed]).check_policy(BOT)
    else:
        with pytest.raises(UserError, match=r"import the Python module mybots\.greedy"):
            Grants.of([allowed]).check_policy(BOT)


def test_only_an_agents_class_is_called(site: Path) -> None:
    (site / "tool.py").write_text("from pathlib import Path\ndef wipe():\n    Path('wiped').touch()\n")
    with pytest.raises(UserError, match="py:tool:wipe: wipe is not an Agent"):
        agent_for(CoupScene, "py:tool:wipe", grants=Grants.of(["py:tool"]))
    assert not (site / "wiped").exists()


# -- references that lead nowhere


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("py:nowhere:Bot", "there is no module nowhere; install it"),
        ("py:nowhere.at.all:Bot", "there is no module nowhere; install it"),
        ("py:broken:Bot", r"broken cannot be imported: ZeroDivisionError: .* \(broken.py, line 2\)"),
        ("py:typo:Bot", r"typo cannot be imported: SyntaxError: .*typo.py, line 1"),
        ("py:leaves:Bot", "leaves cannot be imported: SystemExit: 3"),
        ("py:needs:Bot", "needs cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("py:bots:Gredy", "bots has no Gredy; did you mean Greedy"),
        ("py:bots:number", "number is not an Agent"),
        ("py:bots:Wants", "cannot be made without arguments: TypeError: .*'depth'"),
        ("py:bots:Half", "cannot be made without arguments: TypeError: .*abstract.* act"),
        ("py:bots", "name a bot by module and class, such as py:mybots.greedy:Greedy"),
        ("py:", "name a bot by module and class"),
        ("py:__main__:Gone", "in a script, a notebook or a function"),
        ("py:bots:f.<locals>.Bot", "in a script, a notebook or a function"),
    ],
)
def test_a_reference_that_leads_nowhere_is_one_line(site: Path, reference: str, says: str) -> None:
    (site / "broken.py").write_text("\n1 / 0\n")
    (site / "typo.py").write_text("def\n")
    (site / "leaves.py").write_text("raise SystemExit(3)\n")
    (site / "needs.py").write_text("import nowhere\n")
    more = "class Wants(Greedy):\n    def __init__(self, depth): ...\nclass Half(Agent): ...\nnumber = 3\n"
    (site / "bots.py").write_text(GREEDY + more)
    with pytest.raises(UserError, match=says) as caught:
        prepare("coup", {}, {"Ann": reference}, 1)
    assert str(caught.value).startswith(reference)
    assert "\n" not in str(caught.value)


# -- bots that packages bring


def test_a_bot_that_a_package_brings_is_a_policy_by_name_and_in_headers_by_module(mybots: Path, tmp_path: Path) -> None:
    other = "class Other(Greedy): ...\n"
    (mybots / "greedy.py").write_text(GREEDY + other)
    target = BOT.removeprefix("py:")
    bring(mybots.parent, bots={"greedy": target, "coup.greedy": "mybots.greedy:Other", "feed.shy": target})
    assert policies(CoupScene).count("greedy") == 1
    assert "shy" not in policies(CoupScene)
    assert prepare("hanabi", {}, {"*": "greedy"}, 1).cast["Ann"] == BOT
    path = tmp_path / "game.jsonl"
    game = pb.play("coup", {"players": 2}, {"Ann": "greedy", "Bob": "random"}, record=path)
    assert game.header.cast["Ann"] == "py:mybots.greedy:Other"
    become_stranger()
    assert pb.verify(path) == len(game.events)  # to install it was to name it


def test_a_bot_that_is_installed_and_broken_is_a_reason(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bring(site, bots={"odd": "odd:Bot"})
    with pytest.raises(UserError, match="py:odd:Bot: there is no module odd"):
        prepare("coup", {}, {"Ann": "odd"}, 1)
    scenes(as_json=False)
    assert "the bot odd is installed but cannot be used: py:odd:Bot: there is no module odd" in capsys.readouterr().err


# -- on the stage


async def test_an_error_in_a_bot_is_shown_on_the_stage_with_the_way_out(site: Path, tmp_path: Path) -> None:
    (site / "mybot.py").write_text(
        "from playbill import Agent\nclass Bot(Agent):\n    def act(self, turn):\n        1 / 0\n"
    )
    path = tmp_path / "game.jsonl"
    header = prepare("coup", {"players": 2}, {"Ann": "py:mybot:Bot", "Bob": "random"}, 1)
    app = StageApp(live_stage(header, path), pace=0.0, motion=False)
    async with app.run_test() as pilot:
        stage = stage_of(app)
        await until(pilot, lambda: bool(stage.state.failed))
        assert stage.state.failed.startswith(
            "Ann (py:mybot:Bot) failed: ZeroDivisionError: division by zero (mybot.py, line 4)"
        )
        assert "Esc leaves; the run is saved" in stage.state.failed
        await pilot.press("escape")
        await until(pilot, lambda: app._exit)
    assert app.return_code == 1
    assert f"go on: playbill resume {path}" in str(app.return_value)
    assert pb.verify(path, allow=["py:mybot"]) == len(pb.load(path).events)
