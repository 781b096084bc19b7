"""Societies: archetypes and mixes of them, topics, and values common to all."""

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
    """Phrases for new topics, or in place of ours."""
    spread: float = 0.0
    """Standard deviation of the logarithm of zeal within an archetype."""
    audience: float = 0.0
    """Correlation between writing and having followers: 0 is none, 1 is exact."""
    welcome: int = 0
    """Number of the most followed accounts that are friends of each visitor, beside its follows."""
    nearness: float = 0.0
    """Addition to the interest in a post if the reader is a friend of its author."""
    pull: float = 0.0
    """Addition to that for each point of a post's appeal above 1."""
    appeal: float = 8.0
    """The most catching that a post can be."""
    echo: float = 1.0
    """Factor on a post's place in a feed for each reshare on its way."""

    def wording(self, topic: str) -> Phrases:
        """Return the file's phrases on a topic, if any."""
        return self.phrases.get(topic, NONE)

    def read_mix(self, text: str) -> Mapping[str, int]:
        """Read shares by archetype, from the name of a mix or "lurker=60 creator=5". Raises ValueError."""
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
    """Yield archetypes in the shares of the mix (by largest remainder), in random order."""
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
"""Societies that need no file, the default first."""
