"""What an owner answers, offers and asks for: steps 9 and 10, on hand-made observations."""

from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.engine.chance import Chance, Draw
from core.engine.config import SceneConfig
from core.engine.scene import Scene
from core.engine.turn import Turn
from core.llm.model_client import ModelClient
from scenes.coloring.actions import Message, Move
from scenes.coloring.bots.decision import Decision, decide_colors
from scenes.coloring.bots.rule_based import ClusterAgent
from scenes.coloring.negotiation.bargaining import to_offer
from scenes.coloring.negotiation.requests import SHOWN, Options, counterfactuals, reply, whom_to_ask
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.penalty import Verdict, judge
from scenes.coloring.rules.observation import Asked, Heard, Observation
from scenes.coloring.talk.speech import Deal, Offered, Option
from tests.scenes.test_coloring_decision import EVEN, sees, want
from tests.scenes.test_coloring_rules import tiny

SQUEEZED = tiny("h1-a1 h1-a2 h1-b1")
"""H has one node, between A and B."""


def verdict_of(seen: Observation) -> Verdict:
    return judge(seen.problem, seen.name, seen.colors, seen.believed)


def stays(seen: Observation) -> Decision:
    """The owner keeps its colors, and knows what exact search could reach."""
    return decide_colors(seen, Chance(1))._replace(colors=seen.colors)


def tables_of(seen: Observation) -> tuple[Options, ...]:
    return counterfactuals(seen, decide_colors(seen, Chance(1)), verdict_of(seen), Draw(1))


def asks(seen: Observation, seed: int = 1) -> dict[str, Coloring]:
    ask = whom_to_ask(seen, stays(seen), tables_of(seen), Draw(seed))
    return ask.wishes if ask else {}


def answer(seen: Observation, to: str) -> str:
    decision = decide_colors(seen, Chance(1))
    verdict = judge(seen.problem, seen.name, decision.colors, seen.believed)
    return reply(seen, to, decision, verdict, counterfactuals(seen, decision, verdict, Draw(1)))


def move_of(seen: Observation, seed: int = 1) -> Move:
    world = cast(Scene, SimpleNamespace(observe=lambda name: seen))
    turn = Turn(world, seen.name, seen.turn, Chance(seed), ModelClient({}, {}, SceneConfig()))
    move = ClusterAgent().act(turn)
    assert isinstance(move, Move)
    return move


def text_to(move: Move, to: str) -> str:
    return next(message.text() for message in move.messages if message.to == to)


# -- counterfactuals


@given(st.lists(st.sampled_from(["red", "green", "blue"]), min_size=9, max_size=9), st.integers(0, 99))
def test_each_option_is_the_best_for_its_boundary_and_the_current_one_is_actual(colors: list[str], seed: int) -> None:
    problem = default_problem()
    own = dict(zip(problem.clusters["H"], colors, strict=False))
    known = dict(zip(problem.outside("H"), colors[5:], strict=True))
    seen = sees(problem, "H", known, colors=own, fixed={"h1": own["h1"]})
    verdict = verdict_of(seen)
    decision = decide_colors(seen, Chance(seed))._replace(colors=own)
    for options in counterfactuals(seen, decision, verdict, Draw(seed)):
        varied = problem.boundary(options.to, "H")
        every = (dict(zip(varied, row, strict=True)) for row in product(problem.colors, repeat=len(varied)))
        wanted = {tuple(e.items()) for e in every if not problem.conflicts(e) or e.items() <= known.items()}
        assert {tuple(row.colors.items()) for row in options.rows} == wanted
        assert options.more == 0
        assert [row.penalty for row in options.rows] == sorted(row.penalty for row in options.rows)
        for row in options.rows:
            assert row.current == (row.colors.items() <= known.items())
            outside = {**known, **row.colors}
            tried = [own] if row.current else _colorings(problem.clusters["H"], seen.fixed)
            worth = [(judge(problem, "H", c, outside).penalty, -problem.score(c)) for c in tried]
            assert (row.penalty, -row.score) == min(worth)
            assert row.other_score == problem.score(row.colors)


def _colorings(nodes: tuple[str, ...], fixed: Coloring) -> list[Coloring]:
    rows = (dict(zip(nodes, row, strict=True)) for row in product(["red", "green", "blue"], repeat=len(nodes)))
    return [row for row in rows if fixed.items() <= row.items()]


