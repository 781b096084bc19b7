"""Commands and offers: legality, wording and effects."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.casting import configure
from core.engine.chance import Draw
from core.engine.events import Event, Rejected, Said
from core.errors import IllegalAction, UserError
from scenes.coloring.actions import (
    Color,
    Impossible,
    Message,
    Move,
    Pass,
    Propose,
    Reply,
    Satisfied,
    Say,
)
from scenes.coloring.events import Cleared, Colored, Flagged
from scenes.coloring.negotiation.bargaining import answer_offers, choose_offers
from scenes.coloring.negotiation.commitments import ledger
from scenes.coloring.negotiation.offers import Dropped, Offer, OfferChanged, Proposed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.scene import ColoringScene
from scenes.coloring.talk.speech import Refused, Requested
from tests.core.table import Does, ended, play
from tests.scenes.coloring_games import VALID, game, lines, of, own, person, scene_of, sees, tiny, whole


async def table(**options: Any) -> ColoringScene:
    """Return the scene after A's first turn, in which nothing happens."""
    run = game(max_turns=1, **options)
    await play(run)
    return scene_of(run)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("color h2 red", Color("h2", "red")),
        ("colour H2 RED", Color("h2", "red")),
        ("h2 g", Color("h2", "green")),
        ("h2=blue", Color("h2", "blue")),
        ("h2 to b", Color("h2", "blue")),
        ("say @B b2 red", Say("@B b2 red")),
        ("PASS", Pass()),
        (" satisfied ", Satisfied()),
        ("impossible", Impossible()),
        ("move h1=red h2=g satisfied", Move(colors={"h1": "red", "h2": "green"}, satisfied=True)),
        ("move", Move(colors={}, satisfied=False)),
        ("offer b2=red for h5=green", Propose({"b2": "red", "h5": "green"})),
        ("offer B h5=green always", Propose({"h5": "green"}, "B", lasting=True)),
        ("accept 12", Reply("accept", 12)),
        ("withdraw", Reply("withdraw")),
        ("query h4", Say("which colors can h4 take?")),
        ("query b2=red", Say("can b2 be red?")),
    ],
)
async def test_commands(text: str, action: object) -> None:
    scene = await table()
    assert scene.parse("H", text) == action
    assert scene.parse("H", scene.describe(action)) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "commands are: color NODE COLOR, say TEXT"),
        ("hello", "I can't read 'hello'"),
        ("say", "TEXT is missing; write say TEXT"),
        ("pass now", "unexpected 'now'; write pass"),
        ("color h9 red", "there is no node h9; nodes are a1, a2"),
        ("color h1 pink", "'pink' is not a color here; known: red, green, blue"),
        ("move h1=pink", "'pink' is not a color here"),
        ("move h1=", "'' is not a color here"),
    ],
)
async def test_what_cannot_be_read_says_what_could(text: str, why: str) -> None:
    scene = await table()
    with pytest.raises(IllegalAction) as caught:
        scene.parse("H", text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("name", "action", "why"),
    [
        ("H", Color("x9", "red"), "there is no node x9; yours are h1, h2, h3, h4, h5"),
        ("H", Color("b2", "red"), 'b2 is B\'s; ask for it: "@B make b2 red"'),
        ("H", Color("h2", "pink"), "'pink' is not a color here; known: red, green, blue"),
        ("H", Satisfied(), "color h1, h2, h3, h4, h5 first, then you can be satisfied"),
        ("A", Impossible(), "only the human can declare it impossible; you can pass"),
        ("H", Say("@B"), "there is nothing to say"),
        ("H", Say("@Zoe hi"), "nobody is called Zoe here: @A, @B"),
        ("H", Say("@H hi"), "you are H: write @A or @B"),
        ("H", "nonsense", "commands are:"),
        ("H", Move(colors={"a1": "red"}, satisfied=False), "a1 is A's"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="Z"),)), "A can't write to Z"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to=""),)), "others are H, B"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", request={"b2": "red"}),)), "its own nodes"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", report={"h1": "red"}),)), "its own nodes"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", report={"a2": "RED"}),)), "is not a color"),
        ("A", Move(colors={}, satisfied=False, messages=(Message(to="H", request={"h1": "pink"}),)), "is not a color"),
    ],
)
async def test_what_may_not_be_done_says_why(name: str, action: Any, why: str) -> None:
    scene = await table()
    with pytest.raises(IllegalAction) as caught:
        scene.check(name, action)
    assert why in str(caught.value)


async def test_a_locked_node_keeps_its_color() -> None:
    scene = await table(fixed=1)
    ((node, color),) = scene.observe("H").fixed.items()
    other = next(c for c in scene.state.problem.colors if c != color)
    with pytest.raises(IllegalAction, match=f"{node} is locked to {color}"):
        scene.check("H", Color(node, other))
    with pytest.raises(IllegalAction, match=f"{node} is locked to {color}"):
        scene.check("H", Move(colors={node: other}, satisfied=False))
    scene.check("H", Move(colors={node: color}, satisfied=False))


