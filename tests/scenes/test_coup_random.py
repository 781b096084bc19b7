"""Random games of Coup: coins and cards are conserved, and a second implementation always agrees."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coup.actions import Action, describe
from scenes.coup.config import SEATS
from scenes.coup.events import Lost, Settled
from scenes.coup.flow import legal, resolve_answers, start
from scenes.coup.moves import CHARACTERS, COPIES, TREASURY, Verb
from scenes.coup.rules import Dealt, Game
from tests.examples import examples
from tests.scenes import coup_reference

LOCK_STEP = 40
"""Games for each number of players and each temper."""


class Temper(NamedTuple):
    """Style of random players: probabilities to pass, and to save coins instead of acting."""

    passes: float
    saves: float


TEMPERS = (Temper(0.0, 0.0), Temper(0.6, 0.0), Temper(0.9, 0.3), Temper(0.97, 0.0), Temper(0.99, 0.9))


def choose(draw: Draw, commands: list[str], temper: Temper) -> str:
    if "pass" in commands and draw.random() < temper.passes:
        return "pass"
    if "income" in commands and draw.random() < temper.saves:
        return draw.choice(["income", "foreign aid", "tax"])
    return draw.choice(commands)


# -- step by step against the reference


def in_place(seed: int) -> Callable[[Any], None]:
    """Return a shuffle whose result does not depend on the order of the cards before it."""
    draw = Draw(seed)

    def shuffle(deck: Any) -> None:
        deck.sort()
        draw.shuffle(deck)

    return shuffle


def shuffled(seed: int) -> Callable[[list[str]], list[str]]:
    shuffle = in_place(seed)

    def made(deck: list[str]) -> list[str]:
        deck = list(deck)
        shuffle(deck)
        return deck

    return made


def ours(game: Game) -> dict[str, Any]:
    return {
        "coins": dict(zip(game.names, game.coins, strict=True)),
        "treasury": game.treasury,
        "hands": {name: sorted(map(str, hand)) for name, hand in zip(game.names, game.hands, strict=True)},
        "turned up": dict(zip(game.names, game.lost, strict=True)),
        "deck": game.deck,
    }


def theirs(table: coup_reference.Table) -> dict[str, Any]:
    return {
        "coins": table.coins,
        "treasury": table.treasury,
        "hands": {name: sorted(hand) for name, hand in table.hands.items()},
        "turned up": table.turned_up,
        "deck": table.deck,
    }


def in_lock_step(players: int, seed: int, temper: Temper) -> int:
    """Play a game in both implementations, comparing them at each decision; return the number of decisions."""
    names, draw = SEATS[:players], Draw(seed)
    first = draw.below(players)
    table = coup_reference.Table(names, names[first], shuffled(seed))
    play, shuffle, game = coup_reference.play(table), in_place(seed), Game(names)
    question = next(play)
    for seat, body in start(game, first, shuffle):
        game.apply(seat, body)
    for count in range(10_000):
        where = f"{players} players, seed {seed}, {temper}, decision {count}"
        assert ours(game) == theirs(table), where
        lawful: dict[str, list[Action]] = {names[seat]: [*legal(game, seat)] for seat in game.deciding}
        assert list(lawful) == list(question), where
        assert {name: sorted(map(describe, actions)) for name, actions in lawful.items()} == {
            name: sorted(commands) for name, commands in question.items()
        }, where
        answers = {name: choose(draw, sorted(commands), temper) for name, commands in question.items()}
        taken = {game.seat[n]: next(a for a in lawful[n] if describe(a) == said) for n, said in answers.items()}
        for seat, body in resolve_answers(game, taken, shuffle):
            game.apply(seat, body)
        try:
            question = play.send(answers)
        except StopIteration:
            assert game.phase == "over", where
            assert ours(game) == theirs(table), where
            return count + 1
        assert game.phase != "over", where
    raise AssertionError("no end")


@pytest.mark.parametrize(
    "seeds", [range(LOCK_STEP // 20), pytest.param(range(LOCK_STEP // 20, LOCK_STEP), marks=pytest.mark.slow)], ids=str
)
def test_a_second_implementation_agrees_on_every_coin_card_and_choice(seeds: range) -> None:
    for players in range(2, 7):
        for temper in TEMPERS:
            for seed in seeds:
                in_lock_step(players, seed, temper)


# -- conservation


class Played(NamedTuple):
    """A random game: its events, and the state after each."""

    events: list[Dealt]
    states: list[Game]


def random_game(players: int, seed: int, temper: Temper, talks: bool = False) -> Played:
    draw, game, played = Draw(seed), Game(SEATS[:players], talks), Played([], [])

    def take(events: Any) -> None:
        for seat, body in events:
            game.apply(seat, body)
            played.events.append((seat, body))
            played.states.append(game.copy())

    take(start(game, draw.below(players), draw.shuffle))
    while game.phase != "over":
        answers: dict[int, Action] = {}
        for seat in game.deciding:
            actions = {describe(action): action for action in legal(game, seat)}
            answers[seat] = actions[choose(draw, list(actions), temper)]
        take(resolve_answers(game, answers, draw.shuffle))
    return played


games = st.builds(
    random_game, st.integers(2, 6), st.integers(0, 10**9), st.sampled_from(TEMPERS), st.sampled_from([False, True])
)


@examples(200)
@given(games)
def test_coins_and_cards_are_conserved_at_every_event(played: Played) -> None:
    for game in played.states:
        assert sum(game.coins) + game.treasury == TREASURY
        assert min(*game.coins, game.treasury) >= 0
        hands = [card for hand in game.hands for card in hand]
        known = [card for card in hands if card is not None]
        lost = [card for cards in game.lost for card in cards]
        assert Counter([*known, *lost, *game.deck]) == dict.fromkeys(CHARACTERS, COPIES)
        assert game.deck_size == 15 - len(hands) - len(lost)
        for seat, hand in enumerate(game.hands):
            chooses = game.phase == "exchange" and seat == game.actor
            assert len(hand) + len(game.lost[seat]) == (4 if chooses else 2)
            assert hand or not game.coins[seat]
            assert hand or seat not in game.deciding


@examples(80)
@given(games)
def test_what_a_player_gains_is_what_the_event_says(played: Played) -> None:
    before = played.states[0]
    for (seat, body), game in zip(played.events, played.states, strict=True):
        if isinstance(body, Settled):
            assert game.coins[seat] - before.coins[seat] == body.coins
        if isinstance(body, Lost):
            assert body.out == (not game.hands[seat])
        before = game


def test_one_player_is_left_and_turns_go_round() -> None:
    for players in range(2, 7):
        for seed in range(8):
            last = random_game(players, seed, TEMPERS[1]).states[-1]
            (winner,) = [seat for seat, hand in enumerate(last.hands) if hand]
            assert sum(map(len, last.lost)) == 2 * players - len(last.hands[winner])
            assert last.coins[winner] + last.treasury == TREASURY


def test_games_at_random_come_to_every_corner_of_the_rules() -> None:
    """Otherwise the tests above would cover less than they seem to."""
    seen: set[Any] = set()
    low = TREASURY
    for players in range(2, 7):
        for temper in TEMPERS:
            for seed in range(9):
                played = random_game(players, seed, temper)
                seen |= {
                    (body.verb, body.outcome, body.coins) for _, body in played.events if isinstance(body, Settled)
                }
                seen |= {(body.why, body.out) for _, body in played.events if isinstance(body, Lost)}
                low = min(low, *(game.treasury for game in played.states))
    verbs: tuple[Verb, ...] = ("assassinate", "steal")
    assert {(verb, outcome, 0) for verb in verbs for outcome in ("moot", "blocked")} <= seen
    assert {("steal", "done", coins) for coins in (0, 1, 2)} <= seen
    assert {("assassinate", "challenged", coins) for coins in (0, 3)} <= seen
    assert {(why, out) for why in ("bluff", "challenge", "coup", "assassination") for out in (False, True)} <= seen
    assert low < 3
