"""The base of home screen and lobby: lists of scenes and recordings in a frame."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding

from tui.cli.run_files import runs_folder, sample_path
from tui.lobby.drawing import header
from tui.lobby.keys import footer_keys
from tui.lobby.recordings import RecordingRow, last_board, recent_recordings, shipped_recordings, without_spoilers
from tui.lobby.state import LobbyState
from tui.screens.base import bindings
from tui.screens.framed import FramedScreen
from tui.sizes import TALL, WIDE
from tui.styles import Line
from tui.widgets.rows import Rows
from tui.you.daily import Dailies, today
from tui.you.games import read_games


class RecordingsScreen(FramedScreen[None]):
    """Shows lists of scenes and recordings. Recordings, and the last board of one, are read in the background."""

    at_home = False
    """True for the home screen, which has no form."""
    BINDINGS: ClassVar = [
        *bindings({"up": "move(-1)", "down": "move(1)", "left": "change(-1)", "right": "change(1)"}),
        *bindings({"next-part": "walk(1)", "previous-part": "walk(-1)", "back": "back"}),
        Binding("enter", "enter", show=False),
        *bindings({"recordings": "recordings"}),
    ]

    def __init__(self, state: LobbyState) -> None:
        super().__init__()
        self.state = state
        self.spoiler_free = False
        """True if results of recordings are hidden."""
        self._boards: dict[RecordingRow, Sequence[str]] = {}
        self._requested: RecordingRow | None = None
        """Recording whose last board is being read."""

    def on_screen_resume(self) -> None:
        self.state.at_home = self.at_home
        self.paint()
        self.call_after_refresh(self._read_runs)

    @property
    def is_large(self) -> bool:
        """True if there is room for boards."""
        return self.app.size.width >= WIDE and self.app.size.height >= TALL

    @property
    def editing(self) -> bool:
        """True while the user types into a row."""
        return False

    def accept(self) -> None:
        """Set the row to the typed text, if the user is typing."""

    # -- drawing

    def draw(self, width: int) -> None:
        for rows in self.query(Rows):
            rows.show()
        if not self.editing:
            self.set_focus(self.list_of(self.state.pane), scroll_visible=False)

    def heading(self, width: int) -> Line:
        return header(self.state.daily, self.app.palette.name, width)

    def footer_keys(self) -> list[tuple[str, str]]:
        return footer_keys(self.state, self.editing)

    def list_of(self, pane: str) -> Rows | None:
        """Return the list that shows a pane; None if pictures show it."""
        return self.query_one("#runs" if pane == "recent" else "#scenes", Rows)

    # -- the cursor

    def moved(self, pane: str, index: int) -> None:
        """Update the state after a list has moved its cursor."""
        self.state.go(pane, index)
        self.paint()

    def action_move(self, by: int) -> None:
        self.accept()
        self.state.move(by)

    def action_walk(self, by: int) -> None:
        self.accept()
        self.state.walk(by)

    def action_recordings(self) -> None:
        self.state.show_all_runs(not self.state.all_runs)

    # -- recordings

    @work(exclusive=True, group="runs")
    async def _read_runs(self) -> None:
        from tui.preferences import load_choices

        runs, self.state.total = await asyncio.to_thread(recent_recordings, runs_folder())
        self.state.games = await asyncio.to_thread(read_games, runs_folder())
        self.state.daily = Dailies(self.state.games).words(today())
        self.spoiler_free = load_choices().spoiler_free
        samples = await asyncio.to_thread(shipped_recordings, sample_path().parent)
        self.state.runs = [without_spoilers(run) for run in runs] if self.spoiler_free else runs
        self.state.samples = [without_spoilers(run) for run in samples] if self.spoiler_free else samples
        if self.state.pane == "recent" and not self.state.listed:
            self.state.go("scenes")
        self.runs_were_read()

    def runs_were_read(self) -> None:
        """Draw the recordings after they were read."""
        self._paint_if_shown()

    def _paint_if_shown(self) -> None:
        if self.app.is_running and self.is_current:
            self.paint()

    @work(exclusive=True, group="board")
    async def _read_board(self, run: RecordingRow) -> None:
        await asyncio.sleep(0.1)
        self._boards[run] = await asyncio.to_thread(last_board, run.path)
        self._paint_if_shown()

    def _board(self) -> Sequence[str]:
        """Return the last board of the highlighted recording. If it has not been read yet, request it and return ()."""
        run = self.state.run
        if run is None or run.error or run.folded or (self.spoiler_free and run.hides_end) or not self.is_large:
            return ()
        if run not in self._boards and run != self._requested:
            self._requested = run
            self._read_board(run)
        return self._boards.get(run, ())
