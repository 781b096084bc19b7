"""The app in a real terminal: played, killed half-way, resumed, watched, verified."""

import asyncio
import os
import signal
import subprocess
from pathlib import Path

import pytest

from core.recording.file import Recording
from core.recording.verification import verify
from tests.terminal import Terminal
from tests.tui.conftest import RECORDINGS
from tests.tui.test_cli import PLAYBILL


def test_played_killed_resumed_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = Terminal([PLAYBILL, "play", "coloring", "--seed", "7", "--record", str(path)])
    terminal.wait_for("YOUR TURN")
    terminal.send("b")
    terminal.wait_for("h1 B")
    terminal.send("m@A hello, make a4 red\r")
    terminal.wait_for("you  @A hello")
    terminal.kill()
    killed = Recording.read(path)
    assert killed.ended is None
    again = Terminal([PLAYBILL, "resume", str(path)])
    again.wait_for("YOUR TURN")
    again.wait_for("h1 B")
    again.wait_for("@A hello")
    again.send("\x11")
    assert again.exit_code() == 0
    assert "playbill resume" in again.text()
    resumed = Recording.read(path)
    assert asyncio.run(verify(resumed)) == len(resumed.events)


@pytest.mark.slow
def test_two_terminals_cannot_play_one_run(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = Terminal([PLAYBILL, "play", "coloring", "--record", str(path)])
    terminal.wait_for("YOUR TURN")
    other = Terminal([PLAYBILL, "resume", str(path)])
    assert other.exit_code() == 2
    assert "in use" in other.text()
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.exit_code()
    ended = Recording.read(path).ended
    assert ended is not None
    assert ended.reason == "stop", "told to end, it leaves the run in good order"


@pytest.mark.slow
def test_an_interrupt_from_outside_leaves_the_run_in_good_order(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = Terminal([PLAYBILL, "play", "coloring", "--record", str(path)])
    terminal.wait_for("YOUR TURN")
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.exit_code() == 0
    assert "go on: playbill resume" in terminal.text()
    ended = Recording.read(path).ended
    assert ended is not None
    assert ended.reason == "stop"


@pytest.mark.slow
def test_follow_tails_a_run_in_progress(tmp_path: Path) -> None:
    lines = (RECORDINGS / "coloring-bots.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "growing.jsonl"
    path.write_bytes(b"".join(lines[:60]))
    terminal = Terminal([PLAYBILL, "watch", str(path), "--follow"])
    terminal.wait_for("seed 36")
    with path.open("ab") as file:
        file.write(b"".join(lines[60:]))
    terminal.wait_for("consensus")
    terminal.send("q")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_without_a_shell_it_is_not_suspended_and_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = Terminal([PLAYBILL, "play", "coloring", "--seed", "7", "--record", str(path)])
    terminal.wait_for("YOUR TURN")
    terminal.send("\x1ab")
    terminal.wait_for("h1 B")
    os.kill(terminal.pid, signal.SIGHUP)
    terminal.exit_code()
    assert Recording.read(path).events[-1].kind == "colored"


FAMILY = "👨‍👩‍👧‍👦"
WORDS = (
    f"say 🇩🇪🇫🇷🇯🇵 {FAMILY}{FAMILY} 👩🏽‍🚀 🏳️‍🌈 1️⃣2️⃣ ❤️☺️✔️ 👍🏿👍🏻 \u1112\u1161\u11ab\u1100\u1173\u11af "
    f"Z{chr(0x301) * 100} क्षि শ্রী ภาษาไทย 漢字 {FAMILY * 9}{'❤️' * 40}"
)
NAMED = "names=🇩🇪🇫🇷,👨‍👩‍👧Ann,Z" + "\u0301" * 50 + "al"


@pytest.mark.parametrize(
    "options", [("coloring", "-c", "H=script:words.txt"), ("hanabi", "-o", "players=3", "-o", NAMED)]
)
@pytest.mark.slow
def test_nobodys_words_or_name_push_a_column_out_of_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "words.txt").write_text(WORDS)
    run = [PLAYBILL, "run", *options, "--max-turns", "6", "--record", "run.jsonl"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)
    path = tmp_path / "run.jsonl"
    terminal = Terminal([PLAYBILL, "watch", str(path), "--at", "t3"], width=120, height=40)
    terminal.wait_for("DEFR")
    shown = terminal.wait_for("? help")
    assert not {"\u200d", "\ufe0f", "\u20e3"} & set(terminal.raw.decode(errors="ignore"))
    while not (edges := [y for y, cell in enumerate(terminal.column(77)) if cell == "│"]):
        shown = terminal.text()
    assert edges == list(range(edges[0], edges[-1] + 1)), shown
    assert len(edges) >= 25, shown
    terminal.send("\x11")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_a_shell_suspends_it_and_brings_it_back(tmp_path: Path) -> None:
    terminal = Terminal(["bash", "--norc", "-i"])
    terminal.send(f"{PLAYBILL} play coloring --seed 7 --record {tmp_path / 'game.jsonl'}\r")
    terminal.wait_for("YOUR TURN")
    terminal.send("\x1a")
    terminal.wait_for("Stopped")
    terminal.send("fg\r")
    terminal.wait_for(" Playbill  coloring")
    terminal.send("b")
    terminal.wait_for("h1 B")
    terminal.send("\x11")
    terminal.wait_for("playbill resume")
    terminal.send("exit\r")
    assert terminal.exit_code() == 0
