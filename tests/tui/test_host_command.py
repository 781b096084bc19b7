"""`playbill host` and `playbill join` as real processes in real terminals: killed, restarted, and six at once."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.recording.checked_reader import read_run
from core.recording.verification import verify
from tests.terminal import PATIENCE, Terminal

PLAYBILL = [sys.executable, "-c", "from tui.cli.app import main; main()"]


@contextmanager
def terminal(arguments: list[str], data: Path) -> Iterator[Terminal]:
    term = Terminal([*PLAYBILL, *arguments], 110, 34, {"PLAYBILL_DATA": str(data)})
    try:
        yield term
    finally:
        term.kill()


def read_until(text: str, term: Terminal, *others: Terminal) -> None:
    """Wait for a text, and read the other terminals meanwhile: an app stops while nobody reads its output."""
    end = time.monotonic() + PATIENCE
    while text not in term.text():
        assert time.monotonic() < end, f"{text!r} was never shown; the screen:\n{term.text()}"
        for other in others:
            other.text()


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
def test_people_talk_pause_and_leave_a_seat_to_a_bot(tmp_path: Path) -> None:
    cast = ["-c", "Ann=human", "-c", "Bob=remote", "-c", "Cat=remote", "-o", "players=3", "-o", "starter=first"]
    with terminal(["host", "coup", *cast, "--pace", "16", "--patience", "600"], tmp_path / "host") as host:
        joins = {seat: invitation(host, seat) for seat in ("Bob", "Cat")}
        with terminal(joins["Bob"], tmp_path / "bob") as bob, terminal(joins["Cat"], tmp_path / "cat") as cat:
            host.wait_for("everybody is here")
            bob.send("T")
            bob.wait_for("esc back to the table")
            bob.send("hello all\r")
            for term, name in ((host, "Bob"), (cat, "Bob"), (bob, "you")):
                term.wait_for(f"{name}  hello all")
            host.send("\r")
            host.wait_for("YOUR TURN")
            host.send("n\r")
            bob.wait_for("default in 9:5")
            host.send("R")
            host.wait_for("Pause the game")
            host.send("\r")
            for term in (bob, cat):
                term.wait_for("paused by the host")
            host.send(" ")
            cat.wait_for("the host continues the game")
            os.kill(bob.pid, signal.SIGKILL)
            host.wait_for("waiting for Bob")
            host.send("R")
            host.wait_for("Let a bot play for Bob")
            host.send("\x1b[B\r")
            host.wait_for("2 Bob")
            with terminal(joins["Bob"], tmp_path / "bob") as again:
                read_until("the host has put a bot into your seat", again, host, cat)
                assert again.exit_code() == 2
            host.send("R")
            host.wait_for("Give Bob's seat back")
            host.send("\x1b[B\r")
            with terminal(joins["Bob"], tmp_path / "bob") as again:
                read_until("coup · 3 players", again, host, cat)
                host.send("\x11")
                assert host.exit_code() == 0
                for term in (again, cat):
                    term.wait_for("the host has left and saved the game")
    (recording,) = (tmp_path / "host" / "runs").glob("*.jsonl")
    assert asyncio.run(verify(read_run(recording)))


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
