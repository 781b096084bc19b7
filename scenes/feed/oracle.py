"""The rule-based oracle, and bots that need no model.

A post's heat is the account's interest in the topic, times the post's appeal, times social proof. Social proof grows
with the square root of the attention that the post has earned, up to a limit of the archetype (without that limit one
post would reach a quarter of a network of a hundred thousand). Scrolling on has weight 1. Liking, replying and
resharing have the archetype's appetite as weight, times the account's zeal and a power of heat relative to the
engagement threshold. A stranger's post is less hot, and a friend's is more likely to get a reply. A spree makes
decisions of its own kind more likely; lurking makes all others less likely. Reshares grow with the square of heat,
which gives cascades their heavy tail.
"""

from math import sqrt
from typing import NamedTuple

from core.engine.agents import Agent
from core.engine.chance import Draw
from core.engine.turn import Turn
from scenes.feed.account import MIN_SPREE, Observation
from scenes.feed.actions import SCROLL_ON, Decide, Quote
from scenes.feed.behavior import COMPOSING, LIKE, REPLY, RESHARE, SCROLLING, AgentState
from scenes.feed.society import Archetype
from scenes.feed.wording import reply_words

PROOF_WEIGHT = 0.12
"""Factor on the square root of earned attention in the social proof."""
SPREE_MOMENTUM = 0.5
"""Addition to the factor on a spree's kind of decision for each further decision of the spree, up to four."""
LURKING_FACTOR = 0.6


class Weighing(NamedTuple):
    """The explanation of a decision: the heat, its factors, and the weight of each option."""

    interest: float
    appeal: float
    proof: float
    tie: float
    heat: float
    weights: dict[AgentState, float]

    @property
    def chances(self) -> dict[AgentState, float]:
        total = sum(self.weights.values())
        return {state: weight / total for state, weight in self.weights.items()}


def weigh(seen: Observation) -> Weighing:
    """Return the weights of an account's options."""
    assert seen.post is not None
    kind, zeal, post = seen.kind, seen.profile.zeal, seen.post
    interest = seen.interest
    proof = 1 + PROOF_WEIGHT * sqrt(min(kind.herd, post.likes + post.replies + 2 * post.reshares))
    tie = kind.stranger if seen.tie == "stranger" else 1.0
    heat = interest * post.appeal * proof * tie
    excess = heat / seen.profile.engagement_threshold
    weights = {
        LIKE: kind.like * excess * zeal,
        REPLY: kind.reply * excess * zeal * (kind.friend if seen.tie == "friend" else 1.0),
        RESHARE: kind.reshare * excess * excess * zeal,
        COMPOSING: kind.compose * zeal,
        SCROLLING: 1.0,
    }
    if seen.run >= MIN_SPREE - 1:
        if seen.spree == SCROLLING:
            weights = {
                state: weight * (1 if state == SCROLLING else LURKING_FACTOR) for state, weight in weights.items()
            }
        elif seen.spree is not None:
            weights[seen.spree] *= 1 + SPREE_MOMENTUM * min(seen.run - MIN_SPREE + 2, 4)
    return Weighing(interest, post.appeal, proof, tie, heat, {state: weights[state] for state in seen.options})


def draw_state(weighing: Weighing, draw: Draw) -> AgentState:
    """Draw an option by its weight."""
    rest = draw.random() * sum(weighing.weights.values())
    for state, weight in weighing.weights.items():
        rest -= weight
        if rest < 0:
            return state
    return SCROLLING


def quote_words(kind: Archetype, topic: str, draw: Draw) -> str:
    """Return the comment on a reshared post; empty for a reshare without one."""
    return reply_words(topic, draw) if draw.random() < kind.quote else ""


class RuleOracle(Agent):
    """The rule-based oracle: decides by profile, post, momentum and social proof."""

    what = "acts as its archetype"

    def act(self, turn: Turn) -> Decide | Quote:
        seen = turn.observation
        if not seen.options:
            return SCROLL_ON
        state = draw_state(weigh(seen), turn.chance("oracle"))
        if state is RESHARE and (words := quote_words(seen.kind, seen.post.topic, turn.chance("quote"))):
            return Quote(words)
        return Decide(state)


class Amplifier(Agent):
    """A bot account that reshares every post it looks at."""

    what = "reshares every post it looks at"

    def act(self, turn: Turn) -> Decide:
        return Decide(RESHARE) if RESHARE in turn.observation.options else SCROLL_ON


class Lurker(Agent):
    """A bot account that reads and never engages."""

    what = "reads but never engages"

    def act(self, turn: Turn) -> Decide:
        return SCROLL_ON
