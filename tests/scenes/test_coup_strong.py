"""The strong player of Coup: its small, fast table follows the rules, and its decisions use no hidden information."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from core.engine.casting import prepare
from core.engine.chance import Draw
from core.lab.batch import play_batch
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Challenge, Keep, Lose, describe
from scenes.coup.claim_memory import ClaimMemory
from scenes.coup.events import Drew
from scenes.coup.flow import legal, resolve_answers, start
from scenes.coup.moves import CARD_NUMBER, CHARACTERS, COPIES, NOBODY, TREASURY
from scenes.coup.rules import Game
from scenes.coup.strong import playout_policy
from scenes.coup.strong.belief import Belief, all_odds, lie_by_challenger
from scenes.coup.strong.player import calibrated_chance, explain
from scenes.coup.strong.position import Temper
from scenes.coup.strong.pruning import worthwhile_actions
from scenes.coup.strong.search import SampledGame, apply_action, drop_poor_lies
from scenes.coup.strong.table import Table as Small
from tests.scenes.coup_table import ANN, BOB, Table
from tests.scenes.test_coup_bots import played

# -- the small table against the rules


class Script:
    """Random decisions for all players of a real game, repeated in the small table."""

    def __init__(self, game: Game, rand: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game, self.rand = game, rand
        self.cards: list[int] = []
        self.answers: list[Any] = []
        monkeypatch.setattr(playout_policy, "choose_move", self.told)
        monkeypatch.setattr(playout_policy, "first_challenger", self.told)
        monkeypatch.setattr(playout_policy, "first_blocker", self.told)
        monkeypatch.setattr(playout_policy, "card_to_lose", self.told)
        monkeypatch.setattr(playout_policy, "cards_to_keep", self.told)
        monkeypatch.setattr(Small, "drawn", lambda table: self.drawn(table))

    def told(self, *_: Any) -> Any:
        return self.answers.pop(0)

    def drawn(self, table: Small) -> int:
        card = self.cards.pop(0)
        table.deck.remove(card)
        return card

    def decide(self) -> dict[int, Action]:
        """Make one decision of the real game, for all who have to act."""
        game, rand = self.game, self.rand
        deciding, phase = game.deciding, game.phase
        actions = {seat: rand.choice(legal(game, seat)) for seat in deciding}
        for seat, body in resolve_answers(game, actions, rand.shuffle):
            game.apply(seat, body)
            if type(body) is Drew:
                self.cards += [CARD_NUMBER[card] for card in body.cards]
        heard = next((seat for seat in deciding if actions[seat] != PASS), NOBODY)
        match actions.get(heard):
            case Block(card):
                self.answers.append((heard, CARD_NUMBER[card]))
            case Lose(card):
                self.answers.append(CARD_NUMBER[card])
            case Keep(cards):
                self.answers.append([CARD_NUMBER[card] for card in cards])
            case Challenge():
                self.answers.append(heard)
            case None:
                self.answers.append((NOBODY, NOBODY) if phase == "block" else NOBODY)
        return actions


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_the_small_table_plays_by_the_rules(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games: from any decision to the end of the turn, both reach the same coins, hands and deck."""
    taken = Counter[str]()
    for seed in range(25):
        rand = Random(seed)
        game = Game(tuple("ABCDEF"[:count]))
        for seat, body in start(game, rand.randrange(count), rand.shuffle):
            game.apply(seat, body)
        script = Script(game, rand, monkeypatch)
        while game.deciding:
            for _ in range(rand.randrange(4)):
                if game.deciding:
                    script.decide()
            if not game.deciding:
                break
            before = game.copy()
            script.answers, script.cards = [], []
            actions = script.decide()
            while game.phase not in ("act", "over"):
                script.decide()
            small = Small(*_laid_out(before), [Temper(0, 0)] * count, rand.random)
            seat = rand.choice(before.deciding)
            if before.phase in ("lose", "exchange"):
                script.answers.pop(0)
            apply_action(small, before, seat, actions[seat])
            taken[before.phase] += 1
            assert not script.answers
            assert not script.cards
            hands, deck, coins, up = _laid_out(game)
            assert [sorted(hand) for hand in small.hands] == [sorted(hand) for hand in hands]
            assert (small.coins, small.treasury, small.up) == (coins, game.treasury, up)
            assert sorted(small.deck) == sorted(deck)
            assert small.left == sum(map(bool, hands))
    assert min(taken[phase] for phase in ("act", "challenge", "block", "challenge block", "lose", "exchange")) > 2


