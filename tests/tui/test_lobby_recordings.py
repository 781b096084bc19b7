"""Recordings in the lobby: a row for each, the last board, and branches listed under their parent."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import playbill as pb
from core.engine.casting import open_run, prepare
from core.engine.registry import find_scene
from core.recording.file import Recorder, Recording
from tests.make_recordings import FOLDER
from tests.tui.conftest import screen_of, stage_of, until
from tui.home.screen import HomeScreen
from tui.lobby.app import LobbyApp
from tui.lobby.recordings import MAX_UNFOLDED, age, last_board, recent_recordings, recording_row, trees


async def record(
    folder: Path,
    name: str,
    *,
    scene: str = "coloring",
    max_turns: int = 40,
    options: Mapping[str, object] = MappingProxyType({}),
    seed: int = 7,
    human: bool = False,
) -> Path:
    header = prepare(scene, {"max_turns": max_turns, **options}, {}, seed)
    path = folder / "runs" / name
    recorder = Recorder.create(path, header)
    async for _ in open_run(header, write=recorder.write):
        pass
    recorder.close()
    if human:
        seat = find_scene(scene).Config().human_seat
        path.write_bytes(path.read_bytes().replace(b'"%s":"rules"' % seat.encode(), b'"%s":"human"' % seat.encode(), 1))
    return path


def unfinish(path: Path, extra: bytes = b'{"n": 99') -> Path:
    """Cut a recording the way a killed process leaves it."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]) + extra)
    return path


async def test_a_row_describes_a_recording(tmp_path: Path) -> None:
    done = recording_row(await record(tmp_path, "done.jsonl"))
    ended = Recording.read(done.path).ended
    assert ended is not None
    assert done.status == f"{ended.reason}, score {ended.result['score']:g}"
    assert (done.scene, done.seed, done.can_continue, done.error) == ("coloring", 7, False, "")
    assert recording_row(await record(tmp_path, "limit.jsonl", max_turns=2)).status.startswith("turn limit")
    cut = recording_row(unfinish(await record(tmp_path, "cut.jsonl", max_turns=5)))
    assert (cut.status, cut.turn, cut.can_continue) == ("not finished", 5, True)
    first = cut.path.read_bytes().partition(b"\n")[0]
    cut.path.write_bytes(first + b"\n")
    assert recording_row(cut.path).status == "not begun"


async def test_a_row_reads_past_long_lines(tmp_path: Path) -> None:
    path = unfinish(await record(tmp_path, "long.jsonl", max_turns=5), b'{"n": 99, "x": "' + b"x" * 300_000)
    assert recording_row(path).turn == 5


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\xff\xfe\n", b"[[[]]]\n", b'{"format": "playbill", "version": 9}\n', b"\x1b[2J\n"]
)
def test_what_cannot_be_read_is_told(tmp_path: Path, content: bytes) -> None:
    for name in ("bad.jsonl", "bad.jsonl.gz"):
        path = tmp_path / name
        path.write_bytes(content)
        assert recording_row(path).error
        assert "\x1b" not in recording_row(path).error
        assert last_board(path)
    assert recording_row(tmp_path / "none.jsonl").error == "No such file or directory"


def test_a_recent_run_says_who_won_whatever_its_file_says(tmp_path: Path) -> None:
    whole = (FOLDER / "coup-sample.jsonl").read_text()
    ended = Recording.read(FOLDER / "coup-sample.jsonl").ended
    assert ended is not None
    (winner,) = ended.winners
    assert recording_row(FOLDER / "coup-sample.jsonl").status == f"won by {winner}"
    for forged in ('"Ann"', "null", '["Zed", ["Ann"]]', "7"):
        path = tmp_path / "forged.jsonl"
        path.write_text(whole.replace(f'"winners":["{winner}"]', f'"winners":{forged}'))
        assert recording_row(path).status == "won"


