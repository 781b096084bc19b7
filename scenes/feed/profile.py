"""Who the accounts are: archetypes, mixes of them, and the profile that each account gets."""

from collections.abc import Iterator

import msgspec

from core.chance import Draw
from scenes.feed.wording import TOPICS

KEEN = 0.3
"""Interest from which on somebody is said to care about a topic."""


class Archetype(msgspec.Struct, frozen=True):
    """A way of using the network. Appetites are weights beside a weight of 1 for scrolling on."""

    name: str
    attention: float
    """Interest in a topic, 0 to 1, from which a post is looked at."""
    engagement_threshold: float
    """Heat of a post at which appetites hold as they stand (see `oracle`)."""
    patience: int
    """Ticks beyond the `timeout` option that it stays in a state."""
    activity: float
    """Chance to open the feed in a tick of its busiest hour."""
    urge: float
    """Chance to write a post instead, in such a tick."""
    fluency: float
    """Chance to finish a post in a tick of writing."""
    stamina: int
    """Engagements until it rests."""
    rest: int
    """Ticks that it rests."""
    like: float
    reply: float
    reshare: float
    compose: float


ARCHETYPES = {
    a.name: a
    for a in (
        Archetype("lurker", 0.35, 2.4, 1, 0.40, 0.001, 0.25, 4, 10, 0.40, 0.03, 0.03, 0.010),
        Archetype("casual", 0.35, 1.8, 0, 0.40, 0.015, 0.30, 5, 7, 0.50, 0.12, 0.14, 0.040),
        Archetype("enthusiast", 0.25, 1.2, 1, 0.60, 0.060, 0.40, 10, 5, 0.80, 0.35, 0.22, 0.080),
        Archetype("creator", 0.35, 1.5, 3, 0.50, 0.300, 0.30, 8, 6, 0.50, 0.35, 0.17, 0.250),
        Archetype("amplifier", 0.20, 1.0, 0, 0.70, 0.010, 0.30, 12, 5, 0.50, 0.10, 0.60, 0.010),
        Archetype("visitor", 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010),
    )
}
MIXES = {
    "typical": {"lurker": 45, "casual": 30, "enthusiast": 12, "creator": 6, "amplifier": 7},
    "quiet": {"lurker": 70, "casual": 22, "enthusiast": 4, "creator": 3, "amplifier": 1},
    "lively": {"lurker": 15, "casual": 30, "enthusiast": 25, "creator": 12, "amplifier": 18},
}


class Profile(msgspec.Struct, frozen=True):
    """What is fixed about an account. An agent knows its own and no other's."""

    archetype: str
    interests: tuple[float, ...]
    """From 0 to 1, for each of `TOPICS`."""
    engagement_threshold: float
    timeout_threshold: int
    peak: float
    """Its busiest hour, as a share of the day."""

    @property
    def kind(self) -> Archetype:
        return ARCHETYPES[self.archetype]

    def loves(self) -> list[str]:
        """Topics of interest, the dearest first."""
        order = sorted(range(len(TOPICS)), key=lambda topic: -self.interests[topic])
        least = max(KEEN, self.kind.attention)
        return [TOPICS[topic] for topic in order if self.interests[topic] >= least]


UNKNOWN = Profile("casual", (0.0,) * len(TOPICS), 1.0, 5, 0.5)
"""What stands in for a profile that one may not know."""


def read_mix(text: str) -> dict[str, int]:
    """Shares by archetype, from the name of a mix or "lurker=60 creator=5". Raises ValueError."""
    if text in MIXES:
        return MIXES[text]
    shares: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        name, equals, share = part.partition("=")
        if name not in ARCHETYPES or not equals or not (share.isascii() and share.isdigit()):
            known = ", ".join(MIXES)
            raise ValueError(f"{part!r} is neither a mix ({known}) nor a share such as lurker=60")
        if name in shares:
            raise ValueError(f"{name} has two shares")
        shares[name] = int(share)
    if not sum(shares.values()):
        raise ValueError("a mix needs at least one share above 0, such as lurker=60 creator=5")
    return shares


def archetypes(mix: dict[str, int], count: int, draw: Draw) -> Iterator[str]:
    """So many archetypes in the shares of the mix (by largest remainder), in random order."""
    total = sum(mix.values())
    exact = {name: count * share / total for name, share in mix.items()}
    counts = {name: int(share) for name, share in exact.items()}
    for name in sorted(mix, key=lambda name: counts[name] - exact[name])[: count - sum(counts.values())]:
        counts[name] += 1
    pool = [name for name, n in counts.items() for _ in range(n)]
    draw.shuffle(pool)
    yield from pool


def make_profile(archetype: str, timeout: int, draw: Draw) -> Profile:
    """Interests are few and strong; thresholds spread by a quarter around the archetype's."""
    kind = ARCHETYPES[archetype]
    interests = [round(0.6 * draw.random() ** 2, 2) for _ in TOPICS]
    for topic in draw.sample(range(len(TOPICS)), 2):
        interests[topic] = round(0.5 + 0.5 * draw.random(), 2)
    threshold = round(kind.engagement_threshold * (0.75 + 0.5 * draw.random()), 2)
    peak = round((0.55 + 0.45 * draw.random() + (0.25 if draw.random() < 0.3 else 0.0)) % 1, 2)
    return Profile(archetype, tuple(interests), threshold, timeout + kind.patience, peak)


def daylight(profile: Profile, tick: int, day: int) -> float:
    """How much of its activity an account has at this hour: 0.15 to 1, highest at its peak. Visitors are always on."""
    if profile.archetype == "visitor":
        return 1.0
    away = abs(tick / day % 1 - profile.peak)
    return 0.15 + 0.85 * (1 - 2 * min(away, 1 - away))
