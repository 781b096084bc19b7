"""Populations move as their agents do, one by one."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statechart import (
    Choice,
    Context,
    DefinitionError,
    Field,
    Statechart,
    Transition,
    state_distribution,
    timeouts,
)
from core.statechart.agent import uniform
from core.statechart.population import SILENT, Population, uniforms
from tests.core.statecharts import FIELDS, Actor, charts

T = Transition


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 2**64 - 1), max_size=20))
def test_draws_are_equal_bit_by_bit(key: int, numbers: list[int]) -> None:
    assert uniforms(key, np.array(numbers, np.uint64)).tolist() == [uniform(key, number) for number in numbers]


@given(charts(), st.integers(0, 2**32), st.integers(1, 300))
@pytest.mark.slow
def test_a_population_moves_as_its_agents_do(chart: Statechart[str], seed: int, size: int) -> None:
    random = Random(seed)
    agents = [Actor(random.choice(chart.states), random.randrange(2**40)) for _ in range(size)]
    for agent in agents:
        agent.shake(random)
        agent.ticks_in_state = random.randrange(4)
    population = Population.of(chart, agents)
    for now in range(3):
        for attempt in range(2):
            codes = [random.choice((*range(len(chart.triggers)), SILENT)) for _ in agents]
            if attempt:
                codes = [codes[0] % len(chart.triggers)] * size
            both_fire(chart, agents, population, codes, bool(attempt), Context(now, seed), random)
        shake(agents, population, random)


def both_fire(
    chart: Statechart[str],
    agents: list[Actor],
    population: Population[str],
    codes: list[int],
    named: bool,
    context: Context,
    random: Random,
) -> None:
    """Fire the agents in random order, and give random answers after all have fired, as the vector form does."""
    moves = [len(agent.state_history) for agent in agents]
    asked: dict[int, Choice[str]] = {}
    for row in random.sample(range(len(agents)), len(agents)):
        if codes[row] != SILENT:
            found = chart.fire(agents[row], chart.triggers[codes[row]], context)
            if isinstance(found, Choice):
                asked[row] = found
    fired = population.fire(chart.triggers[codes[0]] if named else np.array(codes, np.uint8), context)
    assert {int(row): choice for choice, rows in fired.choices for row in rows} == asked
    assert fired.moved.tolist() == [
        len(agent.state_history) > before for agent, before in zip(agents, moves, strict=True)
    ]
    for agent, number in zip(agents, fired.transitions.tolist(), strict=True):
        if number >= 0:
            last, taken = agent.state_history[-1], chart.transitions[number]
            assert (last.trigger, last.to_state) == (taken.trigger, chart.tree.leaf(taken.target))
    same(agents, population)
    for choice, rows in fired.choices:
        targets = [random.choice(choice.options) for _ in rows]
        for row, target in zip(rows, targets, strict=True):
            assert chart.choose(agents[row], choice, target, context) == target
        chosen = population.choose(choice, rows, np.array([chart.states.index(t) for t in targets], np.uint8), context)
        assert np.flatnonzero(chosen.moved).tolist() == rows.tolist()
    same(agents, population)


def same(agents: list[Actor], population: Population[str]) -> None:
    states = population.chart.states
    assert [states[code] for code in population.states] == [agent.state for agent in agents]
    assert population.ticks.tolist() == [agent.ticks_in_state for agent in agents]
    assert population.state_distribution() == state_distribution(agents, states)
    assert population.agents_in_state(states[0]) == population.state_distribution()[states[0]]


def shake(agents: list[Actor], population: Population[str], random: Random) -> None:
    """Advance to the next tick and change some fields."""
    population.tick()
    for row, agent in enumerate(agents):
        agent.ticks_in_state += 1
        agent.shake(random)
        for name in FIELDS:
            if name in population.columns:
                population.columns[name][row] = getattr(agent, name)


def test_timeouts_by_column() -> None:
    chart = Statechart(("a", "b"), (T("go", "a", "b"), *timeouts(("b",), "a")), "a")
    population = Population(chart, np.zeros(3, np.uint8), {"timeout_threshold": np.array([0, 1, 5])})
    assert population.fire("go", Context(0)).moved.all()
    assert not population.fire("timeout", Context(0)).moved.any()
    for now, states in ((1, [0, 1, 1]), (2, [0, 0, 1])):
        population.tick()
        population.fire("timeout", Context(now))
        assert population.states.tolist() == states


def test_an_action_is_called_once_for_all_rows_of_an_arc() -> None:
    def tires(agent: Any, context: Context) -> None:
        agent.energy -= 1
        agent.since = context.tick

    def counts(agent: Any, context: object) -> None:
        agent.visits = agent.visits * (agent.energy > 0) + 1

    chart = Statechart(("a", "b"), (T("go", "a", "b", Field("energy") > 0, tires),), "a", entry={"b": counts})
    numbers = {"energy": np.array([1, 0, 5]), "since": np.zeros(3, int), "visits": np.array([4, 4, 4])}
    population = Population(chart, np.zeros(3, np.uint8), numbers)
    twin = population.copy(("energy", "since", "visits"))
    assert population.fire("go", Context(7)).moved.tolist() == [True, False, True]
    assert [numbers[name].tolist() for name in numbers] == [[0, 0, 4], [7, 0, 7], [1, 4, 5]]
    assert twin.fire("go", Context(8)).moved.tolist() == [True, False, True]
    assert twin.columns["since"].tolist() == [8, 0, 8]
    assert population.states.tolist() == [1, 0, 1]


def test_unknown_columns_and_states_that_were_left_are_errors() -> None:
    def reddens(agent: Any, context: object) -> None:
        agent.color = "red"

    population = Population(Statechart(("a",), (T("x", "a", "a", action=reddens),), "a"), np.zeros(1, np.uint8), {})
    with pytest.raises(AttributeError, match="'color', which has no column"):
        population.fire("x", Context(0))
    population = Population(Statechart(("a", "b"), (T("x", "a", "b"),), "a"), np.array([0, 1], np.uint8), {})
    with pytest.raises(ValueError, match="row 1 is b, and cannot leave a"):
        population.take(np.array([0, 0], np.uint16), Context(0))


def test_bad_choices_are_rejected() -> None:
    chart = Statechart(
        ("a", "b", "c"), (T("x", "a", "a", oracle=True), T("x", "a", "b", oracle=True), T("y", "a", "c")), "a"
    )
    population = Population(chart, np.zeros(2, np.uint8), {})
    [(choice, rows)] = population.fire("x", Context(0)).choices
    with pytest.raises(ValueError, match="'c' is not an option: a, b"):
        population.choose(choice, rows, np.array([0, 2], np.uint8), Context(0))
    assert population.choose(choice, rows[:1], np.array([1], np.uint8), Context(0)).moved.tolist() == [True, False]
    assert not population.choose(choice, rows[:1], np.array([1], np.uint8), Context(0)).moved.any()
    with pytest.raises(ValueError, match="the choice was for agents in a"):
        population.choose(choice, rows, np.array([1, 1], np.uint8), Context(1))


@pytest.mark.parametrize(
    ("transition", "message"),
    [
        (T("x", "a", "b", lambda agent, context: True), "no vector form, because guards are functions: a --x--> b"),
        (T("x", "a", "b", Field("energy") < Field("ticks_in_state")), "fields without a column: energy"),
    ],
)
def test_charts_without_a_vector_form_are_rejected(transition: Transition, message: str) -> None:
    with pytest.raises(DefinitionError) as error:
        Population(Statechart(("a", "b"), (transition,), "a"), np.zeros(1, np.uint8), {})
    assert str(error.value) == message


def test_a_population_has_at_most_255_states() -> None:
    names = [f"s{number}" for number in range(256)]
    chart = Statechart(names, [T("x", a, b) for a, b in pairwise(names)], "s0")
    with pytest.raises(DefinitionError, match="more than 255 states"):
        Population(chart, np.zeros(1, np.uint8), {})


def test_only_populations_import_numpy() -> None:
    code = "import sys, core.statechart; print('numpy' in sys.modules)"
    root = Path(__file__).parents[2]
    output = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert output.stdout == "False\n"
