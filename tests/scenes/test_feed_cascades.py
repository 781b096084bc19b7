"""Cascade shapes against networkx, and the tail of their sizes against its definition."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.feed.metrics import Shape, generations, shape, subtree_sizes
from tests.bench.tails import tail, tail_exponent
from tests.examples import examples

quick = examples(100)


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Draw a random recursive tree, from bushy to stringy: each item reshares one of the last few, or of all."""
    reach = draw(st.sampled_from([1, 2, 5, 100]))
    return [-1, *(draw(st.integers(max(0, i - reach), i - 1)) for i in range(1, draw(st.integers(1, 30))))]


def graph(parents: list[int]) -> nx.DiGraph:
    out = nx.DiGraph()
    out.add_nodes_from(range(len(parents)))
    out.add_edges_from((parent, i) for i, parent in enumerate(parents) if i)
    return out


@quick
@given(trees())
def test_shape_is_what_networkx_finds(parents: list[int]) -> None:
    tree = graph(parents)
    layers = [len(layer) for layer in nx.bfs_layers(tree, 0)]
    found = shape(parents)
    assert found.size == tree.number_of_nodes()
    assert found.depth == len(layers) - 1 == nx.dag_longest_path_length(tree)
    assert found.breadth == max(layers)
    assert found.virality == pytest.approx(nx.average_shortest_path_length(tree.to_undirected()))
    assert generations(parents) == layers
    assert subtree_sizes(parents) == [1 + len(nx.descendants(tree, i)) for i in range(len(parents))]


@pytest.mark.parametrize("n", [2, 3, 4, 10, 1000])
def test_star_and_path(n: int) -> None:
    *star, by_star = shape([-1] + [0] * (n - 1))
    *path, by_path = shape([-1, *range(n - 1)])
    assert star == [n, 1, n - 1]
    assert by_star == pytest.approx(2 * (n - 1) / n)
    assert path == [n, n - 1, 1]
    assert by_path == pytest.approx((n + 1) / 3)


def test_a_tree_by_hand() -> None:
    parents = [-1, 0, 0, 1, 1, 3]
    assert generations(parents) == [1, 2, 2, 1]
    assert subtree_sizes(parents) == [6, 4, 1, 2, 1, 1]
    assert shape(parents) == Shape(6, 3, 2, 2 * (8 + 5 + 8 + 5 + 5) / 30)


def test_long_and_large_trees_need_no_recursion() -> None:
    draw = Draw(1)
    assert shape([-1, *range(49_999)]).depth == 49_999
    assert shape([-1, *(draw.below(i) for i in range(1, 50_000))]).size == 50_000


def test_tail_by_hand() -> None:
    assert tail([1, 5, 1, 2]) == [(1, 1.0), (2, 0.5), (5, 0.25)]
    assert tail([]) == []


def test_the_exponent_is_equation_3_7() -> None:
    sizes = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    reach = np.array(sizes[3:])
    assert tail_exponent(sizes, 2) == pytest.approx(1 + len(reach) / np.log(reach / 1.5).sum())
    assert tail_exponent([1] * 10, 1) == pytest.approx(1 + 1 / np.log(2))


def test_few_cascades_have_no_exponent() -> None:
    assert tail_exponent([], 1) is None
    assert tail_exponent([5] * 9 + [4] * 100, 5) is None
    assert tail_exponent([5] * 10, 5) is not None
