"""Readable output of the command line: scene descriptions, boards, transcripts and completions."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from core.engine import bot_references
from core.engine.casting import set_up
from core.engine.registry import find_scene, scene_names
from core.recording.checked_reader import read_run
from tests.tui.conftest import RECORDINGS
from tests.tui.test_cli import mistake, playbill

SAMPLES = sorted(RECORDINGS.glob("*-sample.jsonl"))


@pytest.mark.parametrize("scene", scene_names())
@pytest.mark.few(2)
def test_a_scenes_sheet_has_its_options_policies_actions_and_seats(scene: str) -> None:
    kind, text = find_scene(scene), playbill("scenes", scene).stdout
    assert text.startswith(f"{scene}: {kind.summary}\n\nSeats: ")
    paragraphs = {part.partition(":")[0]: part.splitlines()[1:] for part in text.strip().split("\n\n")}
    options = paragraphs["Options with their defaults, for -o KEY=VALUE"]
    assert [row.split("=")[0].strip() for row in options] == list(kind.Config.model_fields)
    assert all(row.split(maxsplit=1)[1:] for row in options)
    assert {row.split()[0] for row in paragraphs["Policies, for -c SEAT=POLICY"]} >= {"human", "random", *kind.bots}
    assert len(paragraphs.get("Actions", ())) == len({each.form or each.__name__ for each in kind.actions})
    as_json = json.loads(playbill("scenes", scene, "--json").stdout)
    assert as_json == next(each for each in json.loads(playbill("scenes", "--json").stdout) if each["scene"] == scene)


def test_a_scene_that_nobody_brings_has_no_sheet() -> None:
    assert "coup" in mistake("scenes", "coop")


def test_a_broken_bot_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("crooked", "nowhere.bots:Crooked", "playbill.bots")
    monkeypatch.setattr(bot_references, "installed_entry_points", lambda group: {"crooked": entry})
    done = playbill("scenes")
    assert (done.stdout + done.stderr).count("crooked") == done.stderr.count("crooked") == 1
    assert "the bot crooked is installed but cannot be used" in done.stderr


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.few(1)
def test_a_game_is_shown_and_exported_in_sentences(path: Path) -> None:
    """No row is the dump of a whole observation."""
    recording = read_run(path)
    scene, _ = set_up(recording.header)
    fields = set(scene.observe(scene.names[0]).__struct_fields__)
    rows = playbill("show", str(path)).stdout.splitlines()[len(recording.events) :]
    assert rows
    assert not [row for row in rows if row.partition(":")[0] in fields]
    text = playbill("export", str(path), "--to", "text").stdout
    assert text.startswith((recording.header.scene, "Coup, seed "))
    assert len(text.splitlines()) > 20


def test_a_board_of_werewolf_says_who_lives_and_how_the_others_died() -> None:
    sample = str(RECORDINGS / "werewolf-sample.jsonl")
    rows = playbill("show", sample).stdout.splitlines()
    assert "The village won." in rows
    assert "still alive: Eli (villager), Gus (villager)" in rows
    assert next(row for row in rows if row.startswith("dead: ")).endswith("Hal (werewolf) was hanged on day 4")
    seen = playbill("show", sample, "--at", "t3", "--as", "Ann").stdout.splitlines()[-5:]
    assert seen == [
        "Day 1: the village talks.",
        "still alive: Ann (seer), Bob, Cat, Dan, Eli, Gus, Hal, Ivy",
        "dead: Fay (doctor) died in night 1",
        "seen in night 1: Ivy is no werewolf",
        "speeches left today: 16",
    ]
    assert "Ivy" not in playbill("show", sample, "--at", "t3", "--as", "Bob").stdout.splitlines()[-2]


def test_a_transcript_tells_what_only_some_know_apart(tmp_path: Path) -> None:
    sample, out = str(RECORDINGS / "werewolf-sample.jsonl"), tmp_path / "game.txt"
    playbill("export", sample, "--to", "text", "-O", str(out))
    rows = out.read_text("utf-8").splitlines()
    ann = "I lean towards Cat, without being sure. Bob, whom would you suspect?"
    assert f"   4  Ann says: {ann}" in rows
    assert "          [Cat, Dan, Hal] Hal says to Cat, Dan: Fay dies tonight." in rows
    assert "      Day 1: Fay died in the night." in rows
    assert rows[-1].startswith("village_won: ")
    assert "The village won." in rows
    assert not [row for row in rows if "the turn is over" in row or "did: " in row]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("playbill run co", {"coloring", "council", "coup"}),
        ("playbill scenes wer", {"werewolf"}),
        ("playbill run coup -o pla", {"players=", "playouts="}),
        ("playbill run -o players=3 coup -c ", {"Ann=", "Bob=", "Cat=", "Dan=", "*="}),
        ("playbill play coup -c Bob=r", {"Bob=random", "Bob=rules"}),
        ("playbill play -c Bob=r", set()),
    ],
)
def test_a_tab_completes(line: str, found: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PLAYBILL_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    rows = playbill().stdout.splitlines()
    assert {row.split()[0] for row in rows if row} == found
