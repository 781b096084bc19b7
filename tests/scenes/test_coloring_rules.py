"""Penalty and satisfaction, recounted from the edges; and bounds of boundaries, which are never wrong."""

from itertools import product
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.engine.casting import open_run, prepare
from core.engine.chance import Chance, Draw
from core.lab.playing import Job, play_job
from scenes.coloring.actions import Move
from scenes.coloring.bots.decision import decide_colors
from scenes.coloring.bots.rule_based import plan
from scenes.coloring.events import FalseClaim, Hopeless, Locked, Posed
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.reach import new_bounds, why_hopeless
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import better, cost, count_flips, count_returns, judge
from scenes.coloring.rules.legality import admit
from scenes.coloring.rules.observation import Known, KnownBound
from scenes.coloring.solvers.backtracking import solve
from scenes.coloring.solvers.bound import Bound
from scenes.coloring.solvers.exact import best
from scenes.coloring.talk.speech import Bounded
from tests.core.table import Does, ended, play
from tests.examples import counts
from tests.scenes.coloring_games import game, of, sees, tiny


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
    """Return A's conflicting edges, found without the rules."""
    colors = {**case.own, **case.known}
    return [(u, v) for u, v in case.problem.edges if colors.get(u, u) == colors.get(v, v) and "a" in u + v]


@given(cases())
def test_a_penalty_counts_the_conflicting_edges_and_nothing_else(case: Case) -> None:
    verdict = judge(case.problem, "A", case.own, case.known)
    assert sorted(verdict.conflicts) == sorted(clashes(case))
    assert verdict.penalty == case.problem.conflict_penalty * len(clashes(case))
    unloved = {node: dict.fromkeys(case.problem.colors, -99.0) for node in case.problem.nodes}
    assert judge(msgspec.structs.replace(case.problem, preferences=unloved), "A", case.own, case.known) == verdict
    assert verdict.boundary_conflicts == sum(not u.startswith("a") or not v.startswith("a") for u, v in clashes(case))
    assert not verdict.counts_disagree
    assert verdict.uncolored == 3 - len(case.own)
    assert verdict.satisfied == (len(case.own) == 3 and not clashes(case))


@given(cases())
def test_a_reported_color_in_another_case_never_satisfies(case: Case) -> None:
    loud = {node: color.upper() for node, color in case.known.items()}
    verdict, plain = judge(case.problem, "A", case.own, loud), judge(case.problem, "A", case.own, case.known)
    assert verdict.boundary_conflicts == plain.boundary_conflicts
    assert verdict.satisfied == plain.satisfied


@pytest.mark.parametrize(("edges", "conflicts"), [("a1-h1 a2-", 0), ("a1-h1 a1-h2 a2-", 1), ("a1-h1 a1-a2", 1)])
def test_a_boundary_conflict_that_the_penalty_misses_is_miscounted(edges: str, conflicts: int) -> None:
    verdict = judge(tiny(edges), "A", {"a1": "red", "a2": "red"}, {"h1": "RED", "h2": "red"})
    assert len(verdict.conflicts) == conflicts
    assert verdict.counts_disagree
    assert not verdict.satisfied


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


@pytest.mark.parametrize(
    ("history", "expected"),
    [("", 0), ("T", 0), ("TTTTTT", 0), ("TFTF", 3), ("TFTFT", 4), ("TFTFTF", 5), ("TFTFTFFFFF", 1), ("FFFTFTF", 4)],
)
def test_flips_count_over_six_own_turns(history: str, expected: int) -> None:
    assert count_flips([flag == "T" for flag in history]) == expected


PATH = tiny("a1-h1 h1-h2 h2-b1", colors=2)


def test_a_bound_is_looked_up_by_color() -> None:
    bound = Bound(("h1", "h2"), "0120")
    assert [bound.of(PATH, {"h1": one, "h2": two}) for one, two in product(PATH.colors, repeat=2)] == [0, 1, 2, 0]
    assert bound.of(PATH, {"h1": "red"}) == 0