async def test_what_is_legal_passes_and_can_be_written() -> None:
    scene = await table(fixed=2)
    for name in scene.names:
        actions, fixed = scene.legal(name), scene.observe(name).fixed
        for node, color in product(scene.state.problem.nodes, scene.state.problem.colors):
            may = scene.state.problem.owner[node] == name and node not in fixed
            assert (Color(node, color) in actions) is may
        assert (Impossible() in actions) is (name == "H")
        assert Satisfied() not in actions
        for action in actions:
            scene.check(name, action)
            assert scene.parse(name, scene.describe(action)) == action


async def test_satisfied_is_legal_once_all_is_colored() -> None:
    run = game({"A": Does(whole("A"))}, max_turns=1)
    await play(run)
    assert Satisfied() in run.scene.legal("A")
    run.scene.check("A", Satisfied())


async def test_a_refused_command_costs_no_turn() -> None:
    events = await play(game({"H": lines("color b2 red", "satisfied", "h1 red", "pass")}, max_turns=2))
    why = [event.data.why for event in events if isinstance(event.data, Rejected)]
    assert why == [
        'b2 is B\'s; ask for it: "@B make b2 red"',
        "color h1, h2, h3, h4, h5 first, then you can be satisfied",
    ]
    assert of(events, Colored, "H") == [Colored({"h1": "red"}, {})]
    assert len(of(events, Flagged, "H")) == 1


async def test_requests_that_were_not_met_are_not_granted() -> None:
    """A's turn ends without a change to what H asked for."""
    agents = {"A": Does(whole("A"), Move(colors={}, satisfied=False)), "H": lines("say @A a2 red, a4 green", "pass")}
    run = game(agents, max_turns=4)
    events = await play(run)
    assert of(events, Cleared, "A") == [Cleared({"a2": "red", "a4": "green"}, {}, ("H",))]
    assert own("A")["a4"] == VALID["a4"] == "green"
    assert list(run.scene.observe("A").granted) == ["a4"]
    assert run.scene.observe("A").asked == {}


async def test_a_whole_move_asks_as_words_do() -> None:
    ask = Move(colors={}, satisfied=False, messages=(Message(to="H", request={"h1": "red"}),))
    run = game({"A": Does(ask)}, max_turns=1)
    events = await play(run)
    assert of(events, Requested) == [Requested("H", {"h1": "red"})]
    assert run.scene.observe("H").asked["h1"].by == "A"
    assert run.scene.observe("A").requests == {"h1 = red": 1}


@pytest.mark.parametrize("option", ["penalty", "snap"])
def test_a_cost_is_a_finite_number(option: str) -> None:
    for value in ("inf", "nan", "-1"):
        with pytest.raises(UserError, match=option):
            configure(ColoringScene, {option: value})


def test_sizes_of_its_own_mean_a_generated_problem() -> None:
    assert configure(ColoringScene, {"clusters": 8}).problem == "generate"
    assert configure(ColoringScene, {"clusters": 3, "density": "0.4"}).problem == "default"
    assert configure(ColoringScene, {"colors": 4, "difficulty": "hard"}).problem == "default", "hard ones are generated"
    with pytest.raises(UserError, match=r"topology = ring: the built-in graph .* -o problem=generate"):
        configure(ColoringScene, {"problem": "default", "topology": "ring"})


def course(events: list[Event]) -> list[str]:
    """Return the history of offers, in order."""
    bodies = (Proposed, OfferChanged, Dropped)
    return [f"{event.agent} {event.data.sentence()}" for event in events if isinstance(event.data, bodies)]


async def test_a_promise_holds_against_others_until_it_is_released() -> None:
    _, scene, events = await person("say @B promise me b2 blue", "pass", "pass", "pass", "say b2 is free again", "pass")
    assert course(events)[:3] == ["H offer 1 to B: b2 = blue, always", "B offer 1 accepted", "B offer 1 kept"]
    assert course(events)[3:] == ["H to B: b2 is free again", "H offer 1 withdrawn"]
    assert scene.observe("B").granted == {}


async def test_other_words_about_the_same_node_take_a_promise_back() -> None:
    _, _, events = await person("say @B always b2 blue", "pass", "say @B b2 red please", "pass")
    assert course(events)[-1] == "H offer 1 withdrawn"


