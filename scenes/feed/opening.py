"""How a network begins: who the accounts are, and who follows whom."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.chance import Chance, Draw
from core.events import Event
from scenes.feed.behavior import ARCS
from scenes.feed.config import FeedConfig, listed
from scenes.feed.events import Opened, Profiled
from scenes.feed.network import Follows, communities, scale_free, small_world
from scenes.feed.profile import archetypes, make_profile, read_mix

if TYPE_CHECKING:
    from scenes.feed.scene import FeedScene

REWIRING = 0.1
GROUPS = 5
MIXING = 0.1
"""Share of follows that leave their community."""


def open_network(scene: "FeedScene", chance: Chance) -> Iterator[Event]:
    c = scene.config
    kinds = [*archetypes(read_mix(c.mix), c.agents - c.visitors, chance("archetypes")), *["visitor"] * c.visitors]
    nobody = [""] * c.newcomers
    follows = (*_follows(c, chance("network")), *(() for _ in nobody))
    letters: dict[str, tuple[str, str, str]] = {letter: arc.move for letter, arc in ARCS.items()}
    yield Event.of(Opened((*kinds, *nobody), follows, letters))
    for name, kind in zip(scene.names, kinds, strict=False):
        yield Event.of(Profiled(make_profile(kind, c.timeout, chance("profile", name))), name, (name,))


def _follows(c: FeedConfig, draw: Draw) -> Follows:
    match c.network:
        case "scale-free":
            return scale_free(c.agents, c.links, c.mutual, draw)
        case "small-world":
            return small_world(c.agents, c.links, c.mutual, REWIRING, draw)
        case "communities":
            return communities(c.agents, c.links, c.mutual, min(GROUPS, c.agents), MIXING, draw)
        case "file":
            return listed(c.edges, c.agents)
