"""The lobby: choose a scene, its options and a cast, and play; or open a recording."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.events import Key, Resize
from textual.suggester import SuggestFromList

from tui.lines import LineInput
from tui.lobby.drawing import form, runs, scenes
from tui.lobby.game_opener import GameOpener
from tui.lobby.state import FEW_OPTIONS, MORE_OPTIONS, LobbyState
from tui.screens.base import bindings, sign_of_key
from tui.sizes import TALL, WIDE
from tui.widgets.rows import Rows

SEPARATE_COLUMN_WIDTH = 150
"""Width of the terminal from which recordings get a separate column."""


class LobbyScreen(GameOpener):
    """Shows the lobby's state in lists, and changes it by keys and clicks."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (WIDE, "-wide"), (SEPARATE_COLUMN_WIDTH, "-beside")]
    BINDINGS: ClassVar = [
        *bindings({"new-seed": "new_seed", "all-options": "all_options"}),
        Binding("space", "next_value", show=False),
    ]

    def __init__(self, state: LobbyState | None = None, *, from_home: bool = False) -> None:
        """Make the screen. `from_home`: it lies over the home screen, and Esc returns there."""
        super().__init__(state or LobbyState())
        self._from_home = from_home

    def body(self) -> ComposeResult:
        state, moved, app = self.state, self.moved, self.app
        with Horizontal(id="lobby"):
            yield Rows(lambda width, height: scenes(state, width, height), moved, id="scenes")
            with Container(id="right"):
                yield Rows(
                    lambda width, _: form(state, width, app.size.height - 3, app.palette.filled), moved, id="form"
                )
                yield Rows(lambda width, _: runs(state, width, self._board()), moved, id="runs")
        yield LineInput(self._write, id="field", suggester=SuggestFromList(()))

    def on_mount(self) -> None:
        self._field.cursor_blink = False

    def on_resize(self, event: Resize) -> None:
        height = event.size.height
        self.state.few = 8 if height >= TALL else 4
        self.state.few_options = (
            MORE_OPTIONS if height >= TALL and event.size.width >= SEPARATE_COLUMN_WIDTH else FEW_OPTIONS
        )
        if self.editing:
            self.call_after_refresh(self.list_of(self.state.pane).put_over, self._field)

    def draw(self, width: int) -> None:
        self.set_size_classes(all_runs=self.state.all_runs, at_runs=self.state.pane == "recent")
        super().draw(width)

    def list_of(self, pane: str) -> Rows:
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
        self.list_of(state.pane).put_over(field)
        return True

    def _write(self, text: str) -> None:
        """Set the row to the typed text."""
        self.state.write(text)
        self._field.display = False

    def accept(self) -> None:
        if self.editing:
            self._write(self._field.value)

    def takes_paste(self, text: str) -> bool:
        """Let a paste replace the row's value; while the row is being typed into, insert it."""
        if not self.editing:
            self._edit("")
        self.paint()
        return False

    # -- keys

    def explain(self, event: Key) -> None:
        """Begin typing into the row, or say that the key has no meaning."""
        sign = sign_of_key(event)
        if self.state.starts_editing(sign):
            self._edit(sign)
        elif not self.editing:
            super().explain(event)

    def action_change(self, by: int) -> None:
        """Set the row to its next or previous value; move between the scenes and the form, or its buttons."""
        if self.state.pane == "scenes" and by > 0:
            self.state.walk(1)
        elif self.state.pane in ("play", "recent") and by < 0:
            self.state.go("scenes")
        else:
            self.state.change(by)

    def action_enter(self) -> None:
        if self.state.pane not in ("options", "cast"):
            super().action_enter()
        elif not self._edit():
            self.state.change(1)

    def action_back(self) -> None:
        """Close an open field or list; else go to the scenes; else leave."""
        if self.editing:
            self._field.display = False
        else:
            super().action_back()

    def ask_to_leave(self) -> None:
        """Return to the home screen, or ask whether to leave the app."""
        if self._from_home:
            self.dismiss()
        else:
            super().ask_to_leave()

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game with these settings, or go to the first row with an error."""
        self.accept()
        super().action_play(bots_only)

    def action_new_seed(self) -> None:
        self.state.draw_seed()

    def action_all_options(self) -> None:
        self.state.show_all_options(not self.state.all_options)
