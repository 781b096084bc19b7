"""Solvers of a whole weighted problem: the proven optimum, max-sum, DSA, MGM, breakout, and our best local policy."""

from itertools import pairwise, product
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.solvers.distributed import run_breakout, run_dsa, run_max_sum, run_max_sum_then_breakout, run_mgm
from scenes.coloring.solvers.weighted import Choice, Weighted, named_colors, optimum, weighted_problem
from tests.examples import counts, examples
from tests.instances import graph, solvable, tree

quick = examples(60)
small = st.builds(
    graph, st.integers(0, 2**32), st.just(6), st.integers(0, 15), st.integers(2, 3), st.sampled_from((0.2, 10.0))
)


def by_hand(problem: Weighted) -> float:
    """Return the lowest cost, by trying everything."""
    return min(map(problem.cost, product(range(len(problem.unary[0])), repeat=len(problem.unary))))


# -- the problem


def test_the_cost_is_conflicts_and_unary_costs() -> None:
    problem = Weighted(((0.25, 0.5), (1.0, 0.0), (0.0, 2.0)), ((0, 1), (1, 2)), 10.0)
    assert problem.cost((0, 0, 0)) == 21.25
    assert problem.cost((1, 1, 0)) == 10.5
    assert problem.conflicts((1, 1, 0)) == 1


def test_a_scenes_problem_counts_missed_points_and_locked_neighbors() -> None:
    problem = default_problem()
    task, free = weighted_problem(problem, {"a2": "red", "b4": "blue"})
    assert set(free) == set(problem.nodes) - {"a2", "b4"}
    assert dict(zip(problem.colors, task.unary[free.index("a1")], strict=True)) == {"red": 10, "green": 1, "blue": 2}
    assert dict(zip(problem.colors, task.unary[free.index("h2")], strict=True)) == {"red": 0, "green": 1, "blue": 2}
    assert len(task.edges) == sum(set(edge) <= set(free) for edge in problem.edges)
    choice = optimum(task).solved.choice
    colors = named_colors(problem, free, choice) | {"a2": "red", "b4": "blue"}
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
    for seed in range(2):
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
    runs = [solve(problem, Draw(seed), rounds=40) for solve in (run_dsa, run_mgm, run_max_sum_then_breakout)]
    runs.append(run_breakout(problem, runs[0].choice))
    for found in runs:
        assert found.cost == problem.cost(found.choice) >= least
        assert found.history[-1] == found.cost
        assert all(later <= earlier for earlier, later in pairwise(found.history))
    assert runs[-1].cost <= runs[0].cost


@quick
@given(small, st.integers(0, 2**32))
def test_mgm_ends_where_no_node_alone_can_gain(problem: Weighted, seed: int) -> None:
    choice = run_mgm(problem, Draw(seed)).choice
    cost = problem.cost(choice)
    for node in range(6):
        for color in range(len(problem.unary[0])):
            assert problem.cost((*choice[:node], color, *choice[node + 1 :])) >= cost - 1e-9


def test_dsa_leaves_a_tie_in_conflict() -> None:
    """DSA-B moves sideways while it is in conflict: two nodes whose only constraint is to differ come to differ."""
    even = Weighted(((0.0, 0.0),) * 8, tuple(pairwise(range(8))), 1.0)
    assert all(run_dsa(even, Draw(seed), rounds=400).cost == 0 for seed in range(10))


@pytest.mark.slow
def test_our_best_local_policy_ends_within_ten_percent() -> None:
    gaps = [run_max_sum_then_breakout(problem, Draw(seed)).cost / least - 1 for seed, problem, least in solvable(10)]
    assert mean(gaps) < 0.1


seeds = st.integers(0, 2**32)


def least_on_a_tree(problem: Weighted) -> float:
    """Return the lowest cost of a tree by dynamic programming; each edge joins a node to an earlier one."""
    below = [list(costs) for costs in problem.unary]
    for parent, child in sorted(problem.edges, key=lambda edge: -edge[1]):
        for color in range(len(below[parent])):
            below[parent][color] += min(
                cost + problem.penalty * (color == other) for other, cost in enumerate(below[child])
            )
    return min(below[0])


