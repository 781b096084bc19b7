"""The rules of Coup: what comes of actions, who is out, and how it ends."""

import pytest

from scenes.coup.events import Drew, Exchanged, Kept, Lost, Settled, Shuffled
from tests.scenes.coup_table import ANN, BOB, CAT, DAN, Table

THREE = "duk ass, con cap, amb duk"


# -- assassination: who loses what


def test_a_double_loss_by_a_wrong_challenge_of_the_assassin() -> None:
    table = Table(THREE, coins=[3, 2, 2]).do("assassinate Bob").answer(Bob="challenge").do("lose Captain")
    assert (table.phase, table.deciding) == ("block", (BOB,))
    table.do("pass")
    assert [lost.why for lost in table.told(Lost)] == ["challenge", "assassination"]
    assert (table.hand(BOB), table.deciding) == ([], (CAT,))


def test_a_double_loss_by_a_false_contessa() -> None:
    table = Table("duk ass, cap cap, amb duk", coins=[3, 2, 2]).do("assassinate Bob").answer()
    table.do("block with Contessa").answer(Ann="challenge").do("lose Captain")
    assert [(lost.why, lost.out) for lost in table.told(Lost)] == [("bluff", False), ("assassination", True)]
    assert (table.hand(BOB), table.coins(ANN), table.coins(BOB)) == ([], 0, 0)


def test_after_a_wrong_challenge_the_target_may_still_block() -> None:
    table = Table(THREE, coins=[3, 2, 2]).do("assassinate Bob").answer(Bob="challenge").do("lose Captain")
    table.do("block with Contessa").answer()
    assert (table.hand(BOB), table.coins(ANN), table.told(Settled)[-1].outcome) == (["con"], 0, "blocked")


def test_an_assassination_that_passes_lets_the_target_choose() -> None:
    table = Table(THREE, coins=[3, 2, 2]).do("assassinate Bob").answer().do("pass")
    assert (table.phase, table.may(BOB)) == ("lose", ["lose Captain", "lose Contessa"])
    table.do("lose Captain")
    assert (table.lost(BOB), table.told(Lost)[-1].why) == (["cap"], "assassination")


@pytest.mark.parametrize(("command", "spent"), [("assassinate Bob", 3), ("steal Bob", 0)])
def test_a_target_out_by_its_failed_challenge_leaves_nothing_to_block_kill_or_steal(command: str, spent: int) -> None:
    table = Table("cap ass, con cap, amb duk", coins=[10, 2, 2]).do("coup Bob", "lose Captain", "income", "income")
    table.pay(ANN, 5)
    table.do(command).answer(Bob="challenge")
    assert table.told(Settled)[-1].outcome == "moot"
    assert table.told(Settled)[-1].coins == 0
    assert (table.coins(ANN), table.coins(BOB), table.deciding) == (5 - spent, 0, (CAT,))


@pytest.mark.parametrize("command", ["assassinate Bob", "steal Bob"])
def test_a_target_out_by_its_false_block_leaves_nothing_to_kill_or_steal(command: str) -> None:
    table = Table("cap ass, duk duk, amb con", coins=[10, 2, 2]).do("coup Bob", "lose Duke", "income", "income")
    table.pay(ANN, 5)
    table.do(command).answer().do(table.may(BOB)[1]).answer(Cat="challenge")
    assert [(settled.verb, settled.outcome) for settled in table.told(Settled)][-1][1] == "moot"
    assert (table.coins(BOB), table.lost(BOB), table.deciding) == (0, ["duk", "duk"], (CAT,))


def test_the_actor_may_be_out_by_its_own_bluff_and_gets_nothing_back() -> None:
    table = Table("con con, duk duk, amb cap", coins=[2, 2, 7]).do("income", "income", "coup Ann", "lose Contessa")
    table.pay(ANN, 5)
    table.do("assassinate Bob").answer(Cat="challenge")
    assert (table.hand(ANN), table.coins(ANN), table.deciding) == ([], 0, (BOB,))
    assert table.told(Settled)[-1].coins == 0
    assert table.game.treasury == 50 - table.coins(BOB) - table.coins(CAT)


