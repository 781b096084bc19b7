"""Moves that a player who counts or remembers never makes: named positions, and a hundred games."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from core.engine.chance import Draw
from scenes.coup.actions import CHALLENGE, PASS, Block, Move, describe
from scenes.coup.moves import CHARACTERS, COPIES, RULES
from scenes.coup.observation import Observation
from scenes.coup.strong.player import explain
from tests.scenes.coup_table import ANN, BOB, CAT, Table
from tests.scenes.test_coup_bots import Decision, played

FEW = 4
POOR, CONTESSA = {"income", "foreign aid"}, "block with Contessa"
FULL = {"duk": "Duke", "ass": "Assassin", "cap": "Captain", "amb": "Ambassador", "con": "Contessa"}


def last_cards(hands: str, coins: tuple[int, int]) -> Table:
    """Return a game of two players with one card each; Ann moves."""
    table = Table(hands, coins=(7, 7), playouts=FEW)
    ann, bob = (FULL[hand.split()[0]] for hand in hands.split(", "))
    table.do("coup Bob", f"lose {bob}", "coup Ann", f"lose {ann}")
    for name, has in zip((ANN, BOB), coins, strict=True):
        table.pay(name, has)
    return table


def without_bob(hands: str, coins: int = 3) -> Table:
    """Return a game of three after Bob is out; Cat has one card, Ann has `coins` coins and moves."""
    table = Table(hands, coins=(10, 10, 10), playouts=FEW)
    card = FULL[hands.split(", ")[2].split()[0]]
    table.do("coup Bob", f"lose {card}", "coup Cat", f"lose {card}", "coup Bob")
    table.pay(ANN, coins)
    return table


def dealt(hands: str, *done: str, coins: tuple[int, ...] = ()) -> Table:
    return Table(hands, coins=coins, playouts=FEW).do(*done)


def duke(*done: str) -> Table:
    """Return a game of three in which Bob blocked foreign aid twice and taxed twice without a challenge; Ann moves."""
    table = dealt("con cap, duk ass, amb amb", coins=(0, 0, 0))
    for _ in range(2):
        table.do("foreign aid").answer(Bob="block with Duke").answer().do("tax").answer().do("income").pay(BOB, 0)
    return table.do(*done)


def blocked(hands: str, verb: str, card: str) -> Table:
    """Return a game of three in which Bob blocked Ann twice without a challenge; Ann moves and can pay."""
    table = dealt(hands, coins=(3, 2, 2))
    for _ in range(2):
        table.do(f"{verb} Bob").answer().do(f"block with {card}").answer().do("income", "income").pay(ANN, 3)
    return table


MUST: dict[str, tuple[Callable[[], Table], str, str]] = {
    "a coup wins": (lambda: last_cards("con amb, cap cap", (7, 2)), ANN, "coup Bob"),
    "a coup wins, a Duke or not": (lambda: last_cards("con duk, cap cap", (9, 9)), ANN, "coup Bob"),
    "a coup wins, and so would a murder": (
        lambda: without_bob("duk ass, con con, con cap", coins=7),
        ANN,
        "coup Cat",
    ),
    "a murder wins where no Contessa is": (lambda: without_bob("duk ass, con con, con cap"), ANN, "assassinate Cat"),
    "a Contessa blocks": (lambda: dealt("ass duk, con cap", "assassinate Bob", "pass", coins=(3, 2)), BOB, CONTESSA),
    "a Captain blocks": (lambda: dealt("cap duk, cap con", "steal Bob", "pass"), BOB, "block with Captain"),
    "an Ambassador blocks": (lambda: dealt("cap duk, amb con", "steal Bob", "pass"), BOB, "block with Ambassador"),
    "a Duke blocks": (lambda: dealt("con con, duk cap", "foreign aid"), BOB, "block with Duke"),
    "the last card says Contessa": (
        lambda: last_cards("con ass, cap duk", (3, 2)).do("assassinate Bob", "pass"),
        BOB,
        CONTESSA,
    ),
    "a fourth Duke": (lambda: last_cards("duk con, duk duk", (2, 2)).do("tax"), BOB, "challenge"),
    "a fourth Captain": (lambda: last_cards("cap con, cap cap", (2, 2)).do("steal Bob"), BOB, "challenge"),
    "a fourth Captain blocks": (
        lambda: last_cards("cap cap, cap con", (2, 2)).do("steal Bob", "pass", "block with Captain"),
        ANN,
        "challenge",
    ),
    "a fourth Duke blocks": (
        lambda: last_cards("duk duk, duk con", (2, 2)).do("foreign aid", "block with Duke"),
        ANN,
        "challenge",
    ),
    "who is Duke all the time is one": (lambda: duke("income", "tax"), ANN, "pass"),
    "to everybody": (lambda: duke("income", "tax"), CAT, "pass"),
    "a fourth Ambassador": (lambda: last_cards("amb con, amb amb", (2, 2)).do("exchange"), BOB, "challenge"),
}
NEVER: dict[str, tuple[Callable[[], Table], str, set[str]]] = {
    "a Duke earns more": (lambda: dealt("duk con, cap cap"), ANN, POOR),
    "and with five coins": (lambda: dealt("duk duk, cap cap", coins=(5, 2)), ANN, POOR),
    "and at a table of four": (lambda: dealt("duk con, cap cap, ass con, amb amb"), ANN, POOR),
    "and with the last card": (lambda: last_cards("con duk, cap cap", (2, 2)), ANN, POOR),
    "no Duke is left to block foreign aid": (
        lambda: without_bob("con ass, duk duk, duk cap"),
        ANN,
        {"income", "tax"},
    ),
    "who has nothing is not stolen from": (
        lambda: dealt("cap con, duk duk", coins=(2, 0)),
        ANN,
        {"steal Bob"},
    ),
    "nor one of three": (lambda: dealt("cap con, duk duk, amb amb", coins=(2, 0, 4)), ANN, {"steal Bob"}),
    "a Duke is there who blocks foreign aid": (duke, ANN, {"foreign aid"}),
    "a Captain is there who blocks a theft": (
        lambda: blocked("cap con, cap duk, amb duk", "steal", "Captain"),
        ANN,
        {"steal Bob"},
    ),
    "a Contessa is there who blocks a murder": (
        lambda: blocked("ass duk, con con, cap amb", "assassinate", "Contessa"),
        ANN,
        {"assassinate Bob"},
    ),
    "nobody lies who need not": (
        lambda: dealt("cap duk, cap con", "steal Bob", "pass"),
        BOB,
        {"block with Ambassador"},
    ),
}


@pytest.mark.parametrize("name", [*MUST, *NEVER])
def test_strong_does_nothing_that_is_dominated(name: str) -> None:
    make, who, what = (MUST | NEVER)[name]
    seen = make().scene.observe(who)
    for seed in range(2):
        for best in (False, True):
            does = describe(explain(seen, Draw(seed << 40), best)[0])
            assert does == what if isinstance(what, str) else does not in what


# -- whole games, judged by what can be seen, without the player's own computations


def blunder(each: Decision) -> str:
    """Describe a decision's mistake, if it is certain without knowing what others hold."""
    seen, action = each.seen, each.action
    me, others = (
        seen.me,
        [player for player in seen.players if player.cards and player.name != seen.name],
    )
    match action:
        case Move(verb, target):
            lone = len(others) == 1 and others[0].cards == 1
            if lone and me.coins >= RULES["coup"].cost and verb != "coup":
                sure = verb == "assassinate" and "Assassin" in seen.hand and not seen.unseen("Contessa")
                return "" if sure else "declines the coup that wins"
            if "Duke" in seen.hand and me.coins < 7 and verb in ("income", "foreign aid"):
                return "has a Duke and does not tax"
            if verb == "income" and me.coins < 7 and not seen.unseen("Duke"):
                return "income, where nobody can have a Duke"
            if verb == "steal" and not seen.player(target).coins:
                return "steals from who has nothing"
            claim = RULES[verb].claims
            return "claims what lies open" if claim and seen.turned_up(claim) == COPIES else ""
        case Block(card):
            if seen.turned_up(card) == COPIES:
                return "blocks with what lies open"
            held = [other for other in CHARACTERS if other in seen.hand and Block(other) in each.lawful]
            return "lies in a block without need" if held and card not in held else ""
    return _answer(seen, action == CHALLENGE, action == PASS, me.cards == 1)


