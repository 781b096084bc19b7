"""Firing one agent at a time: guards, history, oracles and rates."""

import doctest
import logging
from enum import StrEnum, auto
from random import Random
from sys import getsizeof

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core.statechart
from core.engine.chance import Draw
from core.statechart import (
    Choice,
    Composite,
    Context,
    Failure,
    Field,
    HasState,
    History,
    Statechart,
    Stateful,
    StateTransition,
    Transition,
    agents_in_state,
    state_distribution,
    tick,
    timeouts,
)
from core.statechart.agent import stream, uniform
from tests.core.statecharts import Actor, charts, say
from tests.examples import examples

T = Transition
SMALL = Statechart(
    ("idle", "busy", "done"),
    (
        T("go", "idle", "done", Field("energy") > 0.8),
        T("go", "idle", "busy", Field("energy") > 0.3),
        T("go", "busy", "done"),
        T("back", "done", "idle"),
        *timeouts(("busy",), "idle"),
    ),
    "idle",
)
ASKING = Statechart(
    ("idle", "thinking", "speaking", "gone"),
    (
        T("call", "idle", "thinking"),
        T("decide", "thinking", "gone", Field("energy") < 0.1),
        T("decide", "thinking", "idle", oracle=True),
        T("decide", "thinking", "speaking", Field("energy") > 0.5, oracle=True),
        T("decide", "thinking", "gone", Field("likes") > 2, say("leaves"), oracle=True),
    ),
    "idle",
)


def actor(state: str = "idle", energy: float = 0.5, likes: int = 0) -> Actor:
    agent = Actor(state)
    agent.energy, agent.likes = energy, likes
    return agent


def test_the_packages_docstring() -> None:
    assert doctest.testmod(core.statechart) == (0, 9)


@pytest.mark.parametrize(("energy", "state"), [(0.9, "done"), (0.5, "busy"), (0.1, None)])
def test_the_first_transition_whose_guard_holds_wins(energy: float, state: str | None) -> None:
    agent = actor(energy=energy)
    assert SMALL.fire(agent, "go", Context(3)) == state
    assert (agent.state, len(agent.state_history)) == (state or "idle", state is not None)


def test_unknown_triggers_change_nothing() -> None:
    agent = actor()
    assert SMALL.fire(agent, "back", Context(0)) is SMALL.fire(agent, "unknown", Context(0)) is None
    assert (agent.state, [*agent.state_history]) == ("idle", [])


def test_valid_triggers_include_those_of_composites() -> None:
    composite = Composite("both", ("a", "b"), "a")
    chart = Statechart(("a", "b"), (T("x", "a", "b"), T("y", "both", "a"), T("x", "b", "a")), "a", (composite,))
    assert chart.valid_triggers("a") == ("x", "y")
    assert SMALL.valid_triggers("busy") == ("go", "timeout")
    with pytest.raises(ValueError, match="'dancing' is not a state; known: idle"):
        SMALL.valid_triggers("dancing")
    with pytest.raises(ValueError, match="'both' is a composite; use one of the states in it: a, b"):
        chart.valid_triggers("both")


def test_a_transition_is_recorded_once_a_tick() -> None:
    agent = actor()
    tick(agent)
    tick(agent)
    assert agent.ticks_in_state == 2
    assert SMALL.fire(agent, "go", Context(2, note=1234)) == "busy"
    assert SMALL.fire(agent, "go", Context(2)) is None
    assert SMALL.fire(agent, "go", Context(3)) == "done"
    assert agent.ticks_in_state == 0
    assert agent.state_history[0] == StateTransition("idle", "busy", "go", 2, 1234)
    assert agent.state_history[-1] == ("busy", "done", "go", 3, None)
    assert agent.state_history[:1] == [*agent.state_history][:1]


@pytest.mark.parametrize("depth", [0, 3])
def test_history_keeps_the_last_moves(depth: int) -> None:
    agent = actor("a")
    agent.state_history = History(depth)
    chart = Statechart(("a", "b"), (T("x", "a", "b"), T("x", "b", "a")), "a")
    for now in range(5):
        assert chart.fire(agent, "x", Context(now)) == "ba"[now % 2]
        assert chart.fire(agent, "x", Context(now)) is None
    assert [entry.timestamp for entry in agent.state_history] == [2, 3, 4][:depth]


def test_a_full_history_is_below_ten_kilobytes() -> None:
    """Count ticks and notes as if no other agent shared them; moves belong to the chart."""
    agent = actor(energy=0.9)
    for now in range(1000, 1200):
        SMALL.fire(agent, ("go", "back")[now % 2], Context(now, note=f"a post of 28 characters {now}"))
    history = agent.state_history
    assert len(history) == 50
    parts = [history, history.records, *history.records, *(part for record in history.records for part in record[1:])]
    assert sum(map(getsizeof, parts)) < 10_000


def test_timeouts_fire_only_above_the_threshold() -> None:
    for threshold in (5, 10):
        agent = actor("busy")
        agent.timeout_threshold = agent.ticks_in_state = threshold
        assert SMALL.fire(agent, "timeout", Context(0)) is None
        tick(agent)
        assert SMALL.fire(agent, "timeout", Context(1)) == "idle"


