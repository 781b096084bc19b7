"""Tours: small fixed games, and steps whose text contains the keys to press."""

import re
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
"""Keys that the text of a step names; other keys are named by the character that they type."""


class Now(NamedTuple):
    """State of a game, from which a step decides whether it is done."""

    events: Sequence[Event]
    """Events since the step began."""
    seat: str
    """The person's seat."""
    awaited: bool
    """True if it is the person's turn, or the game is over."""
    pressed: Collection[str]
    """Keys pressed since the step began."""


class Step(NamedTuple):
    """A step of a tour.

    Text in backquotes is to be pressed or typed, in this order; tests do so too. Text between < and > is only for the
    full screen, such as the names of keys; linear mode leaves it out. The step is done when `until` is true.
    Without `until` it is done when all its keys have been pressed; if it has none, when the person skips it.

    >>> from playbill.panes import Step
    >>> Step("Press `m`, type `good day` and press `Enter`.").inputs
    ['m', 'good day', 'enter']
    """

    text: str
    until: Callable[[Now], bool] | None = None
    at: Spot = ""

    @property
    def words(self) -> str:
        """Text for the full screen."""
        return self.text.replace("<", "").replace(">", "")

    @property
    def linear(self) -> str:
        """Text for linear mode."""
        return re.sub("<[^>]*>", "", self.text).replace("`", "").strip()

    def command(self, legal: Sequence[str]) -> str:
        """Return the command that completes the step, with the text to type; "" if the step does not name it whole."""
        if not isinstance(self.until, Gave):
            return ""
        typed = next((part for part in self.inputs if len(part) > 1 and part not in KEYS.values()), "")
        fitting = [each for each in legal if each.startswith(self.until.commands) and each.endswith(" ") >= bool(typed)]
        first = fitting[0] if fitting else self.until.commands[0]
        if first.endswith(" ") and not typed:
            return ""
        return typed if typed.startswith("@") else f"{first.strip()} {typed}".strip()

    @property
    def inputs(self) -> list[str]:
        """Keys to press, by the names of key events, and texts to type."""
        return [KEYS.get(name, name) for name in self.words.split("`")[1::2]]

    @property
    def needs_command(self) -> bool:
        """True if only a command completes the step."""
        return isinstance(self.until, Gave)

    def done(self, now: Now) -> bool:
        """Return True if the step is done."""
        if self.until is not None:
            return self.until(now)
        return bool(self.inputs) and all(key in now.pressed for key in self.inputs)


STRAYED = Step("You left the tour; carry on as you like.< ? has the rules, and g in the lobby starts the tour again.>")
"""Text for a person who leaves a scripted tour."""


class Tour(NamedTuple):
    """A scene's tour: a real game, which is recorded like any other."""

    steps: Sequence[Step]
    options: Mapping[str, Any] = {}
    seed: int = 1
    cast: Mapping[str, str] = {}
    scripted: bool = False
    """True if the texts are only right for a person who gives the named commands."""


@dataclass(frozen=True)
class Gave:
    """Condition that the person has given a command that starts with one of these texts."""

    commands: tuple[str, ...]

    def __call__(self, now: Now) -> bool:
        return any(command.startswith(self.commands) for command in commands_given(now))


def gave(*commands: str) -> Gave:
    """Make the condition that the person has given a command that starts with one of these texts."""
    return Gave(commands)


def commands_given(now: Now) -> list[str]:
    """List the commands that the person has given since the step began."""
    return [event.data.command for event in now.events if isinstance(event.data, Acted) and event.agent == now.seat]


def strays(step: Step, now: Now) -> bool:
    """Return True if the person has given a command other than the one that the step asks for."""
    return bool(commands_given(now)) and (step.until is None or step.needs_command) and not step.done(now)


def again(now: Now) -> bool:
    """Return True if it is the person's turn again after an event."""
    return bool(now.events) and now.awaited
