"""Edited recordings of Coup: impossible content is rejected on reading, every other edit is found by verify."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.engine.casting import open_run, prepare
from core.engine.chance import Draw
from core.errors import UserError
from core.llm.routes import Routes
from core.recording.checked_reader import read_run
from core.recording.file import Recorder
from core.recording.verification import Mismatch, verify
from scenes.coup.moves import CHARACTERS

Line = dict[str, Any]
KINDS = {"shuffled", "drew", "began", "declared", "passed", "challenged", "blocked", "proved", "lost", "settled"}
KINDS |= {"kept", "exchanged", "undoubted", "unheard"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """Return the lines of a whole recording in which all kinds of events occur."""
    for seed in range(200):
        lines = [json.loads(line) for line in played(seed, tmp_path_factory.mktemp("coup")).read_text().splitlines()]
        done = [line["data"]["verb"] for line in lines[1:] if line["kind"] == "settled"]
        if {line.get("kind") for line in lines} >= KINDS and "income" in done:
            return lines
    raise AssertionError("no such game")


def played(seed: int, folder: Path) -> Path:
    path = folder / "game.jsonl"
    header = prepare("coup", {"players": 3}, {"*": "random"}, seed)
    recorder = Recorder.create(path, header)

    async def play() -> None:
        async for _ in open_run(header, write=recorder.write, routes=Routes()):
            pass

    asyncio.run(play())
    recorder.close()
    return path


def copied(lines: list[Line]) -> list[Line]:
    copy: list[Line] = json.loads(json.dumps(lines))
    return copy


def written(lines: list[Line], path: Path) -> Path:
    for n, line in enumerate(lines[1:], 1):
        line["n"] = n
    path.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines))
    return path


def found(path: Path) -> str:
    """Return the stage that finds the forgery, reading or verify. Any error but these two is a bug."""
    try:
        recording = read_run(path)
    except UserError:
        return "read"
    with pytest.raises(Mismatch):
        asyncio.run(verify(recording))
    return "verify"


def first(lines: list[Line], kind: str, **data: Any) -> Line:
    return next(line for line in lines if line.get("kind") == kind and data.items() <= line["data"].items())


def test_the_game_itself_is_read_and_verified(game: list[Line], tmp_path: Path) -> None:
    recording = read_run(written(copied(game), tmp_path / "game.jsonl"))
    assert asyncio.run(verify(recording)) == len(game) - 1


@pytest.mark.parametrize(
    ("kind", "key", "forge"),
    [
        ("shuffled", "deck", lambda deck: [*deck[1:], deck[1]]),
        ("shuffled", "deck", lambda deck: deck[1:]),
        ("shuffled", "deck", lambda deck: [*deck, "Duke"]),
        ("shuffled", "deck", lambda deck: ["Queen", *deck[1:]]),
        ("drew", "cards", lambda cards: [other(cards[0]), cards[1]]),
        ("drew", "cards", lambda cards: cards[1:]),
        ("drew", "cards", lambda cards: [*cards, cards[0]]),
        ("proved", "card", lambda card: other(card)),
        ("lost", "card", lambda card: "Queen"),
        ("kept", "cards", lambda cards: [other(cards[0]), *cards[1:]]),
        ("kept", "back", lambda cards: cards[1:]),
        ("declared", "verb", lambda verb: "sleep"),
        ("declared", "target", lambda target: "Zed"),
        ("declared", "cost", lambda cost: cost + 1),
        ("declared", "cost", lambda cost: cost - 60),
        ("declared", "claim", lambda claim: "Duke" if claim != "Duke" else "Captain"),
        ("blocked", "claim", lambda claim: 3),
        ("settled", "coins", lambda coins: coins + 1),
        ("settled", "coins", lambda coins: coins - 60),
        ("settled", "outcome", lambda outcome: "draw"),
        ("lost", "why", lambda why: "hunger"),
        ("lost", "out", lambda out: "yes"),
    ],
)
def test_what_this_game_does_not_have_is_refused_as_it_is_read(
    kind: str, key: str, forge: Callable[[Any], Any], game: list[Line], tmp_path: Path
) -> None:
    lines = copied(game)
    told = first(lines, kind)
    told["data"][key] = forge(told["data"][key])
    with pytest.raises(UserError, match=r"event \d+ does not fit the game|line \d+"):
        read_run(written(lines, tmp_path / "forged.jsonl"))


@pytest.mark.parametrize("audience", [[], ["Ann"], ["Ann", "Bob", "Cat"]])
@pytest.mark.parametrize("kind", ["began", "declared", "passed", "challenged", "blocked", "proved", "lost", "settled"])
def test_what_all_see_has_no_smaller_audience(kind: str, audience: list[str], game: list[Line], tmp_path: Path) -> None:
    lines = copied(game)
    first(lines, kind)["audience"] = audience
    with pytest.raises(UserError, match="this event is public"):
        read_run(written(lines, tmp_path / "forged.jsonl"))


def other(card: str) -> str:
    return CHARACTERS[CHARACTERS.index(card) - 1]


@pytest.mark.parametrize(
    ("kind", "key", "forge"),
    [
        ("shuffled", "deck", lambda deck: deck[::-1]),
        ("declared", "claim", lambda claim: "Duke" if claim != "Duke" else "Captain"),
        ("declared", "cost", lambda cost: cost + 1),
        ("declared", "verb", lambda verb: "exchange" if verb != "exchange" else "tax"),
        ("challenged", "claimant", lambda name: "Zed"),
        ("challenged", "claim", lambda card: other(card)),
        ("blocked", "claim", lambda card: other(card)),
        ("settled", "coins", lambda coins: coins + 1),
        ("settled", "target", lambda target: "Zed"),
        ("settled", "outcome", lambda outcome: "blocked" if outcome != "blocked" else "done"),
        ("lost", "why", lambda why: "coup" if why != "coup" else "bluff"),
        ("lost", "out", lambda out: not out),
        ("undoubted", "claim", lambda card: other(card)),
        ("unheard", "command", lambda command: "income"),
        ("began", "", None),
    ],
)
def test_what_did_not_happen_is_found(
    kind: str, key: str, forge: Callable[[Any], Any] | None, game: list[Line], tmp_path: Path
) -> None:
    lines = copied(game)
    told = first(lines, kind)
    if forge is None:
        told["agent"] = next(name for name in ("Ann", "Bob", "Cat") if name != told["agent"])
    else:
        told["data"][key] = forge(told["data"][key])
    assert found(written(lines, tmp_path / "forged.jsonl"))


def test_a_card_that_is_not_in_hand_is_not_turned_up(game: list[Line], tmp_path: Path) -> None:
    lines = copied(game)
    for i, line in enumerate(lines):
        if line.get("kind") == "lost":
            forged = copied(lines)
            for card in CHARACTERS:
                if card != line["data"]["card"]:
                    forged[i]["data"]["card"] = card
                    assert found(written(forged, tmp_path / "forged.jsonl"))


@pytest.mark.parametrize("secret", ["drew", "kept", "undoubted", "unheard"])
def test_a_secret_told_to_all_is_found(secret: str, game: list[Line], tmp_path: Path) -> None:
    lines = copied(game)
    first(lines, secret)["audience"] = None
    assert found(written(lines, tmp_path / "forged.jsonl")) == "verify"


def test_the_end_that_is_told_is_the_end_that_was(game: list[Line], tmp_path: Path) -> None:
    for winners, why in ((["Zed"], "read"), ([], "verify")):
        lines = copied(game)
        lines[-1]["data"]["winners"] = winners
        assert found(written(lines, tmp_path / "forged.jsonl")) == why
    for key, value in (("bluffs", 0), ("challenge_precision", 1.0)):
        lines = copied(game)
        assert lines[-1]["data"]["result"][key] != value
        lines[-1]["data"]["result"][key] = value
        assert found(written(lines, tmp_path / "forged.jsonl")) == "verify"


# -- events at impossible times

VALUES = (
    *CHARACTERS,
    "",
    "Ann",
    "Zed",
    "income",
    "coup",
    "steal",
    "exchange",
    "done",
    "moot",
    "blocked",
    "bluff",
    None,
    7,
)


def forged(game: list[Line], draw: Draw) -> list[Line]:
    """Make one random edit."""
    lines = copied(game)
    at = 1 + draw.below(len(lines) - 2)
    line = lines[at]
    match draw.choice(("value", "value", "agent", "kind", "dropped", "twice", "moved")):
        case "value" if line["data"]:
            line["data"][draw.choice(list(line["data"]))] = draw.choice(VALUES)
        case "agent":
            line["agent"] = draw.choice(("Ann", "Bob", "Cat", "", "Zed"))
        case "kind":
            line["kind"] = draw.choice(("passed", "began", "exchanged", "lost"))
        case "dropped":
            del lines[at]
        case "twice":
            lines.insert(at, {**line, "end": ""})
        case _:
            lines.insert(1 + draw.below(len(lines) - 2), lines.pop(at))
    return lines


def test_no_edit_passes_and_none_is_more_than_an_error_for_the_user(game: list[Line], tmp_path: Path) -> None:
    draw, where = Draw(1), list[str]()
    for _ in range(90):
        lines = forged(game, draw)
        if [line | {"n": 0} for line in lines[1:]] != [line | {"n": 0} for line in game[1:]]:
            where.append(found(written(lines, tmp_path / "forged.jsonl")))
    assert {*where} == {"read", "verify"}
    assert len(where) > 70


@pytest.mark.parametrize("kind", ["passed", "declared", "settled", "challenged", "blocked"])
def test_what_comes_when_it_cannot_is_refused_as_it_is_read(kind: str, game: list[Line], tmp_path: Path) -> None:
    lines = copied(game)
    line = first(lines, kind)
    lines.insert(lines.index(line), {**line, "end": ""})
    with pytest.raises(UserError, match="does not fit the game"):
        read_run(written(lines, tmp_path / "forged.jsonl"))


@pytest.mark.parametrize("kind", ["passed", "settled"])
def test_what_another_did_is_refused_as_it_is_read(kind: str, game: list[Line], tmp_path: Path) -> None:
    lines = copied(game)
    line = first(lines, kind)
    line["agent"] = ""
    with pytest.raises(UserError, match="does not fit the game"):
        read_run(written(lines, tmp_path / "forged.jsonl"))
