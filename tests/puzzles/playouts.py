"""Solver of Hanabi positions: games between convention players, from possible deals."""

from collections.abc import Iterable, Sequence

from core.engine.chance import Chance
from scenes.hanabi.actions import Action, Clue, Discard, Play
from scenes.hanabi.convention.clues import forecast, rated_clues
from scenes.hanabi.convention.ending import CandidateMove, rate_moves, sample_deals
from scenes.hanabi.convention.moves import choose_usually
from scenes.hanabi.convention.player import read_table
from scenes.hanabi.convention.table import Table
from scenes.hanabi.review import points_in_reach
from scenes.hanabi.scene import HanabiScene
from tests.puzzles.solving import Solution, solution

MAX_DECK = 8
"""Largest number of cards in the deck in a position that is tried."""
MARGIN = 0.6
"""Points by which the best action must lead, in quick playouts and in both of two independent sets of games."""
ROUNDS = 3
"""Number of samples of deals for quick playouts of all actions."""
NEAR, MAX_TRIED = 1.6, 5
"""Points behind the best from which an action is not tried in whole games, and most actions tried."""
DEALS_PER_SET = 16
"""Number of deals in each of the two sets of whole games."""


def solve_hanabi(scene: HanabiScene, seat: str) -> Solution | None:
    """Solve a late position: by quick playouts of all actions, then by games that convention players finish."""
    seen = scene.observe(seat)
    moves: Sequence[Action] = [each for each in scene.legal(seat) if isinstance(each, Play | Discard | Clue)]
    if seen.deck > MAX_DECK or len(moves) < 2:
        return None
    quick = quick_scores(scene, seat, moves)
    turns = f"{seen.deck} card{'s' * (seen.deck != 1)} in the deck"
    if not seen.deck:
        turns = f"{seen.left} turn{'s' * (seen.left != 1)} left"
    theme = f"{turns}, {seen.clues or 'no'} clue{'s' * (seen.clues != 1)}, {seen.score} points"
    first = solution(quick, MARGIN, "points", theme)
    if first is None:
        return None
    near = sorted(moves, key=lambda move: -quick[scene.describe(move)])[:MAX_TRIED]
    near = [m for i, m in enumerate(near) if i < 2 or first.losses[scene.describe(m)] < NEAR]
    sets = [Deals(scene, seat, f"set {k}", DEALS_PER_SET).mean_scores(near) for k in (1, 2)]
    found = [each and solution(each, MARGIN, "points", theme) for each in sets]
    if not all(each and each.best == first.best for each in found):
        return None
    best = sum(each[first.best] for each in sets) / 2
    tried = {text: round(best - (sets[0][text] + sets[1][text]) / 2, 2) for text in sets[0] if text != first.best}
    return first._replace(losses={**first.losses, **tried})


def quick_scores(scene: HanabiScene, seat: str, moves: Iterable[Action]) -> dict[str, float]:
    """Return the mean score after each move, in playouts of the convention bot for its last turns."""
    table, chance = read_table(scene.observe(seat)), Chance(0)
    chance.at(len(table.history), 0)
    told = {(offer.to, offer.clue): offer.beliefs for offer in rated_clues(table, forecast(table, table.clues, {}))}
    hand, first = table.hands[table.me], list[CandidateMove]()
    for move in moves:
        if isinstance(move, Clue):
            first.append(CandidateMove(beliefs=told.get((move.to, move.clue), {})))
        else:
            first.append(CandidateMove(hand[-1 - move.slot], plays=isinstance(move, Play)))
    rounds = [list(rate_moves(table, first, chance("quick", seat))) for _ in range(ROUNDS)]
    means = [sum(scores) / ROUNDS for scores in zip(*rounds, strict=True)]
    return {scene.describe(move): mean for move, mean in zip(moves, means, strict=True)}


class Deals:
    """Deals of the unseen cards that a player considers possible, from which games are finished."""

    def __init__(self, scene: HanabiScene, seat: str, purpose: str, count: int) -> None:
        self.scene, self.seat = scene, seat
        table, chance, cards = read_table(scene.observe(seat)), Chance(0), list[list[int]]()
        chance.at(len(table.history), 0)
        while len(cards) < count and (more := sample_deals(table, chance(purpose, seat))):
            cards += more
        self.games = [self._dealt(each) for each in cards[:count]]

    def _dealt(self, cards: Sequence[int]) -> tuple[HanabiScene, dict[str, Table]]:
        """Return the scene with these cards, and how each player reads it."""
        game = self.scene.copy()
        game.deck = tuple(cards)
        for order in game.hands[game.seat[self.seat]]:
            game.cards[order] = cards[order]
        return game, {name: read_table(game.observe(name)) for name in game.names}

    def mean_scores(self, moves: Iterable[Action]) -> dict[str, float]:
        """Return the mean score after each move; empty without deals, or if two moves always reach the most."""
        out: dict[str, float] = {}
        most = points_in_reach(self.scene.observe("")) + self.scene.strikes
        for move in moves if self.games else ():
            out[self.scene.describe(move)] = sum(self._score(move, *game) for game in self.games) / len(self.games)
            if sum(value == most for value in out.values()) > 1:
                return {}
        return out

    def _score(self, first: Action, start: HanabiScene, read: dict[str, Table]) -> int:
        """Return the score of one game that convention players finish after a move."""
        game, tables, chance = start.copy(), dict[str, Table](), Chance(0)
        name, move = self.seat, first
        while True:
            for event in game.decide(name, move, chance):
                game.apply(event)
            if game.is_complete():
                return game.score
            name = game.names[len(game.history) % len(game.names)]
            table = tables.get(name) or _copy_of(read[name])
            tables[name] = table
            table.fold(game.observe(name))
            move = choose_usually(table)[0]


def _copy_of(table: Table) -> Table:
    """Copy a table so that reading another move leaves the original unchanged."""
    other = object.__new__(Table)
    other.__dict__.update({key: v.copy() if isinstance(v, list | dict) else v for key, v in table.__dict__.items()})
    other.hands = [hand.copy() for hand in table.hands]
    return other
