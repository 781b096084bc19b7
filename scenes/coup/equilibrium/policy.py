"""The equilibrium plan for a player's hand when two players are left: a strategy that cannot be exploited."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.engine.chance import Draw
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Keep, Lose, Move, describe
from scenes.coup.equilibrium.hands import KINDS, NONE, Array, holds
from scenes.coup.equilibrium.solutions import Solutions, Walk, solutions, two_player_start
from scenes.coup.equilibrium.solve import TINY, Solved
from scenes.coup.equilibrium.tree import Label
from scenes.coup.moves import CARD, VERB
from scenes.coup.observation import Observation
from scenes.coup.strong.opponents import INDEX

MIN_PROBABILITY = 0.03
"""Probability up to which an action counts as noise of the solver, and is dropped."""


EQUAL_WINS = 0.02
"""Win probabilities that differ by less count as equal. Actions mixed by a plan differ only by the solver's remaining
error."""


class Choice(NamedTuple):
    action: Action
    odds: float
    """Probability of this choice."""
    wins: float
    """Win probability after it, against an opponent who follows the plan as well."""


class Plan(NamedTuple):
    choices: list[Choice]
    """Choices by win probability, best first."""
    true: float
    """Probability that the claim on the table is true, given this hand."""

    @property
    def mixed(self) -> list[tuple[Action, float]]:
        """The actions in use with their probabilities, the most frequent first."""
        least = MIN_PROBABILITY * sum([choice.odds for choice in self.choices])
        used = sorted([choice for choice in self.choices if choice.odds > least], key=lambda choice: -choice.odds)
        total = sum([choice.odds for choice in used])
        return [(choice.action, round(choice.odds / total, 3)) for choice in used]

    def draw(self, draw: Draw) -> Action:
        left = draw.random()
        for action, odds in self.mixed:
            left -= odds
            if left < 0:
                return action
        return self.mixed[0][0]

    @property
    def best(self) -> Choice:
        """Return the choice with the highest win probability among those in use; ties go to the most frequent."""
        done = [choice for choice in self.choices if choice.odds >= MIN_PROBABILITY]
        return max(
            [choice for choice in done if choice.wins > done[0].wins - EQUAL_WINS], key=lambda choice: choice.odds
        )

    def loss(self, action: Action) -> float:
        """Return how much less an action wins than the best one; 0 for an action that the plan uses."""
        chosen = next(choice for choice in self.choices if choice.action == action)
        return 0.0 if chosen.odds >= MIN_PROBABILITY else max(0.0, self.best.wins - chosen.wins)

    def __str__(self) -> str:
        best, others = self.best, [choice for choice in self.choices if choice != self.best]
        rest = "".join(f", {describe(choice.action)} {choice.wins:.0%}" for choice in others[:2])
        return f"{describe(best.action)} wins {best.wins:.0%}{rest}"


class Position(NamedTuple):
    """A decision in a solved turn."""

    walk: Walk
    solved: Solved
    row: int
    player: int
    """0 if the player is the actor of the turn, else 1."""

    def held(self, seen: Observation) -> int:
        """Return the player's hand as its index in the tree."""
        hand = [CARD[card] for card in seen.hand if card]
        if (lost := self.walk.lost[self.player]) != NONE:
            hand.append(lost)
        return INDEX[tuple(sorted(hand))]

    def theirs(self, seen: Observation) -> Array:
        """Return the weight of each of the opponent's hands: ways to deal it, times its reach probability."""
        ways = self.solved.ways[self.row]
        dealt = (ways if self.player == 0 else ways.T)[self.held(seen)]
        result: Array = dealt * self.solved.reached[1 - self.player][self.walk.at, self.row]
        return result

    def true(self, seen: Observation) -> float:
        """Return the probability that the claim on the table is true; 1 if the other has claimed nothing."""
        if seen.claim is None or seen.phase not in ("challenge", "challenge block"):
            return 1.0
        has = holds(self.solved.tree.cards[1 - self.player], CARD[seen.claim], self.walk.lost[1 - self.player])
        theirs = self.theirs(seen)
        return float((theirs * has).sum() / max(theirs.sum(), TINY))


def walk_of(seen: Observation) -> Walk | None:
    """Return the walk to this position.

    Return None unless two players are left, or if the coins differ, for example after an intervention.
    """
    begun = two_player_start(seen)
    if not begun:
        return None
    walk = Walk(seen, *begun)
    me = seen.me.coins
    (other,) = [player.coins for player in seen.players if player.cards and player.name != seen.name]
    return walk if walk.coins_now() == ([me, other] if seen.actor == seen.name else [other, me]) else None


def position(seen: Observation, walk: Walk, known: Solutions) -> Position:
    return Position(walk, *known.of(tuple(walk.over)), int(seen.actor != seen.name))


def plan(seen: Observation, actions: Sequence[Action], known: Solutions | None = None) -> Plan | None:
    """Return the plan for these actions; None if there is no walk to this position (see `walk_of`)."""
    walk = walk_of(seen)
    if not walk:
        return None
    at = position(seen, walk, known or solutions(walk.start))
    keeps = [action for action in actions if isinstance(action, Keep)]
    choices, true = (_kept(at, seen, keeps), 1.0) if keeps else (_chosen(at, seen, actions), at.true(seen))
    total = sum([choice.odds for choice in choices])
    shared = [each._replace(odds=each.odds / total if total > TINY else 1 / len(choices)) for each in choices]
    return Plan(sorted(shared, key=lambda choice: -choice.wins), true)


def _chosen(at: Position, seen: Observation, actions: Sequence[Action]) -> list[Choice]:
    solved, row, player = at.solved, at.row, at.player
    tree, held, likely = solved.tree, at.held(seen), float(at.theirs(seen).sum())
    choices = []
    for action in actions:
        n = tree.child(at.walk.at, label_of(action))
        odds = float(solved.plan[player][np.searchsorted(tree.edges[player], n), row, held])
        worth = float(solved.worth[player][n, row, held] * solved.chance_factors[player][n, row, held])
        choices.append(Choice(action, odds, min(1.0, worth / max(likely, float(TINY)))))
    return choices


def _kept(at: Position, seen: Observation, keeps: Sequence[Keep]) -> list[Choice]:
    leaves, held = at.solved.leaves, [held_by(keep) for keep in keeps]
    which = int(np.flatnonzero(at.solved.tree.leaves[leaves.trading] == at.walk.at)[0])
    worth = leaves.kept[which, at.row]
    pile = np.bincount([CARD[card] for card in seen.hand if card], minlength=KINDS)
    odds = leaves.exchanges.odds(which, at.row, pile)
    return [Choice(keep, float(odds[n]), float(worth[n])) for keep, n in zip(keeps, held, strict=True)]


def held_by(keep: Keep) -> int:
    return INDEX[tuple(sorted([CARD[card] for card in keep.characters]))]


def label_of(action: Action) -> Label:
    match action:
        case Move(verb):
            return "move", VERB[verb]
        case Block(card):
            return "block", CARD[card]
        case Lose(card):
            return "lose", CARD[card]
    assert action in (PASS, CHALLENGE)
    return ("challenge" if action == CHALLENGE else "pass"), NONE
