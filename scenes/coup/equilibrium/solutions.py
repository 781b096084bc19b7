"""Solved turns of games between two players, which are found by following a game's log.

Each turn starts from the beliefs at the end of the last one. At a larger table the two-player game begins with the
first turn in which two players are left with one card each; `strong.belief` estimates their hands at that point. With
more cards, playouts win as often and take less time. Positions of several games are solved together.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scenes.coup.equilibrium.hands import NONE, States, join_states
from scenes.coup.equilibrium.nets import Nets, shipped_nets
from scenes.coup.equilibrium.solve import Solved
from scenes.coup.equilibrium.tree import Label, Node, Tree, tree_of
from scenes.coup.events import Blocked, Challenged, Declared, Exchanged, Lost, Passed, Proved
from scenes.coup.moves import CARD_NUMBER, COPIES, COSTS, START_COINS, VERB_NUMBER
from scenes.coup.observation import Fact, Observation
from scenes.coup.strong.belief import PublicBelief, count_turned_up


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


TWO_PLAYER_OPENING = Start((2, 2), (START_COINS - 1, START_COINS), (COPIES,) * 5, ((1.0,) * 15,) * 2)


def two_player_start(seen: Observation) -> tuple[Start, Sequence[Fact]] | None:
    """Return the start of the two-player game, and the facts since then; None if it has not begun."""
    if len(seen.names) == 2:
        return TWO_PLAYER_OPENING, seen.history
    public = PublicBelief(seen.names)
    game = public.game
    for n, fact in enumerate(seen.history, 1):
        public.see(fact)
        if game.phase in ("act", "talk") and sum(map(len, game.hands)) == 2:
            seats = game.actor, *game.after(game.actor)
            sizes, coins = [len(game.hands[seat]) for seat in seats], [game.coins[seat] for seat in seats]
            hidden = tuple([COPIES - count for count in count_turned_up(game)])
            ranges = tuple([tuple(public.suspects[seat].hands) for seat in seats])
            return Start((sizes[0], sizes[1]), (coins[0], coins[1]), hidden, ranges), seen.history[n:]
    return None


class TurnPath:
    """The path of a game's log through the tree of each turn."""

    def __init__(self, seen: Observation, start: Start, history: Sequence[Fact]) -> None:
        self.start = start
        self.over: list[tuple[Label, ...]] = []
        self.now: list[Label] = []
        self.tree: Tree = tree_of(start.cards)
        self.at = 0
        self.actor = ""
        self.lost = [NONE, NONE]
        """Cards that the actor and the other player have turned up in this turn; NONE for no card."""
        self.coins = list(start.coins)
        """Coins of the actor and of the other player at the start of the turn."""
        for fact in history:
            self._follow_fact(fact)
        if seen.phase == "lose" and self.node.label[0] == "challenge":
            self._take_step(self.node.children[1].label)  # the challenge was right: the claimant shows no card

    @property
    def node(self) -> Node:
        return self.tree.nodes[self.at]

    def _follow_fact(self, fact: Fact) -> None:
        match fact.data:
            case Declared(verb):
                self.actor = fact.agent
                self._take_step(("move", VERB_NUMBER[verb]))
            case Challenged():
                self._take_step(("challenge", NONE))
            case Blocked(claim):
                self._take_step(("block", CARD_NUMBER[claim]))
            case Proved(card):
                self._take_step(("proved", CARD_NUMBER[card]))
            case Lost(card, why):
                if why == "bluff":
                    self._take_step(self.node.children[1].label)
                if self.node.children:
                    self.lost[fact.agent != self.actor] = CARD_NUMBER[card]
                    self._take_step(("lose", CARD_NUMBER[card]))
            case Passed() if self.now:
                self._take_step(("pass", NONE))
            case Exchanged():
                self._finish_turn()

    def _take_step(self, label: Label) -> None:
        self.now.append(label)
        self.at = self.tree.child(self.at, label)
        leaf = self.node.leaf
        if leaf and not leaf.exchanges:
            self._finish_turn()

    def _finish_turn(self) -> None:
        leaf = self.node.leaf
        assert leaf
        if leaf.won == NONE:
            mine, theirs = (cards - (lost != NONE) for cards, lost in zip(self.tree.cards, leaf.lost, strict=True))
            self.over.append(tuple(self.now))
            stolen = min(2, self.coins[1]) if leaf.steals else 0
            self.coins = [self.coins[1] - stolen, self.coins[0] + leaf.coins + stolen]
            self.tree, self.at, self.now, self.lost = tree_of((theirs, mine)), 0, [], [NONE, NONE]

    def coins_now(self) -> list[int]:
        """Return the coins of the actor and of the other player, after payments of this turn."""
        paid = COSTS[self.now[0][1]] if self.now else 0
        return [self.coins[0] - paid, self.coins[1]]


Turns = tuple[tuple[Label, ...], ...]
"""Labels of the steps of each turn. Two players alternate, so that names do not matter."""
Solution = tuple[Solved, int]
"""A batch of solved states, and the index of one of them."""
MAX_CACHED = 64
TURNS_AT_ONCE = 2
"""Number of turns that are solved together as one game, if both players have one card."""


class Solutions:
    def __init__(self, nets: Nets, kept: int = MAX_CACHED, start: Start = TWO_PLAYER_OPENING) -> None:
        self.nets, self.kept, self.start = nets, kept, start
        self._known: dict[Turns, Solution] = {}

    def of(self, turns: Turns) -> Solution:
        """Return the solution of the turn that follows these turns."""
        if turns not in self._known:
            self.prepare([turns])
        return self._known[turns]

    def prepare(self, wanted: Iterable[Turns]) -> None:
        """Solve all turns of these games that are not solved yet, in batches."""
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
            if turns and (ahead := self._solved_next_turn(*self._end_of(turns))):
                self._known[turns] = ahead
            else:
                states = self._start_after(turns)
                shapes.setdefault(states.cards, []).append((turns, states))
        for cards, each in shapes.items():
            solved = Solved(
                join_states([states for _, states in each]), self.nets, turns=TURNS_AT_ONCE if cards == (1, 1) else 1
            )
            for row, (turns, _) in enumerate(each):
                self._known[turns] = solved, row

    def _start_after(self, turns: Turns) -> States:
        if not turns:
            return self.start.states
        solved, row, place = self._end_of(turns)
        return solved.leaves.start_after(place, np.array([row]))

    def _end_of(self, turns: Turns) -> tuple[Solved, int, int]:
        """Return the solved batch of the last turn, the index of its state, and the number of its end."""
        solved, row = self._known[turns[:-1]]
        tree, at = solved.tree, 0
        for label in turns[-1]:
            at = tree.child(at, label)
        return solved, row, int(np.searchsorted(tree.leaves, at))

    def _solved_next_turn(self, solved: Solved, row: int, place: int) -> Solution | None:
        """Return the solution of the next turn after this end, if it was solved together with this turn."""
        if not solved.next_turn:
            return None
        (group,) = solved.leaves.groups
        return solved.next_turn, int(np.searchsorted(group.places, place)) * len(solved.states.coins) + row


@lru_cache(maxsize=16)
def solutions(start: Start = TWO_PLAYER_OPENING) -> Solutions:
    """Return the cached solutions of games from this start, which the shipped networks evaluate."""
    return Solutions(shipped_nets(), start=start)
