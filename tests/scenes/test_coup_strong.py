"""The strong player of Coup: its odds are exact, its small table plays by the rules, its decisions are its own."""

from collections import Counter
from itertools import permutations
from math import prod
from random import Random
from typing import Any

import pytest

from core.batch import play_batch
from core.casting import prepare
from core.chance import Draw
from core.events import Body, Said
from scenes.coup.actions import CHALLENGE, Block, Keep, Lose, Move, describe
from scenes.coup.flow import follow, legal, start
from scenes.coup.moves import CHARACTERS, COINS, COPIES, Character
from scenes.coup.observation import Observation
from scenes.coup.rules import NOBODY, Game
from scenes.coup.strong import habits
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import CARD, VERB
from scenes.coup.strong.counting import odds_by_counting, turned_up
from scenes.coup.strong.deals import Deals
from scenes.coup.strong.habits import Temper
from scenes.coup.strong.odds import all_odds, odds
from scenes.coup.strong.player import explain
from scenes.coup.strong.suspect import Suspect
from scenes.coup.strong.table import Table as Small
from scenes.coup.strong.tempers import HANDS, KINDS
from tests.scenes.coup_table import ANN, BOB, CAT, Table
from tests.scenes.test_coup_bots import played

# -- odds


def by_hand(seen: Observation, name: str, card: Character) -> float:
    """The odds that a player holds a card, by dealing the unseen cards in every order."""
    cards = list(CHARACTERS) * COPIES
    for gone in [*(card for player in seen.players for card in player.lost), *seen.hand]:
        cards.remove(gone)  # type: ignore[arg-type]
    count = seen.players[seen.names.index(name)].cards
    deals = [dealt[:count] for dealt in permutations(cards, 2)]
    return sum(card in dealt for dealt in deals) / len(deals)


@pytest.mark.parametrize("mix", [["honest", "bluffer"], ["bluffer", "honest", "random"]])
def test_counting_is_what_all_deals_say(mix: list[str]) -> None:
    for at, decision in enumerate(played(mix, 5)):
        seen = decision.seen
        for player in seen.players:
            if at % 5 == 0 and player.name != seen.name and player.cards in (1, 2):
                for card in CHARACTERS:
                    assert odds_by_counting(seen, player.name, card) == pytest.approx(by_hand(seen, player.name, card))


def test_odds_of_what_one_sees_are_certain() -> None:
    table = Table("duk cap, con con, ass amb")
    seen = table.scene.observe(ANN)
    assert odds(seen, ANN, "Duke")[:2] == (1, 1)
    assert odds(seen, ANN, "Contessa")[:2] == (0, 0)
    everything = all_odds(table.scene.overview())
    assert [everything[name]["Contessa"].believed for name in (ANN, BOB, CAT)] == [0, 1, 0]


def test_before_anything_is_done_the_cards_say_all() -> None:
    seen = Table("duk cap, con con, ass amb").scene.observe(ANN)
    for name in (BOB, CAT):
        for card in CHARACTERS:
            counted, believed, up, held = odds(seen, name, card)
            assert believed == pytest.approx(counted)
            assert (up, held) == (0, seen.hand.count(card))


def test_deals_are_exact() -> None:
    """Three opponents with weights of their own: marginals are those of all deals, one card at a time."""
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
    drawn = Counter(tuple(deals.draw(rand.random)[0][1]) for _ in range(20_000))
    for i, share in enumerate(deals.hands(1)):
        assert abs(drawn[HANDS[2][i]] / 20_000 - share) < 0.02


def test_a_deal_uses_each_unseen_card_once() -> None:
    belief = Belief(Table("duk cap, con con, ass amb").scene.observe(ANN))
    for _ in range(50):
        hands, deck = belief.deals.draw(Random(1).random)
        assert Counter([*deck, *hands[1], *hands[2], *belief.own]) == dict.fromkeys(range(5), 3)


# -- what is read from what they do


def believed(table: Table, name: str, card: Character) -> float:
    return odds(table.scene.observe(ANN), name, card).believed


