"""Opponent models: kinds of players, and the likelihood of their actions given their hands.

A hand is its index in `HANDS[size]`. Each kind has a probability of every action and answer for each hand. The
probabilities are guesses about bots and people, smoothed so that nothing is impossible.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from scenes.coup.moves import (
    AID,
    ASSASSINATE,
    BLOCKS,
    CLAIMS,
    COPIES,
    COUP,
    EXCHANGE,
    INCOME,
    KEEPING_VALUE,
    STEAL,
    TAX,
)

HANDS = {size: tuple(combinations_with_replacement(range(5), size)) for size in (1, 2)}
HAND_INDEX = {hand: i for hands in HANDS.values() for i, hand in enumerate(hands)}
WAYS_TO_DEAL = {2: [3 if a == b else 9 for a, b in HANDS[2]], 1: [3] * 5}
"""Number of ways to be dealt each hand from a full deck."""
MIN_LIKELIHOOD = 0.003
"""Lower bound of every probability."""
Likelihood = tuple[tuple[float, ...], ...]
"""Likelihood of an observation: by kind, then by hand."""


class Kind(NamedTuple):
    share: float
    """Prior share of players of this kind."""
    bluff: float
    steady: bool = True
    """True if the player always takes its best action, like a simple program; others mix their actions."""
    random: bool = False


KINDS = (
    Kind(0.10, 0.5, random=True),
    Kind(0.22, 0.0),
    Kind(0.12, 0.1),
    Kind(0.10, 0.3),
    Kind(0.05, 0.6),
    Kind(0.03, 0.9),
    Kind(0.22, 0.06, steady=False),
    Kind(0.11, 0.25, steady=False),
    Kind(0.05, 0.6, steady=False),
)
SUSPICION_SHARES = ((0.2, 0.0), (0.2, 0.1), (0.2, 0.25), (0.15, 0.5), (0.15, 0.8), (0.1, 1.2))
"""Prior shares and values of suspicion."""


class MoveFeatures(NamedTuple):
    """Features of a player's choice of action, apart from its hand."""

    coins: int
    """Coins, rounded down to 0, 3, 7 or 10, where more moves become affordable or necessary."""
    victim: bool
    """True if another player has two coins to steal."""
    others: int
    """Opponents in the game."""
    gone: int
    """Characters whose copies are all turned up, as a bit mask."""


def _by_kind_and_hand(size: int, rate: Callable[[Kind, tuple[int, ...]], float]) -> Likelihood:
    return tuple([tuple([max(MIN_LIKELIHOOD, rate(kind, hand)) for hand in HANDS[size]]) for kind in KINDS])


@cache
def move_likelihood(verb: int, features: MoveFeatures, size: int) -> Likelihood:
    return _by_kind_and_hand(size, lambda kind, hand: _move_rate(kind, hand, verb, features))


def _move_rate(kind: Kind, hand: tuple[int, ...], verb: int, features: MoveFeatures) -> float:
    if kind.random:
        return _random_move(verb, features)
    if features.coins >= 7:
        return 0.95 if verb == COUP else 0.05 / 6
    return (_steady_move if kind.steady else _mixed_move)(kind.bluff, hand, verb, features)


def _random_move(verb: int, features: MoveFeatures) -> float:
    if features.coins >= 10:
        return float(verb == COUP)
    aimed = (1 + (features.coins >= 3) + (features.coins >= 7)) * features.others
    return (features.others if verb in (COUP, ASSASSINATE, STEAL) else 1) / (4 + aimed)


def _claiming_actions(features: MoveFeatures) -> list[int]:
    """List sensible actions that claim a card, best first."""
    return [*([ASSASSINATE] if features.coins >= 3 else []), TAX, *([STEAL] if features.victim else []), EXCHANGE]


