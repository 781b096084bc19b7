"""What a package tests its scene with, beside conformance: a game as it went, and its table as it looks."""

from collections.abc import Callable
from pathlib import Path

import pytest

import playbill as pb
from playbill.testing import golden, settled, snapshot, stage
from scenes.coup.scene import CoupScene

GAME = Path(__file__).parent / "games" / "coup.jsonl"
GOLDEN = (CoupScene, {"players": 2, "talk": "off"}, {"*": "honest", "Bob": "random"}, 7)


def test_a_game_goes_as_it_went() -> None:
    assert golden(GAME, *GOLDEN).reason == "won"


def test_a_game_that_goes_another_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        AssertionError, match=r"coup\.jsonl: seed was 7, and is now 8; if this change is intended, PLAYBILL_RENEW=1"
    ):
        golden(GAME, *GOLDEN[:-1], 8)
    path = tmp_path / "game.jsonl"
    with pytest.raises(AssertionError, match=r"There is no recording .*PLAYBILL_RENEW=1"):
        golden(path, *GOLDEN)
    monkeypatch.setenv("PLAYBILL_RENEW", "1")
    assert golden(path, *GOLDEN).events == pb.load(path).events
    monkeypatch.delenv("PLAYBILL_RENEW")
    path.write_text(path.read_text().replace('"text":"My Captain', '"text":"Your Captain', 1))
    with pytest.raises(AssertionError, match=r'event 10 was {.*"Your Captain.*}, and is now {.*"My Captain'):
        golden(path, *GOLDEN)


@pytest.mark.parametrize(("size", "perspective"), [((80, 24), "Ann"), ((120, 40), "")])
def test_the_table(snap_compare: Callable[..., bool], size: tuple[int, int], perspective: str) -> None:
    snapshot(snap_compare, GAME, "t4", size=size, perspective=perspective)


def test_why_whatever_the_environment(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    snapshot(snap_compare, pb.load(GAME), "t4", theme="light", keys=("i",))


async def test_the_stage_goes_where_the_keys_say() -> None:
    with settled():
        async with stage(GAME, "t4", perspective="Ann").run_test(size=(80, 24)) as pilot:
            view = pilot.app.screen.view  # type: ignore[attr-defined]
            assert view.turn == 3
            await pilot.press("right")
            assert view.turn == 4


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"perspective": "An"}, "An: nobody has that name; did you mean Ann"),
        ({"theme": "lite"}, "did you mean light"),
        ({"at": "t99"}, "turns 0 to"),
    ],
)
def test_what_a_stage_cannot_show_is_said(wishes: dict[str, str], says: str) -> None:
    with pytest.raises(pb.UserError, match=says):
        stage(GAME, **wishes)
