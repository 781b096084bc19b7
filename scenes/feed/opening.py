"""How a network begins: who the accounts are, and who follows whom."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.chance import Chance, Draw
from core.events import Event
from scenes.feed.archetypes import VISITOR
from scenes.feed.behavior import ARCS
from scenes.feed.config import FeedConfig, listed
from scenes.feed.events import Opened, Profiled
from scenes.feed.network import Follows, communities, followers, scale_free, small_world
from scenes.feed.profile import make_profile
from scenes.feed.society import Society, archetypes

if TYPE_CHECKING:
    from scenes.feed.scene import FeedScene

REWIRING = 0.1
GROUPS = 5
MIXING = 0.1
"""Share of follows that leave their community."""


def open_network(scene: "FeedScene", chance: Chance) -> Iterator[Event]:
    c = scene.config
    society = c.society
    follows = _follows(c, chance("network"))
    kinds = list(archetypes(society.read_mix(c.mix), c.agents - c.visitors, chance("archetypes")))
    if society.audience:
        kinds = _seated(society, kinds, list(map(len, followers(follows))), chance("audience"))
    if society.welcome and c.network != "file":
        follows = _welcoming(follows, range(c.agents - c.visitors, c.agents), society.welcome)
    kinds += [VISITOR] * c.visitors
    nobody = [""] * c.newcomers
    follows = (*follows, *(() for _ in nobody))
    letters: dict[str, tuple[str, str, str]] = {letter: arc.move for letter, arc in ARCS.items()}
    yield Event.of(Opened((*kinds, *nobody), follows, letters))
    for name, kind in zip(scene.names, kinds, strict=False):
        yield Event.of(Profiled(make_profile(society, kind, c.timeout, chance("profile", name))), name, (name,))


def _seated(society: Society, kinds: list[str], crowd: list[int], draw: Draw) -> list[str]:
    """The same archetypes, those that write more where there are more followers, as closely as the society says."""
    loose = 1 - society.audience
    rank = {n: place for place, n in enumerate(sorted(range(len(kinds)), key=lambda n: crowd[n]))}
    order = sorted(rank, key=lambda n: society.audience * rank[n] + loose * draw.random() * len(kinds))
    seated = dict(zip(order, sorted(kinds, key=lambda kind: society.archetypes[kind].urge), strict=True))
    return [seated[n] for n in range(len(kinds))]


def _welcoming(follows: Follows, visitors: range, count: int) -> Follows:
    """Whoever a visitor follows follows it as well; `count` of those whom most follow are among them."""
    wider = [set(whom) for whom in follows]
    crowd = list(map(len, followers(follows)))
    known = sorted(set(range(len(follows))) - set(visitors), key=lambda n: -crowd[n])[:count]
    for visitor in visitors:
        wider[visitor].update(known)
        for other in wider[visitor]:
            wider[other].add(visitor)
    return tuple(tuple(sorted(whom)) for whom in wider)


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
