"""Ways of using a network, and the two tables of them: as people do by published figures, and a livelier one."""

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Above = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Archetype(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way of using the network. Appetites are weights beside a weight of 1 for scrolling on."""

    name: str
    attention: Share
    """Interest in a topic, 0 to 1, from which a post is looked at."""
    engagement_threshold: Above
    """Heat of a post at which appetites hold as they stand (see `oracle`)."""
    patience: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    """Ticks beyond the `timeout` option that it stays in a state."""
    activity: Share
    """Chance to open the feed in a tick of its busiest hour."""
    urge: Share
    """Chance to write a post instead, in such a tick."""
    fluency: Share
    """Chance to finish a post in a tick of writing."""
    stamina: Count
    """Engagements until it rests."""
    rest: Count
    """Ticks that it rests."""
    like: Weight
    reply: Weight
    reshare: Weight
    compose: Weight
    stranger: Share = 1.0
    """Factor on a post's heat if the account does not follow its author."""
    friend: Annotated[float, msgspec.Meta(ge=1, le=1000)] = 1.0
    """Factor on replies to accounts with mutual follows."""
    herd: Count = 1_000_000
    """So much attention that others paid a post counts for it at most: likes, replies, and reshares twice."""
    manner: str = ""
    """Description in a model's prompt, after the account's name and "is"."""


MANNERS = {
    "lurker": "a lurker: it reads a lot, and almost never shows that it was there.",
    "casual": "a casual user: it looks in now and then, likes what pleases it, and seldom writes.",
    "enthusiast": "an enthusiast: it is quick to like, and gladly joins a conversation.",
    "creator": "a creator: it writes posts of its own, and talks with those who answer.",
    "amplifier": "an amplifier: it passes on whatever it finds worth knowing.",
    "visitor": "a visitor who is online all day and looks at everything.",
}
VISITOR: Final = "visitor"
"""Archetype that is always online and looks at everything: people sit there."""


def _table(*kinds: Archetype, herd: int = 1_000_000) -> dict[str, Archetype]:
    return {kind.name: replace(kind, manner=MANNERS[kind.name], herd=herd) for kind in kinds}


LIVELY = _table(
    Archetype("lurker", 0.35, 2.4, 1, 0.40, 0.001, 0.25, 4, 10, 0.40, 0.03, 0.03, 0.010),
    Archetype("casual", 0.35, 1.8, 0, 0.40, 0.015, 0.30, 5, 7, 0.50, 0.12, 0.14, 0.040),
    Archetype("enthusiast", 0.25, 1.2, 1, 0.60, 0.060, 0.40, 10, 5, 0.80, 0.35, 0.22, 0.080),
    Archetype("creator", 0.35, 1.5, 3, 0.50, 0.300, 0.30, 8, 6, 0.50, 0.35, 0.17, 0.250),
    Archetype("amplifier", 0.20, 1.0, 0, 0.70, 0.010, 0.30, 12, 5, 0.50, 0.10, 0.60, 0.010),
    Archetype(VISITOR, 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010),
)
"""Everybody takes part: a world in which there is much to see."""
MEASURED = _table(
    Archetype("lurker", 0.60, 2.4, 1, 0.40, 0.0002, 0.25, 2, 10, 0.004, 0.0005, 0.0012, 0.000, 0.1, 8.0),
    Archetype("casual", 0.50, 1.8, 0, 0.40, 0.0025, 0.30, 3, 7, 0.019, 0.002, 0.010, 0.001, 0.1, 8.0),
    Archetype("enthusiast", 0.40, 1.2, 1, 0.60, 0.20, 0.50, 6, 5, 0.11, 0.010, 0.017, 0.010, 0.1, 8.0),
    Archetype("creator", 0.40, 1.5, 3, 0.50, 0.90, 0.50, 6, 6, 0.11, 0.010, 0.015, 0.020, 0.1, 8.0),
    Archetype("amplifier", 0.35, 1.0, 0, 0.70, 0.02, 0.30, 6, 5, 0.12, 0.010, 0.090, 0.010, 0.1, 8.0),
    Archetype(VISITOR, 0.0, 1.2, 5, 1.0, 0.000, 0.90, 1_000_000, 1, 0.60, 0.20, 0.20, 0.010, 0.5),
    herd=64,
)
"""Tuned until a run has the figures that were published of real networks: docs/feed.md says which, and how near."""