def _steady_move(bluff: float, hand: tuple[int, ...], verb: int, features: MoveFeatures) -> float:
    left, honest = 1.0, dict.fromkeys(range(7), 0.0)
    for each in _claiming_actions(features):
        if CLAIMS[each] in hand:
            honest[each] = left * 0.85
            left -= honest[each]
    honest[AID] = honest[INCOME] = left / 2
    lies = [
        each
        for each in _claiming_actions(features)[:-1]
        if CLAIMS[each] not in hand and not features.gone >> CLAIMS[each] & 1
    ]
    lie = bluff if lies else 0.0
    return (1 - lie) * honest[verb] + (lie / len(lies) if verb in lies else 0.0)


def _mixed_move(bluff: float, hand: tuple[int, ...], verb: int, features: MoveFeatures) -> float:
    weights = {INCOME: 0.12, AID: 0.3}
    base = {ASSASSINATE: 1.2, TAX: 1.0, STEAL: 0.8, EXCHANGE: 0.35}
    for each in _claiming_actions(features):
        if CLAIMS[each] in hand:
            weights[each] = base[each]
        elif not features.gone >> CLAIMS[each] & 1:
            weights[each] = base[each] * bluff
    return weights.get(verb, 0.0) / sum(weights.values())


@cache
def answer_likelihood(verb: int, card: int, doomed: bool, gone: int, size: int) -> Likelihood:
    """Return the likelihood of blocking with this card, or of a pass (NOBODY)."""
    return _by_kind_and_hand(size, lambda kind, hand: _answer_rate(kind, hand, verb, card, doomed, gone))


def _answer_rate(kind: Kind, hand: tuple[int, ...], verb: int, card: int, doomed: bool, gone: int) -> float:
    cards = BLOCKS[verb]
    if kind.random:
        return 1 / (1 + len(cards))
    held = [each for each in cards if each in hand]
    lies = [each for each in cards if each not in hand and not gone >> each & 1]
    if held:
        blocks = 0.96 if kind.steady else 0.6 if verb == AID else 0.9
        if card < 0:
            return 1 - blocks
        return blocks / len(held) if card in held else 0.01
    blocks = (kind.bluff if kind.steady else kind.bluff / 2) if lies else 0.0
    if doomed and kind.bluff and lies:
        blocks = 0.9
    if card < 0:
        return 1 - blocks
    return blocks / len(lies) if card in lies else 0.0


@cache
def statement_likelihood(card: int, size: int) -> Likelihood:
    """Return the likelihood of claiming this card in a statement."""
    return _by_kind_and_hand(size, lambda kind, hand: 1.0 if card in hand else _false_statement_rate(kind))


def _false_statement_rate(kind: Kind) -> float:
    """Return the rate of false statements relative to true ones.

    It is never low, because statements cannot be challenged.
    """
    return 1.0 if kind.random else 0.2 + 0.8 * kind.bluff


@cache
def turned_up_likelihood(card: int) -> Likelihood:
    """Return the likelihood of turning up this card and not the other one, by kind and the other card."""
    return tuple([tuple([_turned_up_rate(kind, card, left) for left in range(5)]) for kind in KINDS])


def _turned_up_rate(kind: Kind, card: int, left: int) -> float:
    if card == left:
        return 1.0
    sure = 0.5 if kind.random else 0.9 if kind.steady else 0.65
    return 2 * (sure if KEEPING_VALUE[card] < KEEPING_VALUE[left] else 1 - sure)


@cache
def exchange_weights(size: int) -> tuple[tuple[float, ...], ...]:
    """Return the weights of an exchange from each hand to each hand, relative to the ways to deal both."""
    hands, deals = HANDS[size], WAYS_TO_DEAL[size]
    table = [[0.0] * len(hands) for _ in hands]
    for i, hand in enumerate(hands):
        left = [COPIES - hand.count(card) for card in range(5)]
        ways = sum(left) * (sum(left) - 1)
        for a in range(5):
            for b in range(5):
                odds = left[a] * (left[b] - (a == b)) / ways
                for j, share in _kept_cards(tuple(sorted((*hand, a, b))), size).items():
                    table[i][j] += odds * share * deals[i] / deals[j]
    return tuple(map(tuple, table))


