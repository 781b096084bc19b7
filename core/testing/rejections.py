"""Conformance tests: a scene rejects illegal actions."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from core.engine.agents import Agent
from core.engine.casting import open_run
from core.engine.events import Event, Noted, Rejected
from core.engine.scene import Scene
from core.engine.shared_events import SHARED
from core.engine.simulator import Signal, Waiting
from core.engine.turn import Action, Turn
from core.errors import IllegalAction
from core.llm.routes import Routes
from core.testing.games import Game, fresh, header, moments, view

GIBBERISH = "xyzzy plugh"
WAYS = ("bot", "model", "person", "seat")
"""Ways to act: a bot returns an action, a model returns it later, a person or an outside seat sends a command."""


class Rejections:
    """Tests that illegal actions are rejected and change nothing, for all kinds of policies."""

    def test_an_illegal_action_is_rejected_and_changes_nothing(
        self, played_at_random: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Actions that are legal only for others or at other times are rejected and change nothing.

        In a random game every player tries one before its own action, as a bot, a model, a person and an outside seat
        in turn. `decide` is never called with it, and a step with nothing else leaves the state unchanged.
        """
        game = played_at_random
        actions = {repr(each): each for _, scene in moments(game, 60) for n in scene.names for each in scene.legal(n)}
        agents = {name: Cheater([*actions.values()]) for name in fresh(game).names}
        run = open_run(header(game), agents=agents, routes=Routes(), on_signal=lambda signal: heard(signal))
        for agent in agents.values():
            agent.scene = run.scene

        def heard(signal: Signal) -> None:
            pick = run.scene.pick()
            if isinstance(signal, Waiting) and signal.names and pick is not None:
                assert signal.secret == pick.secret, "a signal shows a pick that is secret"

        async def play() -> list[Event]:
            return [event async for event in run]

        with monkeypatch.context() as patch:
            _check_decided_actions(run.scene, patch)
            events = asyncio.run(play())
        rejected = [event for event in events if isinstance(event.data, Rejected)]
        for name, agent in agents.items():
            assert sum(event.agent == name for event in rejected) == agent.cheated
        assert rejected
        folded = fresh(game)
        for step in _steps(events):
            same = folded.copy()
            for event in step:
                folded.apply(event)
                same.apply(replace(event, kind=Noted.kind, data=Noted("")))
            if any(event in rejected for event in step) and all(isinstance(event.data, SHARED) for event in step):
                assert view(folded) == view(same), step


class Cheater(Agent):
    """A random player that tries an illegal action before its own, once per turn."""

    scene: Scene

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = actions
        """Actions that are legal for some agent at some time."""
        self.cheated = 0
        """Number of illegal actions that it has tried."""
        self._turn = 0

    def act(self, turn: Turn) -> Any:
        way = WAYS[(self.cheated + len(turn.name)) % len(WAYS)]
        action = turn.chance("act").choice(turn.legal)
        if self._turn != turn.number:
            self._turn = turn.number
            illegal = [each for each in self.actions if _is_illegal(self.scene, turn.name, each)]
            chosen = turn.chance("cheat").choice(illegal) if illegal else None
            if chosen is not None or way in ("person", "seat"):
                self.cheated += 1
                return _answer(way, chosen, self.scene.describe(chosen) if chosen is not None else GIBBERISH)
        return _answer(way, action, self.scene.describe(action))


def _answer(way: str, action: Any, command: str) -> Any:
    answer = action if way in ("bot", "model") else command
    return _later(answer) if way in ("model", "seat") else answer


async def _later(answer: Any) -> Any:
    await asyncio.sleep(0)
    return answer


def _is_illegal(scene: Scene, name: str, action: Action) -> bool:
    try:
        scene.check(name, scene.parse(name, scene.describe(action)))
        scene.check(name, action)
    except IllegalAction:
        return True
    return False


def _check_decided_actions(scene: Scene, patch: pytest.MonkeyPatch) -> None:
    """Check the engine's calls of `decide` and `resolve`, but not the scene's own calls."""
    kind, resolving = type(scene), list[bool]()
    decide, resolve = kind.decide, kind.resolve

    def checked_decide(self: Scene, name: str, action: Any, *others: Any) -> Iterator[Event]:
        if self is scene and not resolving:
            self.check(name, action)
        yield from decide(self, name, action, *others)

    def checked_resolve(self: Scene, actions: Mapping[str, Any], *others: Any) -> Iterator[Event]:
        if self is scene:
            for name, action in actions.items():
                self.check(name, action)
        resolving.append(True)
        try:
            yield from resolve(self, actions, *others)
        finally:
            resolving.pop()

    patch.setattr(kind, "decide", checked_decide)
    patch.setattr(kind, "resolve", checked_resolve)


def _steps(events: Sequence[Event]) -> Iterator[list[Event]]:
    step: list[Event] = []
    for event in events:
        step.append(event)
        if event.end:
            yield step
            step = []
