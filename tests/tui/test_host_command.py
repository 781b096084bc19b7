"""`playbill host` and `playbill join` as real processes in real terminals: killed, restarted, and far away."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal import PATIENCE, Terminal

PLAYBILL = [sys.executable, "-c", "from tui.cli.app import main; main()"]


@contextmanager
def terminal(arguments: list[str], data: Path) -> Iterator[Terminal]:
    term = Terminal([*PLAYBILL, *arguments], 110, 34, {"PLAYBILL_DATA": str(data)})
    try:
        yield term
    finally:
        term.kill()


def invitation(term: Terminal, seat: str) -> list[str]:
    """Return the arguments of the command with which a player joins."""
    term.wait_for("playbill join")
    found = re.search(rf"{seat}\b[^●]*?playbill (join \S+ \S+)", term.text())
    assert found, term.text()
    return found[1].split()


@pytest.mark.slow
def test_a_game_goes_on_after_guest_and_host_were_killed(tmp_path: Path) -> None:
    cast = ["-c", "Ann=human", "-c", "Bob=remote", "-o", "players=2", "-o", "starter=first", "--pace", "16"]
    with terminal(["host", "coup", *cast], tmp_path / "host") as host:
        join = invitation(host, "Bob")
        with terminal(join, tmp_path / "guest") as guest:
            guest.wait_for("waiting for the host to start")
            host.wait_for("here, ready")
            host.send("\r")
            host.wait_for("YOUR TURN")
            host.send("n\r")
            guest.wait_for("YOUR TURN")
            os.kill(guest.pid, signal.SIGKILL)
        host.wait_for("waiting for Bob")
        with terminal(join, tmp_path / "guest") as guest:
            guest.wait_for("YOUR TURN")
            guest.send("n\r")
            host.wait_for("YOUR TURN")
            os.kill(host.pid, signal.SIGKILL)
            guest.wait_for("connection lost")
            (recording,) = (tmp_path / "host" / "runs").glob("*.jsonl")
            with terminal(["resume", str(recording)], tmp_path / "host") as again:
                again.wait_for("everybody is here")
                again.send("\r")
                guest.wait_for("connected again")
                again.wait_for("YOUR TURN")
                again.send("n\r")
                guest.wait_for("YOUR TURN")
                guest.send("\x11")
                assert guest.exit_code() == 0
                again.wait_for("waiting for Bob")
                again.send("\x11")
                assert again.exit_code() == 0


@pytest.mark.slow
def test_six_terminals_play_a_game_of_hanabi_to_its_end(tmp_path: Path) -> None:
    seats = ["Bob", "Cat", "Dan", "Eve"]
    cast = [part for name in seats for part in ("-c", f"{name}=remote")]
    arguments = ["host", "hanabi", "-o", "players=5", "-o", "max_turns=12", "--spectators", "0", *cast]
    with terminal(arguments, tmp_path / "host") as host:
        joins = {name: invitation(host, name) for name in seats}
        joins["Spectators"] = invitation(host, "Spectators")
        opened = {
            name: Terminal([*PLAYBILL, *join], 80, 24, {"PLAYBILL_DATA": str(tmp_path / name)})
            for name, join in joins.items()
        }
        try:
            host.wait_for("everybody is here")
            host.send("\r")
            players = [host, *(opened[name] for name in seats)]
            end = time.monotonic() + PATIENCE
            while "■ over" not in host.text():
                assert time.monotonic() < end
                for term in players:
                    if "YOUR TURN" in term.text():
                        term.send("p")
            for term in opened.values():
                term.wait_for("■ over")
        finally:
            for term in opened.values():
                term.kill()
