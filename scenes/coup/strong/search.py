"""Search by playouts: try each action in deals sampled from the belief."""

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil, exp, log2, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple, Self

from core.engine.chance import Draw
from scenes.coup.actions import CHALLENGE, Action, Block, Keep, Lose, Move
from scenes.coup.claim_memory import ClaimMemory
from scenes.coup.moves import CARD_NUMBER, CHARACTERS, CLAIMS, COPIES, NOBODY, VERB_NUMBER
from scenes.coup.rules import Game
from scenes.coup.strong.belief import Belief, lie_by_challenger
from scenes.coup.strong.position import LieFunction, Temper
from scenes.coup.strong.table import DOUBT, Table

PLAYOUT_TURNS = 4
"""Number of turns after which a playout is cut off, and its result estimated from cards and coins.

Compared with full playouts, this has a quarter of the noise and takes half as long."""
TWO_PLAYER_TURNS = 80
MIN_PLAYOUTS = 25
"""Minimum number of playouts per action and round."""
CHECK_EVERY, CLEAR_ERRORS = 16, 3.0
"""Number of deals between checks for clearly worse actions, and number of standard errors that count as clear."""
MAX_BLUFF, MIN_BLUFF = 0.7, 0.05
"""Assumed rate of the player's later bluffs against opponents who never challenge, and its minimum."""
EQUAL_RATES = 0.02
"""Win rates that differ by this little count as equal: the lower one is sometimes chosen, to be less predictable."""
RATION_SUSPICION = 0.1
"""Highest suspicion of an opponent above which lies in blocks are rationed: at twice this suspicion, half as many."""
CHALLENGE_COST = 0.04
"""Required advantage of a challenge over a pass: a lost card is final, and opponents choose which claims can be
challenged."""


class TriedAction(NamedTuple):
    action: Action
    won: float
    """Share of won playouts."""
    worth: float
    """Win probability minus the other costs of the action."""


