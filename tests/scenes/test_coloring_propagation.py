"""Step 3 by max-sum: what is constrained stays, what is decided is explained, and games end as with greedy."""

import asyncio

import msgspec
import pytest

from core.engine.casting import open_run, prepare
from core.engine.chance import Chance
from core.engine.events import Event
from scenes.coloring.bots.decision import Decision, decide_colors
from scenes.coloring.events import Compared, Knows, Propagated, Sent, Snapped
from scenes.coloring.rules.observation import Observation
from tests.scenes.test_coloring_decision import TRAP, sees, want
from tests.scenes.test_coloring_rules import tiny


def propagated(decision: Decision) -> Propagated:
    return next(body for body in decision.why if isinstance(body, Propagated))


def decide(seen: Observation, seed: int = 1) -> Decision:
    return decide_colors(msgspec.structs.replace(seen, alg="maxsum"), Chance(seed))


def test_max_sum_sees_what_greedy_does_not() -> None:
    """With h1 green, greedy gives a1 its dearest red and finds nothing for a2."""
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


def test_equal_colors_are_told_apart_by_chance() -> None:
    even = {"red": 1.0, "green": 1.0, "blue": 1.0}
    seen = sees(tiny("a1-a2 a2-a3", points=even))
    chosen = {tuple(decide(seen, seed).colors.values()) for seed in range(20)}
    assert len(chosen) > 3
    assert all(a != b != c for a, b, c in chosen)


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
@pytest.mark.few(2)
def test_solvable_games_end_in_consensus(fixed: int) -> None:
    for seed in range(15):
        events = play(seed, fixed=fixed)
        assert "consensus" in events[-1].data.sentence()
        assert any(event.kind == "propagated" for event in events)
        assert not any(event.kind == "weighed" for event in events)


def test_large_clusters_are_explained_in_little_space() -> None:
    events = play(1, problem="generate", clusters=3, size=20, density=0.2)
    sizes = [len(msgspec.json.encode(event.data)) for event in events if event.kind == "propagated"]
    assert max(sizes) < 6000
