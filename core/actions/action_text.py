"""What somebody did, as a command: read from the log where it stands there, else found among what could be done."""

from collections.abc import Sequence
from itertools import islice

from core.engine.chance import Chance
from core.engine.events import SHARED, Acted, Event
from core.engine.scene import Scene


def done(scene: Scene, name: str, step: Sequence[Event]) -> str:
    """Give the command of an agent's move: of its part in a step's events, with the scene before them; "" where it had
    no choice, or where what it did is none of what is listed (words, answers of a crowd)."""
    legal = scene.legal(name)
    if len(legal) < 2:
        return ""
    for event in step:
        if isinstance(event.data, Acted) and event.agent == name:
            return event.data.command
    facts = [event.data for event in step if event.agent == name and not isinstance(event.data, SHARED)]
    for action in legal if facts else ():
        made = islice(scene.copy().decide(name, action, Chance(0)), 1)
        if [event.data for event in made] == facts[:1]:
            return scene.describe(action)
    return ""
