"""The rules of Coup, each on cards laid out for it."""

from collections import Counter

import pytest

from core.engine.casting import prepare, set_up
from core.errors import UserError
from scenes.coup.events import Declared, Drew, Lost, Settled, Shuffled
from scenes.coup.moves import CHARACTERS
from scenes.coup.scene import CoupScene
from tests.scenes.coup_table import ANN, BOB, CAT, DAN, Table

TWO, THREE = "duk ass, con cap", "duk ass, con cap, amb duk"
FREE = ["income", "foreign aid", "tax", "exchange"]


# -- setting up


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fifteen_cards_two_to_each_and_fifty_coins(players: int) -> None:
    scene, chance = set_up(prepare("coup", {"players": players}, {}, players))
    assert isinstance(scene, CoupScene)
    for event in scene.start(chance):
        scene.apply(event)
    game = scene.game
    assert Counter([*game.deck, *(card for hand in game.hands for card in hand)]) == dict.fromkeys(CHARACTERS, 3)
    assert [len(hand) for hand in game.hands] == [2] * players
    assert len(game.deck) == game.deck_size == 15 - 2 * players
    assert game.coins == ([2] * players if players > 2 else [1, 2] if game.actor == 0 else [2, 1])
    assert game.treasury == 50 - sum(game.coins)


def test_of_two_players_the_starter_has_one_coin_whoever_it_is() -> None:
    starters = set()
    for seed in range(20):
        scene, chance = set_up(prepare("coup", {"players": 2}, {}, seed))
        assert isinstance(scene, CoupScene)
        for event in scene.start(chance):
            scene.apply(event)
        starters.add(scene.game.actor)
        assert scene.game.coins[scene.game.actor] == 1
        assert scene.game.coins[1 - scene.game.actor] == 2
    assert starters == {0, 1}


