"""What to do, by playing on: deals are drawn from the belief, and each action is tried in each of them."""

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil, exp, log2
from random import Random
from typing import NamedTuple, Self

from core.chance import Draw
from scenes.coup.actions import Action, Block, Challenge, Keep, Lose, Move
from scenes.coup.moves import COPIES, RULES
from scenes.coup.rules import NOBODY, Game
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import CARD, VERB
from scenes.coup.strong.habits import Temper
from scenes.coup.strong.table import Table

TURNS = 60
"""After which a playout is cut short and guessed at."""
DARING, TIMID = 0.7, 0.05
"""How often the player takes itself to bluff later on, among others who never challenge, and at least."""
CLOSE = 0.02
"""Even win rates that differ by this are as good as equal: the worse is taken at times, so nobody can rely on it."""


class Tried(NamedTuple):
    action: Action
    rate: float
    """Share of playouts that were won."""


def search(belief: Belief, actions: Sequence[Action], playouts: int, draw: Draw) -> tuple[Action, list[Tried]]:
    """The action to take; and what came of all, the best first."""
    rand = Random(draw.bits()).random
    wins, games = [0.0] * len(actions), 0
    left = list(range(len(actions)))
    tried: list[Tried] = []
    rounds = max(1, ceil(log2(len(actions))))
    for _ in range(rounds):
        count = max(1, playouts // (rounds * len(left)))
        for _ in range(count):
            world = World.draw(belief, rand)
            for i in left:
                wins[i] += world.play(actions[i])
        games += count
        left.sort(key=lambda i: -wins[i])
        keep = max(2, (len(left) + 1) // 2)
        tried = [Tried(actions[i], wins[i] / games) for i in left] + [
            each for each in tried if each.action not in {actions[i] for i in left}
        ]
        left = left[:keep]
    return _mixed(tried, rand), tried


def _mixed(tried: Sequence[Tried], rand: Callable[[], float]) -> Action:
    """The best, or at times what is hardly worse."""
    best = tried[0].rate
    close = CLOSE * 4 * best * (1 - best)
    if not close:
        return tried[0].action
    upto = list(accumulate([exp((each.rate - best) / close) for each in tried if each.rate > best - 2 * close]))
    return tried[bisect(upto, rand() * upto[-1])].action


class World(NamedTuple):
    """A game that fits what the player knows: cards, and what kind of players the others are."""

    belief: Belief
    hands: list[list[int]]
    deck: list[int]
    tempers: list[Temper]
    rand: Callable[[], float]

    @classmethod
    def draw(cls, belief: Belief, rand: Callable[[], float]) -> Self:
        count = len(belief.game.names)
        hands: list[list[int]] = [[] for _ in range(count)]
        hands[belief.me] = belief.own
        tempers = [Temper(0, 0)] * count
        dealt, deck = belief.deals.draw(rand)
        for seat, hand in dealt.items():
            hands[seat] = hand
            tempers[seat] = belief.deals.temper(seat, hand, rand)
        tempers[belief.me] = _among([tempers[seat] for seat in dealt])
        for i in range(len(deck) - 1, 0, -1):
            j = int(rand() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        return cls(belief, hands, deck, tempers, rand)

    def play(self, action: Action) -> float:
        """The chance to win after this action, by one playout."""
        game, me = self.belief.game, self.belief.me
        hands, up = [hand.copy() for hand in self.hands], self.belief.up.copy()
        table = Table(hands, self.deck.copy(), game.coins.copy(), up, self.tempers, self.rand)
        table.said = self.belief.said.copy()
        table.actor, table.verb, table.target = game.actor, VERB[game.verb], game.target
        match action:
            case Move(verb, target):
                table.act(VERB[verb], game.seat[target] if target else NOBODY)
            case Lose(card):
                table.turn_up(me, CARD[card])
                _then(table, game)
            case Keep(cards):
                hand = table.hands[me]
                table.keep(me, hand, [CARD[card] for card in cards])
            case _:
                table.forcing = me
                table.forced = CARD[action.character] if isinstance(action, Block) else isinstance(action, Challenge)
                _window(table, game)
        return table.play(me, TURNS)


def _among(others: Sequence[Temper]) -> Temper:
    """How the player takes itself to play on, as it will come to know the others: it bluffs the less the more readily
    somebody challenges, and challenges the more readily the more they bluff."""
    suspicion = max([0.8 if other.random else other.suspicion for other in others])
    bluff = sum([0.8 if other.random else other.bluff for other in others]) / len(others)
    return Temper(max(TIMID, DARING * (1 - 1.3 * suspicion)), 1.2 * bluff)


def _window(table: Table, game: Game) -> None:
    match game.phase:
        case "challenge":
            table.claimed(game.deciding)
        case "block":
            if isinstance(table.forced, bool):
                table.forced = NOBODY
            table.block(game.deciding)
        case "challenge block":
            assert game.claim is not None
            table.blocked(game.blocker, CARD[game.claim], game.deciding)


def _then(table: Table, game: Game) -> None:
    """What follows on the card that was turned up."""
    match game.then:
        case "answered":
            table.stood()
        case "refund":
            table.refund()
        case "effect":
            table.unblocked()


def sensible(actions: Sequence[Action], turned: Sequence[int]) -> list[Action]:
    """Without claims that everybody can see to be lies; `turned` are turned-up cards, by character."""

    def plain(action: Action) -> bool:
        match action:
            case Move(verb):
                claim = RULES[verb].claims
                return claim is None or turned[CARD[claim]] < COPIES
            case Block(card):
                return turned[CARD[card]] < COPIES
        return True

    return [action for action in actions if plain(action)]