def _laid_out(game: Game) -> tuple[list[list[int]], list[int], list[int], list[int]]:
    up = [sum(lost.count(card) for lost in game.lost) for card in CHARACTERS]
    hands = [[CARD_NUMBER[card] for card in hand if card] for hand in game.hands]
    return hands, [CARD_NUMBER[card] for card in game.deck if card], game.coins.copy(), up


@pytest.mark.parametrize("count", [2, 4, 6])
def test_playouts_end_and_keep_coins_and_cards(count: int) -> None:
    tempers = [Temper(0.3, 0.2), Temper(0.5, 0.5, random=True), Temper(0, 0), Temper(0.9, 1.2), *[Temper(0.1, 0.5)] * 2]
    for seed in range(20):
        rand = Random(seed)
        deck = list(range(5)) * 3
        rand.shuffle(deck)
        hands = [[deck.pop(), deck.pop()] for _ in range(count)]
        table = Small(hands, deck, [2] * count, [0] * 5, tempers[:count], rand.random)
        table.play(0, 30)
        assert sum(table.coins) + table.treasury == TREASURY
        cards = (
            Counter(card for hand in table.hands for card in hand)
            + Counter(table.deck)
            + Counter({card: up for card, up in enumerate(table.up) if up})
        )
        assert cards == dict.fromkeys(range(5), 3)


# -- decisions

STYLE = {"playouts": 4}
MIXES = (["strong", "bluffer"], ["strong", "random", "honest", "bluffer"])


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.few(1)
def test_strong_plays_legally_and_claims_no_card_that_is_gone(mix: list[str]) -> None:
    for seed in range(1, 3):
        for decision in played(mix, seed, **STYLE):
            if decision.policy == "strong":
                assert decision.action in decision.lawful
                assert not decision.claim or decision.seen.turned_up(decision.claim) < COPIES
                if decision.action == CHALLENGE and decision.seen.claim:
                    assert decision.seen.odds_by_counting(decision.seen.claimant, decision.seen.claim) < 1


@pytest.mark.slow
def test_a_decision_is_a_function_of_what_is_seen_and_of_chance() -> None:
    for decision in played(["bluffer", "honest", "random"], 3, playouts=20):
        if len(decision.lawful) > 1:
            once = explain(decision.seen, Draw(7))
            explain(decision.seen, Draw(8))
            assert explain(decision.seen, Draw(7)) == once


def test_strong_sees_no_more_than_its_seat() -> None:
    """If another player's hidden cards differ, it makes the same decision for the same reason."""
    first, second = Table("duk con, cap cap").do("income", "tax"), Table("duk con, duk ass").do("income", "tax")
    assert explain(first.scene.observe(ANN), Draw(5)) == explain(second.scene.observe(ANN), Draw(5))


def test_strong_takes_what_wins_at_once() -> None:
    table = Table("duk con, cap cap", coins=(7, 7)).do("coup Bob", "lose Captain", "coup Ann", "lose Contessa")
    table.game.coins[:] = 9, 9
    for seed in range(5):
        assert describe(explain(table.scene.observe(ANN), Draw(seed))[0]) == "coup Bob"


def test_strong_doubts_what_it_dies_of() -> None:
    """Ann can see all three Assassins, so she believes that Bob has none."""
    table = Table("ass ass, cap ass", coins=(7, 3)).do("coup Bob", "lose Assassin", "income")
    table.game.coins[0] = 2
    for seed in range(5):
        assert describe(explain(table.scene.observe(ANN), Draw(seed))[0]) != "assassinate Ann"
    table.do("income", "tax")
    assert all_odds(table.scene.observe(ANN))[BOB]["Assassin"].believed == 0


