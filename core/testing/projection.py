"""A game as one agent may know it: the events it may see, with numbers of its own."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from core.engine.audience import hidden_turns, may_know
from core.engine.events import Event
from core.engine.scene import Scene
from core.testing.games import Game, fresh, played


class Moment(NamedTuple):
    """One event of a game, with the state that all events made and the state that the agent's events made."""

    event: Event
    whole: Scene
    partial: Scene
    seen: Event | None
    """The event as the agent sees it; None if it may not know of it."""
    hidden: int
    """Number of turns so far of which the agent may not know."""


def projected(game: Game, name: str) -> Iterator[Moment]:
    """Fold a game twice: all of it, and what one agent may know of it.

    In the second fold the events that the agent may not know are missing, and its own are numbered 1, 2, 3 …. A turn
    counts if the agent is picked or if everyone may know who is. Time and costs are missing as well. So whatever others
    think or do in secret, however many events it takes, the second fold is the same.
    """
    whole, partial = fresh(game), fresh(game)
    n = hidden = turn = 0
    for event in played(game):
        hidden += hidden_turns(whole, name, turn, event.turn)
        turn = event.turn
        whole.apply(event)
        seen = None
        if may_know(event, name, whole):
            n += 1
            seen = replace(event, n=n, turn=turn - hidden, t=0.0, spent=None)
            partial.apply(seen)
        yield Moment(event, whole, partial, seen, hidden)


def shown(scene: Scene, name: str) -> bytes:
    """Return all that an agent is shown: its observation and its legal actions."""
    seen: Any = scene.observe(name)
    return msgspec.json.encode([seen, [scene.describe(action) for action in scene.legal(name)]])
