"""The rules of Coup, each on prepared cards."""

from collections import Counter
from typing import Any

import pytest

from core.engine.casting import prepare, set_up
from core.errors import UserError
from scenes.coup.events import Declared, Drew, Exchanged, Kept, Lost, Settled, Shuffled
from scenes.coup.moves import CHARACTERS
from scenes.coup.scene import CoupScene
from tests.scenes.coup_table import ANN, BOB, CAT, DAN, Table

TWO, THREE = "duk ass, con cap", "duk ass, con cap, amb duk"
FOUR = "duk ass, con cap, amb duk, con con"
FREE = ["income", "foreign aid", "tax", "exchange"]
NAMES = {"Ann": ANN, "Bob": BOB, "Cat": CAT}

# -- setting up


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fifteen_cards_two_to_each_and_fifty_coins(players: int) -> None:
    starters = set()
    for seed in range(12):
        scene, chance = set_up(prepare("coup", {"players": players}, {}, seed))
        assert isinstance(scene, CoupScene)
        for event in scene.start(chance):
            scene.apply(event)
        game = scene.game
        starters.add(game.actor)
        assert Counter([*game.deck, *(card for hand in game.hands for card in hand)]) == dict.fromkeys(CHARACTERS, 3)
        assert [len(hand) for hand in game.hands] == [2] * players
        assert len(game.deck) == game.deck_size == 15 - 2 * players
        assert game.coins == ([2] * players if players > 2 else [1, 2] if game.actor == 0 else [2, 1])
        assert game.treasury == 50 - sum(game.coins)
    assert len(starters) > 1


