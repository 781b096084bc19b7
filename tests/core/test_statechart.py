"""Firing one agent at a time: what matches, what is recorded, what is asked."""

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
from core.statechart.agent import Note, stream, uniform
from tests.core.statecharts import Actor, charts, say

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
        T("end", "thinking", "idle"),
    ),
    "idle",
)


def test_the_example_in_the_package_s_docstring() -> None:
    assert doctest.testmod(core.statechart) == (0, 9)


def actor(state: str = "idle", energy: float = 0.5, likes: int = 0) -> Actor:
    made = Actor(state)
    made.energy, made.likes = energy, likes
    return made


@pytest.mark.parametrize(("energy", "state"), [(0.9, "done"), (0.5, "busy"), (0.1, None)])
def test_the_first_transition_whose_guard_holds_wins(energy: float, state: str | None) -> None:
    agent = actor(energy=energy)
    assert SMALL.fire(agent, "go", Context(3)) == state
    assert agent.state == (state or "idle")
    assert len(agent.state_history) == (state is not None)


def test_an_unknown_trigger_changes_nothing() -> None:
    agent = actor()
    assert SMALL.fire(agent, "back", Context(0)) is None
    assert SMALL.fire(agent, "never heard of", Context(0)) is None
    assert (agent.state, [*agent.state_history]) == ("idle", [])


def test_valid_triggers_are_those_of_the_state_and_around_it() -> None:
    chart = Statechart(
        ("a", "b"),
        (T("x", "a", "b"), T("y", "both", "a"), T("x", "b", "a")),
        "a",
        (Composite("both", ("a", "b"), "a"),),
    )
    assert chart.valid_triggers("a") == ("x", "y")
    assert SMALL.valid_triggers("busy") == ("go", "timeout")


def test_one_transition_a_tick() -> None:
    agent = actor()
    assert SMALL.fire(agent, "go", Context(7)) == "busy"
    assert SMALL.fire(agent, "go", Context(7)) is None
    assert SMALL.fire(agent, "go", Context(8)) == "done"


def test_a_transition_is_recorded_and_the_ticks_start_again() -> None:
    agent = actor()
    tick(agent)
    tick(agent)
    assert agent.ticks_in_state == 2
    SMALL.fire(agent, "go", Context(2, note=1234))
    SMALL.fire(agent, "go", Context(3))
    assert agent.ticks_in_state == 0
    assert agent.state_history[0] == StateTransition("idle", "busy", "go", 2, 1234)
    assert agent.state_history[-1] == ("busy", "done", "go", 3, None)
    assert agent.state_history[:1] == [*agent.state_history][:1]


@given(st.integers(0, 8), st.integers(0, 20))
def test_history_keeps_the_last(depth: int, moves: int) -> None:
    agent = actor()
    agent.state_history = History(depth)
    chart = Statechart(("a", "b"), (T("x", "a", "b"), T("x", "b", "a")), "a")
    agent.state = "a"
    for now in range(moves):
        assert chart.fire(agent, "x", Context(now)) == "ba"[now % 2]
        assert chart.fire(agent, "x", Context(now)) is None
    assert [entry.timestamp for entry in agent.state_history] == [*range(moves)][max(0, moves - depth) :]


@pytest.mark.parametrize("note", [None, 123_456_789, "a post of twenty-eight chars"])
def test_a_full_history_is_below_ten_kilobytes(note: Note) -> None:
    """Ticks and notes counted as if no other agent shared them; moves belong to the chart."""
    agent = actor(energy=0.9)
    for now in range(1000, 1200):
        text = note + "" if isinstance(note, str) else note
        SMALL.fire(agent, ("go", "back")[now % 2], Context(now, note=text))
    history = agent.state_history
    assert len(history) == 50
    parts = [history, history.records, *history.records, *(part for record in history.records for part in record[1:])]
    assert sum(map(getsizeof, parts)) < 10_000


def test_timeouts_fire_only_above_the_threshold() -> None:
    agent = actor("busy")
    for waited in range(6):
        assert SMALL.fire(agent, "timeout", Context(waited)) is None
        tick(agent)
    assert agent.ticks_in_state == 6
    assert SMALL.fire(agent, "timeout", Context(6)) == "idle"
    slow = actor("busy")
    slow.timeout_threshold, slow.ticks_in_state = 10, 10
    assert SMALL.fire(slow, "timeout", Context(0)) is None


def test_a_guard_that_raises_is_false_counted_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def broken(agent: Actor, context: Context) -> bool:
        raise KeyError("no such post")

    transitions = (T("x", "a", "b", broken), T("x", "a", "b", Field("missing") > 1), T("x", "a", "c"), T("y", "c", "b"))
    chart = Statechart(("a", "b", "c"), transitions, "a")
    with caplog.at_level(logging.WARNING):
        for now in range(3):
            assert chart.fire(actor("a"), "x", Context(now)) == "c"
    missing = "AttributeError: 'Actor' object has no attribute 'missing'"
    assert chart.failures == {
        transitions[0]: Failure(3, "KeyError: 'no such post'"),
        transitions[1]: Failure(3, missing),
    }
    assert [record.getMessage() for record in caplog.records] == [
        "the guard or rate of a --x--> b raised, and counts as false: KeyError: 'no such post'",
        f"the guard or rate of a --x--> b raised, and counts as false: {missing}",
    ]


def test_guards_and_actions_see_agent_and_context() -> None:
    class Feed(Context):
        post = "cats"

    def likes(agent: Actor, context: Feed) -> bool:
        return context.post == "cats"

    def act(agent: Actor, context: Feed) -> None:
        agent.told.append(f"{agent.state} {context.post}")

    chart = Statechart(("a", "b"), (T("x", "a", "b", likes, act),), "a")
    agent = actor("a")
    assert chart.fire(agent, "x", Feed(1)) == "b"
    assert agent.told == ["a cats"]