def test_equal_penalties_rank_by_both_scores_together() -> None:
    points = {"red": 1.0, "green": 2.0, "blue": 4.0}
    (options,) = tables_of(sees(tiny("a1-h1", points=points), known={"h1": "red"}, colors={"a1": "green"}))
    assert [row.combined for row in options.rows] == [6, 6, 5]
    assert [row.colors["h1"] for row in options.rows] == ["green", "blue", "red"]


def test_a_message_offers_the_top_and_the_current_option_and_counts_the_rest() -> None:
    problem = tiny("a1-h1 a2-h2", points={"red": 3.0, "green": 2.0, "blue": 1.0})
    seen = sees(problem, known={"h1": "blue", "h2": "blue"}, colors={"a1": "blue", "a2": "blue"})
    (options,) = tables_of(seen)
    offered = options.offered()
    assert offered.penalty == 20
    assert [option.penalty for option in offered.options] == [0] * SHOWN + [20]
    assert [option.current for option in offered.options] == [False] * SHOWN + [True]
    assert offered.more == 9 - SHOWN - 1


def test_without_reports_no_option_is_the_current_one() -> None:
    (options,) = tables_of(sees(tiny("a1-h1"), colors={"a1": "red"}))
    assert not any(row.current for row in options.rows)


# -- whom to ask


def test_the_neighbor_whose_change_helps_most_is_asked() -> None:
    reds = dict.fromkeys(("h1", "h2", "h3"), "red")
    problem = tiny("h1-a1 h2-b1 h3-b2", colors=2)
    seen = sees(problem, "H", {"a1": "red", "b1": "red", "b2": "red"}, colors=reds, fixed=reds)
    assert {options.to: options.rows[0].penalty for options in tables_of(seen)} == {"A": 20, "B": 10}
    assert asks(seen) == {"B": {"b1": "green", "b2": "green"}}


@pytest.mark.parametrize("seed", range(10))
def test_no_more_nodes_are_asked_for_than_help(seed: int) -> None:
    """All of A's nodes could change, but one clashes."""
    known, red = {"a1": "red", "a2": "green"}, {"h1": "red"}
    seen = sees(tiny("h1-a1 h1-a2", points=EVEN), "H", known, colors=red, fixed=red)
    ((_, changes),) = asks(seen, seed).items()
    assert len(changes) == 1


BETWEEN = sees(
    tiny("a1-h1 a1-b1", points=EVEN, colors=2),
    known={"h1": "red", "b1": "red"},
    colors={"a1": "red"},
    fixed={"a1": "red"},
)
"""The locked a1 wants h1 and b1 green."""


def test_keyed_chance_decides_between_equal_requests() -> None:
    asked = [next(iter(asks(BETWEEN, seed))) for seed in range(30)]
    assert set(asked) == {"H", "B"}
    assert asked == [next(iter(asks(BETWEEN, seed))) for seed in range(30)]


def test_what_was_asked_less_often_comes_first() -> None:
    wishes = {"h1 = green": {"B": {"b1": "green"}}, "b1 = green": {"H": {"h1": "green"}}}
    for tried, wish in wishes.items():
        assert asks(replace(BETWEEN, requests={tried: 2, "h9 = red": 5})) == wish


def test_nodes_that_are_known_to_be_locked_are_not_asked_for() -> None:
    assert asks(replace(BETWEEN, refused={"h1": "red"})) == {"B": {"b1": "green"}}
    assert asks(replace(BETWEEN, refused={"b1": "red"})) == {"H": {"h1": "green"}}
    assert asks(replace(BETWEEN, refused=BETWEEN.believed)) == {}


def test_nothing_is_asked_while_somebody_who_was_asked_has_had_no_turn() -> None:
    assert asks(replace(BETWEEN, awaits=frozenset("H"))) == {}


def test_no_color_is_asked_for_that_an_own_node_has_beside_it() -> None:
    """Only h2 red would help, and a1 is red: that is for an offer."""
    seen = sees(tiny("a1-h1 a1-h2", colors=2), known={"h1": "red", "h2": "green"}, colors={"a1": "red"})
    assert asks(replace(seen, refused={"h1": "red"})) == {}
    offers = to_offer(replace(seen, refused={"h1": "red"}), seen.colors, tables_of(seen), Draw(1))
    assert offers == {"H": Deal(give={"a1": "green"}, want={"h2": "red"})}


