"""Bots' table talk: reading of others' words, own speech, and its influence on play."""

import re
from collections import Counter
from typing import Any

import pytest

from core.engine.chance import Draw
from scenes.coup.actions import PASS, Say
from scenes.coup.claim_memory import stated_cards, undisproved_claims
from scenes.coup.config import SEATS
from scenes.coup.moves import AMBASSADOR, CAPTAIN, CHARACTERS, DUKE
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.player import explain
from scenes.coup.talk import Statement, TalkStyle, choose_statement
from scenes.coup.understanding import claimed_cards
from tests.scenes.coup_table import ANN, BOB, Table
from tests.scenes.test_coup_bots import Decision, decide, played


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("I have a Duke.", ["Duke"]),
        ("careful, i've got the CONTESSA", ["Contessa"]),
        ("Bob, I have a Captain and a Duke", ["Duke", "Captain"]),
        ("I say that Bob has no Captain.", []),
        ("Do you have an Assassin?", []),
        ('Cat said "I have a Duke"', []),
        ("I like Dukes", []),
        ("", []),
    ],
)
def test_claims_of_cards_are_read(text: str, cards: list[str]) -> None:
    assert claimed_cards(text, ANN, SEATS) == cards


def test_statements_can_be_read() -> None:
    for card in CHARACTERS:
        assert claimed_cards(str(Statement("", card)), ANN, SEATS) == [card]
        assert claimed_cards(str(Statement(BOB, card)), ANN, SEATS) == []


def test_what_was_said_holds_until_a_card_is_lost() -> None:
    table = Table("duk con, cap cap", talk="open", coins=(7, 2))
    table.give({BOB: "say I have a Contessa"})
    assert stated_cards(table.scene.observe(ANN))[BOB] == {"Contessa"}
    table.answer().do("coup Bob", "lose Captain")
    assert stated_cards(table.scene.observe(ANN))[BOB] == set()


DOUBT = re.compile("has no|doubt that|believe in|is a lie|made up|don't buy")


@pytest.fixture(scope="module")
def talked() -> list[Decision]:
    mix = ["strong", "bluffer", "honest", "bluffer"]
    return [each for seed in range(1, 6) for each in played(mix, seed, talk="open", playouts=1, bluff=0.5)]


def test_each_bot_talks_in_its_own_way(talked: list[Decision]) -> None:
    """About its cards the honest bot is truthful; the others lie and challenge as well."""
    heard = Counter[tuple[str, str]]()
    for each in talked:
        if isinstance(each.action, Say):
            text = each.action.text
            for card in claimed_cards(text, each.seen.name, SEATS):
                heard[each.policy, "truth" if card in each.seen.hand else "lie"] += 1
            heard[each.policy, "doubt"] += bool(DOUBT.search(text))
    assert heard["honest", "truth"]
    assert not heard["honest", "lie"] + heard["honest", "doubt"]
    assert min(heard["bluffer", "truth"], heard["bluffer", "lie"], heard["strong", "truth"]) > 0
    assert heard["bluffer", "doubt"] + heard["strong", "doubt"]


def test_a_bot_says_one_thing_between_turns() -> None:
    style: dict[str, Any] = {"talk": "open", "bluff": 1.0, "suspicion": 1.0}
    said = Counter(
        (seed, each.seen.name, each.seen.actions)
        for seed in range(1, 7)
        for each in played(["bluffer", "honest", "bluffer"], seed, **style)
        if isinstance(each.action, Say)
    )
    assert set(said.values()) == {1}
    table = Table("con duk, cap cap", talk="open", coins=(2, 5))
    sure = TalkStyle(lies=0, doubts=1)
    spoke = [choose_statement(table.scene.observe(ANN), sure, lambda *_: 1.0, Draw(seed << 40)) for seed in range(40)]
    assert set(spoke) == {None, Statement("", "Contessa")}
    table.give({ANN: "say hello"})
    assert not any(
        choose_statement(table.scene.observe(ANN), sure, lambda *_: 1.0, Draw(seed << 40)) for seed in range(40)
    )


def test_a_claim_that_is_not_believed_is_doubted_while_it_is_news() -> None:
    table = Table("con con, cap duk, duk duk", talk="open").answer().do("tax").answer()
    never, sure = (lambda *_: 0.1), (lambda *_: 0.9)
    seen = table.scene.observe("Cat")
    assert choose_statement(seen, TalkStyle(0, 1), never, Draw(1)) == Statement(ANN, "Duke")
    assert choose_statement(seen, TalkStyle(0, 1), sure, Draw(1)) is None
    table.answer().do("income")
    assert table.phase == "talk"
    assert choose_statement(table.scene.observe("Cat"), TalkStyle(0, 1), never, Draw(1)) is None


