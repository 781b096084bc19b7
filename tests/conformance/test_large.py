"""Worlds in which a model meets every situation that its player has words for, played from every seat."""

import asyncio
from typing import Any

import pytest

from core.engine.casting import open_run, prepare
from core.engine.events import Asked, Defaulted, Event, Rejected, RunEnded
from core.llm.routes import Routes

WORLDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("coloring", {"mode": "llm_f"}),
    ("coloring", {"mode": "llm_c", "problem": "generate", "max_turns": 30}),
    ("council", {"members": 11, "vote": "sealed", "majority": "unanimity"}),
    ("coup", {"players": 2, "talk": "open"}),
    ("coup", {"players": 6, "talk": "open", "max_turns": 30}),
    ("feed", {"agents": 30, "world": "lively", "mix": "creator=1", "ticks": 60, "day": 20}),
    ("hanabi", {"players": 2, "talk": "strict"}),
    ("hanabi", {"players": 5, "talk": "open", "max_turns": 20}),
    ("village", {"players": 12, "minutes": 10}),
)


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize(("scene", "options"), WORLDS, ids=str)
@pytest.mark.few(2)
def test_a_model_can_play_every_seat_of_a_large_world(scene: str, options: dict[str, Any], seed: int) -> None:
    """The mock always answers what it was asked for: no default is taken, and a whole game is played."""
    limits = {"max_turns": 60, **options}
    run = open_run(prepare(scene, limits, {"*": "llm:mock"}, seed), routes=Routes())

    async def play() -> list[Event]:
        return [event async for event in run]

    events = asyncio.run(play())
    assert isinstance(last := events[-1].data, RunEnded)
    assert last.reason in ("max_turns", run.scene.is_complete())
    assert any(isinstance(event.data, Asked) for event in events)
    assert not [event for event in events if isinstance(event.data, Defaulted | Rejected)]
