"""The ground: tiles, places, the cheapest path between two tiles, and the layout of a new village."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from core.engine.chance import Draw

Spot = tuple[int, int]
"""A tile: x from the left, y from the top, both from 0."""
GRASS, FIELD, TREES, BUSH, PATH, BRIDGE, FLOOR, WATER = '."^*:=_~'
COSTS: Mapping[str, int] = {PATH: 1, BRIDGE: 1, FLOOR: 3, GRASS: 2, FIELD: 2, BUSH: 2, TREES: 4}
"""Cost of a step onto a tile; tiles that are not listed cannot be walked on."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named rectangle of tiles. What it `gives` can be gathered there; if it `serves`, anybody can eat there."""

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
        """Return the tile where the villager in this seat usually stands."""
        return self.x + seat % self.width, self.y + seat // self.width % self.height

    def has(self, spot: Spot) -> bool:
        return self.x <= spot[0] < self.x + self.width and self.y <= spot[1] < self.y + self.height


class Ground(msgspec.Struct, frozen=True, dict=True):
    """The map, which every villager knows: rows with one letter per tile, and places."""

    rows: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()

    @cached_property
    def named(self) -> dict[str, Place]:
        """Places by lower-case name."""
        return {place.name.casefold(): place for place in self.places}

    def find(self, name: str) -> Place | None:
        """Return the place with this name, ignoring case and articles."""
        low = name.strip().casefold()
        return self.named.get(low) or self.named.get(low.removeprefix("the "))

    @cached_property
    def _by_spot(self) -> dict[Spot, Place]:
        return {spot: place for place in self.places for spot in place.spots}

    def place_at(self, spot: Spot) -> Place | None:
        return self._by_spot.get(spot)

    def tile(self, spot: Spot) -> str:
        """Return the letter of a tile; empty outside of the map."""
        x, y = spot
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]) else ""

    @cached_property
    def bushes(self) -> tuple[Spot, ...]:
        return tuple((x, y) for y, row in enumerate(self.rows) for x, tile in enumerate(row) if tile == BUSH)

    @cached_property
    def land(self) -> frozenset[Spot]:
        """Return the tiles that can be reached from the places."""
        land, new = set[Spot](), [self.places[0].spots[0]]
        while new:
            x, y = here = new.pop()
            if here not in land and self.tile(here) in COSTS:
                land.add(here)
                new += [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
        return frozenset(land)

    def way(self, start: Spot, goal: Spot) -> tuple[Spot, ...]:
        """Return the cheapest path, both ends included; empty if there is none."""
        return _walked(self.rows, start, goal)

    def path_cost(self, path: Sequence[Spot]) -> int:
        """Return the total cost of a path's steps."""
        return sum(COSTS[self.tile(spot)] for spot in path[1:])


@lru_cache(1 << 14)
def _walked(rows: tuple[str, ...], start: Spot, goal: Spot) -> tuple[Spot, ...]:
    return way(rows, COSTS, start, goal)


def distance(one: Spot, other: Spot) -> int:
    """Return the number of steps between two tiles without obstacles (Manhattan distance)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def way(rows: Sequence[Sequence[str]], costs: Mapping[str, int], start: Spot, goal: Spot) -> tuple[Spot, ...]:
    """Return the cheapest path by A*, both ends included; empty if there is none. No step costs less than 1."""
    if rows[goal[1]][goal[0]] not in costs:
        return ()
    came: dict[Spot, Spot] = {}
    best = {start: 0}
    waiting = [(distance(start, goal), start)]
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
                heappush(waiting, (best[there] + distance(there, goal), there))
    return ()


def _back(came: Mapping[Spot, Spot], spot: Spot) -> tuple[Spot, ...]:
    path = [spot]
    while spot in came:
        spot = came[spot]
        path.append(spot)
    return tuple(reversed(path))


def with_article(place: str) -> str:
    """Name a place in a sentence: houses of people have no article."""
    return place if "'" in place else f"the {place}"


def at(place: str) -> str:
    """Write where something is: "in Ida's house", "at the mill"."""
    return f"in {place}" if "'" in place else f"at {with_article(place)}"


Tiles = list[list[str]]
PAVING = {**COSTS, WATER: 12, FLOOR: 8}
"""Costs of a tile for a new path: it goes around houses, and crosses water only if necessary."""
TRIES = 12
"""Number of random sites for the square; the site nearest to the middle is taken."""


class Kind(NamedTuple):
    """A type of place that every village has."""

    name: str
    width: int
    height: int
    ground: str
    gives: str = ""
    serves: bool = False
    by_water: bool = False
    across: bool = False
    """True if it lies beyond the river."""


KINDS = (
    Kind("square", 4, 3, PATH),
    Kind("inn", 4, 2, FLOOR, "stew", serves=True),
    Kind("mill", 2, 2, FLOOR, "flour", by_water=True),
    Kind("farm", 4, 2, FIELD, "grain"),
    Kind("bakery", 3, 2, FLOOR, "bread", serves=True),
    Kind("chapel", 2, 2, FLOOR, "candles"),
    Kind("smithy", 2, 2, FLOOR, "nails"),
    Kind("jetty", 2, 1, PATH, "fish", by_water=True),
    Kind("woods", 2, 3, TREES, "wood", across=True),
)


def house_of(name: str) -> str:
    """Name somebody's house.

    >>> house_of("Ida")
    "Ida's house"
    """
    return f"{name}'s house"


def found(names: Sequence[str], size: int, draw: Draw) -> Ground:
    """Draw a village with sides of `size` tiles, in which all places can reach each other."""
    tiles = [[GRASS] * size for _ in range(size)]
    _let_flow(tiles, draw)
    places: list[Place] = []
    for kind in (*KINDS, *(Kind(house_of(name), 2, 1, FLOOR) for name in names)):
        place = _site(kind, tiles, places, draw)
        places.append(place)
        for x, y in place.spots:
            tiles[y][x] = kind.ground
    _plant(tiles, places, draw)
    for place in places[1:]:
        _pave(tiles, place.spots[0], places[0].spots[-1])
    return Ground(tuple("".join(row) for row in tiles), tuple(places))


def _let_flow(tiles: Tiles, draw: Draw) -> None:
    """Draw a river two tiles wide, from the top to the bottom, right of the middle."""
    size = len(tiles)
    x = size * 5 // 8 + draw.below(size // 5)
    for row in tiles:
        x = min(size - 4, max(size // 2, x + draw.below(3) - 1))
        row[x] = row[x + 1] = WATER


def _site(kind: Kind, tiles: Tiles, places: Sequence[Place], draw: Draw) -> Place:
    """Choose a free site.

    Places by the water get the site nearest to it, places across the river the easternmost. The others get the nearer
    to the square of two random sites; the square itself, of `TRIES` sites, the nearest to the middle.
    """
    size = len(tiles)
    free = [
        place
        for y in range(1, size - kind.height)
        for x in range(1, size - kind.width)
        if _is_free(place := _place(kind, x, y), tiles, places)
    ]
    if kind.by_water:
        return min(free, key=lambda place: (_from_water(place, tiles), draw.below(100)))
    if kind.across:
        return max(free, key=lambda place: (place.x, draw.below(100)))
    middle = (places[0].x, places[0].y) if places else (size * 2 // 5, size // 2)
    drawn = [draw.choice(free) for _ in range(2 if places else TRIES)]
    return min(drawn, key=lambda place: distance((place.x, place.y), middle))


def _place(kind: Kind, x: int, y: int) -> Place:
    return Place(kind.name, x, y, kind.width, kind.height, kind.ground == FLOOR, kind.gives, kind.serves)


def _is_free(place: Place, tiles: Tiles, places: Sequence[Place]) -> bool:
    """Return True if a place lies on land, with at least one tile between it and all others."""
    clear = all(
        place.x > other.x + other.width
        or other.x > place.x + place.width
        or place.y > other.y + other.height
        or other.y > place.y + place.height
        for other in places
    )
    return clear and all(tiles[y][x] != WATER for x, y in place.spots)


def _from_water(place: Place, tiles: Tiles) -> int:
    return min(abs(x - spot[0]) for spot in place.spots for x, tile in enumerate(tiles[spot[1]]) if tile == WATER)


def _plant(tiles: Tiles, places: Sequence[Place], draw: Draw) -> None:
    """Plant trees in groups, and a few bushes, on grass."""
    size = len(tiles)
    for _ in range(size // 2):
        x, y = draw.below(size), draw.below(size)
        for spot in _around(x, y):
            if draw.random() < 0.6:
                _grow(tiles, spot, TREES)
    for _ in range(size // 3):
        _grow(tiles, (draw.below(size), draw.below(size)), BUSH)


def _around(x: int, y: int) -> Iterator[Spot]:
    return ((x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1))


def _grow(tiles: Tiles, spot: Spot, tile: str) -> None:
    x, y = spot
    if 0 <= y < len(tiles) and 0 <= x < len(tiles) and tiles[y][x] == GRASS:
        tiles[y][x] = tile


def _pave(tiles: Tiles, start: Spot, goal: Spot) -> None:
    for x, y in way(tiles, PAVING, start, goal):
        if tiles[y][x] == WATER:
            tiles[y][x] = BRIDGE
        elif tiles[y][x] in (GRASS, TREES, BUSH):
            tiles[y][x] = PATH
