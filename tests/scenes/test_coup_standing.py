"""Claims of Coup that still stand: whose hand has not changed since."""

import pytest

from scenes.coup.strong.codes import AMBASSADOR, CAPTAIN, DUKE
from scenes.coup.strong.standing import standing
from tests.scenes.coup_table import ANN, BOB, Table

STOLEN = ["tax", "pass", "steal Ann", "pass"]


@pytest.mark.parametrize(
    ("hands", "done", "stands"),
    [
        ("duk con, cap cap", ["tax"], [[], []]),
        ("duk con, cap cap", ["tax", "pass"], [[DUKE], []]),
        ("duk con, cap cap", STOLEN, [[DUKE], [CAPTAIN]]),
        ("duk con, cap cap", [*STOLEN, "block with Captain", "pass"], [[CAPTAIN, DUKE], [CAPTAIN]]),
        ("duk con, cap cap", ["tax", "pass", "tax", "pass", "exchange", "pass"], [[AMBASSADOR, DUKE], [DUKE]]),
        ("duk con, cap cap", ["tax", "challenge", "lose Captain"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "tax", "challenge", "lose Contessa"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "foreign aid", "block with Duke", "pass"], [[DUKE], [DUKE]]),
    ],
)
def test_claims_stand_until_a_hand_changes(hands: str, done: list[str], stands: list[list[int]]) -> None:
    assert standing(Table(hands).do(*done).scene.observe(ANN)) == stands


def test_no_claim_stands_of_a_player_who_is_out() -> None:
    """Ann's Assassin stands; then she loses her last card, a Duke, to the block that she doubts."""
    table = Table("duk cap, con amb, duk cap", coins=(6, 7, 2)).do("income", "coup Ann", "lose Captain", "income")
    table.do("assassinate Bob")
    table.answer().do("block with Contessa").answer(Ann="challenge")
    assert table.hand(ANN) == []
    assert standing(table.scene.observe(BOB)) == [[], [], []]


def test_an_exchange_makes_claims_void() -> None:
    table = Table("duk con, cap cap", top="amb amb").do(
        "tax", "pass", "income", "exchange", "pass", "keep Duke Contessa"
    )
    assert standing(table.scene.observe(BOB)) == [[], []]
