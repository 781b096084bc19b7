"""Chop moves: a clue that keeps cards which it does not touch."""

import pytest

from scenes.hanabi.convention.words import told
from scenes.hanabi.scene import HanabiScene
from tests.scenes.test_hanabi_convention import advice, after, believes, dealt, labels

OTHERS = ("clue Bob 3", "clue Ann 3")
LATER = (*OTHERS, "discard e", "clue Ann 5")
"""A 5 is told after somebody discarded."""
BOB = ("clue Ann 1", "discard e", "discard e", "clue Ann 1", "discard e")
ONES = ("clue Bob 3", *(command for move in BOB for command in (move, "play e")))
"""Ann plays her five ones, and draws as many cards; Bob draws three meanwhile."""


def chops(scene: HanabiScene, name: str) -> str:
    """The slots that are kept by chop moves, and the chop."""
    seen = {slot: believes(scene, name, slot) for slot in "abcde"}
    return "".join(s for s in seen if seen[s].kind == "moved") + "/" + "".join(s for s in seen if seen[s].chop)


@pytest.mark.parametrize(
    ("hand", "commands", "found"),
    [
        ("R3 Y4 B5 G4 R4", LATER, "e/c"),  # b, the 3, is clued
        ("R3 B5 Y4 G4 R4", LATER, "/e"),  # further away
        ("R3 Y4 G4 B5 R4", LATER, "/d"),  # on the chop
        ("R3 Y4 G4 B5 R4", (*OTHERS, "clue Bob 4", "clue Ann 5"), "/e"),  # nobody discarded: the 5 is told early
    ],
)
def test_a_five_right_after_the_chop_moves_the_chop(hand: str, commands: tuple[str, ...], found: str) -> None:
    assert chops(after(dealt(hand, "G3 B4 P3 P4 Y4"), *commands), "Ann") == found


def with_a_useless_card(newest: str) -> HanabiScene:
    """Ann's second card is a 1 that is told after all ones are played; the first is the newest."""
    draws = f"P4 B3 R2 B4 Y4 G1 P3 {newest}"
    scene = after(dealt("R1 Y1 G1 B1 P1", "R3 R4 P4 G4 Y4", then=draws), *ONES)
    assert chops(scene, "Ann") == "/e"
    return after(scene, "clue Ann 1")


def test_a_useless_card_that_is_told_keeps_all_that_are_older() -> None:
    scene = with_a_useless_card("G3")
    assert chops(scene, "Ann") == "cde/a"
    assert told(scene.observe("Ann")) == "b is of no use; keep c; keep d; keep e"
    after(scene, "discard b", "clue Ann yellow")
    assert chops(scene, "Ann") == "de/b", "what is kept stays so"
    assert "R1" not in labels(believes(scene, "Ann", "e").cards).split(), "and is thought to be of use"


@pytest.mark.parametrize(("newest", "focus", "other"), [("R3", "b", "d"), ("G3", "d", "b")])
def test_a_card_that_is_kept_is_the_focus_only_of_a_clue_to_nothing_newer(newest: str, focus: str, other: str) -> None:
    scene = after(with_a_useless_card(newest), "discard b", "clue Ann red")
    assert believes(scene, "Ann", focus).kind == "play"
    assert believes(scene, "Ann", other).kind != "play"


def test_a_chop_that_cannot_be_told_well_is_moved() -> None:
    """The other yellow 4 is gone. Yellow would touch the yellow 1, which is of no use; 4, both of a kind."""
    scene = dealt("R3 R4 G4 Y1 Y4", "P4 P4 Y1 R5 Y4", "G3 B4 R3 P3 B3")
    after(scene, "clue Cat 3", "clue Ann 1", "clue Ann 1", "play d", "clue Cat 4", "clue Ann 3", "discard e")
    after(scene, "clue Cat 3", "clue Ann 3")
    assert advice(scene) == ("clue Bob 5", "moves Bob's chop, so that the yellow 4 there is kept")
    after(scene, "clue Bob 5")
    assert believes(scene, "Bob", "e").kind == "moved"
