"""Solver of one turn between two players.

It runs counterfactual regret minimization in vector form (CFR+, Tammelin 2014) over the tree of the turn, for many
states at once. At the ends, networks estimate the value of each hand, and estimate it again as the plans settle (ReBeL,
Brown et al. 2020); or the next turn is solved together with it, as one game.
"""

import numpy as np

from scenes.coup.equilibrium.hands import NONE, Array, States, count_deals, hand_counts
from scenes.coup.equilibrium.leaves import EndValues
from scenes.coup.equilibrium.nets import Nets
from scenes.coup.equilibrium.tree import tree_of
from scenes.coup.moves import COSTS, COUP, MUST_COUP_FROM

ROUNDS = 36
FULL_EVALUATION_ROUNDS = (0, 2, 5, 9, 14, 20, 28)
"""Rounds before which the networks evaluate all ends; ends without a lost card are evaluated before every round."""
TREMBLE = 0.01
"""Probability with which players deviate from their plans, in the other player's beliefs."""
TINY = np.float32(1e-20)


class Solved:
    """The plans of both players in each state, and their values."""

    def __init__(self, states: States, nets: Nets, rounds: int = ROUNDS, turns: int = 1) -> None:
        """Prepare to solve these states. With `turns` above 1, that many turns are solved as one game."""
        self.states = states
        self.tree = tree = tree_of(states.cards)
        self.ways = count_deals(states.hidden, hand_counts(states.cards[0]), hand_counts(states.cards[1]))
        mass = np.einsum("bi,bij,bj->b", states.ranges[0], self.ways, states.ranges[1])
        self.ranges = states.ranges[0] / mass[:, None], states.ranges[1]
        self.chance_factors = [self._chance_factors(player) for player in (0, 1)]
        self.uniform = [self._uniform_plan(player) for player in (0, 1)]
        self.leaves = EndValues(tree, states, self.ways, nets)
        self._regrets = [np.zeros_like(uniform) for uniform in self.uniform]
        self._totals = [np.zeros_like(uniform) for uniform in self.uniform]
        self._available = [self.chance_factors[player][edges] for player, edges in enumerate(tree.edges)]
        self._steps = [chance_factors.copy() for chance_factors in self.chance_factors]
        self.plan = list(self.uniform)
        self.next_turn = Solved(self.leaves.next_starts(), nets, 0, turns - 1) if turns > 1 else None
        """The next turn, which starts after each end in each state."""
        self._average_reach: list[Array] = []
        """Probability of reaching the ends, averaged over the rounds, by player."""
        self._set_ranges(self.ranges)
        for n in range(rounds):
            self._round(n)
        self._use_average_plan()

    # -- constants of the solver

    def _chance_factors(self, player: int) -> Array:
        """Return the probability of the step to each node by cards, coins and chance, by node, state and hand.

        It is 0 for impossible steps. Players' plans are not part of it.
        """
        tree, hidden = self.tree, self.states.hidden
        chance_factors = np.repeat(tree.masks[player][:, None, :], len(hidden), axis=1)
        size, other = tree.cards[player], tree.cards[1 - player]
        deck = (hidden.sum(axis=1) - sum(tree.cards) + 1)[:, None]
        for n, node in enumerate(tree.nodes):
            if not node.shown:
                continue
            claimant, card, lost = node.shown
            if claimant == player:
                if size == 2 and lost == NONE:
                    both = hand_counts(size)[:, card] == 2
                    chance_factors[n][:, both] *= ((hidden[:, card] - 1) / np.maximum(hidden[:, card], 1) / 2)[:, None]
            else:
                left = hidden[:, card, None] - (lost == card and other == 2) - hand_counts(size)[:, card]
                chance_factors[n] *= (np.maximum(left, 0) / deck).astype(np.float32)
        if player == 0:
            self._rule_out_unaffordable(chance_factors)
        return chance_factors

    def _rule_out_unaffordable(self, chance_factors: Array) -> None:
        rich = self.states.coins[:, 0]
        for node in self.tree.nodes[0].children:
            n, verb = self.tree.place[id(node)], node.label[1]
            can = (rich >= COSTS[verb]) & ((rich < MUST_COUP_FROM) | (verb == COUP))
            chance_factors[n] *= can[:, None]

    def _uniform_plan(self, player: int) -> Array:
        edges = self.tree.edges[player]
        can: Array = (self.chance_factors[player][edges] > 0).astype(np.float32)
        can /= np.maximum(self.summed(can, player), 1)
        return can

    def summed(self, values: Array, player: int) -> Array:
        """Return for each option the sum of `values` over all options of the same choice."""
        sums = self.tree.sums[player] @ values.reshape(len(values), -1)
        return sums.reshape(-1, *values.shape[1:])[self.tree.choice[player]]

    # -- rounds

    def _set_ranges(self, ranges: tuple[Array, Array]) -> None:
        """Set the players' ranges at the start of the turn."""
        self.ranges = ranges
        self._reach = [self.reach(player, self.plan[player]) for player in (0, 1)]

    def _round(self, n: int) -> None:
        """Improve both players' plans once."""
        came, weight = [each[self.tree.leaves] for each in self._reach], float((n + 1) ** 2)
        share = np.float32(n**2 / max(1, sum(k**2 for k in range(n + 1))))
        self._average_reach = [
            old + (new - old) * share for old, new in zip(self._average_reach or came, came, strict=True)
        ]
        groups = self.leaves.groups
        if self.next_turn:
            self.leaves.evaluate(came, groups, weight, lambda ranges: self._next_turn_values(ranges, n))
        else:
            self.leaves.evaluate(self._average_reach, groups if n in FULL_EVALUATION_ROUNDS else groups[:1], weight)
        self._root = [self._improve(player, n) for player in (0, 1)]

    def _use_average_plan(self) -> None:
        """Replace the current plan by the average over all rounds."""
        self.plan = [self._normalize(self._totals[player], player) for player in (0, 1)]
        self.reached = [self.reach(player, self.plan[player]) for player in (0, 1)]
        self.leaves.evaluate(
            [each[self.tree.leaves] for each in self.reached],
            self.leaves.groups,
            beyond=self._next_turn_values if self.next_turn else None,
        )
        self.worth = [self.values(player, self.plan[player], self.reached[1 - player]) for player in (0, 1)]

    def _next_turn_values(self, ranges: tuple[Array, Array], n: int | None = None) -> list[Array]:
        """Return the values of the next turn for both players, those of its actor first.

        They are the values of round `n`, or with None the values of the average plan.
        """
        assert self.next_turn
        self.next_turn._set_ranges(ranges)
        if n is None:
            self.next_turn._use_average_plan()
            root = [worth[0] for worth in self.next_turn.worth]
        else:
            self.next_turn._round(n)
            root = self.next_turn._root
        likely = [self.next_turn.leaves.reach_by_others(player, ranges[1 - player][None])[0] for player in (0, 1)]
        return [worth / np.maximum(each, TINY) for worth, each in zip(root, likely, strict=True)]

    def _improve(self, player: int, n: int) -> Array:
        """Update the regrets, and return the value of the turn under the plan that was just played."""
        edges, reach = self.tree.edges[player], self._reach
        values = self.values(player, self.plan[player], reach[1 - player])
        gain = values[edges]
        gain *= self._available[player]
        gain -= values[self.tree.parent[edges]]
        self._regrets[player] += gain
        plan = self.plan[player] = self._normalize(self._regrets[player], player)
        reach[player] = self.reach(player, plan)
        played = reach[player][self.tree.parent[edges]]
        played *= plan
        played *= np.float32((n + 1) ** 2)
        self._totals[player] += played
        root: Array = values[0]
        return root

    def _normalize(self, weights: Array, player: int) -> Array:
        """Normalize weights within each choice; uniform if all are 0."""
        np.maximum(weights, 0, out=weights)
        result: Array = TINY * self.uniform[player]
        result += weights
        sums = self.summed(weights, player)
        sums += TINY
        result /= sums
        return result

    def step(self, player: int, plan: Array) -> Array:
        """Return the probability of the step to each node, by hand; the array is valid until the next call."""
        step = self._steps[player]
        step[self.tree.edges[player]] = plan * self._available[player]
        return step

    def reach(self, player: int, plan: Array, tremble: float = TREMBLE) -> Array:
        """Return the probability of reaching each node with each hand.

        Every action gets at least a small probability (`tremble`), so that every position has a plan.
        """
        tree = self.tree
        mixed = plan * np.float32(1 - tremble)
        mixed += self.uniform[player] * np.float32(tremble)
        step = self.step(player, mixed)
        reach = np.empty_like(step)
        reach[0] = self.ranges[player]
        for level in tree.levels:
            np.multiply(reach[level.parents], step[level.nodes], out=reach[level.nodes])
            at, maps = level.shown[player]
            if len(at):
                reach[at] = reach[at] @ maps
        return reach

    def values(self, player: int, plan: Array, against: Array) -> Array:
        """Return the value of each node for each hand of a player, times chance's and the other player's reach."""
        tree = self.tree
        step = self.step(player, plan)
        values = np.empty_like(step)
        values[tree.leaves] = self.leaves.reach_by_others(player, against[tree.leaves]) * self.leaves.worth[player]
        for level in reversed(tree.levels):
            at, maps = level.shown[player]
            if len(at):
                values[at] = values[at] @ maps.transpose(0, 2, 1)
            sums = level.sums @ (values[level.nodes] * step[level.nodes]).reshape(len(level.parents), -1)
            values[level.inner] = sums.reshape(-1, *values.shape[1:])
        return values
