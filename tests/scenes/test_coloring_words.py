"""Owners that speak in words: costs and constraints as sentences, what is read of them, and nothing else known."""

from collections.abc import Sequence
from random import Random

import pytest

from core.engine.agents import Scripted
from core.engine.casting import prepare
from core.engine.chance import Draw
from core.engine.events import Event, Said
from scenes.coloring.actions import Message
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.scene import ColoringScene
from scenes.coloring.solvers.bound import Bound, Cost, nothing_known
from scenes.coloring.talk.english.language import understand
from scenes.coloring.talk.phrases import SAID, in_manner
from scenes.coloring.talk.speech import (
    Bounded,
    Compatible,
    Deal,
    Gathered,
    Intended,
    Misread,
    Offered,
    Reported,
    Requested,
)
from tests.core.table import ended, play, run_of
from tests.corpora import corpus
from tests.scenes.test_coloring_decision import sees

PROBLEM = default_problem(10.0)
SPOKEN = ("llm_u", "llm_c", "llm_f")


def test_costs_are_read_from_sentences() -> None:
    """None are read where the node or color does not exist, is the speaker's own, or depends on a condition."""
    for words, costs in corpus("coloring_words")["costs"]:
        read = [cost for meaning in understand(PROBLEM, "A", words).meanings for cost in meaning.costs]
        assert {cost.withs: cost.conflicts for cost in read} == costs


def test_what_could_be_reached_asks_for_nothing() -> None:
    (meaning,) = understand(PROBLEM, "A", "With h1 red and h4 blue I could reach 0; now I have 10.").meanings
    assert (meaning.request, meaning.report, meaning.costs) == ({}, {}, ())


def test_what_own_colors_would_cost_reports_no_color() -> None:
    understood = understand(PROBLEM, "H", "h4 red never works for me")
    assert [meaning.report for meaning in understood.meanings] == [{}]
    assert understood.notes == ("your own colors are yours to choose: say which colors of others cost you",)


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_is_the_same_in_few_costs(seed: int) -> None:
    draw = Random(seed)
    nodes = ("h1", "h4", "h5")[: draw.randint(1, 3)]
    spread = draw.choice(["01", "0012", "0123456789"])
    bound = Bound(nodes, "".join(draw.choice(spread) for _ in range(3 ** len(nodes))))
    costs = bound.costs(PROBLEM)
    assert nothing_known(PROBLEM, nodes).with_costs(PROBLEM, costs) == bound
    known = nothing_known(PROBLEM, nodes)
    for cost in costs:
        before, known = known, known.with_costs(PROBLEM, [cost])
        assert known != before


def test_what_is_told_of_costs_is_never_less_than_was_known() -> None:
    bound = Bound(("h1", "h4"), "120000000")
    more = bound.with_costs(PROBLEM, [Cost({"h1": "red"}, 1)])
    assert more.least == "121000000"


async def games(mode: str, seeds: Sequence[int], bot: str = "chatty", **options: object) -> list[list[Event]]:
    return [await play(run_of(prepare("coloring", {"mode": mode, **options}, {"*": bot}, seed))) for seed in seeds]


@pytest.mark.parametrize("mode", SPOKEN)
async def test_who_speaks_is_known_by_its_words_alone(mode: str) -> None:
    for events in await games(mode, range(40, 46)):
        assert not [e for e in events if isinstance(e.data, Reported | Requested | Bounded)]
        assert all(e.audience == (e.agent,) for e in events if isinstance(e.data, Intended | Gathered))
        assert all(e.audience == () for e in events if isinstance(e.data, Misread))
        read = [e for e in events if isinstance(e.data, Gathered)]
        assert len(read) == len([e for e in events if isinstance(e.data, Said)])
        result = ended(events).result
        misread = [e.data for e in events if isinstance(e.data, Misread)]
        assert result["told"] == sum(each.meant for each in misread)
        assert result["missed"] == sum(len(each.missed) for each in misread)
        assert result["mistaken"] == sum(len(each.mistaken) for each in misread)


async def test_typed_bots_and_typed_modes_are_as_they_were() -> None:
    (typed,) = await games("llm_u", [4], bot="rules")
    (other,) = await games("rb", [4], bot="rules")
    (spoken,) = await games("rb", [4])
    bodies = [[e.data for e in events][1:-1] for events in (typed, other, spoken)]
    assert bodies[0] == bodies[1] == bodies[2]


@pytest.mark.parametrize(("mode", "told"), [("llm_u", "cost"), ("llm_c", "never"), ("llm_f", "")])
async def test_each_mode_tells_what_it_is_for(mode: str, told: str) -> None:
    counted = 0
    for events in await games(mode, range(8)):
        for event in events:
            match event.data:
                case Intended(meant=meant):
                    counted += len(meant.costs)
                    assert len(meant.costs) <= SAID
                    assert mode == "llm_u" or all(cost.conflicts == 1 for cost in meant.costs)
                case Offered() | Compatible() if mode == "llm_f":
                    assert event.audience == (event.agent,)
    assert bool(counted) == bool(told)


@pytest.mark.parametrize("mode", SPOKEN)
@pytest.mark.few(1)
async def test_owners_that_speak_come_to_agree(mode: str) -> None:
    """Nearly always: what is missed is told again."""
    results = [ended(events).result for events in await games(mode, range(60, 80))]
    assert sum(bool(result["solved"]) for result in results) >= 19


async def test_the_words_of_one_are_data_to_the_other() -> None:
    """What an owner knows of others' nodes stands in what it read, node by node."""
    run = run_of(prepare("coloring", {"mode": "llm_u"}, {"*": "chatty"}, 12))
    events = await play(run)
    scene = run.scene
    assert isinstance(scene, ColoringScene)
    for name in scene.names:
        read = [e.data for e in events if isinstance(e.data, Gathered) and e.agent == name]
        reported = {node: color for each in read for node, color in each.meant.report.items()}
        assert scene.observe(name).believed.items() <= reported.items()


async def test_what_a_person_says_of_costs_is_known() -> None:
    lines = ["color h1 red", "say @A a4 green never works for me", "pass"]
    run = run_of(prepare("coloring", {"max_turns": 2, "fixed": 0}, {}, 7), {"H": Scripted(lines)})
    await play(run)
    assert isinstance(run.scene, ColoringScene)
    known = run.scene.observe("A").bounds["H"].bound
    assert known.of(PROBLEM, dict.fromkeys(known.nodes, "green")) >= 1
    assert known.of(PROBLEM, dict.fromkeys(known.nodes, "red")) == 0


def test_what_is_offered_for_nothing_is_said_without_a_condition() -> None:
    seen = sees(PROBLEM, mode="llm_u")
    gift = Message(to="H", deal=Deal({"a4": "red"}, {}))
    words = {in_manner(seen, gift, Draw(seed)) for seed in range(20)}
    assert len(words) == 2
    assert all("a4 red" in each and "If you" not in each for each in words)
    assert gift.meant.sentence() == "a4 red"


def test_a_reading_without_mistakes_says_so() -> None:
    assert Misread("H", 3, (), ()).sentence() == "H read what was meant"
    assert Misread("H", 3, ("b2 is red",), ()).sentence() == "H missed b2 is red"
