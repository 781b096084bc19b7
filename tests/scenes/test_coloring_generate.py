"""The solver against brute force, and what generated and posed problems promise."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coloring.problem.generation import Posed, Topology, default_problem, generate_problem, pose
from scenes.coloring.problem.graph import COLORS, Coloring, Problem
from scenes.coloring.solvers.backtracking import solve
from tests.examples import examples

quick = examples(80)
seeds = st.integers(0, 2**32)


def brute(problem: Problem, fixed: Coloring) -> bool:
    """Whether a valid coloring that keeps the fixed colors exists, by trying everything."""
    choices = [(fixed[node],) if node in fixed else problem.colors for node in problem.nodes]
    return any(not problem.conflicts(dict(zip(problem.nodes, choice, strict=True))) for choice in product(*choices))


def connected(problem: Problem, nodes: tuple[str, ...]) -> bool:
    reached, todo = {nodes[0]}, [nodes[0]]
    while todo:
        new = [other for other in problem.adjacent[todo.pop()] if other in nodes and other not in reached]
        reached.update(new)
        todo += new
    return reached == set(nodes)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Problem, Coloring]:
    half = draw(st.integers(1, 4))
    clusters = {"A": tuple(f"a{i}" for i in range(half)), "H": tuple(f"h{i}" for i in range(3))}
    nodes = clusters["A"] + clusters["H"]
    colors = COLORS[: draw(st.integers(2, 3))]
    edges = draw(st.lists(st.sampled_from(list(combinations(nodes, 2))), unique=True))
    fixed = draw(st.dictionaries(st.sampled_from(nodes), st.sampled_from(colors), max_size=3))
    points = {node: dict.fromkeys(colors, 1.0) for node in nodes}
    return Problem(clusters, tuple(edges), colors, 10.0, points), fixed


@st.composite
def requests(draw: st.DrawFn, /, **wanted: Any) -> dict[str, Any]:
    asked = {
        "clusters": draw(st.integers(2, 8)),
        "size": draw(st.integers(2, 8)),
        "colors": draw(st.integers(2, 6)),
        "density": draw(st.floats(0, 1)),
        "topology": draw(st.sampled_from(["chain", "ring", "star", "random"])),
        "penalty": 10.0,
        "solvable": draw(st.booleans()),
    }
    return asked | wanted


@examples(300)
@given(graphs(), seeds)
def test_solve_finds_a_coloring_exactly_when_there_is_one(graph: tuple[Problem, Coloring], seed: int) -> None:
    problem, fixed = graph
    found = solve(problem, fixed, Draw(seed))
    assert (found is not None) == brute(problem, fixed)
    if found is not None:
        assert tuple(found) == problem.nodes
        assert fixed.items() <= found.items()
        assert problem.conflicts(found) == []
    assert found == solve(problem, fixed, Draw(seed))


def test_solve_samples_different_colorings() -> None:
    found = [solve(default_problem(), {}, Draw(seed)) for seed in range(30)]
    assert len({tuple(one.values()) for one in found if one}) > 10


@pytest.mark.parametrize("colors", [3, 4])
def test_solve_is_quick_on_large_planted_graphs(colors: int) -> None:
    for seed in range(5):
        posed = generate(seed, clusters=8, size=20, colors=colors, density=0.2 + 0.02 * seed)
        assert solve(posed.problem, {}, Draw(seed)) is not None


def test_solve_proves_quickly_that_one_cluster_is_hopeless() -> None:
    for seed in range(5):
        posed = generate(seed, clusters=8, size=20, colors=4, solvable=False)
        assert solve(posed.problem, {}, Draw(seed)) is None


def generate(seed: int, **asked: Any) -> Posed:
    common: dict[str, Any] = {"topology": "ring", "penalty": 10.0, "solvable": True, "density": 0.3}
    return generate_problem(**common | asked, draw=Draw(seed))


def test_the_default_problem() -> None:
    problem = default_problem()
    assert tuple(problem.clusters) == ("A", "H", "B")
    assert (len(problem.nodes), len(problem.edges), len(set(problem.edges))) == (15, 23, 23)
    assert problem.neighbors == {"A": ("H",), "H": ("A", "B"), "B": ("H",)}
    assert problem.boundary("H", "B") == ("h2", "h5")
    assert problem.score({"a1": "red", "h3": "green", "b5": "blue"}) == 6.0
    assert solve(problem, {}, Draw(0)) is not None


@quick
@given(requests(), seeds)
def test_generated_problems_keep_their_promises(asked: dict[str, Any], seed: int) -> None:
    assume(asked["solvable"] or 2 * asked["size"] > asked["colors"])
    posed = generate(seed, **asked)
    problem = posed.problem
    position = {node: i for i, node in enumerate(problem.nodes)}
    assert len(problem.clusters) == asked["clusters"]
    assert all(len(nodes) == asked["size"] for nodes in problem.clusters.values())
    assert len(set(problem.edges)) == len(problem.edges)
    assert all(position[u] < position[v] for u, v in problem.edges)
    assert all(connected(problem, nodes) for nodes in problem.clusters.values())
    assert connected(problem, problem.nodes)
    assert posed.fixed == {}
    if asked["solvable"]:
        assert posed.witness is not None
        assert tuple(sorted(posed.witness)) == tuple(sorted(problem.nodes))
        assert problem.conflicts(posed.witness) == []
    else:
        assert posed.witness is None
        clique = posed.why.split(" all touch")[0].split()
        assert len(clique) == asked["colors"] + 1
        assert all(v in problem.adjacent[u] for u, v in combinations(clique, 2))
        assert solve(problem, {}, Draw(seed)) is None
    assert posed == generate(seed, **asked)


@pytest.mark.parametrize(
    ("topology", "links"),
    [("chain", {"AH", "HB", "BC", "CD"}), ("ring", {"AH", "HB", "BC", "CD", "AD"}), ("star", {"AH", "HB", "HC", "HD"})],
)
def test_topology_says_which_clusters_share_edges(topology: Topology, links: set[str]) -> None:
    problem = generate(1, clusters=5, size=6, colors=3, topology=topology).problem
    across = [problem.owner[u] + problem.owner[v] for u, v in problem.edges if problem.owner[u] != problem.owner[v]]
    assert set(across) == links
    assert all(2 <= across.count(link) <= 3 for link in links)


def test_density_is_the_share_of_pairs() -> None:
    problem = generate(7, clusters=2, size=20, colors=4, density=0.3).problem
    for nodes in problem.clusters.values():
        assert sum(u in nodes and v in nodes for u, v in problem.edges) == 57


def test_single_nodes() -> None:
    posed = generate(1, clusters=4, size=1, colors=2)
    assert len(posed.problem.edges) == 4
    assert posed.witness is not None
    assert posed.problem.conflicts(posed.witness) == []
    with pytest.raises(ValueError, match="add a color"):
        generate(1, clusters=3, size=1, colors=2)


def test_no_room_for_an_unsolvable_clique() -> None:
    with pytest.raises(ValueError, match="at least 4 nodes per cluster"):
        generate(1, clusters=3, size=3, colors=6, solvable=False)


@quick
@given(requests(clusters=3, size=4, colors=3, solvable=True), st.integers(0, 3), st.booleans(), seeds)
def test_posed_problems_keep_their_promises(asked: dict[str, Any], locks: int, solvable: bool, seed: int) -> None:
    problem = generate(seed, **asked).problem
    assume(locks or solvable)
    posed = pose(problem, locks, solvable, Draw(seed))
    assert [sum(node in posed.fixed for node in nodes) for nodes in problem.clusters.values()] == [locks] * 3
    assert (solve(problem, posed.fixed, Draw(0)) is not None) == solvable
    if solvable:
        assert posed.witness is not None
        assert posed.fixed.items() <= posed.witness.items()
        assert problem.conflicts(posed.witness) == []
    else:
        u, _, v = posed.why.split()[:3]
        assert posed.witness is None
        assert v.strip(",") in problem.adjacent[u]
        assert posed.fixed[u] == posed.fixed[v.strip(",")]
    assert posed == pose(problem, locks, solvable, Draw(seed))


def test_locks_never_exceed_a_cluster() -> None:
    posed = pose(generate(2, clusters=3, size=2, colors=3).problem, 3, True, Draw(2))
    assert len(posed.fixed) == 6


def test_posing_a_graph_without_a_valid_coloring() -> None:
    problem = generate(3, clusters=3, size=5, colors=3, solvable=False).problem
    posed = pose(problem, 1, False, Draw(3))
    assert (posed.witness, len(posed.fixed)) == (None, 3)
    assert "all touch each other, and there are 3 colors" in posed.why
    with pytest.raises(ValueError, match="no valid coloring"):
        pose(problem, 1, True, Draw(3))


def test_what_cannot_be_made_unsolvable() -> None:
    with pytest.raises(ValueError, match="lock nodes"):
        pose(default_problem(), 0, False, Draw(0))
    alone = Problem({"A": ("a1", "a2")}, (("a1", "a2"),), COLORS[:2], 10.0, {"a1": {}, "a2": {}})
    with pytest.raises(ValueError, match="more nodes per cluster"):
        pose(alone, 1, False, Draw(0))
    assert set(pose(alone, 2, False, Draw(0)).fixed) == {"a1", "a2"}
