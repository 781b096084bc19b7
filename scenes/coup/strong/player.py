"""The strongest player without a model: counts cards, reads what others did, and plays on in its head."""

from core.agents import Agent, Turn
from core.chance import Draw
from scenes.coup.actions import PASS, Action, describe
from scenes.coup.flow import legal
from scenes.coup.observation import Observation
from scenes.coup.strong.belief import Belief
from scenes.coup.strong.codes import CARD
from scenes.coup.strong.search import search, sensible


class Strong(Agent):
    def act(self, turn: Turn) -> Action:
        if len(turn.legal) == 1:
            only: Action = turn.legal[0]
            return only
        action, why = explain(turn.observation, turn.chance("playouts"))
        turn.think(why)
        return action


def explain(seen: Observation, draw: Draw) -> tuple[Action, str]:
    """What the strong player would do in this seat, and a sentence or two that say why."""
    if seen.name not in seen.deciding:
        return PASS, "Nothing waits for my answer."
    belief = Belief(seen)
    actions = sensible(legal(belief.game, seen.seat), belief.up)
    if len(actions) == 1:
        return actions[0], f"There is nothing else to do than {describe(actions[0])}."
    action, tried = search(belief, actions, seen.style.playouts, draw)
    rates = ", ".join(f"{describe(each.action)} {each.rate:.0%}" for each in tried[:3])
    return action, f"{_claim(seen, belief)}I would win: {rates}."


def _claim(seen: Observation, belief: Belief) -> str:
    """What is believed of the claim that may be challenged."""
    if seen.claim is None or seen.phase not in ("challenge", "challenge block"):
        return ""
    odds = belief.odds(seen.names.index(seen.claimant), CARD[seen.claim])
    return f"{seen.claimant} has {'an' if seen.claim[0] == 'A' else 'a'} {seen.claim} with {odds:.0%}. "
