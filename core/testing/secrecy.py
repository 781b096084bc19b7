"""Conformance tests: a scene shows agents nothing that is hidden from them."""

from typing import Any, ClassVar

import pytest

from core.engine.audience import may_know
from core.engine.capabilities import Told, capability
from core.engine.events import GroupEnded, GroupStarted
from core.engine.scene import Scene
from core.env.encoding import encoding_of
from core.testing.games import Game, fresh, moments, played, projected, prompt_leaks, shown


class Secrecy:
    """Tests that observations, prompts, encodings and group events reveal nothing that is hidden."""

    scene: ClassVar[type[Scene]]
    secrets: ClassVar[bool] = True
    """True if some events are hidden from some agents."""
    looks: ClassVar[int] = 1 << 30
    """Number of moments, spread over a game, at which the slower tests try all actions."""

    def test_an_agent_sees_nothing_it_may_not_know(self, game: Game) -> None:
        """An agent's observation depends only on events that it may know.

        For each agent the game is folded a second time without the events that are hidden from it, and with the other
        events renumbered (`projected`). If the agent sees the same bytes after every event, then neither the content
        nor the number of the hidden events reaches it, so no secret thought or action of others changes what it sees.
        This is stronger than trying a few such changes, and needs no rule for which changes are consistent. It requires
        one thing of a scene: `apply` must be able to fold a log with such gaps, as in a hosted game, where a player
        receives only some events. If others must know that something happened without its content ("Ann drew a card"),
        that is an event of its own. Numbers in an observation may count only what the agent can count itself: public
        arguments, days, rounds; not events, and not turns that are hidden from it.
        """
        for name in fresh(game).names:
            for event, whole, partial, _, _ in projected(game, name):
                assert shown(partial, name) == shown(whole, name), f"{name} sees more than it may know after {event}"
                if event.end:
                    assert _text(partial, name) == _text(whole, name), f"{name} reads more than it may know at {event}"

    def test_a_prompt_holds_nothing_that_the_agent_may_not_know(self, of_a_model: Game) -> None:
        """The prompts of an agent's model, in play and in interviews, depend only on events that it may know."""
        equal, differs = prompt_leaks(of_a_model, self.looks)
        assert not differs
        assert equal

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
        """An encoding has distinct labels and the right size, and depends only on events that the agent may know.

        Scenes without an encoding pass.
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
        """The scene hides some events from each agent; otherwise the tests above would prove nothing."""
        if not self.secrets:
            pytest.skip("a world of open information")
        table = fresh(played_by_rules)
        events = played(played_by_rules)
        assert all(any(not may_know(event, name, table) for event in events) for name in table.names)


def _text(scene: Scene, name: str) -> list[str]:
    """Return the texts that an agent outside this process receives."""
    return [scene.board(name), capability(scene, Told).status_prompt(name)]