@st.composite
def problems(draw: st.DrawFn) -> Weighted:
    """Draw graphs with and without cycles, connected or not, and sometimes with equal costs."""
    nodes = draw(st.integers(1, 9))
    edges = draw(st.integers(0, nodes * (nodes - 1) // 2))
    problem = graph(draw(seeds), nodes, edges, draw(st.integers(2, 4)), draw(st.sampled_from((0.3, 1.0, 10.0))))
    if draw(st.booleans()):
        return problem
    return problem._replace(unary=tuple(tuple(map(round, costs)) for costs in problem.unary))


# -- trees


@pytest.mark.parametrize("damping", [0.0, 0.5, 0.9])
@counts(12, 40)
def test_exact_on_trees(damping: float, count: int) -> None:
    for seed in range(count):
        problem = tree(seed)
        found = run_max_sum(problem, Draw(seed), damping=damping, rounds=3000, tolerance=1e-9)
        assert found.converged, seed
        assert found.solved.cost == pytest.approx(least_on_a_tree(problem)), seed


def test_without_preferences_noise_breaks_the_ties() -> None:
    """All colors tie, so a decoded tree is in conflict; the noise makes the optimum unique."""
    for seed in range(20):
        problem = tree(seed)
        even = problem._replace(unary=tuple((0.0,) * len(costs) for costs in problem.unary))
        assert even.conflicts(run_max_sum(even, Draw(seed)).solved.choice) == len(even.edges)
        assert run_max_sum(even, Draw(seed), noise=1e-3, rounds=1000, tolerance=1e-9).solved.cost == 0


# -- cycles


class Watched(Weighted):
    """A problem that records the cost of each decoded choice."""

    seen: list[float]

    def cost(self, choice: Choice) -> float:
        self.seen.append(super().cost(choice))
        return self.seen[-1]


@pytest.mark.parametrize("damping", [0.0, 0.5, 0.9])
@pytest.mark.few(1)
def test_the_best_choice_ever_decoded_is_never_lost(damping: float) -> None:
    for seed in range(20):
        problem = Watched(*graph(seed))
        problem.seen = []
        found = run_max_sum(problem, Draw(seed), damping=damping, rounds=100).solved
        assert found.cost == min(problem.seen) == Weighted.cost(problem, found.choice) == found.history[-1]
        assert all(later <= earlier for earlier, later in pairwise(found.history))
        assert len(found.history) == found.rounds <= 100


@pytest.mark.slow
def test_damping_settles_what_would_swing() -> None:
    """On graphs with cycles, undamped messages seldom settle, and damped ones decode far better."""
    runs = {d: [run_max_sum(graph(seed), Draw(seed), damping=d).solved.cost for seed in range(20)] for d in (0.0, 0.7)}
    assert sum(runs[0.7]) < 0.5 * sum(runs[0.0])


# -- invariants


@quick
@given(problems(), st.sampled_from((0.0, 0.3, 0.9)), st.integers(1, 30))
def test_beliefs_are_costs_and_messages_and_decode_the_choice(problem: Weighted, damping: float, rounds: int) -> None:
    found = run_max_sum(problem, Draw(1), damping=damping, rounds=rounds)
    sums = [list(costs) for costs in problem.unary]
    for message in found.messages:
        assert 0 < message.cost <= problem.penalty
        assert {message.source, message.target} in [set(edge) for edge in problem.edges]
        sums[message.target][message.color] += message.cost
    for costs, beliefs, color in zip(sums, found.beliefs, found.solved.choice, strict=True):
        assert beliefs == pytest.approx(costs)
        assert beliefs[color] == min(beliefs)
    assert found.solved.messages == 4 * len(problem.edges) * found.solved.rounds
    assert 1 <= found.at <= found.solved.rounds <= rounds


def test_the_same_draw_is_the_same_run() -> None:
    problem = graph(5)
    for solve in (run_dsa, run_mgm, run_max_sum_then_breakout):
        assert solve(problem, Draw(3), rounds=30) == solve(problem, Draw(3), rounds=30)
    assert run_max_sum(problem, Draw(1), noise=0.1) == run_max_sum(problem, Draw(1), noise=0.1)
    assert run_max_sum(problem, Draw(1), noise=0.1) != run_max_sum(problem, Draw(2), noise=0.1)


def test_nothing_to_color() -> None:
    assert run_max_sum(Weighted((), (), 10.0), Draw(1)).solved.choice == ()
