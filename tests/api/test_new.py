"""`playbill new`: what it writes plays, and what it cannot write it says in one line. CI checks its packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages import environment, installing
from tests.tui.test_cli import mistake, playbill


@pytest.fixture
def made(site: Path) -> Path:
    """A package of that name, written and installed."""
    playbill("new", "odd_sums")
    installing(site)(site / "odd_sums")
    return site / "odd_sums"


@pytest.fixture
def social(site: Path) -> Path:
    """A package with a social scene, written and installed."""
    playbill("new", "tavern", "--social")
    installing(site)(site / "tavern")
    return site / "tavern"


def done(project: Path, *command: str) -> str:
    """What a command of this interpreter prints in a project; it has to succeed."""
    env = environment(project.parent, project)
    ran = subprocess.run([sys.executable, "-m", *command], cwd=project, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_a_social_package_plays_at_once(social: Path) -> None:
    assert "toasted: toasts " in done(social, "playbill", "run", "tavern")


def test_the_name_is_filled_in_everywhere(made: Path) -> None:
    paths = [path for path in made.rglob("*") if path.is_file()]
    assert {path.relative_to(made).as_posix() for path in paths} == {
        *("README.md", "pyproject.toml", "tests/test_odd_sums.py"),
        *(f"odd_sums/{name}.py" for name in ("__init__", "bots", "events", "players", "scene")),
        *("odd_sums/prompts/pack.toml", "odd_sums/prompts/rules.j2", "odd_sums/prompts/turn.j2"),
    }
    text = "\n".join(path.read_text("utf-8") for path in paths)
    assert "class OddSumsScene(pb.Scene):" in text
    assert "your_scene" not in text
    assert "YourScene" not in text


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *(
            (name, "such as my_game")
            for name in ("My-Game", "2nd", "_", "a_", "class", "naïve", "../up", "\x1b[31m", "", "a" * 31)
        ),
        ("coup", "a scene called coup already"),
        ("core", "a Python package called core already"),
        ("playbill", "a Python package called playbill already"),
        ("random", "a Python package called random already"),
        ("tests", "a Python package called tests already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(site: Path, name: str, says: str) -> None:
    assert says in mistake("new", name)
    assert not os.listdir(site)


def test_nothing_is_overwritten(site: Path) -> None:
    (site / "dice").mkdir()
    assert "dice exists already; name another folder with -O" in mistake("new", "dice")
    assert not os.listdir(site / "dice")
    (site / "file").touch()
    assert "file/dice cannot be written: Not a directory" in mistake("new", "dice", "-O", "file/dice")
    (site / "loose").symlink_to(site / "nowhere")
    assert "loose exists already" in mistake("new", "dice", "-O", "loose")
    assert "written to deep/er" in playbill("new", "dice", "-O", "deep/er").stderr
    assert (site / "deep" / "er" / "dice" / "scene.py").exists()