@cache
def _kept_cards(cards: tuple[int, ...], size: int) -> dict[int, float]:
    """Return the pairs of cards that may be kept, with probabilities; the best two different cards are likeliest."""
    keeps = [hand for hand in HANDS[size] if all(hand.count(card) <= cards.count(card) for card in hand)]
    weights = [3.0 ** sum(KEEPING_VALUE[card] for card in set(hand)) for hand in keeps]
    return {HAND_INDEX[hand]: weight / sum(weights) for hand, weight in zip(keeps, weights, strict=True)}


MIN_WEIGHT = 1e-100
"""Minimum weight of a possible hand, so that long games do not rule it out."""


class Suspect:
    """Beliefs about one player: its kind, hand and suspicion."""

    def __init__(self) -> None:
        self.size = 2
        self.weights = [[1.0] * len(HANDS[2]) for _ in KINDS]
        """Weights by kind and hand."""
        self.doubts = [1.0] * len(SUSPICION_SHARES)
        """Likelihood of the observed challenges and passes, by suspicion."""
        self.wild = 1.0
        """Likelihood of the same challenges and passes for a player who acts at random."""

    def update(self, likelihood: Likelihood) -> None:
        scale = 1 / max(map(max, self.weights))
        self.weights = [
            [max(MIN_WEIGHT, weight * like * scale) if weight else 0.0 for weight, like in zip(row, likes, strict=True)]
            for row, likes in zip(self.weights, likelihood, strict=True)
        ]

    def update_challenge(self, did: bool, lie: float) -> None:
        """Update after a challenge or pass by the player, given the public probability of a lie."""
        odds = [max(0.02, min(0.98, suspicion * lie)) for _, suspicion in SUSPICION_SHARES]
        scale = 1 / max(self.doubts)
        self.doubts = [doubt * (p if did else 1 - p) * scale for doubt, p in zip(self.doubts, odds, strict=True)]
        self.wild *= 0.5 * scale

    def lacks(self, card: int) -> None:
        hands = HANDS[self.size]
        self.weights = [
            [0.0 if card in hand else weight for weight, hand in zip(row, hands, strict=True)] for row in self.weights
        ]

    def proved(self, card: int) -> None:
        """Update after the player showed the card and drew an unknown one."""
        if self.size == 1:
            self.weights = [[row[card]] * 5 for row in self.weights]
            return
        with_card = [HAND_INDEX[tuple(sorted((card, other)))] for other in range(5)]
        self.weights = [[row[with_card[a]] + row[with_card[b]] for a, b in HANDS[2]] for row in self.weights]

    def lost(self, card: int) -> None:
        self.size -= 1
        if not self.size:
            return
        left = [HAND_INDEX[tuple(sorted((card, other)))] for other in range(5)]
        self.weights = [
            [row[left[other]] * likes[other] for other in range(5)]
            for row, likes in zip(self.weights, turned_up_likelihood(card), strict=True)
        ]

    def exchanged(self) -> None:
        table = exchange_weights(self.size)
        self.weights = [
            [sum([weight * before[j] for weight, before in zip(row, table, strict=True)]) for j in range(len(table))]
            for row in self.weights
        ]

    @property
    def suspicion(self) -> float:
        """Expected value of the player's suspicion."""
        weights = [share * doubt for (share, _), doubt in zip(SUSPICION_SHARES, self.doubts, strict=True)]
        return sum([weight * each for weight, (_, each) in zip(weights, SUSPICION_SHARES, strict=True)]) / sum(weights)

    @property
    def kinds(self) -> list[float]:
        """Weight of each kind: its prior share, times the likelihood of the player's challenges and passes."""
        calm = sum([share * doubt for (share, _), doubt in zip(SUSPICION_SHARES, self.doubts, strict=True)])
        return [kind.share * (self.wild if kind.random else calm) for kind in KINDS]

    @property
    def hands(self) -> list[float]:
        """Weights of the hands, summed over kinds; the likeliest is 1."""
        kinds = self.kinds
        sums = [sum([a * b for a, b in zip(kinds, column, strict=True)]) for column in zip(*self.weights, strict=True)]
        most = max(sums)
        return [each / most for each in sums]
