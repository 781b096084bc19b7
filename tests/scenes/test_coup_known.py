"""Coup: what each player is shown, and what readers of the whole game are shown."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.audience import may_know
from scenes.coup.events import Answered, Drew, Lost, Proved, Undoubted
from scenes.coup.scene import CoupScene
from tests.examples import examples
from tests.scenes.coup_table import ANN, BOB, CAT, DAN, Table

THREE = "duk ass, con cap, amb duk"
encode = msgspec.json.encode


# -- what a player is shown


def shown(table: Table) -> bytes:
    """Return what Ann is shown."""
    return encode([table.scene.observe(ANN), table.may(ANN), table.scene.board(ANN)])


GAME: tuple[dict[str, str], ...] = (
    *({ANN: "tax"}, {}),
    *({BOB: "assassinate Cat"}, {}, {CAT: "block with Contessa"}, {}),
    *({CAT: "exchange"}, {}, {}),
    *({ANN: "foreign aid"}, {BOB: "block with Duke"}, {}),
    *({BOB: "steal Ann"}, {}, {}),
)
"""Commands by player; the others pass. In the third turn Cat exchanges."""
SOME = ["con", "con", "cap", "amb", "duk", "ass", "cap"]


@examples(60)
@given(st.permutations(SOME), st.permutations(SOME))
def test_what_others_hold_and_what_the_deck_holds_changes_no_byte_of_what_one_sees(
    one: list[str], two: list[str]
) -> None:
    """Nobody challenges, so the hidden cards stay hidden and can be any."""
    seen: list[list[bytes]] = []
    for bob_a, bob_b, cat_a, cat_b, *top in (one, two):
        table = Table(f"duk amb, {bob_a} {bob_b}, {cat_a} {cat_b}", top=" ".join(top), coins=[3, 3, 7])
        seen.append([shown(table)])
        for answers in GAME:
            table.answer(**({CAT: table.may(CAT)[0]} if table.phase == "exchange" else answers))
            seen[-1].append(shown(table))
        assert table.phase == "act"
    assert seen[0] == seen[1]


def test_nobody_is_shown_a_card_that_is_not_turned_up_but_the_own() -> None:
    table = Table("duk ass, con con, cap cap", coins=[7, 2, 2]).do("coup Bob", "lose Contessa")
    for name, own in ((ANN, ("Assassin", "Duke")), (BOB, ("Contessa",)), (CAT, ("Captain", "Captain"))):
        seen = table.scene.observe(name)
        assert seen.hands == {name: own}
        assert (seen.hand, seen.players[1].lost, seen.players[1].cards, seen.deck) == (own, ("Contessa",), 1, 9)
    assert set(table.scene.observe("").hands) == {ANN, BOB, CAT}
    assert "Captain" not in table.scene.board(ANN)
    assert "Captain" in table.scene.board()


def test_every_public_event_is_history_and_no_other() -> None:
    table = Table(THREE).do("exchange").answer(Cat="challenge").do("lose Duke", "income")
    public = [event.data for event in table.events if event.audience is None]
    assert [fact.data for fact in table.scene.observe(BOB).history] == public
    assert not any(isinstance(data, Drew | Answered | Undoubted) for data in public)
    assert all(may_know(event, ANN, table.scene) for event in table.events if event.audience is None)


# -- claims


def test_the_ledger_holds_every_claim_whether_it_was_true_and_who_doubted_it() -> None:
    table = Table(THREE, coins=[3, 2, 2]).do("assassinate Bob").answer().do("block with Contessa")
    table.answer(Cat="challenge").do("lose Duke").do("tax").answer().do("exchange").answer(Ann="challenge")
    made = table.scene.claims
    assert [(claim.agent, claim.card, claim.verb, claim.block, claim.against) for claim in made] == [
        (ANN, "Assassin", "assassinate", False, BOB),
        (BOB, "Contessa", "assassinate", True, ANN),
        (BOB, "Duke", "tax", False, ""),
        (CAT, "Ambassador", "exchange", False, ""),
    ]
    assert [(claim.true, claim.challenger) for claim in made] == [
        (True, ""),
        (True, CAT),
        (table.told(Drew)[3].cards == ("Duke",), ""),
        (True, ANN),
    ]
    assert all(table.events[claim.n - 1].agent == claim.agent for claim in made)


def test_of_a_game_one_knows_only_in_part_the_truth_of_others_claims_is_open() -> None:
    table = Table(THREE).do("tax").answer()
    scene = CoupScene(table.scene.config, table.scene.names)
    for event in table.events:
        if may_know(event, BOB, table.scene):
            scene.apply(event)
    assert [claim.true for claim in scene.claims] == [None]


def test_metrics_count_bluffs_and_challenges() -> None:
    table = Table("duk ass, con con, cap cap, amb amb", talk="off").do("tax").answer()  # true
    table.do("tax").answer()  # a bluff that nobody challenges
    table.do("tax").answer(Dan="challenge").do("lose Captain")  # a bluff that is caught
    table.do("exchange").answer(Ann="challenge").do("lose Assassin")
    table.do(table.may(DAN)[0])  # true, and challenged
    assert table.scene.outcome().metrics == {
        "actions": 4,
        "claims": 4,
        "bluffs": 2,
        "bluff_rate": 0.5,
        "bluff_success": 0.5,
        "challenges": 2,
        "challenges_won": 1,
        "challenge_precision": 0.5,
        "defaults": 0,
        "verifier_checks": 0,
        "verifier_disagreements": 0,
    }


def test_rates_of_nothing_are_none_and_not_zero() -> None:
    result = Table(THREE).do("income").scene.outcome().metrics
    assert (result["bluff_rate"], result["bluff_success"], result["challenge_precision"]) == (None, None, None)


@pytest.mark.parametrize(
    ("hand", "window", "told"),
    [("con con", {}, [False]), ("duk con", {}, [True]), ("con cap", {"Bob": "challenge"}, [])],
)
def test_what_is_so_of_a_claim_that_nobody_doubted_is_told_its_player(hand: str, window: Any, told: list[bool]) -> None:
    table = Table(f"{hand}, amb cap, amb duk").do("tax").answer(**window)
    said = [event for event in table.events if isinstance(event.data, Undoubted)]
    assert [(event.agent, event.audience, event.data) for event in said] == [
        (ANN, (ANN,), Undoubted("Duke", true)) for true in told
    ]
    assert [event.data.finding() for event in said] == ["" if true else "had no Duke" for true in told]
    assert [table.scene.notable(event) for event in said] == [None if true else "missed" for true in told]


def test_a_false_block_that_nobody_doubts_is_a_bluff_too() -> None:
    table = Table(THREE).do("foreign aid").answer(Bob="block with Duke").answer()
    assert [(event.agent, event.data) for event in table.events if isinstance(event.data, Undoubted)] == [
        (BOB, Undoubted("Duke", False))
    ]


# -- for readers


def test_what_is_notable() -> None:
    table = Table("duk ass, con con, cap cap", coins=[2, 2, 2]).do("tax").answer(Bob="challenge").do("lose Contessa")
    table.do("tax").answer(Ann="challenge")
    marks = [(type(event.data), table.scene.notable(event)) for event in table.events if table.scene.notable(event)]
    assert marks == [(Proved, "good"), (Lost, "bad")]
    table.do("income", "income", "income")
    assert [table.scene.notable(event) for event in table.events[-3:]] == [None] * 3
    table = Table("duk ass, con con, cap cap", coins=[10, 2, 10]).do("coup Bob", "lose Contessa", "income", "coup Bob")
    assert table.scene.notable(table.events[-1]) == "lost"


def test_the_board_says_who_has_what_and_who_may_answer() -> None:
    table = Table("duk ass, con con, cap cap", coins=[7, 2, 2]).do("coup Bob", "lose Contessa").do("tax")
    board = table.scene.board(CAT)
    assert "xContessa" in board
    assert "Captain Captain" in board
    assert "Duke" not in board.splitlines()[1]
    for name in (ANN, CAT):
        assert name in board.splitlines()[0] + board.splitlines()[-1]
