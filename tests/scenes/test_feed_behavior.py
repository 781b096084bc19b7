"""The statechart that all accounts share, and the state of one account (spec 001, FR-1 to FR-8)."""

import json
from itertools import count, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.casting import prepare, set_up
from core.engine.chance import Chance
from core.statechart import TIMEOUT, Choice, Context, StateTransition, to_scxml
from core.statechart.chart import Arc
from core.statechart.conditions import script_name
from scenes.feed.account import MIN_SPREE, SocialAgent
from scenes.feed.behavior import (
    ARC_OF_LETTER,
    CHART,
    LETTER_OF_ARC,
    NO_EVENT,
    SCROLLED_PAST,
    TRIGGER_OF_STATE,
    AgentState,
)
from scenes.feed.scene import FeedScene
from scenes.feed.society import LIVELY as ARCHETYPES
from scenes.feed.society import MIXES
from tests.core.test_statechart_exports import machine
from tests.examples import examples

IDLE, SCROLLING, EVALUATING, COMPOSING, LIKE, REPLY, RESHARE, RESTING = AgentState
START, SEES, DECIDES, ENGAGED, RESTED = "start_browsing", "sees_post", "decides", "finishes_engaging", "rested"
ENGAGEMENTS = (LIKE, REPLY, RESHARE)
ACTIVE = (EVALUATING, COMPOSING, *ENGAGEMENTS)
OPTIONS = (LIKE, REPLY, RESHARE, COMPOSING, SCROLLING)
TRIGGERS = (START, SEES, "feed_empty", DECIDES, "finishes_composing", ENGAGED, RESTED, TIMEOUT)
quick = examples(150)


def account(state: AgentState = IDLE, depth: int = 50, **fields: Any) -> SocialAgent:
    agent = SocialAgent(3, depth, 20)
    agent.state = state
    for name, value in fields.items():
        setattr(agent, name, value)
    return agent


WHOLE = {"ticks_in_state": 12, "timeout_threshold": 8, "spent": 6, "stamina": 6, "rest": 8, "run": 5}
SHARES = ("activity", "urge", "catch", "attention", "fluency")
accounts = st.builds(
    account,
    state=st.sampled_from(AgentState),
    spree=st.sampled_from([None, *ENGAGEMENTS, COMPOSING, SCROLLING]),
    **{name: st.integers(0, most) for name, most in WHOLE.items()},
    **{name: st.sampled_from([0.0, 0.3, 0.5, 1.0]) for name in SHARES},
)


def whole(agent: SocialAgent) -> dict[str, Any]:
    """Return an account's whole state."""
    names = (name for kind in type(agent).__mro__ for name in getattr(kind, "__slots__", ()))
    told = {name: getattr(agent, name) for name in names if name != "state_history"}
    return {**told, "history": list(agent.state_history), "last": agent.state_history.last}


def move(agent: SocialAgent, trigger: str, tick: int, target: AgentState | None = None) -> object:
    """Fire a trigger; if that needs a choice, choose the target."""
    context = Context(tick, seed=1)
    found = CHART.fire(agent, trigger, context)
    return CHART.choose(agent, found, target or SCROLLING, context) if isinstance(found, Choice) else found


def world(**options: Any) -> tuple[FeedScene, Chance]:
    scene, chance = set_up(prepare("feed", options, {}, 1))
    assert isinstance(scene, FeedScene)
    for event in scene.start(chance):
        scene.apply(event)
    return scene, chance


def test_there_are_eight_states_and_each_is_a_word() -> None:
    engaging = [f"engaging_{how}" for how in ("like", "reply", "reshare")]
    named = ["idle", "scrolling", "evaluating", "composing", *engaging, "resting"]
    assert json.loads(json.dumps(list(AgentState))) == named
    assert (CHART.initial, account().state, account().ticks_in_state) == (IDLE, IDLE, 0)
    assert list(account().state_history) == []


