"""Values of the ends of a turn for each hand, and the choice of cards to keep in exchanges.

An end is a win, or its value is estimated by networks. Exchanges are solved by counterfactual regret minimization.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import (
    KINDS,
    NONE,
    Array,
    Numbers,
    States,
    count_deals,
    exchange_piles,
    exchange_splits,
    hand_counts,
    hands_with_card,
)
from scenes.coup.equilibrium.nets import HANDS_OF, MOST_COINS, Nets, network_inputs, write_beliefs
from scenes.coup.equilibrium.tree import Leaf, Tree

MIN_WEIGHT = np.float32(1e-20)


@cache
def kept_hand_choices(size: int) -> tuple[Numbers, Array]:
    """Return the hands that can be kept, by choice and pile, and a mask: 1 for a real choice, 0 for padding."""
    may = exchange_splits(size) > 0
    most = may.sum(axis=1).max()
    hands = np.argsort(~may, axis=1, kind="stable")[:, :most]
    allowed = np.take_along_axis(may, hands, axis=1).astype(np.float32)
    return np.ascontiguousarray(hands.T), np.ascontiguousarray(allowed.T)


class Exchanges:
    """Regrets and plans for exchanges. Arrays are indexed by choice, end of the turn, state and pile."""

    def __init__(self, size: int, count: int, rows: int) -> None:
        self.size = size
        self.hands, may = kept_hand_choices(size)
        self.may = may[:, None, None, :]
        shape = len(may), count, rows, may.shape[1]
        self._regrets, self._totals = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def plan(self, which: Numbers, now: bool = False) -> Array:
        """Return the probability of each choice for each pile, by the average plan or, with `now`, the current one."""
        return self._normalize((self._regrets if now else self._totals)[:, which])

    def odds(self, which: int, row: int, pile: Numbers) -> Array:
        """Return the probability of keeping each hand of this pile, which is given as counts of characters."""
        n = int(np.flatnonzero((exchange_piles(self.size) == pile).all(axis=1))[0])
        result = np.zeros(exchange_splits(self.size).shape[1], np.float32)
        np.add.at(result, self.hands[:, n], self.plan(np.array([which]))[:, 0, row, n])
        return result

    def kept(self, plan: Array, mine: Array) -> Array:
        """Return the weight with which each hand is kept. `mine` are the weights of the piles."""
        result = np.zeros((*mine.shape[:2], exchange_splits(self.size).shape[1]), np.float32)
        for each, hands in zip(plan * mine, self.hands, strict=True):
            result += each @ _placement_matrix(self.size, tuple(hands.tolist()))
        return result

    def value(self, plan: Array, worth: Array) -> Array:
        """Return the value of each pile under a plan, given the values of hands."""
        return self._weighted_sum(plan, self._values_by_choice(worth))

    def _values_by_choice(self, worth: Array) -> list[Array]:
        return [worth[..., hands] for hands in self.hands]

    def _weighted_sum(self, plan: Array, each: list[Array]) -> Array:
        result: Array = plan[0] * each[0]
        for odds, one in zip(plan[1:], each[1:], strict=True):
            result += odds * one
        return result

    def improve(self, which: Numbers, worth: Array, mine: Array, others: Array, weight: float) -> Array:
        """Update the regrets, and return the new value of each pile."""
        regrets, each = self._regrets[:, which], self._values_by_choice(worth)
        before = self._weighted_sum(self._normalize(regrets), each)
        for regret, one in zip(regrets, each, strict=True):
            regret += others * (one - before)
        self._regrets[:, which] = np.maximum(regrets, 0, out=regrets) * self.may
        plan = self._normalize(self._regrets[:, which])
        self._totals[:, which] += np.float32(weight) * mine * plan
        return self._weighted_sum(plan, each)

    def _normalize(self, weights: Array) -> Array:
        weights = weights + MIN_WEIGHT * self.may
        weights /= weights.sum(axis=0)
        return weights


@cache
def _placement_matrix(size: int, hands: tuple[int, ...]) -> Array:
    """Return a 0-1 matrix that places values of choices at the index of the kept hand."""
    result = np.zeros((len(hands), exchange_splits(size).shape[1]), np.float32)
    result[np.arange(len(hands)), hands] = 1
    return result


def sum_last_axis(values: Array) -> Array:
    """Sum along the last axis; for short axes this is faster than `sum`."""
    result: Array = values @ np.ones((values.shape[-1], 1), np.float32)
    return result


EndEvaluator = Callable[[tuple[Array, Array]], Sequence[Array]]
"""Function that returns the values of hands at ends. Its argument is both players' ranges by end and state."""


