"""What another color would do, and how a run came out, against every coloring of small problems."""

from itertools import product

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare
from core.engine.events import RunEnded
from core.engine.session import Session
from scenes.coloring.config import ColoringConfig
from scenes.coloring.negotiation.reach import to_offer, what_if
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import judge
from scenes.coloring.reports.review import possible_points, shares
from scenes.coloring.rules.observation import Known, Observation
from scenes.coloring.scene import ColoringScene

SMALL = {"problem": "generate", "clusters": 2, "size": 3, "colors": 3}


def colorings(problem: Problem, fixed: Coloring, nodes: tuple[str, ...]) -> list[Coloring]:
    """Every coloring of some nodes that keeps the locks."""
    all_of = (dict(zip(nodes, colors, strict=True)) for colors in product(problem.colors, repeat=len(nodes)))
    return [colors for colors in all_of if all(colors.get(node, color) == color for node, color in fixed.items())]


@pytest.mark.parametrize("seed", range(4))
async def test_points_that_were_possible_and_each_owners_best(seed: int) -> None:
    header = prepare("coloring", SMALL, {}, seed)
    session = Session(header, None)
    events = [event async for event in session]
    scene = session.run.scene
    assert isinstance(scene, ColoringScene)
    ended = events[-1].data
    assert isinstance(ended, RunEnded)
    problem, fixed = scene.world.problem, scene.observe("").fixed
    valid = [c for c in colorings(problem, fixed, problem.nodes) if not problem.conflicts(c)]
    assert possible_points(problem, ended.result) == max(map(problem.score, valid))
    for share in shares(problem, fixed, scene.world.colors):
        own = problem.clusters[share.owner]
        locks = {node: color for node, color in fixed.items() if node in own}
        best = min(
            colorings(problem, locks, own), key=lambda colors: (len(problem.conflicts(colors)), -problem.score(colors))
        )
        assert share.most == problem.score(best)
        assert share.points == problem.score({node: scene.world.colors[node] for node in own})
        assert not share.conflicts


def posed() -> Observation:
    """H of the built-in problem: h1 red and h4 blue clash with what A told, a4 is locked, of a2 nothing is known."""
    scene = ColoringScene(ColoringConfig(), ("A", "H", "B"))
    colors = {"h1": "red", "h2": "green", "h3": "red", "h4": "blue", "h5": "red"}
    known = {"a4": Known("blue", 1), "a5": Known("green", 2), "b2": Known("green", 2)}
    seen = replace(scene.observe("H"), problem=default_problem(), colors=colors, known=known)
    seen = replace(seen, refused={"a4": "blue"}, fixed={"h3": "red"})
    assert judge(seen.problem, "H", colors, seen.believed).penalty == 30
    return seen


def test_what_another_color_of_ones_own_node_would_do() -> None:
    seen = posed()
    asked = what_if(seen, "h4", "green")
    mine, theirs = asked.effects
    assert (mine.owner, theirs.owner) == ("H", "A")
    assert (theirs.repaired, theirs.added, theirs.unknown) == (("a4",), ("a5",), ())
    assert (asked.now, asked.then) == (30, 30)
    assert asked.answer is not None
    assert asked.answer.colors["h4"] == "green"
    assert what_if(seen, "h3", "blue").locked == "red"
    assert to_offer(seen, asked) == "offer A h4=green"


def test_what_anothers_node_would_do_and_what_is_given_for_it() -> None:
    seen = posed()
    asked = what_if(seen, "b2", "blue")
    assert asked.effects[0].owner == "B"
    assert asked.effects[0].unknown == ("b1", "b3", "b5")
    assert asked.effects[1].repaired == ("h2",)
    assert (asked.now, asked.then) == (30, 20)
    assert what_if(seen, "a4", "red").locked == "blue"
    assert to_offer(seen, asked).startswith("offer b2=blue")


def test_all_eyes_offer_nothing() -> None:
    seen = replace(posed(), name="", colors={"h2": "green", "b2": "green"}, known={}, refused={}, fixed={})
    asked = what_if(seen, "b2", "red")
    assert (asked.now, asked.then, asked.answer) == (10, 0, None)
    assert to_offer(seen, asked) == ""
