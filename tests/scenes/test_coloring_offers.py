"""Offers from words, commands and agents: how they are answered, kept, broken and forgotten."""

import pytest
from msgspec.structs import replace

from core.engine.agents import Scripted
from core.engine.casting import prepare
from core.engine.chance import Draw
from core.engine.events import Event
from core.errors import IllegalAction
from scenes.coloring.actions import Propose, Reply, Say, describe, parse
from scenes.coloring.negotiation.bargaining import bargain, to_offer
from scenes.coloring.negotiation.offers import Dropped, Offer, OfferChanged, Proposed
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.speech import Refused
from tests.core.table import ended, play, run_of
from tests.scenes.test_coloring_decision import sees
from tests.scenes.test_coloring_rules import tiny

COLORS = ("color h1 red", "color h2 green", "color h3 blue", "color h4 green", "color h5 red")


async def told(*lines: str, turns: int = 20, seed: int = 7) -> tuple[list[Event], ColoringScene]:
    run = run_of(prepare("coloring", {"max_turns": turns, "fixed": 0}, {}, seed), {"H": Scripted([*COLORS, *lines])})
    events = await play(run)
    assert isinstance(run.scene, ColoringScene)
    return events, run.scene


def course(events: list[Event]) -> list[str]:
    """What became of offers, in order."""
    bodies = (Proposed, OfferChanged, Dropped)
    return [f"{event.agent} {event.data.sentence()}" for event in events if isinstance(event.data, bodies)]


async def test_a_promise_holds_against_others_until_it_is_released() -> None:
    events, scene = await told("say @B promise me b2 blue", "pass", "pass", "pass", "say b2 is free again", "pass")
    assert course(events)[:3] == ["H offer 1 to B: b2 = blue, always", "B offer 1 accepted", "B offer 1 kept"]
    assert course(events)[3:] == ["H to B: b2 is free again", "H offer 1 withdrawn"]
    assert scene.observe("B").granted == {}


async def test_other_words_about_the_same_node_take_a_promise_back() -> None:
    events, _ = await told("say @B always b2 blue", "pass", "say @B b2 red please", "pass")
    assert course(events)[-1] == "H offer 1 withdrawn"


async def test_who_does_not_do_its_part_has_broken_it_and_that_is_counted() -> None:
    events, scene = await told("say if you make b2 red I will make h5 green", "pass", "pass", "pass")
    assert course(events) == [
        "H offer 1 to B: h5 = green if b2 = red",
        "B offer 1 accepted",
        "H offer 1 broken: H has h5 red",
    ]
    assert ended(events).result["offers_broken"] == 1
    assert scene.world.offers[1].state == "broken"


async def test_who_does_its_part_has_kept_it() -> None:
    events, _ = await told("offer b2=red for h5=green", "pass", "color h5 green", "pass")
    assert course(events)[-1] == "H offer 1 kept"
    assert {key: ended(events).result[f"offers{key}"] for key in ("", "_accepted", "_kept", "_broken")} == {
        "": 1,
        "_accepted": 1,
        "_kept": 1,
        "_broken": 0,
    }


async def test_a_lock_that_is_told_is_known_from_then_on() -> None:
    run = run_of(prepare("coloring", {"max_turns": 2, "fixed": 1}, {}, 3), {"H": Scripted([*COLORS, "pass"])})
    await play(run)
    (locked,) = run.scene.observe("H").fixed
    events = await play(
        run_of(prepare("coloring", {"max_turns": 4}, {}, 3), {"H": Scripted([*COLORS, f"say A, {locked} is locked"])})
    )
    first = next(event for event in events if isinstance(event.data, Refused))
    assert (first.agent, first.audience) == ("H", ("A", "H"))
    assert first.data.sentence().startswith(f"told A: locked, {locked} ")


@pytest.mark.parametrize("line", ["accept 3", "refuse", "withdraw 1"])
async def test_there_must_be_such_an_offer(line: str) -> None:
    run = run_of(prepare("coloring", {"max_turns": 3}, {}, 1))
    await play(run)
    with pytest.raises(IllegalAction, match="there is no offer"):
        run.scene.check("H", run.scene.parse("H", line))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("offer b2=red for h5=green", Propose({"b2": "red", "h5": "green"})),
        ("offer B h5=green always", Propose({"h5": "green"}, "B", lasting=True)),
        ("accept 12", Reply("accept", 12)),
        ("withdraw", Reply("withdraw")),
        ("query h4", Say("which colors can h4 take?")),
        ("query b2=red", Say("can b2 be red?")),
    ],
)
def test_commands(line: str, expected: object) -> None:
    problem = default_problem()
    assert parse(problem, line) == expected
    assert parse(problem, describe(parse(problem, line))) == expected


async def test_an_offer_goes_to_one_owner() -> None:
    scene = (await told("pass", turns=2))[1]
    for line in ("offer h5=green", "offer b2=red a4=blue", "offer H b2=red"):
        with pytest.raises(IllegalAction, match="one owner"):
            scene.check("H", scene.parse("H", line))


# -- what an agent answers


def offered(want: Coloring, give: Coloring | None = None, **given: object) -> Offer:
    return replace(Offer(1, "H", "A", give or {}, want, {}, lasting=False, turn=4), **given)


PAIR = sees(tiny("a1-a2 a1-h1 a2-h2"), known={"h1": "red", "h2": "blue"}, colors={"a1": "green", "a2": "red"})


def answer(offer: Offer, fixed: Coloring | None = None) -> OfferChanged:
    (told,) = bargain(replace(PAIR, offers=(offer,), fixed=fixed or {})).answers
    assert isinstance(told, OfferChanged)
    return told


def test_what_costs_nothing_is_accepted_and_done() -> None:
    made = bargain(replace(PAIR, offers=(offered({"a1": "blue"}),)))
    assert made.answers == (OfferChanged(1, "accepted"),)
    assert made.seen.asked["a1"].color == "blue"


def test_a_refusal_names_a_smallest_set_of_colors_that_stands_against_it() -> None:
    told = answer(offered({"a1": "red"}))
    assert (told.state, told.against) == ("refused", {"h1": "red"})
    assert told.why == "with a1 red, h1 red I could not get below 10"
    assert answer(offered({"a1": "red"}, {"h1": "blue"})).state == "accepted"


def test_a_lock_is_a_reason() -> None:
    told = answer(offered({"a1": "blue"}), fixed={"a1": "green"})
    assert (told.state, told.why, told.against) == ("refused", "a1 is locked as green", {"a1": "green"})


def test_what_is_promised_is_held_but_not_against_whom_it_was_promised_to() -> None:
    promise = offered({"a1": "green"}, lasting=True, state="kept")
    held = bargain(replace(PAIR, offers=(promise,)))
    assert held.seen.held == held.seen.fixed == {"a1": "green"}
    other = offered({"a1": "blue"}, number=2, by="B")
    same = offered({"a1": "blue"}, number=2)
    (refused,) = bargain(replace(PAIR, offers=(promise, other))).answers
    assert refused == OfferChanged(2, "refused", "a1 is promised as green", {"a1": "green"})
    (accepted,) = bargain(replace(PAIR, offers=(promise, same))).answers
    assert accepted == OfferChanged(2, "accepted")


def test_nothing_is_offered_while_an_offer_is_open() -> None:
    seen = replace(PAIR, offers=(replace(offered({"h1": "red"}), by="A", to="H"),))
    assert to_offer(seen, PAIR.colors, (), Draw(1)) == {}