def _answer(seen: Observation, doubts: bool, passes: bool, last: bool) -> str:
    mine = seen.name in (seen.actor, seen.target) or len([each for each in seen.players if each.cards]) == 2
    if seen.claim and seen.phase in ("challenge", "challenge block"):
        if passes and mine and not seen.unseen(seen.claim):
            return "believes what cannot be"
        hidden = sum([seen.unseen(card) for card in CHARACTERS]) - seen.unseen(seen.claim)
        held = seen.player(seen.claimant).cards
        return "doubts what must be" if doubts and hidden < held else ""
    if passes and seen.phase == "block" and seen.target == seen.name:
        if seen.verb == "assassinate" and "Contessa" in seen.hand:
            return "has a Contessa and does not block"
        if seen.verb == "assassinate" and last and seen.turned_up("Contessa") < COPIES:
            return "dies without a word"
        coins = seen.me.coins
        if seen.verb == "steal" and coins and {"Captain", "Ambassador"} & set(seen.hand):
            return "could block a theft and does not"
    return ""


TABLES = (["strong"] * 4, ["strong", "bluffer", "honest", "random"], ["strong", "bluffer"], ["strong", "strong"])


@pytest.mark.parametrize("games", [2, pytest.param(24, marks=pytest.mark.slow)])
def test_strong_never_blunders(games: int) -> None:
    """The seeds are hashes of a word, so that nobody chose them."""
    made, duke = [], 0
    for game in range(games):
        seed = int.from_bytes(sha256(f"coup {game}".encode()).digest()[:4])
        for each in played(TABLES[game % len(TABLES)], seed, playouts=FEW):
            if each.policy == "strong" and len(each.lawful) > 1:
                made += [(seed, wrong)] if (wrong := blunder(each)) else []
                duke += isinstance(each.action, Move) and "Duke" in each.seen.hand
    assert made == []
    assert duke, "they held the card that was wasted"


def test_a_blunder_is_seen_as_one() -> None:
    """The check of the games finds mistakes of a random player."""
    found = {blunder(each) for seed in range(25) for each in played(["random", "random"], seed) if len(each.lawful) > 1}
    assert len(found - {""}) > 4
