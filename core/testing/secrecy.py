"""Conformance: agents learn no secrets, in any scene."""

import asyncio
from typing import Any, ClassVar

import pytest

from core.engine.audience import ShortTermMemory, may_know
from core.engine.capabilities import Told, capability
from core.engine.events import GroupEnded, GroupStarted
from core.engine.scene import Scene
from core.env.encoding import encoding_of
from core.testing.games import Game, fresh, moments, played, projected, prompts, shown


class Secrecy:
    """Tests that nothing secret shows in observations, prompts, encodings and the events of a group."""

    scene: ClassVar[type[Scene]]
    secrets: ClassVar[bool] = True
    """True if some events are hidden from some agents."""
    looks: ClassVar[int] = 1 << 30
    """Most moments of a game, spread over it, at which all actions are tried."""

    def test_an_agent_sees_nothing_it_may_not_know(self, game: Game) -> None:
        """An agent's observation depends only on events that it may know.

        For each agent the game is folded a second time without the events outside its audience, and with the others
        numbered anew (`projected`). If the agent is shown the same bytes at every event, then neither the content of
        the missing events reaches it nor their number, so nothing that others think or do in secret changes what it
        sees. This is stronger than trying a few such changes, and needs no idea of what a consistent change is. It asks
        one thing of a scene: `apply` must be able to fold a log with such holes, as it must for an agent that receives
        only what it may know. If others must follow the game without a content ("Ann drew a card"), that is an event
        of its own. Numbers in an observation count what the agent can count itself: public arguments, days, rounds; not
        events, and not turns that it may not know of.
        """
        for name in fresh(game).names:
            for event, whole, partial, _, _ in projected(game, name):
                assert shown(partial, name) == shown(whole, name), f"{name} sees more than it may know after {event}"
                if event.end:
                    assert _text(partial, name) == _text(whole, name), f"{name} reads more than it may know at {event}"

    def test_a_prompt_holds_nothing_that_the_agent_may_not_know(self, of_a_model: Game) -> None:
        """The prompts of an agent's model depend only on events that the agent may know."""
        asked = 0
        chosen = {event.n for event, _ in moments(of_a_model, self.looks)}
        for name in fresh(of_a_model).names:
            memory = other = None
            for event, whole, partial, seen, hidden in projected(of_a_model, name):
                memory, other = memory or ShortTermMemory(name, whole), other or ShortTermMemory(name, partial)
                memory.take(event)
                if seen is not None:
                    other.take(seen)
                if event.n in chosen and event.end == "turn" and not whole.is_complete() and whole.legal(name):
                    turn = event.turn + 1
                    messages = asyncio.run(prompts(whole, memory, turn, hidden, of_a_model))
                    assert messages == asyncio.run(prompts(partial, other, turn, hidden, of_a_model)), (
                        f"{name}, after {event}"
                    )
                    asked += len(messages)
        assert asked

    def test_a_secret_pick_is_shown_to_nobody_else(self, game: Game) -> None:
        """Events that an agent may know do not name the members of a secret group."""
        scene, turn, secret = fresh(game), 0, False
        for event in played(game):
            if event.turn != turn:
                pick, turn = scene.pick(), event.turn
                secret = pick is not None and pick.secret
            scene.apply(event)
            if secret and isinstance(event.data, GroupStarted | GroupEnded):
                assert not [name for name in scene.names if may_know(event, name, scene)], event

    def test_an_encoding_holds_only_what_the_agent_sees(self, game: Game) -> None:
        """An encoding has labels and sizes that fit, and depends only on events that the agent may know.

        Free words have no number. Scenes without an encoding pass.
        """
        encoder = encoding_of(self.scene)
        if encoder is None:
            return
        first = fresh(game)
        encoding = encoder(first.config, first.names)
        assert len(set(encoding.labels)) == len(encoding.labels)
        chosen = {event.n for event, _ in moments(game, self.looks)}
        for name in first.names:
            for event, whole, partial, _, _ in projected(game, name):
                if event.n in chosen:
                    seen: Any = whole.observe(name)
                    numbers_seen = encoding.encode(seen)
                    assert len(numbers_seen) == encoding.size
                    assert numbers_seen == encoding.encode(partial.observe(name)), f"{name}, after {event}"
                    legal = whole.legal(name)
                    numbers = encoding.numbers(name, [*legal, *encoding.more(seen, legal)])
                    assert all(-1 <= number < len(encoding.labels) for number in numbers)

    def test_some_events_are_hidden(self, played_by_rules: Game) -> None:
        """The scene hides events; otherwise the tests above would prove nothing."""
        if not self.secrets:
            pytest.skip("a world of open information")
        table = fresh(played_by_rules)
        events = played(played_by_rules)
        assert all(any(not may_know(event, name, table) for event in events) for name in table.names)


def _text(scene: Scene, name: str) -> list[str]:
    """Return what an agent outside of the process reads."""
    return [scene.board(name), capability(scene, Told).status_prompt(name)]
