"""Answers, offers and requests of an owner: steps 9 and 10, on hand-made observations."""

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
from scenes.coloring.negotiation.bargaining import choose_offers
from scenes.coloring.negotiation.offers import Offer
from scenes.coloring.negotiation.question_answers import Answers, answer_questions
from scenes.coloring.negotiation.replies import reply
from scenes.coloring.negotiation.requests import SHOWN_OPTIONS, Options, choose_request, counterfactuals
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.penalty import Verdict, judge
from scenes.coloring.rules.observation import Asked, Heard, Observation
from scenes.coloring.talk.claims.check import Facts, check_words
from scenes.coloring.talk.speech import About, Deal, Offered, Option, Question
from tests.scenes.coloring_games import EVEN, sees, tiny, want

SQUEEZED = tiny("h1-a1 h1-a2 h1-b1")
"""H has one node, between A and B."""


def verdict_of(seen: Observation) -> Verdict:
    return judge(seen.problem, seen.name, seen.colors, seen.believed)


def stays(seen: Observation) -> Decision:
    """Decide for an owner that keeps its colors and knows what exact search could reach."""
    return decide_colors(seen, Chance(1))._replace(colors=seen.colors)


def tables_of(seen: Observation) -> tuple[Options, ...]:
    return counterfactuals(seen, decide_colors(seen, Chance(1)), verdict_of(seen), Draw(1))


def asks(seen: Observation, seed: int = 1) -> dict[str, Coloring]:
    ask = choose_request(seen, stays(seen), tables_of(seen), Draw(seed))
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
    assert [option.penalty for option in offered.options] == [0] * SHOWN_OPTIONS + [20]
    assert [option.current for option in offered.options] == [False] * SHOWN_OPTIONS + [True]
    assert offered.more == 9 - SHOWN_OPTIONS - 1


# -- choice of the agent to ask


def test_no_more_nodes_are_asked_for_than_help() -> None:
    """All of A's nodes could change, but one clashes."""
    known, red = {"a1": "red", "a2": "green"}, {"h1": "red"}
    seen = sees(tiny("h1-a1 h1-a2", points=EVEN), "H", known, colors=red, fixed=red)
    assert all(len(changes) == 1 for seed in range(10) for changes in asks(seen, seed).values())
    assert asks(seen)


BETWEEN = sees(
    tiny("a1-h1 a1-b1", points=EVEN, colors=2),
    known={"h1": "red", "b1": "red"},
    colors={"a1": "red"},
    fixed={"a1": "red"},
)
"""The locked a1 needs h1 and b1 green."""


def test_keyed_chance_decides_between_equal_requests() -> None:
    asked = [next(iter(asks(BETWEEN, seed))) for seed in range(30)]
    assert set(asked) == {"H", "B"}
    assert asked == [next(iter(asks(BETWEEN, seed))) for seed in range(30)]


def test_no_color_is_asked_for_that_an_own_node_has_beside_it() -> None:
    """Only h2 red would help, and a1 is red: that takes an offer, not a request."""
    seen = sees(tiny("a1-h1 a1-h2", colors=2), known={"h1": "red", "h2": "green"}, colors={"a1": "red"})
    assert asks(replace(seen, refused={"h1": "red"})) == {}
    offers = choose_offers(replace(seen, refused={"h1": "red"}), seen.colors, tables_of(seen), Draw(1))
    assert offers == {"H": Deal(give={"a1": "green"}, want={"h2": "red"})}


LOCKED = dict.fromkeys(("h1", "h2", "h3"), "red")
THREE = sees(
    tiny("h1-a1 h2-b1 h3-b2", colors=2), "H", {"a1": "red", "b1": "red", "b2": "red"}, colors=LOCKED, fixed=LOCKED
)
CORNERED = sees(
    tiny("a1-a2 a1-h1 a1-h2 a1-b1"),
    known={"h1": "red", "h2": "green", "b1": "red"},
    colors={"a1": "green", "a2": "blue"},
    fixed={"a2": "blue"},
    refused={"h2": "green"},
)
"""The locked h2 needs a1 red; h1 and b1 conflict with that."""


REDS = {"a1": "red", "a2": "red"}


