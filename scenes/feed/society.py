"""What people a network has: archetypes and mixes of them, topics, and what holds for all of them alike."""

from collections.abc import Iterator, Mapping

import msgspec

from core.engine.chance import Draw
from scenes.feed.archetypes import LIVELY, MEASURED, Archetype
from scenes.feed.wording import NONE, TOPICS, Phrases


class Society(msgspec.Struct, frozen=True):
    """The people of a network, and what they talk of. The option `world` names one, or a file that holds one."""

    archetypes: Mapping[str, Archetype]
    mixes: Mapping[str, Mapping[str, int]]
    """Shares by archetype, by the name of the mix."""
    topics: tuple[str, ...] = TOPICS
    phrases: Mapping[str, Phrases] = {}
    """What is written on topics that are not ours, or otherwise than we would."""
    spread: float = 0.0
    """How far accounts of one archetype differ in zeal: the standard deviation of its logarithm."""
    audience: float = 0.0
    """How closely those who write the more are those whom the more follow: 0 not at all, 1 exactly."""
    welcome: int = 0
    """Of those whom most follow, so many are friends of each visitor, beside whom it follows anyway."""
    nearness: float = 0.0
    """What being friends with its author adds to the interest that has a post looked at."""
    pull: float = 0.0
    """What each point of a post's appeal above 1 adds to that."""
    appeal: float = 8.0
    """The most catching that a post can be."""
    echo: float = 1.0
    """What each reshare between a post and a feed leaves of its place there."""

    def wording(self, topic: str) -> Phrases:
        """What the file says on a topic, if anything."""
        return self.phrases.get(topic, NONE)

    def read_mix(self, text: str) -> Mapping[str, int]:
        """Shares by archetype, from the name of a mix or "lurker=60 creator=5". Raises ValueError."""
        if text in self.mixes:
            return self.mixes[text]
        shares: dict[str, int] = {}
        for part in text.replace(",", " ").split():
            name, equals, share = part.partition("=")
            if name not in self.archetypes or not equals or not (share.isascii() and share.isdigit()):
                known = ", ".join(self.mixes)
                raise ValueError(f"{part!r} is neither a mix ({known}) nor a share such as lurker=60")
            if name in shares:
                raise ValueError(f"{name} has two shares")
            shares[name] = int(share)
        if not sum(shares.values()):
            raise ValueError("a mix needs at least one share above 0, such as lurker=60 creator=5")
        return shares


def archetypes(mix: Mapping[str, int], count: int, draw: Draw) -> Iterator[str]:
    """So many archetypes in the shares of the mix (by largest remainder), in random order."""
    total = sum(mix.values())
    exact = {name: count * share / total for name, share in mix.items()}
    counts = {name: int(share) for name, share in exact.items()}
    for name in sorted(mix, key=lambda name: counts[name] - exact[name])[: count - sum(counts.values())]:
        counts[name] += 1
    pool = [name for name, n in counts.items() for _ in range(n)]
    draw.shuffle(pool)
    yield from pool


MIXES = {
    "typical": {"lurker": 45, "casual": 30, "enthusiast": 12, "creator": 6, "amplifier": 7},
    "quiet": {"lurker": 70, "casual": 22, "enthusiast": 4, "creator": 3, "amplifier": 1},
    "lively": {"lurker": 15, "casual": 30, "enthusiast": 25, "creator": 12, "amplifier": 18},
}
SOCIETIES = {
    "measured": Society(
        MEASURED,
        {**MIXES, "typical": {"lurker": 48, "casual": 38, "enthusiast": 6, "creator": 5, "amplifier": 3}},
        spread=1.25,
        audience=0.75,
        welcome=12,
        nearness=0.25,
        pull=0.06,
        appeal=40.0,
        echo=0.5,
    ),
    "lively": Society(LIVELY, MIXES),
}
"""Those that need no file, the first by default."""