def test_a_guard_that_raises_is_false_counted_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def broken(agent: Actor, context: Context) -> bool:
        raise KeyError("no such post")

    transitions = (T("x", "a", "b", broken), T("x", "a", "b", Field("missing") > 1), T("x", "a", "c"), T("y", "c", "b"))
    chart = Statechart(("a", "b", "c"), transitions, "a")
    with caplog.at_level(logging.WARNING):
        for now in range(3):
            assert chart.fire(actor("a"), "x", Context(now)) == "c"
    errors = ["KeyError: 'no such post'", "AttributeError: 'Actor' object has no attribute 'missing'"]
    assert chart.failures == {t: Failure(3, error) for t, error in zip(transitions, errors, strict=False)}
    assert [record.getMessage() for record in caplog.records] == [
        f"the guard or rate of a --x--> b raised, and counts as false: {error}" for error in errors
    ]


def test_guards_and_actions_get_agent_and_context() -> None:
    class Feed(Context):
        post = "cats"

    def likes(agent: Actor, context: Feed) -> bool:
        return context.post == "cats"

    def act(agent: Actor, context: Feed) -> None:
        agent.log.append(f"{agent.state} {context.post}")

    chart = Statechart(("a", "b"), (T("x", "a", "b", likes, act),), "a", (), {"b": act}, {"a": act})
    agent = actor("a")
    assert chart.fire(agent, "x", Feed(1)) == "b"
    assert agent.log == ["a cats", "a cats", "b cats"], "entry actions see the new state, others the old"


# -- oracles


@pytest.mark.parametrize(
    ("energy", "likes", "options"),
    [(0.3, 0, ("idle",)), (0.9, 0, ("idle", "speaking")), (0.9, 3, ("idle", "speaking", "gone"))],
)
def test_an_oracle_gets_the_open_options(energy: float, likes: int, options: tuple[str, ...]) -> None:
    agent = actor("thinking", energy, likes)
    assert ASKING.fire(agent, "decide", Context(0)) == Choice("thinking", "decide", options, "thinking")
    assert (agent.state, len(agent.state_history)) == ("thinking", 0)
    assert ASKING.fire(actor("thinking", energy=0.05), "decide", Context(0)) == "gone", "no question is left"


def test_choosing_takes_the_transition() -> None:
    agent = actor("thinking", likes=3)
    choice = ASKING.fire(agent, "decide", Context(4))
    assert isinstance(choice, Choice)
    with pytest.raises(ValueError, match="'speaking' is not an option of decide: idle, gone"):
        ASKING.choose(agent, choice, "speaking", Context(4))
    assert ASKING.choose(agent, choice, "gone", Context(4, note="why")) == "gone"
    assert agent.log == ["leaves"]
    assert [*agent.state_history] == [("thinking", "gone", "decide", 4, "why")]
    assert ASKING.choose(agent, choice, "gone", Context(4)) is None
    with pytest.raises(ValueError, match="the choice was for an agent in thinking, and it is in gone"):
        ASKING.choose(agent, choice, "gone", Context(5))


# -- rates and counts


def test_draws_are_the_engines_generator_keyed_by_number() -> None:
    key = stream(2024, 3, 9)
    generator = Draw(key)
    assert [uniform(key, number) for number in range(50)] == [generator.random() for _ in range(50)]


def test_rates_are_probabilities_whatever_the_order_of_agents() -> None:
    chart = Statechart(("a", "b", "c"), (T("x", "a", "b", rate=0.25), T("x", "a", "c", rate=Field("urge"))), "a")
    agents = [Actor("a", number) for number in range(2000)]
    context = Context(5, seed=-7)
    moved = {agent.number: chart.fire(agent, "x", context) for agent in agents}
    again = {n: chart.fire(Actor("a", n), "x", Context(5, seed=-7)) for n in reversed(range(2000))}
    other = {n: chart.fire(Actor("a", n), "x", Context(6, seed=-7)) for n in range(2000)}
    assert moved == again != other
    assert agents_in_state("b", agents) == pytest.approx(500, abs=60)
    assert agents_in_state("c", agents) == pytest.approx(750, abs=70)


def test_the_distribution_counts_agents_by_state() -> None:
    class Mood(StrEnum):
        GLAD = auto()
        SAD = auto()

    agents: list[HasState[str]] = [actor("busy"), actor("idle"), actor("busy")]
    assert [*state_distribution(agents, SMALL.states).items()] == [("idle", 1), ("busy", 2), ("done", 0)]
    assert state_distribution([Stateful(Mood.SAD), Stateful(Mood.SAD)]) == {Mood.GLAD: 0, Mood.SAD: 2}
    assert state_distribution(agents) == {"busy": 2, "idle": 1}
    assert state_distribution([]) == {}


@given(charts(), st.integers(0, 2**32))
@examples(48)
def test_fire_takes_the_first_candidate_whose_test_holds(chart: Statechart[str], seed: int) -> None:
    """Compare with the table of candidates, walked one by one."""
    random = Random(seed)
    agent = Actor(chart.initial, random.randrange(100))
    for now in range(30):
        agent.shake(random)
        context = Context(now, seed)
        trigger = random.choice(chart.triggers)
        holds = [arc for arc in chart.rows[agent.state].get(trigger, ()) if not arc.test or arc.test(agent, context)]
        found = chart.fire(agent, trigger, context)
        if not holds:
            assert found is None
        elif (first := chart.transitions[holds[0].transition]).oracle:
            assert isinstance(found, Choice)
            options = [(arc.target, chart.transitions[arc.transition]) for arc in holds]
            assert found.options == tuple(to for to, t in options if t.oracle and t.source == first.source)
            assert chart.choose(agent, found, random.choice(found.options), context) in found.options
        else:
            assert found == agent.state == holds[0].target
            assert agent.state_history[-1][:4] == (*holds[0].move, now)
        tick(agent)
    assert chart.failures == {}