class Group(NamedTuple):
    """Ends of a turn after which the players have these numbers of cards, the next player to act first."""

    cards: tuple[int, int]
    places: Numbers
    ends: list[Leaf]
    trades: Numbers
    """Indices in `places` of the ends that are exchanges."""
    trading: Numbers
    """Indices of the same ends among all exchanges."""
    hands: tuple[Numbers, Numbers]
    """Indices of the hands at the start of the turn that belong to each remaining hand, by player and end."""
    seen: Array
    """Network inputs of these ends in all states, without the beliefs."""


class EndValues:
    def __init__(self, tree: Tree, states: States, dealt: Array, nets: Nets) -> None:
        self.tree, self.states, self.nets = tree, states, nets
        self._dealt = dealt.transpose(0, 2, 1), dealt
        rows = len(states.coins)
        self.worth = [np.zeros((len(tree.ends), rows, size), np.float32) for size in tree.sizes]
        """Value of each end for each hand, by player, averaged over the other player's hands."""
        for place, end in enumerate(tree.ends):
            if end.won != NONE:
                self.worth[end.won][place] = 1
        self.trading: Numbers = np.array([place for place, end in enumerate(tree.ends) if end.exchanges])
        self._piles = count_deals(states.hidden, exchange_piles(tree.cards[0]), hand_counts(tree.cards[1])).transpose(
            0, 2, 1
        )
        self.exchanges = Exchanges(tree.cards[0], len(self.trading), rows)
        self.kept = np.zeros((len(self.trading), rows, tree.sizes[0]), np.float32)
        """Value of each hand that can be kept in an exchange, by exchange, state and hand."""
        self.groups = self._group_ends()
        self.ranges = [each.copy() for each in self.worth]
        """Probability that a player's choices lead to each end with each hand, by player, at the last evaluation."""
        self.belief = [each.copy() for each in self.worth]
        """The same probability, multiplied by that of chance's and the other player's steps."""

    def _group_ends(self) -> list[Group]:
        """Group the ends by remaining cards, those without a lost card first."""
        found: dict[tuple[int, int], list[int]] = {}
        mine, theirs = self.tree.cards
        for place, end in enumerate(self.tree.ends):
            if end.won == NONE:
                cards = theirs - (end.lost[1] != NONE), mine - (end.lost[0] != NONE)
                found.setdefault(cards, []).append(place)
        groups = []
        for cards, at in sorted(found.items(), key=lambda item: -sum(item[0])):
            ends = [self.tree.ends[n] for n in at]
            trades = np.array([n for n, end in enumerate(ends) if end.exchanges], np.intp)
            trading = np.searchsorted(self.trading, np.array(at)[trades])
            hands = self._remaining_hands(ends, 0), self._remaining_hands(ends, 1)
            coins, hidden = self.after_turn(ends)
            none = [np.zeros((coins[0].size, each.shape[1]), np.float32) for each in hands]
            seen = network_inputs((coins[1].ravel(), coins[0].ravel()), hidden.reshape(-1, KINDS), none[1], none[0])
            groups.append(Group(cards, np.array(at), ends, trades, trading, hands, seen))
        return groups

    def _remaining_hands(self, ends: list[Leaf], player: int) -> Numbers:
        every = np.arange(self.tree.sizes[player])
        return np.array([every if end.lost[player] == NONE else hands_with_card(2, end.lost[player]) for end in ends])

    def reach_by_others(self, player: int, against: Array) -> Array:
        """Return the probability that chance and the other player reach the ends, for each hand of this player."""
        return (against.transpose(1, 0, 2) @ self._dealt[player]).transpose(1, 0, 2)

    def pile_reach(self, against: Array) -> Array:
        """Return the probability that chance and the other player lead to each pile of the exchanges."""
        return (against.transpose(1, 0, 2) @ self._piles).transpose(1, 0, 2)

    # -- evaluating ends

    def evaluate(
        self, reach: list[Array], groups: Sequence[Group], weight: float = 0, beyond: EndEvaluator | None = None
    ) -> None:
        """Evaluate the ends of these groups by the networks or by `beyond`.

        `reach` has both players' probabilities of reaching the ends. With a weight, the regrets of the choices in
        exchanges are updated.
        """
        for group in groups:
            self._evaluate_group(group, [each[group.places] for each in reach], weight, beyond)

    def _evaluate_group(self, group: Group, reach: list[Array], weight: float, beyond: EndEvaluator | None) -> None:
        likely = [self.reach_by_others(player, reach[1 - player]) for player in (0, 1)]
        belief = [reach[player] * likely[player] for player in (0, 1)]
        trades, split = group.trades, exchange_splits(self.tree.cards[0])
        if len(trades):
            mine, others = reach[0][trades] @ split.T, self.pile_reach(reach[1][trades])
            plan = self.exchanges.plan(group.trading, bool(beyond and weight))
            belief[0][trades] = self.exchanges.kept(plan, mine * others)
            reach[0][trades] = belief[0][trades] / np.maximum(likely[0][trades], MIN_WEIGHT)
        for player in (0, 1):
            self.ranges[player][group.places], self.belief[player][group.places] = reach[player], belief[player]
        after = reach[1].reshape(-1, reach[1].shape[2]), reach[0].reshape(-1, reach[0].shape[2])
        parts = beyond(after) if beyond else self._evaluate_by_nets(group, belief)
        for player, part in zip((1, 0), parts, strict=True):
            self.write_back(part, group, player, self.worth[player])
        if len(trades):
            said = self.kept[group.trading] = self.worth[0][group.places[trades]]
            if weight:
                value = self.exchanges.improve(group.trading, said, mine, others, weight)
            else:
                value = self.exchanges.value(plan, said)
            self.worth[0][group.places[trades]] = (others * value) @ split / np.maximum(others @ split, MIN_WEIGHT)

    def _evaluate_by_nets(self, group: Group, belief: list[Array]) -> list[Array]:
        """Return the values of hands for the next player to act and for the other; the two add up to 1."""
        inputs, shares = self.inputs(group, belief)
        worth = self.nets[group.cards](inputs)
        parts = worth[:, : shares[1].shape[1]], worth[:, shares[1].shape[1] :]
        sums = sum_last_axis(parts[0] * shares[1]) + sum_last_axis(parts[1] * shares[0])
        return [np.clip(part - (sums - 1) / 2, 0, 1) for part in parts]

    def inputs(self, group: Group, belief: list[Array]) -> tuple[Array, list[Array]]:
        """Return the network inputs of a group's ends, by end and state, and the beliefs about both hands."""
        shares: list[Array] = []
        for player in (0, 1):
            mass = self._reduce_to_remaining(belief[player], group, player)
            mass = mass.reshape(-1, mass.shape[2])
            shares.append(np.divide(mass, np.maximum(sum_last_axis(mass), MIN_WEIGHT)))
        write_beliefs(group.seen, shares[1], shares[0])
        return group.seen, shares

    def after_turn(self, ends: list[Leaf]) -> tuple[tuple[Numbers, Numbers], Numbers]:
        """Return both players' coins after the turn, and the hidden cards, by end and state."""
        mine, theirs = self.states.coins[:, 0], self.states.coins[:, 1]
        steals = np.array([end.steals for end in ends])[:, None] * np.minimum(2, theirs)
        earned = np.array([end.coins for end in ends])[:, None]
        up = np.zeros((len(ends), 1, KINDS), np.intp)
        for n, end in enumerate(ends):
            for card in end.lost:
                if card != NONE:
                    up[n, 0, card] += 1
        hidden = np.maximum(self.states.hidden - up, 0)
        return (mine + earned + steals, theirs - steals), hidden

    def _reduce_to_remaining(self, values: Array, group: Group, player: int) -> Array:
        """Reduce values of hands to values of the remaining cards, if the player has lost a card."""
        if group.hands[player].shape[1] == values.shape[2]:
            return values
        result: Array = np.take_along_axis(values, group.hands[player][:, None], axis=2)
        return result

    def write_back(self, flat: Array, group: Group, player: int, worth: Array) -> None:
        """Write the values of the remaining hands back to the ends of a group."""
        values = flat.reshape(len(group.ends), -1, flat.shape[1])
        if flat.shape[1] == worth.shape[2]:
            worth[group.places] = values
        else:
            rows = np.arange(values.shape[1])[:, None]
            worth[group.places[:, None, None], rows, group.hands[player][:, None]] = values

    # -- the next turn

    def next_starts(self) -> States:
        """Return the starts of the next turn, by end and state. Each player must have one card."""
        (group,) = self.groups
        coins, hidden = self.after_turn(group.ends)
        coins_now = np.stack([coins[1].ravel(), coins[0].ravel()], axis=1)
        ranges = np.ones((len(coins_now), HANDS_OF[1]), np.float32)
        return States(group.cards, coins_now.clip(0, MOST_COINS - 1), hidden.reshape(-1, KINDS), (ranges, ranges))

    def start_after(self, place: int, rows: Numbers) -> States:
        """Return the start of the next turn after this end, in each of these states."""
        end = self.tree.ends[place]
        ranges = [each[place] for each in self.ranges]
        for player in (0, 1):
            if end.lost[player] != NONE:
                twice = 1 + (np.arange(KINDS) == end.lost[player])
                ranges[player] = ranges[player][:, hands_with_card(2, end.lost[player])] / twice
            ranges[player] = ranges[player][rows]
            ranges[player] = ranges[player] / np.maximum(ranges[player].max(axis=1, keepdims=True), MIN_WEIGHT)
        group = next(group for group in self.groups if place in group.places)
        coins, hidden = self.after_turn([end])
        both = np.stack([coins[1][0][rows], coins[0][0][rows]], axis=1)
        return States(group.cards, both, hidden[0][rows], (ranges[1], ranges[0]))
