"""Edited recordings of Hanabi are rejected on reading; the error names the event that does not fit."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import UserError
from core.recording.checked_reader import read_run

SAMPLE = Path(__file__).parents[2] / "recordings" / "hanabi-sample.jsonl"


@pytest.mark.parametrize(
    ("kind", "key", "forge"),
    [
        ("shuffled", "deck", lambda deck: [99, *deck[1:]]),
        ("shuffled", "deck", lambda deck: [deck[1] + 1, *deck[1:]]),
        ("drew", "cards", lambda cards: [99, *cards[1:]]),
        ("drew", "cards", lambda cards: cards[::-1]),
        ("drew", "labels", lambda labels: ["[red]", *labels[1:]]),
        ("played", "card", lambda card: (card + 1) % 25),
        ("played", "label", lambda label: "K9"),
        ("played", "order", lambda order: 49),
        ("discarded", "card", lambda card: (card + 1) % 25),
        ("clued", "touched", lambda touched: touched[1:]),
        ("clued", "says", lambda says: "purple rain"),
        ("clued", "to", lambda to: 7),
    ],
)
def test_an_edited_card_does_not_fit(kind: str, key: str, forge: Any, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    told = next(line for line in lines if line.get("kind") == kind)
    told["data"][key] = forge(told["data"][key])
    path = tmp_path / "forged.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with pytest.raises(UserError, match=r"event \d+ does not fit the game|line \d+"):
        read_run(path)


def test_the_sample_itself_is_read() -> None:
    assert read_run(SAMPLE).events
