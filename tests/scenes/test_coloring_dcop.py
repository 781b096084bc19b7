"""Solvers over a whole weighted problem: the proven optimum, DSA, MGM, breakout, and our best local policy."""

from itertools import pairwise, product
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.solvers.distributed import breakout, dsa, mgm, relay
from scenes.coloring.solvers.weighted import Weighted, named, optimum, weighted
from tests.examples import examples
from tests.instances import graph, solvable

quick = examples(60)
small = st.builds(
    graph, st.integers(0, 2**32), st.just(6), st.integers(0, 15), st.integers(2, 3), st.sampled_from((0.2, 10.0))
)


def by_hand(problem: Weighted) -> float:
    """By trying everything."""
    return min(map(problem.cost, product(range(len(problem.unary[0])), repeat=len(problem.unary))))


# -- the problem


def test_the_cost_is_conflicts_and_unary_costs() -> None:
    problem = Weighted(((0.25, 0.5), (1.0, 0.0), (0.0, 2.0)), ((0, 1), (1, 2)), 10.0)
    assert problem.cost((0, 0, 0)) == 21.25
    assert problem.cost((1, 1, 0)) == 10.5
    assert problem.conflicts((1, 1, 0)) == 1


def test_a_scenes_problem_counts_missed_points_and_locked_neighbors() -> None:
    problem = default_problem()
    task, free = weighted(problem, {"a2": "red", "b4": "blue"})
    assert set(free) == set(problem.nodes) - {"a2", "b4"}
    assert dict(zip(problem.colors, task.unary[free.index("a1")], strict=True)) == {"red": 10, "green": 1, "blue": 2}
    assert dict(zip(problem.colors, task.unary[free.index("h2")], strict=True)) == {"red": 0, "green": 1, "blue": 2}
    assert len(task.edges) == sum(set(edge) <= set(free) for edge in problem.edges)
    choice = optimum(task).solved.choice
    colors = named(problem, free, choice) | {"a2": "red", "b4": "blue"}
    assert task.conflicts(choice) == len(problem.conflicts(colors)) == 0
    assert task.cost(choice) == 3 * len(free) - (problem.score(colors) - 4)


# -- the optimum


@quick
@given(small)
def test_the_optimum_is_what_trying_everything_finds(problem: Weighted) -> None:
    found, proven = optimum(problem)
    assert proven
    assert found.cost == problem.cost(found.choice) == by_hand(problem)


def test_fifty_nodes_are_proven_within_patience() -> None:
    for seed in range(5):
        assert optimum(graph(seed)).proven


def test_who_runs_out_of_patience_says_so_and_has_something() -> None:
    found, proven = optimum(graph(0), patience=60)
    assert not proven
    assert len(found.choice) == 50
    assert optimum(graph(0)).solved.cost <= found.cost


# -- local search


@quick
@given(small, st.integers(0, 2**32))
def test_local_search_keeps_its_best_and_never_beats_the_optimum(problem: Weighted, seed: int) -> None:
    least = optimum(problem).solved.cost
    runs = [solve(problem, Draw(seed)) for solve in (dsa, mgm, relay)]
    runs.append(breakout(problem, runs[0].choice))
    for found in runs:
        assert found.cost == problem.cost(found.choice) >= least
        assert found.history[-1] == found.cost
        assert all(later <= earlier for earlier, later in pairwise(found.history))
    assert runs[-1].cost <= runs[0].cost


@quick
@given(small, st.integers(0, 2**32))
def test_mgm_ends_where_no_node_alone_can_gain(problem: Weighted, seed: int) -> None:
    choice = mgm(problem, Draw(seed)).choice
    cost = problem.cost(choice)
    for node in range(6):
        for color in range(len(problem.unary[0])):
            assert problem.cost((*choice[:node], color, *choice[node + 1 :])) >= cost - 1e-9


def test_dsa_leaves_a_tie_in_conflict() -> None:
    """DSA-B moves sideways while it clashes: two nodes that both want nothing but to differ come apart."""
    even = Weighted(((0.0, 0.0),) * 8, tuple(pairwise(range(8))), 1.0)
    assert all(dsa(even, Draw(seed), rounds=400).cost == 0 for seed in range(10))


def test_a_draw_decides_a_run() -> None:
    problem = graph(1)
    for solve in (dsa, mgm, relay):
        assert solve(problem, Draw(3)) == solve(problem, Draw(3))


@pytest.mark.slow
def test_our_best_local_policy_ends_within_ten_percent() -> None:
    gaps = [relay(problem, Draw(seed)).cost / least - 1 for seed, problem, least in solvable(10)]
    assert mean(gaps) < 0.1
