"""Nodes that hold bindings: the letters of the scene, and the keys that move on the board and in the lists."""

import string
from typing import ClassVar

from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.keys import _character_to_key

from tui.screens.base import bindings
from tui.state.stage import StageState

MOVES = ("enter", "escape", "backspace", "pageup", "pagedown", "home", "end")


class Game(Container):
    """Holds board and dock. Letters, digits and signs are the scene's first, whatever keys the user chose."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(_character_to_key(sign), f"press({sign!r})", show=False)
        for sign in (*string.ascii_letters, *string.digits, *string.punctuation, " ")
    ]

    def __init__(self, state: StageState, *, id: str) -> None:
        super().__init__(id=id)
        self.state = state

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys while the stage has no use for any."""
        return not self.state.keys.closed

    def action_press(self, key: str) -> None:
        """Give a key to the scene, or to the focused list; what they do not use is for the stage."""
        if not self.state.keys.press(key):
            raise SkipAction


class Moves(Game, inherit_bindings=False):
    """Holds all that is above the input: arrows and the like are the scene's first, too, on the keys the user chose."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({name: f"press('{name}')" for name in ("left", "right", "up", "down")}),
        *(Binding(key, f"press('{key}')", show=False) for key in MOVES),
    ]
