"""Actions chosen for an agent that gave none: scenes recognize them and count them apart from the agent's own."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from core.engine.agents import Agent
from core.engine.casting import open_run, prepare, set_up
from core.engine.events import Defaulted, Event
from core.engine.turn import Turn
from core.errors import GaveUp
from core.recording.header import Header
from scenes.coup.actions import describe
from scenes.coup.tables import TABLES

DEEDS: dict[str, dict[str, Any]] = {
    "chat": {"messages": 0},
    "coloring": {"messages": 0, "words": 0, "requests": 0, "compliance": None, "offers": 0},
    "council": dict.fromkeys(("arguments", "questions", "changes", "whispers", "briefs", "deals", "amendments"), 0),
    "coup": {"claims": 0, "bluffs": 0, "bluff_rate": None, "challenges": 0, "challenge_precision": None},
    "feed": {"likes": 0, "replies": 0, "reshares": 0},
    "hanabi": {"proposals": 0, "leaks": 0},
    "village": {"talks": 0, "gathered": 0},
    "werewolf": {"speeches": 0, "seer_found": False},
}
"""Metrics of agents' behavior, with their values when nobody did anything."""


class Silent(Agent):
    """An agent that never gives an action."""

    async def act(self, turn: Turn) -> Any:
        raise GaveUp("no reply")


class Drawing(Agent):
    """An agent that gives no action of its own and draws a legal one, as Coup's model player does."""

    async def act(self, turn: Turn) -> Any:
        action = turn.chance("default").choice(turn.legal)
        turn.log(Defaulted(describe(action), "no reply"))
        return action


class Liar(Agent):
    """An agent that acts at random by itself, and so makes false claims."""

    async def act(self, turn: Turn) -> Any:
        return turn.chance("lie").choice(turn.legal)


def play(header: Header, agents: dict[str, Agent]) -> list[Event]:
    async def go() -> list[Event]:
        return [event async for event in open_run(header, agents=agents)]

    return asyncio.run(go())


def folded(header: Header, events: Sequence[Event]) -> Any:
    scene, _ = set_up(header)
    for event in events:
        scene.apply(event)
    return scene


@pytest.mark.parametrize("name", DEEDS)
def test_what_is_done_in_an_agents_place_is_no_deed_of_its(name: str) -> None:
    header = prepare(name, {"max_turns": 40, **({"agents": 40} if name == "feed" else {})}, {}, 3)
    events = play(header, {name: Silent() for name in header.cast})
    scene, _ = set_up(header)
    defaulted = 0
    for event in events:
        scene.apply(event)
        if isinstance(event.data, Defaulted):
            defaulted += 1
            assert scene.is_fallback(event)
            assert scene.copy().is_fallback(event)
    assert defaulted
    metrics = scene.outcome().metrics
    assert {key: metrics[key] for key in DEEDS[name]} == DEEDS[name]


def test_drawn_claims_and_challenges_are_not_those_of_the_model() -> None:
    header = prepare("coup", {"players": 3}, {}, 4)
    names = tuple(header.cast)
    events = play(header, {names[0]: Liar(), **{name: Drawing() for name in names[1:]}})
    scene = folded(header, events)
    made = scene.claims
    own = [claim for claim in made if claim.agent == names[0]]
    drawn = [claim for claim in made if claim.agent != names[0]]
    doubted = [claim for claim in made if claim.challenger in names[1:]]
    assert own
    assert drawn
    assert doubted
    assert not any(claim.fallback for claim in own)
    assert all(claim.fallback for claim in drawn)
    assert all(claim.fallback_challenge for claim in doubted)
    metrics = scene.outcome().metrics
    assert metrics["claims"] == len(own)
    assert metrics["bluffs"] == sum(not claim.true for claim in own)
    assert metrics["challenges"] == sum(claim.challenger == names[0] for claim in made)
    table = [line.split(",") for line in TABLES["players"].csv(header, events).splitlines()]
    column = table[0].index("fallback_claims")
    assert [int(row[column]) for row in table[1:]] == [sum(c.agent == n for c in drawn) for n in names]
    assert sum(",True," in line for line in TABLES["claims"].csv(header, events).splitlines()) >= len(drawn)
