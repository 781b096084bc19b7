"""The home screen of a person who has played: scenes as pictures, and the newest recordings."""

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical
from textual.events import Resize

from tui.home.drawing import scene_rows, side
from tui.home.positions import read_last_games
from tui.home.tile import Tile
from tui.key_signs import footer
from tui.keys import current
from tui.lines import Lines
from tui.lobby.drawing import PROMPT, header, recent
from tui.lobby.game_opener import GameOpener
from tui.lobby.keys import footer_keys
from tui.lobby.screen import LobbyScreen
from tui.lobby.state import LobbyState
from tui.screens.base import bindings, stroke
from tui.sizes import SMALLEST, TALL, WIDE
from tui.styles import clip
from tui.widgets.rows import Row, Rows

if TYPE_CHECKING:
    from tui.you.statistics import PlayerRecord

COLUMNS = 4
"""Number of pictures beside each other."""


class HomeScreen(GameOpener):
    """Shows the scenes and the newest recordings, and plays a scene with the options of its last game."""

    BINDINGS: ClassVar = [
        *bindings({"up": "move(0, -1)", "down": "move(0, 1)", "left": "move(-1, 0)", "right": "move(1, 0)"}),
        *bindings({"next-part": "walk", "previous-part": "walk", "back": "back"}),
        *bindings({"all-options": "set_up", "recordings": "recordings"}),
        Binding("enter", "enter", show=False),
    ]

    def __init__(self, state: LobbyState | None = None) -> None:
        super().__init__(state or LobbyState())
        self._drawn: dict[str, object] = {}
        """For each scene, the recording whose position is drawn."""
        self._record: PlayerRecord | None = None
        """The player's results; None until they have been computed."""

    def compose(self) -> ComposeResult:
        state = self.state
        yield Lines(id="header", ground="shade")
        with Horizontal(id="home"):
            with Vertical(id="home-main"):
                with Grid(id="tiles"):
                    for index, setup in enumerate(state.setups):
                        yield Tile(setup.kind.name, setup.kind.summary, index)
                yield Rows(lambda width, _: scene_rows(state, width), self._moved, id="scenes")
                yield Rows(self._recent, self._moved, id="runs")
            yield Lines(id="home-side")
        yield Lines(id="message")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self._repaint_all, init=False)

    def on_screen_resume(self) -> None:
        self.state.at_home, self.state.all_options = True, False
        if self.state.pane not in ("scenes", "recent"):
            self.state.go("scenes")
        self.paint()
        self.call_after_refresh(self._read_runs)

    def on_resize(self, event: Resize) -> None:
        self.set_class(not self.has_room, "small")
        self.set_class(self.has_pictures, "pictures")
        self.state.few = max(3, event.size.height // 5)
        self.call_after_refresh(self.paint)

    @property
    def has_pictures(self) -> bool:
        """True if there is room for the scenes' pictures."""
        return self.app.size.width >= WIDE and self.app.size.height >= TALL

    # -- drawing

    def paint(self) -> None:
        """Draw the state."""
        width, height = self.app.size
        if not self.has_room:
            text = PROMPT.format(*SMALLEST, width, height)
            self._lines("notice").show([*[()] * (height // 2), ((text.center(width)[:width], "accent"),)])
            return
        for index, tile in enumerate(self.query(Tile)):
            tile.paint(self.state.is_at("scenes", index))
        for rows in self.query(Rows):
            rows.show()
        shown = "runs" if self.state.pane == "recent" else "scenes"
        self.set_focus(None if shown == "scenes" and self.has_pictures else self.query_one(f"#{shown}", Rows))
        self._lines("header").show([self.relabel(header(self.state.daily, self.app.palette.name, width))])
        words = next((run.status for run in self.state.runs or () if run.own), "")
        self._lines("home-side").show(side(self._record, words, self._lines("home-side").size.width))
        self._lines("message").show([((f" {clip(self._message[0], width - 2)}", self._message[1]),)])
        self._lines("footer").show([footer(footer_keys(self.state, False), width, relabel=self.relabel)])

    def _recent(self, width: int, _: int) -> list[Row]:
        return recent(self.state, width)

    def _repaint_all(self) -> None:
        """Draw everything in another theme's colors."""
        for tile in self.query(Tile):
            tile.refresh(recompose=False)
        self.paint()

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

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor among pictures, or up and down in a list; from the last row of scenes to the recordings."""
        state = self.state
        if state.pane == "recent" or not self.has_pictures:
            at = state.index(state.pane) + down
            if 0 <= at < len(state.items(state.pane)):
                state.go(state.pane, at)
            else:
                self._move_between_parts(down)
            return
        index = state.index("scenes")
        if down and 0 <= index + COLUMNS * down < len(state.setups):
            state.go("scenes", index + COLUMNS * down)
        elif down > 0:
            self._move_between_parts(down)
        elif right and 0 <= index + right < len(state.setups):
            state.go("scenes", index + right)

    def _move_between_parts(self, down: int) -> None:
        """Move from the last row of scenes to the recordings, or back from the first recording."""
        if self.state.pane == "scenes" and down > 0 and self.state.listed:
            self.state.go("recent", 0)
        elif self.state.pane == "recent" and down < 0:
            self.state.go("scenes")

    def action_walk(self) -> None:
        """Go from the scenes to the recordings, and back."""
        self.state.go("recent" if self.state.pane == "scenes" and self.state.listed else "scenes")

    def action_enter(self) -> None:
        if self.state.pane == "scenes":
            self.action_play()
        elif self.state.run is not None:
            self._open(self.state.run)

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game as it was played last, or show the options if they are not valid any more."""
        if self.state.setup.errors:
            self.action_set_up()
        else:
            super().action_play(bots_only)

    def action_set_up(self) -> None:
        """Show options and cast of the chosen scene."""
        self.app.push_screen(LobbyScreen(self.state, from_home=True), lambda _: None)

    def action_recordings(self) -> None:
        self.state.show_all_runs(not self.state.all_runs)

    def action_back(self) -> None:
        """Close what is open; else go to the scenes; else ask whether to leave."""
        if self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        else:
            self.ask_to_leave()

    def on_tile_chosen(self, event: Tile.Chosen) -> None:
        """Select the clicked scene; a second click plays it."""
        again = self.state.is_at("scenes", event.index)
        self.state.go("scenes", event.index)
        if again:
            self.action_play()
        self.paint()

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        if event.key:
            self.app.post_message(stroke(current().keys(event.key)[0]))
        elif event.row.item is not None:
            again = self.state.is_at(*event.row.item)
            self.state.go(*event.row.item)
            if again:
                self.action_enter()
            self.paint()

    def _moved(self, pane: str, index: int) -> None:
        """Update the state after a list has moved its cursor."""
        self.state.go(pane, index)
        self.paint()
