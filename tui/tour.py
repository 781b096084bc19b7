"""Guided games: a small fixed game, and steps whose text contains the keys to press."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from core.engine.events import Acted, Event

Spot = Literal["", "strip", "board", "legend", "dock", "preview", "curve", "track", "footer"]
"""Parts of the stage that a step may point at."""

KEYS = {
    "Enter": "enter",
    "Esc": "escape",
    "Tab": "tab",
    "Space": "space",
    "End": "end",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
}
"""Keys as words name them; other keys are named by what they write."""


class Now(NamedTuple):
    """Is what a step may go by."""

    events: Sequence[Event]
    """Events since the step began."""
    seat: str
    """The person's seat."""
    awaited: bool
    """True if the person is to move, or the game is over."""
    pressed: Collection[str]
    """Keys, since the step began."""


class Step(NamedTuple):
    """Is a step of a tour.

    In its words, what stands in backquotes is pressed or typed, in this order: people read it, and tests do it. It is
    over once that is so which it says, `until`; without, once all of its keys were pressed; and a step with no keys
    when the person goes on.

    >>> from playbill.panes import Step
    >>> Step("Press `m`, type `good day` and press `Enter`.").told
    ['m', 'good day', 'enter']
    """

    words: str
    until: Callable[[Now], bool] | None = None
    at: Spot = ""

    @property
    def told(self) -> list[str]:
        """List what the words say to press or to type: keys by the names that events of keys have, and texts."""
        return [KEYS.get(told, told) for told in self.words.split("`")[1::2]]

    @property
    def needs_command(self) -> bool:
        """True if the step is over only once a command is given."""
        return isinstance(self.until, Gave)

    def done(self, now: Now) -> bool:
        """Tell whether it is over without being passed over."""
        if self.until is not None:
            return self.until(now)
        return bool(self.told) and all(key in now.pressed for key in self.told)


STRAYED = Step("You left the tour; carry on as you like. ? has the rules, and g in the lobby starts the tour again.")
"""Text for a person who leaves a scripted tour."""


class Tour(NamedTuple):
    """Is a scene's guided game: who learns by doing plays a real one, and it is recorded as any other."""

    steps: Sequence[Step]
    options: Mapping[str, Any] = {}
    seed: int = 1
    cast: Mapping[str, str] = {}
    scripted: bool = False
    """True if its text is only valid for a person who gives the named commands."""


@dataclass(frozen=True)
class Gave:
    """Tells whether the person has given a command that begins like one of these."""

    commands: tuple[str, ...]

    def __call__(self, now: Now) -> bool:
        return any(command.startswith(self.commands) for command in given(now))


def gave(*commands: str) -> Gave:
    """Make a step that is over when the person has given a command that begins like one of these."""
    return Gave(commands)


def given(now: Now) -> list[str]:
    """List the commands that the person has given."""
    return [event.data.command for event in now.events if isinstance(event.data, Acted) and event.agent == now.seat]


def strays(step: Step, now: Now) -> bool:
    """Tell whether the person has given a command, and not the one that a step is about."""
    return bool(given(now)) and (step.until is None or step.needs_command) and not step.done(now)


def again(now: Now) -> bool:
    """Tell whether the person is awaited again, after something has happened."""
    return bool(now.events) and now.awaited
