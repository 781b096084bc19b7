"""Look-ahead for two players: each sensible move is played out by the code on the same sampled deals."""

from collections.abc import Iterator
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from core.engine.chance import Draw
from core.engine.chance_arrays import randoms
from scenes.hanabi.search.card_sets import CARDS, FIRST, Floats, Ints, count, is_one
from scenes.hanabi.search.code import CRITICAL, PLAYABLE, USELESS, hand_properties, touched_by_clues
from scenes.hanabi.search.code_policy import choose, own_hand
from scenes.hanabi.search.parallel_games import CLUE, DISCARD, ParallelGames
from scenes.hanabi.variants import CLUES, FUSES

SAMPLING_ROUNDS = 6
"""Maximum number of rounds of sampling deals."""


def expand_copies(copies: int) -> Ints:
    """Return an array with one entry for each copy."""
    return np.array([card for card in CARDS for _ in range((card & copies).bit_count())], np.int64)


def sample_deals(draw: Draw, hand: Ints, copies: int, wanted: int) -> tuple[Ints, Ints] | None:
    """Sample up to `wanted` possible hands by slot, and the other unseen cards in random order; None if none fits.

    Each possible layout of the unseen cards is equally likely. Slots are filled one after the other with cards that
    fit, slots with the fewest choices first; hands that this produces too often are dropped in proportion.
    """
    pile = expand_copies(copies)
    fits = (pile & hand[:, None]) != 0
    slots = [slot for slot in np.argsort(fits.sum(1), kind="stable") if hand[slot]]
    hands, rests, found = [], [], 0
    for _ in range(SAMPLING_ROUNDS):
        tried = 2 * wanted
        games, used, even = np.arange(tried), np.zeros((tried, len(pile)), bool), np.ones(tried)
        drawn = np.zeros((tried, len(hand)), np.int64)
        for slot in slots:
            free = fits[slot] & ~used
            even *= free.sum(1) / max(int(fits[slot].sum()), 1)
            taken = np.where(free, _random_table(draw, tried, len(pile)), -1).argmax(1)
            drawn[:, slot], used[games, taken] = pile[taken], True
        (kept,) = np.nonzero(randoms(draw, tried) * max(even.max(), 1e-12) < even)
        order = np.where(used[kept], 2.0, _random_table(draw, len(kept), len(pile))).argsort(1)
        hands.append(drawn[kept])
        rests.append(pile[order[:, : len(pile) - len(slots)]])
        found += len(kept)
        if found >= wanted:
            break
    return (np.concatenate(hands)[:wanted], np.concatenate(rests)[:wanted]) if found else None


def _random_table(draw: Draw, rows: int, columns: int) -> NDArray[np.float64]:
    return randoms(draw, rows * columns).reshape(rows, columns)


# -- value of a position: expected further points if both players follow the code
#
# A linear estimate for each range of deck sizes, fitted to games of the code with itself (`python -m
# tests.bench.hanabi_worth`). It sees all cards, because it is used inside sampled games.

DECK_SIZES = (3, 6, 10, 15, 22, 30, 40)
"""Upper end of each range of deck sizes."""
# fmt: off
SCORE_WEIGHTS: tuple[tuple[float, ...], ...] = (
    (-0.429, 0.749, 0.074, 0.040, -0.150, -0.033, 0.068, -0.622, 0.217, 0.389, 0.188,
     0.101, 0.017, 0.061, -0.064, -0.134, -0.041, -0.011, 0.058, -0.143, 0.133),
    (-0.800, 0.878, -0.352, 0.094, -0.074, -0.077, 0.106, -0.703, 0.233, 0.318, 0.133,
     0.052, 0.004, 0.075, -0.046, -0.120, -0.062, 0.014, 0.039, 0.207, 0.385),
    (-1.392, 1.023, -0.578, 0.099, -0.034, -0.051, 0.130, -0.817, 0.185, 0.209, 0.097,
     0.034, 0.011, -0.066, -0.032, -0.134, -0.056, 0.051, 0.035, 0.384, 0.837),
    (-2.786, 1.239, -0.731, 0.136, 0.004, -0.048, 0.133, -1.292, 0.140, 0.148, 0.084,
     0.034, 0.034, -0.046, -0.020, -0.145, -0.049, 0.068, 0.027, 1.457, 1.232),
    (-4.946, 1.472, -0.792, 0.190, -0.006, -0.036, 0.142, -1.725, 0.178, 0.148, 0.095,
     0.040, 0.034, 0.013, -0.010, -0.144, -0.069, 0.004, 0.040, 0.055, 0.443),
    (-8.576, 1.746, -0.864, 0.229, -0.037, -0.025, 0.172, 0.000, 0.224, 0.191, 0.090,
     -0.024, 0.063, -0.052, -0.018, -0.259, -0.151, -0.067, 0.063, 0.000, 0.000),
    (-2.293, 0.830, -0.163, 0.226, -0.039, -0.087, 0.212, 0.000, 0.220, 0.209, 0.111,
     0.014, 0.117, -0.065, -0.085, -0.251, -0.160, -0.077, 0.058, 0.000, 0.000),
)
# fmt: on
"""Weights of the `score_features`, for each range of deck sizes."""