CORNERED = sees(
    tiny("a1-a2 a1-h1 a1-h2 a1-b1"),
    known={"h1": "red", "h2": "green", "b1": "red"},
    colors={"a1": "green", "a2": "blue"},
    fixed={"a2": "blue"},
    refused={"h2": "green"},
)
"""The locked h2 wants a1 red, h1 and b1 stand against that."""


def test_several_neighbors_are_asked_only_if_no_single_one_can_help() -> None:
    assert asks(CORNERED) == {"H": {"h1": "blue"}, "B": {"b1": "blue"}}
    assert asks(replace(CORNERED, refused={})) == {"H": {"h2": "red"}}


def test_nobody_is_asked_where_no_change_would_help() -> None:
    reds = {"a1": "red", "a2": "red"}
    assert asks(sees(tiny("a1-a2 a1-h1"), known={"h1": "green"}, colors=reds, fixed=reds)) == {}


# -- the rule-based owner's whole turn


STUCK = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"}, fixed={"a1": "red"})


def requests_of(move: Move) -> Coloring:
    return {node: color for message in move.messages for node, color in message.request.items()}


def test_an_owner_that_is_stuck_asks_and_says_what_it_would_gain() -> None:
    move = move_of(STUCK)
    assert requests_of(move) == {"h1": "green"}
    assert not move.satisfied
    assert text_to(move, "H") == "Now a1 red. Please make h1 green. Then I can reach 0; now I have 10."


def test_an_owner_that_is_satisfied_asks_for_nothing() -> None:
    move = move_of(sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "green"}))
    assert move.satisfied
    assert requests_of(move) == {}


def test_an_owner_waits_a_turn_after_it_was_forced_or_began() -> None:
    forced = sees(tiny("a1-h1 a2-"), known=STUCK.believed, colors={"a1": "red", "a2": "red"}, fixed=STUCK.fixed)
    assert requests_of(move_of(forced)) == {"h1": "green"}
    forced.asked["a2"] = want("red")
    assert requests_of(move_of(forced)) == {}
    begins = sees(tiny("a1-a2 a1-h1"), known={"h1": "red"}, colors={"a1": "red"}, fixed={"a1": "red"})
    assert requests_of(move_of(begins)) == {}


def test_an_owner_that_exact_search_will_help_next_turn_does_not_ask() -> None:
    problem = tiny("a1-a2 a2-h1", colors=2)
    changes = sees(problem, known={"h1": "green"}, colors={"a1": "red", "a2": "green"})
    assert requests_of(move_of(changes)) == {}
    beyond = sees(problem, known={"h1": "green"}, colors={"a1": "red", "a2": "red"}, snap=10.0)
    assert requests_of(move_of(beyond)) == {}


def test_an_owner_that_has_just_improved_waits_a_turn_before_it_asks() -> None:
    """It asks once it could not improve for a turn; the locked a1 leaves a conflict that it could ask about."""
    problem = tiny("a1-h1 a2-h2")
    known, fixed = {"h1": "red", "h2": "red"}, {"a1": "red"}
    improves = sees(problem, known=known, fixed=fixed, colors={"a1": "red", "a2": "red"})
    stuck = sees(problem, known=known, fixed=fixed, colors={"a1": "red", "a2": "green"})
    assert requests_of(move_of(stuck)) == {"h1": "green"}
    assert requests_of(move_of(improves)) == {}


def test_whoever_was_told_the_same_before_is_reported_to_in_silence() -> None:
    calm = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "green"}, reported={"H": {"a1": "green"}})
    (message,) = move_of(calm).messages
    assert message.report == {"a1": "green"}
    assert message.text() == ""


# -- replies


@pytest.mark.parametrize(
    ("asked", "now", "expected"),
    [
        (want("blue"), "red", "a1 is now blue, as you asked. Penalty 0 on my side."),
        (want("red"), "red", "a1 stays red, as you asked. Penalty 0 on my side."),
        (Asked("H", avoid=("red",)), "red", "a1 is now green, as you asked. Penalty 0 on my side."),
    ],
)
def test_a_request_that_was_met_is_answered(asked: Asked, now: str, expected: str) -> None:
    assert answer(sees(tiny("a1-h1"), colors={"a1": now}, asked={"a1": asked}), "H") == expected


