"""A scene on the home screen: its name, a part of a real position drawn by its own pane, and one line about it."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from tui.lines import Lines
from tui.lobby.drawing import title
from tui.styles import clip
from tui.view import View

BOARD_SIZE = (80, 24)
"""Size in cells of the board of which a tile shows a part."""


class Tile(Vertical):
    """Shows a scene. The picture is the board of a stage, cut to the tile."""

    class Chosen(Message):
        """The tile was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, name: str, summary: str, index: int) -> None:
        super().__init__(classes="tile")
        self._title, self._summary, self._index = name, summary, index
        self._view: View | None = None
        self._head, self._foot = Lines(), Lines()

    def compose(self) -> ComposeResult:
        yield self._head
        yield Container(classes="picture")
        yield self._foot

    def paint(self, chosen: bool) -> None:
        """Draw name and summary."""
        width = self.size.width
        self._head.show([title(self._title, "", "", width, chosen)])
        self._foot.show([((f" {clip(self._summary, width - 2)}", "fg" if chosen else "mid"),)])

    async def draw(self, view: View) -> None:
        """Draw the board of a view; nothing if the app is being left."""
        if not self.children:
            return
        self._view = view
        width, height = BOARD_SIZE
        room = view.pane.room
        room.width, room.cells, room.height = width, width, height
        board = view.pane.make_board()
        x, y = view.pane.traits.picture
        board.styles.width, board.styles.height = width, height
        board.styles.offset = (-x, -y)
        board.can_focus = False
        picture = self.query_one(".picture")
        await picture.remove_children()
        await picture.mount(board)
        self.call_after_refresh(self._show, board)

    def _show(self, board: Widget) -> None:
        if self._view is not None and board.is_mounted:
            self._view.pane.room.palette = self.app.palette  # type: ignore[attr-defined]
            board.show(self._view.pane.board(*BOARD_SIZE))  # type: ignore[attr-defined]

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Chosen(self._index))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Choose the tile when its board is clicked; keys drawn on the board have no meaning here."""
        event.stop()
        self.post_message(self.Chosen(self._index))
