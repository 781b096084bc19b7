"""Containers whose bindings pass keys to the scene: letters, and the keys that move on the board and in lists."""

import string
from typing import ClassVar

from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.keys import _character_to_key

from tui.screens.base import bindings
from tui.state.stage import StageState

MOVES = ("enter", "escape", "backspace", "pageup", "pagedown", "home", "end")


class SceneKeys(Container):
    """Contains board and dock. The scene gets letters, digits and signs first, whatever keys the user has chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(_character_to_key(sign), f"press({sign!r})", show=False)
        for sign in (*string.ascii_letters, *string.digits, *string.punctuation, " ")
    ]

    def __init__(self, state: StageState, *, id: str) -> None:
        super().__init__(id=id)
        self.state = state

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys while the stage cannot use any."""
        return not self.state.keys.closed

    def action_press(self, key: str) -> None:
        """Pass a key to the scene or to the focused list; if they do not use it, the stage gets it."""
        if not self.state.keys.press(key):
            raise SkipAction


class SceneMoves(SceneKeys, inherit_bindings=False):
    """Contains everything above the input.

    The scene gets arrows and similar keys first, as the user has chosen them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({name: f"press('{name}')" for name in ("left", "right", "up", "down")}),
        *(Binding(key, f"press('{key}')", show=False) for key in MOVES),
    ]