@pytest.mark.parametrize("players", [1, 7, 0, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError, match="players"):
        prepare("coup", {"players": players}, {}, 1)


# -- legal actions


@pytest.mark.parametrize(("coins", "more"), [(0, []), (2, []), (3, ["assassinate"]), (6, ["assassinate"])])
def test_an_assassination_costs_three(coins: int, more: list[str]) -> None:
    may = Table(TWO, coins=[coins, 2]).may(ANN)
    assert {*may} == {*FREE, "steal Bob", *(f"{verb} Bob" for verb in more)}


@pytest.mark.parametrize("coins", [7, 9, 10, 12])
def test_a_coup_costs_seven_and_is_a_must_from_ten_coins_on(coins: int) -> None:
    table = Table(THREE, coins=[coins, 2, 2])
    assert {"coup Bob", "coup Cat"} <= {*table.may(ANN)}
    if coins >= 10:
        assert table.may(ANN) == ["coup Bob", "coup Cat"]
        for command in ("income", "tax", "assassinate Bob"):
            assert "must coup" in table.refuses(ANN, command)


def test_what_one_cannot_pay_is_refused_with_the_price() -> None:
    assert "7" in Table(TWO).refuses(ANN, "coup Bob")
    assert "3" in Table(TWO).refuses(ANN, "assassinate Bob")


@pytest.mark.parametrize("verb", ["steal", "assassinate", "coup"])
def test_an_action_aims_at_another_player_who_is_in_the_game(verb: str) -> None:
    rich = Table(THREE, coins=[9, 2, 2])
    assert "must be another player" in rich.refuses(ANN, f"{verb} Ann")
    assert "TARGET is missing; TARGET is one of Bob, Cat; write" in rich.refuses(ANN, verb)
    table = Table("duk ass, con con, cap cap", coins=[10, 2, 10])
    table.do("coup Bob", "lose Contessa", "income", "coup Bob")
    assert (table.hand(BOB), table.deciding) == ([], (ANN,))
    table.pay(ANN, 9)
    assert f"{verb} Cat" in table.may(ANN)
    assert "Bob is out" in table.refuses(ANN, f"{verb} Bob")


@pytest.mark.parametrize(
    ("command", "blocks", "blockers"),
    [
        ("assassinate Bob", ["Contessa"], (BOB,)),
        ("steal Bob", ["Captain", "Ambassador"], (BOB,)),
        ("foreign aid", ["Duke"], (BOB, CAT)),
    ],
)
def test_who_blocks_what_and_with_what(command: str, blocks: list[str], blockers: tuple[str, ...]) -> None:
    table = Table(THREE, coins=[3, 2, 2]).do(command)
    if table.phase == "challenge":
        assert table.may(CAT) == ["pass", "challenge"]
        table.answer()
    assert (table.phase, table.deciding) == ("block", blockers)
    assert table.may(BOB) == ["pass", *(f"block with {card}" for card in blocks)]
    assert "block with" in table.refuses(BOB, "challenge")
    for other in set(CHARACTERS) - set(blocks):
        assert "is not blocked with" in table.refuses(BOB, f"block with {other}")
    if CAT not in blockers:
        assert "no answer of yours is due" in table.refuses(CAT, table.may(BOB)[1])


@pytest.mark.parametrize("who", [ANN, CAT, DAN])
def test_a_block_is_challenged_by_anyone(who: str) -> None:
    table = Table("ass duk, cap cap, amb amb, duk con", coins=[3, 2, 2, 2])
    table.do("assassinate Bob").answer().do("block with Contessa")
    assert table.deciding == (CAT, DAN, ANN)
    table.answer(**{who: "challenge"}).do("lose Captain")
    assert [lost.why for lost in table.told(Lost)] == ["bluff", "assassination"]
    assert table.hand(BOB) == []


# -- effects

ONE_LEFT = ("coup Bob", "lose Captain", "income", "income")
"""Commands after which Bob, of three players, has one card and Ann's turn begins."""
ANN_HAS_ONE = ("income", "income", "coup Ann", "lose Contessa")
Steps = tuple[str | dict[str, str], ...]
TURNS: dict[str, tuple[str, list[int], Steps, dict[str, Any]]] = {
    "income": (TWO, [], ("income",), {"coins": {ANN: 2}, "phase": "act", "deciding": (BOB,)}),
    "aid": (THREE, [], ("foreign aid", {}), {"coins": {ANN: 4}}),
    "aid, blocked": (THREE, [], ("foreign aid", {CAT: "block with Duke"}, {}), {"coins": {ANN: 2}}),
    "tax": (THREE, [], ("tax", {}), {"coins": {ANN: 5}, "phase": "act"}),
    "coup": (THREE, [7, 2, 2], ("coup Bob",), {"coins": {ANN: 0}, "phase": "lose", "deciding": (BOB,)}),
    "coup, lost": (THREE, [7, 2, 2], ("coup Bob", "lose Captain"), {"why": ["coup"], "deciding": (BOB,)}),
    "announced": (THREE, [3, 2, 2], ("assassinate Cat",), {"coins": {ANN: 0}, "phase": "challenge"}),
    "steal, blocked": (
        *(THREE, [], ("steal Bob", {}, "block with Captain", {})),
        {"coins": {ANN: 2, BOB: 2}, "outcomes": ["blocked"], "deciding": (BOB,)},
    ),
    "block open": (
        *(THREE, [], ("steal Bob", {}, "block with Captain")),
        {"phase": "challenge block", "deciding": (CAT, ANN)},
    ),
    "caught": (
        *("con ass, con cap, amb duk", [], ("tax", {CAT: "challenge"}, "lose Assassin")),
        {"lost": {ANN: ["ass"]}, "coins": {ANN: 2}, "deciding": (BOB,)},
    ),
    "proved": (
        *(THREE, [], ("tax", {BOB: "challenge"}, "lose Captain")),
        {"lost": {BOB: ["cap"]}, "coins": {ANN: 5}, "why": ["challenge"]},
    ),
    "the first challenger counts": (
        *(FOUR, [], ("income", "steal Ann", {ANN: "challenge", DAN: "challenge"})),
        {"phase": "lose", "deciding": (DAN,)},
    ),
    "the first blocker counts": (
        *(FOUR, [], ("income", "foreign aid", {ANN: "block with Duke", DAN: "block with Duke"})),
        {"phase": "challenge block", "deciding": (CAT, ANN, BOB)},
    ),
    "a block is proved": (
        *(THREE, [], ("steal Bob", {}, "block with Captain", {ANN: "challenge"}, "lose Duke")),
        {"lost": {ANN: ["duk"]}, "coins": {ANN: 2, BOB: 2}, "outcomes": ["blocked"]},
    ),
    "two cards alike are a choice": (
        *("con con, con cap, amb duk", [], ("tax", {BOB: "challenge"})),
        {"phase": "lose", "deciding": (ANN,), "may": (ANN, ["lose Contessa"])},
    ),
    "refunded": (
        *("con cap, con cap, amb duk", [3, 2, 2], ("assassinate Bob", {BOB: "challenge"}, "lose Captain")),
        {"coins": {ANN: 3}, "settled": 3},
    ),
    "spent when blocked": (
        *("ass duk, con cap, amb duk", [3, 2, 2], ("assassinate Bob", {}, "block with Contessa", {})),
        {"coins": {ANN: 0}, "hand": {BOB: ["cap", "con"]}, "treasury": 46},
    ),
    "spent after a failed challenge": (
        *("ass duk, con cap, amb duk", [3, 2, 2]),
        ("assassinate Bob", {CAT: "challenge"}, "lose Duke", "pass", "lose Captain"),
        {"coins": {ANN: 0}, "hand": {BOB: ["con"], CAT: ["amb"]}},
    ),
    "after a wrong challenge the target may block": (
        *(THREE, [3, 2, 2], ("assassinate Bob", {BOB: "challenge"}, "lose Captain")),
        {"phase": "block", "deciding": (BOB,)},
    ),
    "a double loss by a wrong challenge": (
        *(THREE, [3, 2, 2], ("assassinate Bob", {BOB: "challenge"}, "lose Captain", "pass")),
        {"why": ["challenge", "assassination"], "hand": {BOB: []}, "deciding": (CAT,)},
    ),
    "a double loss by a false Contessa": (
        *("duk ass, cap cap, amb duk", [3, 2, 2]),
        ("assassinate Bob", {}, "block with Contessa", {ANN: "challenge"}, "lose Captain"),
        {"why": ["bluff", "assassination"], "hand": {BOB: []}, "coins": {ANN: 0, BOB: 0}},
    ),
    "the target of an assassination chooses": (
        *(THREE, [3, 2, 2], ("assassinate Bob", {}, "pass")),
        {"phase": "lose", "may": (BOB, ["lose Captain", "lose Contessa"])},
    ),
    "the actor is out by its bluff": (
        *("con con, duk duk, amb cap", [2, 2, 7], (*ANN_HAS_ONE, "Ann 5", "assassinate Bob", {CAT: "challenge"})),
        {"hand": {ANN: []}, "coins": {ANN: 0}, "settled": 0, "deciding": (BOB,)},
    ),
    "the actor is out by doubting a block": (
        *("con con, duk duk, amb cap", [2, 2, 7]),
        (*ANN_HAS_ONE, "foreign aid", {BOB: "block with Duke"}, {ANN: "challenge"}),
        {"hand": {ANN: []}, "coins": {ANN: 0}, "deciding": (BOB,)},
    ),
    "a third player is out by its challenge": (
        *("ass ass, duk duk, amb cap", [7, 2, 2]),
        ("coup Cat", "lose Captain", "income", "income", "Ann 3", "assassinate Bob", {CAT: "challenge"}),
        {"hand": {CAT: []}, "phase": "block", "deciding": (BOB,)},
    ),
    "a false Duke": (
        *("duk ass, con cap, amb duk", []),
        ("foreign aid", {BOB: "block with Duke"}, {CAT: "challenge"}, "lose Captain"),
        {"coins": {ANN: 4}, "hand": {BOB: ["con"]}, "deciding": (BOB,)},
    ),
    "a blocker is out": (
        *("ass ass, con cap, amb duk", [7, 2, 2]),
        (*ONE_LEFT, "foreign aid", {BOB: "block with Duke"}, {ANN: "challenge"}),
        {"hand": {BOB: []}, "coins": {ANN: 2, BOB: 0}, "deciding": (CAT,)},
    ),
    "a false block of a theft": (
        *("cap ass, con con, amb duk", []),
        ("steal Bob", {}, "block with Ambassador", {ANN: "challenge"}, "lose Contessa"),
        {"coins": {ANN: 4, BOB: 0}},
    ),
    "coins of who is out": (
        *("duk ass, con cap, amb duk", [7, 2, 8], ("coup Bob", "lose Captain", "income", "coup Bob")),
        {"coins": {BOB: 0, ANN: 0, CAT: 1}, "treasury": 49},
    ),
    "a proof before an exchange": (
        *("amb ass, con cap, duk duk", [], ("exchange", {CAT: "challenge"}, "lose Duke")),
        {"phase": "exchange", "deck": 7},
    ),
}


def played(hands: str, coins: list[int], steps: Steps, **more: Any) -> Table:
    """Play steps: a command of the only player to act, answers by name, or a change of coins ("Ann 5")."""
    table = Table(hands, coins=coins, **more)
    for step in steps:
        if isinstance(step, dict):
            table.answer(**step)
        elif step.split()[0] in NAMES:
            table.pay(step.split()[0], int(step.split()[1]))
        else:
            table.do(step)
    return table


@pytest.mark.parametrize("name", TURNS)
def test_what_comes_of_a_turn(name: str) -> None:
    hands, coins, steps, expected = TURNS[name]
    table = played(hands, coins, steps)
    facts: dict[str, Any] = {
        "phase": table.phase,
        "deciding": table.deciding,
        "coins": {each: table.coins(each) for each in expected.get("coins", ())},
        "hand": {each: table.hand(each) for each in expected.get("hand", ())},
        "lost": {each: table.lost(each) for each in expected.get("lost", ())},
        "why": [lost.why for lost in table.told(Lost)],
        "outcomes": [settled.outcome for settled in table.told(Settled)],
        "settled": table.told(Settled)[-1].coins if table.told(Settled) else None,
        "treasury": table.game.treasury,
        "deck": table.game.deck_size,
    }
    if "may" in expected:
        who, may = expected["may"]
        assert table.may(who) == may
    assert {key: facts[key] for key in expected if key != "may"} == {k: v for k, v in expected.items() if k != "may"}


def test_the_target_is_named_at_announcement() -> None:
    declared = Table(THREE, coins=[3, 2, 2]).do("assassinate Cat").told(Declared)[-1]
    assert (declared.target, declared.claim, declared.cost) == (CAT, "Assassin", 3)


@pytest.mark.parametrize("by", ["challenge", "block"])
@pytest.mark.parametrize(("command", "spent"), [("assassinate Bob", 3), ("steal Bob", 0)])
def test_a_target_that_is_out_leaves_nothing_to_kill_or_steal(command: str, spent: int, by: str) -> None:
    hands = "cap ass, con cap, amb duk" if by == "challenge" else "cap ass, duk cap, amb con"
    table = played(hands, [10, 2, 2], (*ONE_LEFT, "Ann 5", command))
    if by == "challenge":
        table.answer(Bob="challenge")
    else:
        table.answer().do(table.may(BOB)[1]).answer(Cat="challenge")
    assert (table.told(Settled)[-1].outcome, table.told(Settled)[-1].coins) == ("moot", 0)
    assert (table.coins(ANN), table.coins(BOB), table.hand(BOB), table.deciding) == (5 - spent, 0, [], (CAT,))


@pytest.mark.parametrize(("has", "taken"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_steal_takes_what_there_is_up_to_two(has: int, taken: int) -> None:
    table = Table(THREE, coins=[2, has, 2]).do("steal Bob").answer().do("pass")
    assert (table.coins(ANN), table.coins(BOB)) == (2 + taken, has - taken)
    assert table.told(Settled)[-1].coins == taken


@pytest.mark.parametrize(
    ("left", "command", "gain"), [(2, "tax", 2), (0, "tax", 0), (1, "foreign aid", 1), (0, "income", 0)]
)
def test_the_treasury_gives_what_it_has(left: int, command: str, gain: int) -> None:
    table = Table("duk ass, duk ass, duk ass, con con, cap cap, amb amb", coins=[5, 9, 9, 9, 9, 9 - left]).do(command)
    if table.phase != "act":
        table.answer()
    assert (table.coins(ANN), table.game.treasury) == (5 + gain, left - gain)


# -- shown and lost cards


@pytest.mark.parametrize("block", [False, True])
def test_a_proven_card_is_shuffled_into_the_deck_before_the_replacement_is_drawn(block: bool) -> None:
    drawn = Counter[str]()
    for turn in range(60):
        table = Table(THREE)
        table.chance.at(turn, 0)
        if block:
            table.do("steal Bob").answer().do("block with Captain").answer(Cat="challenge")
        else:
            table.do("tax").answer(Bob="challenge")
        drawn[table.told(Drew)[-1].cards[0]] += 1
    doubter, claimant, late = (CAT, BOB, ANN) if block else (BOB, ANN, CAT)
    events = [f"{doubter} challenged", f"{claimant} proved", "shuffled", f"{claimant} drew", f"{late} unheard"]
    assert table.kinds(-5) == events
    deck = table.told(Shuffled)[-1].deck
    assert (len(deck), table.told(Drew)[-1].cards, len(table.hand(claimant))) == (10, deck[-1:], 2)
    assert {*drawn} == set(CHARACTERS), "the proven card may come back"


def test_the_loser_chooses_which_card_to_turn_up_and_with_one_card_has_no_choice() -> None:
    table = Table("con ass, con cap, amb duk").do("tax").answer(Bob="challenge")
    assert table.may(ANN) == ["lose Assassin", "lose Contessa"]
    assert "no Duke" in table.refuses(ANN, "lose Duke")
    table.do("lose Contessa", "income", "income", "tax").answer(Bob="challenge")
    assert (table.lost(ANN), table.hand(ANN), table.deciding) == (["con", "ass"], [], (BOB,))
    assert [lost.out for lost in table.told(Lost)] == [False, True]


# -- the exchange


def test_an_exchange_draws_two_keeps_as_many_as_were_live_and_shuffles_the_others() -> None:
    table = Table("duk ass, con cap", top="amb amb").do("exchange").answer()
    assert (table.phase, table.hand(ANN)) == ("exchange", ["amb", "amb", "ass", "duk"])
    assert set(table.may(ANN)) == {
        f"keep {pair}" for pair in ("Duke Assassin", "Duke Ambassador", "Assassin Ambassador", "Ambassador Ambassador")
    }
    for command in ("keep Duke Duke", "keep Contessa Duke", "keep Duke", "lose Duke", "pass", "income"):
        assert "keep" in table.refuses(ANN, command)
    table.do("keep Ambassador Duke")
    assert (table.hand(ANN), table.game.deck_size) == (["amb", "duk"], 11)
    assert table.kinds(-3) == ["Ann kept", "Ann exchanged", "shuffled"]
    assert table.told(Shuffled)[-1].deck.count("Ambassador") == 2
    assert sorted(table.told(Kept)[-1].back) == ["Ambassador", "Assassin"]
    private = [event for event in table.events if isinstance(event.data, Drew | Kept)]
    assert {(event.agent, event.audience) for event in private} == {(ANN, (ANN,)), (BOB, (BOB,))}
    assert not Exchanged.__struct_fields__


def test_an_exchange_with_one_live_card_keeps_one_of_three() -> None:
    table = Table("duk ass, con cap", top="amb con", coins=[2, 7]).do("income", "coup Ann", "lose Duke")
    table.do("exchange").answer()
    assert table.may(ANN) == ["keep Assassin", "keep Ambassador", "keep Contessa"]
    assert "you may keep 1" in table.refuses(ANN, "keep Assassin Contessa")
    table.do("keep Contessa")
    assert (table.hand(ANN), table.game.deck_size, table.lost(ANN)) == (["con"], 11, ["duk"])


# -- elimination and the end


def test_who_is_out_has_no_turn_answers_nothing_and_is_nobody_s_target() -> None:
    table = Table(FOUR, coins=[7, 2, 7]).do("coup Bob", "lose Captain", "income", "coup Bob")
    assert table.hand(BOB) == []
    assert not [command for command in table.may(DAN) if BOB in command]
    assert table.do("income").deciding == (ANN,)
    assert table.do("tax").deciding == (CAT, DAN)
    assert table.answer().deciding == (CAT,)
    assert table.may(BOB) == ["pass"]
    assert "you are out" in table.refuses(BOB, "income")


def test_the_last_player_wins_and_nothing_comes_after() -> None:
    table = Table("duk ass, con cap", coins=[10, 10]).do("coup Bob", "lose Captain", "coup Ann", "lose Assassin")
    assert (table.scene.is_complete(), table.scene.outcome().winners) == (None, ())
    table.pay(ANN, 7)
    table.do("coup Bob")
    assert (table.scene.is_complete(), table.scene.outcome().winners) == ("won", (ANN,))
    assert (table.deciding, table.kinds(-1)) == ((), ["Bob lost"])
    assert table.scene.legal(BOB) == table.scene.legal(ANN)


@pytest.mark.parametrize("command", ["tax", "exchange"])
def test_a_challenge_can_end_the_game_before_the_action_takes_effect(command: str) -> None:
    table = Table("duk amb, con cap", coins=[7, 2]).do("coup Bob", "lose Captain", "income", command)
    table.answer(Bob="challenge")
    assert (table.scene.is_complete(), table.scene.outcome().winners, table.coins(ANN)) == ("won", (ANN,), 0)
    assert (table.deciding, table.kinds(-1), len(table.hand(ANN))) == ((), ["Bob lost"], 2)
