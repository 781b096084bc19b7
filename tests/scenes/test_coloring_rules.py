"""Penalty and satisfaction: one function decides, and a recount from the edges must agree with it."""

from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.coloring.problem.graph import COLORS, POINTS, Coloring, Problem
from scenes.coloring.problem.penalty import Verdict, better, flips, judge


def tiny(edges: str, colors: int = 3, penalty: float = 10.0, points: dict[str, float] = POINTS) -> Problem:
    """A problem from edges such as "a1-a2 a1-h1"; the letter of a node says whose it is."""
    pairs = [(u, v) for u, _, v in (edge.partition("-") for edge in edges.split())]
    nodes = sorted({node for pair in pairs for node in pair if node})
    owners = {node[0].upper() for node in nodes}
    clusters = {owner: tuple(n for n in nodes if n[0].upper() == owner) for owner in "AHB" if owner in owners}
    palette = COLORS[:colors]
    worth = {node: {color: points[color] for color in palette} for node in nodes}
    return Problem(clusters, tuple((u, v) for u, v in pairs if v), palette, penalty, worth)


class Case(NamedTuple):
    problem: Problem
    own: Coloring
    known: Coloring


PAIRS = ("a1-a2", "a2-a3", "a1-a3", "a1-h1", "h1-a2", "a2-h2", "b1-a3", "a3-h2", "a1-b1")
NODES = "a1- a2- a3- h1- h2- b1-"


@st.composite
def cases(draw: st.DrawFn) -> Case:
    edges = draw(st.lists(st.sampled_from(PAIRS), unique=True))
    problem = tiny(f"{NODES} {' '.join(edges)}", penalty=draw(st.sampled_from([0.5, 1.0, 10.0])))
    color = st.sampled_from(problem.colors)
    own = draw(st.dictionaries(st.sampled_from(["a1", "a2", "a3"]), color))
    known = draw(st.dictionaries(st.sampled_from(["h1", "h2", "b1"]), color))
    return Case(problem, own, known)


def clashes(case: Case) -> list[tuple[str, str]]:
    """Conflicting edges of A, found without the rules."""
    colors = {**case.own, **case.known}
    return [(u, v) for u, v in case.problem.edges if colors.get(u, u) == colors.get(v, v) and "a" in u + v]


@given(cases())
def test_a_penalty_counts_the_conflicting_edges_and_nothing_else(case: Case) -> None:
    verdict = judge(case.problem, "A", case.own, case.known)
    assert sorted(verdict.conflicts) == sorted(clashes(case))
    assert verdict.penalty == case.problem.conflict_penalty * len(clashes(case))
    unloved = {node: dict.fromkeys(case.problem.colors, -99.0) for node in case.problem.nodes}
    assert judge(msgspec.structs.replace(case.problem, preferences=unloved), "A", case.own, case.known) == verdict


@given(cases())
def test_both_counts_of_boundary_conflicts_agree(case: Case) -> None:
    verdict = judge(case.problem, "A", case.own, case.known)
    assert verdict.boundary_conflicts == sum(not u.startswith("a") or not v.startswith("a") for u, v in clashes(case))
    assert not verdict.miscounted


@given(cases())
def test_only_a_whole_coloring_without_conflicts_satisfies(case: Case) -> None:
    verdict = judge(case.problem, "A", case.own, case.known)
    assert verdict.uncolored == 3 - len(case.own)
    assert verdict.satisfied == (len(case.own) == 3 and not clashes(case))


@given(cases())
def test_a_reported_color_in_another_case_never_satisfies(case: Case) -> None:
    loud = {node: color.upper() for node, color in case.known.items()}
    verdict, plain = judge(case.problem, "A", case.own, loud), judge(case.problem, "A", case.own, case.known)
    assert verdict.boundary_conflicts == plain.boundary_conflicts
    assert verdict.satisfied == plain.satisfied


def test_a_boundary_conflict_that_the_penalty_misses_is_miscounted() -> None:
    verdict = judge(tiny("a1-h1"), "A", {"a1": "red"}, {"h1": "RED"})
    assert (verdict.penalty, verdict.boundary_conflicts) == (0, 1)
    assert verdict.miscounted
    assert not verdict.satisfied


@pytest.mark.parametrize("edges", ["a1-h1 a1-h2 a2-", "a1-h1 a1-a2"])
def test_another_conflict_does_not_hide_a_miscount(edges: str) -> None:
    own = {"a1": "red", "a2": "red"}
    verdict = judge(tiny(edges), "A", own, {"h1": "RED", "h2": "red"})
    assert len(verdict.conflicts) == 1
    assert verdict.miscounted


def test_what_no_report_said_is_no_conflict() -> None:
    assert judge(tiny("a1-h1"), "A", {"a1": "red"}, {}) == Verdict(0, (), 0, 0, 0)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("a1 red a2 red", "a1 red", True),  # complete beats incomplete, at any penalty
        ("a1 red", "a1 red a2 red", False),
        ("a1 blue a2 green", "a1 red a2 red", True),  # lower penalty beats a higher score
        ("a1 red a2 red", "a1 blue a2 green", False),
        ("a1 red a2 green", "a1 blue a2 green", True),  # at equal penalty a higher score
        ("a1 blue a2 green", "a1 red a2 green", False),
        ("a1 green a2 red", "a1 red a2 green", False),  # equal is not better
    ],
)
def test_what_is_worth_changing_to(new: str, old: str, expected: bool) -> None:
    def read(text: str) -> Coloring:
        words = text.split()
        return dict(zip(words[::2], words[1::2], strict=True))

    assert better(tiny("a1-a2"), "A", read(new), read(old), {}) is expected


@given(cases(), cases(), cases())
def test_better_is_a_strict_order(first: Case, second: Case, third: Case) -> None:
    problem, known = first.problem, first.known

    def beats(new: Case, old: Case) -> bool:
        return better(problem, "A", new.own, old.own, known)

    assert not beats(first, first)
    assert not (beats(first, second) and beats(second, first))
    assert beats(first, third) or not (beats(first, second) and beats(second, third))


@pytest.mark.parametrize(
    ("history", "expected"),
    [("", 0), ("T", 0), ("TTTTTT", 0), ("TFTF", 3), ("TFTFT", 4), ("TFTFTF", 5), ("TFTFTFFFFF", 1), ("FFFTFTF", 4)],
)
def test_flips_count_over_six_own_turns(history: str, expected: int) -> None:
    assert flips([flag == "T" for flag in history]) == expected
