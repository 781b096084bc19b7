"""Two players with a shared code and lookahead: simulated games keep the rules, and both know the same true facts."""

import asyncio
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from core.engine.agents import Agent, RandomAgent
from core.engine.chance import Draw
from scenes.hanabi.actions import Clue, Play
from scenes.hanabi.bots import Cautious
from scenes.hanabi.hat.player import HatPlayer
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.search import lookahead
from scenes.hanabi.search.card_sets import ALL, CARDS, count, remove_copy
from scenes.hanabi.search.code import CRITICAL, PLAYABLE
from scenes.hanabi.search.code_policy import choose
from scenes.hanabi.search.lookahead import estimate_scores, sample_deals
from scenes.hanabi.search.pair import PairPlayer, PlayerView
from scenes.hanabi.search.parallel_games import CLUE, DISCARD, ParallelGames
from scenes.hanabi.search.player import SearchPlayer
from scenes.hanabi.variants import VARIANTS
from tests.bench.hanabi_worth import FACES
from tests.scenes.hanabi_game import Game, act

VARIANT = VARIANTS["standard"]


@pytest.fixture
def daring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the player believe anything after a few deals and moves, so that it is often misled."""
    for name, value in {
        "MAX_PLAYED_MOVES": 1,
        "GAMES_PER_ROUND": (30,),
        "DEALS_PER_ROUND": (2,),
        "MIN_DEALS": 1,
        "SURE_ERRORS": -0.5,
        "PLAY_TO_END_DECK": 1,
    }.items():
        monkeypatch.setattr(lookahead, name, value)


def decks(games: int, seed: int) -> Any:
    draw, out = Draw(seed), []
    for _ in range(games):
        deck = list(VARIANT.deck)
        draw.shuffle(deck)
        out.append([*deck, -1])
    return FACES[np.array(out)]


def is_true(batch: ParallelGames) -> bool:
    """Return True if the knowledge of every card in hand is true."""
    return bool(((batch.known & batch.cards != 0) | (batch.cards == 0)).all())


def number(action: Any, cards: int) -> int:
    if isinstance(action, Clue):
        return CLUE + action.clue
    slot: int = cards - 1 - action.slot
    return slot if isinstance(action, Play) else DISCARD + slot


def agrees(batch: ParallelGames, scene: HanabiScene) -> bool:
    hands = [[CARDS[scene.cards[order]] for order in hand] for hand in scene.hands]
    numbers = (batch.clues, batch.strikes, batch.left, batch.drawn, batch.score)
    return (
        [[card for card in hand if card] for hand in batch.cards[0].tolist()] == hands
        and [int(each[0]) for each in numbers] == [scene.clues, scene.strikes, scene.left, scene.drawn, scene.kept]
        and bool(batch.is_over[0]) == (scene.is_complete() is not None)
    )


# -- many simulated games at once


def test_copies_are_counted_down() -> None:
    draw, copies, left = Draw(3), np.array([ALL]), Counter(VARIANT.deck)
    deck = list(VARIANT.deck)
    draw.shuffle(deck)
    for card in deck:
        copies, left[card] = remove_copy(copies, FACES[card : card + 1]), left[card] - 1
        assert [int(count(copies & bits)[0]) for bits in CARDS] == [left[n] for n in range(len(CARDS))]


def test_they_keep_the_rules() -> None:
    for seed in range(3):
        game = Game([RandomAgent()] * 2, seed)
        batch = ParallelGames(FACES[np.array([[*game.scene.deck, -1]])])
        for turn, action in game.turns():
            assert agrees(batch, game.scene)
            batch.step(np.array([number(action, len(turn.observation.hands[turn.observation.seat]))]))
        assert agrees(batch, game.scene)


def test_what_they_say_by_the_code_is_true_and_understood() -> None:
    """The mover's model of the partner equals what the partner folds from the move, and it is true."""
    batch, scores = ParallelGames(decks(60, 1)), list[int]()
    while len(batch):
        actions, heard = choose(batch)
        plain = batch.rows(np.arange(len(batch)))
        plain.step(actions)
        batch.step(actions, heard)
        assert (plain.known == batch.known).all()
        assert is_true(batch)
        scores += batch.score[batch.is_over].tolist()
        batch = batch.rows(~batch.is_over)
    assert sum(scores) / len(scores) > 23


def test_who_gives_no_clue_says_something() -> None:
    """It says that the partner knows of every playable card; which of equal cards it plays or discards says more."""
    batch, more = ParallelGames(decks(40, 3)), 0
    while len(batch):
        other, playable = 1 - batch.mover, batch.kinds[:, PLAYABLE]
        seen = batch.look(other)
        actions, heard = choose(batch)
        silent = np.nonzero(actions < CLUE)[0]
        says = silent[batch.must_tell(seen)[silent]]
        assert not (heard[says] & playable[says][:, None]).any()
        quiet = batch.after_silence(seen, actions < DISCARD, batch.warned(seen))
        more += int((heard[silent] != quiet[silent]).any(1).sum())
        batch.step(actions, heard)
        batch = batch.rows(~batch.is_over)
    assert more > 100


def test_a_discard_instead_of_a_play_is_a_warning() -> None:
    """It warns of a last copy, and of nothing else; the warned player knows it."""
    batch, warnings = ParallelGames(decks(60, 4)), 0
    while len(batch):
        other, critical = 1 - batch.mover, batch.kinds[:, CRITICAL]
        actions, heard = choose(batch)
        where, slots = batch.warned(batch.look(other))
        for game, slot in zip(where, slots, strict=True):
            is_last = bool(batch.cards[game, other, slot] & critical[game])
            assert batch.plays(np.array([game])).any()
            if actions[game] < CLUE:
                assert is_last == (actions[game] >= DISCARD)
                assert not heard[game, slot] & (~critical[game] if is_last else critical[game])
                warnings += is_last
        batch.step(actions, heard)
        batch = batch.rows(~batch.is_over)
    assert warnings > 10


