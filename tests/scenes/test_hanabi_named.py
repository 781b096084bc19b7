"""Conventions named in docs/hanabi.md, each on a position of its own; others are in test_hanabi_convention.py."""

import pytest

from scenes.hanabi.convention.clues import forecast, rated_clues
from scenes.hanabi.convention.explanations import meaning_of_last_clue
from scenes.hanabi.convention.player import read_table
from scenes.hanabi.scene import HanabiScene
from tests.scenes.test_hanabi_convention import advice, after, believes, dealt, labels, turn_of

IDLE = "discards e: the oldest card nobody clued"
LOW = ("clue Bob 5", "clue Cat 5", "clue Bob 5", "clue Bob 5", "clue Cat 5", "discard e")
"""Commands after which three tokens are left and Ann is to move."""


def test_a_five_is_told_early_where_there_is_nothing_better() -> None:
    """The 5 stall: with all tokens available nobody may discard."""
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
    """The player right before one about to lose the last copy of a card warns first, and plays later."""
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


# -- bluffs: the next player plays its newest card, which fits but is not what the clue's focus waits for

HANDS = ("Y3 R4 Y4 B3 G4", "G1 G3 B4 P3 P4", "G3 R2 G4 Y4 P4")
FOUR = ("Y3 R4 Y4 B3", "G1 G3 B4 P3", "R1 G3 G4 P4", "Y3 R2 Y4 P3")
"""Bob's newest card fits; Cat's newest is the one that Dan's red 2 waits for."""
CHOP = "B4 G3 G4 P5"


def bluffs(scene: HanabiScene) -> list[str]:
    table = read_table(scene.observe(turn_of(scene)))
    found = rated_clues(table, forecast(table, table.clues, {}))
    return [f"{table.names[o.to]} {table.variant.clues[o.clue]}" for o in found if o.reading.instead]


def test_a_bluff_plays_the_newest_card_of_who_is_next_and_tells_the_focus() -> None:
    scene = dealt(*HANDS)
    why = "bluff: Bob's newest is the green 1, played for what Cat's card waits for"
    assert advice(scene) == ("clue Cat red", why)
    after(scene, "clue Cat red")
    seen = believes(scene, "Bob", "a")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R1 Y1 G1 B1 P1", "bluff", True)
    assert (
        meaning_of_last_clue(scene.observe("Bob"))
        == "play a: Ann's clue to Cat asks for the newest card, by a finesse or a bluff"
    )
    assert believes(scene, "Cat", "b").plays, "which Cat would play if Bob did not"
    after(scene, "play a")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.plays) == ("R2", False)


def test_a_bluff_is_answered_at_once() -> None:
    """Cat is about to discard a 5, but by not playing Bob would say that there was no bluff."""
    warned = dealt(FOUR[0], "P4 G3 B4 P3", CHOP, FOUR[3])
    assert advice(after(warned, "clue Dan 4"))[0] == "clue Cat 5"
    assert advice(after(dealt(FOUR[0], FOUR[1], CHOP, FOUR[3]), "clue Dan red"))[0] == "play a"


def test_what_waits_for_a_card_that_is_seen_is_no_bluff() -> None:
    """Bob does not play, as he sees the red 1, and so Cat has it."""
    scene = dealt(*FOUR)
    assert advice(scene) == ("clue Dan red", "finesse: Cat's newest is the red 1 that Dan's card waits for")
    after(scene, "clue Dan red")
    assert not any(believes(scene, "Bob", slot).plays for slot in "abcd")
    assert not believes(scene, "Cat", "a").plays, "for all that Cat sees, it is a bluff"
    after(scene, "discard d")
    seen = believes(scene, "Cat", "a")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R1", "finesse", True)
    after(scene, "play a")
    assert believes(scene, "Dan", "b").plays


def test_a_clue_that_would_be_taken_for_a_finesse_is_no_bluff() -> None:
    """Cat would take a 2 for the red one, as Bob plays the red 1."""
    scene = dealt(HANDS[0], "R1 G3 B4 P3 P4", "G3 Y2 G4 Y4 P4")
    assert bluffs(scene) == ["Cat yellow"]