@pytest.mark.parametrize(
    ("seen", "wishes"),
    [
        (THREE, {"B": {"b1": "green", "b2": "green"}}),  # the neighbor whose change helps most
        (replace(BETWEEN, requests={"h1 = green": 2}), {"B": {"b1": "green"}}),  # asked less often
        (replace(BETWEEN, requests={"b1 = green": 2, "h9 = red": 5}), {"H": {"h1": "green"}}),
        (replace(BETWEEN, refused={"h1": "red"}), {"B": {"b1": "green"}}),  # h1 is known to be locked
        (replace(BETWEEN, refused=BETWEEN.believed), {}),
        (replace(BETWEEN, awaits=frozenset("H")), {}),  # H was asked, and has had no turn
        (CORNERED, {"H": {"h1": "blue"}, "B": {"b1": "blue"}}),  # no single neighbor can help
        (replace(CORNERED, refused={}), {"H": {"h2": "red"}}),
        (sees(tiny("a1-a2 a1-h1"), known={"h1": "green"}, colors=REDS, fixed=REDS), {}),  # no change would help
    ],
)
def test_whom_an_owner_asks_for_what(seen: Observation, wishes: dict[str, Coloring]) -> None:
    assert asks(seen) == wishes


# -- the rule-based owner's whole turn


STUCK = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"}, fixed={"a1": "red"})


def requests_of(move: Move) -> Coloring:
    return {node: color for message in move.messages for node, color in message.request.items()}


def test_an_owner_that_is_stuck_asks_and_says_what_it_would_gain() -> None:
    move = move_of(STUCK)
    assert requests_of(move) == {"h1": "green"}
    assert not move.satisfied
    assert text_to(move, "H") == "Now a1 red. Please make h1 green. Then my penalty could fall from 10 to 0."


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
        (want("blue"), "red", "a1 is now blue, as you asked. I have no conflicts."),
        (want("red"), "red", "a1 stays red, as you asked. I have no conflicts."),
        (Asked("H", avoid=("red",)), "red", "a1 is now green, as you asked. I have no conflicts."),
    ],
)
def test_a_request_that_was_met_is_answered(asked: Asked, now: str, expected: str) -> None:
    assert answer(sees(tiny("a1-h1"), colors={"a1": now}, asked={"a1": asked}), "H") == expected


def test_a_request_for_a_locked_node_is_answered_with_the_conflict_it_leaves() -> None:
    seen = sees(STUCK.problem, known=STUCK.believed, colors=STUCK.colors, fixed=STUCK.fixed, asked={"a1": want("blue")})
    lock, state = "a1 is locked to red: I can't change it.", "I have 1 conflict (a1–h1): my penalty is 10."
    assert answer(seen, "H") == f"{lock} {state} With h1 green it could be 0."


def test_only_a_locked_node_is_called_locked() -> None:
    seen = sees(tiny("a1-h1"), colors={"a1": "red"}, asked={"a1": Asked("H", avoid=("red", "green", "blue"))})
    assert "locked" not in answer(seen, "H")


def test_whoever_writes_hears_what_was_changed_and_what_was_not() -> None:
    heard = (Heard("H", "well", False),)
    still = sees(tiny("a1-h1"), known={"h1": "green"}, colors={"a1": "red"}, heard=heard)
    assert answer(still, "H") == "I did not change anything. I have no conflicts."
    moved = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"}, heard=heard)
    assert answer(moved, "H") == "I changed a1 to green. I have no conflicts."


def test_others_are_not_answered() -> None:
    seen = sees(SQUEEZED, "H", colors={"h1": "red"}, heard=(Heard("A", "hi", False),), asked={"h1": want("red", "A")})
    assert answer(seen, "A")
    assert answer(seen, "B") == ""


def test_an_owner_that_goes_back_on_a_request_says_so() -> None:
    seen = sees(tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "blue"}, granted={"a1": want("blue")})
    assert (
        answer(seen, "H")
        == "I went back on a1 blue: it is red now, because blue would clash with h1. I have no conflicts."
    )
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
    assert answer(seen, "A").startswith("I went back on h1 red: it is green now, because B asked for it.")


# -- messages are plain, true sentences


def test_a_message_says_each_of_its_parts() -> None:
    options = Offered("H", 10.0, (Option({"h1": "red"}, 0.0, 3.0, 3.0),), 2)
    report = {"a1": "red", "a2": "blue"}
    parts = Message(to="H", reply="Yes.", report=report, request={"h1": "red"}, reach=0.0, options=options)
    assert parts.text() == "Yes. Now a1 red, a2 blue. Please make h1 red. Then my penalty could fall from 10 to 0."
    assert Message(to="H", options=options).text() == "With h1 red my penalty could fall from 10 to 0."
    assert Message(to="H", options=options, news=False).text() == ""


def test_the_gain_that_is_named_is_that_of_the_request() -> None:
    """h2 is known to be locked: only h1 can be asked for, and a conflict remains."""
    reds = {"a1": "red", "a2": "red"}
    known = {"h1": "red", "h2": "red"}
    seen = sees(tiny("a1-h1 a2-h2", colors=2), known=known, colors=reds, fixed=reds, refused={"h2": "red"})
    move = move_of(seen)
    assert requests_of(move) == {"h1": "green"}
    assert "Then my penalty could fall from 20 to 10." in text_to(move, "H")