def test_a_request_for_a_locked_node_is_answered_with_the_conflict_it_leaves() -> None:
    seen = sees(STUCK.problem, known=STUCK.believed, colors=STUCK.colors, fixed=STUCK.fixed, asked={"a1": want("blue")})
    expected = "a1 is locked to red: I can't change it. a1–h1 clash: penalty 10. With h1 green I could reach 0."
    assert answer(seen, "H") == expected


def test_only_a_locked_node_is_called_locked() -> None:
    seen = sees(tiny("a1-h1"), colors={"a1": "red"}, asked={"a1": Asked("H", avoid=("red", "green", "blue"))})
    assert "locked" not in answer(seen, "H")


def test_whoever_writes_hears_what_was_changed_and_what_was_not() -> None:
    heard = (Heard("H", "well", False),)
    still = sees(tiny("a1-h1"), known={"h1": "green"}, colors={"a1": "red"}, heard=heard)
    assert answer(still, "H") == "I did not change anything. Penalty 0 on my side."
    moved = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"}, heard=heard)
    assert answer(moved, "H") == "I changed a1 to green. Penalty 0 on my side."


def test_a_reply_admits_a_conflict() -> None:
    seen = sees(
        STUCK.problem, known=STUCK.believed, colors=STUCK.colors, fixed=STUCK.fixed, heard=(Heard("H", "", True),)
    )
    assert "a1–h1 clash: penalty 10." in answer(seen, "H")


def test_others_are_not_answered() -> None:
    seen = sees(SQUEEZED, "H", colors={"h1": "red"}, heard=(Heard("A", "hi", False),), asked={"h1": want("red", "A")})
    assert answer(seen, "A")
    assert answer(seen, "B") == ""


def test_an_owner_that_goes_back_on_a_request_says_so() -> None:
    seen = sees(tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "blue"}, granted={"a1": want("blue")})
    assert answer(seen, "H") == "I went back on a1 blue: it is red now. Penalty 0 on my side."
    avoided = sees(
        tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "blue"}, granted={"a1": Asked("H", avoid=("red",))}
    )
    assert answer(avoided, "H").startswith("I went back on a1 not red: it is red now.")
    kept = sees(tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "red"}, granted={"a1": want("red")})
    assert answer(kept, "H") == ""


def test_an_owner_says_so_too_when_it_goes_back_for_somebody_else() -> None:
    granted, asked = {"h1": want("red", "A")}, {"h1": want("green", "B")}
    seen = sees(SQUEEZED, "H", colors={"h1": "red"}, granted=granted, asked=asked)
    assert answer(seen, "B").startswith("h1 is now green, as you asked.")
    assert answer(seen, "A").startswith("I went back on h1 red: it is green now.")


# -- messages are plain sentences, and true


def test_a_message_says_each_of_its_parts() -> None:
    options = Offered("H", 10.0, (Option({"h1": "red"}, 0.0, 3.0, 3.0),), 2)
    report = {"a1": "red", "a2": "blue"}
    parts = Message(to="H", reply="Yes.", report=report, request={"h1": "red"}, reach=0.0, options=options)
    assert parts.text() == "Yes. Now a1 red, a2 blue. Please make h1 red. Then I can reach 0; now I have 10."
    assert Message(to="H", options=options).text() == "With h1 red I could reach 0; now I have 10."
    assert Message(to="H", options=options, news=False).text() == ""


def test_the_gain_that_is_named_is_that_of_the_request() -> None:
    """h2 is known to be locked: only h1 can be asked for, and a conflict remains."""
    reds = {"a1": "red", "a2": "red"}
    known = {"h1": "red", "h2": "red"}
    seen = sees(tiny("a1-h1 a2-h2", colors=2), known=known, colors=reds, fixed=reds, refused={"h2": "red"})
    move = move_of(seen)
    assert requests_of(move) == {"h1": "green"}
    assert "Then I can reach 10; now I have 20." in text_to(move, "H")


@pytest.mark.parametrize("to", ["H", "B"])
def test_a_joint_request_does_not_name_the_gain_of_one_part(to: str) -> None:
    text = text_to(move_of(CORNERED), to)
    assert "Please make" in text
    assert "reach 10; now I have 10" not in text
