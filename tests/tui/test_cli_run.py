"""`playbill run`: each flag does what it says."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.recording.file import Recording
from tests.tui.test_cli import playbill

COUP = ("run", "coup", "-o", "players=3", "-c", "*=random", "-c", "Bob=honest")


def told(*arguments: str, code: int = 0) -> Any:
    return json.loads(playbill(*arguments, "--json", code=code).stdout)


def test_rotate_plays_each_seed_from_every_seat(tmp_path: Path) -> None:
    made = told(*COUP, "--games", "6", "--seed", "5", "--rotate", "--record", str(tmp_path))
    seats = {}
    for path in tmp_path.iterdir():
        header = Recording.read(path).header
        seats[path.name] = (header.seed, [*header.cast.values()].index("honest"))
    assert sorted(seats.values()) == [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]
    assert {policy: each["seats"] for policy, each in made["policies"].items()} == {"random": 12, "honest": 6}


def test_without_rotate_every_game_has_the_next_seed_and_the_cast_as_it_stands(tmp_path: Path) -> None:
    told(*COUP, "--games", "3", "--seed", "7", "--record", str(tmp_path))
    headers = [Recording.read(path).header for path in sorted(tmp_path.iterdir())]
    assert [header.seed for header in headers] == [7, 8, 9]
    assert all(header.cast["Bob"] == "honest" for header in headers)


def test_seed_and_max_turns_are_those_of_the_command_line() -> None:
    made = told(*COUP, "--seed", "11", "--max-turns", "2", "--no-record")
    assert (made["seed"], made["config"]["max_turns"], made["turns"]) == (11, 2, 2)
    assert made["result"]["reason"] == "max_turns"
    assert told(*COUP, "--max-turns", "2", "--no-record")["seed"] == 1


def test_games_that_fail_are_counted_and_the_exit_code_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "breaks.py").write_text(
        "import playbill as pb\n\nclass Breaks(pb.Agent):\n    def act(self, turn):\n        raise RuntimeError('no')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    made = told("run", "coup", "-c", "Ann=py:breaks:Breaks", "-c", "*=random", "--games", "2", code=1)
    assert made["failed"] == 2
