"""A villager's knowledge: the map, itself, sightings of others, and heard news."""

import msgspec

from core.social.scene import Seen
from scenes.village.needs import Needs
from scenes.village.terrain import Ground, Spot


class Sighting(msgspec.Struct, frozen=True):
    """A last sighting. `near` while that is within earshot, and nothing else was noticed."""

    at: Spot
    minute: int
    near: bool
    asleep: bool = False


class Known(msgspec.Struct, frozen=True):
    """A piece of news as somebody knows it."""

    piece: int
    text: str
    source: str
    """Teller of the news; empty if it is known first hand."""
    minute: int
    shared: tuple[str, ...]
    """Others who know it, as far as one has heard."""


class Villager(msgspec.Struct, frozen=True):
    """All that is someone's own."""

    at: Spot = (0, 0)
    needs: Needs = Needs()
    until: int = 0
    """Waking time; 0 while it is awake."""
    pack: dict[str, int] = {}
    sights: dict[str, Sighting] = {}
    news: dict[int, Known] = {}

    @property
    def asleep(self) -> bool:
        return self.until > 0

    @property
    def near(self) -> dict[str, Sighting]:
        """Give those within earshot."""
        return {name: sight for name, sight in self.sights.items() if sight.near}


class VillageSeen(Seen, frozen=True, kw_only=True):
    """An observation; the director's holds everybody, and what is left to gather."""

    now: int
    """Minutes since the midnight before the first day."""
    ground: Ground
    people: dict[str, Villager]
    """Oneself, for a villager."""
    earshot: int
    left: dict[str, int]
    """Goods left to gather, by place or tile; for the director alone."""

    @property
    def me(self) -> Villager:
        return self.people[self.name]
