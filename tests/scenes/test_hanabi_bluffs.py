"""Bluffs: who is next plays its newest card for what the clue's focus waits for, and it is another that fits."""

from scenes.hanabi.convention.clues import forecast, offers
from scenes.hanabi.convention.player import read_table
from scenes.hanabi.convention.words import told
from scenes.hanabi.scene import HanabiScene
from tests.scenes.test_hanabi_convention import advice, after, believes, dealt, labels, turn_of

HANDS = ("Y3 R4 Y4 B3 G4", "G1 G3 B4 P3 P4", "G3 R2 G4 Y4 P4")
FOUR = ("Y3 R4 Y4 B3", "G1 G3 B4 P3", "R1 G3 G4 P4", "Y3 R2 Y4 P3")
"""Bob's newest fits; Cat's is the one that Dan's red 2 waits for."""
CHOP = "B4 G3 G4 P5"


def bluffs(scene: HanabiScene) -> list[str]:
    table = read_table(scene.observe(turn_of(scene)))
    found = offers(table, forecast(table, table.clues, {}))
    return [f"{table.names[o.to]} {table.variant.clues[o.clue]}" for o in found if o.reading.instead]


def test_a_bluff_plays_the_newest_card_of_who_is_next_and_tells_the_focus() -> None:
    scene = dealt(*HANDS)
    why = "bluff: Bob's newest is the green 1, played for what Cat's card waits for"
    assert advice(scene) == ("clue Cat red", why)
    after(scene, "clue Cat red")
    seen = believes(scene, "Bob", "a")
    assert (labels(seen.cards), seen.kind, seen.plays) == ("R1 Y1 G1 B1 P1", "bluff", True)
    assert told(scene.observe("Bob")) == "play a: Ann's clue to Cat asks for the newest card, by a finesse or a bluff"
    assert believes(scene, "Cat", "b").plays, "which Cat would play if Bob did not"
    after(scene, "play a")
    seen = believes(scene, "Cat", "b")
    assert (labels(seen.cards), seen.plays) == ("R2", False)


def test_a_bluff_is_answered_at_once() -> None:
    """Cat is about to discard a 5, but who does not play says that there was no bluff."""
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
    """Of a 2 Cat would think that it is red, as Bob plays the red 1."""
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
