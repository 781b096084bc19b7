"""The tutorial: every block belongs to a file or is run, and whoever follows it has a scene that passes its tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages import environment, installing
from tests.tutorial import Block, Reader, blocks, written


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package at the end of the tutorial, when all its commands have been run."""
    folder, site = tmp_path_factory.mktemp("tutorial"), tmp_path_factory.mktemp("site")
    reader = Reader(folder, environment(site, folder / "liars_dice"), installing(site))
    reader.follow()
    return reader.folder


def test_every_block_is_a_file_a_change_or_commands() -> None:
    kinds = {(block.kind == "console") == (block.file == "") for block in blocks()}
    assert kinds == {True}
    assert {"console", "diff", "jinja", "python", "toml"} == {block.kind for block in blocks()}


def test_who_follows_it_has_a_scene(followed: Path) -> None:
    assert (followed / "liars_dice" / "pane.py").exists()
    subprocess.run([sys.executable, "-m", "ruff", "check", "."], cwd=followed, check=True)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--check", "."], cwd=followed, check=True)


@pytest.mark.slow
def test_its_types_are_exact(followed: Path) -> None:
    subprocess.run([sys.executable, "-m", "mypy", "."], cwd=followed, check=True)


def test_nothing_below_the_public_names_is_imported(followed: Path) -> None:
    lines = [line for path in followed.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    roots = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert roots == {"collections", "liars_dice", "msgspec", "pathlib", "playbill", "pydantic", "typing"}


def test_a_change_has_to_fit() -> None:
    change = Block("scene.py", False, "diff", " a = 1\n+b = 2\n")
    assert written(change, "a = 1\nc = 3\n") == "a = 1\nb = 2\nc = 3\n"
    with pytest.raises(AssertionError, match="does not hold this once"):
        written(change, "a = 2\n")


def test_a_command_that_prints_something_else_is_found(tmp_path: Path) -> None:
    reader = Reader(tmp_path, environment(tmp_path, tmp_path))
    reader.run("echo 12 of 34", "12 of …\n")
    with pytest.raises(AssertionError, match="12 of 34"):
        reader.run("echo 12 of 34", "13 of …\n")
    with pytest.raises(AssertionError, match="There is no scene"):
        reader.run("playbill run liar")
