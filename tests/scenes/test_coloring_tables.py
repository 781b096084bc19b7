"""The tables that a recording is made into: a row a turn, and a row an exchange."""

import csv
import io
from typing import Any

from msgspec import structs

from core.engine.agents import Scripted
from core.engine.casting import prepare
from core.engine.events import Event
from core.recording.checked_reader import read_run
from core.recording.header import Header
from scenes.coloring.reports.tables import EXPORTS
from scenes.coloring.talk.speech import Meant, Read
from tests.core.table import ended, play, run_of
from tui.cli.run_files import sample_path

COLORS = ("color h1 red", "color h2 green", "color h3 blue", "color h4 green", "color h5 red")


async def told(*lines: str, turns: int = 20) -> tuple[Header, list[Event]]:
    header = prepare("coloring", {"max_turns": turns, "fixed": 0}, {"H": "human"}, 7)
    return header, await play(run_of(header, {"H": Scripted([*COLORS, *lines])}))


def rows(form: str, header: Header, events: list[Event]) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(EXPORTS[form](header, events))))


async def test_a_turn_is_a_row() -> None:
    header, events = await told("say @B make b2 blue", "pass", "satisfied")
    table = rows("turns", header, events)
    assert [row["owner"] for row in table[:4]] == ["A", "H", "B", "A"]
    person = table[1]
    assert (person["policy"], person["changes"], person["requests"]) == ("human", "5", "1")
    assert float(person["seconds"]) >= float(person["thinking"]) >= 0
    assert table[0]["thinking"] == "", "only people think for a time that means something"
    assert int(table[-1]["conflicts"]) == ended(events).result["conflicts"]
    assert {row["turn"] for row in table} == {str(event.turn) for event in events if event.turn and event.agent}


async def test_owners_that_decide_at_once_have_a_row_each() -> None:
    header = prepare("coloring", {"ordering": "asynchronous"}, {}, 3)
    table = rows("turns", header, await play(run_of(header)))
    assert [(row["turn"], row["owner"]) for row in table[:4]] == [("1", "A"), ("1", "H"), ("1", "B"), ("2", "A")]


async def test_a_request_is_followed_from_the_words_to_what_was_kept() -> None:
    lines = ("say @B make b2 blue", "pass", "say @B make b2 green", "pass", "say nice weather", "pass")
    header, events = await told(*lines, turns=8)
    table = [row for row in rows("exchanges", header, events) if row["by"] == "H"]
    first, second, idle = table[:3]
    assert (first["kind"], first["words"], first["wanted"]) == ("request", "make b2 blue", "b2 = blue")
    assert (first["decided"], first["agreed"], first["kept"], first["until"]) == ("3", "yes", "no", "6")
    assert (second["agreed"], second["kept"], second["until"]) == ("yes", "yes", "")
    assert (idle["kind"], idle["agreed"]) == ("words", "")


async def test_an_offer_is_followed_to_its_end() -> None:
    header, events = await told("say @B promise me b2 blue", "pass", "pass", "say b2 is free again", "pass")
    offer = next(row for row in rows("exchanges", header, events) if row["kind"] == "offer")
    assert (offer["offer"], offer["wanted"], offer["agreed"]) == ("1", "b2 = blue", "no"), "it was withdrawn in the end"


def test_words_that_a_model_understands_otherwise_are_a_misreading() -> None:
    recording = read_run(sample_path("coloring").with_name("coloring-model.jsonl"))
    at, read = next((i, e) for i, e in enumerate(recording.events) if isinstance(e.data, Read) and e.data.rules.avoid)
    assert isinstance(read.data, Read)
    other = structs.replace(read, data=structs.replace(read.data, model=Meant(request={"b3": "red"})))
    again = [*recording.events[:at], other, *recording.events[at + 1 :]]
    for events, misread in ((recording.events, "0"), (again, "1")):
        table = rows("exchanges", recording.header, events)
        assert [row["misread"] for row in table if "h5 is red" in row["words"]] == [misread]
        turn = next(row for row in rows("turns", recording.header, events) if row["turn"] == str(read.turn))
        assert turn["misreadings"] == misread
