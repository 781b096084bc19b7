"""The equilibrium plan for a player's hand when two players are left: a strategy that nobody can exploit."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.engine.chance import Draw
from scenes.coup.actions import CHALLENGE, PASS, Action, Block, Keep, Lose, Move, describe
from scenes.coup.equilibrium.hands import KINDS, NONE, Array, holds_card
from scenes.coup.equilibrium.solutions import Solutions, TurnPath, solutions, two_player_start
from scenes.coup.equilibrium.solve import TINY, Solved
from scenes.coup.equilibrium.tree import Label
from scenes.coup.moves import CARD_NUMBER, VERB_NUMBER
from scenes.coup.observation import Observation
from scenes.coup.strong.opponents import HAND_INDEX

MIN_PROBABILITY = 0.03
"""Probability up to which an action of a plan counts as the solver's noise and is dropped."""


EQUAL_WINS = 0.02
"""Win probabilities that differ by less count as equal: actions that a plan mixes differ only by the solver's error."""


class Choice(NamedTuple):
    action: Action
    odds: float
    """Probability of this choice."""
    wins: float
    """Win probability after this choice, against an opponent who follows the plan."""


class Plan(NamedTuple):
    choices: list[Choice]
    """Choices by win probability, best first."""
    true: float
    """Probability that the claim on the table is true, given this hand."""

    @property
    def mixed(self) -> list[tuple[Action, float]]:
        """Actions that the plan uses with their probabilities, the most frequent first."""
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
        """Choice with the highest win probability among choices that the plan uses; ties go to the most frequent."""
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

    path: TurnPath
    solved: Solved
    row: int
    player: int
    """0 if the player is the actor of the turn, else 1."""

    def held(self, seen: Observation) -> int:
        """Return the player's hand as its index in the tree."""
        hand = [CARD_NUMBER[card] for card in seen.hand if card]
        if (lost := self.path.lost[self.player]) != NONE:
            hand.append(lost)
        return HAND_INDEX[tuple(sorted(hand))]

    def theirs(self, seen: Observation) -> Array:
        """Return the weight of each hand of the opponent: ways to deal it, times its reach probability."""
        ways = self.solved.ways[self.row]
        dealt = (ways if self.player == 0 else ways.T)[self.held(seen)]
        result: Array = dealt * self.solved.reached[1 - self.player][self.path.at, self.row]
        return result

    def true(self, seen: Observation) -> float:
        """Return the probability that the opponent's claim on the table is true; 1 if there is no claim."""
        if seen.claim is None or seen.phase not in ("challenge", "challenge block"):
            return 1.0
        has = holds_card(
            self.solved.tree.cards[1 - self.player], CARD_NUMBER[seen.claim], self.path.lost[1 - self.player]
        )
        theirs = self.theirs(seen)
        return float((theirs * has).sum() / max(theirs.sum(), TINY))


def turn_path(seen: Observation) -> TurnPath | None:
    """Return the path to this position.

    Return None unless two players are left, or if an intervention changed the coins.
    """
    begun = two_player_start(seen)
    if not begun:
        return None
    path = TurnPath(seen, *begun)
    me = seen.me.coins
    (other,) = [player.coins for player in seen.players if player.cards and player.name != seen.name]
    return path if path.coins_now() == ([me, other] if seen.actor == seen.name else [other, me]) else None


def position(seen: Observation, path: TurnPath, known: Solutions) -> Position:
    return Position(path, *known.of(tuple(path.over)), int(seen.actor != seen.name))


def plan(seen: Observation, actions: Sequence[Action], known: Solutions | None = None) -> Plan | None:
    """Return the plan for these actions; None if there is no path to this position (see `turn_path`)."""
    path = turn_path(seen)
    if not path:
        return None
    at = position(seen, path, known or solutions(path.start))
    keeps = [action for action in actions if isinstance(action, Keep)]
    choices, true = (
        (_keep_choices(at, seen, keeps), 1.0) if keeps else (_action_choices(at, seen, actions), at.true(seen))
    )
    total = sum([choice.odds for choice in choices])
    shared = [each._replace(odds=each.odds / total if total > TINY else 1 / len(choices)) for each in choices]
    return Plan(sorted(shared, key=lambda choice: -choice.wins), true)


def _action_choices(at: Position, seen: Observation, actions: Sequence[Action]) -> list[Choice]:
    solved, row, player = at.solved, at.row, at.player
    tree, held, likely = solved.tree, at.held(seen), float(at.theirs(seen).sum())
    choices = []
    for action in actions:
        n = tree.child(at.path.at, label_of_action(action))
        odds = float(solved.plan[player][np.searchsorted(tree.edges[player], n), row, held])
        worth = float(solved.worth[player][n, row, held] * solved.chance_factors[player][n, row, held])
        choices.append(Choice(action, odds, min(1.0, worth / max(likely, float(TINY)))))
    return choices


def _keep_choices(at: Position, seen: Observation, keeps: Sequence[Keep]) -> list[Choice]:
    leaves, held = at.solved.leaves, [hand_index(keep) for keep in keeps]
    which = int(np.flatnonzero(at.solved.tree.leaves[leaves.trading] == at.path.at)[0])
    worth = leaves.kept[which, at.row]
    pile = np.bincount([CARD_NUMBER[card] for card in seen.hand if card], minlength=KINDS)
    odds = leaves.exchanges.odds(which, at.row, pile)
    return [Choice(keep, float(odds[n]), float(worth[n])) for keep, n in zip(keeps, held, strict=True)]


def hand_index(keep: Keep) -> int:
    return HAND_INDEX[tuple(sorted([CARD_NUMBER[card] for card in keep.characters]))]


def label_of_action(action: Action) -> Label:
    match action:
        case Move(verb):
            return "move", VERB_NUMBER[verb]
        case Block(card):
            return "block", CARD_NUMBER[card]
        case Lose(card):
            return "lose", CARD_NUMBER[card]
    assert action in (PASS, CHALLENGE)
    return ("challenge" if action == CHALLENGE else "pass"), NONE
