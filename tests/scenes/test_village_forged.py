"""Recordings of impossible villages are rejected in one line, and no command opens them."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import open_run, prepare
from core.errors import UserError
from core.llm.routes import Routes
from core.recording.checked_reader import read_run
from core.recording.file import Recorder

LIVELY_SEED = 1
"""Seed of a village in which somebody gives, accuses and promises on the first day."""
SAMPLE = Path(__file__).parents[2] / "recordings" / "village-sample.jsonl"
Forge = Callable[[dict[str, Any]], None]


def far(data: dict[str, Any]) -> None:
    data["path"][-1] = [99, 99]


def on_water(data: dict[str, Any]) -> None:
    rows = json.loads(SAMPLE.read_text().splitlines()[2])["data"]["rows"]
    data["path"][-1] = next([row.index("~"), y] for y, row in enumerate(rows) if "~" in row)


def short(data: dict[str, Any]) -> None:
    data["rows"] = data["rows"][:-1]


def flooded(data: dict[str, Any]) -> None:
    data["rows"] = ["~" * len(row) for row in data["rows"]]


def nowhere(data: dict[str, Any]) -> None:
    data["places"] = []


FORGERIES: tuple[tuple[str, Forge], ...] = (
    ("walked", far),
    ("walked", on_water),
    ("walked", lambda data: data.update(path=[])),
    ("came", lambda data: data.update(at=[-1, 0])),
    ("met", lambda data: data["near"].update(Zed=[1, 1])),
    ("founded", short),
    ("founded", flooded),
    ("founded", nowhere),
    ("founded", lambda data: data["places"][0].update(x=400)),
    ("news_heard", lambda data: data.update(source="Zed")),
    ("news_heard", lambda data: data.update(piece=77)),
    ("news_told", lambda data: data.update(to=["Zed"])),
    ("turn_taken", lambda data: data.update(minutes=-60)),
    ("turn_taken", lambda data: data.update(minutes=10**12)),
    ("turn_taken", lambda data: data.update(minutes=60 * 10**6)),
    ("fell_asleep", lambda data: data.update(until=10**12)),
)
LIVELY_FORGERIES: tuple[tuple[str, Forge], ...] = (
    ("aim_set", lambda data: data["aim"].update(about="no such matter")),
    ("aim_set", lambda data: data["aim"].update(other="Zed")),
    ("aim_set", lambda data: data["aim"].update(until=0)),
    ("opinion_moved", lambda data: data.update(of="Zed")),
    ("opinion_moved", lambda data: data.update(change=5)),
    ("opinion_moved", lambda data: data.update(why="magic")),
    ("occasion_set", lambda data: data["occasion"].update(place="moon")),
    ("gave", lambda data: data.update(amount=99)),
    ("gave", lambda data: data.update(to="Zed")),
    ("accused", lambda data: data.update(right=not data["right"])),
    ("promised", lambda data: data.update(about="no such matter")),
)


@pytest.mark.parametrize("at", range(len(FORGERIES)))
def test_what_cannot_have_been_is_refused(at: int, tmp_path: Path) -> None:
    refused(SAMPLE.read_text().splitlines()[:-1], *FORGERIES[at], tmp_path / "forged.jsonl")


def refused(lines: list[str], kind: str, forge: Forge, path: Path) -> None:
    """Forge the first event of a kind in a recording's lines; reading them must fail at this event."""
    place = next(i for i, line in enumerate(lines) if json.loads(line).get("kind") == kind)
    event = json.loads(lines[place])
    forge(event["data"])
    path.write_text("\n".join([*lines[:place], json.dumps(event, separators=(",", ":")), *lines[place + 1 :], ""]))
    with pytest.raises(UserError, match=f"event {place} does not fit the game"):
        read_run(path)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the lines of a recorded village with aims, without its end."""
    path = tmp_path_factory.mktemp("lively") / "village.jsonl"
    header = prepare("village", {"players": 8, "days": 1}, {}, LIVELY_SEED)
    recorder = Recorder.create(path, header)

    async def run() -> None:
        async for _ in open_run(header, write=recorder.write, routes=Routes()):
            pass

    asyncio.run(run())
    recorder.close()
    return path.read_text().splitlines()[:-1]


@pytest.mark.parametrize("at", range(len(LIVELY_FORGERIES)))
def test_impossible_aims_and_opinions_are_refused(at: int, lively: list[str], tmp_path: Path) -> None:
    refused(lively, *LIVELY_FORGERIES[at], tmp_path / "forged.jsonl")


def test_an_aim_is_settled_once(lively: list[str], tmp_path: Path) -> None:
    place = next(i for i, line in enumerate(lively) if json.loads(line).get("kind") == "aim_settled")
    again = json.loads(lively[place])
    lines = [*lively[: place + 1], json.dumps({**again, "n": again["n"] + 1, "end": "turn"}, separators=(",", ":"))]
    path = tmp_path / "forged.jsonl"
    path.write_text("\n".join([*lines, ""]))
    with pytest.raises(UserError, match="settled before"):
        read_run(path)


def test_the_shipped_run_is_let_in() -> None:
    assert len(read_run(SAMPLE).events) > 500