def test_claims_that_nobody_doubts_are_believed_more_and_more() -> None:
    table = Table("con con, duk cap, amb amb").do("income")
    chances = [believed(table, BOB, "Duke")]
    for _ in range(2):
        table.do("tax").answer().do("income", "income")
        chances.append(believed(table, BOB, "Duke"))
    assert chances == sorted(chances)
    assert chances[-1] > chances[0] + 0.2
    assert believed(table, CAT, "Duke") < odds(table.scene.observe(ANN), CAT, "Duke").counted, "Cat could have taxed"


def test_a_card_that_was_shown_went_back() -> None:
    table = Table("con con, duk cap, amb amb").do("income").do("tax")
    before = believed(table, BOB, "Duke")
    table.answer(Cat="challenge").do("lose Ambassador")
    counted = odds(table.scene.observe(ANN), BOB, "Duke").counted
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
    table.give({BOB: "say I have two Dukes"})
    assert any(isinstance(fact.data, Said) for fact in table.scene.observe(ANN).history)
    assert believed(table, BOB, "Duke") == before


# -- the small table against the rules


class Script:
    """Decides for everybody at a real game, and tells the small table the same."""

    def __init__(self, game: Game, rand: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game, self.rand = game, rand
        self.shuffles: list[list[Any]] = []
        self.answers: list[Any] = []
        monkeypatch.setattr(habits, "choose", self.told)
        monkeypatch.setattr(habits, "doubter", self.told)
        monkeypatch.setattr(habits, "blocker", self.told)
        monkeypatch.setattr(habits, "worse", self.told)
        monkeypatch.setattr(habits, "chosen", self.told)
        monkeypatch.setattr(Small, "shuffle", lambda table: self.shuffled(table))

    def told(self, *_: Any) -> Any:
        return self.answers.pop(0)

    def shuffled(self, table: Small) -> None:
        table.deck = self.shuffles.pop(0)

    def decide(self) -> list[tuple[int, Body]]:
        """One decision at the real game."""
        game, rand = self.game, self.rand
        actions = {seat: rand.choice(legal(game, seat)) for seat in game.deciding}
        awaiting, phase, events = game.deciding, game.phase, []
        for seat, body in follow(game, actions, self.shuffle):
            game.apply(seat, body)
            events.append((seat, body))
        heard = next((seat for seat in awaiting if actions[seat] != legal(game, NOBODY)[0]), NOBODY)
        match phase, actions.get(heard):
            case "block", Block(card):
                self.answers.append((heard, CARD[card]))
            case "block", None:
                self.answers.append((NOBODY, NOBODY))
            case "challenge" | "challenge block", _:
                self.answers.append(heard)
        for action in actions.values():
            match action:
                case Move(verb, target):
                    self.answers.append((VERB[verb], game.seat[target] if target else NOBODY))
                case Lose(card):
                    self.answers.append(CARD[card])
                case Keep(cards):
                    self.answers.append([CARD[card] for card in cards])
        return events

    def shuffle(self, deck: Any) -> None:
        self.rand.shuffle(deck)
        self.shuffles.append([CARD[card] for card in deck])


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_the_small_table_plays_by_the_rules(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games at both: after each turn coins, hands, deck and whose turn it is are the same."""
    for seed in range(40):
        rand = Random(seed)
        game = Game(tuple("ABCDEF"[:count]))
        for seat, body in start(game, rand.randrange(count), rand.shuffle):
            game.apply(seat, body)
        script = Script(game, rand, monkeypatch)
        small = Small(*_laid_out(game), [Temper(0, 0)] * count, rand.random)
        turns = 0
        while game.phase != "over" and turns < 300:
            turns += 1
            actor = game.actor
            script.decide()
            while game.phase not in ("act", "over"):
                script.decide()
            small.actor = actor
            small.act(*habits.choose(small, actor))
            assert not script.answers
            assert not script.shuffles
            hands, deck, coins, up = _laid_out(game)
            assert [sorted(hand) for hand in small.hands] == [sorted(hand) for hand in hands]
            assert (small.coins, small.treasury, small.up) == (coins, game.treasury, up)
            assert sorted(small.deck) == sorted(deck)
            assert small.left == sum(map(bool, hands))
        assert game.phase == "over" or turns == 300


def _laid_out(game: Game) -> tuple[list[list[int]], list[int], list[int], list[int]]:
    up = [sum(lost.count(card) for lost in game.lost) for card in CHARACTERS]
    hands = [[CARD[card] for card in hand if card] for hand in game.hands]
    return hands, [CARD[card] for card in game.deck if card], game.coins.copy(), up


@pytest.mark.parametrize("count", [2, 4, 6])
def test_playouts_end_and_keep_coins_and_cards(count: int) -> None:
    tempers = [Temper(0.3, 0.2), Temper(0.5, 0.5, random=True), Temper(0, 0), Temper(0.9, 1.2), *[Temper(0.1, 0.5)] * 2]
    for seed in range(60):
        rand = Random(seed)
        deck = list(range(5)) * 3
        rand.shuffle(deck)
        hands = [[deck.pop(), deck.pop()] for _ in range(count)]
        table = Small(hands, deck, [2] * count, [0] * 5, tempers[:count], rand.random)
        table.play(0, 30)
        assert sum(table.coins) + table.treasury == COINS
        cards = (
            Counter(card for hand in table.hands for card in hand)
            + Counter(table.deck)
            + Counter({card: up for card, up in enumerate(table.up) if up})
        )
        assert cards == dict.fromkeys(range(5), 3)


# -- decisions

STYLE = {"playouts": 12}
MIXES = (["strong", "bluffer"], ["strong", "random", "honest", "bluffer"])


@pytest.mark.parametrize("mix", MIXES)
def test_strong_plays_legally_and_claims_no_card_that_is_gone(mix: list[str]) -> None:
    for seed in range(1, 12):
        for decision in played(mix, seed, **STYLE):
            if decision.policy == "strong":
                assert decision.action in decision.lawful
                assert not decision.claim or turned_up(decision.seen, decision.claim) < COPIES
                if decision.action == CHALLENGE and decision.seen.claim:
                    assert odds_by_counting(decision.seen, decision.seen.claimant, decision.seen.claim) < 1


def test_a_decision_is_a_function_of_what_is_seen_and_of_chance() -> None:
    for decision in played(["bluffer", "honest", "random"], 3):
        if len(decision.lawful) > 1:
            once = explain(decision.seen, Draw(7))
            explain(decision.seen, Draw(8))
            assert explain(decision.seen, Draw(7)) == once


def test_strong_sees_no_more_than_its_seat() -> None:
    """Another hand that does the same: the same decision, for the same reason."""
    first, second = Table("duk con, cap cap").do("income", "tax"), Table("duk con, duk ass").do("income", "tax")
    assert explain(first.scene.observe(ANN), Draw(5)) == explain(second.scene.observe(ANN), Draw(5))


def test_one_playout_is_enough_to_play() -> None:
    for decision in played(["strong", "strong"], 2, playouts=1):
        assert decision.action in decision.lawful


def test_strong_takes_what_wins_at_once() -> None:
    table = Table("duk con, cap cap", coins=(7, 7)).do("coup Bob", "lose Captain", "coup Ann", "lose Contessa")
    table.game.coins[:] = 9, 9
    for seed in range(5):
        assert describe(explain(table.scene.observe(ANN), Draw(seed))[0]) == "coup Bob"


def test_strong_doubts_what_it_dies_of() -> None:
    """Its last card, no Contessa, and a third Assassin that cannot be."""
    table = Table("ass ass, cap ass", coins=(7, 3)).do("coup Bob", "lose Assassin", "income")
    table.game.coins[0] = 2
    for seed in range(5):
        assert describe(explain(table.scene.observe(ANN), Draw(seed))[0]) != "assassinate Ann"
    table.do("income", "tax")
    assert odds(table.scene.observe(ANN), BOB, "Assassin").believed == 0


def test_strong_says_why() -> None:
    table = Table("con con, duk cap").do("income", "tax")
    action, why = explain(table.scene.observe(ANN), Draw(1))
    assert describe(action) in ("pass", "challenge")
    assert "Bob has a Duke with" in why
    assert "pass" in why
    assert "%" in why
    assert explain(table.scene.observe(BOB), Draw(1))[1] == "Nothing waits for my answer."


@pytest.mark.parametrize("rival", ["random", "bluffer"])
def test_strong_beats(rival: str) -> None:
    """With few playouts; what it wins with more is measured elsewhere."""
    header = prepare("coup", {"players": 2, "playouts": 60}, {"Ann": "strong", "Bob": rival}, 1)
    won = Counter(game.winner for game in play_batch(header, 50, 1, rotate=True).games)
    assert won["strong"] > 27
