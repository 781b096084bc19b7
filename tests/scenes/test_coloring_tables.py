"""Tables and reviews of a recording, and the effects of recoloring, against every coloring of small problems."""

import csv
import io
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.casting import prepare
from core.engine.events import Event, RunEnded
from core.engine.session import Session
from core.recording.header import Header
from scenes.coloring.config import ColoringConfig
from scenes.coloring.negotiation.commitments import ledger
from scenes.coloring.negotiation.reach import command_for, what_if
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring, Problem
from scenes.coloring.problem.penalty import judge
from scenes.coloring.reports.review import owner_shares
from scenes.coloring.reports.tables import EXPORTS
from scenes.coloring.rules.observation import Known, Observation
from scenes.coloring.scene import ColoringScene
from tests.core.table import ended
from tests.scenes.coloring_games import person, played


def rows(form: str, header: Header, events: list[Event]) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(EXPORTS[form](header, events))))


async def test_a_turn_is_a_row() -> None:
    header, _, events = await person("say @B make b2 blue", "pass", "satisfied")
    table = rows("turns", header, events)
    assert [row["owner"] for row in table[:4]] == ["A", "H", "B", "A"]
    second = table[1]
    assert (second["policy"], second["changes"], second["requests"]) == ("human", "5", "1")
    assert float(second["seconds"]) >= float(second["thinking"]) >= 0
    assert table[0]["thinking"] == "", "only people think for a time that means something"
    assert int(table[-1]["conflicts"]) == ended(events).result["conflicts"]
    assert {row["turn"] for row in table} == {str(event.turn) for event in events if event.turn and event.agent}


async def test_owners_that_decide_at_once_have_a_row_each() -> None:
    header, _, events = await played(3, ordering="asynchronous")
    table = rows("turns", header, events)
    assert [(row["turn"], row["owner"]) for row in table[:4]] == [("1", "A"), ("1", "H"), ("1", "B"), ("2", "A")]


async def test_a_request_is_followed_from_the_words_to_what_was_kept() -> None:
    lines = ("say @B make b2 blue", "pass", "say @B make b2 green", "pass", "say nice weather", "pass")
    header, _, events = await person(*lines, max_turns=8)
    table = [row for row in rows("exchanges", header, events) if row["by"] == "H"]
    first, second, idle = table[:3]
    assert (first["kind"], first["words"], first["wanted"]) == ("request", "make b2 blue", "b2 = blue")
    assert (first["decided"], first["agreed"], first["kept"], first["until"]) == ("3", "yes", "no", "6")
    assert (second["agreed"], second["kept"], second["until"]) == ("yes", "yes", "")
    assert (idle["kind"], idle["agreed"]) == ("words", "")


async def test_a_request_that_is_not_met_is_not_agreed() -> None:
    header, _, events = await person("pass", "say @B make b2 green", "pass", temper="B=stubborn", max_turns=6)
    (request,) = [row for row in rows("exchanges", header, events) if row["kind"] == "request" and row["by"] == "H"]
    assert (request["decided"], request["agreed"], request["kept"]) == ("6", "no", "")


async def test_an_offer_is_followed_to_its_end() -> None:
    header, _, events = await person("say @B promise me b2 blue", "pass", "pass", "say b2 is free again", "pass")
    offer = next(row for row in rows("exchanges", header, events) if row["kind"] == "offer")
    assert (offer["offer"], offer["wanted"], offer["agreed"]) == ("1", "b2 = blue", "no"), "it was withdrawn in the end"


SMALL = {"problem": "generate", "clusters": 2, "size": 3, "colors": 3}


def colorings(problem: Problem, fixed: Coloring, nodes: tuple[str, ...]) -> list[Coloring]:
    """Return every coloring of some nodes that keeps the locks."""
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
    problem, fixed = scene.state.problem, scene.observe("").fixed
    valid = [c for c in colorings(problem, fixed, problem.nodes) if not problem.conflicts(c)]
    points = scene.config.team_points(ended.result)
    assert points is not None
    assert points[1] == max(map(problem.score, valid))
    for share in owner_shares(problem, fixed, scene.state.colors):
        own = problem.clusters[share.owner]
        locks = {node: color for node, color in fixed.items() if node in own}
        best = min(
            colorings(problem, locks, own), key=lambda colors: (len(problem.conflicts(colors)), -problem.score(colors))
        )
        assert share.most == problem.score(best)
        assert share.points == problem.score({node: scene.state.colors[node] for node in own})
        assert not share.conflicts


def posed() -> Observation:
    """Return H's observation: h1 red and h4 blue clash with A's reports, a4 is locked, a2 is unknown."""
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
    assert command_for(seen, asked) == "offer A h4=green"


def test_what_anothers_node_would_do_and_what_is_given_for_it() -> None:
    seen = posed()
    asked = what_if(seen, "b2", "blue")
    assert asked.effects[0].owner == "B"
    assert asked.effects[0].unknown == ("b1", "b3", "b5")
    assert asked.effects[1].repaired == ("h2",)
    assert (asked.now, asked.then) == (30, 20)
    assert what_if(seen, "a4", "red").locked == "blue"
    assert command_for(seen, asked).startswith("offer b2=blue")


def test_all_eyes_offer_nothing() -> None:
    seen = replace(posed(), name="", colors={"h2": "green", "b2": "green"}, known={}, refused={}, fixed={})
    asked = what_if(seen, "b2", "red")
    assert (asked.now, asked.then, asked.answer) == (10, 0, None)
    assert command_for(seen, asked) == ""


async def test_promises_are_counted_by_pair_and_by_what_became_of_them() -> None:
    deal = ["offer b2=red for h5=green", "pass"]
    kept = ["color h5 green", *deal, "pass"]
    header, scene, events = await person(*deal, "pass", "pass", *deal, "pass", "pass", *kept, max_turns=40)
    table = {(row["owner"], row["to"]): row for row in rows("commitments", header, events)}
    assert table.keys() == {("H", "B"), ("B", "H")}
    mine, other = table["H", "B"], table["B", "H"]
    assert (mine["promised"], mine["kept"], mine["broken"], mine["broken_nodes"]) == ("3", "1", "2", "h5")
    assert (other["promised"], other["kept"], other["broken"], other["withdrawn"]) == ("3", "1", "0", "2")
    result = ended(events).result
    assert [result[f"offers_{each}"] for each in ("accepted", "kept", "broken")] == [3, 1, 2]
    account = scene.observe("B").offers
    assert ledger(account, header.cast)["H", "B"].promised == 3, "its owners see the same"
