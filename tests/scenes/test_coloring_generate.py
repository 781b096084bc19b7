"""Generated problems and problems of a given difficulty: grades, private points, message limits, tempers."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.engine.agents import Scripted
from core.engine.audience import may_know
from core.engine.casting import prepare
from core.engine.chance import Draw
from core.engine.events import Said
from core.errors import IllegalAction, UserError
from core.lab.batch import play_batch
from scenes.coloring import events as e
from scenes.coloring.actions import Message, Move, Propose, Say, apply_message_limit, is_report
from scenes.coloring.config import ColoringConfig, make_problem, read_tempers
from scenes.coloring.events import Valued
from scenes.coloring.negotiation.bargaining import answer_offers
from scenes.coloring.negotiation.demands import decline_requests
from scenes.coloring.negotiation.offers import Offer, Proposed
from scenes.coloring.problem.difficulty import share_solved_alone
from scenes.coloring.problem.generation import ProblemInstance, Topology, default_problem, generate_problem, lock_nodes
from scenes.coloring.problem.graph import COLORS, Coloring, Problem
from scenes.coloring.rules.legality import admit
from scenes.coloring.rules.observation import Asked
from scenes.coloring.solvers.backtracking import solve
from scenes.coloring.talk.speech import Bounded, Compatible, Offered, Requested
from tests.examples import counts, examples
from tests.scenes.coloring_games import played, sees, tiny

quick = examples(80)
seeds = st.integers(0, 2**32)


def brute(problem: Problem, fixed: Coloring) -> bool:
    """Return True if a valid coloring with the fixed colors exists, by trying everything."""
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


@pytest.mark.parametrize("solvable", [True, False])
def test_solve_is_quick_on_large_planted_graphs_and_on_one_hopeless_cluster(solvable: bool) -> None:
    for seed in range(3):
        problem = generate(seed, clusters=8, size=20, colors=4, solvable=solvable).problem
        for nodes in problem.clusters.values():
            assert sum(u in nodes and v in nodes for u, v in problem.edges) >= 57, "0.3 of all pairs"
        assert (solve(problem, {}, Draw(seed)) is not None) == solvable


def generate(seed: int, **asked: Any) -> ProblemInstance:
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
    posed = lock_nodes(problem, locks, solvable, Draw(seed))
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
    assert posed == lock_nodes(problem, locks, solvable, Draw(seed))


def test_posing_a_graph_without_a_valid_coloring() -> None:
    problem = generate(3, clusters=3, size=5, colors=3, solvable=False).problem
    posed = lock_nodes(problem, 1, False, Draw(3))
    assert (posed.witness, len(posed.fixed)) == (None, 3)
    assert "all touch each other, and there are 3 colors" in posed.why
    with pytest.raises(ValueError, match="no valid coloring"):
        lock_nodes(problem, 1, True, Draw(3))


def test_what_cannot_be_made_unsolvable() -> None:
    with pytest.raises(ValueError, match="lock nodes"):
        lock_nodes(default_problem(), 0, False, Draw(0))
    alone = Problem({"A": ("a1", "a2")}, (("a1", "a2"),), COLORS[:2], 10.0, {"a1": {}, "a2": {}})
    with pytest.raises(ValueError, match="more nodes per cluster"):
        lock_nodes(alone, 1, False, Draw(0))
    assert set(lock_nodes(alone, 2, False, Draw(0)).fixed) == {"a1", "a2"}


SMALL: dict[str, Any] = {"difficulty": "medium", "clusters": 3, "size": 3}
TALK = (Requested, Proposed, Offered, Compatible, Bounded, Said)


# -- grades


def test_a_problem_that_owners_solve_by_themselves_is_graded_so() -> None:
    easy, chained = tiny("a1-h1"), tiny("a1-h1 h1-b1", colors=2)
    assert share_solved_alone(easy, {}, Draw(1)) == 1
    assert share_solved_alone(chained, {"a1": "red", "b1": "red"}, Draw(1)) == 1, (
        "the one in the middle has a color left"
    )


@pytest.mark.parametrize(("level", "most"), [("medium", 0.75), ("hard", 0.4), ("expert", 0.0)])
@counts(1, 4)
@pytest.mark.few(1)
def test_a_level_makes_problems_of_its_grade(level: Any, most: float, count: int) -> None:
    shares = []
    for seed in range(count):
        posed = make_problem(ColoringConfig(difficulty=level), seed)
        assert posed.grade
        assert posed.witness
        assert not posed.problem.conflicts(posed.witness)
        assert posed.witness.items() >= posed.fixed.items()
        shares.append(posed.grade.alone)
    assert sum(share <= most for share in shares) >= count - 1, "now and then only a nearest one is found"


@examples(12)
@given(
    st.sampled_from(["medium", "hard", "expert"]),
    st.integers(2, 4),
    st.integers(1, 4),
    st.integers(2, 6),
    st.integers(0, 3),
)
@pytest.mark.slow
def test_every_size_has_a_nearest_problem(level: Any, clusters: int, size: int, colors: int, fixed: int) -> None:
    config = ColoringConfig(difficulty=level, clusters=clusters, size=size, colors=colors, fixed=fixed)
    try:
        posed = make_problem(config, 1)
    except UserError as error:
        assert "No such problem" in str(error)  # noqa: PT017  sizes that leave no room
        return
    assert posed.private
    assert posed.grade


@pytest.mark.slow
def test_bots_that_do_not_talk_fail_more_often() -> None:
    def agreed(messages: str) -> int:
        options = {"difficulty": "expert", "messages": messages, "max_turns": 24}
        headers = [prepare("coloring", options, {}, seed) for seed in (2, 6, 8)]
        games = [play_batch(header, 1, workers=1).games[0] for header in headers]
        return sum(game.reason == "consensus" and bool(game.metrics["solved"]) for game in games)

    assert agreed("any") == 3
    assert agreed("0") <= 1


# -- private points


async def test_points_are_known_to_their_owner_alone() -> None:
    _, scene, events = await played(2, **SMALL)
    for name in scene.names:
        points = scene.observe(name).problem.preferences
        for node, owner in scene.state.problem.owner.items():
            assert (points[node] == scene.state.problem.preferences[node]) == (owner == name) or not any(
                scene.state.problem.preferences[node].values()
            )
    posed = next(event.data for event in events if isinstance(event.data, e.Posed))
    assert not any(value for row in posed.problem.preferences.values() for value in row.values())
    for event in events:
        if isinstance(event.data, Valued):
            assert [name for name in scene.names if may_know(event, name, scene)] == [event.agent]
    scores = scene.outcome().scores
    assert sum(scores.values()) == scene.state.problem.score(scene.state.colors)
    assert scores.keys() == {*scene.names}


def test_forged_points_are_refused() -> None:
    for odd in ({"z9": {"red": 1.0, "green": 1.0, "blue": 1.0}}, {"a1": {"red": 1.0}}):
        with pytest.raises(ValueError, match="points are for other nodes or colors"):
            admit(tiny("a1-h1"), Valued(odd))


async def test_points_from_a_file_are_private_too() -> None:
    problem = {
        "owners": {"A": ["a1"], "H": ["h1"]},
        "edges": [["a1", "h1"]],
        "preferences": {"a1": {"red": 1, "green": 7, "blue": 0}},
    }
    _, scene, _ = await played(2, problem=problem)
    assert scene.observe("A").problem.preferences["a1"]["green"] == 7
    assert scene.observe("H").problem.preferences["a1"] == {"red": 0, "green": 0, "blue": 0}
    assert scene.state.colors["a1"] == "green"


# -- message limits


async def test_without_messages_only_colors_are_told() -> None:
    _, _, events = await played(2, **SMALL, messages=0, max_turns=20)
    assert not [event.kind for event in events if isinstance(event.data, TALK)]
    assert any(event.kind == "reported" for event in events)


async def test_nobody_says_more_than_its_budget() -> None:
    budget = 2
    _, scene, events = await played(2, **SMALL, messages=budget, max_turns=30)
    for name in scene.names:
        said = sum(event.agent == name and isinstance(event.data, Said) for event in events)
        assert said <= budget
        assert scene.observe(name).left == budget - said
    assert any(isinstance(event.data, Said) for event in events)


@pytest.mark.parametrize("mode", ["rb", "llm_c"])
def test_models_keep_to_their_budget(mode: str) -> None:
    header = prepare("coloring", {"messages": 2, "mode": mode}, {"*": "llm:mock"}, 4)
    game = play_batch(header, 1, workers=1).games[0]
    assert (game.reason, game.metrics["solved"]) == ("consensus", True)
    assert int(game.metrics["messages"] or 0) <= 6


async def test_a_person_without_messages_colors_and_passes() -> None:
    lines = Scripted(["color h1 red", "say @B make b2 blue", "pass"])
    _, played_on, events = await played(2, {"H": lines}, messages=0, max_turns=2)
    assert [event.data.why for event in events if event.kind == "rejected"] == [  # type: ignore[attr-defined]
        "you have no message left: your colors are reported when you pass or are satisfied"
    ]
    for action in (Say("hi"), Propose({"h1": "red", "a2": "blue"})):
        with pytest.raises(IllegalAction, match="no message left"):
            played_on.check("H", action)
    talk = Message(to="A", reply="hello", report={"h1": "red"})
    with pytest.raises(IllegalAction, match="1 messages say more than colors, and 0 are left"):
        played_on.check("H", Move(colors={}, satisfied=False, messages=(talk,)))


def test_what_exceeds_the_budget_becomes_a_report() -> None:
    words, silent = Message(to="A", reply="hello", report={"h1": "red"}), Message(to="B", report={"h2": "red"})
    assert apply_message_limit([words, silent], None) == [words, silent]
    assert [is_report(message) for message in apply_message_limit([words, silent, words], 1)] == [False, True, True]
    assert apply_message_limit([words], 0)[0].report == words.report


# -- tempers


PAIR = {"owners": {"A": ["a1"], "H": ["h1"]}, "edges": [["a1", "h1"]]}


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"temper": "nice"}, "there is no temper 'nice'"),
        ({"temper": "Z=fair"}, "not 'Z'"),
        ({"temper": "A=fair; A=stubborn"}, "not 'A'"),
        ({"temper": "A="}, "there is no temper ''"),
        ({"temper": "fair; stubborn"}, "not '\\*'"),
        *(({"messages": n}, "write any, or a number from 0 to 10000\\.$") for n in ("-1", "many", "1e3", 10_001, -5)),
        ({"difficulty": "hard", "solvable": False}, "-o difficulty=easy"),
        ({"difficulty": "hard", "problem": PAIR}, "-o difficulty=easy"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, Any], error: str) -> None:
    with pytest.raises(UserError, match=error):
        prepare("coloring", options, {}, 1)


def test_tempers_are_read_by_seat() -> None:
    assert read_tempers("A=stubborn; *=accommodating", ("A", "H")) == {"A": "stubborn", "H": "accommodating"}


@pytest.mark.parametrize(
    ("temper", "known", "want", "answer"),
    [
        ("fair", {"a1": "red"}, {"h1": "green"}, "accepted"),
        ("stubborn", {"a1": "red"}, {"h1": "green"}, "accepted"),
        ("fair", {"a1": "blue"}, {"h1": "green"}, "accepted"),
        ("stubborn", {"a1": "blue"}, {"h1": "green"}, "refused"),
        ("fair", {"a1": "red"}, {"h1": "red"}, "refused"),
        ("accommodating", {"a1": "red"}, {"h1": "red"}, "accepted"),
    ],
)
def test_what_a_temper_agrees_to(temper: Any, known: Coloring, want: Coloring, answer: str) -> None:
    seen = replace(sees(tiny("a1-h1"), "H", known, colors={"h1": "green"}), temper=temper)
    offer = Offer(1, "A", "H", {}, want, {}, lasting=False, turn=1)
    told = answer_offers(replace(seen, offers=(offer,))).answers[0]
    assert getattr(told, "state", None) == answer


def test_who_is_stubborn_declines_what_costs_a_point() -> None:
    seen = sees(tiny("a1-h1"), "H", {"a1": "blue"}, colors={"h1": "red"})
    asked = replace(seen, asked={"h1": Asked("A", "green")})
    assert decline_requests(asked) == (asked, {}, {})
    stubborn = replace(asked, temper="stubborn")
    declined = decline_requests(stubborn)
    assert declined.seen.asked == {}
    assert declined.words["A"][0].startswith("No, I keep h1: green would cost me ")
    glad = replace(stubborn, colors={"h1": "green"}, asked={"h1": Asked("A", "red")})
    assert decline_requests(glad) == (glad, {}, {})


async def test_a_temper_sits_on_a_seat() -> None:
    colors = ("color h1 red", "color h2 green", "color h3 blue", "color h4 red", "color h5 blue")
    had = {}
    for temper in ("B=stubborn", "A=stubborn"):
        lines = Scripted([*colors, "pass", "say @B make b2 green", "pass"])
        _, scene, events = await played(3, {"H": lines}, temper=temper, fixed=0, max_turns=6)
        had[temper] = scene.state.colors["b2"]
        answer = [event.data.text for event in events if event.turn == 6 and isinstance(event.data, Said)]
        assert any("No, I keep b2: green would cost me" in text for text in answer) == (temper == "B=stubborn")
    assert had["A=stubborn"] == "green" != had["B=stubborn"]