def test_the_actor_may_be_out_by_challenging_a_true_block() -> None:
    table = Table("con con, duk duk, amb cap", coins=[2, 2, 7]).do("income", "income", "coup Ann", "lose Contessa")
    table.do("foreign aid").answer(Bob="block with Duke").answer(Ann="challenge")
    assert (table.hand(ANN), table.coins(ANN), table.deciding) == ([], 0, (BOB,))


def test_a_third_party_out_by_its_challenge_changes_nothing_for_the_target() -> None:
    table = Table("ass ass, duk duk, amb cap", coins=[7, 2, 2]).do("coup Cat", "lose Captain", "income", "income")
    table.pay(ANN, 3)
    table.do("assassinate Bob").answer(Cat="challenge")
    assert table.hand(CAT) == []
    assert (table.phase, table.deciding) == ("block", (BOB,))
    table.do("block with Contessa")
    assert table.deciding == (ANN,)


def test_a_false_duke_lets_foreign_aid_through() -> None:
    table = Table("duk ass, con cap, amb duk").do("foreign aid").answer(Bob="block with Duke")
    table.answer(Cat="challenge").do("lose Captain")
    assert (table.coins(ANN), table.hand(BOB), table.deciding) == (4, ["con"], (BOB,))


def test_a_blocker_of_foreign_aid_may_be_out_and_the_aid_is_given() -> None:
    table = Table("ass ass, con con, amb duk", coins=[7, 2, 2]).do("coup Bob", "lose Contessa", "income", "income")
    table.do("foreign aid").answer(Bob="block with Duke").answer(Ann="challenge")
    assert (table.hand(BOB), table.coins(BOB), table.coins(ANN)) == ([], 0, 2)
    assert (table.told(Settled)[-1].outcome, table.deciding) == ("done", (CAT,))


def test_a_stealer_who_catches_a_false_block_steals() -> None:
    table = Table("cap ass, con con, amb duk").do("steal Bob").answer()
    table.do("block with Ambassador").answer(Ann="challenge").do("lose Contessa")
    assert (table.coins(ANN), table.coins(BOB)) == (4, 0)


# -- stealing


