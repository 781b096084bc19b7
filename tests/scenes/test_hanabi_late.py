"""Convention players near the limits: two cards requested at once, hands full of clues, the last turns."""

from collections import Counter
from collections.abc import Iterator

import pytest

from core.engine.chance import Chance
from scenes.hanabi.actions import Clue
from scenes.hanabi.config import HanabiConfig
from scenes.hanabi.convention.clues import LATER_LOSS_WEIGHT, discard_loss, forecast
from scenes.hanabi.convention.ending import CandidateMove, rate_moves, sample_deals
from scenes.hanabi.convention.moves import (
    MAX_SPARE_TURNS,
    PLAYOUT_DECK,
    can_discard,
    choose,
    choose_usually,
    spare_turns,
)
from scenes.hanabi.convention.player import read_table
from scenes.hanabi.convention.table import Table
from tests.scenes.test_hanabi_convention import advice, after, believes, dealt, labels, perform, started, turn_of

HANDS = ("R3 R4 Y4 B3 G5", "R4 B5 P3 P4 Y3")
FULL = ("clue Bob 3", "clue Ann 5", "clue Bob 4", "clue Ann 3", "clue Bob 5", "clue Ann 4", "clue Bob 5")
"""Commands after which every card of both is clued, and Bob has one token."""


def test_a_double_finesse_asks_one_player_for_both_cards() -> None:
    scene = dealt("Y3 R4 Y4 B3 G4", "R1 R2 B4 P3 P4", "G3 R3 G4 Y4 P4")
    assert advice(scene) == ("clue Cat red", "finesse: Bob's newest is the red 1 that Cat's card waits for")
    after(scene, "clue Cat red")
    first, second = (believes(scene, "Bob", slot) for slot in "ab")
    assert (labels(first.cards), first.kind, first.plays) == ("R1", "finesse", True)
    assert (labels(second.cards), second.kind, second.plays) == ("R2", "finesse", False)
    assert not believes(scene, "Cat", "b").plays, "Cat's card may be the one that waits for both"
    after(scene, "play a", "discard e", "clue Cat 4")
    assert advice(scene)[0] == "play b"


def test_a_double_finesse_asks_two_players_one_after_the_other() -> None:
    scene = after(dealt("Y3 R4 Y4 B3", "R1 G3 B4 P3", "R2 G3 G4 P4", "Y3 R3 Y4 P3"), "clue Dan red")
    assert believes(scene, "Bob", "a").plays
    assert not believes(scene, "Cat", "a").plays
    for who, slot in (("Bob", "a"), ("Cat", "a"), ("Dan", "b")):
        assert turn_of(scene) == who
        assert advice(scene)[0] == f"play {slot}"
        after(scene, f"play {slot}")
    assert scene.score == 3


def test_with_every_card_clued_and_no_token_the_card_goes_that_is_missed_least() -> None:
    scene = after(dealt(*HANDS), *FULL, "clue Ann 5")
    assert not any(believes(scene, "Ann", slot).chop for slot in "abcde")
    assert advice(scene) == ("discard d", "discards d: every card is clued, and this one is missed least")


def test_a_hand_full_of_clues_loses_a_card_only_without_a_token() -> None:
    scene = after(dealt(*HANDS), *FULL)
    table = read_table(scene.observe("Bob"))
    assert forecast(table, 1, {}).lost == ()
    assert len(forecast(table, 0, {}).lost) == 1


def test_the_last_token_is_missed_when_somebody_has_played_what_there_was() -> None:
    """Bob plays first, and then no token is left to tell him that his oldest is a 5."""
    scene = after(dealt("R3 R4 Y4 B3 G4", "G3 Y4 P3 B1 Y5"), "clue Bob blue")
    table = read_table(scene.observe("Ann"))
    assert forecast(table, 1, {}) == (0.0, ())
    assert forecast(table, 0, {}) == (LATER_LOSS_WEIGHT * discard_loss(table, table.chop(1)), ())


def tables(players: int, seed: int) -> Iterator[Table]:
    """Yield the board of a game as each player to move reads it."""
    scene = started(HanabiConfig(players=players), seed)
    read: dict[str, Table] = {}
    chance = Chance(seed)
    while scene.is_complete() is None:
        name = turn_of(scene)
        read[name] = read_table(scene.observe(name), read.get(name))
        yield read[name]
        perform(scene, choose(read[name], chance("deals", name))[0])


def test_with_no_discard_to_spare_a_clue_is_given() -> None:
    short = [
        choose_usually(table)[0]
        for table in tables(5, 9)
        if table.deck > PLAYOUT_DECK
        and table.clues
        and spare_turns(table) <= MAX_SPARE_TURNS
        and not table.ready(table.me)
        and can_discard(table)
    ]
    assert short
    assert all(isinstance(action, Clue) for action in short)


@pytest.mark.parametrize("players", [2, 4])
def test_deals_agree_with_all_that_is_known(players: int) -> None:
    *_, table = (table for table in tables(players, 5) if table.deck == 2)
    gone = Counter(table.card[move.order] for move in table.history if move.kind != "clue")
    for cards in sample_deals(table, Chance(5)("deals")):
        held = [order for hand in table.hands for order in hand]
        assert Counter(cards[order] for order in [*held, *range(table.drawn, len(cards))]) + gone == Counter(
            table.variant.deck
        )
        for order in table.hands[table.me]:
            assert table.possible(order) >> cards[order] & 1


def test_on_the_last_turn_nothing_counts_but_a_play() -> None:
    """A clue is useless when no player has a turn left for its cards."""
    table = next(table for table in tables(5, 5) if table.left == 1)
    score, (ready, *_) = sum(table.stacks), table.ready(table.me)
    clue = CandidateMove(beliefs=dict.fromkeys(table.hands[0], table.next))
    played, told, gone = rate_moves(
        table, [CandidateMove(ready, plays=True), clue, CandidateMove(table.hands[table.me][0])], Chance(5)("deals")
    )
    assert score < played <= score + 1
    assert told == gone == score
