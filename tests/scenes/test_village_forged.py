"""Recordings of impossible villages are rejected in one line, and no command opens them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.errors import UserError
from core.recording.checked_reader import read_run

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


@pytest.mark.parametrize("at", range(len(FORGERIES)))
def test_what_cannot_have_been_is_refused(at: int, tmp_path: Path) -> None:
    kind, forge = FORGERIES[at]
    lines = SAMPLE.read_text().splitlines()[:-1]
    place = next(i for i, line in enumerate(lines) if json.loads(line).get("kind") == kind)
    event = json.loads(lines[place])
    forge(event["data"])
    path = tmp_path / "forged.jsonl"
    path.write_text("\n".join([*lines[:place], json.dumps(event, separators=(",", ":")), *lines[place + 1 :], ""]))
    with pytest.raises(UserError, match=f"event {place} does not fit the game"):
        read_run(path)


def test_the_shipped_run_is_let_in() -> None:
    assert len(read_run(SAMPLE).events) > 500
