"""Solver of one turn between two players.

It runs counterfactual regret minimization in vector form (CFR+, Tammelin 2014) over the tree of the turn, for many
states at once. At the ends, networks estimate the value of each hand, and estimate it again as the plans settle (ReBeL,
Brown et al. 2020); or the next turn is solved together with it, as one game.
"""

import numpy as np

from scenes.coup.equilibrium.hands import NONE, Array, States, count_deals, counts
from scenes.coup.equilibrium.leaves import Leaves
from scenes.coup.equilibrium.nets import Nets
from scenes.coup.equilibrium.tree import tree_of
from scenes.coup.moves import COST, COUP, COUP_AT

ROUNDS = 36
ASKED = (0, 2, 5, 9, 14, 20, 28)
"""Rounds before which the networks evaluate all ends. Ends without a lost card are evaluated before every round."""
TREMBLE = 0.01
"""Probability of each unplanned action, in the other player's beliefs."""
TINY = np.float32(1e-20)


class Solved:
    """The plans of both players in each state, and their values."""

    def __init__(self, states: States, nets: Nets, rounds: int = ROUNDS, turns: int = 1) -> None:
        """Prepare to solve these states. With `turns` above 1, that many turns are solved as one game."""
        self.states = states
        self.tree = tree = tree_of(states.cards)
        self.ways = count_deals(states.hidden, counts(states.cards[0]), counts(states.cards[1]))
        mass = np.einsum("bi,bij,bj->b", states.ranges[0], self.ways, states.ranges[1])
        self.ranges = states.ranges[0] / mass[:, None], states.ranges[1]
        self.still = [self._still(who) for who in (0, 1)]
        self.even = [self._even(who) for who in (0, 1)]
        self.leaves = Leaves(tree, states, self.ways, nets)
        self._regrets = [np.zeros_like(even) for even in self.even]
        self._totals = [np.zeros_like(even) for even in self.even]
        self._can = [self.still[who][edges] for who, edges in enumerate(tree.edges)]
        self._steps = [still.copy() for still in self.still]
        self.plan = list(self.even)
        self.further = Solved(self.leaves.begun(), nets, 0, turns - 1) if turns > 1 else None
        """The next turn, which starts after each end in each state."""
        self._come: list[Array] = []
        """Average reach of the ends, by player."""
        self._begin(self.ranges)
        for n in range(rounds):
            self._round(n)
        self._settle()

    # -- constants of the solver

    def _still(self, who: int) -> Array:
        """Return the factor that cards, coins and chance give the step to each node, by node, state and hand.

        It is 0 for impossible steps; the players' plans are not included.
        """
        tree, hidden = self.tree, self.states.hidden
        still = np.repeat(tree.masks[who][:, None, :], len(hidden), axis=1)
        size, other = tree.cards[who], tree.cards[1 - who]
        deck = (hidden.sum(axis=1) - sum(tree.cards) + 1)[:, None]
        for n, node in enumerate(tree.nodes):
            if not node.shown:
                continue
            claimant, card, lost = node.shown
            if claimant == who:
                if size == 2 and lost == NONE:
                    both = counts(size)[:, card] == 2
                    still[n][:, both] *= ((hidden[:, card] - 1) / np.maximum(hidden[:, card], 1) / 2)[:, None]
            else:
                left = hidden[:, card, None] - (lost == card and other == 2) - counts(size)[:, card]
                still[n] *= (np.maximum(left, 0) / deck).astype(np.float32)
        if who == 0:
            self._afford(still)
        return still

    def _afford(self, still: Array) -> None:
        rich = self.states.coins[:, 0]
        for node in self.tree.nodes[0].children:
            n, verb = self.tree.place[id(node)], node.label[1]
            can = (rich >= COST[verb]) & ((rich < COUP_AT) | (verb == COUP))
            still[n] *= can[:, None]

    def _even(self, who: int) -> Array:
        edges = self.tree.edges[who]
        can: Array = (self.still[who][edges] > 0).astype(np.float32)
        can /= np.maximum(self.summed(can, who), 1)
        return can

    def summed(self, values: Array, who: int) -> Array:
        """Return for each option the sum of values over all options of its choice."""
        sums = self.tree.sums[who] @ values.reshape(len(values), -1)
        return sums.reshape(-1, *values.shape[1:])[self.tree.choice[who]]

    # -- rounds

    def _begin(self, ranges: tuple[Array, Array]) -> None:
        """Set the players' ranges at the start of the turn."""
        self.ranges = ranges
        self._reach = [self.reach(who, self.plan[who]) for who in (0, 1)]

    def _round(self, n: int) -> None:
        """Improve both players' plans once."""
        came, weight = [each[self.tree.leaves] for each in self._reach], float((n + 1) ** 2)
        share = np.float32(n**2 / max(1, sum(k**2 for k in range(n + 1))))
        self._come = [old + (new - old) * share for old, new in zip(self._come or came, came, strict=True)]
        groups = self.leaves.groups
        if self.further:
            self.leaves.ask(came, groups, weight, lambda ranges: self._played_on(ranges, n))
        else:
            self.leaves.ask(self._come, groups if n in ASKED else groups[:1], weight)
        self._root = [self._improve(who, n) for who in (0, 1)]

    def _settle(self) -> None:
        """Replace the current plan by the average over all rounds."""
        self.plan = [self._average(who) for who in (0, 1)]
        self.reached = [self.reach(who, self.plan[who]) for who in (0, 1)]
        self.leaves.ask(
            [each[self.tree.leaves] for each in self.reached],
            self.leaves.groups,
            beyond=self._played_on if self.further else None,
        )
        self.worth = [self.values(who, self.plan[who], self.reached[1 - who]) for who in (0, 1)]

    def _played_on(self, ranges: tuple[Array, Array], n: int | None = None) -> list[Array]:
        """Return the values of the next turn for both players, the first to act first.

        They are the values of round `n`, or with None those of the settled plan.
        """
        assert self.further
        self.further._begin(ranges)
        if n is None:
            self.further._settle()
            root = [worth[0] for worth in self.further.worth]
        else:
            self.further._round(n)
            root = self.further._root
        likely = [self.further.leaves.likely(who, ranges[1 - who][None])[0] for who in (0, 1)]
        return [worth / np.maximum(each, TINY) for worth, each in zip(root, likely, strict=True)]

    def _improve(self, who: int, n: int) -> Array:
        """Update the regrets, and return the value of the turn under the plan that was just played."""
        edges, reach = self.tree.edges[who], self._reach
        values = self.values(who, self.plan[who], reach[1 - who])
        gain = values[edges]
        gain *= self._can[who]
        gain -= values[self.tree.parent[edges]]
        self._regrets[who] += gain
        plan = self.plan[who] = self._shares(self._regrets[who], who)
        reach[who] = self.reach(who, plan)
        played = reach[who][self.tree.parent[edges]]
        played *= plan
        played *= np.float32((n + 1) ** 2)
        self._totals[who] += played
        root: Array = values[0]
        return root

    def _average(self, who: int) -> Array:
        return self._shares(self._totals[who], who)

    def _shares(self, weights: Array, who: int) -> Array:
        """Normalize weights within each choice; uniform if all are 0."""
        np.maximum(weights, 0, out=weights)
        result: Array = TINY * self.even[who]
        result += weights
        sums = self.summed(weights, who)
        sums += TINY
        result /= sums
        return result

    def step(self, who: int, plan: Array) -> Array:
        """Return the probability of each step to a node by hand; the array is valid until the next call."""
        step = self._steps[who]
        step[self.tree.edges[who]] = plan * self._can[who]
        return step

    def reach(self, who: int, plan: Array, tremble: float = TREMBLE) -> Array:
        """Return the probability of reaching each node with each hand.

        Every action gets at least a small probability (`tremble`), so that every position has a plan.
        """
        tree = self.tree
        mixed = plan * np.float32(1 - tremble)
        mixed += self.even[who] * np.float32(tremble)
        step = self.step(who, mixed)
        reach = np.empty_like(step)
        reach[0] = self.ranges[who]
        for level in tree.levels:
            np.multiply(reach[level.parents], step[level.nodes], out=reach[level.nodes])
            at, maps = level.shown[who]
            if len(at):
                reach[at] = reach[at] @ maps
        return reach

    def values(self, who: int, plan: Array, against: Array) -> Array:
        """Return the value of each node for each hand of a player, times the reach of chance and the other player."""
        tree = self.tree
        step = self.step(who, plan)
        values = np.empty_like(step)
        values[tree.leaves] = self.leaves.likely(who, against[tree.leaves]) * self.leaves.worth[who]
        for level in reversed(tree.levels):
            at, maps = level.shown[who]
            if len(at):
                values[at] = values[at] @ maps.transpose(0, 2, 1)
            sums = level.sums @ (values[level.nodes] * step[level.nodes]).reshape(len(level.parents), -1)
            values[level.inner] = sums.reshape(-1, *values.shape[1:])
        return values