def search(
    belief: Belief, actions: Sequence[Action], playouts: int, draw: Draw, prices: Sequence[float] = ()
) -> tuple[Action, list[TriedAction]]:
    """Return the action to take, and the results of all actions, best first. `prices` are costs by threats and deals.

    Sequential halving (Karnin, Koren and Somekh 2013) with a race in each round (Maron and Moore 1994): all remaining
    actions are played in the same deals, and clearly worse ones are dropped.
    """
    rand = Random(draw.bits()).random
    won: list[list[float]] = [[] for _ in actions]
    images = [lie_by_challenger(belief, action) for action in actions]
    cost = [
        price + (CHALLENGE_COST if action == CHALLENGE else 0.0)
        for action, price in zip(actions, prices or [0.0] * len(actions), strict=True)
    ]
    order, left = list(range(len(actions))), len(actions)
    rounds = ceil(log2(left))
    for _ in range(rounds):
        deals = max(1, playouts // MIN_PLAYOUTS, playouts // (rounds * left))
        most = (left + 1) // 2
        while deals and left > 1:
            for _ in range(deals_now := min(CHECK_EVERY, deals)):
                sample = SampledGame.draw(belief, rand)
                for i in order[:left]:
                    won[i].append(sample.play(actions[i], images[i]))
            deals -= deals_now
            order[:left] = sorted(order[:left], key=lambda i: cost[i] - fmean(won[i]))
            while left > 1 and _is_clearly_worse(
                won[order[left - 1]], won[order[0]], cost[order[left - 1]] - cost[order[0]]
            ):
                left -= 1
        left = min(left, most)
    tried = [TriedAction(actions[i], share := fmean(won[i]), share - cost[i]) for i in order]
    return _best_or_close(tried[:2], rand), tried


def _is_clearly_worse(won: Sequence[float], best: Sequence[float], cost: float) -> bool:
    """Return True if an action won clearly less than the best one in the same deals."""
    if len(won) < CHECK_EVERY:
        return False
    behind = [one - other for one, other in zip(best, won, strict=True)]
    count, mean = len(behind), sum(behind) / len(behind)
    variance = sum([each * each for each in behind]) / count - mean * mean
    return mean + cost > CLEAR_ERRORS * sqrt(max(0.0, variance) / count)


def _best_or_close(tried: Sequence[TriedAction], rand: Callable[[], float]) -> Action:
    """Return the best action, or sometimes an action that is hardly worse."""
    best = tried[0].worth
    close = EQUAL_RATES * 4 * best * (1 - best)
    if close <= 0:  # certain to win or to lose, or prices exceed any chance to win
        return tried[0].action
    upto = list(accumulate([exp((each.worth - best) / close) for each in tried if each.worth > best - 2 * close]))
    return tried[bisect(upto, rand() * upto[-1])].action


class SampledGame(NamedTuple):
    """A sampled game that fits the player's knowledge: all hands, the deck, and each player's style."""

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
        tempers[belief.me] = _own_temper([tempers[seat] for seat in dealt])
        return cls(belief, hands, deck, tempers, rand)

    def play(self, action: Action, image: LieFunction | None) -> float:
        """Return the chance to win after this action, by one playout."""
        belief = self.belief
        hands, up = [hand.copy() for hand in self.hands], belief.up.copy()
        table = Table(hands, self.deck.copy(), belief.game.coins.copy(), up, self.tempers, self.rand)
        table.said = belief.said.copy()
        table.image = (belief.me, image) if image else None
        apply_action(table, belief.game, belief.me, action)
        return table.play(belief.me, PLAYOUT_TURNS if table.left > 2 else TWO_PLAYER_TURNS)


def _own_temper(others: Sequence[Temper]) -> Temper:
    """Return the playing style that the player assumes for itself.

    It bluffs less against opponents who challenge more, and challenges more against opponents who bluff.
    """
    suspicion = max([0.8 if other.random else other.suspicion for other in others])
    bluff = sum([0.8 if other.random else other.bluff for other in others]) / len(others)
    return Temper(max(MIN_BLUFF, MAX_BLUFF * (1 - 1.3 * suspicion)), 1.2 * bluff)


def apply_action(table: Table, game: Game, me: int, action: Action) -> None:
    """Apply one player's action and its consequences to the end of the turn."""
    table.actor, table.verb, table.target = game.actor, VERB_NUMBER[game.verb], game.target
    match action:
        case Move(verb, target):
            table.act(VERB_NUMBER[verb], game.seat[target] if target else NOBODY)
        case Lose(card):
            table.turn_up(me, CARD_NUMBER[card])
            match game.then:
                case "answered":
                    table.stood()
                case "refund":
                    table.refund()
                case "effect":
                    table.unblocked()
        case Keep(cards):
            table.keep(me, table.hands[me], [CARD_NUMBER[card] for card in cards])
        case Block(card):
            _apply_answer(table, game, me, CARD_NUMBER[card])
        case _:
            _apply_answer(table, game, me, DOUBT if action == CHALLENGE else NOBODY)


def _apply_answer(table: Table, game: Game, me: int, answer: int) -> None:
    table.forcing, table.forced = me, answer
    match game.phase:
        case "challenge":
            table.claimed(game.deciding)
        case "block":
            table.block(game.deciding)
        case "challenge block":
            assert game.claim is not None
            table.blocked(game.blocker, CARD_NUMBER[game.claim], game.deciding)


def drop_poor_lies(belief: Belief, memory: ClaimMemory, actions: Sequence[Action], draw: Draw) -> list[Action]:
    """Drop lies about cards that are all turned up, moves that do not fit earlier claims, and often lies in blocks."""
    lying = draw.random() < _block_lie_rate(belief)
    return [
        action
        for action in actions
        if (claim := _claimed_card(action)) < 0
        or claim in belief.own
        or (belief.up[claim] < COPIES and (lying if isinstance(action, Block) else memory.can_claim(CHARACTERS[claim])))
    ]


def _claimed_card(action: Action) -> int:
    match action:
        case Move(verb):
            return CLAIMS[VERB_NUMBER[verb]]
        case Block(card):
            return CARD_NUMBER[card]
    return NOBODY


def _block_lie_rate(belief: Belief) -> float:
    """Return the probability of considering lies in a block.

    It falls with the highest suspicion among the opponents, and is lower against an assassination, which puts both
    cards at stake. If the last card is about to be assassinated, it is 1, since the player has no choice. Opponents
    cannot notice lies by their number in up to half of all blocks, or a quarter with both cards at stake.
    """
    ration = RATION_SUSPICION
    if belief.game.verb == "assassinate":
        if len(belief.own) == 1:
            return 1.0
        ration /= 2
    return ration / max([ration, *(suspect.suspicion for suspect in belief.suspects.values())])
