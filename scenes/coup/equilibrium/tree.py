"""Tree of one turn between two players: 0 is the actor, 1 the other player.

A card that is turned up during the turn still counts as part of its hand. So hands keep their size, and one table of
the ways to deal the cards serves the whole tree.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import KINDS, NONE, Array, Numbers, holds_card, redraw_matrix
from scenes.coup.moves import AID, ASSASSINATE, BLOCKS, CLAIMS, COSTS, COUP, EXCHANGE, INCOME, STEAL, TAX

TREASURY_GAIN = {INCOME: 1, AID: 2, TAX: 3}
Label = tuple[str, int]
"""A step (move, pass, challenge, block, lose) or a result (proved, caught), with the number of the verb or card."""


class Leaf(NamedTuple):
    """The end of a turn."""

    won: int
    """Number of the winner; NONE if the game goes on."""
    lost: tuple[int, int]
    """The card that each player turned up, or NONE."""
    coins: int
    """The actor's gain from the treasury; negative if it paid."""
    steals: bool
    exchanges: bool


class TurnState(NamedTuple):
    """A state of the game within a turn."""

    cards: tuple[int, int]
    lost: tuple[int, int] = (NONE, NONE)
    coins: int = 0


class Node:
    def __init__(self, parent: "Node | None", mover: int, label: Label) -> None:
        self.parent, self.mover, self.label = parent, mover, label
        self.children: list[Node] = []
        self.leaf: Leaf | None = None
        self.masks: dict[int, Array] = {}
        self.shown: tuple[int, int, int] | None = None
        """Player, shown card, and the card that this player had turned up before."""
        if parent:
            parent.children.append(self)


NextStep = Callable[[Node, TurnState], None]


class _TreeBuilder:
    def __init__(self, cards: tuple[int, int]) -> None:
        self.sizes = cards
        self.root = Node(None, NONE, ("turn", NONE))
        for verb in (INCOME, AID, TAX, STEAL, ASSASSINATE, EXCHANGE, COUP):
            self.add_action(Node(self.root, 0, ("move", verb)), TurnState(cards, coins=-COSTS[verb]), verb)

    def add_action(self, node: Node, at: TurnState, verb: int) -> None:
        if CLAIMS[verb] == NONE:
            self.add_blocks(node, at, verb)
            return
        self.add_challenge(
            node,
            at,
            0,
            CLAIMS[verb],
            lambda n, b: self.add_blocks(n, b, verb),
            lambda n, b: self.add_end(n, b._replace(coins=0)),
        )

    def add_challenge(
        self, node: Node, at: TurnState, claimant: int, card: int, proved_next: NextStep, caught_next: NextStep
    ) -> None:
        other, size = 1 - claimant, self.sizes[claimant]
        proved_next(Node(node, other, ("pass", NONE)), at)
        doubt = Node(node, other, ("challenge", NONE))
        has = holds_card(size, card, at.lost[claimant])
        proved, caught = Node(doubt, NONE, ("proved", card)), Node(doubt, NONE, ("caught", card))
        proved.masks[claimant], proved.shown = has, (claimant, card, at.lost[claimant])
        caught.masks[claimant] = 1 - has
        self.add_loss(proved, at, other, proved_next)
        self.add_loss(caught, at, claimant, caught_next)

    def add_blocks(self, node: Node, at: TurnState, verb: int) -> None:
        if not BLOCKS[verb]:
            self.add_effect(node, at, verb)
            return
        self.add_effect(Node(node, 1, ("pass", NONE)), at, verb)
        for card in BLOCKS[verb]:
            block = Node(node, 1, ("block", card))
            self.add_challenge(block, at, 1, card, self.add_end, lambda n, b: self.add_effect(n, b, verb))

    def add_effect(self, node: Node, at: TurnState, verb: int) -> None:
        if verb in (COUP, ASSASSINATE):
            self.add_loss(node, at, 1, self.add_end)
        else:
            node.leaf = Leaf(NONE, at.lost, at.coins + TREASURY_GAIN.get(verb, 0), verb == STEAL, verb == EXCHANGE)

    def add_loss(self, node: Node, at: TurnState, player: int, then: NextStep) -> None:
        if at.cards[player] == 1:
            node.leaf = Leaf(1 - player, at.lost, at.coins, False, False)
            return
        for card in range(KINDS):
            child = Node(node, player, ("lose", card))
            child.masks[player] = holds_card(self.sizes[player], card, NONE)
            cards = (1, at.cards[1]) if player == 0 else (at.cards[0], 1)
            lost = (card, at.lost[1]) if player == 0 else (at.lost[0], card)
            then(child, at._replace(cards=cards, lost=lost))

    def add_end(self, node: Node, at: TurnState) -> None:
        node.leaf = Leaf(NONE, at.lost, at.coins, False, False)


