"""The lobby: choose a scene, its options and a cast, and play; or open a recording."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.events import Key, Resize
from textual.suggester import SuggestFromList

from tui.key_signs import footer
from tui.keys import current
from tui.lines import LineInput, Lines
from tui.lobby.drawing import PROMPT, form, header, runs, scenes
from tui.lobby.game_opener import GameOpener
from tui.lobby.keys import footer_keys
from tui.lobby.state import FEW_OPTIONS, MORE_OPTIONS, LobbyState
from tui.screens.base import bindings, stroke
from tui.sizes import SMALLEST, TALL, WIDE
from tui.styles import clip
from tui.widgets.rows import Rows

SEPARATE_COLUMN_WIDTH = 150
"""Width of the terminal from which recordings get a separate column."""


class LobbyScreen(GameOpener):
    """Shows the lobby's state in lists, and changes it by keys and clicks."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (WIDE, "-wide"), (SEPARATE_COLUMN_WIDTH, "-beside")]
    BINDINGS: ClassVar = [
        *bindings({"up": "move(-1)", "down": "move(1)", "left": "change(-1)", "right": "change(1)"}),
        *bindings({"next-part": "walk(1)", "previous-part": "walk(-1)", "back": "back"}),
        *bindings({"new-seed": "new_seed", "all-options": "all_options", "recordings": "recordings"}),
        Binding("enter", "enter", show=False),
        Binding("space", "next_value", show=False),
    ]

    def __init__(self, state: LobbyState | None = None, *, from_home: bool = False) -> None:
        """Make the screen. `from_home`: it lies over the home screen, and Esc returns there."""
        super().__init__(state or LobbyState())
        self._from_home = from_home

    def compose(self) -> ComposeResult:
        state, moved, app = self.state, self._moved, self.app
        yield Lines(id="header", ground="shade")
        with Horizontal(id="lobby"):
            yield Rows(lambda width, height: scenes(state, width, height), moved, id="scenes")
            with Container(id="right"):
                yield Rows(
                    lambda width, _: form(state, width, app.size.height - 3, app.palette.filled), moved, id="form"
                )
                yield Rows(lambda width, _: runs(state, width, self._board()), moved, id="runs")
        yield LineInput(self._write, id="field", suggester=SuggestFromList(()))
        yield Lines(id="message")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self._field.cursor_blink = False
        self.watch(self.app, "theme", self.paint, init=False)

    def on_screen_resume(self) -> None:
        self.state.at_home = False
        self.paint()
        self.call_after_refresh(self._read_runs)

    def on_resize(self, event: Resize) -> None:
        height = event.size.height
        self.set_class(not self.has_room, "small")
        self.state.few = 8 if height >= TALL else 4
        self.state.few_options = (
            MORE_OPTIONS if height >= TALL and event.size.width >= SEPARATE_COLUMN_WIDTH else FEW_OPTIONS
        )
        self.paint()
        if self.editing:
            self.call_after_refresh(self._list(self.state.pane).put_over, self._field)

    # -- drawing

    def paint(self) -> None:
        """Draw the state."""
        width, height = self.app.size
        if not self.has_room:
            text = PROMPT.format(*SMALLEST, width, height)
            self._lines("notice").show([*[()] * (height // 2), ((text.center(width)[:width], "accent"),)])
            return
        self.set_size_classes(all_runs=self.state.all_runs, at_runs=self.state.pane == "recent")
        for rows in self.query(Rows):
            rows.show()
        if not self.editing:
            self.set_focus(self._list(self.state.pane), scroll_visible=False)
        self._lines("header").show([header(self.state.daily, self.app.palette.name, width)])
        self._lines("message").show([((f" {clip(self._message[0], width - 2)}", self._message[1]),)])
        self._lines("footer").show([footer(footer_keys(self.state, self.editing), width, relabel=self.relabel)])

    def _list(self, pane: str) -> Rows:
        name = {"scenes": "scenes", "recent": "runs"}.get(pane, "form")
        return self.query_one(f"#{name}", Rows)

    # -- typing into a row

    @property
    def editing(self) -> bool:
        """True while the user types into a row."""
        return bool(self._field.display)

    @property
    def _field(self) -> LineInput:
        return self.query_one("#field", LineInput)

    def _edit(self, text: str | None = None) -> bool:
        """Begin typing into the row under the cursor. Returns False for a row that is not typed into."""
        state, field, letters = self.state, self._field, self.state.accepted_letters
        if letters is None:
            return False
        field.restrict = f"[{letters}]*" if letters else None
        field.suggester = SuggestFromList(state.setup.policies if state.pane == "cast" else ())
        field.value = state.text(state.item) if text is None else text
        field.cursor_position = len(field.value)
        field.display = True
        self.set_focus(field, scroll_visible=False)
        self._list(state.pane).put_over(field)
        return True

    def _write(self, text: str) -> None:
        """Set the row to the typed text."""
        self.state.write(text)
        self._field.display = False

    def _accept(self) -> None:
        """Set the row to the typed text, if the user is typing."""
        if self.editing:
            self._write(self._field.value)

    def takes_paste(self, text: str) -> bool:
        """Let a paste replace the row's value; while the row is being typed into, insert it."""
        if not self.editing:
            self._edit("")
        self.paint()
        return False

    # -- keys and clicks

    def explain(self, event: Key) -> None:
        """Begin typing into the row, or say that the key has no meaning."""
        sign = event.character if event.is_printable and event.character else event.key
        if self.state.starts_editing(sign):
            self._edit(sign)
        elif not self.editing:
            super().explain(event)

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        self._accept()
        self._message = ("", "")
        if event.key:
            self.app.post_message(stroke(current().keys(event.key)[0]))
        elif event.row.item is not None:
            pane, index = event.row.item
            again = self.state.is_at(pane, index)
            self.state.go(pane, index)
            self.paint()
            if event.row.value and event.x >= event.row.value:
                self.action_next_value()
            elif again and pane == "recent":
                self.action_enter()
            self.paint()

    def _moved(self, pane: str, index: int) -> None:
        """Update the state after a list has moved its cursor."""
        self.state.go(pane, index)
        self.paint()

    def action_move(self, by: int) -> None:
        self._accept()
        self.state.move(by)

    def action_walk(self, by: int) -> None:
        self._accept()
        self.state.walk(by)

    def action_change(self, by: int) -> None:
        """Set the row to its next or previous value; move between the scenes and the form, or its buttons."""
        if self.state.pane == "scenes" and by > 0:
            self.state.walk(1)
        elif self.state.pane in ("play", "recent") and by < 0:
            self.state.go("scenes")
        else:
            self.state.change(by)

    def action_enter(self) -> None:
        if self.state.pane in ("scenes", "play"):
            self.action_play()
        elif self.state.pane == "recent":
            if self.state.run is not None:
                self._open(self.state.run)
        elif not self._edit():
            self.state.change(1)

    def action_next_value(self) -> None:
        if self.state.has_choices:
            self.state.change(1)
        else:
            self.action_enter()

    def action_back(self) -> None:
        """Close an open field or list; else go to the scenes; else ask whether to leave."""
        if self.editing:
            self._field.display = False
        elif self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        elif self._from_home:
            self.dismiss()
        else:
            self.ask_to_leave()

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game with these settings, or go to the first row with an error."""
        self._accept()
        super().action_play(bots_only)

    def action_new_seed(self) -> None:
        self.state.draw_seed()

    def action_all_options(self) -> None:
        self.state.show_all_options(not self.state.all_options)

    def action_recordings(self) -> None:
        self.state.show_all_runs(not self.state.all_runs)
