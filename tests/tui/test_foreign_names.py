"""Hostile text in file names, options, arguments and pastes: no control sequence reaches the terminal."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from textual.events import Paste

from core.engine.casting import MAX_SEED
from core.text import is_safe
from tests.tui.conftest import RECORDINGS, seated, until
from tests.tui.test_cli import PLAYBILL
from tests.tui.test_glyphs import both
from tests.tui.test_lobby import lobby, seen, settle
from tests.tui.test_lobby_recordings import record as recorded
from tui.app import MAX_PASTED_CHARACTERS, clean_paste
from tui.lines import LineInput

HOSTILE = "\x1b[31mred\x1b]0;title\x07\x1b]52;c;eA==\x07\x9b31m\x9d0;t\x9c\u202ebidi\x1b]"
FILE = f"{HOSTILE}.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with recordings and a config whose names and contents are hostile."""
    shutil.copy(RECORDINGS / "coloring-sample.jsonl", tmp_path / FILE)
    lines = (RECORDINGS / "coloring-bots.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / f"half{FILE}").write_bytes(b"".join(lines[:40]))
    (tmp_path / f"bad{FILE}").write_text(f"{HOSTILE}\n")
    (tmp_path / f"{HOSTILE}.toml").write_text('"\\u001b[31m\\u202e" = 1\n')
    return tmp_path


COMMANDS = {
    "a command": [HOSTILE],
    "an option": ["run", f"--{HOSTILE}"],
    "a scene's option": ["run", "coloring", "-o", f"{HOSTILE}={HOSTILE}"],
    "a file of an option": ["run", "feed", "-o", f"edges={HOSTILE}"],
    "a policy": ["run", "coloring", "-c", f"A=llm:{HOSTILE}"],
    "a key of a config": ["run", "coloring", "--config", f"{HOSTILE}.toml"],
    "where to record": ["run", "coloring", "--max-turns", "1", "--record", f"new{FILE}"],
    "whose perspective": ["show", FILE, "--as", HOSTILE],
    "show": ["show", f"half{FILE}"],
    "verify": ["verify", FILE, f"half{FILE}"],
    "resume": ["resume", FILE],
    "branch": ["branch", f"half{FILE}", "--at", "t1", "-o", "max_turns=2", "--record", f"branch{FILE}"],
    "diff": ["diff", FILE, f"half{FILE}"],
    "export": ["export", FILE, "--to", "solve", "-O", f"bad{FILE}"],
    "import": ["import", f"bad{FILE}", "--from", "hanab.live"],
}


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.few(1)
def test_nothing_printed_commands_the_terminal(folder: Path, arguments: list[str]) -> None:
    done = subprocess.run([PLAYBILL, *arguments], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    printed = (done.stdout + done.stderr).decode()
    assert printed.strip()
    assert is_safe(printed), printed.encode("unicode_escape")
    assert "Traceback" not in printed


@pytest.mark.slow
def test_names_in_the_environment_and_bytes_that_are_no_text_are_as_harmless(tmp_path: Path) -> None:
    environment = {**os.environ, "PLAYBILL_CONFIG": HOSTILE, "PLAYBILL_DATA": str(tmp_path / HOSTILE)}
    for command in (["run", "coloring"], ["show", b"\xff\xfe\x9b31m.jsonl"]):
        done = subprocess.run([PLAYBILL, *command], env=environment, capture_output=True)
        assert done.returncode == 2
        assert is_safe(done.stderr.decode())
        assert done.stderr.decode().count("\n") == 1


def test_a_traceback_is_as_harmless(tmp_path: Path) -> None:
    code = f"from tui.cli.terminal import clean_streams; clean_streams(); raise ValueError({HOSTILE!r})"
    done = subprocess.run([PLAYBILL.replace("playbill", "python"), "-c", code], capture_output=True)
    assert b"ValueError: red" in done.stderr
    assert is_safe(done.stderr.decode())


PASTES = [
    HOSTILE,
    "two\nlines\r\nand\rmore",
    "x" * 100_000,
    "9" * 100_000,
    "lone \ud800 surrogate",
    "\u202ebidi",
    "\n",
    "",
]


@pytest.mark.parametrize("text", PASTES, ids=range(len(PASTES)))
def test_a_paste_is_one_clean_line(text: str) -> None:
    clean = clean_paste(text)
    assert is_safe(clean)
    assert "\n" not in clean
    assert len(clean) <= MAX_PASTED_CHARACTERS
    clean.encode()


async def test_the_lobby_bears_any_paste_in_any_row(own_data: Path) -> None:
    async with lobby() as (pilot, screen):
        wrong: set[tuple[str, str]] = set()
        for pane, item in (("options", "fixed"), ("options", "seed"), ("cast", "A")):
            for text in PASTES[:4]:
                screen.state.go(pane, screen.state.items(pane).index(item))
                pilot.app.post_message(Paste(text))
                await pilot.press("enter")
                assert is_safe(seen(screen))
                wrong |= screen.state.setup.errors.keys()
        assert wrong == {("options", "fixed"), ("cast", "A")}
        assert screen.state.seed == MAX_SEED


@pytest.mark.slow
async def test_recordings_of_any_name_are_listed_opened_and_left(own_data: Path) -> None:
    runs = own_data / "runs"
    path = await recorded(own_data, "run.jsonl", max_turns=2, human=True)
    for name in (FILE.encode(), b"\xff\xfe.jsonl", b"two\nlines.jsonl"):
        shutil.copy(path, runs / os.fsdecode(name))
        (runs / os.fsdecode(b"bad" + name)).write_bytes(b"{}\n")
    async with lobby() as (pilot, screen):
        await pilot.press("r")
        assert len([run for run in screen.state.listed if not run.shipped]) == 7
        opened = 0
        for index in range(7):
            screen.state.go("recent", index)
            await pilot.press("enter")
            await settle(pilot)
            assert is_safe(seen(screen))
            if pilot.app.screen is not screen:
                opened += 1
                await pilot.press("ctrl+q")
                await until(pilot, lambda: pilot.app.screen is screen)
        assert opened == 4
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_a_paste_into_the_stage_is_clean_and_drawn_in_its_cells() -> None:
    async with seated(size=(120, 40)) as (app, pilot, stage):
        await pilot.press("m")
        app.post_message(Paste(f"@A 👨‍👩‍👧 🇩🇪 {HOSTILE}\nlone \ud800"))
        await until(pilot, lambda: "lone" in stage.words.value)
        assert is_safe(stage.words.value)
        assert "👨‍👩‍👧" in stage.words.value
        words = stage.query_one("#words", LineInput)
        shown = "".join(segment.text for segment in words.render_line(0))
        assert both(shown)[0] == both(shown)[1] == words.render_line(0).cell_length
        assert "\u200d" not in shown


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_narration_is_there_the_moment_it_is_told(unbuffered: str) -> None:
    told = "clean_streams(); print('on', file=sys.stderr); sys.stdin.read(1)"
    code = f"import sys; from tui.cli.terminal import clean_streams; {told}"
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"on\n", "it waits for a line that comes only after this one"
        process.communicate(b"\n")