async def test_who_does_not_do_its_part_has_broken_it_and_that_is_counted() -> None:
    _, scene, events = await person("say if you make b2 red I will make h5 green", "pass", "pass", "pass")
    assert course(events) == [
        "H offer 1 to B: h5 = green if b2 = red",
        "B offer 1 accepted",
        "H offer 1 broken: H has h5 red",
    ]
    assert ended(events).result["offers_broken"] == 1
    assert scene.state.offers[1].state == "broken"


async def test_who_does_its_part_has_kept_it() -> None:
    _, _, events = await person("offer b2=red for h5=green", "pass", "color h5 green", "pass")
    assert course(events)[-1] == "H offer 1 kept"
    assert {key: ended(events).result[f"offers{key}"] for key in ("", "_accepted", "_kept", "_broken")} == {
        "": 1,
        "_accepted": 1,
        "_kept": 1,
        "_broken": 0,
    }


async def test_a_lock_that_is_told_is_known_from_then_on() -> None:
    _, scene, _ = await person("pass", max_turns=2, fixed=1)
    (locked,) = scene.observe("H").fixed
    _, _, events = await person(f"say A, {locked} is locked", max_turns=4, fixed=1)
    first = next(event for event in events if isinstance(event.data, Refused))
    assert (first.agent, first.audience) == ("H", ("A", "H"))
    assert first.data.sentence().startswith(f"reported to A: locked, {locked} ")


@pytest.mark.parametrize("line", ["accept 3", "refuse", "withdraw 1"])
async def test_there_must_be_such_an_offer(line: str) -> None:
    scene = (await person("pass", max_turns=2)).scene
    with pytest.raises(IllegalAction, match="there is no offer"):
        scene.check("H", scene.parse("H", line))


async def test_an_offer_goes_to_one_owner() -> None:
    scene = (await person("pass", max_turns=2)).scene
    for line in ("offer h5=green", "offer b2=red a4=blue", "offer H b2=red"):
        with pytest.raises(IllegalAction, match="one owner"):
            scene.check("H", scene.parse("H", line))


# -- answers of an agent


def offered(want: Coloring, give: Coloring | None = None, **given: object) -> Offer:
    return replace(Offer(1, "H", "A", give or {}, want, {}, lasting=False, turn=4), **given)


PAIR = sees(tiny("a1-a2 a1-h1 a2-h2"), known={"h1": "red", "h2": "blue"}, colors={"a1": "green", "a2": "red"})


def answer(offer: Offer, fixed: Coloring | None = None) -> OfferChanged:
    (told,) = answer_offers(replace(PAIR, offers=(offer,), fixed=fixed or {})).answers
    assert isinstance(told, OfferChanged)
    return told


def test_what_costs_nothing_is_accepted_and_done() -> None:
    made = answer_offers(replace(PAIR, offers=(offered({"a1": "blue"}),)))
    assert made.answers == (OfferChanged(1, "accepted"),)
    assert made.seen.asked["a1"].color == "blue"


def test_a_refusal_names_a_smallest_set_of_colors_that_stands_against_it() -> None:
    told = answer(offered({"a1": "red"}))
    assert (told.state, told.against) == ("refused", {"h1": "red"})
    assert told.why == "with a1 red and h1 red my penalty would be at least 10"
    assert answer(offered({"a1": "red"}, {"h1": "blue"})).state == "accepted"


def test_a_lock_is_a_reason() -> None:
    told = answer(offered({"a1": "blue"}), fixed={"a1": "green"})
    assert (told.state, told.why, told.against) == ("refused", "a1 is locked as green", {"a1": "green"})


def test_what_is_promised_is_held_but_not_against_whom_it_was_promised_to() -> None:
    promise = offered({"a1": "green"}, lasting=True, state="kept")
    held = answer_offers(replace(PAIR, offers=(promise,)))
    assert held.seen.held == held.seen.fixed == {"a1": "green"}
    other = offered({"a1": "blue"}, number=2, by="B")
    same = offered({"a1": "blue"}, number=2)
    (refused,) = answer_offers(replace(PAIR, offers=(promise, other))).answers
    assert refused == OfferChanged(2, "refused", "a1 is promised as green", {"a1": "green"})
    (accepted,) = answer_offers(replace(PAIR, offers=(promise, same))).answers
    assert accepted == OfferChanged(2, "accepted")


def test_nothing_is_offered_while_an_offer_is_open() -> None:
    seen = replace(PAIR, offers=(replace(offered({"h1": "red"}), by="A", to="H"),))
    assert choose_offers(seen, PAIR.colors, (), Draw(1)) == {}