def test_each_of_the_25_ways_to_move_has_a_letter_of_its_own() -> None:
    assert len(CHART.arcs) == len(LETTER_OF_ARC) == len(ARC_OF_LETTER) == 25
    assert not {NO_EVENT, SCROLLED_PAST} & ARC_OF_LETTER.keys()
    assert all(len(letter) == 1 and ARC_OF_LETTER[letter].number == number for number, letter in LETTER_OF_ARC.items())
    assert {arc.move[0] for arc in CHART.arcs} == set(AgentState) == {arc.target for arc in CHART.arcs}


def test_a_state_waits_for_a_trigger_that_it_listens_to() -> None:
    assert set(CHART.triggers) == set(TRIGGERS)
    assert TRIGGER_OF_STATE.keys() == set(AgentState)
    assert all(trigger in CHART.valid_triggers(state) for state, trigger in TRIGGER_OF_STATE.items())
    assert CHART.valid_triggers(SCROLLING) == (SEES, "feed_empty", TIMEOUT)
    assert all(TIMEOUT in CHART.valid_triggers(state) for state in (*ACTIVE, SCROLLING))


@quick
@given(accounts, st.sampled_from(TRIGGERS), st.integers(0, 99))
def test_only_evaluating_is_an_oracles(agent: SocialAgent, trigger: str, seed: int) -> None:
    found = CHART.fire(agent, trigger, Context(7, seed))
    assert isinstance(found, Choice) == (agent.state is EVALUATING and trigger == DECIDES)
    if isinstance(found, Choice):
        assert found.options == OPTIONS
        assert agent.state_history.last == -1


def test_every_option_can_be_reached() -> None:
    for target in OPTIONS:
        agent = account(EVALUATING)
        assert move(agent, DECIDES, 1, target) is target
    with pytest.raises(ValueError, match="not an option"):
        move(account(EVALUATING), DECIDES, 1, RESTING)


@quick
@given(accounts, st.sampled_from(TRIGGERS), st.integers(0, 99))
def test_selecting_changes_nothing_and_taking_it_is_firing(agent: SocialAgent, trigger: str, seed: int) -> None:
    twin, before = agent.twin(), whole(agent)
    found = CHART.select(agent, trigger, Context(7, seed, note=4))
    assert whole(agent) == before == whole(twin)
    fired = CHART.fire(twin, trigger, Context(7, seed, note=4))
    if isinstance(found, Arc):
        assert CHART.take(agent, found, Context(7, seed, note=4)) == fired
    else:
        assert found == fired
    assert whole(agent) == whole(twin)


def test_who_is_tired_rests_before_anything_else() -> None:
    assert move(account(SCROLLING, spent=5, catch=1.0, attention=0.0), SEES, 1) is RESTING
    assert move(account(LIKE, spent=5), ENGAGED, 1) is RESTING
    assert move(account(LIKE, spent=4), ENGAGED, 1) is SCROLLING
    assert move(account(RESTING, ticks_in_state=6, rest=7), RESTED, 1) is None
    assert move(account(RESTING, ticks_in_state=7, rest=7), RESTED, 1) is IDLE


def test_a_timeout_fires_exactly_above_the_threshold() -> None:
    for state, ticks, threshold in product(AgentState, range(9), range(1, 8)):
        agent = account(state, ticks_in_state=ticks, timeout_threshold=threshold)
        target = SCROLLING if state in ACTIVE else IDLE if state is SCROLLING else None
        due = ticks > threshold
        assert agent.overdue == due
        assert move(agent, TIMEOUT, 1) is (target if due else None)
        assert agent.ticks_in_state == (0 if due and target else ticks)


@pytest.mark.parametrize("timeout", [None, 1, 9])
def test_the_threshold_is_the_options_and_the_archetypes(timeout: int | None) -> None:
    scene, _ = world(agents=60, mix="lively", **({} if timeout is None else {"timeout": timeout}))
    assert set(scene.archetypes) == {*MIXES["lively"], "visitor", ""}
    for agent, kind in zip(scene.agents, scene.archetypes, strict=True):
        if kind:
            assert agent.timeout_threshold == (timeout or 5) + ARCHETYPES[kind].patience
    assert ARCHETYPES["casual"].patience == 0


