"""The home screen of a person who has played: scenes as pictures, and the newest recordings."""

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.events import Resize

from tui.home.drawing import scene_rows, side
from tui.home.positions import read_last_games
from tui.home.tile import Tile
from tui.lines import Lines
from tui.lobby.drawing import recent
from tui.lobby.game_opener import GameOpener
from tui.lobby.screen import LobbyScreen
from tui.lobby.state import LobbyState
from tui.screens.base import bindings
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.you.statistics import PlayerRecord

COLUMNS = 4
"""Number of pictures beside each other."""


class HomeScreen(GameOpener):
    """Shows the scenes and the newest recordings, and plays a scene with the options of its last game."""

    at_home = True
    BINDINGS: ClassVar = [*bindings({"all-options": "set_up"})]

    def __init__(self, state: LobbyState | None = None) -> None:
        super().__init__(state or LobbyState())
        self._drawn: dict[str, object] = {}
        """For each scene, the recording whose position is drawn."""
        self._record: PlayerRecord | None = None
        """The player's results; None until they have been computed."""

    def body(self) -> ComposeResult:
        state = self.state
        with Horizontal(id="home"):
            with Vertical(id="home-main"):
                with Grid(id="tiles"):
                    for index, setup in enumerate(state.setups):
                        yield Tile(setup.kind.name, setup.kind.summary, index)
                yield Rows(lambda width, _: scene_rows(state, width), self.moved, id="scenes")
                yield Rows(lambda width, _: recent(state, width), self.moved, id="runs")
            yield Lines(id="home-side")

    def on_screen_resume(self) -> None:
        self.state.all_options = False
        if self.state.pane not in ("scenes", "recent"):
            self.state.go("scenes")

    def on_resize(self, event: Resize) -> None:
        self.set_class(self.is_large, "pictures")
        self.state.few = max(3, event.size.height // 5)

    def list_of(self, pane: str) -> Rows | None:
        return None if pane == "scenes" and self.is_large else super().list_of(pane)

    def draw(self, width: int) -> None:
        for index, tile in enumerate(self.query(Tile)):
            tile.paint(self.state.is_at("scenes", index))
        last = next((run.status for run in self.state.runs or () if run.own and not run.practice), "")
        self.lines("home-side").show(side(self._record, last, self.lines("home-side").size.width))
        super().draw(width)

    def runs_were_read(self) -> None:
        """Draw the recordings, then read the last games of each scene."""
        super().runs_were_read()
        self._draw_last_games()

    @work(exclusive=True, group="memories")
    async def _draw_last_games(self) -> None:
        """Draw a position of each scene, and set the options of its last game unless the user changed them."""
        from tui.you.statistics import player_record  # slow to import

        runs = self.state.runs or ()
        self._record = await asyncio.to_thread(player_record, self.state.games)
        self.paint()
        for setup, tile in zip(self.state.setups, self.query(Tile), strict=True):
            name = setup.kind.name
            newest = next((run.path for run in runs if run.scene == name), None)
            if self._drawn.get(name, self) == newest:
                continue
            last = await asyncio.to_thread(read_last_games, name, runs)
            self._drawn[name] = newest
            if last.header is not None and not setup.edited:
                setup.recall(last.header)
            if last.view is not None:
                await tile.draw(last.view)

    # -- keys and clicks

    def action_move(self, by: int) -> None:
        """Move the cursor up or down: by a row of pictures, or in a list."""
        super().action_move(by * COLUMNS if self.list_of(self.state.pane) is None else by)

    def action_change(self, by: int) -> None:
        """Move the cursor to the picture on the left or right."""
        if self.list_of(self.state.pane) is None and 0 <= self.state.index("scenes") + by < len(self.state.setups):
            self.state.move(by)

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game as it was played last, or show the options if they are not valid any more."""
        if self.state.setup.errors:
            self.action_set_up()
        else:
            super().action_play(bots_only)

    def action_set_up(self) -> None:
        """Show options and cast of the chosen scene."""
        self.app.push_screen(LobbyScreen(self.state, from_home=True), lambda _: None)

    def on_tile_chosen(self, event: Tile.Chosen) -> None:
        """Select the clicked scene; a second click plays it."""
        again = self.state.is_at("scenes", event.index)
        self.state.go("scenes", event.index)
        if again:
            self.action_play()
        self.paint()