@pytest.mark.parametrize("to", ["H", "B"])
def test_a_joint_request_does_not_name_the_gain_of_one_part(to: str) -> None:
    text = text_to(move_of(CORNERED), to)
    assert "Please make" in text
    assert "could fall" not in text


PAIR = tiny("a1-a2 a1-h1 a2-h2")
SEEN = sees(PAIR, known={"h1": "red", "h2": "blue"}, colors={"a1": "green", "a2": "red"})


def ask(seen: Observation, about: About, node: str = "", color: str = "", *, direct: bool = False) -> str:
    return Answers(seen, seen.colors, "H").answer(Question(about, node, color), direct)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (("what", "a1"), "a1 is green."),
        (("what", ""), "I have a1 green and a2 red."),
        (
            ("what", "h1"),
            "You told me in turn 1 that h1 is red. For me h1 can be red, green or blue: it makes no difference to me.",
        ),
        (("why", "a1", "red"), "a1 is green because red would clash with a2 and h1."),
        (
            ("why", "a2"),
            "a2 is red because green would clash with a1, and blue would clash with h2.",
        ),
        (
            ("why", "h1"),
            "h1 is yours: I know only what you tell me. "
            "For me h1 can be red, green or blue: it makes no difference to me.",
        ),
        (("why", ""), "I did not change anything in this turn."),
        (("can", "h1"), "For me h1 can be red, green or blue: it makes no difference to me."),
        (
            ("can", "a1", "blue"),
            "a1 is green now, and a1 can be blue: I would change nothing else and still have no conflicts.",
        ),
        (
            ("can", "a1", "red"),
            "a1 is green now, and red does not suit me: red would clash with a2 and h1, "
            "and my penalty would be at least 10, "
            "while with green or blue I could have no conflicts.",
        ),
        (("if", "h1", "green"), "With h1 green I would make a1 blue, and have no conflicts."),
        (("if", "h2", "green"), "With h2 green I would change nothing else and still have no conflicts."),
        (("do",), "I need nothing from you: I have no conflicts."),
        (("fine",), "I am satisfied: I have no conflicts."),
        (("promised",), "There is no deal or promise between us yet."),
    ],
)
def test_an_answer_is_short_and_gives_the_reason(asked: tuple[About, str, str], expected: str) -> None:
    assert ask(SEEN, *asked) == expected


def test_locks_requests_and_preferences_are_reasons() -> None:
    locked = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, fixed={"a1": "green"})
    assert ask(locked, "why", "a1") == "a1 is locked to green: I can't change it."
    assert ask(locked, "can", "a1", "red") == "a1 is locked to green: I can't change it."
    wished = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, granted={"a1": want("green")})
    assert ask(wished, "why", "a1") == "a1 is green because you asked for it."
    assert ask(wished, "promised") == "You asked me for a1 green, and that holds."
    alone = sees(tiny("a1-"), colors={"a1": "red"})
    assert ask(alone, "why", "a1", "blue") == "a1 is red because red is worth 3 points to me and blue 1."
    even = sees(tiny("a1-", points=EVEN), colors={"a1": "red"})
    assert ask(even, "why", "a1", "blue") == "a1 is red because blue would be no better."


def test_who_is_stuck_says_what_would_help_and_never_a_color_that_clashes_elsewhere() -> None:
    reds = {"a1": "red"}
    stuck = sees(tiny("a1-h1 h1-b1"), known={"h1": "red"}, colors=reds, fixed=reds)
    assert ask(stuck, "do") == "Please make h1 green, if you can. Then my penalty could fall from 10 to 0."
    assert ask(stuck, "fine") == "I have 1 conflict (a1–h1): my penalty is 10."
    pressed = sees(tiny("a1-h1 h1-b1"), known={"h1": "red", "b1": "green"}, colors=reds, fixed=reds)
    assert ask(pressed, "do") == "Please make h1 blue, if you can. Then my penalty could fall from 10 to 0."
    told = sees(stuck.problem, known=stuck.believed, colors=reds, fixed=reds, refused={"h1": "red"})
    assert ask(told, "do") == "No single node of yours would help me: my penalty would stay 10."
    able = sees(tiny("a1-h1"), known={"h1": "red"}, colors=reds)
    assert ask(able, "do") == "I need nothing from you: I can resolve that by myself."


