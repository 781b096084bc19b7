"""The ground: tiles, places on them, and the cheapest way from one tile to another."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush

import msgspec

Spot = tuple[int, int]
"""A tile: x from the left, y from the top, both from 0."""
GRASS, FIELD, TREES, BUSH, PATH, BRIDGE, FLOOR, WATER = '."^*:=_~'
COSTS: Mapping[str, int] = {PATH: 1, BRIDGE: 1, FLOOR: 3, GRASS: 2, FIELD: 2, BUSH: 2, TREES: 4}
"""Cost of a step onto a tile; other tiles cannot be walked on."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named rectangle of tiles. What it `gives` can be gathered there; where it `serves`, anybody can eat."""

    name: str
    x: int
    y: int
    width: int
    height: int
    indoors: bool = True
    gives: str = ""
    serves: bool = False

    @property
    def spots(self) -> tuple[Spot, ...]:
        """List its tiles, row by row."""
        return tuple((self.x + i, self.y + j) for j in range(self.height) for i in range(self.width))

    def spot_of(self, seat: int) -> Spot:
        """Give the tile where whoever has this seat at the table usually stands."""
        return self.x + seat % self.width, self.y + seat // self.width % self.height

    def has(self, spot: Spot) -> bool:
        return self.x <= spot[0] < self.x + self.width and self.y <= spot[1] < self.y + self.height


class Ground(msgspec.Struct, frozen=True, dict=True):
    """The map, which every villager knows: a letter a tile, and places."""

    rows: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()

    @cached_property
    def named(self) -> dict[str, Place]:
        """Places by their names in small letters."""
        return {place.name.casefold(): place for place in self.places}

    def find(self, name: str) -> Place | None:
        """Give the place that a name means, whatever its case, with an article or without."""
        low = name.strip().casefold()
        return self.named.get(low) or self.named.get(low.removeprefix("the "))

    @cached_property
    def _by_spot(self) -> dict[Spot, Place]:
        return {spot: place for place in self.places for spot in place.spots}

    def place_at(self, spot: Spot) -> Place | None:
        return self._by_spot.get(spot)

    def tile(self, spot: Spot) -> str:
        """Give the letter of a tile; of what lies outside of the map, none."""
        x, y = spot
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]) else ""

    @cached_property
    def bushes(self) -> tuple[Spot, ...]:
        return tuple((x, y) for y, row in enumerate(self.rows) for x, tile in enumerate(row) if tile == BUSH)

    @cached_property
    def land(self) -> frozenset[Spot]:
        """Give the tiles to which ways lead from the places."""
        land, new = set[Spot](), [self.places[0].spots[0]]
        while new:
            x, y = here = new.pop()
            if here not in land and self.tile(here) in COSTS:
                land.add(here)
                new += [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
        return frozenset(land)

    def way(self, start: Spot, goal: Spot) -> tuple[Spot, ...]:
        """Find the cheapest way, both ends included; nothing where there is none."""
        return _walked(self.rows, start, goal)

    def effort(self, path: Sequence[Spot]) -> int:
        """Add up what the steps of a way cost."""
        return sum(COSTS[self.tile(spot)] for spot in path[1:])


@lru_cache(1 << 14)
def _walked(rows: tuple[str, ...], start: Spot, goal: Spot) -> tuple[Spot, ...]:
    return way(rows, COSTS, start, goal)


def apart(one: Spot, other: Spot) -> int:
    """Count the steps between two tiles, as the crow flies along streets (Manhattan distance)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def way(rows: Sequence[Sequence[str]], costs: Mapping[str, int], start: Spot, goal: Spot) -> tuple[Spot, ...]:
    """Find the cheapest way by A*, both ends included; nothing where there is none. No step costs less than 1."""
    if rows[goal[1]][goal[0]] not in costs:
        return ()
    came: dict[Spot, Spot] = {}
    best = {start: 0}
    waiting = [(apart(start, goal), start)]
    done: set[Spot] = set()
    while waiting:
        _, here = heappop(waiting)
        if here == goal:
            return _back(came, here)
        if here in done:
            continue
        done.add(here)
        x, y = here
        for there in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            if not (0 <= there[1] < len(rows) and 0 <= there[0] < len(rows[0])):
                continue
            step = costs.get(rows[there[1]][there[0]])
            if step is not None and best[here] + step < best.get(there, 1 << 30):
                best[there], came[there] = best[here] + step, here
                heappush(waiting, (best[there] + apart(there, goal), there))
    return ()


def _back(came: Mapping[Spot, Spot], spot: Spot) -> tuple[Spot, ...]:
    path = [spot]
    while spot in came:
        spot = came[spot]
        path.append(spot)
    return tuple(reversed(path))