class Level(NamedTuple):
    """The nodes of one depth; the root has no level."""

    nodes: slice
    parents: Numbers
    """Index of each node's parent."""
    inner: Numbers
    """The parents without duplicates."""
    sums: Array
    """Matrix that sums values of children for each parent: 1 for a parent and its child, else 0."""
    shown: tuple[tuple[Numbers, Array], tuple[Numbers, Array]]
    """Nodes reached by showing a card, and the transition matrices of the hands, by player."""


class Tree:
    """The tree of a turn, level by level. Siblings are adjacent."""

    def __init__(self, cards: tuple[int, int]) -> None:
        self.cards = cards
        self.sizes = tuple({1: 5, 2: 15}[count] for count in cards)
        self.nodes = nodes = [_TreeBuilder(cards).root]
        ends = [1]
        for node in nodes:
            nodes += node.children
        self.place = place = {id(node): n for n, node in enumerate(nodes)}
        self.parent: Numbers = np.array([place[id(node.parent)] if node.parent else 0 for node in nodes])
        self.mover: Numbers = np.array([node.mover for node in nodes])
        depth = [0]
        for n in range(1, len(nodes)):
            depth.append(depth[self.parent[n]] + 1)
            if depth[n] > depth[n - 1] and n > 1:
                ends.append(n)
        ends.append(len(nodes))
        self.levels = [self._level(slice(a, b)) for a, b in pairwise(ends)]
        self.edges: list[Numbers] = [np.flatnonzero(self.mover == player) for player in (0, 1)]
        """Nodes that result from a player's choice, by player.

        `choice` has the index of the choice for each of these nodes; `sums` has matrices that sum
        over a choice's options."""
        self.choice = [np.unique(self.parent[edges], return_inverse=True)[1] for edges in self.edges]
        self.sums = [_summing_matrix(choice) for choice in self.choice]
        self.leaves: Numbers = np.array([n for n, node in enumerate(nodes) if node.leaf])
        self.ends: list[Leaf] = [node.leaf for node in nodes if node.leaf]
        self.masks = [self._masks(player) for player in (0, 1)]

    def child(self, n: int, label: Label) -> int:
        for node in self.nodes[n].children:
            if node.label == label:
                return self.place[id(node)]
        raise KeyError(label)

    def _level(self, nodes: slice) -> Level:
        parents = self.parent[nodes]
        inner, which = np.unique(parents, return_inverse=True)
        shown = []
        for player in (0, 1):
            at = [n for n in range(nodes.start, nodes.stop) if (s := self.nodes[n].shown) and s[0] == player]
            maps = [redraw_matrix(self.cards[player], *self._shown(n)[1:]) for n in at]
            shown.append((np.array(at, np.intp), np.array(maps, np.float32)))
        return Level(nodes, parents, inner, _summing_matrix(which), (shown[0], shown[1]))

    def _shown(self, n: int) -> tuple[int, int, int]:
        shown = self.nodes[n].shown
        assert shown
        return shown

    def _masks(self, player: int) -> Array:
        result = np.ones((len(self.nodes), self.sizes[player]), np.float32)
        for n, node in enumerate(self.nodes):
            if player in node.masks:
                result[n] = node.masks[player]
        return result


@cache
def tree_of(cards: tuple[int, int]) -> Tree:
    return Tree(cards)


def _summing_matrix(which: Numbers) -> Array:
    result = np.zeros((which.max() + 1, len(which)), np.float32)
    result[which, np.arange(len(which))] = 1
    return result
