"""Conventions that docs/hanabi.md names, each on a position of its own; others are in test_hanabi_convention.py."""

import pytest

from scenes.hanabi.convention.clues import forecast
from scenes.hanabi.convention.player import read_table
from tests.scenes.test_hanabi_convention import advice, after, believes, dealt, labels

IDLE = "discards e: the oldest card nobody clued"
LOW = ("clue Bob 5", "clue Cat 5", "clue Bob 5", "clue Bob 5", "clue Cat 5", "discard e")
"""With these, three tokens are left, and Ann is to move."""


def test_a_five_is_told_early_where_there_is_nothing_better() -> None:
    """The 5 stall: with all tokens there nobody may discard."""
    scene = dealt("R3 R4 Y4 B3 G4", "G3 B4 P3 P4 Y3", "G3 P5 P3 P4 Y4")
    assert advice(scene) == ("clue Cat 5", "tells Cat of the 5 early, so that it is never discarded")
    after(scene, "clue Cat 5")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R5 Y5 G5 B5 P5", "save", False)
    assert believes(scene, "Cat", "e").chop, "a 5 that is told early asks nobody to play, and moves no chop"


def test_a_tempo_clue_gets_a_clued_card_played_now() -> None:
    scene = dealt("Y1 R4 Y4 B3 G4", "G3 B4 P3 P4 Y2", "B4 B3 G4 P4 Y3")
    after(scene, "clue Bob 2", "clue Ann 1", "discard e", "play a", "discard d")
    assert not believes(scene, "Bob", "e").plays
    assert advice(scene) == ("clue Bob yellow", "tells Bob to play e: yellow 2 fits now")
    after(scene, "clue Bob yellow")
    assert believes(scene, "Bob", "e").plays


def test_a_delayed_play_clue_is_about_a_card_that_fits_after_known_ones() -> None:
    scene = after(dealt("Y1 R4 Y4 B3 G4", "G3 B4 P3 Y2 P4", "B4 P5 G4 P4 Y3"), "clue Cat 5", "clue Ann 1")
    action, why = advice(scene)
    assert (action, why) == ("clue Bob yellow", "tells Bob to play d: yellow 2 fits soon")
    after(scene, "clue Bob yellow")
    seen = believes(scene, "Bob", "d")
    assert "Y2" in labels(seen.cards)
    after(scene, "play a")
    assert advice(scene)[0] == "play d"


def test_who_may_hold_the_twin_of_what_was_just_discarded_does_not_discard() -> None:
    """Double discard avoidance: Bob cannot know that his oldest is the other red 4, but it may be."""
    hands = ("R3 G4 Y4 B3 {}", "G3 B4 P3 P5 R4", "Y5 B3 G4 G3 Y3")
    told = after(dealt(hands[0].format("R4"), *hands[1:]), *LOW, "discard e")
    assert advice(told)[0].startswith("clue ")
    free = after(dealt(hands[0].format("G1"), *hands[1:]), *LOW, "discard e")
    assert advice(free) == ("discard e", "discards e: the oldest card nobody clued")


def test_the_last_who_can_warn_does_it_before_playing() -> None:
    """Who moves right before somebody is about to lose the last copy of a card warns, and plays afterwards."""
    scene = dealt("Y1 R4 Y4 B3 G4", "G3 B4 P3 P4 Y5", "B4 B3 G4 P4 Y3")
    after(scene, "clue Cat 3", "clue Cat 4", "clue Ann 1")
    assert believes(scene, "Ann", "a").plays
    assert advice(scene) == ("clue Bob 5", "saves the 5 on Bob's chop")


def test_a_warning_is_left_to_who_has_nothing_to_play() -> None:
    """Bob moves before Cat and has nothing better to do, so Ann can play."""
    scene = dealt("Y1 R4 Y4 B3 G4", "G3 B4 P3 P4 Y4", "B4 B3 G4 P4 Y5")
    after(scene, "clue Bob 3", "clue Ann 1", "clue Ann 1")
    table = read_table(scene.observe("Ann"))
    assert forecast(table, table.clues, {}).lost == ()
    assert advice(scene)[0] == "play a"
    after(scene, "play a")
    assert advice(scene) == ("clue Cat 5", "saves the 5 on Cat's chop")


def test_nobody_relies_on_a_warning_from_who_would_lose_a_card_meanwhile() -> None:
    """Bob could warn Dan, but does not know that his own oldest is a 5: Cat warns Dan, and Ann warns Bob."""
    scene = dealt("R3 R4 Y4 B3", "G3 B4 P3 Y5", "B4 B3 G4 P4", "R4 P3 G4 P5")
    after(scene, "clue Bob 3", "clue Cat 3", "clue Dan 3", "clue Ann 3")
    assert advice(scene) == ("clue Bob 5", "saves the 5 on Bob's chop")


@pytest.mark.parametrize(
    ("twin", "best"), [("G1", ("clue Bob 1", "tells Bob to play b: yellow 1 fits now")), ("Y1", ("discard e", IDLE))]
)
def test_a_clue_that_also_touches_the_twin_of_its_card_is_not_given(twin: str, best: tuple[str, str]) -> None:
    """Good touch: Bob would take the second yellow 1 for a card that is missing, and play it one day."""
    scene = dealt("R3 R4 G4 B3 G3", f"P3 Y1 {twin} P4 G3")
    after(scene, "clue Bob 3", "clue Ann 4")
    assert advice(scene) == best


def test_who_would_mislead_a_partner_by_a_play_first_makes_things_plain() -> None:
    """Bob's third card is the second yellow 1. Once Ann has played yellow 2, he would take it for the yellow 3."""
    scene = dealt("R3 R4 G4 Y2 G3", "P5 Y1 P4 P3 Y1", then="B3 R4 R1")
    after(scene, "clue Bob yellow", "play e", "clue Bob 5", "clue Ann yellow", "clue Bob 4", "discard e")
    assert believes(scene, "Ann", "d").plays
    assert labels(believes(scene, "Bob", "d").cards) == "Y2 Y3"
    assert advice(scene) == ("clue Bob 1", "keeps Bob from playing a card that does not fit")
    after(scene, "clue Bob 1", "discard b")
    assert advice(scene)[0] == "play d"
