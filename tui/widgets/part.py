"""The base of the stage's parts, which draw themselves."""

from textual.message import Message

from tui.lines import Lines
from tui.state.stage import StageState


class Part(Lines):
    """Rows of the stage, drawn again with every frame of its screen."""

    always = False
    """True for a part that is drawn even while the rest of the stage cannot be."""

    class Resized(Message):
        """The size of the part has changed."""

    def __init__(self, state: StageState, *, id: str, ground: str = "bg", follow: bool = False) -> None:
        super().__init__(id=id, ground=ground, follow=follow)
        self.state = state

    def on_mount(self) -> None:
        self.watch(self.screen, "frame", self._on_frame, init=False)

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def _on_frame(self) -> None:
        if self.always or self.state.paintable:
            self.paint()

    def clicked(self, x: int, y: int) -> bool | None:
        """Act on a click at a column and row.

        Returns False if it does nothing there, None to pass it to the scene's pane.
        """
        return None

    def paint(self) -> None:
        """Draw the state."""
        raise NotImplementedError
