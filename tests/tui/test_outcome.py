"""The outcome of a game as the lobby, the track and the end screen word it."""

from pathlib import Path

import pytest

from tests.tui.conftest import RECORDINGS, row, stage_of, watching
from tui.lobby.recordings import recording_row
from tui.outcome import outcome, person_of

VILLAGE = ("Ann", "Bob", "Cat", "Dan", "Fay", "Hal")
POINTS = {"Ann": 0.0, "Bob": 3.0, "Cat": 4.0, "Dan": 3.0}


@pytest.mark.parametrize(
    ("reason", "winners", "scores", "person", "words"),
    [
        ("won", ("Cat",), {}, "", "won by Cat"),
        ("won", ("Cat",), {}, "Ann", "you lost, Cat won"),
        ("won", ("Ann",), {}, "Ann", "you won"),
        ("won", ("Ann", "Cat"), {}, "Ann", "you won with Cat"),
        ("won", VILLAGE, {}, "", "won by 6 players"),
        ("village_won", VILLAGE, {}, "", "the village won"),
        ("village_won", VILLAGE, {}, "Eli", "you lost, the village won"),
        ("wolves_won", ("Eli", "Ivy"), {}, "Eli", "you won with the wolves"),
        ("bid_called", ("Cat",), {}, "Ann", "bid called: you lost, Cat won"),
        ("adjourned", (), POINTS, "", "adjourned, most points: Cat 4"),
        ("adjourned", (), POINTS, "Dan", "adjourned, you are 2nd of 4, 3 points"),
        ("consensus", (), {}, "Ann", "consensus"),
        ("max_turns", ("Cat",), POINTS, "Ann", "max turns"),
    ],
)
def test_an_end_is_told_to_a_person_about_itself(
    reason: str, winners: tuple[str, ...], scores: dict[str, float], person: str, words: str
) -> None:
    assert outcome(reason, winners, scores, person) == words


def test_only_one_human_is_the_person() -> None:
    assert person_of({"Ann": "human", "Bob": "rules"}) == "Ann"
    assert person_of({"Ann": "human", "Bob": "human"}) == ""
    assert person_of({"Ann": "rules"}) == ""


def test_a_row_of_the_lobby_says_that_its_person_lost(tmp_path: Path) -> None:
    whole = (RECORDINGS / "coup-sample.jsonl").read_text()
    path = tmp_path / "own.jsonl"
    path.write_text(whole.replace('"Bob":"bluffer"', '"Bob":"human"', 1))
    assert recording_row(path).status == "you lost, Ann won"
    assert recording_row(RECORDINGS / "werewolf-sample.jsonl").status == "the village won"
    assert recording_row(RECORDINGS / "council-sample.jsonl").status == "most points: Bob 5"


@pytest.mark.parametrize(
    ("name", "words", "headline"),
    [
        ("werewolf", "the village won", "The village won"),
        ("council", "adjourned, most points: Bob 5", "The council is over: 2 of 3 motions passed"),
    ],
)
async def test_the_track_and_the_end_name_the_result(name: str, words: str, headline: str) -> None:
    async with watching(f"{name}-sample") as (app, pilot, _):
        await pilot.press("G")
        assert f"■ {words}" in row(app, "place")
        await pilot.press("e")
        assert stage_of(app).has_class("over")
        assert row(app, "ending").startswith(f"▌{headline} ")
