"""A look ahead for one of two players: what each sensible move brings on the same deals, played on by the code."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from core.engine.chance import Draw
from scenes.hanabi.search.code import PLAYABLE, look, touched_by_clues
from scenes.hanabi.search.copies import Floats, Ints
from scenes.hanabi.search.deals import deals
from scenes.hanabi.search.habits import choose, own_hand
from scenes.hanabi.search.lanes import CLUE, DISCARD, Lanes
from scenes.hanabi.search.worth import guess
from scenes.hanabi.variants import CLUES, FUSES

HORIZON = 10
"""Moves that are played out, before it is guessed what the rest of the game will bring."""
NEAR = 4
"""Cards in the deck with fewer of which a game is always played out."""
GAMES = (300, 400, 400, 400)
"""Games that are played on at once, in each round; half of them less when a move is left alone with the plain one."""
DEALS = (24, 64, 128, 192)
"""Deals of a round at most."""
DROP = 1.0
"""A move is dropped that is not better even with so many standard errors added."""
SURE = 1.0
MARGIN = 0.03
ENOUGH = 40
"""Deals without which nothing is believed."""
DARING = 0.2
"""The least chance to fit at which a card may be played."""


class Tried:
    """A move's gains over the plain one, on the deals so far."""

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
        """The standard error of the mean, with one difference of half a point put in, so that it is never 0."""
        n = len(self.gains)
        return sqrt((float(self.gains.var()) * n + 0.25) / n) / sqrt(n)

    @property
    def is_hopeful(self) -> bool:
        return self.mean + DROP * self.error > MARGIN

    @property
    def is_better(self) -> bool:
        return len(self.gains) >= ENOUGH and self.mean > MARGIN + SURE * self.error


def sensible(table: Lanes) -> list[int]:
    """List moves worth a look in the visible game: none that says something false, and one of several clues with the
    same effect.
    """
    hand, unseen = own_hand(table)
    own, cards = look(hand, table.kinds, unseen), table.cards[:, 1 - table.mover]
    held = range(int((hand != 0).sum()))
    daring = DARING if table.strikes[0] < FUSES - 1 else 0.5
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


def finish(lanes: Lanes) -> Floats:
    """Return each game's score, played on by the code; estimated after the horizon while cards are left in the deck."""
    scores, games = np.zeros(len(lanes), np.float32), np.arange(len(lanes))
    moves = 0
    while True:
        over = lanes.is_over
        if over.any():
            scores[games[over]] = np.where(lanes.strikes[over] == FUSES, 0, lanes.score[over])
            lanes, games = lanes.rows(~over), games[~over]
        if moves >= HORIZON:
            far = lanes.in_deck >= NEAR
            if far.any():
                scores[games[far]] = guess(lanes.rows(far))
                lanes, games = lanes.rows(~far), games[~far]
        if not len(games):
            return scores
        lanes.step(*choose(lanes))
        moves += 1


def search(table: Lanes, plain: int, actions: list[int], draw: Draw) -> Iterator[Tried | None]:
    """Search for a better move than the plain one.

    Yields None between rounds, and at last the best move if one is better.
    """
    hand, unseen = own_hand(table)
    tried = [Tried(action) for action in actions if action != plain]
    for games, most in zip(GAMES, DEALS, strict=True):
        yield None
        dealt = deals(draw, hand[0], int(unseen[0]), min(most, games // (len(tried) + 1)))
        if dealt is None or not tried:
            return
        values = _values(table, [plain, *(each.action for each in tried)], *dealt)
        for each, value in zip(tried, values[1:], strict=True):
            each.add(value - values[0])
        tried = [each for each in tried if each.is_hopeful]
    good = [each for each in tried if each.is_better]
    if good:
        yield max(good, key=lambda each: each.mean - each.error)


def _values(table: Lanes, actions: list[int], hands: Ints, rests: Ints) -> Floats:
    """Return the score by move and deal."""
    size, seat = len(hands), table.mover
    lanes = table.rows(np.zeros(len(actions) * size, np.int64))
    lanes.cards[:, seat] = np.tile(hands, (len(actions), 1))
    drawn = int(table.drawn[0])
    lanes.deck[:, drawn:-1] = np.tile(rests, (len(actions), 1))
    lanes.step(np.repeat(np.array(actions), size))
    out: Floats = finish(lanes).reshape(len(actions), size)
    return out
