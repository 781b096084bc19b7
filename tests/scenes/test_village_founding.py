"""Layout of villages: everything is reachable, and paths are the cheapest."""

import networkx as nx
import pytest

from core.engine.chance import Chance, Draw
from scenes.village.terrain import COSTS, WATER, Ground, found, house_of
from scenes.village.villagers import NAMES
from tests.examples import counts


def village(seed: int, people: int = 12, size: int = 20) -> Ground:
    return found(NAMES[:people], size, Chance(seed)("ground"))


@pytest.mark.parametrize("size", [20, 27, 40])
@counts(4, 16)
@pytest.mark.few(1)
def test_every_place_can_be_reached(size: int, count: int) -> None:
    for seed in range(count):
        ground = village(seed, size=size)
        assert len(ground.rows) == size
        assert {len(row) for row in ground.rows} == {size}
        assert any(WATER in row for row in ground.rows)
        assert all(spot in ground.land for place in ground.places for spot in place.spots)


@counts(6, 16)
def test_places_do_not_touch_and_houses_are_everybodys(count: int) -> None:
    for seed in range(count):
        ground = village(seed)
        assert {house_of(name) for name in NAMES} < {place.name for place in ground.places}
        tiles = [spot for place in ground.places for spot in place.spots]
        assert len(set(tiles)) == len(tiles)
        for place in ground.places:
            beside = {(x + i, y + j) for x, y in place.spots for i in (-1, 0, 1) for j in (-1, 0, 1)}
            assert all(ground.place_at(spot) in (None, place) for spot in beside)


def test_ways_cost_what_the_cheapest_ones_do() -> None:
    """Compare with another library's Dijkstra algorithm."""
    for seed in range(4):
        ground, draw = village(seed), Draw(seed)
        graph = nx.DiGraph()
        size = range(len(ground.rows))
        for x, y in ((x, y) for x in size for y in size):
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if ground.tile((x, y)) in COSTS and ground.tile(there) in COSTS:
                    graph.add_edge((x, y), there, weight=COSTS[ground.tile(there)])
        land = sorted(ground.land)
        for _ in range(20):
            start, goal = draw.choice(land), draw.choice(land)
            path = ground.way(start, goal)
            assert (path[0], path[-1]) == (start, goal)
            assert ground.path_cost(path) == nx.dijkstra_path_length(graph, start, goal)


def test_there_is_no_way_onto_water() -> None:
    ground = village(1)
    x, y = next((row.index(WATER), y) for y, row in enumerate(ground.rows) if WATER in row)
    assert ground.way(min(ground.land), (x, y)) == ()