async def test_the_newest_recordings_come_first(tmp_path: Path) -> None:
    for i, name in enumerate(["old.jsonl", "new.jsonl", "middle.jsonl"]):
        path = await record(tmp_path, name, max_turns=1)
        os.utime(path, (1000 * (i % 2), 1000 * (i % 2) + i))
    (tmp_path / "runs" / "notes.txt").write_text("no recording")
    runs, total = recent_recordings(tmp_path / "runs")
    assert [run.path.name for run in runs] == ["new.jsonl", "middle.jsonl", "old.jsonl"]
    assert total == 3
    assert recent_recordings(tmp_path / "nowhere") == ([], 0)


async def test_the_last_board_of_an_open_game_is_what_its_person_may_know(tmp_path: Path) -> None:
    over = last_board(await record(tmp_path, "over.jsonl", human=True))
    assert "?" not in "".join(over)
    still = last_board(unfinish(await record(tmp_path, "still.jsonl", max_turns=3, human=True)))
    assert "?" in "".join(still)


def test_ages() -> None:
    assert [age(s) for s in (5, 61, 7300, 90000)] == ["just now", "1 min ago", "2 h ago", "1 d ago"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a game, its branches, and a branch of a branch."""
    runs = tmp_path_factory.mktemp("played") / "runs"
    pb.play("coup", cast={"*": "random"}, seed=5, record=runs / "game.jsonl")
    for number in range(MAX_UNFOLDED + 2):
        cast = {"Bob": "rules"} if number == 1 else {}
        options = {"max_turns": 5}
        pb.branch(runs / "game.jsonl", "t3", options, cast, 20 + number, record=runs / f"branch-{number}.jsonl")
    pb.branch(runs / "branch-1.jsonl", "t4", seed=9, record=runs / "twig.jsonl")
    return runs


def test_branches_stand_under_the_run_that_they_left_whatever_their_age(played: Path) -> None:
    ages = {"game": 1, "other": 5, "branch-1": 2, "twig": 7, "branch-0": 3}
    (played / "other.jsonl").write_text("no recording\n")
    runs = [recording_row(played / f"{name}.jsonl", when) for name, when in ages.items()]
    rows = trees(sorted(runs, key=lambda run: -run.when), ())
    (played / "other.jsonl").unlink()
    told = [(row.path.stem, row.depth) for row in rows]
    assert told == [("game", 0), ("branch-0", 1), ("branch-1", 1), ("twig", 2), ("other", 0)]
    changes = {row.path.stem: row.changed for row in rows}
    assert changes["game"] == ""
    assert changes["branch-1"].endswith("Bob=rules, seed 21, max_turns=5")
    assert changes["twig"].endswith(": seed 9")


def test_of_many_branches_a_few_are_listed_until_all_are_asked_for(played: Path) -> None:
    runs = [
        recording_row(played / f"{name}.jsonl") for name in ("game", *(f"branch-{n}" for n in range(MAX_UNFOLDED + 2)))
    ]
    rows = trees(runs, ())
    assert [row.folded for row in rows] == [0] * (MAX_UNFOLDED + 1) + [2]
    assert len(trees(runs, {rows[0].path})) == MAX_UNFOLDED + 3
    assert len(trees(runs[:-1], ())) == MAX_UNFOLDED + 2, "one more is no longer than the row that would stand for it"
    assert [row.depth for row in trees(runs[1:], ())] == [0] * (MAX_UNFOLDED + 2), "their parent is not here"


async def test_branches_unfold_and_open_beside_their_parent(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_DATA", str(played.parent))
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "just now" in screen_of(app))
        lobby = app.screen
        assert isinstance(lobby, HomeScreen)
        await pilot.press("B")
        assert "choose a branch" in screen_of(app)
        await pilot.press("r")
        assert screen_of(app).count("↳ at") == MAX_UNFOLDED
        folded = next(i for i, run in enumerate(lobby.state.listed) if run.folded)
        lobby.state.go("recent", folded)
        await pilot.press("enter")
        assert screen_of(app).count("↳ at") == MAX_UNFOLDED + 3
        assert app.screen is lobby
        await pilot.press("B")
        await until(pilot, lambda: app.screen is not lobby)
        beside = stage_of(app).state.beside  # type: ignore[arg-type]
        assert beside is not None
        assert beside.views[1].path == played / "game.jsonl"
        assert beside.views[0].n == beside.views[0].header.parent.n  # type: ignore[union-attr]