def score_features(batch: ParallelGames) -> Floats:
    """Return the features for estimating further points, one row per game."""
    playable, useless, critical = (batch.kinds[:, kind][:, None] for kind in (PLAYABLE, USELESS, CRITICAL))
    mine, other = batch.look(batch.mover), batch.look(1 - batch.mover)
    cards = np.concatenate([batch.cards[:, batch.mover], batch.cards[:, 1 - batch.mover]], 1)
    sure = np.concatenate([mine.sure, other.sure], 2)
    known = np.bitwise_or.reduce(np.where(sure[:, PLAYABLE], cards, 0), 1)
    fitting = np.bitwise_or.reduce(cards & playable, 1)
    loss = np.stack([seen.loss(batch.copies) for seen in (mine, other)])
    chop = loss.argmin(2)
    here = np.arange(len(batch))
    idle = [~seen.sure[:, PLAYABLE].any(1) & ~seen.dead.any(1) for seen in (mine, other)]
    lost = [idle[n] & (cards[here, 5 * n + chop[n]] & critical[:, 0] != 0) for n in range(2)]
    wanted = count(~useless[:, 0] & FIRST)
    in_hands = count(np.bitwise_or.reduce(cards & ~useless, 1) & FIRST)
    hidden = ((cards & critical != 0) & ~sure[:, CRITICAL]).sum(1)
    trash = sure[:, USELESS].sum(1)
    deck, clues = batch.in_deck, batch.clues
    late = np.maximum(0, wanted - deck - 1)
    named = count(known & FIRST)
    return np.stack(
        [
            np.ones(len(batch)),
            wanted,
            wanted * wanted / 25,
            clues,
            clues == 0,
            clues * clues / 8,
            deck,
            late,
            named,
            count(fitting & ~known & FIRST),
            mine.sure[:, PLAYABLE].any(1),
            other.sure[:, PLAYABLE].any(1),
            trash,
            trash > 0,
            hidden,
            lost[0] & (clues > 0),
            lost[1],
            in_hands,
            (is_one(np.concatenate([mine.hand, other.hand], 1)) & ~sure[:, USELESS]).sum(1),
            late * late / 10,
            clues * late / 10,
        ],
        1,
    ).astype(np.float32)


def estimate_scores(batch: ParallelGames) -> Floats:
    """Estimate the final scores while cards are left in the deck."""
    stretch = np.searchsorted(DECK_SIZES, batch.in_deck)
    out: Floats = batch.score + (score_features(batch) * WEIGHT_ARRAY[stretch]).sum(1)
    return np.minimum(out, 25)


WEIGHT_ARRAY = np.array(SCORE_WEIGHTS, np.float32)


MAX_PLAYED_MOVES = 10
"""Number of moves that are played out before the rest of the game is estimated."""
PLAY_TO_END_DECK = 4
"""Number of cards in the deck below which a game is always played to its end."""
GAMES_PER_ROUND = (300, 400, 400, 400)
"""Number of games played out at once, in each round; half as many if only one move is left to compare."""
DEALS_PER_ROUND = (24, 64, 128, 192)
"""Maximum number of deals in each round."""
DROP_ERRORS = 1.0
"""A move is dropped if its mean gain plus this many standard errors is at most `MIN_GAIN`."""
SURE_ERRORS = 1.0
MIN_GAIN = 0.03
MIN_DEALS = 40
"""Minimum number of deals for a decision."""
MIN_PLAY_CHANCE = 0.2
"""Minimum probability of fitting for a card whose play is evaluated."""


