"""Max-sum: exact on trees, anytime on cycles, and what must hold of its messages in every round."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coloring.solvers.distributed import maxsum
from scenes.coloring.solvers.weighted import Choice, Weighted
from tests.examples import counts, examples
from tests.instances import graph, tree

quick = examples(60)
seeds = st.integers(0, 2**32)


def least_on_a_tree(problem: Weighted) -> float:
    """Dynamic programming from the leaves: every edge joins a node to an earlier one."""
    below = [list(costs) for costs in problem.unary]
    for parent, child in sorted(problem.edges, key=lambda edge: -edge[1]):
        for color in range(len(below[parent])):
            below[parent][color] += min(
                cost + problem.penalty * (color == other) for other, cost in enumerate(below[child])
            )
    return min(below[0])


@st.composite
def problems(draw: st.DrawFn) -> Weighted:
    """Graphs with and without cycles, in parts or whole, and sometimes with equal costs."""
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
        found = maxsum(problem, Draw(seed), damping=damping, rounds=3000, tolerance=1e-9)
        assert found.converged, seed
        assert found.solved.cost == pytest.approx(least_on_a_tree(problem)), seed


def test_without_damping_a_tree_converges_when_news_has_crossed_it() -> None:
    path = Weighted(tree(3).unary[:2] * 10, tuple(pairwise(range(20))), 10.0)
    found = maxsum(path, Draw(1), damping=0.0)
    assert found.converged
    assert 18 <= found.solved.rounds <= 21
    assert maxsum(path, Draw(1), damping=0.0, rounds=10).converged is False


def test_without_preferences_noise_breaks_the_ties() -> None:
    """All colors tie, so a decoded tree is in conflict; the noise makes the optimum unique."""
    for seed in range(100):
        problem = tree(seed)
        even = problem._replace(unary=tuple((0.0,) * len(costs) for costs in problem.unary))
        assert even.conflicts(maxsum(even, Draw(seed)).solved.choice) == len(even.edges)
        assert maxsum(even, Draw(seed), noise=1e-3, rounds=1000, tolerance=1e-9).solved.cost == 0


# -- cycles


class Watched(Weighted):
    """Writes down what each decoded choice costs."""

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
        found = maxsum(problem, Draw(seed), damping=damping, rounds=100).solved
        assert found.cost == min(problem.seen) == Weighted.cost(problem, found.choice) == found.history[-1]
        assert all(later <= earlier for earlier, later in pairwise(found.history))
        assert len(found.history) == found.rounds <= 100


@pytest.mark.slow
def test_damping_settles_what_would_swing() -> None:
    """On cycles: undamped messages seldom settle, and damped ones decode far better."""
    runs = {d: [maxsum(graph(seed), Draw(seed), damping=d).solved.cost for seed in range(20)] for d in (0.0, 0.7)}
    assert sum(runs[0.7]) < 0.5 * sum(runs[0.0])


# -- always


@quick
@given(problems(), st.sampled_from((0.0, 0.3, 0.9)), st.integers(1, 30))
def test_beliefs_are_costs_and_messages_and_decode_the_choice(problem: Weighted, damping: float, rounds: int) -> None:
    found = maxsum(problem, Draw(1), damping=damping, rounds=rounds)
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


@quick
@given(problems(), st.sampled_from((0.0, 0.5)))
def test_a_longer_run_begins_as_a_shorter_one(problem: Weighted, damping: float) -> None:
    whole = maxsum(problem, Draw(1), damping=damping, rounds=12).solved
    for rounds in range(1, whole.rounds + 1):
        part = maxsum(problem, Draw(1), damping=damping, rounds=rounds).solved
        assert part.history == whole.history[:rounds]
        assert part.cost == part.history[-1]


@quick
@given(seeds, st.sampled_from((0.0, 0.5, 0.9)), st.data())
def test_names_of_nodes_and_colors_do_not_matter(seed: int, damping: float, data: st.DataObject) -> None:
    """Where no colors tie, as of those that do the first one is taken. Costs are drawn; but the difference between two
    colors of a node comes back to it around a cycle, in the third round at the earliest, and may cancel exactly."""
    rounds = 2
    problem = graph(seed, 8, 14)
    nodes = data.draw(st.permutations(range(8)))
    colors = data.draw(st.permutations(range(3)))
    unary = tuple(tuple(problem.unary[node][color] for color in colors) for node in nodes)
    edges = tuple((nodes.index(v), nodes.index(u)) for u, v in problem.edges)
    other = maxsum(Weighted(unary, edges, 10.0), Draw(1), damping=damping, rounds=rounds).solved
    found = maxsum(problem, Draw(1), damping=damping, rounds=rounds).solved
    assert other.history == pytest.approx(found.history)
    assert [colors[other.choice[nodes.index(node)]] for node in range(8)] == list(found.choice)


def test_the_same_draw_is_the_same_run() -> None:
    problem = graph(5)
    assert maxsum(problem, Draw(1), noise=0.1) == maxsum(problem, Draw(1), noise=0.1)
    assert maxsum(problem, Draw(1), noise=0.1) != maxsum(problem, Draw(2), noise=0.1)


def test_nothing_to_color() -> None:
    assert maxsum(Weighted((), (), 10.0), Draw(1)).solved.choice == ()