def test_a_lock_is_felt_behind_the_neighbor() -> None:
    """The lock of a1 (red) makes h1 green and h2 red, so b1 can't be red: H tells B so, from A's report."""
    a = new_bounds(sees(PATH, "A", fixed={"a1": "red"}), Draw(1))
    assert a == {"H": Bound(("h1",), "10")}
    h = sees(PATH, "H", bounds={"A": KnownBound(a["H"], 1)}, turn=2)
    assert new_bounds(h, Draw(1)) == {"A": Bound(("a1",), "00"), "B": Bound(("b1",), "10")}


def test_what_was_told_is_said_again_only_if_news_change_it() -> None:
    told = {"A": KnownBound(Bound(("h1",), "00"), 1)}
    before = {"A": Bound(("a1",), "00"), "B": Bound(("b1",), "00")}
    h = sees(PATH, "H", bounds=told, bounded=before, moved=2, turn=4)
    assert new_bounds(h, Draw(1)) == {}
    assert new_bounds(replace(h, bounds={"A": KnownBound(Bound(("h1",), "00"), 3)}), Draw(1)) == {}
    assert new_bounds(replace(h, bounds={"A": KnownBound(Bound(("h1",), "10"), 3)}), Draw(1)) == {
        "B": Bound(("b1",), "10")
    }


@pytest.mark.parametrize("topology", ["ring", "random", "star"])
@pytest.mark.parametrize("ordering", ["sequential", "asynchronous"])
async def test_nothing_possible_is_ruled_out(topology: str, ordering: str) -> None:
    """For each ruled-out coloring of a boundary, a complete search finds no valid coloring either."""
    options = {"problem": "generate", "clusters": 4, "size": 5, "topology": topology, "ordering": ordering, "fixed": 1}
    events = [event async for event in open_run(prepare("coloring", options, {}, 5))]
    problem = next(event.data.problem for event in events if isinstance(event.data, Posed))
    fixed: Coloring = {}
    for event in events:
        fixed |= event.data.colors if isinstance(event.data, Locked) else {}
    ruled_out = {
        tuple(zip(bound.nodes, colors, strict=True))
        for bound in (event.data.bound for event in events if isinstance(event.data, Bounded))
        for colors in product(problem.colors, repeat=len(bound.nodes))
        if bound.of(problem, dict(zip(bound.nodes, colors, strict=True)))
    }
    assert ruled_out
    for colors in ruled_out:
        clash = any(fixed.get(node, color) != color for node, color in colors)
        assert clash or solve(problem, fixed | dict(colors), Draw(1)) is None


@pytest.mark.parametrize("seed", range(6))
def test_exact_search_minds_bounds_and_what_only_the_owner_can_mend(seed: int) -> None:
    """Compare with every coloring of the cluster, priced by the one cost function."""
    problem = tiny("a1-a2 a2-a3 a1-a3 a3-a4 a1-h1 a2-h2 a4-h2", colors=3)
    draw = Draw(seed)
    known = {node: draw.choice(problem.colors) for node in ("h1", "h2")}
    nodes = ("a1", "a2", "a4")
    bounds = [Bound(nodes, "".join(str(draw.below(3)) for _ in range(27))), Bound(("a3",), "102")]
    fixed = {"a2": "red"} if seed % 2 else {}
    found = best(problem, "A", known, fixed, Draw(seed), bounds, 3)
    every = [dict(zip(problem.clusters["A"], colors, strict=True)) for colors in product(problem.colors, repeat=4)]
    least = min(cost(problem, "A", colors, known, bounds) for colors in every if fixed.items() <= colors.items())
    assert cost(problem, "A", found.colors, known, bounds) == least == 10 * found.conflicts


def test_who_decides_while_its_neighbors_do_lets_chance_decide_whether_to_move() -> None:
    seen = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"})
    together = replace(seen, known={"h1": Known("red", 3)}, moved=3)
    moved = [decide_colors(together, Chance(seed)).changed for seed in range(40)]
    assert 0 < sum(moved) < 40
    assert all(decide_colors(replace(together, moved=2), Chance(seed)).changed for seed in range(20))