@pytest.mark.parametrize("players", [1, 7, 0, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError, match="players"):
        prepare("coup", {"players": players}, {}, 1)


# -- what may be done, and what it costs


@pytest.mark.parametrize(
    ("coins", "more"),
    [(0, []), (2, []), (3, ["assassinate"]), (6, ["assassinate"]), (7, ["coup", "assassinate"]), (9, ["coup"])],
)
def test_a_coup_costs_seven_and_an_assassination_three(coins: int, more: list[str]) -> None:
    may = Table(TWO, coins=[coins, 2]).may(ANN)
    assert {*FREE, "steal Bob", *(f"{verb} Bob" for verb in more)} <= set(may)
    assert ("coup Bob" in may) == (coins >= 7)
    assert ("assassinate Bob" in may) == (coins >= 3)


@pytest.mark.parametrize("coins", [10, 11, 12])
def test_with_ten_coins_or_more_one_must_coup(coins: int) -> None:
    table = Table(THREE, coins=[coins, 2, 2])
    assert table.may(ANN) == ["coup Bob", "coup Cat"]
    for command in ("income", "tax", "assassinate Bob"):
        assert "must coup" in table.refuses(ANN, command)


def test_what_one_cannot_pay_is_refused_with_the_price() -> None:
    table = Table(TWO)
    assert "7" in table.refuses(ANN, "coup Bob")
    assert "3" in table.refuses(ANN, "assassinate Bob")


@pytest.mark.parametrize("verb", ["steal", "assassinate", "coup"])
def test_nobody_aims_at_themselves_or_at_who_is_out(verb: str) -> None:
    table = Table("duk ass, con con, cap cap", coins=[10, 2, 10])
    assert "must be another player" in Table(THREE, coins=[9, 2, 2]).refuses(ANN, f"{verb} Ann")
    table.do("coup Bob", "lose Contessa", "income", "coup Bob")
    assert (table.hand(BOB), table.deciding) == ([], (ANN,))
    table.pay(ANN, 9)
    assert f"{verb} Cat" in table.may(ANN)
    assert "Bob is out" in table.refuses(ANN, f"{verb} Bob")


def test_income_is_one_and_nobody_can_answer_it() -> None:
    table = Table(TWO).do("income")
    assert (table.coins(ANN), table.phase, table.deciding) == (2, "act", (BOB,))


def test_foreign_aid_is_two() -> None:
    assert Table(THREE).do("foreign aid").answer().coins(ANN) == 4


def test_tax_is_three() -> None:
    assert Table(THREE).do("tax").answer().coins(ANN) == 5


def test_a_coup_is_neither_challenged_nor_blocked() -> None:
    table = Table("duk ass, con con, amb duk", coins=[7, 2, 2]).do("coup Bob")
    assert (table.phase, table.deciding, table.coins(ANN)) == ("lose", (BOB,), 0)
    table.do("lose Contessa")
    assert table.told(Lost)[-1].why == "coup"
    assert table.deciding == (BOB,)


def test_the_target_is_named_at_announcement_before_any_challenge() -> None:
    table = Table(THREE, coins=[3, 2, 2]).do("assassinate Cat")
    declared = table.told(Declared)[-1]
    assert (declared.target, declared.claim, declared.cost) == (CAT, "Assassin", 3)
    assert (table.phase, table.coins(ANN)) == ("challenge", 0)
    for verb in ("assassinate", "steal", "coup"):
        assert "TARGET is missing; TARGET is one of Bob, Cat; write" in Table(THREE, coins=[7, 2, 2]).refuses(ANN, verb)


# -- the order of windows


def test_the_claim_is_challenged_first_then_blocked_then_the_block_is_challenged() -> None:
    table = Table(THREE).do("steal Bob")
    assert (table.phase, table.deciding) == ("challenge", (BOB, CAT))
    assert table.may(BOB) == ["pass", "challenge"]
    table.answer()
    assert (table.phase, table.deciding) == ("block", (BOB,))
    assert table.may(BOB) == ["pass", "block with Captain", "block with Ambassador"]
    table.do("block with Captain")
    assert (table.phase, table.deciding) == ("challenge block", (CAT, ANN))
    table.answer()
    assert (table.coins(ANN), table.coins(BOB), table.deciding) == (2, 2, (BOB,))
    assert [settled.outcome for settled in table.told(Settled)] == ["blocked"]


def test_foreign_aid_cannot_be_challenged_only_blocked_by_anybody() -> None:
    table = Table(THREE).do("foreign aid")
    assert (table.phase, table.deciding) == ("block", (BOB, CAT))
    assert table.may(BOB) == table.may(CAT) == ["pass", "block with Duke"]
    assert "block with Duke" in table.refuses(BOB, "challenge")
    assert table.answer(Cat="block with Duke").answer().coins(ANN) == 2


@pytest.mark.parametrize("command", ["tax", "exchange"])
def test_tax_and_exchange_are_challenged_but_never_blocked(command: str) -> None:
    table = Table(THREE).do(command).answer()
    assert table.phase == ("exchange" if command == "exchange" else "act")


@pytest.mark.parametrize("command", ["assassinate Bob", "steal Bob"])
def test_only_the_target_blocks_what_is_aimed_at_it(command: str) -> None:
    table = Table(THREE, coins=[3, 2, 2]).do(command).answer()
    assert table.deciding == (BOB,)
    assert "nothing waits for you" in table.refuses(CAT, table.may(BOB)[1])


@pytest.mark.parametrize(
    ("command", "blocks"),
    [("assassinate Bob", ["Contessa"]), ("steal Bob", ["Captain", "Ambassador"]), ("foreign aid", ["Duke"])],
)
def test_what_blocks_what(command: str, blocks: list[str]) -> None:
    table = Table(TWO, coins=[3, 2]).do(command)
    if table.phase == "challenge":
        table.answer()
    assert table.may(BOB) == ["pass", *(f"block with {card}" for card in blocks)]
    for other in set(CHARACTERS) - set(blocks):
        assert "is not blocked with" in table.refuses(BOB, f"block with {other}")


@pytest.mark.parametrize("who", [ANN, CAT, DAN])
def test_a_block_is_challenged_by_anyone(who: str) -> None:
    table = Table("ass duk, cap cap, amb amb, duk con", coins=[3, 2, 2, 2])
    table.do("assassinate Bob").answer().do("block with Contessa")
    assert table.deciding == (CAT, DAN, ANN)
    table.answer(**{who: "challenge"}).do("lose Captain")
    assert [lost.why for lost in table.told(Lost)] == ["bluff", "assassination"]
    assert table.hand(BOB) == []


# -- challenges


def test_a_bluff_that_is_caught_costs_a_card_and_the_action() -> None:
    table = Table("con ass, con cap, amb duk").do("tax").answer(Cat="challenge")
    assert (table.phase, table.deciding) == ("lose", (ANN,))
    table.do("lose Assassin")
    assert (table.lost(ANN), table.coins(ANN), table.deciding) == (["ass"], 2, (BOB,))


def test_a_wrong_challenge_costs_the_challenger_a_card_and_the_action_goes_on() -> None:
    table = Table(THREE).do("tax").answer(Bob="challenge")
    assert (table.phase, table.deciding) == ("lose", (BOB,))
    table.do("lose Captain")
    assert (table.lost(BOB), table.coins(ANN), table.told(Lost)[-1].why) == (["cap"], 5, "challenge")


def test_of_several_challengers_turn_order_after_the_actor_picks_one() -> None:
    table = Table("duk ass, con cap, amb duk, con con").do("income")
    table.do("steal Ann").answer(Ann="challenge", Dan="challenge")
    assert table.phase == "lose"
    assert table.deciding == (DAN,)


def test_of_several_blockers_turn_order_after_the_actor_picks_one() -> None:
    table = Table("duk ass, con cap, amb duk, con con").do("income").do("foreign aid")
    table.answer(Ann="block with Duke", Dan="block with Duke")
    assert (table.phase, table.deciding) == ("challenge block", (CAT, ANN, BOB))


def test_a_proven_card_is_shuffled_into_the_deck_before_the_replacement_is_drawn() -> None:
    table = Table(THREE).do("tax").answer(Bob="challenge")
    assert table.kinds(-5) == ["Bob challenged", "Ann proved", "shuffled", "Ann drew", "Cat unheard"]
    *_, shuffled = table.told(Shuffled)
    assert len(shuffled.deck) == 10
    assert shuffled.deck.count("Duke") == 2
    assert table.told(Drew)[-1].cards == shuffled.deck[-1:]
    assert len(table.hand(ANN)) == 2


@pytest.mark.parametrize("block", [False, True])
@pytest.mark.few(1)
def test_the_proven_card_may_come_back_for_blockers_too(block: bool) -> None:
    drawn = Counter[str]()
    for turn in range(300):
        table = Table("duk ass, con cap, amb duk")
        table.chance.at(turn, 0)
        if block:
            table.do("steal Bob").answer().do("block with Captain").answer(Cat="challenge")
        else:
            table.do("tax").answer(Bob="challenge")
        drawn[table.told(Drew)[-1].cards[0]] += 1
    proven = "Captain" if block else "Duke"
    assert {*drawn} == set(CHARACTERS)
    assert 30 < drawn[proven] < 110, "two of the ten cards in the deck are like it, or three"


def test_a_blocker_proves_by_the_same_rules() -> None:
    table = Table(THREE).do("steal Bob").answer().do("block with Captain").answer(Ann="challenge")
    assert table.kinds(-5) == ["Ann challenged", "Bob proved", "shuffled", "Bob drew", "Cat unheard"]
    table.do("lose Duke")
    assert (table.lost(ANN), table.coins(ANN), table.coins(BOB)) == (["duk"], 2, 2)
    assert table.told(Settled)[-1].outcome == "blocked"


def test_the_loser_chooses_which_card_to_turn_up_and_with_one_card_has_no_choice() -> None:
    table = Table("con ass, con cap, amb duk").do("tax").answer(Bob="challenge")
    assert table.may(ANN) == ["lose Assassin", "lose Contessa"]
    assert "no Duke" in table.refuses(ANN, "lose Duke")
    table.do("lose Contessa", "income", "income", "tax").answer(Bob="challenge")
    assert (table.lost(ANN), table.hand(ANN), table.deciding) == (["con", "ass"], [], (BOB,))


def test_two_cards_alike_are_asked_for_too_so_that_nobody_learns_it() -> None:
    table = Table("con con, con cap, amb duk").do("tax").answer(Bob="challenge")
    assert table.deciding == (ANN,)
    assert table.may(ANN) == ["lose Contessa"]


# -- what is paid, and given back


def test_an_action_stopped_by_a_challenge_is_refunded() -> None:
    table = Table("con cap, con cap, amb duk", coins=[3, 2, 2]).do("assassinate Bob").answer(Bob="challenge")
    assert table.coins(ANN) == 0
    table.do("lose Captain")
    assert (table.coins(ANN), table.told(Settled)[-1].coins) == (3, 3)


def test_coins_stay_spent_when_the_action_is_blocked() -> None:
    table = Table("ass duk, con cap, amb duk", coins=[3, 2, 2]).do("assassinate Bob").answer()
    table.do("block with Contessa").answer()
    assert (table.coins(ANN), table.hand(BOB), table.game.treasury) == (0, ["cap", "con"], 46)


def test_coins_stay_spent_when_the_target_is_out_by_its_failed_challenge() -> None:
    table = Table("ass duk, con cap, amb duk", coins=[10, 2, 2]).do("coup Bob", "lose Captain", "income", "income")
    assert table.coins(ANN) == 3
    table.do("assassinate Bob").answer(Bob="challenge")
    assert (table.hand(BOB), table.coins(ANN), table.deciding) == ([], 0, (CAT,))
    assert table.told(Settled)[-1].outcome == "moot"


def test_a_failed_challenge_refunds_nothing() -> None:
    table = Table("ass duk, con cap, amb duk", coins=[3, 2, 2]).do("assassinate Bob").answer(Cat="challenge")
    table.do("lose Duke").do("pass").do("lose Captain")
    assert (table.coins(ANN), table.hand(BOB), table.hand(CAT)) == (0, ["con"], ["amb"])
