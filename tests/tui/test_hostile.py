"""Files from strangers and files that cannot be written: one error line each, and no forged line of output."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from tests.tui.conftest import RECORDINGS
from tests.tui.test_cli import PLAYBILL, Done, coded, mistake, playbill

COUP = RECORDINGS / "coup-sample.jsonl"
FORGED = "FORGED"
READING = [
    "show",
    "diff",
    "verify",
    "compare",
    "report",
    "turns",
    "messages",
    "text",
    "html",
    "branch",
    "resume",
    "interview",
]
SHIPPED = Path(__file__).parents[2] / "docs" / "experiments" / "coup-round-robin"


def commands(name: str, path: Path) -> list[str]:
    """Return the arguments of a command that reads a recording, which is alone in its folder."""
    match name:
        case "diff" | "compare":
            return [name, str(COUP), str(path)]
        case "report":
            return [name, str(path.parent)]
        case "turns" | "messages":
            return ["table", name, str(path), "-O", str(path.with_suffix(f".{name}.csv"))]
        case "text" | "html":
            return ["export", str(path), "--to", name]
        case "branch":
            return [name, str(path), "--at", "t2", "--record", str(path.with_suffix(".branch")), "--max-turns", "1"]
        case "interview":
            return [name, str(path), "--at", "t2", "--model", "mock", "--ask", "Why?"]
    return [name, str(path)]


def outcome(arguments: list[str]) -> Done:
    """Run a command; it must exit with 0, 1 or 2, and print one error line only with 2."""
    code, done = coded(*arguments)
    assert code in (0, 1, 2)
    assert sum(line.startswith("playbill:") for line in done.stderr.splitlines()) == (code == 2)
    return done


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in JSON."""
    if at:
        yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*at, key))


def changed(line: str, at: tuple[Any, ...], value: Any = None) -> str:
    """Replace the value at a path of a line of JSON; without a value, append a forged line to the one there."""
    told = json.loads(line)
    inside = told
    for key in at[:-1]:
        inside = inside[key]
    inside[at[-1]] = f"{inside[at[-1]]}\n{FORGED}" if value is None else value
    return json.dumps(told)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", READING)
def test_no_line_is_forged(tmp_path: Path, name: str) -> None:
    """No newline in a string of a run's header or end forges a line."""
    lines = COUP.read_text().splitlines()
    told = json.loads(lines[-1])
    told["data"]["result"] |= {f"more\n{FORGED}": f"words\n{FORGED}"}
    told["data"]["reason"] += f"\n{FORGED}"
    whole = [*lines[:-1], json.dumps(told)]
    cases = [whole]
    strings = [at for at in places(json.loads(lines[0])) if isinstance(_at(lines[0], at), str)]
    cases += [[changed(lines[0], at), *lines[1:]] for at in strings]
    cases += [[lines[0].replace('"Ann"', f'"Ann\\\\n{FORGED}"'), *lines[1:]]]
    for number, case in enumerate(cases):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "run.jsonl").write_text("\n".join(case) + "\n")
        done = outcome(commands(name, folder / "run.jsonl"))
        forged = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.lstrip().startswith(FORGED)]
        assert not forged, (number, forged)


def _at(line: str, at: tuple[Any, ...]) -> Any:
    told = json.loads(line)
    for key in at:
        told = told[key]
    return told


ODD: list[Any] = ["", 0, -1, 2**63, 2**70, 1e300, None, True, [], {}, ["x"], {"a": 1}, "human", "py:a:b", "Ann"]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", READING)
def test_a_changed_value_is_no_traceback(tmp_path: Path, name: str) -> None:
    chance = random.Random(3)
    lines = COUP.read_text().splitlines()
    for number in range(8):
        at = chance.choice([0, len(lines) - 1, chance.randrange(len(lines))])
        case = list(lines)
        case[at] = changed(case[at], chance.choice([*places(json.loads(case[at]))]), chance.choice(ODD))
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "run.jsonl").write_text("\n".join(case) + "\n")
        outcome(commands(name, folder / "run.jsonl"))


@pytest.mark.parametrize(
    ("at", "value"), [(("winners",), ["Zoe"]), (("scores",), {"Zoe": 1}), (("seats",), {"Zoe": "rules"})], ids=str
)
def test_rows_whose_names_are_not_in_the_cast(tmp_path: Path, at: tuple[Any, ...], value: Any) -> None:
    copy(SHIPPED / "experiment.toml", tmp_path)
    first, *rest = (SHIPPED / "rows.jsonl").read_text().splitlines()[:20]
    (tmp_path / "rows.jsonl").write_text("\n".join([changed(first, at, value), *rest]) + "\n")
    for command in ("report", "merge"):
        assert "is not in the cast" in mistake(command, str(tmp_path))


# -- files that cannot be written


def limited(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that may write only 4 KiB to a file, as on a full disk."""
    line = f"ulimit -f 4; {PLAYBILL} {command}"
    env = {**os.environ, "PLAYBILL_DATA": str(folder)}
    return subprocess.run(["bash", "-c", line], cwd=folder, env=env, capture_output=True, text=True)


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_the_recording_goes_on(tmp_path: Path) -> None:
    done = limited("run coup --record run.jsonl", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith("playbill: run.jsonl cannot be written: File too large. What was played is kept:")
    assert "not finished" in playbill("show", str(tmp_path / "run.jsonl")).stdout
    playbill("resume", str(tmp_path / "run.jsonl"))
    playbill("verify", str(tmp_path / "run.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "run coup --games 40 --no-record --out rows.csv --max-turns 3",
        "run coup --games 2 --record games",
        "run coup --games 4 --record games --workers 2",
        "run coup --no-record --json > /dev/full",
        f"show {COUP} > /dev/full",
    ],
)
def test_what_cannot_be_written_is_one_line(tmp_path: Path, command: str) -> None:
    done = limited(command, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "cannot be written: " in done.stderr


@pytest.mark.parametrize("command", ["show", "verify", "diff", "watch", "report", "compare", "merge", "resume"])
def test_a_name_that_is_too_long(command: str) -> None:
    more = [str(COUP)] if command == "diff" else []
    assert "File name too long." in mistake(command, "x" * 5000, *more)


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text('name = "many"\nscene = "coup"\ngames = 2\n')
    done = playbill("experiment", str(file), "-O", str(file), "--yes", code=2)
    assert done.stderr.splitlines()[-1].endswith(
        "many.toml cannot be written: File exists; name another folder with -O."
    )
