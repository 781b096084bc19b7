"""Recent as trees: a run, and under it its branches with what they changed; many are folded, and one opens beside."""

from pathlib import Path

import pytest

import playbill as pb
from tests.tui.conftest import screen_of, stage_of, until
from tui.lobby_app import LobbyApp
from tui.screens.lobby import LobbyScreen
from tui.screens.lobby_runs import glance
from tui.screens.lobby_tree import SHOWN, trees


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game, five branches of it, and a branch of a branch."""
    runs = tmp_path_factory.mktemp("played") / "runs"
    pb.play("coup", cast={"*": "random"}, seed=5, record=runs / "game.jsonl")
    for number in range(SHOWN + 2):
        cast = {"Bob": "rules"} if number == 1 else {}
        options = {"max_turns": 5}
        pb.branch(runs / "game.jsonl", "t3", options, cast, 20 + number, record=runs / f"branch-{number}.jsonl")
    pb.branch(runs / "branch-1.jsonl", "t4", seed=9, record=runs / "twig.jsonl")
    return runs


def test_branches_stand_under_the_run_that_they_left_whatever_their_age(played: Path) -> None:
    ages = {"game": 1, "other": 5, "branch-1": 2, "twig": 7, "branch-0": 3}
    (played / "other.jsonl").write_text("no recording\n")
    runs = [glance(played / f"{name}.jsonl", when) for name, when in ages.items()]
    rows = trees(sorted(runs, key=lambda run: -run.when), ())
    (played / "other.jsonl").unlink()
    told = [(row.path.stem, row.depth) for row in rows]
    assert told == [("game", 0), ("branch-0", 1), ("branch-1", 1), ("twig", 2), ("other", 0)]
    changes = {row.path.stem: row.changed for row in rows}
    assert changes["game"] == ""
    assert changes["branch-1"].endswith("Bob=rules, seed 21, max_turns=5")
    assert changes["twig"].endswith(": seed 9")


def test_of_many_branches_a_few_are_listed_until_all_are_asked_for(played: Path) -> None:
    runs = [glance(played / f"{name}.jsonl") for name in ("game", *(f"branch-{n}" for n in range(SHOWN + 2)))]
    rows = trees(runs, ())
    assert [row.folded for row in rows] == [0] * (SHOWN + 1) + [2]
    assert len(trees(runs, {rows[0].path})) == SHOWN + 3
    assert len(trees(runs[:-1], ())) == SHOWN + 2, "one more is no longer than the row that would stand for it"
    assert [row.depth for row in trees(runs[1:], ())] == [0] * (SHOWN + 2), "their parent is not here"


async def test_branches_unfold_and_open_beside_their_parent(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYBILL_DATA", str(played.parent))
    app = LobbyApp(pace=0.0, motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "just now" in screen_of(app))
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        await pilot.press("B")
        assert "choose a branch" in screen_of(app)
        await pilot.press("r")
        assert screen_of(app).count("↳ at") == SHOWN
        folded = next(i for i, run in enumerate(lobby.state.listed) if run.folded)
        lobby.state.go("recent", folded)
        await pilot.press("enter")
        assert screen_of(app).count("↳ at") == SHOWN + 3
        assert app.screen is lobby
        await pilot.press("B")
        await until(pilot, lambda: app.screen is not lobby)
        beside = stage_of(app).state.beside  # type: ignore[arg-type]
        assert beside is not None
        assert beside.views[1].path == played / "game.jsonl"
        assert beside.views[0].n == beside.views[0].header.parent.n  # type: ignore[union-attr]
