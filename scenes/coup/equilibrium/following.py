"""A game between two players from its log: the turns that are over, and where the one under way stands."""

from scenes.coup.equilibrium.hands import NONE
from scenes.coup.equilibrium.tree import Label, Node, Tree, tree_of
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import START
from scenes.coup.observation import Fact, Observation
from scenes.coup.strong.codes import CARD, COST, VERB


class Walk:
    """Goes down the tree of each turn as the log says."""

    def __init__(self, seen: Observation) -> None:
        self.over: list[tuple[Label, ...]] = []
        self.now: list[Label] = []
        self.tree: Tree = tree_of((2, 2))
        self.at = 0
        self.actor = ""
        self.lost = [NONE, NONE]
        """What the actor and the other have turned up in this turn."""
        self.coins = [START - 1, START]
        """The actor's and the other's as the turn began."""
        for fact in seen.history:
            self._see(fact)
        if seen.phase == "lose" and self.node.label[0] == "challenge":
            self._do(self.node.children[1].label)  # nothing was shown

    @property
    def node(self) -> Node:
        return self.tree.nodes[self.at]

    def _see(self, fact: Fact) -> None:
        match fact.data:
            case Declared(verb):
                self.actor = fact.agent
                self._do(("move", VERB[verb]))
            case Challenged():
                self._do(("challenge", NONE))
            case Blocked(claim):
                self._do(("block", CARD[claim]))
            case Proved(card):
                self._do(("proved", CARD[card]))
            case Lost(card, why):
                if why == "bluff":
                    self._do(self.node.children[1].label)
                if self.node.children:
                    self.lost[fact.agent != self.actor] = CARD[card]
                    self._do(("lose", CARD[card]))
            case Passed() if self.now:
                self._do(("pass", NONE))
            case Exchanged():
                self._end()

    def _do(self, label: Label) -> None:
        self.now.append(label)
        self.at = self.tree.child(self.at, label)
        leaf = self.node.leaf
        if leaf and not leaf.exchanges:
            self._end()

    def _end(self) -> None:
        leaf = self.node.leaf
        assert leaf
        if leaf.won == NONE:
            mine, theirs = (cards - (lost != NONE) for cards, lost in zip(self.tree.cards, leaf.lost, strict=True))
            self.over.append(tuple(self.now))
            stolen = min(2, self.coins[1]) if leaf.steals else 0
            self.coins = [self.coins[1] - stolen, self.coins[0] + leaf.coins + stolen]
            self.tree, self.at, self.now, self.lost = tree_of((theirs, mine)), 0, [], [NONE, NONE]

    def purses(self) -> list[int]:
        """The actor's and the other's coins, with what was paid in this turn."""
        paid = COST[self.now[0][1]] if self.now else 0
        return [self.coins[0] - paid, self.coins[1]]