class TriedMove:
    """A move's gains in points over the code's own move, one per deal so far."""

    def __init__(self, action: int) -> None:
        self.action = action
        self.gains: Floats = np.zeros(0, np.float32)

    def add(self, gains: Floats) -> None:
        self.gains = np.concatenate([self.gains, gains])

    @property
    def mean(self) -> float:
        return float(self.gains.mean())

    @property
    def error(self) -> float:
        """Standard error of the mean, with one difference of half a point added so that it is never 0."""
        n = len(self.gains)
        return sqrt((float(self.gains.var()) * n + 0.25) / n) / sqrt(n)

    @property
    def is_hopeful(self) -> bool:
        return self.mean + DROP_ERRORS * self.error > MIN_GAIN

    @property
    def is_better(self) -> bool:
        return len(self.gains) >= MIN_DEALS and self.mean > MIN_GAIN + SURE_ERRORS * self.error


def sensible_moves(table: ParallelGames) -> list[int]:
    """List moves worth evaluating in the observer's game, the only row of `table`.

    Moves whose message would be false are left out; of several clues with the same effect only one is kept.
    """
    hand, unseen = own_hand(table)
    own, cards = hand_properties(hand, table.kinds, unseen), table.cards[:, 1 - table.mover]
    held = range(int((hand != 0).sum()))
    daring = MIN_PLAY_CHANCE if table.strikes[0] < FUSES - 1 else 0.5
    out = [slot for slot in held if own.chance[0, PLAYABLE, slot] > daring]
    if table.clues[0] < CLUES:
        out += [DISCARD + slot for slot in held]
    if table.clues[0]:
        out += [CLUE + int(clue) for clue in np.nonzero(touched_by_clues(cards)[0].any(1))[0]]
    then = table.rows(np.zeros(len(out), np.int64))
    then.step(np.array(out))
    known = then.known[:, table.mover ^ 1]
    is_true = ((known & cards != 0) | (cards == 0)).all(1)
    first_with = {known[n].tobytes(): n for n in reversed(range(len(out))) if out[n] >= CLUE}
    return [
        action for n, action in enumerate(out) if is_true[n] and (action < CLUE or first_with[known[n].tobytes()] == n)
    ]


def play_out(batch: ParallelGames) -> Floats:
    """Return each game's score when played out by the code, estimated after the horizon while cards are left."""
    scores, games = np.zeros(len(batch), np.float32), np.arange(len(batch))
    moves = 0
    while True:
        over = batch.is_over
        if over.any():
            scores[games[over]] = np.where(batch.strikes[over] == FUSES, 0, batch.score[over])
            batch, games = batch.rows(~over), games[~over]
        if moves >= MAX_PLAYED_MOVES:
            far = batch.in_deck >= PLAY_TO_END_DECK
            if far.any():
                scores[games[far]] = estimate_scores(batch.rows(far))
                batch, games = batch.rows(~far), games[~far]
        if not len(games):
            return scores
        batch.step(*choose(batch))
        moves += 1


def search(table: ParallelGames, plain: int, actions: list[int], draw: Draw) -> Iterator[TriedMove | None]:
    """Search for a better move than `plain`, the code's own move.

    Yields None between rounds, and finally the best move if one is better.
    """
    hand, unseen = own_hand(table)
    tried = [TriedMove(action) for action in actions if action != plain]
    for games, most in zip(GAMES_PER_ROUND, DEALS_PER_ROUND, strict=True):
        yield None
        dealt = sample_deals(draw, hand[0], int(unseen[0]), min(most, games // (len(tried) + 1)))
        if dealt is None or not tried:
            return
        values = _scores_by_move(table, [plain, *(each.action for each in tried)], *dealt)
        for each, value in zip(tried, values[1:], strict=True):
            each.add(value - values[0])
        tried = [each for each in tried if each.is_hopeful]
    good = [each for each in tried if each.is_better]
    if good:
        yield max(good, key=lambda each: each.mean - each.error)


def _scores_by_move(table: ParallelGames, actions: list[int], hands: Ints, rests: Ints) -> Floats:
    """Return the score after each move in each deal, as an array of moves x deals."""
    size, seat = len(hands), table.mover
    batch = table.rows(np.zeros(len(actions) * size, np.int64))
    batch.cards[:, seat] = np.tile(hands, (len(actions), 1))
    drawn = int(table.drawn[0])
    batch.deck[:, drawn:-1] = np.tile(rests, (len(actions), 1))
    batch.step(np.repeat(np.array(actions), size))
    out: Floats = play_out(batch).reshape(len(actions), size)
    return out
