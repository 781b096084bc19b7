"""The command text of an action that was taken, from the log or from the legal actions."""

from collections.abc import Sequence
from itertools import islice

from core.engine.chance import Chance
from core.engine.events import SHARED, Acted, Event
from core.engine.scene import Scene


def done(scene: Scene, name: str, step: Sequence[Event]) -> str:
    """Return the command of an agent's action, from a step's events and the state before them.

    "" if the agent had no choice, or the action is not among the listed ones (words, answers of a crowd).
    """
    legal = scene.legal(name)
    if len(legal) < 2:
        return ""
    for event in step:
        if isinstance(event.data, Acted) and event.agent == name:
            return event.data.command
    facts = [event.data for event in step if event.agent == name and not isinstance(event.data, SHARED)]
    for action in legal if facts else ():
        events = islice(scene.copy().decide(name, action, Chance(0)), 1)
        if [event.data for event in events] == facts[:1]:
            return scene.describe(action)
    return ""
