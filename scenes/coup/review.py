"""What a decision in Coup was worth: the strong player's best, and both played on in the same games."""

from math import sqrt

from core.chance import Chance
from core.review import Verdict
from scenes.coup.actions import Action, describe
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.dominated import undominated
from scenes.coup.strong.search import World, search

DEALS = 160
SURE = 2.0
"""Standard errors by which the best has to be better."""


def weigh(seen: Observation, action: Action) -> Verdict | None:
    """Judge an action by playing on after it and after the best one; None where there was no choice."""
    belief = Belief(seen)
    actions = legal(belief.game, seen.seat)
    if seen.name not in seen.deciding or len(actions) < 2 or action not in actions:
        return None
    draw = Chance(0)("review", seen.name)
    best = search(belief, undominated(belief, actions), seen.style.playouts, draw)[1][0].action
    if best == action:
        return Verdict(describe(best), 0.0, "of games")
    gains = []
    for _ in range(DEALS):
        world = World.draw(belief, draw.random)
        gains.append(world.play(best) - world.play(action))
    mean = sum(gains) / DEALS
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / DEALS / (DEALS - 1))
    return Verdict(describe(best), mean if mean > SURE * error else 0.0, "of games")
