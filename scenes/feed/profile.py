"""Profiles of accounts, and the hour of their day."""

from math import exp

import msgspec
from msgspec.structs import replace

from core.engine.chance import Draw
from scenes.feed.archetypes import VISITOR
from scenes.feed.society import Society
from scenes.feed.wording import TOPICS

KEEN = 0.3
"""Interest from which on somebody is said to care about a topic."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fixed attributes of an account. An agent knows its own and no other's."""

    archetype: str
    interests: tuple[float, ...]
    """Interests from 0 to 1, for each of `topics`."""
    engagement_threshold: float
    timeout_threshold: int
    peak: float
    """Its busiest hour, as a share of the day."""

    zeal: float = 1.0
    """Rate of writing and engaging, relative to others of its archetype: 1 is the median."""
    topics: tuple[str, ...] = TOPICS

    def loves(self, least: float = KEEN) -> list[str]:
        """List the topics with at least this interest, the dearest first."""
        order = sorted(range(len(self.topics)), key=lambda topic: -self.interests[topic])
        return [self.topics[topic] for topic in order if self.interests[topic] >= least]


UNKNOWN = Profile("casual", (0.0,) * len(TOPICS), 1.0, 5, 0.5)
"""Placeholder for an unknown profile."""


def make_profile(society: Society, archetype: str, timeout: int, draw: Draw) -> Profile:
    """Draw a profile. Interests are few and strong; thresholds vary by a quarter around the archetype's."""
    kind, topics = society.archetypes[archetype], society.topics
    interests = [round(0.6 * draw.random() ** 2, 2) for _ in topics]
    for topic in draw.sample(range(len(topics)), 2):
        interests[topic] = round(0.5 + 0.5 * draw.random(), 2)
    threshold = round(kind.engagement_threshold * (0.75 + 0.5 * draw.random()), 2)
    peak = round((0.55 + 0.45 * draw.random() + (0.25 if draw.random() < 0.3 else 0.0)) % 1, 2)
    profile = Profile(archetype, tuple(interests), threshold, timeout + kind.patience, peak)
    if society.topics is not TOPICS:
        profile = replace(profile, topics=topics)
    if society.spread and archetype != VISITOR:
        profile = replace(profile, zeal=_zeal(society.spread, draw))
    return profile


def _zeal(spread: float, draw: Draw) -> float:
    """Draw a roughly log-normal zeal (twelve draws make a bell), as activity online is that unequal."""
    return max(0.01, round(exp(spread * (sum(draw.random() for _ in range(12)) - 6)), 2))


def daylight(profile: Profile, tick: int, day: int) -> float:
    """Return the share of its activity at this hour: 0.15 to 1, highest at its peak. Visitors are always on."""
    if profile.archetype == VISITOR:
        return 1.0
    away = abs(tick / day % 1 - profile.peak)
    return 0.15 + 0.85 * (1 - 2 * min(away, 1 - away))
