"""Solved turns of games between two players, found by following a game's log.

Each turn starts from the beliefs that the last one led to. At a larger table the two-player game begins with the first
turn in which two players are left with one card each; `strong.belief` estimates their hands at that point. With more
cards, playouts win as often and take less time. Positions of several games are solved together.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import NONE, States, joined
from scenes.coup.equilibrium.nets import Nets, shipped
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.equilibrium.tree import Label, Node, Tree, tree_of
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import CARD, COPIES, COST, START, VERB
from scenes.coup.observation import Fact, Observation
from scenes.coup.strong.belief import Public, up


class Start(NamedTuple):
    """The start of a turn, for the first player to act and for the other."""

    cards: tuple[int, int]
    coins: tuple[int, int]
    hidden: tuple[int, ...]
    ranges: tuple[tuple[float, ...], ...]

    @property
    def states(self) -> States:
        first, second = (np.array([each], np.float32) for each in self.ranges)
        return States(self.cards, np.array([self.coins]), np.array([self.hidden]), (first, second))


OPENING = Start((2, 2), (START - 1, START), (COPIES,) * 5, ((1.0,) * 15,) * 2)


def two_player_start(seen: Observation) -> tuple[Start, Sequence[Fact]] | None:
    """Return the start of the two-player game and the facts since; None if it has not begun."""
    if len(seen.names) == 2:
        return OPENING, seen.history
    public = Public(seen.names)
    game = public.game
    for n, fact in enumerate(seen.history, 1):
        public.see(fact)
        if game.phase in ("act", "talk") and sum(map(len, game.hands)) == 2:
            seats = game.actor, *game.after(game.actor)
            sizes, coins = [len(game.hands[seat]) for seat in seats], [game.coins[seat] for seat in seats]
            hidden = tuple([COPIES - count for count in up(game)])
            ranges = tuple([tuple(public.suspects[seat].hands) for seat in seats])
            return Start((sizes[0], sizes[1]), (coins[0], coins[1]), hidden, ranges), seen.history[n:]
    return None


class Walk:
    """The path of a game's log through the tree of each turn."""

    def __init__(self, seen: Observation, start: Start, history: Sequence[Fact]) -> None:
        self.start = start
        self.over: list[tuple[Label, ...]] = []
        self.now: list[Label] = []
        self.tree: Tree = tree_of(start.cards)
        self.at = 0
        self.actor = ""
        self.lost = [NONE, NONE]
        """Cards that the actor and the other have turned up in this turn; NONE if none."""
        self.coins = list(start.coins)
        """Coins of the actor and of the other at the start of the turn."""
        for fact in history:
            self._see(fact)
        if seen.phase == "lose" and self.node.label[0] == "challenge":
            self._do(self.node.children[1].label)  # no card was shown

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

    def coins_now(self) -> list[int]:
        """Return the coins of the actor and of the other, after payments of this turn."""
        paid = COST[self.now[0][1]] if self.now else 0
        return [self.coins[0] - paid, self.coins[1]]


Turns = tuple[tuple[Label, ...], ...]
"""Labels of each turn. Two players alternate, so that names do not matter."""
Solution = tuple[Solved, int]
"""A batch of solved states, and the index of one of them."""
MAX_CACHED = 64
TURNS_AT_ONCE = 2
"""Turns that are solved together as one game, if both players have one card."""


class Solutions:
    def __init__(self, nets: Nets, kept: int = MAX_CACHED, start: Start = OPENING) -> None:
        self.nets, self.kept, self.start = nets, kept, start
        self._known: dict[Turns, Solution] = {}

    def of(self, turns: Turns) -> Solution:
        """Return the solved turn that follows these turns."""
        if turns not in self._known:
            self.prepare([turns])
        return self._known[turns]

    def prepare(self, wanted: Iterable[Turns]) -> None:
        """Solve all positions of these games that are not solved yet, in one batch."""
        missing: dict[int, dict[Turns, None]] = {}
        for turns in wanted:
            upto = len(turns)
            while upto >= 0 and turns[:upto] not in self._known:
                missing.setdefault(upto, {})[turns[:upto]] = None
                upto -= 1
        for _, each in sorted(missing.items()):
            self._solve(list(each))
        while len(self._known) > self.kept:
            del self._known[next(iter(self._known))]

    def _solve(self, several: list[Turns]) -> None:
        shapes: dict[tuple[int, int], list[tuple[Turns, States]]] = {}
        for turns in several:
            if turns and (ahead := self._ahead(*self._end(turns))):
                self._known[turns] = ahead
            else:
                states = self._begun(turns)
                shapes.setdefault(states.cards, []).append((turns, states))
        for cards, each in shapes.items():
            solved = Solved(
                joined([states for _, states in each]), self.nets, turns=TURNS_AT_ONCE if cards == (1, 1) else 1
            )
            for row, (turns, _) in enumerate(each):
                self._known[turns] = solved, row

    def _begun(self, turns: Turns) -> States:
        if not turns:
            return self.start.states
        solved, row, place = self._end(turns)
        return solved.leaves.after(place, np.array([row]))

    def _end(self, turns: Turns) -> tuple[Solved, int, int]:
        """Return the solved batch of the last turn, the index of its state, and the number of the end it reached."""
        solved, row = self._known[turns[:-1]]
        tree, at = solved.tree, 0
        for label in turns[-1]:
            at = tree.child(at, label)
        return solved, row, int(np.searchsorted(tree.leaves, at))

    def _ahead(self, solved: Solved, row: int, place: int) -> Solution | None:
        """Return the next turn after this end, if it was solved together with this one."""
        if not solved.next_turn:
            return None
        (group,) = solved.leaves.groups
        return solved.next_turn, int(np.searchsorted(group.places, place)) * len(solved.states.coins) + row


@lru_cache(maxsize=16)
def solutions(start: Start = OPENING) -> Solutions:
    """Return the cached solutions from this start, computed with the shipped networks."""
    return Solutions(shipped(), start=start)