@pytest.mark.parametrize(("past", "expected"), [("RGRG", 2), ("RRRR", 0), ("RGBR", 1), ("RGGR", 1), ("RGBRGB", 3)])
def test_returns_to_earlier_colors_are_counted(past: str, expected: int) -> None:
    assert count_returns([{"a1": color} for color in past]) == expected


def test_a_foreign_recording_may_not_tell_of_what_is_not_there() -> None:
    admit(PATH, Bounded("H", Bound(("h1",), "01")))
    for bound in (Bound(("h9",), "01"), Bound(("h1",), "011"), Bound(("h1",), "0x")):
        with pytest.raises(ValueError, match="no bound"):
            admit(PATH, Bounded("H", bound))


@counts(1, 4)
@pytest.mark.parametrize("topology", ["chain", "star"])
async def test_a_tree_of_clusters_agrees_soon_when_all_move_at_once(topology: str, count: int) -> None:
    options = {"problem": "generate", "clusters": 6, "size": 8, "topology": topology, "ordering": "asynchronous"}
    games = [await play_job(Job(prepare("coloring", options, {}, seed))) for seed in range(count)]
    assert all(game.reason == "consensus" and game.turns < 40 for game in games)


# -- impossible colorings


UNSOLVABLE = [
    {"fixed": 1},
    {"fixed": 1, "ordering": "asynchronous"},
    {"problem": "generate", "clusters": 5, "size": 2, "colors": 3, "fixed": 0},
    {"problem": "generate", "clusters": 6, "size": 6, "topology": "random", "ordering": "random"},
]


@pytest.mark.parametrize("options", UNSOLVABLE, ids=str)
async def test_what_has_no_solution_is_found_out(options: dict[str, object]) -> None:
    for seed in range(2):
        game = await play_job(Job(prepare("coloring", {"solvable": False, **options}, {}, seed)))
        assert (game.reason, game.metrics["solvable"]) == ("impossible", False)
        assert game.turns < 30


def test_the_reason_names_those_without_whom_it_would_not_follow() -> None:
    bounds = {"A": KnownBound(Bound(("h1",), "10"), 1), "B": KnownBound(Bound(("h2",), "10"), 1)}
    both = sees(PATH, "H", bounds=bounds)
    assert why_hopeless(both, Draw(1)) == "no coloring of h1, h2 fits what A and B told me of our boundary"
    locked = sees(PATH, "H", bounds=bounds, fixed={"h1": "red"})
    assert why_hopeless(locked, Draw(1)).endswith("that keeps my locks fits what A told me of our boundary")
    alone = sees(tiny("h1-h2", colors=2), "H", fixed={"h1": "red", "h2": "red"})
    assert why_hopeless(alone, Draw(1)).endswith("fits itself, whatever others do")
    assert why_hopeless(sees(PATH, "H"), Draw(1)) == ""


async def test_a_proof_is_worked_out_again_before_it_is_believed() -> None:
    claim = Move(colors={}, satisfied=False, hopeless=True)
    events = await play(game({"A": Does(claim)}, max_turns=4))
    assert of(events, FalseClaim) == [FalseClaim("impossible", "nothing rules it out")]
    assert not of(events, Hopeless)
    assert ended(events).reason != "impossible"


def test_a_promise_proves_nothing() -> None:
    """A promise fixes a node, but can be withdrawn, so neither bounds nor a proof use it."""
    seen = sees(
        PATH,
        "H",
        colors=dict.fromkeys(PATH.clusters["H"], "red"),
        offers=(Offer(1, "A", "H", {}, dict.fromkeys(PATH.clusters["H"], "red"), {}, True, 1, "accepted"),),
    )
    made = plan(seen, Chance(1))
    free = plan(replace(seen, offers=()), Chance(1))
    assert not made.hopeless
    assert [message.bounded for message in made.messages] == [message.bounded for message in free.messages]
