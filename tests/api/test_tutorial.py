"""The tutorial: every block belongs to a file or is run, and whoever follows it has a scene that passes its tests."""

from pathlib import Path

import pytest

from tests.packages import environment, installing
from tests.tutorial import Block, Reader, blocks, written


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Who has followed the tutorial to its end, and has run all its commands."""
    folder, site = tmp_path_factory.mktemp("tutorial"), tmp_path_factory.mktemp("site")
    reader = Reader(folder, environment(site, folder / "liars_dice"), installing(site))
    reader.follow()
    return reader


def test_every_block_is_a_file_a_change_or_commands() -> None:
    kinds = {(block.kind == "console") == (block.file == "") for block in blocks()}
    assert kinds == {True}
    assert {"console", "diff", "jinja", "python", "toml"} == {block.kind for block in blocks()}


@pytest.mark.slow
def test_its_pane_takes_keys_and_clicks(reader: Reader) -> None:
    terminal = reader.open("playbill play liars_dice --seed 7 --no-record")
    terminal.wait_for("YOUR TURN")
    terminal.send("3")
    terminal.wait_for("Cat bids 1 × [5]")
    terminal.wait_for("YOUR TURN")
    terminal.send("c")
    terminal.wait_for("Ann challenges")
    terminal.send("\x11")
    assert terminal.exit_code() == 0
    terminal = reader.open("playbill watch game.jsonl --at t6")
    terminal.wait_for("[1][1][2][3][5]")
    terminal.send("\x1b[<0;12;7M\x1b[<0;12;7m")
    shown = terminal.wait_for("view: Bob")
    assert "Bob     [1][2][2][3][4]" in shown
    assert "Cat     [?][?][?][?][?]" in shown
    terminal.send("n")
    terminal.wait_for("challenges: ")
    terminal.send("\x11")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_nothing_below_the_public_names_is_imported(reader: Reader) -> None:
    lines = [line for path in reader.folder.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
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