def test_a_guess_is_near_the_score() -> None:
    """The estimate is right on average, within what the games can tell, and in many games not far off."""
    batch, games = ParallelGames(decks(80, 2)), np.arange(80)
    scores, guessed = np.zeros(80), np.zeros(80)
    for move in range(200):
        if move == 40:
            guessed[games] = estimate_scores(batch)
        batch.step(*choose(batch))
        scores[games] = batch.score
        games, batch = games[~batch.is_over], batch.rows(~batch.is_over)
    off = guessed - scores
    assert abs(off.mean()) < 0.5
    assert off.std() < 1.5


# -- hidden cards


def test_hands_are_drawn_evenly() -> None:
    """The ways to place two of a, a, b and c, the second of which is a or b."""
    a, b, c = CARDS[1], CARDS[2], CARDS[4]
    pile = int(a | (b & -b) | (c & -c))
    dealt = sample_deals(Draw(5), np.array([a | b | c, a | b]), pile, 4000)
    assert dealt is not None
    hands, rests = dealt
    assert {tuple(sorted(row)) for row in np.concatenate([hands, rests], 1).tolist()} == {tuple(sorted((a, a, b, c)))}
    counts = Counter(map(tuple, hands.tolist()))
    ways = {(a, a): 2, (a, b): 2, (b, a): 2, (c, a): 2, (c, b): 1}
    assert set(counts) == set(ways)
    assert all(abs(counts[way] / len(hands) - n / 9) < 0.03 for way, n in ways.items())


def test_what_cannot_be_is_not_drawn() -> None:
    a = CARDS[4]
    assert sample_deals(Draw(1), np.array([a, a]), a | CARDS[9], 10) is None


# -- the player


def check(game: Game) -> None:
    """Play a game; at each turn both players have the same knowledge of all cards, and it is true."""
    witnesses = PairPlayer(), PairPlayer()
    for _ in game.turns():
        scene = game.scene
        folds = [player.catch_up(scene.observe(name)) for player, name in zip(witnesses, scene.names, strict=True)]
        assert (folds[0].batch.known == folds[1].batch.known).all()
        assert not folds[0].is_broken
        assert folds[0].hands == scene.hands
        counts = (folds[0].batch.clues[0], folds[0].batch.strikes[0], folds[0].batch.score[0])
        assert counts == (scene.clues, scene.strikes, scene.kept)
        for seat, hand in enumerate(scene.hands):
            known = folds[0].batch.known[0, seat].tolist()
            assert all(known[slot] & CARDS[scene.cards[order]] for slot, order in enumerate(hand))


@pytest.mark.usefixtures("daring")
def test_beliefs_stay_right_whatever_the_search_has_found_better() -> None:
    game = Game([PairPlayer(), PairPlayer()], 8)
    check(game)
    pattern = r"would \w+ .+ by the code; in \d+ deals that can be, to \w+ .+ brings -?\d+\.\d+ points more"
    other = [words for words in game.thoughts if words.startswith("would")]
    assert len(other) > 5
    assert all(re.fullmatch(pattern, words) for words in other)


def test_it_says_why() -> None:
    """What it says of its own card and of the partner's is true."""
    players, said = (PairPlayer(looks=False), PairPlayer(looks=False)), Counter[str]()
    game = Game(players, 2)
    for turn, action in game.turns():
        seen = turn.observation
        found = players[seen.seat].decide(seen, turn.legal)
        assert found is not None
        assert found[0] == action
        said[found[1].split()[0]] += 1
        if exact := re.fullmatch(r"plays ([a-e]): it is (\w\d), which fits(; .+)?", found[1]):
            order = game.scene.hands[seen.seat][-1 - "abcde".index(exact[1])]
            assert VARIANT.labels[game.scene.cards[order]] == exact[2]
    assert set(said) == {"plays", "discards", "clues"}


@pytest.mark.usefixtures("daring")
def test_a_fresh_instance_does_the_same() -> None:
    game = Game([PairPlayer(), PairPlayer()], 4)
    for n, (_, action) in enumerate(game.turns()):
        if n in (11, 30):
            assert act(PairPlayer(), game.turn()) == action
        if n == 30:
            break


@pytest.mark.usefixtures("daring")
@pytest.mark.parametrize("partner", [RandomAgent, Cautious, HatPlayer])
@pytest.mark.few(1)
def test_it_sits_with_strangers(partner: type[Agent]) -> None:
    Game([PairPlayer(), partner()], 2).play()


def test_at_other_tables_it_plays_as_hat_does() -> None:
    for players, variant in ((3, "standard"), (2, "black")):
        game = Game([HatPlayer() for _ in range(players)], 1, variant)
        others = [SearchPlayer() for _ in range(players)]
        assert all(act(others[turn.observation.seat], turn) == action for turn, action in game.turns())


def test_who_says_what_is_not_so_is_a_stranger() -> None:
    game = Game([PairPlayer(looks=False), RandomAgent()], 3)
    for _ in game.turns():
        pass
    fold = PlayerView(0)
    fold.catch_up(game.scene.observe(game.scene.names[0]))
    assert fold.is_broken


def test_it_does_not_keep_the_screen_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "MAX_PLAYED_MOVES", 2)

    game = Game([PairPlayer(looks=False), PairPlayer(looks=False)], 1)
    game.skip(30)

    async def ticks() -> int:
        waits = 0
        thinking = asyncio.ensure_future(PairPlayer().act(game.turn()))
        while not thinking.done():
            waits += 1
            await asyncio.sleep(0)
        return waits

    assert asyncio.run(ticks()) > 1