@pytest.mark.parametrize(("has", "taken"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_steal_takes_what_there_is_up_to_two(has: int, taken: int) -> None:
    table = Table(THREE, coins=[2, has, 2]).do("steal Bob").answer().do("pass")
    assert (table.coins(ANN), table.coins(BOB)) == (2 + taken, has - taken)
    assert table.told(Settled)[-1].coins == taken


# -- the exchange


def test_an_exchange_draws_two_and_keeps_two_of_four() -> None:
    table = Table("duk ass, con cap", top="amb amb").do("exchange").answer()
    assert (table.phase, table.hand(ANN)) == ("exchange", ["amb", "amb", "ass", "duk"])
    assert set(table.may(ANN)) == {
        f"keep {pair}" for pair in ("Duke Assassin", "Duke Ambassador", "Assassin Ambassador", "Ambassador Ambassador")
    }
    table.do("keep Ambassador Duke")
    assert (table.hand(ANN), table.game.deck_size) == (["amb", "duk"], 11)


def test_an_exchange_with_one_live_card_keeps_one_of_three() -> None:
    table = Table("duk ass, con cap", top="amb con", coins=[2, 7]).do("income", "coup Ann", "lose Duke")
    table.do("exchange").answer()
    assert table.may(ANN) == ["keep Assassin", "keep Ambassador", "keep Contessa"]
    assert "you may keep 1" in table.refuses(ANN, "keep Assassin Contessa")
    table.do("keep Contessa")
    assert (table.hand(ANN), table.game.deck_size, table.lost(ANN)) == (["con"], 11, ["duk"])


@pytest.mark.parametrize(
    "command", ["keep Duke Duke", "keep Contessa Duke", "keep Duke", "lose Duke", "pass", "income"]
)
def test_only_cards_in_hand_are_kept_and_as_many_as_were_live(command: str) -> None:
    table = Table("duk ass, con cap", top="amb amb").do("exchange").answer()
    assert "keep" in table.refuses(ANN, command)


def test_cards_put_back_are_shuffled_into_the_deck_and_only_their_owner_knows_them() -> None:
    table = Table("duk ass, con cap", top="amb amb").do("exchange").answer().do("keep Duke Assassin")
    assert table.kinds(-3) == ["Ann kept", "Ann exchanged", "shuffled"]
    assert table.told(Shuffled)[-1].deck.count("Ambassador") == 3
    assert sorted(table.told(Kept)[-1].back) == ["Ambassador", "Ambassador"]
    private = [event for event in table.events if isinstance(event.data, Drew | Kept)]
    assert {(event.agent, event.audience) for event in private} == {(ANN, (ANN,)), (BOB, (BOB,))}
    assert not Exchanged.__struct_fields__


def test_a_challenged_ambassador_who_proves_draws_and_then_exchanges() -> None:
    table = Table("amb ass, con cap, duk duk").do("exchange").answer(Cat="challenge").do("lose Duke")
    assert table.phase == "exchange"
    assert len(table.hand(ANN)) == 4
    assert table.game.deck_size == 7


# -- coins of the treasury


@pytest.mark.parametrize(
    ("left", "command", "gain"), [(2, "tax", 2), (0, "tax", 0), (1, "foreign aid", 1), (0, "income", 0)]
)
def test_the_treasury_gives_what_it_has(left: int, command: str, gain: int) -> None:
    table = Table("duk ass, duk ass, duk ass, con con, cap cap, amb amb", coins=[5, 9, 9, 9, 9, 9 - left]).do(command)
    if table.phase != "act":
        table.answer()
    assert (table.coins(ANN), table.game.treasury) == (5 + gain, left - gain)


# -- who is out


def test_the_coins_of_a_player_who_is_out_go_to_the_treasury() -> None:
    table = Table("duk ass, con cap, amb duk", coins=[7, 2, 8]).do("coup Bob", "lose Captain", "income", "coup Bob")
    assert (table.coins(BOB), table.coins(ANN), table.coins(CAT)) == (0, 0, 1)
    assert table.game.treasury == 49


def test_who_is_out_has_no_turn_answers_nothing_and_is_nobody_s_target() -> None:
    table = Table("duk ass, con cap, amb duk, con con", coins=[7, 2, 7]).do("coup Bob", "lose Captain", "income")
    table.do("coup Bob")
    assert table.hand(BOB) == []
    assert not [command for command in table.may(DAN) if BOB in command]
    assert table.do("income").deciding == (ANN,)
    assert table.do("tax").deciding == (CAT, DAN)
    assert table.answer().deciding == (CAT,)
    assert table.may(BOB) == ["pass"]
    assert "you are out" in table.refuses(BOB, "income")


# -- the end


def test_the_last_player_wins_and_nothing_comes_after() -> None:
    table = Table("duk ass, con cap", coins=[10, 10]).do("coup Bob", "lose Captain", "coup Ann", "lose Assassin")
    assert table.scene.is_complete() is None
    assert table.scene.outcome().winners == ()
    table.pay(ANN, 7)
    table.do("coup Bob")
    assert (table.scene.is_complete(), table.scene.outcome().winners) == ("won", (ANN,))
    assert table.deciding == ()
    assert table.kinds(-1) == ["Bob lost"]
    assert table.scene.legal(BOB) == table.scene.legal(ANN)


def test_a_challenge_can_end_the_game_before_the_action_takes_effect() -> None:
    table = Table("duk ass, con cap", coins=[7, 2]).do("coup Bob", "lose Captain", "income", "tax")
    table.answer(Bob="challenge")
    assert (table.scene.is_complete(), table.scene.outcome().winners, table.coins(ANN)) == ("won", (ANN,), 0)
    assert table.kinds(-1) == ["Bob lost"]


def test_a_challenged_exchange_that_ends_the_game_asks_for_no_choice() -> None:
    table = Table("amb ass, con cap", coins=[7, 2]).do("coup Bob", "lose Captain", "income", "exchange")
    table.answer(Bob="challenge")
    assert (table.scene.is_complete(), table.deciding, len(table.hand(ANN))) == ("won", (), 2)
