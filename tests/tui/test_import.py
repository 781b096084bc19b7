"""`playbill import`: a game from another site becomes an ordinary recording, or no file is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import UserError
from tests.scenes.test_hanabi_live import game, move
from tests.tui.test_cli import mistake, playbill
from tui.cli import exchange


def put(folder: Path, **changes: Any) -> str:
    """Write a game in the site's export format and return its path."""
    path = folder / "game.json"
    path.write_text(json.dumps(game(**changes)))
    return str(path)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def test_a_game_is_imported_shown_verified_and_exported(tmp_path: Path) -> None:
    source, out, back = put(tmp_path), tmp_path / "out.jsonl", tmp_path / "back.json"
    done = playbill("import", source, "--from", "hanab.live", "-O", str(out))
    assert done.stdout == ""
    assert f"stop; recorded in {out}" in done.stderr
    shown = playbill("show", str(out)).stdout
    assert "alice=human, bob=human" in shown
    assert "plays R1" in shown
    assert "clues alice 3 (2 cards)" in shown
    assert "discards Y1" in shown
    assert "fireworks R1 Y· G· B· P·" in shown
    blind = playbill("show", str(out), "--as", "bob").stdout
    assert "bob   draws" not in blind
    assert playbill("verify", str(out)).stdout.endswith("events verified\n")
    playbill("export", str(out), "--to", "hanab.live", "-O", str(back))
    assert json.loads(back.read_text())["actions"] == [{"value": 0, **action} for action in game()["actions"]]
    again = tmp_path / "again.jsonl"
    playbill("import", str(back), "--from", "hanab.live", "-O", str(again))
    playbill("diff", str(out), str(again))  # exits with 1 if they differ


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"options": {"variant": "Cow & Pig (5 Suits)"}}, "unknown variant 'Cow & Pig (5 Suits)'"),
        ({"options": {"oneExtraCard": True}}, "an extra card (oneExtraCard)"),
        ({"deck": []}, "deck of 0 cards"),
        ({"actions": [move(0, 5)]}, "alice does not hold card 5"),
        ({"actions": [move(0, 0), move(3, 0, 3), move(1, 2), move(1, 5), move(1, 3)]}, "move 4 (bob: discard e)"),
        ({"actions": [move(0, 4), move(0, 7), move(0, 3), move(0, 5)]}, "over after move 3"),
    ],
)
def test_a_game_that_cannot_be_leaves_no_file(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    before = put(tmp_path, **changes)
    out = tmp_path / "new" / "out.jsonl"
    said = mistake("import", before, "--from", "hanab.live", "-O", str(out))
    assert said.startswith("playbill: game.json: ")
    assert says in said
    assert files(tmp_path) == {"game.json"}


def imported(source: str, out: Path | None = None) -> str:
    with pytest.raises(UserError) as why:
        exchange.import_(Path(source), "hanab.live", out)
    return str(why.value)


def test_a_file_that_is_there_stays_as_it_is_and_a_bad_place_is_said(tmp_path: Path) -> None:
    source, out = put(tmp_path), tmp_path / "mine.jsonl"
    out.write_text("mine")
    assert "exists already; name another file with -O" in imported(source, out)
    assert out.read_text() == "mine"
    assert "cannot be written" in imported(source, Path(source) / "out.jsonl")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_import_cut_short_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    from core.recording.file import Recorder

    def fail(recorder: Recorder, batch: bytes) -> None:
        raise error

    monkeypatch.setattr(Recorder, "write", fail)
    with pytest.raises(error):
        exchange.import_(Path(put(tmp_path)), "hanab.live", tmp_path / "out.jsonl")
    assert files(tmp_path) == {"game.json"}


@pytest.mark.parametrize(
    ("told", "says"), [(b"", "not a game"), (b"\xff\xfe", "not UTF-8"), (b"\x00", "not a game"), (b"[]", "not a game")]
)
def test_what_is_no_text_of_a_game_is_said(tmp_path: Path, told: bytes, says: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(told)
    assert says in imported(str(path))
    assert files(tmp_path) == {"x.json"}


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with path.open("wb") as file:
        file.truncate(2**34)
    assert "larger than 16 MiB" in imported(str(path))


def test_without_a_name_it_goes_to_the_data_folder(own_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exchange.import_(Path(put(own_data)), "hanab.live", None)
    assert "watch it: playbill watch" in capsys.readouterr().err
    assert len(files(own_data)) == 2
