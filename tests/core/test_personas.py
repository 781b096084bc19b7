"""Personas from CSV and JSON files, in prompts, in the council's bots, and in experiments."""

import json
from pathlib import Path
from typing import Any

import pytest

import playbill as pb
from core.engine.events import Prompted
from core.social.persona_file import read_file
from scenes.council.events import Interested

CSV = """\
name,profile,style,values,trust,traits
Ann,a retired nurse,warm,"Safety, my family, community","Bob 0.9, Cat 0",
Bob,"a ""loud"" shopkeeper",,thrift,,curious
*,a citizen,,,,
"""
ROWS = {
    "Ann": {"profile": "a retired nurse", "trust": {"Bob": 0.9, "Cat": 0}, "values": ["safety", "community"]},
    "Bob": {"actions": "speak yield", "properties": {"traits": "curious"}},
}


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def interests(game: pb.Played) -> dict[str, Any]:
    return {event.agent: event.data.interests for event in game.events if isinstance(event.data, Interested)}


def test_columns_of_a_csv_file_become_texts_and_properties(tmp_path: Path) -> None:
    found = read_file(Path(written(tmp_path, "p.csv", "\ufeff" + CSV)))
    assert found["Ann"]["profile"] == "a retired nurse"
    assert found["Ann"]["properties"] == {"values": "Safety, my family, community", "trust": "Bob 0.9, Cat 0"}
    assert found["Bob"] == {"profile": 'a "loud" shopkeeper', "properties": {"values": "thrift", "traits": "curious"}}
    assert found["*"] == {"profile": "a citizen", "properties": {}}


@pytest.mark.parametrize("rows", [ROWS, [{"name": name, **row} for name, row in ROWS.items()]], ids=["object", "list"])
def test_rows_of_a_json_file_are_read_alike(tmp_path: Path, rows: Any) -> None:
    found = read_file(Path(written(tmp_path, "p.json", json.dumps(rows))))
    assert found["Ann"]["properties"] == {"values": "safety, community", "trust": "Bob 0.9, Cat 0"}
    assert found["Bob"] == {"actions": ("speak", "yield"), "properties": {"traits": "curious"}}


def test_values_and_trust_hold_in_the_council_and_the_recording_needs_no_file(tmp_path: Path) -> None:
    file = written(tmp_path, "p.csv", CSV)
    game = pb.play("council", {"personas": file, "members": 4}, record=tmp_path / "game.jsonl", seed=3)
    found = interests(game)
    assert found["Ann"].values == {"safety": 3, "community": 2}
    assert found["Ann"].trust == {"Bob": 0.9, "Cat": 0.0, "Dan": 0.5}
    assert found["Bob"].values == {"thrift": 3}
    assert found["Dan"].values == {}
    Path(file).unlink()
    assert pb.verify(tmp_path / "game.jsonl") == len(game.events)


def test_a_model_reads_its_own_persona_and_no_other(tmp_path: Path) -> None:
    file = written(tmp_path, "p.csv", CSV)
    game = pb.play("chat", {"personas": file, "max_turns": 4}, {"*": "llm:mock"})
    prompts = {
        event.agent: "\n".join(each["content"] for each in event.data.messages.values())
        for event in game.events
        if isinstance(event.data, Prompted)
    }
    assert "Your trust: Bob 0.9, Cat 0" in prompts["Ann"]
    assert "Your traits: curious" in prompts["Bob"]
    assert "Cat 0" not in prompts["Bob"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no personas"),
        ("profile\na baker", "persona 1 has no name"),
        ("name\nAnn\nAnn", "persona 2: there are two personas for 'Ann'"),
        ("name,trust\nAnn,Zoe 0.5", "persona of Ann: trust: 'Zoe 0.5' is not a member with a number"),
        ("name,trust\nAnn,Bob nan", "persona of Ann: trust: 'Bob nan' should end in a number from 0 to 1"),
        ("name\nZoe", "nobody is called 'Zoe'"),
        ("name,actions\nAnn,fly", "there is no action 'fly'"),
        (f"name,profile\nAnn,{'x' * 1001}", "at most 1000 characters"),
    ],
)
def test_a_bad_file_gets_a_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(pb.UserError, match=says):
        pb.play("council", {"personas": written(tmp_path, "p.csv", text)})


@pytest.mark.parametrize("text", ["[1]", '"x"', "{", "[" * 100_000])
def test_bad_json_gets_a_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(pb.UserError, match=r"p\.json"):
        pb.play("chat", {"personas": written(tmp_path, "p.json", text)})


def test_an_experiment_reads_a_file_only_if_it_is_allowed_and_takes_files_as_levels(tmp_path: Path) -> None:
    files = [written(tmp_path, f"{name}.csv", CSV.replace("thrift", name)) for name in ("nature", "growth")]
    design = (
        f'name = "p"\nscene = "council"\ngames = 1\n[options]\nmembers = 4\n[factors]\npersonas = {json.dumps(files)}'
    )
    file = written(tmp_path, "p.toml", design)
    with pytest.raises(pb.UserError, match="--allow"):
        pb.experiment(file, tmp_path / "p")
    rows = pb.experiment(file, tmp_path / "p", allow=[f"read:{each}" for each in files])
    found = [interests(pb.load(tmp_path / "p" / row.recording))["Bob"].values for row in rows]
    assert found == [{"nature": 3}, {"growth": 3}]