def test_a_card_that_may_be_asked_for_is_not_used_for_a_bluff() -> None:
    """Bob cannot know whether his card is the red 2, for which Cat plays the red 1."""
    scene = dealt("Y3 R4 Y4 B3", "B4 R2 G4 P3", "R1 G3 B4 P4", "Y3 G2 Y4 P3")
    after(scene, "clue Bob red")
    assert bluffs(scene) == []


def test_who_cannot_know_what_is_asked_for_looks_behind_it() -> None:
    """Dan's card may be the red 2 or the red 1, so Eve's newest may be asked for; the green 1 is the one after it."""
    scene = dealt("Y3 R4 Y4 B3", "B4 G2 Y4 P3", "B4 G3 P4 Y3", "G4 R2 G4 P3", "R1 G1 B3 P4")
    after(scene, "clue Dan red", "discard d", "clue Bob green")
    assert not any(believes(scene, "Dan", slot).kind in ("finesse", "bluff") for slot in "abcd")


# -- chop moves: a clue that keeps cards which it does not touch

OTHERS = ("clue Bob 3", "clue Ann 3")
LATER = (*OTHERS, "discard e", "clue Ann 5")
"""Commands in which a 5 is clued after a discard."""
BOB = ("clue Ann 1", "discard e", "discard e", "clue Ann 1", "discard e")
ONES = ("clue Bob 3", *(command for move in BOB for command in (move, "play e")))
"""Commands in which Ann plays her five ones and draws five cards; Bob draws three meanwhile."""


def chops(scene: HanabiScene, name: str) -> str:
    """Return the slots that are kept by chop moves, a slash, and the chop."""
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
    """Return a game in which Ann's second card is a 1 clued after all ones are played; `newest` is her first card."""
    draws = f"P4 B3 R2 B4 Y4 G1 P3 {newest}"
    scene = after(dealt("R1 Y1 G1 B1 P1", "R3 R4 P4 G4 Y4", then=draws), *ONES)
    assert chops(scene, "Ann") == "/e"
    return after(scene, "clue Ann 1")


def test_a_useless_card_that_is_told_keeps_all_that_are_older() -> None:
    scene = with_a_useless_card("G3")
    assert chops(scene, "Ann") == "cde/a"
    assert meaning_of_last_clue(scene.observe("Ann")) == "b is of no use; keep c; keep d; keep e"
    after(scene, "discard b", "clue Ann yellow")
    assert chops(scene, "Ann") == "de/b", "what is kept stays so"
    assert "R1" not in labels(believes(scene, "Ann", "e").cards).split(), "and is thought to be of use"


@pytest.mark.parametrize(("newest", "focus", "other"), [("R3", "b", "d"), ("G3", "d", "b")])
def test_a_card_that_is_kept_is_the_focus_only_of_a_clue_to_nothing_newer(newest: str, focus: str, other: str) -> None:
    scene = after(with_a_useless_card(newest), "discard b", "clue Ann red")
    assert believes(scene, "Ann", focus).kind == "play"
    assert believes(scene, "Ann", other).kind != "play"


def test_a_chop_that_cannot_be_told_well_is_moved() -> None:
    """The other yellow 4 is gone. A yellow clue would touch the useless yellow 1; a 4 would touch both purple 4s."""
    scene = dealt("R3 R4 G4 Y1 Y4", "P4 P4 Y1 R5 Y4", "G3 B4 R3 P3 B3")
    after(scene, "clue Cat 3", "clue Ann 1", "clue Ann 1", "play d", "clue Cat 4", "clue Ann 3", "discard e")
    after(scene, "clue Cat 3", "clue Ann 3")
    assert advice(scene) == ("clue Bob 5", "moves Bob's chop, so that the yellow 4 there is kept")
    after(scene, "clue Bob 5")
    assert believes(scene, "Bob", "e").kind == "moved"
