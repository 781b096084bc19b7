"""Games in lines of text: through pipes, and in a real terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.engine.events import Acted
from core.recording.file import Recording
from tests.terminal import Terminal

PLAYBILL = [sys.executable, "-m", "playbill"]


def lines(typed: str, *words: str) -> str:
    """Run a command with some input, and return its output."""
    done = subprocess.run([*PLAYBILL, *words], input=typed, capture_output=True, text=True, timeout=120, check=True)
    assert "\x1b" not in done.stdout
    return done.stdout


def commands(path: Path) -> list[str]:
    return [event.data.command for event in Recording.read(path).events if isinstance(event.data, Acted)]


def test_numbers_words_and_a_hint_are_played_and_a_resumed_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "coup.jsonl"
    text = lines("1\nblock with Captain Duke\nh\n\n", "play", "coup", "--seed", "3", "--linear", "--record", str(path))
    assert "You are Ann." in text
    assert "1. income\n2. foreign aid\n3. tax" in text
    assert "hint, Enter plays it: block with Duke" in text
    assert commands(path)[0] == "income"
    assert commands(path)[-1] == "block with Duke"
    assert Recording.read(path).resumable
    assert re.search(r"Bob claims|Bob takes", text)
    assert "Bob draws" not in text
    played = len(commands(path))
    again = lines("?\n1\n", "resume", str(path), "--linear")
    assert "Ann draws" not in again
    assert len(commands(path)) == played + 1


def test_a_person_in_a_terminal_without_a_screen(tmp_path: Path) -> None:
    os.environ["PLAYBILL_LINEAR"] = "1"
    try:
        terminal = Terminal([*PLAYBILL, "play", "chat", "--seed", "3", "--record", str(tmp_path / "chat.jsonl")])
    finally:
        del os.environ["PLAYBILL_LINEAR"]
    terminal.wait_for("Your turn.")
    terminal.send("Where were you, Dan?\r")
    terminal.wait_for("Ann: Where were you, Dan?")
    terminal.send("q\r")
    terminal.wait_for("leave? the game is recorded")
    terminal.send("y\r")
    terminal.wait_for("go on: playbill resume")
    assert terminal.exit_code() == 0
    assert b"\x1b[" not in terminal.raw


@pytest.mark.slow
def test_a_replay_is_read_turn_by_turn() -> None:
    text = lines("\n?\nall\n", "watch", "coup", "--linear")
    first, second, *_ = text.split("> ")[1:]
    assert first.startswith("shuffled")
    assert "treasury" not in first
    assert "treasury" in second
    assert text.endswith("Ann won with 1 card\n")
    seen = lines("all\n", "watch", "werewolf", "--as", "Ann", "--linear")
    assert "Eli for dinner" not in seen
