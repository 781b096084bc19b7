"""Beliefs about others' cards in Coup: from the cards alone, and from everyone's actions."""

from collections import Counter
from itertools import permutations
from math import prod
from random import Random

import pytest

from core.engine.events import Said
from scenes.coup.moves import CHARACTERS, COPIES, Character
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief, all_odds
from scenes.coup.strong.deals import Deals
from scenes.coup.strong.opponents import HANDS, KINDS, Suspect
from tests.scenes.coup_table import ANN, BOB, CAT, Table
from tests.scenes.test_coup_bots import played

# -- odds


def by_hand(seen: Observation, name: str, card: Character) -> float:
    """Return the odds that a player holds a card, by dealing the unseen cards in every order."""
    cards = list(CHARACTERS) * COPIES
    for gone in [*(card for player in seen.players for card in player.lost), *seen.hand]:
        cards.remove(gone)  # type: ignore[arg-type]
    count = seen.player(name).cards
    deals = [dealt[:count] for dealt in permutations(cards, 2)]
    return sum(card in dealt for dealt in deals) / len(deals)


@pytest.mark.parametrize("mix", [["honest", "bluffer"], ["bluffer", "honest", "random"]])
def test_counting_is_what_all_deals_say(mix: list[str]) -> None:
    for at, decision in enumerate(played(mix, 5)):
        seen = decision.seen
        for player in seen.players:
            if at % 5 == 0 and player.name != seen.name and player.cards in (1, 2):
                for card in CHARACTERS:
                    assert seen.odds_by_counting(player.name, card) == pytest.approx(by_hand(seen, player.name, card))


def test_odds_of_what_one_sees_are_certain() -> None:
    table = Table("duk cap, con con, ass amb")
    seen = table.scene.observe(ANN)
    assert all_odds(seen)[ANN]["Duke"][:2] == (1, 1)
    assert all_odds(seen)[ANN]["Contessa"][:2] == (0, 0)
    everything = all_odds(table.scene.observe(""))
    assert [everything[name]["Contessa"].believed for name in (ANN, BOB, CAT)] == [0, 1, 0]


def test_before_anything_is_done_the_cards_say_all() -> None:
    seen = Table("duk cap, con con, ass amb").scene.observe(ANN)
    for name in (BOB, CAT):
        for card in CHARACTERS:
            counted, believed, up, held = all_odds(seen)[name][card]
            assert believed == pytest.approx(counted)
            assert (up, held) == (0, seen.hand.count(card))


def test_deals_are_exact() -> None:
    """For three opponents with different weights, marginals equal those of all deals, one card at a time."""
    rand = Random(3)
    suspects = {seat: Suspect() for seat in (1, 2, 3)}
    suspects[2].lost(0)
    for suspect in suspects.values():
        suspect.weights = [[rand.random() for _ in row] for row in suspect.weights]
    pool = [1, 2, 1, 3, 0]
    cards = [card for card, count in enumerate(pool) for _ in range(count)]
    expected: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for dealt in permutations(cards, 5):
        hands = [tuple(sorted(dealt[:2])), dealt[2:3], tuple(sorted(dealt[3:]))]
        indices = [HANDS[len(hand)].index(hand) for hand in hands]
        weight = prod(suspect.hands[index] for suspect, index in zip(suspects.values(), indices, strict=True))
        for counter, index in zip(expected, indices, strict=True):
            counter[index] += weight  # type: ignore[assignment]
    deals = Deals(pool, suspects)
    for seat, counter in zip(suspects, expected, strict=True):
        total = sum(counter.values())
        assert deals.hands(seat) == pytest.approx([counter[i] / total for i in range(len(deals.hands(seat)))])
    drawn = Counter(tuple(deals.draw(rand.random)[0][1]) for _ in range(5_000))
    for i, share in enumerate(deals.hands(1)):
        assert abs(drawn[HANDS[2][i]] / 5_000 - share) < 0.03


def test_who_exchanges_has_four_cards() -> None:
    table = Table("duk cap, amb con, ass amb").do("income", "exchange").answer()
    assert table.phase == "exchange"
    seen = table.scene.observe(ANN)
    assert all_odds(seen)[BOB]["Contessa"].counted > all_odds(seen)[CAT]["Contessa"].counted
    assert all_odds(seen)[BOB]["Contessa"].believed == all_odds(seen)[BOB]["Contessa"].counted


# -- reading actions


def believed(table: Table, name: str, card: Character) -> float:
    return all_odds(table.scene.observe(ANN))[name][card].believed


def test_claims_that_nobody_doubts_are_believed_more_and_more() -> None:
    table = Table("con con, duk cap, amb amb").do("income")
    chances = [believed(table, BOB, "Duke")]
    for _ in range(2):
        table.do("tax").answer().do("income", "income")
        chances.append(believed(table, BOB, "Duke"))
    assert chances == sorted(chances)
    assert chances[-1] > chances[0] + 0.2
    assert believed(table, CAT, "Duke") < all_odds(table.scene.observe(ANN))[CAT]["Duke"].counted, (
        "Cat could have taxed"
    )


def test_a_card_that_was_shown_went_back() -> None:
    table = Table("con con, duk cap, amb amb").do("income").do("tax")
    before = believed(table, BOB, "Duke")
    table.answer(Cat="challenge").do("lose Ambassador")
    counted = all_odds(table.scene.observe(ANN))[BOB]["Duke"].counted
    assert before > counted
    assert believed(table, BOB, "Duke") == pytest.approx(counted, abs=0.15)


def test_who_is_caught_has_no_such_card() -> None:
    table = Table("con con, ass cap, amb amb").do("income").do("tax").answer(Cat="challenge").do("lose Assassin")
    assert believed(table, BOB, "Duke") == 0


def test_who_does_not_block_has_nothing_to_block_with() -> None:
    table = Table("ass con, duk cap", coins=(3, 2)).do("assassinate Bob", "pass")
    before = believed(table, BOB, "Contessa")
    table.do("pass", "lose Duke")
    assert believed(table, BOB, "Contessa") < before / 3


def test_who_bluffed_once_is_believed_less() -> None:
    caught = Table("con con, ass cap, amb amb").do("income").do("tax").answer(Cat="challenge").do("lose Assassin")
    steady = Table("con con, ass cap, amb amb").do("income").do("income")
    kinds = [
        sum(
            kind.bluff * sum(row) * weight
            for kind, row, weight in zip(KINDS, suspect.weights, suspect.kinds, strict=True)
        )
        / sum(sum(row) * weight for row, weight in zip(suspect.weights, suspect.kinds, strict=True))
        for suspect in (Belief(table.scene.observe(ANN)).suspects[1] for table in (caught, steady))
    ]
    assert kinds[0] > kinds[1]


def test_talk_is_not_evidence() -> None:
    table = Table("con con, duk cap", talk="open")
    before = believed(table, BOB, "Duke")
    table.give({BOB: "say I like Dukes"})
    assert any(isinstance(fact.data, Said) for fact in table.scene.observe(ANN).history)
    assert believed(table, BOB, "Duke") == before


def test_who_lets_likely_lies_pass_hardly_plays_at_random() -> None:
    def random_share(suspect: Suspect) -> float:
        return next(w for kind, w in zip(KINDS, suspect.kinds, strict=True) if kind.random) / sum(suspect.kinds)

    suspect = Suspect()
    before = random_share(suspect)
    for _ in range(4):
        suspect.update_challenge(False, 0.5)
    assert random_share(suspect) < before / 2