@pytest.mark.parametrize("depth", [0, 1, 7, 50])
def test_history_keeps_the_last_moves(depth: int) -> None:
    scene, _ = world(agents=2, **({} if depth == 50 else {"history": depth}))
    agent, moves = scene.agents[0], []
    for tick in range(1, 121):
        state, agent.activity, agent.ticks_in_state = agent.state, 1.0, 9
        context = Context(tick, note=tick + 1000)
        trigger = START if state is IDLE else TIMEOUT
        moves.append((state, CHART.fire(agent, trigger, context), trigger, tick, tick + 1000))
        assert agent.ticks_in_state == 0
    assert agent.history == (moves[-depth:] if depth else [])
    assert StateTransition._fields == ("from_state", "to_state", "trigger", "timestamp", "context")


def test_engaging_is_counted_until_a_rest() -> None:
    agent = account(stamina=3, rest=1)
    for n, target in enumerate(ENGAGEMENTS, 1):
        agent.state = EVALUATING
        assert move(agent, DECIDES, 2 * n, target) is target
        assert (agent.spent, agent.spree, agent.run) == (n, target, 1)
        assert move(agent, ENGAGED, 2 * n + 1) is (RESTING if n == 3 else SCROLLING)
    agent.ticks_in_state = 1
    assert (move(agent, RESTED, 20), agent.spent) == (IDLE, 0)


def decided(*targets: AgentState) -> SocialAgent:
    agent = account(stamina=99)
    for tick, target in enumerate(targets):
        agent.state = EVALUATING
        move(agent, DECIDES, tick, target)
    return agent


def test_decisions_of_a_kind_in_a_row_are_a_spree() -> None:
    for kind in (*ENGAGEMENTS, COMPOSING, SCROLLING):
        assert [decided(*[kind] * n).run for n in range(4)] == [0, 1, 2, 3]
        assert bool(decided(*[kind] * MIN_SPREE).on_a_spree) > bool(decided(*[kind] * (MIN_SPREE - 1)).on_a_spree)
    assert (decided(LIKE, LIKE, REPLY).spree, decided(LIKE, LIKE, REPLY).run) == (REPLY, 1)
    lost = account(EVALUATING, spree=LIKE, run=2, ticks_in_state=9)
    assert (move(lost, TIMEOUT, 1), lost.spree, lost.run) == (SCROLLING, LIKE, 2)  # no decision was made


def test_a_decision_to_compose_ends_a_spree() -> None:
    assert decided(LIKE, LIKE, COMPOSING, LIKE).run == 1


NAMES = count()


@given(st.integers(0, 2**32))
@examples(8)
def test_the_exported_chart_visits_the_same_states_elsewhere(seed: int) -> None:
    random, agent = Random(seed), account(stamina=2, rest=1)
    peer = machine(to_scxml(CHART), f"feed{next(NAMES)}")
    for now in range(60):
        for name in SHARES:
            setattr(agent, name, random.choice([0.2, 0.8]))
        agent.ticks_in_state, agent.timeout_threshold = random.randrange(9), random.randrange(9)
        peer.send("set_fields", **{script_name(name): getattr(agent, name) for name in CHART.fields})
        trigger = TRIGGER_OF_STATE[agent.state] if random.random() < 0.6 else random.choice(TRIGGERS)
        context, choice = Context(now, seed), random.choice(OPTIONS)
        data = {f"draw_{n}": context.draw(n, agent.number) for n in range(len(CHART.transitions))}
        found = CHART.fire(agent, trigger, context)
        if isinstance(found, Choice):
            CHART.choose(agent, found, choice, context)
        peer.send(trigger, choice=str(choice), **data)
        assert peer.configuration_values == {*CHART.tree.path(agent.state)}
