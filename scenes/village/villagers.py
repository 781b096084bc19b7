"""Villagers: trades, needs, and knowledge."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from core.social.scene import Seen
from scenes.village.aims import Occasion, Pursuit
from scenes.village.terrain import Ground, Spot


class Trade(NamedTuple):
    """A villager's trade. Work lasts from `begins` to `ends`, in hours of the day."""

    name: str
    place: str
    wakes: int
    begins: int
    ends: int
    sleeps: int


TRADES: Mapping[str, Trade] = {
    "Ida": Trade("baker", "bakery", 5, 6, 13, 21),
    "Kai": Trade("innkeeper", "inn", 7, 11, 22, 23),
    "Jon": Trade("miller", "mill", 6, 8, 17, 22),
    "Mia": Trade("farmer", "farm", 5, 6, 16, 21),
    "Leo": Trade("smith", "smithy", 6, 8, 17, 22),
    "Ann": Trade("chaplain", "chapel", 6, 7, 15, 22),
    "Bea": Trade("woodcutter", "woods", 6, 7, 16, 21),
    "Tom": Trade("fisher", "jetty", 5, 6, 14, 21),
    "Eva": Trade("peddler", "square", 7, 9, 17, 22),
    "Ron": Trade("farmhand", "farm", 6, 7, 16, 22),
    "Uma": Trade("cook", "inn", 7, 10, 20, 22),
    "Sam": Trade("baker's boy", "bakery", 6, 7, 14, 21),
}
NAMES = tuple(TRADES)


Need = Literal["hunger", "energy"]
MOST = 100 * 60
"""Maximum of hunger and energy, in sixtieths of a point, so that points per hour are integers per minute."""
HUNGER, HUNGER_ASLEEP = 5, 2
"""Points by which hunger rises in an hour, awake and asleep."""
TIRING, SLEEPING = 3, 11
"""Points by which energy falls in an hour awake, and rises in one asleep."""
INDOORS, OUTDOORS = 30, 15
"""Points of energy that a rest restores, indoors and outdoors."""
MEAL, SNACK = 60, 25
"""Points by which a meal and a carried snack reduce hunger."""
TOIL = 3
"""Points of energy that gathering costs."""
STRIDE = 6
"""Path cost that takes one point of energy."""
HUNGRY, TIRED = 70, 30
"""Points of hunger and energy at which the villager is warned."""


class Needs(msgspec.Struct, frozen=True, omit_defaults=True):
    hunger: int = 30 * 60
    energy: int = 90 * 60
    warned: tuple[Need, ...] = ()
    """Urgent needs of which the villager has been warned."""

    def after(self, hunger: int, energy: int) -> "Needs":
        """Return the needs after adding to both, in sixtieths of a point, within their limits."""
        needs = Needs(min(MOST, max(0, self.hunger + hunger)), min(MOST, max(0, self.energy + energy)))
        return msgspec.structs.replace(needs, warned=tuple(need for need in self.warned if need in needs.pressing))

    def passed(self, minutes: int, asleep: bool) -> "Needs":
        """Return the needs after this many minutes."""
        if asleep:
            return self.after(HUNGER_ASLEEP * minutes, SLEEPING * minutes)
        return self.after(HUNGER * minutes, -TIRING * minutes)

    @property
    def pressing(self) -> tuple[Need, ...]:
        hungry, tired = self.hunger >= HUNGRY * 60, self.energy <= TIRED * 60
        return (*(("hunger",) if hungry else ()), *(("energy",) if tired else ()))

    @property
    def points(self) -> tuple[int, int]:
        """Return hunger and energy in points, 0 to 100 each."""
        return self.hunger // 60, self.energy // 60


class Sighting(msgspec.Struct, frozen=True):
    """The last sighting of a villager. `near` is true while it is within earshot and has not been seen leaving."""

    at: Spot
    minute: int
    near: bool
    asleep: bool = False


class KnownNews(msgspec.Struct, frozen=True):
    """A piece of news, as a villager knows it."""

    piece: int
    text: str
    source: str
    """Teller of the news; empty if it is known first hand."""
    minute: int
    shared: tuple[str, ...]
    """Others who are known to know it."""
    about: str = ""
    """The matter on which it is a clue; empty for other news."""


class Villager(msgspec.Struct, frozen=True):
    """A villager's private state."""

    at: Spot = (0, 0)
    needs: Needs = Needs()
    until: int = 0
    """Waking time; 0 while it is awake."""
    pack: dict[str, int] = {}
    sights: dict[str, Sighting] = {}
    news: dict[int, KnownNews] = {}

    @property
    def asleep(self) -> bool:
        return self.until > 0

    @property
    def near(self) -> dict[str, Sighting]:
        """Return the sightings of villagers within earshot."""
        return {name: sight for name, sight in self.sights.items() if sight.near}


class VillageSeen(Seen, frozen=True, kw_only=True):
    """One villager's view; the director's has everybody, and the goods left to gather."""

    now: int
    """Minutes since the midnight before the first day."""
    ground: Ground
    people: dict[str, Villager]
    """Known villagers; a villager sees only itself here."""
    earshot: int
    left: dict[str, int]
    """Goods left to gather, by place or tile; empty unless for the director."""
    pursuits: dict[str, Pursuit] = {}
    """Aims by villager; a villager sees only its own. Empty without the option `aims`."""
    regard: dict[str, int] = {}
    """Its opinions of others, -5 to 5."""
    standing: dict[str, int] = {}
    """Others' opinions of it."""
    matters: dict[str, str] = {}
    """Deeds whose culprit is sought, by the name of the matter."""
    promised: tuple[str, ...] = ()
    """Matters about which it promised to say nothing."""
    promisers: tuple[str, ...] = ()
    """Villagers who promised it to say nothing."""
    occasion: Occasion | None = None
    """Event of the day."""

    @property
    def me(self) -> Villager:
        return self.people[self.name]

    @property
    def lively(self) -> bool:
        """Return True if villagers have aims and opinions of each other."""
        return bool(self.pursuits)

    @property
    def pursuit(self) -> Pursuit | None:
        """Return the villager's own aim, if it is open."""
        own = self.pursuits.get(self.name)
        return own if own and own.met is None else None
