"""Steps 2 to 7 of an owner's turn, by greedy and by max-sum, on hand-made observations."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from core.engine.casting import open_run, prepare
from core.engine.chance import Chance, Draw
from core.engine.events import Event
from scenes.coloring.bots.decision import Decision, color_greedily, constraints, decide_colors, try_exact_search
from scenes.coloring.events import Compared, Knows, Propagated, Sent, Snapped, Weighed
from scenes.coloring.problem.graph import Coloring
from scenes.coloring.problem.penalty import judge
from scenes.coloring.rules.observation import Asked, Observation
from tests.scenes.coloring_games import EVEN, sees, tiny, want

TRAP = tiny("a1-a2 a2-h1", colors=2)
"""With h1 green, greedy gives a1 its best color, red, which leaves none for a2; a1 green and a2 red has no conflict."""


def weighed(decision: Decision) -> Weighed:
    return next(body for body in decision.why if isinstance(body, Weighed))


def snapped(decision: Decision) -> Snapped:
    return next(body for body in decision.why if isinstance(body, Snapped))


# -- constrained nodes


def test_locked_nodes_come_first_then_requested_ones_then_the_rest() -> None:
    seen = sees(tiny("a1-a2 a2-a3"), fixed={"a3": "red"}, asked={"a2": want("blue")})
    decision = decide_colors(seen, Chance(1))
    assert [choice.node for choice in weighed(decision).choices] == ["a3", "a2", "a1"]
    assert [choice.why for choice in weighed(decision).choices][:2] == ["locked", "asked by H (once)"]
    assert decision.colors == {"a1": "red", "a2": "blue", "a3": "red"}


def test_a_lock_beats_a_request() -> None:
    seen = sees(tiny("a1-a2"), colors={"a1": "red", "a2": "green"}, fixed={"a1": "red"}, asked={"a1": want("blue")})
    assert constraints(seen, Draw(1)) == {"a1": "red"}
    assert decide_colors(seen, Chance(1)).colors["a1"] == "red"


def test_a_request_is_met_even_where_it_costs() -> None:
    seen = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "green"}, asked={"a1": want("red")})
    decision = decide_colors(seen, Chance(1))
    assert decision.colors == {"a1": "red"}
    assert decision.changed
    assert Compared(True, 10) in decision.why


@pytest.mark.parametrize(
    ("now", "avoid", "expected"),
    [
        ("green", ("blue",), {"a1": "green"}),  # it has another color already, and keeps it
        ("green", ("green",), {"a1": "red"}),  # the best of the others
        ("green", ("green", "red"), {"a1": "blue"}),
        ("", ("red",), {"a1": "green"}),
        ("red", ("red", "green", "blue"), {}),  # no color is left
    ],
)
def test_a_color_to_avoid(now: str, avoid: tuple[str, ...], expected: Coloring) -> None:
    seen = sees(tiny("a1-h1"), colors={"a1": now} if now else {}, asked={"a1": Asked("H", avoid=avoid)})
    assert constraints(seen, Draw(1)) == expected


def test_a_color_to_avoid_respects_a_request_for_a_later_node() -> None:
    asked = {"a1": Asked("H", avoid=("red",)), "a2": want("green")}
    seen = sees(tiny("a1-a2"), colors={"a1": "red", "a2": "blue"}, asked=asked)
    decision = decide_colors(seen, Chance(1))
    assert decision.colors == {"a1": "blue", "a2": "green"}


# -- greedy, and when its colors are used


def test_preferences_steer_greedy_but_a_clash_weighs_more() -> None:
    choices, colors = color_greedily(sees(tiny("a1-h1 a2-h2"), known={"h1": "red"}), {}, Draw(1))
    assert colors == {"a1": "green", "a2": "red"}
    assert choices[0].scores == {"red": 7, "green": -2, "blue": -1}
    assert choices[1].scores == {"red": -3, "green": -2, "blue": -1}


def test_greedy_replaces_the_colors_at_equal_penalty_only_for_a_higher_score() -> None:
    problem = tiny("a1-a2")
    cheap = decide_colors(sees(problem, colors={"a1": "blue", "a2": "green"}), Chance(1))
    assert cheap.colors == {"a1": "red", "a2": "green"}
    assert weighed(cheap).taken
    dear = decide_colors(sees(problem, colors={"a1": "green", "a2": "red"}), Chance(1))
    assert dear.colors == {"a1": "green", "a2": "red"}
    assert (dear.changed, weighed(dear).taken) == (False, False)


def test_a_higher_score_never_buys_a_conflict() -> None:
    cheap = tiny("a1-h1", penalty=1.0)
    decision = decide_colors(sees(cheap, known={"h1": "red"}, colors={"a1": "green"}), Chance(1))
    assert decision.colors == {"a1": "green"}
    assert judge(cheap, "A", {"a1": "red"}, {"h1": "red"}).penalty == 1


def test_greedy_does_not_undo_a_snap() -> None:
    decision = decide_colors(sees(TRAP, known={"h1": "green"}, colors={"a1": "green", "a2": "red"}), Chance(1))
    assert weighed(decision).penalty == 10
    assert not weighed(decision).taken
    assert not decision.changed
    assert decision.colors == {"a1": "green", "a2": "red"}


def test_greedy_does_not_undo_a_request_at_no_gain() -> None:
    seen = sees(tiny("a1-a2 a1-h1", points=EVEN), colors={"a1": "blue", "a2": "green"}, granted={"a1": want("blue")})
    assert all(decide_colors(seen, Chance(seed)).colors == seen.colors for seed in range(20))


def test_keyed_chance_decides_between_equal_colors() -> None:
    seen = sees(tiny("a1-h1", points=EVEN), known={"h1": "red"})
    chosen = [decide_colors(seen, Chance(seed)).colors["a1"] for seed in range(30)]
    assert set(chosen) == {"green", "blue"}
    assert chosen == [decide_colors(seen, Chance(seed)).colors["a1"] for seed in range(30)]


def test_the_reason_for_a_choice_never_hides_a_conflict() -> None:
    """Where a better color is worth more than a conflict costs, greedy takes it, and must not call it free."""
    seen = sees(tiny("a1-h1", penalty=0.5), known={"h1": "red"})
    (choice,), _ = color_greedily(seen, {}, Draw(1))
    assert choice.color == "red"
    assert "free" not in choice.why


# -- snap


STUCK = sees(TRAP, known={"h1": "green"}, colors={"a1": "red", "a2": "red"})


@pytest.mark.parametrize(
    ("snap", "done", "why"),
    [(0.0, True, "gain 10"), (9.9, True, "gain 10"), (10.0, False, "gain 10 is too small")],
)
def test_snap_needs_a_gain_above_its_threshold(snap: float, done: bool, why: str) -> None:
    seen = sees(TRAP, known={"h1": "green"}, colors={"a1": "red", "a2": "red"}, snap=snap)
    decision = decide_colors(seen, Chance(1))
    assert snapped(decision) == Snapped(done, why, 10, 0)
    assert decision.changed is done
    assert decision.colors == ({"a1": "green", "a2": "red"} if done else seen.colors)


def test_no_snap_where_nothing_can_be_gained_or_right_after_greedy_changed() -> None:
    decision = decide_colors(sees(tiny("a1-h1"), known={"h1": "green"}, colors={"a1": "red"}, snap=0.0), Chance(1))
    assert snapped(decision) == Snapped(False, "nothing to gain", 0, 0)
    decision = decide_colors(sees(TRAP, known={"h1": "green"}), Chance(1))
    assert snapped(decision) == Snapped(False, "greedy changed", 10, 0)
    assert decision.colors == {"a1": "red", "a2": "red"}


@pytest.mark.parametrize("asked", ["red", "green"])
def test_no_snap_right_after_a_request(asked: str) -> None:
    """This holds whether the request changed a color or the color was there already."""
    seen = sees(TRAP, known={"h1": "green"}, colors={"a1": "red", "a2": "red"}, asked={"a2": want(asked)})
    snap, colors = try_exact_search(seen, seen.colors, False, 10.0, Chance(1))
    assert (snap.done, snap.why) == (False, "forced colors just applied")
    assert colors == seen.colors
    assert decide_colors(seen, Chance(1)).colors["a2"] == asked


@pytest.mark.parametrize(("snap", "penalty"), [(5.0, 0), (10.0, 10)])
def test_what_greedy_cannot_mend_is_left_to_snap_where_that_may_run(snap: float, penalty: float) -> None:
    """Greedy lowers the penalty from 20 to 10, and leaves a conflict inside the cluster that exact search avoids."""
    seen = sees(TRAP, known={"h1": "green"}, colors={"a1": "green", "a2": "green"}, snap=snap)
    decision = decide_colors(seen, Chance(1))
    assert weighed(decision).taken is (penalty == 10)
    assert judge(TRAP, "A", decision.colors, seen.believed).penalty == penalty


def test_snap_keeps_locked_nodes() -> None:
    seen = sees(TRAP, known={"h1": "green"}, colors={"a1": "red", "a2": "green"}, fixed={"a1": "red"})
    decision = decide_colors(seen, Chance(1))
    assert decision.colors == {"a1": "red", "a2": "green"}
    assert (snapped(decision).best, snapped(decision).done) == (10, False)


def test_a_conflict_that_must_be_is_left_where_another_can_mend_it() -> None:
    seen = sees(TRAP, known={"h1": "green"}, colors={"a1": "red", "a2": "red"}, fixed={"a1": "red"})
    decision = decide_colors(seen, Chance(1))
    assert decision.colors == {"a1": "red", "a2": "green"}
    assert snapped(decision).sentence() == "snapped: penalty 10 → 10 (others can repair what remains)"


def test_snap_takes_the_dearest_of_the_best() -> None:
    problem = tiny("a1-a2 a2-h1 a3-h1", colors=2)
    seen = sees(problem, known={"h1": "green"}, colors={"a1": "red", "a2": "red", "a3": "red"})
    for seed in range(10):
        _, colors = try_exact_search(seen, seen.colors, False, 10.0, Chance(seed))
        assert colors == {"a1": "green", "a2": "red", "a3": "red"}


# -- the log of the steps


def test_each_step_is_logged_in_order_and_reads_as_a_sentence() -> None:
    decision = decide_colors(STUCK, Chance(1))
    assert [type(body) for body in decision.why] == [Knows, Weighed, Compared, Snapped]
    assert [body.sentence() for body in decision.why] == [
        "knows h1 G",
        "greedy finds 10; the colors so far are kept",
        "warning: unchanged despite penalty 10",
        "snapped: penalty 10 → 0",
    ]
    first = decide_colors(sees(TRAP), Chance(1))
    assert [body.sentence() for body in first.why] == [
        "warning: no known boundary colors",
        "greedy finds 0",
        "new colors",
        "snap skipped: greedy changed",
    ]


def test_what_was_not_reported_is_not_weighed() -> None:
    """The decision depends on the reports alone: a lie is believed, and a node without a report has no color."""
    assert decide_colors(sees(tiny("a1-h1")), Chance(1)).colors == {"a1": "red"}
    assert decide_colors(sees(tiny("a1-h1"), known={"h1": "red"}), Chance(1)).colors == {"a1": "green"}


def test_whose_flag_goes_back_and_forth_lets_chance_decide_whether_to_move() -> None:
    """Two owners that decide at once would otherwise swap colors for ever."""
    seen = sees(tiny("a1-h1"), known={"h1": "red"}, colors={"a1": "red"})
    assert all(decide_colors(seen, Chance(seed)).changed for seed in range(20))
    torn = replace(seen, history=(True, False, True, False, True, False))
    moved = [decide_colors(torn, Chance(seed)).changed for seed in range(20)]
    assert 0 < sum(moved) < 20
    assert decide_colors(replace(torn, asked={"a1": want("blue")}), Chance(1)).colors == {"a1": "blue"}


def propagated(decision: Decision) -> Propagated:
    return next(body for body in decision.why if isinstance(body, Propagated))


def decide(seen: Observation, seed: int = 1) -> Decision:
    return decide_colors(msgspec.structs.replace(seen, alg="maxsum"), Chance(seed))


def test_max_sum_sees_what_greedy_does_not() -> None:
    """With h1 green, greedy gives a1 its best color, red, which leaves none for a2."""
    decision = decide(sees(TRAP, known={"h1": "green"}))
    assert decision.colors == {"a1": "green", "a2": "red"}
    assert [type(body) for body in decision.why] == [Knows, Propagated, Compared, Snapped]
    assert [body.sentence() for body in decision.why][2:] == ["new colors", "snap skipped: max-sum changed"]
    said = propagated(decision)
    assert (said.penalty, said.taken, said.converged, said.damping) == (0, True, True, 0.5)
    assert said.sentence() == f"max-sum finds 0 ({said.rounds} rounds)"


def test_beliefs_are_own_costs_and_messages() -> None:
    said = propagated(decide(sees(TRAP, known={"h1": "green"})))
    first, second = said.choices
    assert (first.node, first.color, first.why) == ("a1", "green", "leaves red to a2")
    assert (second.node, second.color, second.why) == ("a2", "red", "best by itself")
    assert said.messages == (Sent("a1", "a2", "red", 1.0), Sent("a2", "a1", "red", 10.0))
    assert first.scores == {"red": 7.0, "green": -2.0}
    assert second.scores == {"red": -2.0, "green": 8.0}


def test_locked_and_requested_nodes_keep_their_colors_and_press_on_the_rest() -> None:
    seen = sees(tiny("a1-a2 a2-a3"), fixed={"a3": "red"}, asked={"a2": want("blue")})
    decision = decide(seen)
    assert decision.colors == {"a1": "red", "a2": "blue", "a3": "red"}
    said = propagated(decision)
    assert [choice.why for choice in said.choices] == ["best by itself", "asked by H (once)", "locked"]
    assert said.messages == ()


def test_a_cluster_with_nothing_to_choose() -> None:
    decision = decide(sees(tiny("a1-h1"), fixed={"a1": "red"}, known={"h1": "red"}))
    assert decision.colors == {"a1": "red"}
    assert propagated(decision).penalty == 10


def test_it_is_not_taken_where_it_is_no_better() -> None:
    seen = sees(tiny("a1-a2"), colors={"a1": "green", "a2": "red"})
    decision = decide(seen)
    assert decision.colors == seen.colors
    assert propagated(decision).sentence().endswith("; the colors so far are kept")


def play(seed: int, **options: object) -> list[Event]:
    async def go() -> list[Event]:
        return [event async for event in open_run(prepare("coloring", {"alg": "maxsum", **options}, {}, seed))]

    return asyncio.run(go())


@pytest.mark.parametrize("fixed", range(4))
@pytest.mark.few(1)
def test_solvable_games_end_in_consensus(fixed: int) -> None:
    for seed in range(5):
        events = play(seed, fixed=fixed)
        assert "consensus" in events[-1].data.sentence()
        assert any(event.kind == "propagated" for event in events)
        assert not any(event.kind == "weighed" for event in events)


def test_large_clusters_are_explained_in_little_space() -> None:
    events = play(1, problem="generate", clusters=3, size=20, density=0.2)
    sizes = [len(msgspec.json.encode(event.data)) for event in events if event.kind == "propagated"]
    assert max(sizes) < 6000