def thinkable(table: Table, seat: str, seed: int = 1) -> list[Action]:
    seen = table.scene.observe(seat)
    belief = Belief(seen)
    return drop_poor_lies(
        belief, ClaimMemory(seen), worthwhile_actions(belief, legal(belief.game, belief.me)), Draw(seed * 2**40)
    )


def test_a_lie_fits_what_was_said_before() -> None:
    """A player that claimed two characters claims no third, and one that was caught stops lying."""
    table = Table("cap con, amb amb").do("steal Bob", "pass", "pass", "income")
    assert {"tax", "steal Bob"} <= set(map(describe, thinkable(table, ANN)))
    table.do("tax", "pass", "income")
    assert "exchange" not in set(map(describe, thinkable(table, ANN)))
    caught = Table("cap con, amb amb").do("tax", "challenge", "lose Contessa", "income")
    assert {"tax", "exchange"}.isdisjoint(map(describe, thinkable(caught, ANN)))


def test_lies_in_a_block_are_rationed_to_who_may_doubt_them() -> None:
    def thought_of(hands: str) -> int:
        return sum(Block("Duke") in thinkable(Table(hands).do("foreign aid"), BOB, seed) for seed in range(100))

    assert thought_of("con con, duk cap") == 100, "a true claim always"
    assert 20 < thought_of("con con, cap cap") < 80


@pytest.mark.slow
def test_bluffs_are_no_habit() -> None:
    """Over several games strong both lies and tells the truth, with actions and with blocks."""
    made = Counter[tuple[bool, bool]]()
    for seed in range(1, 16):
        for decision in played(["strong", "bluffer"], seed, playouts=40):
            if decision.policy == "strong" and decision.claim:
                made[isinstance(decision.action, Block), decision.claim in decision.seen.hand] += 1
    assert min(made[kind] for kind in ((True, True), (True, False), (False, True), (False, False))) > 1


def test_strong_says_why() -> None:
    table = Table("con con, duk cap").do("income", "tax")
    action, why = explain(table.scene.observe(ANN), Draw(1))
    assert describe(action) in ("pass", "challenge")
    assert "Bob has a Duke at" in why
    assert "pass" in why
    assert "%" in why
    assert explain(table.scene.observe(BOB), Draw(1))[1] == "Nothing waits for my answer."


@pytest.mark.parametrize("rival", ["honest", "bluffer"])
@pytest.mark.slow
def test_strong_beats(rival: str) -> None:
    header = prepare("coup", {"players": 2}, {"Ann": "strong", "Bob": rival}, 1)
    won = Counter(policy for game in play_batch(header, 50, 1, rotate=True).games for policy in game.won)
    assert won["strong"] > 25


def test_a_lie_is_rated_by_what_others_have_seen() -> None:
    """Bob was caught without a Captain: everybody knows that its block as one is a lie, so it wins less than by
    counting alone."""
    table = Table("cap ass, duk con, con con").do("income", "steal Ann").answer(Ann="challenge")
    table.do("lose Contessa", "income", "steal Bob").answer()
    belief, block = Belief(table.scene.observe(BOB)), Block("Captain")
    seen_as = lie_by_challenger(belief, block)
    assert seen_as
    assert seen_as([CARD_NUMBER["Contessa"]] * 2) == pytest.approx(1)
    assert table.scene.observe(ANN).odds_by_counting(BOB, "Captain") > 0
    rand = Random(1).random
    worlds = [SampledGame.draw(belief, rand) for _ in range(800)]
    by_image, by_counting = (sum(w.play(block, each) for w in worlds) / len(worlds) for each in (seen_as, None))
    assert by_image < by_counting - 0.02


def test_a_larger_share_of_playouts_is_a_larger_chance() -> None:
    for left in range(2, 7):
        said = [calibrated_chance(share / 20, left) for share in range(21)]
        assert said == sorted(said)
        assert 0 < said[0] < said[-1] < 1
