"""Layout of a village: a river, places, woods, and paths that join everything."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.engine.chance import Draw
from scenes.village import terrain

Tiles = list[list[str]]
PAVING = {**terrain.COSTS, terrain.WATER: 12, terrain.FLOOR: 8}
"""Costs of a tile for a new path: it goes around houses, and over water only where it must."""
TRIES = 12
"""Sites that are drawn for the square; the one that is nearest to the middle is taken."""


class Kind(NamedTuple):
    """A place that every village has."""

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
    Kind("square", 4, 3, terrain.PATH),
    Kind("inn", 4, 2, terrain.FLOOR, "stew", serves=True),
    Kind("mill", 2, 2, terrain.FLOOR, "flour", by_water=True),
    Kind("farm", 4, 2, terrain.FIELD, "grain"),
    Kind("bakery", 3, 2, terrain.FLOOR, "bread", serves=True),
    Kind("chapel", 2, 2, terrain.FLOOR, "candles"),
    Kind("smithy", 2, 2, terrain.FLOOR, "nails"),
    Kind("jetty", 2, 1, terrain.PATH, "fish", by_water=True),
    Kind("woods", 2, 3, terrain.TREES, "wood", across=True),
)


def house_of(name: str) -> str:
    """Name somebody's house.

    >>> house_of("Ida")
    "Ida's house"
    """
    return f"{name}'s house"


def found(names: Sequence[str], size: int, draw: Draw) -> terrain.Ground:
    """Draw a village of so many tiles a side, in which all places can be reached from each other."""
    tiles = [[terrain.GRASS] * size for _ in range(size)]
    _let_flow(tiles, draw)
    places: list[terrain.Place] = []
    for kind in (*KINDS, *(Kind(house_of(name), 2, 1, terrain.FLOOR) for name in names)):
        place = _site(kind, tiles, places, draw)
        places.append(place)
        for x, y in place.spots:
            tiles[y][x] = kind.ground
    _plant(tiles, places, draw)
    for place in places[1:]:
        _pave(tiles, place.spots[0], places[0].spots[-1])
    return terrain.Ground(tuple("".join(row) for row in tiles), tuple(places))


def _let_flow(tiles: Tiles, draw: Draw) -> None:
    """Draw a river of two tiles' width, from the top to the bottom, right of the middle."""
    size = len(tiles)
    x = size * 5 // 8 + draw.below(size // 5)
    for row in tiles:
        x = min(size - 4, max(size // 2, x + draw.below(3) - 1))
        row[x] = row[x + 1] = terrain.WATER


def _site(kind: Kind, tiles: Tiles, places: Sequence[terrain.Place], draw: Draw) -> terrain.Place:
    """Choose a site: of two free ones the nearer to the square, or by the water the nearest to it."""
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
    return min(drawn, key=lambda place: terrain.apart((place.x, place.y), middle))


def _place(kind: Kind, x: int, y: int) -> terrain.Place:
    return terrain.Place(
        kind.name, x, y, kind.width, kind.height, kind.ground == terrain.FLOOR, kind.gives, kind.serves
    )


def _is_free(place: terrain.Place, tiles: Tiles, places: Sequence[terrain.Place]) -> bool:
    """Return True if a place lies on land, with a tile between it and all others."""
    clear = all(
        place.x > other.x + other.width
        or other.x > place.x + place.width
        or place.y > other.y + other.height
        or other.y > place.y + place.height
        for other in places
    )
    return clear and all(tiles[y][x] != terrain.WATER for x, y in place.spots)


def _from_water(place: terrain.Place, tiles: Tiles) -> int:
    return min(
        abs(x - spot[0]) for spot in place.spots for x, tile in enumerate(tiles[spot[1]]) if tile == terrain.WATER
    )


def _plant(tiles: Tiles, places: Sequence[terrain.Place], draw: Draw) -> None:
    """Plant trees in groups, and a few bushes, on grass."""
    size = len(tiles)
    for _ in range(size // 2):
        x, y = draw.below(size), draw.below(size)
        for spot in _around(x, y):
            if draw.random() < 0.6:
                _grow(tiles, spot, terrain.TREES)
    for _ in range(size // 3):
        _grow(tiles, (draw.below(size), draw.below(size)), terrain.BUSH)


def _around(x: int, y: int) -> Iterator[terrain.Spot]:
    return ((x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1))


def _grow(tiles: Tiles, spot: terrain.Spot, tile: str) -> None:
    x, y = spot
    if 0 <= y < len(tiles) and 0 <= x < len(tiles) and tiles[y][x] == terrain.GRASS:
        tiles[y][x] = tile


def _pave(tiles: Tiles, start: terrain.Spot, goal: terrain.Spot) -> None:
    for x, y in terrain.way(tiles, PAVING, start, goal):
        if tiles[y][x] == terrain.WATER:
            tiles[y][x] = terrain.BRIDGE
        elif tiles[y][x] in (terrain.GRASS, terrain.TREES, terrain.BUSH):
            tiles[y][x] = terrain.PATH
