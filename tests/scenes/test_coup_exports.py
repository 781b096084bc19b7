"""Exports of a Coup recording, compared with a reader of its lines that shares no code with the scene."""

import asyncio
import csv
import io
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.engine.casting import open_run, prepare
from core.llm.routes import Routes
from core.recording.file import Recorder, Recording
from scenes.coup.exports import EXPORTS

CAST = {"Ann": "llm:mock", "Bob": "bluffer", "Cat": "random"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("coup") / "game.jsonl"
    header = prepare("coup", {"players": 3, "bluff": 0.6, "suspicion": 0.2}, CAST, 8)
    recorder = Recorder.create(path, header)

    async def play() -> None:
        async for _ in open_run(header, write=recorder.write, routes=Routes()):
            pass

    asyncio.run(play())
    recorder.close()
    return path


@pytest.fixture(scope="module")
def lines(file: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in file.read_bytes().splitlines()[1:]]


def exported(file: Path, to: str) -> str:
    recording = Recording.read(file)
    return EXPORTS[to](recording.header, recording.events)


def table(file: Path, to: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported(file, to))))


def hands(lines: list[dict[str, Any]], n: int) -> dict[str, list[str]]:
    """Return the hands before event n, from draws, losses, proofs and exchanges alone."""
    held: dict[str, list[str]] = {}
    for line in lines[: n - 1]:
        own, data = held.setdefault(line["agent"], []), line["data"]
        match line["kind"]:
            case "drew":
                own += data["cards"]
            case "lost" | "proved":
                own.remove(data["card"])
            case "kept":
                held[line["agent"]] = list(data["cards"])
    return held


def test_claims(file: Path, lines: list[dict[str, Any]]) -> None:
    made = [
        line for line in lines if line["kind"] == "blocked" or (line["data"].get("verb") and line["data"].get("claim"))
    ]
    rows = table(file, "claims")
    assert [int(row["event"]) for row in rows] == [line["n"] for line in made]
    assert {row["true"] for row in rows} == {"True", "False"}
    assert {row["outcome"] for row in rows} == {"undoubted", "proved", "caught"}
    for row, line in zip(rows, made, strict=True):
        name = line["agent"]
        assert (row["player"], row["policy"], row["card"]) == (name, CAST[name], line["data"]["claim"])
        assert row["true"] == str(row["card"] in hands(lines, line["n"])[name])
        window = next(each for each in lines[line["n"] :] if each["kind"] in ("passed", "challenged"))
        assert row["challenged_by"] == (window["agent"] if window["kind"] == "challenged" else "")
        planned = [each for each in lines[: line["n"]] if each["kind"] == "planned" and each["turn"] == line["turn"]]
        assert row["plan"] == next((each["data"]["text"] for each in planned if each["agent"] == name), "")
        assert bool(row["plan"]) == (name == "Ann")
        assert row["plan"] or not row["verifier_agrees"]  # the verifier is called where something is at stake


def test_players(file: Path, lines: list[dict[str, Any]]) -> None:
    claims, rows, end = table(file, "claims"), table(file, "players"), lines[-1]["data"]
    assert [row["player"] for row in rows] == list(CAST)
    assert [row["player"] for row in rows if row["won"] == "True"] == end["winners"]
    for row in rows:
        own = [claim for claim in claims if claim["player"] == row["player"]]
        doubted = [claim for claim in claims if claim["challenged_by"] == row["player"]]
        assert int(row["claims"]) == len(own)
        assert int(row["bluffs"]) == sum(claim["true"] == "False" for claim in own)
        assert int(row["challenges"]) == len(doubted)
        assert int(row["challenges_won"]) == sum(claim["outcome"] == "caught" for claim in doubted)
        notes = [line for line in lines if line["kind"] == "note_added" and line["agent"] == row["player"]]
        assert int(row["notes"]) == len(notes)
    for column in ("claims", "bluffs", "challenges", "challenges_won", "verifier_checks", "defaults"):
        assert sum(int(row[column]) for row in rows) == end["result"][column]


def test_the_transcript(file: Path, lines: list[dict[str, Any]]) -> None:
    text = exported(file, "text")
    told = text.splitlines()
    assert told[0] == "Coup, seed 8. Ann: llm:mock, Bob: bluffer, Cat: random"
    claims = table(file, "claims")
    assert text.count(" (a bluff).") == sum(claim["true"] == "False" for claim in claims)
    assert text.count(" (true).") == sum(claim["true"] == "True" for claim in claims)
    for line in lines:
        if line["kind"] in ("planned", "note_added", "thought"):
            words = line["data"].get("text") or line["data"]["reason"]
            assert any(each.startswith(f"         [{line['agent']}] ") and words in each for each in told)
    actions = [line for line in lines if line["kind"] == "declared"]
    assert [each.split()[:2] for each in told if each[:3].strip().isdigit()] == [
        [str(number), line["agent"]] for number, line in enumerate(actions, 1)
    ]
    assert f"> {lines[-1]['data']['winners'][0]}" in text
