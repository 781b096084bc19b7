"""Questions are answered from exact tables: each answer is checked against a search by hand over all colorings."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.coloring.negotiation.question_answers import Answers, answers
from scenes.coloring.problem.generation import default_problem
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Asked, Heard, Observation
from scenes.coloring.talk.claims.check import Facts, check_words
from scenes.coloring.talk.speech import About, Question
from tests.scenes.test_coloring_decision import EVEN, sees, want
from tests.scenes.test_coloring_rules import tiny
from tests.scenes.test_coloring_talk import answer as replied

PAIR = tiny("a1-a2 a1-h1 a2-h2")
SEEN = sees(PAIR, known={"h1": "red", "h2": "blue"}, colors={"a1": "green", "a2": "red"})


def ask(seen: Observation, about: About, node: str = "", color: str = "", *, direct: bool = False) -> str:
    return Answers(seen, seen.colors, "H").answer(Question(about, node, color), direct)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (("what", "a1"), "a1 is green."),
        (("what", ""), "I have a1 green, a2 red."),
        (("what", "h1"), "You told me h1 is red, in turn 1."),
        (("why", "a1", "red"), "a1 is green, not red, because red would clash with a2 and h1."),
        (
            ("why", "a2"),
            "a2 is red, not green, because green would clash with a1; not blue, because blue would clash with h2.",
        ),
        (("why", "h1"), "h1 is yours: I only know what you tell me."),
        (("why", ""), 'I did not change anything. Ask me of a node: "why a1?"'),
        (("can", "h1"), "For me h1 can be red, green or blue: I can reach 0."),
        (("can", "a1", "blue"), "Yes: with a1 blue I could leave the rest as it is, at 0."),
        (("can", "a1", "red"), "No: with a1 red I could not get below 10; green or blue would let me reach 0."),
        (("if", "h1", "green"), "With h1 green I could reach 0, by a1 blue."),
        (("if", "h2", "green"), "With h2 green I could leave the rest as it is, at 0."),
        (("do",), "Nothing for me: I have no conflict."),
        (("fine",), "Yes."),
        (("promised",), "I promised you nothing that holds now."),
    ],
)
def test_an_answer_is_short_and_gives_the_reason(asked: tuple[About, str, str], expected: str) -> None:
    assert ask(SEEN, *asked) == expected


def test_locks_requests_and_preferences_are_reasons() -> None:
    locked = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, fixed={"a1": "green"})
    assert ask(locked, "why", "a1") == "a1 is locked to green: I can't change it."
    assert ask(locked, "can", "a1", "red") == "No: a1 is locked to green: I can't change it."
    wished = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, granted={"a1": want("green")})
    assert ask(wished, "why", "a1") == "a1 is green because you asked for it."
    assert ask(wished, "promised") == "You asked me for a1 green, and that holds."
    alone = sees(tiny("a1-"), colors={"a1": "red"})
    assert ask(alone, "why", "a1", "blue") == "a1 is red, not blue, because red is worth 3 to me and blue 1."
    even = sees(tiny("a1-", points=EVEN), colors={"a1": "red"})
    assert ask(even, "why", "a1", "blue") == "a1 is red, not blue, because I see no gain in blue."


def test_who_is_stuck_says_what_would_help_and_never_a_color_that_clashes_elsewhere() -> None:
    reds = {"a1": "red"}
    stuck = sees(tiny("a1-h1 h1-b1"), known={"h1": "red"}, colors=reds, fixed=reds)
    assert ask(stuck, "do") == "Make h1 green, if you can: I could reach 0; now I have 10."
    assert ask(stuck, "fine") == "No."
    pressed = sees(tiny("a1-h1 h1-b1"), known={"h1": "red", "b1": "green"}, colors=reds, fixed=reds)
    assert ask(pressed, "do") == "Make h1 blue, if you can: I could reach 0; now I have 10."
    told = sees(stuck.problem, known=stuck.believed, colors=reds, fixed=reds, refused={"h1": "red"})
    assert ask(told, "do") == "No single node of yours would help me: I have 10."
    able = sees(tiny("a1-h1"), known={"h1": "red"}, colors=reds)
    assert ask(able, "do") == "Nothing for me: I can reach 0 by myself."


def test_anothers_node_is_answered_only_if_put_to_us() -> None:
    seen = sees(tiny("a1-b1 a1-h1"), known={"b1": "red"}, colors={"a1": "green"})
    assert ask(seen, "what", "b1") == ""
    assert ask(seen, "what", "b1", direct=True) == "b1 was red when I was told, in turn 1. b1 is B's: ask B."


def test_greetings_get_a_greeting_and_questions_no_penalty() -> None:
    hello = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(Heard("H", "hi", False, greets=True),))
    assert replied(hello, "H") == "Hello."
    why = Heard("H", "why a1?", True, asks=(Question("why", "a1", "red"),))
    both = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(why, why))
    assert replied(both, "H") == "a1 is green, not red, because red would clash with a2 and h1."
    odd = sees(PAIR, known=SEEN.believed, colors=SEEN.colors, heard=(Heard("H", "who are you?", True),))
    assert replied(odd, "H").startswith("I can't answer that.")
    assert answers(odd, odd.colors, "B") == []


def by_hand(seen: Observation, given: Coloring) -> float:
    """The lowest penalty over all colorings of the cluster, counted edge by edge."""
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
        assert said.startswith("Yes" if least == best else "No")
    assert f"{least:.0f}" in said
    verdict = judge(problem, "A", own, known)
    facts = Facts(problem, "A", own, own, known, verdict, fixed, "H")
    spoken = [said, *(ask(seen, a, n) for a in ("what", "why", "can") for n in own), ask(seen, "do"), ask(seen, "fine")]
    for sentence in spoken:
        assert check_words(facts, sentence) == (), sentence