def test_anothers_node_is_answered_only_if_put_to_us() -> None:
    seen = sees(tiny("a1-b1 a1-h1"), known={"b1": "red"}, colors={"a1": "green"})
    assert ask(seen, "what", "b1") == ""
    assert ask(seen, "what", "b1", direct=True) == "B last told me that b1 is red (turn 1). b1 is B's, so please ask B."


def test_greetings_get_a_greeting_and_questions_no_penalty() -> None:
    hello = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(Heard("H", "hi", False, greets=True),))
    assert answer(hello, "H") == "Hello."
    why = Heard("H", "why a1?", True, asks=(Question("why", "a1", "red"),))
    both = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(why, why))
    assert answer(both, "H") == "a1 is green because red would clash with a2 and h1."
    odd = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(Heard("H", "what is love?", True),))
    assert answer(odd, "H").startswith("I can't answer that.")
    assert answer_questions(Answers(odd, odd.colors, "B")) == []


def test_of_several_answers_only_one_proposes_something() -> None:
    reds = {"a1": "red"}
    stuck = sees(tiny("a1-h1 h1-b1"), known={"h1": "red"}, colors=reds, fixed=reds)
    own = Answers(stuck, reds, "H")
    assert own.answer(Question("do"), direct=True).startswith("Please make h1 green")
    assert own.answer(Question("do"), direct=True) == ""
    free = sees(tiny("a1-h1", points=EVEN), known={"h1": "green"}, colors=reds)
    own = Answers(free, reds, "H")
    priced = own.answer(Question("price", "a1", "green"), direct=True)
    assert priced == "a1 green would cost me at least 10 points of penalty. If you make h1 red, I make a1 green."
    assert "If you make" not in own.answer(Question("trade"), direct=True)


def test_who_broke_a_promise_is_told_so_and_never_the_other() -> None:
    broken = Offer(1, "H", "A", {"h1": "green"}, {"a1": "red"}, {}, False, 3, "broken", "H has h1 red", 0, True, "H")
    seen = sees(tiny("a1-h1"), known={"h1": "blue"}, colors={"a1": "red"}, offers=(broken,))
    own = Answers(seen, seen.colors, "H")
    assert own.answer(Question("promised"), True) == "You broke deal 1 (h1 = green if a1 = red): H has h1 red."
    assert own.answer(Question("trust"), True) == (
        "I have broken none of my promises to you, but you went back on h1 once."
    )
    assert own.answer(Question("trade"), True).startswith("You went back on h1 once, so you go first.")


def by_hand(seen: Observation, given: Coloring) -> float:
    """Return the lowest penalty over all colorings of the cluster, counted edge by edge."""
    problem, mine = seen.problem, seen.problem.clusters[seen.name]
    rows = product(
        *([given[n]] if n in given else [seen.fixed[n]] if n in seen.fixed else problem.colors for n in mine)
    )
    known = {**seen.believed, **{n: c for n, c in given.items() if n not in mine}}
    return min(judge(problem, seen.name, dict(zip(mine, row, strict=True)), known).penalty for row in rows)


COLORS = st.sampled_from(["red", "green", "blue"])


@given(st.lists(COLORS, min_size=15, max_size=15), st.integers(0, 4), st.sampled_from(["can", "if"]), COLORS, st.data())
def test_every_answer_is_exact_and_passes_the_truth_check(
    row: list[str], locked: int, about: About, color: str, data: st.DataObject
) -> None:
    problem = default_problem()
    all_colors = dict(zip(problem.nodes, row, strict=True))
    own = {n: all_colors[n] for n in problem.clusters["A"]}
    known = {n: all_colors[n] for n in problem.outside("A")}
    fixed = {problem.clusters["A"][locked]: own[problem.clusters["A"][locked]]}
    seen = sees(problem, known=known, colors=own, fixed=fixed, granted={"a2": Asked("H", own["a2"])})
    node = data.draw(st.sampled_from([n for n in (*own, *known) if n not in fixed]))
    said = ask(seen, about, node, color)
    least = by_hand(seen, {node: color})
    best = min(by_hand(seen, {node: c}) for c in problem.colors)
    if about == "can":
        assert (least > best) == ("does not suit me" in said or "but that costs me" in said)
    if about == "if" or {**known, **own}[node] != color:
        assert (f"{least:.0f}" if least else "no conflicts") in said
    verdict = judge(problem, "A", own, known)
    facts = Facts(problem, "A", own, own, known, verdict, fixed, "H")
    spoken = [said, *(ask(seen, a, n) for a in ("what", "why", "can") for n in own), ask(seen, "do"), ask(seen, "fine")]
    for sentence in spoken:
        assert check_words(facts, sentence) == (), sentence