async def test_who_breaks_its_word_twice_has_to_do_its_part_first() -> None:
    """H promises h5 green for b2, and takes it back; the third time B wants to see h5 green before it agrees."""
    deal = ["offer b2=red for h5=green", "pass"]
    breaking = [*deal, "pass", "pass"]
    _, scene, events = await person(*breaking, *breaking, *deal, "pass", max_turns=40)
    states = [(e.agent, e.data.state, e.data.why) for e in events if isinstance(e.data, OfferChanged)]
    broken = [why for _, state, why in states if state == "broken"]
    assert len(broken) >= 2
    assert all(offer.broken_by == "H" for offer in scene.state.offers.values() if offer.state == "broken")
    refusals = [why for agent, state, why in states if (agent, state) == ("B", "refused")]
    assert "you went back on h5 twice: make h5 green first, then I make b2 red" in refusals


async def test_a_first_breach_costs_its_owner_the_favor_of_the_other() -> None:
    """An accommodating owner accepts a conflict for another's sake, but no longer for one that broke its word."""
    owner = sees(tiny("a1-b1 a1-h1"), known={"h1": "red", "b1": "green"}, colors={"a1": "blue"}, temper="accommodating")
    deal = Offer(2, "H", "A", {}, {"a1": "red"}, {}, False, 3)
    past = Offer(1, "H", "A", {"h1": "green"}, {"a1": "blue"}, {}, False, 2, "broken", agreed=True, broken_by="H")
    kept = replace(past, state="kept", broken_by="")
    for before, expected in (((), "accepted"), ((past,), "refused"), ((past, kept), "accepted")):
        (answer,) = answer_offers(replace(owner, offers=(*before, deal))).answers
        assert isinstance(answer, OfferChanged)
        assert answer.state == expected, answer.why


@pytest.mark.parametrize("breaker", ["A", "H"])
def test_a_breach_is_laid_to_the_side_that_broke_it(breaker: str) -> None:
    made = Proposed(1, "A", {"h1": "green"}, {"a1": "blue"}).offer("H", 1)
    agreed = OfferChanged(1, "accepted").change(made, "A", 2)
    broken = OfferChanged(1, "broken", "whatever is said").change(agreed, breaker, 3)
    other = broken.other(breaker)
    accounts = ledger([broken], "AHB")
    assert [len(each) for each in accounts[breaker, other]] == [0, 1, 0, 0]
    assert [len(each) for each in accounts[other, breaker]] == [0, 0, 1, 0], "the other side is released, without fault"
    assert not ledger([made, OfferChanged(1, "refused").change(made, "A", 2)], "AHB"), "nothing was promised"


async def test_a_harmful_demand_is_met_once_and_then_priced() -> None:
    """B can't have b2 red beside h5 red; it says what that costs, and for which change it would do it."""
    demand = ["say b2 must be red", "pass"]
    _, scene, events = await person("pass", *demand, *demand, *demand, max_turns=16)
    words = [e.data.text for e in events if isinstance(e.data, Said) and e.agent == "B"]
    price = "b2: red would cost me 10 points of penalty."
    met = [
        text for text in words if "b2 is now red, as you asked. I have 1 conflict (h5–b2): my penalty is 10." in text
    ]
    assert len(met) == 1
    assert sum(f"No, I keep {price}" in text for text in words) == 1
    assert any(f"I still keep {price} My offer 1 stands: b2 = red if h5 = blue." in text for text in words)
    (offer,) = scene.state.offers.values()
    assert (offer.by, offer.give, offer.want) == ("B", {"b2": "red"}, {"h5": "blue"})
    _, scene, _ = await person("pass", *demand, *demand, "accept", "color h5 blue", "pass", "pass", max_turns=16)
    assert scene.state.offers[1].state == "kept"
    assert not scene.state.problem.conflicts(scene.state.colors)


async def test_a_color_that_was_changed_from_outside_breaks_nobodys_word() -> None:
    _, scene, _ = await person("say @B promise me b2 blue", "pass", "pass", max_turns=6)
    assert scene.state.offers[1].running
    for event in scene.change("b2=red"):
        scene.apply(event)
    assert (scene.state.offers[1].state, scene.state.offers[1].broken_by) == ("withdrawn", "")
    assert not ledger([*scene.state.offers.values()], "AHB")["B", "H"].broken


@pytest.mark.parametrize(("number", "expected"), [(1, "refused"), (3, "accepted")])
def test_of_two_offers_made_at_once_that_contradict_each_other_the_first_stands(number: int, expected: str) -> None:
    """Owners that act at once could otherwise both agree, though only one of the two offers can be kept."""
    mine = Offer(number, "A", "H", {"a1": "red"}, {"h1": "green"}, {}, False, 3)
    other = Offer(2, "H", "A", {"h1": "red"}, {"a1": "green"}, {}, False, 3)
    seen = sees(tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "blue"}, offers=(mine, other))
    answers, _, counters = answer_offers(seen)
    (answer,) = answers
    assert isinstance(answer, OfferChanged)
    assert (answer.state, answer.why) == (expected, "" if expected == "accepted" else "my offer 1 stands against it")
    assert not counters