def test_who_asks_what_to_say_is_told_something_true_or_that_there_is_nothing() -> None:
    table = Table("con con, duk cap", talk="open", coins=[2, 3])
    assert explain(table.scene.observe(ANN), Draw(1), best=True)[0] == Say("I have a Contessa.")
    table = Table("duk cap, con con", talk="open", coins=[3, 2])
    action, why = explain(table.scene.observe(ANN), Draw(1), best=True)
    assert (action, why) == (PASS, "There is nothing to say that would help now.")


def test_nobody_names_more_characters_than_it_has_cards() -> None:
    """Ann was believed to have a Captain and a Duke, so even a true claim of Contessa would expose her."""
    table = Table("con cap, cap duk", talk="open", coins=(2, 5))

    def heard() -> set[Statement | None]:
        seen = table.scene.observe(ANN)
        return {choose_statement(seen, TalkStyle(1, 0), lambda *_: 1.0, Draw(seed << 40)) for seed in range(40)}

    assert heard() == {None, Statement("", "Contessa")}
    table.answer().do("tax").answer().answer().do("income").answer().do("steal Bob").answer().do("pass")
    assert table.phase == "talk"
    assert heard() == {None}


def test_talk_is_weighed() -> None:
    """Bots avoid assassinating a player that says Contessa; strong finds the card likelier, but less so for a liar."""
    table = Table("ass duk, cap cap, duk cap", talk="open", coins=(3, 5, 2))
    assert decide(table.answer(), "honest", ANN) == "assassinate Bob"
    table = Table("ass duk, cap cap, duk cap", talk="open", coins=(3, 5, 2))
    before = Belief(table.scene.observe(ANN)).believes(BOB, "Contessa")
    table.give({BOB: "say I have a Contessa"}).answer()
    assert decide(table, "honest", ANN) == "assassinate Cat"
    assert before + 0.1 < Belief(table.scene.observe(ANN)).believes(BOB, "Contessa") < 0.95


# -- standing claims: the player's hand has not changed since

STOLEN = ["tax", "pass", "steal Ann", "pass"]
THREE_CLAIMS = ["tax", "pass", "income", "steal Bob", "pass", "pass", "income", "exchange", "pass"]


@pytest.mark.parametrize(
    ("hands", "done", "stands"),
    [
        ("duk con, cap cap", ["tax"], [[], []]),
        ("duk con, cap cap", ["tax", "pass"], [[DUKE], []]),
        ("duk con, cap cap", STOLEN, [[DUKE], [CAPTAIN]]),
        ("duk con, cap cap", [*STOLEN, "block with Captain", "pass"], [[CAPTAIN, DUKE], [CAPTAIN]]),
        ("duk con, cap cap", ["tax", "pass", "tax", "pass", "exchange", "pass"], [[AMBASSADOR, DUKE], [DUKE]]),
        ("duk con, cap cap", ["tax", "challenge", "lose Captain"], [[], []]),
        ("duk con, cap cap", THREE_CLAIMS, [[AMBASSADOR, CAPTAIN], []]),
        ("duk con, cap cap", ["tax", "pass", "income", "exchange", "pass", "keep Duke Contessa"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "tax", "challenge", "lose Contessa"], [[], []]),
        ("con con, cap duk", ["tax", "pass", "income", "foreign aid", "block with Duke", "pass"], [[DUKE], [DUKE]]),
    ],
)
def test_claims_stand_until_a_hand_changes(hands: str, done: list[str], stands: list[list[int]]) -> None:
    assert undisproved_claims(Table(hands, top="amb amb").do(*done).scene.observe(ANN)) == stands


def test_no_claim_stands_of_a_player_who_is_out() -> None:
    """Ann's claim of Assassin stands; then she challenges the block, loses her last card, a Duke, and is out."""
    table = Table("duk cap, con amb, duk cap", coins=(6, 7, 2)).do("income", "coup Ann", "lose Captain", "income")
    table.do("assassinate Bob")
    table.answer().do("block with Contessa").answer(Ann="challenge")
    assert table.hand(ANN) == []
    assert undisproved_claims(table.scene.observe(BOB)) == [[], [], []]
