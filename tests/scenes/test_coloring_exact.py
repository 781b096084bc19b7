"""The exact search against brute force."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.chance import Draw
from scenes.coloring.problem.generation import default_problem, generate_problem
from scenes.coloring.problem.graph import COLORS, Coloring, Problem
from scenes.coloring.solvers import exact, mini_buckets
from scenes.coloring.solvers.exact import Best, best, table
from tests.examples import examples


class Case(NamedTuple):
    problem: Problem
    known: Coloring
    constrained: Coloring
    seed: int


@st.composite
def cases(draw: st.DrawFn, colors: int = 4) -> Case:
    """Draw a cluster of up to 6 nodes and three outside nodes, some known, with some own nodes constrained."""
    own = tuple(f"a{i}" for i in range(draw(st.integers(1, 6))))
    out = tuple(f"h{i}" for i in range(3))
    palette = COLORS[: draw(st.integers(2, colors))]
    pairs = [*combinations(own, 2), *product(own, out)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True))
    point = st.one_of(st.integers(0, 3).map(float), st.floats(-5, 5))
    points = {node: {color: draw(point) for color in palette} for node in own + out}
    colored = st.sampled_from(palette)
    known = draw(st.dictionaries(st.sampled_from(out), colored))
    constrained = draw(st.dictionaries(st.sampled_from(own), colored))
    problem = Problem({"A": own, "H": out}, tuple(edges), palette, 10.0, points)
    return Case(problem, known, constrained, draw(st.integers(0, 2**32)))


def colorings(problem: Problem, nodes: tuple[str, ...], constrained: Coloring) -> Iterator[Coloring]:
    for choice in product(problem.colors, repeat=len(nodes)):
        colors = dict(zip(nodes, choice, strict=True))
        if constrained.items() <= colors.items():
            yield colors


def brute(case: Case, known: Coloring) -> tuple[int, float]:
    """Return the fewest conflicts, and the highest score with them, by trying everything."""
    worth = [
        (len(case.problem.conflicts(known | colors)), -case.problem.score(colors))
        for colors in colorings(case.problem, case.problem.clusters["A"], case.constrained)
    ]
    conflicts, missed = min(worth)
    return conflicts, -missed


@pytest.fixture(params=[1, pytest.param(20, marks=pytest.mark.slow), mini_buckets.CELLS], autouse=True)
def cells(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Split even small tables, so that the bound differs from the cost for small clusters too."""
    monkeypatch.setattr(mini_buckets, "CELLS", request.param)


quick = examples(60)


def search(case: Case, points: bool = True, **limits: int) -> Best:
    """Search with other step limits."""
    with pytest.MonkeyPatch.context() as patch:
        for name, steps in limits.items():
            patch.setattr(exact, name, steps)
        return best(case.problem, "A", case.known, case.constrained, Draw(case.seed), points=points)


@quick
@given(cases())
def test_best_is_what_brute_force_finds(case: Case) -> None:
    problem, (fewest, score) = case.problem, brute(case, case.known)
    found, hurried, bare = search(case), search(case, STEPS_TO_PROVE=1), search(case, points=False)
    assert found == search(case)
    assert tuple(found.colors) == problem.clusters["A"]
    assert case.constrained.items() <= found.colors.items()
    assert problem.score(found.colors) == found.score == pytest.approx(score)
    assert hurried.score == pytest.approx(score) if hurried.proven else hurried.score <= score + 1e-9
    assert bare.least == fewest
    for each in (found, hurried, bare):
        assert each.conflicts == len(problem.conflicts(case.known | each.colors)) == fewest
    for points in (True, False):
        given_up = search(case, points, MOST_STEPS=1)
        assert given_up.least <= fewest <= given_up.conflicts == len(problem.conflicts(case.known | given_up.colors))
        proven = given_up.conflicts == fewest and (given_up.score == pytest.approx(score) or not points)
        assert proven or not given_up.proven


