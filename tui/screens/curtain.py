"""The screen that hides the game between the turns of two people at one terminal."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding

from tui.lines import Lines
from tui.screens.base import Overlay


class CurtainScreen(Overlay[None]):
    """Hides the game until the next person presses Enter."""

    BINDINGS: ClassVar = [Binding("enter", "dismiss", "Show my seat")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        yield Lines(id="curtain")

    def on_mount(self) -> None:
        curtain = self.lines("curtain")
        middle = max(0, self.app.size.height // 2 - 1)
        text: list[tuple[str, str]] = [(f"   {self._name}", "bold accent"), (" is to move.  ", "fg")]
        curtain.show([*[()] * middle, (*text, ("Enter", "bold accent"), (" shows your seat", "mid"))])