def test_clear_transitions_run_without_an_oracle() -> None:
    assert ASKING.fire(actor(), "call", Context(0)) == "thinking"
    assert ASKING.fire(actor("thinking", energy=0.05), "decide", Context(0)) == "gone"
    assert ASKING.fire(actor("thinking"), "end", Context(0)) == "idle"


@pytest.mark.parametrize(
    ("energy", "likes", "options"),
    [
        (0.3, 0, ("idle",)),
        (0.9, 0, ("idle", "speaking")),
        (0.9, 3, ("idle", "speaking", "gone")),
    ],
)
def test_the_oracle_is_reached_with_what_is_open(energy: float, likes: int, options: tuple[str, ...]) -> None:
    agent = actor("thinking", energy, likes)
    choice = ASKING.fire(agent, "decide", Context(0))
    assert choice == Choice("thinking", "decide", options, "thinking")
    assert (agent.state, len(agent.state_history)) == ("thinking", 0)


def test_choosing_takes_the_transition() -> None:
    agent = actor("thinking", likes=3)
    choice = ASKING.fire(agent, "decide", Context(4))
    assert isinstance(choice, Choice)
    with pytest.raises(ValueError, match="'speaking' is no option on decide: idle, gone"):
        ASKING.choose(agent, choice, "speaking", Context(4))
    assert ASKING.choose(agent, choice, "gone", Context(4, note="why")) == "gone"
    assert agent.told == ["leaves"]
    assert [*agent.state_history] == [("thinking", "gone", "decide", 4, "why")]
    assert ASKING.choose(agent, choice, "gone", Context(4)) is None
    with pytest.raises(ValueError, match="the choice was for an agent in thinking, and it is in gone"):
        ASKING.choose(agent, choice, "gone", Context(5))


def test_transitions_of_a_composite_come_after_the_state_s_own() -> None:
    chart = Statechart(
        ("out", "like", "reply"),
        (
            T("engage", "out", "engaging"),
            T("end", "engaging", "out"),
            T("end", "like", "reply", Field("energy") > 0.5),
            T("switch", "engaging", "reply"),
        ),
        "out",
        (Composite("engaging", ("like", "reply"), "like"),),
    )
    assert chart.fire(actor("out"), "engage", Context(0)) == "like"
    assert chart.fire(actor("like", energy=0.9), "end", Context(0)) == "reply"
    assert chart.fire(actor("like", energy=0.2), "end", Context(0)) == "out"
    assert chart.fire(actor("reply"), "end", Context(0)) == "out"


def test_draws_are_the_engine_s_generator_keyed_by_number() -> None:
    key = stream(2024, 3, 9)
    generator = Draw(key)
    assert [uniform(key, number) for number in range(50)] == [generator.random() for _ in range(50)]


def test_rates_are_probabilities_that_do_not_depend_on_the_order_of_agents() -> None:
    chart = Statechart(("a", "b", "c"), (T("x", "a", "b", rate=0.25), T("x", "a", "c", rate=Field("urge"))), "a")
    agents = [Actor("a", number) for number in range(8000)]
    context = Context(5, seed=-7)
    moved = {agent.number: chart.fire(agent, "x", context) for agent in agents}
    again = {n: chart.fire(Actor("a", n), "x", Context(5, seed=-7)) for n in reversed(range(8000))}
    other = {n: chart.fire(Actor("a", n), "x", Context(6, seed=-7)) for n in range(8000)}
    assert moved == again != other
    assert agents_in_state("b", agents) == pytest.approx(2000, abs=120)
    assert agents_in_state("c", agents) == pytest.approx(3000, abs=140)


def test_the_distribution_names_every_state_in_order() -> None:
    agents: list[HasState[str]] = [actor("busy"), actor("idle"), actor("busy")]
    assert [*state_distribution(agents, SMALL.states).items()] == [("idle", 1), ("busy", 2), ("done", 0)]


@given(charts(), st.integers(0, 2**32))
def test_fire_is_the_first_candidate_whose_test_holds(chart: Statechart[str], seed: int) -> None:
    """Against the table of candidates walked one by one."""
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
        elif chart.transitions[holds[0].transition].oracle:
            assert isinstance(found, Choice)
            source = chart.transitions[holds[0].transition].source
            same = [arc for arc in holds if chart.transitions[arc.transition].oracle]
            assert found.options == tuple(
                arc.target for arc in same if chart.transitions[arc.transition].source == source
            )
            assert chart.choose(agent, found, random.choice(found.options), context) in found.options
        else:
            assert found == agent.state == holds[0].target
            assert agent.state_history[-1][:4] == (*holds[0].move, now)
        tick(agent)
    assert chart.failures == {}


def test_triggers_of_what_is_no_state_are_a_clear_error() -> None:
    with pytest.raises(ValueError, match="'dancing' is no state; there are idle"):
        SMALL.valid_triggers("dancing")
    around = Statechart(
        ("a", "b"), (Transition("x", "in", "b"), Transition("y", "b", "a")), "a", (Composite("in", ("a",), "a"),)
    )
    with pytest.raises(ValueError, match="'in' is a composite; ask one of the states in it: a"):
        around.valid_triggers("in")


def test_a_distribution_without_states_has_all_of_the_enumeration_or_those_met() -> None:
    class Mood(StrEnum):
        GLAD = auto()
        SAD = auto()

    assert state_distribution([Stateful(Mood.SAD), Stateful(Mood.SAD)]) == {Mood.GLAD: 0, Mood.SAD: 2}
    assert state_distribution([Stateful("b"), Stateful("a"), Stateful("b")]) == {"b": 2, "a": 1}
    assert state_distribution([]) == {}