def test_a_large_cluster_is_not_searched_for_ever() -> None:
    made = generate_problem(
        clusters=2, size=20, colors=6, density=0.4, topology="chain", penalty=10.0, solvable=True, draw=Draw(1)
    )
    found = best(made.problem, "A", {}, {}, Draw(1))
    assert (found.conflicts, found.proven) == (0, False)


@pytest.mark.parametrize("points", [True, False])
@pytest.mark.few(1)
def test_a_table_of_a_dense_cluster_takes_bounded_steps(monkeypatch: pytest.MonkeyPatch, points: bool) -> None:
    """A step takes some five microseconds, however hard the cluster is."""
    steps: list[int] = []
    search = exact._Cluster.search

    def counted(*args: Any) -> mini_buckets.Found:
        found = search(*args)
        steps.append(found.steps)
        return found

    monkeypatch.setattr(exact._Cluster, "search", counted)
    made = generate_problem(
        clusters=2, size=20, colors=6, density=0.9, topology="chain", penalty=10.0, solvable=True, draw=Draw(1)
    )
    varied = made.problem.boundary("H", "A")
    locked = {"a1": "red", "a2": "green", "a3": "blue"}
    rows, more = table(made.problem, "A", varied, {}, locked, Draw(1), points=points)
    assert (len(rows), more) == (6 ** len(varied), 0)
    assert sum(steps) <= exact.MOST_STEPS + exact.MOST_TABLE_STEPS + exact.LEAST_ROW_STEPS * len(steps)


@quick
@given(cases(colors=3), st.sampled_from([0, 5, 729]))
def test_the_table_is_best_for_each_configuration(case: Case, limit: int) -> None:
    varied = ("h2", "h0")
    rows, more = table(case.problem, "A", varied, case.known, case.constrained, Draw(case.seed), limit)
    configurations = list(product(case.problem.colors, repeat=2))
    assert [tuple(outside[node] for node in varied) for outside, _ in rows] == configurations[:limit]
    assert len(rows) + more == len(configurations)
    for outside, row in rows:
        known = case.known | outside
        single = best(case.problem, "A", known, case.constrained, Draw(case.seed))
        assert row.conflicts == single.conflicts
        assert row.score == pytest.approx(single.score)
        assert len(case.problem.conflicts(known | row.colors)) == row.conflicts
        assert case.problem.score(row.colors) == row.score
        assert case.constrained.items() <= row.colors.items()


def test_a_table_over_nothing_has_one_row() -> None:
    rows, more = table(default_problem(), "A", (), {}, {}, Draw(1))
    assert (len(rows), more) == (1, 0)
    assert rows[0][1] == best(default_problem(), "A", {}, {}, Draw(1))


def test_nodes_known_elsewhere_change_nothing() -> None:
    problem = default_problem()
    far = {"h3": "red", "b1": "red", "b2": "green"}
    assert best(problem, "A", far, {}, Draw(5)) == best(problem, "A", {}, {}, Draw(5))


def test_the_draw_decides_among_equals() -> None:
    found = [best(default_problem(), "H", {}, {}, Draw(seed)) for seed in range(12)]
    assert len({(one.conflicts, one.score) for one in found}) == 1
    assert len({tuple(one.colors.values()) for one in found}) > 1


def test_a_tiny_difference_in_points_counts() -> None:
    points = {"a1": {"red": 1.0, "green": 1.0 + 2**-52}, "a2": {"red": 1e-300, "green": 0.0}}
    problem = Problem({"A": ("a1", "a2")}, (), ("red", "green"), 10.0, points)
    assert best(problem, "A", {}, {}, Draw(0)).colors == {"a1": "green", "a2": "red"}


def test_the_hash_seed_of_python_does_not_matter() -> None:
    code = (
        "from core.engine.chance import Draw; from scenes.coloring.solvers.exact import best\n"
        "from scenes.coloring.problem.generation import *\n"
        "p = generate_problem(clusters=3, size=12, colors=4, density=0.4, topology='ring', penalty=1.0, solvable=False,"
        " draw=Draw(3))\n"
        "print(p, best(p.problem, 'H', {}, {}, Draw(4)), lock_nodes(p.problem, 2, False, Draw(5)).fixed)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True)
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
