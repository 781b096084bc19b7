"""A screen that reads the recordings of the lobby in the background."""

import asyncio
from collections.abc import Sequence

from textual import work

from tui.cli.run_files import runs_folder, sample_path
from tui.lobby.recordings import RecordingRow, last_board, recent_recordings, shipped_recordings, without_spoilers
from tui.lobby.state import LobbyState
from tui.screens.base import PlaybillScreen
from tui.sizes import TALL, WIDE
from tui.you.daily import Dailies, today
from tui.you.games import read_games


class RecordingsScreen(PlaybillScreen[None]):
    """Reads the list of recordings, and the last board of the highlighted one."""

    def __init__(self, state: LobbyState) -> None:
        super().__init__()
        self.state = state
        self.spoiler_free = False
        """True if results of recordings are hidden."""
        self._boards: dict[RecordingRow, Sequence[str]] = {}
        self._requested: RecordingRow | None = None
        """Recording whose last board is being read."""

    def paint(self) -> None:
        """Draw the state."""
        raise NotImplementedError

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
        """Draw the recordings after they were read, if the screen is still shown."""
        if self.app.is_running and self.is_current:
            self.paint()

    @work(exclusive=True, group="board")
    async def _read_board(self, run: RecordingRow) -> None:
        await asyncio.sleep(0.1)
        self._boards[run] = await asyncio.to_thread(last_board, run.path)
        if self.app.is_running and self.is_current:
            self.paint()

    def _board(self) -> Sequence[str]:
        """Return the last board of the highlighted recording. If it has not been read yet, request it and return ()."""
        run = self.state.run
        if (
            run is None
            or run.error
            or run.folded
            or (self.spoiler_free and run.hides_end)
            or self.app.size.width < WIDE
            or self.app.size.height < TALL
        ):
            return ()
        if run not in self._boards and run != self._requested:
            self._requested = run
            self._read_board(run)
        return self._boards.get(run, ())
