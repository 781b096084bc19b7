"""Oracles that need no model."""

from core.engine.agents import Agent
from core.engine.turn import Turn
from scenes.feed.actions import SCROLL_ON, Decide
from scenes.feed.behavior import RESHARE
from scenes.feed.oracle import draw_state, weigh


class RuleOracle(Agent):
    """Decides by profile, post, momentum and social proof."""

    what = "acts as its archetype"

    def act(self, turn: Turn) -> Decide:
        seen = turn.observation
        if not seen.options:
            return SCROLL_ON
        return Decide(draw_state(weigh(seen), turn.chance("oracle")))


class Amplifier(Agent):
    """A bot account: reshares whatever it looks at."""

    what = "reshares every post it looks at"

    def act(self, turn: Turn) -> Decide:
        return Decide(RESHARE) if RESHARE in turn.observation.options else SCROLL_ON


class Lurker(Agent):
    """Reads, and never engages."""

    what = "reads but never engages"

    def act(self, turn: Turn) -> Decide:
        return SCROLL_ON
