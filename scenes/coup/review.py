"""Value of a decision beside the strong player's best: by its plan for two players, else by playouts of both."""

from collections.abc import Sequence
from math import sqrt

from core.engine.capabilities import Verdict
from core.engine.chance import Chance
from scenes.coup.actions import Action, describe
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.dominated import undominated
from scenes.coup.strong.image import image
from scenes.coup.strong.mixed import LEAST
from scenes.coup.strong.search import World, search

DEALS = 160
SURE = 2.0
"""Standard errors by which the best has to be better."""


def weigh(seen: Observation, action: Action) -> Verdict | None:
    """Judge an action beside the best one; None where there was no choice."""
    belief = Belief(seen)
    actions = legal(belief.game, seen.seat)
    if seen.name not in seen.deciding or len(actions) < 2 or action not in actions:
        return None
    if len(belief.suspects) == 1 and (solved := _by_plan(seen, actions, action)):
        return solved
    draw = Chance(0)("review", seen.name)
    best = search(belief, undominated(belief, actions), seen.style.playouts, draw)[1][0].action
    if best == action:
        return Verdict(describe(best), 0.0, "of games")
    images = image(belief, best), image(belief, action)
    gains = []
    for _ in range(DEALS):
        world = World.draw(belief, draw.random)
        gains.append(world.play(best, images[0]) - world.play(action, images[1]))
    mean = sum(gains) / DEALS
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / DEALS / (DEALS - 1))
    return Verdict(describe(best), mean if mean > SURE * error else 0.0, "of games")


def _by_plan(seen: Observation, actions: Sequence[Action], action: Action) -> Verdict | None:
    """Judge by what both win against who plays as well. What is part of the plan costs nothing."""
    from scenes.coup.equilibrium.policy import plan  # with numpy, which takes long to load

    if (known := plan(seen, actions)) is None:
        return None
    best, chosen = known.best, next(choice for choice in known.choices if choice.action == action)
    loss = 0.0 if chosen.odds >= LEAST else max(0.0, best.wins - chosen.wins)
    return Verdict(describe(best.action), loss, "of games")
