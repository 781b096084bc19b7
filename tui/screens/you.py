"""The player's results: scenes in a table, and one scene in detail."""

import asyncio
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from tui.cli.run_files import runs_folder
from tui.lines import Lines
from tui.screens.base import bindings
from tui.screens.framed import FramedScreen
from tui.screens.help import HelpScreen
from tui.styles import Line, spread
from tui.you.daily import Dailies, today
from tui.you.games import read_games
from tui.you.page import EXPLANATION, HEADER_ROWS, LAST_GAMES, details, explanation, overview
from tui.you.statistics import PlayerRecord, player_record

USUAL_HEIGHT = 30
"""Height of the terminal up to which the usual number of last games is listed."""
HELP = (
    "This page is computed from your recordings; nothing else is stored. A game counts if you alone played in it here, "
    "if it is over, and if it is not a branch of another game. playbill you prints the page, --json FILE writes it "
    "with all games, and --delete deletes the recordings of your games.",
    EXPLANATION,
    "A result against other bots than the scene's own, models or people is in the table, but not in the rating. In a "
    "game of two sides, such as Werewolf, a player as strong as the bots has an even chance, whatever the side. The "
    "prior of the rating is 1500 with a standard deviation of 350 points.",
    "Of each daily deal the first game counts. The streak is the number of days in a row with a finished deal.",
)


class YouScreen(FramedScreen[None]):
    """Shows the player's results, read in the background."""

    BINDINGS: ClassVar = [
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        *bindings({"up": "move(-1)", "down": "move(1)", "back": "dismiss", "close": "dismiss", "help": "help"}),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._record: PlayerRecord | None = None
        self._daily = ""
        self._at = 0

    def body(self) -> ComposeResult:
        yield Lines(id="page")

    def on_mount(self) -> None:
        self._read()

    @work
    async def _read(self) -> None:
        games = await asyncio.to_thread(read_games, runs_folder())
        self._record = await asyncio.to_thread(player_record, games)
        self._daily = Dailies(games).words(today())
        self.paint()

    def heading(self, width: int) -> Line:
        return spread(((" Playbill  ", "bold accent"), ("you", "mid")), ((f"{self._daily} ", "mid"),), width)

    def footer_keys(self) -> list[tuple[str, str]]:
        return [("↑↓", "scene"), ("space", "page down"), ("esc", "back")]

    def draw(self, width: int) -> None:
        record = self._record
        if record is None:
            self.lines("page").show([((" reading", "dim"),)])
            return
        last = max(LAST_GAMES, self.app.size.height - USUAL_HEIGHT)
        chosen = details(record.scenes[self._at], width, last) if record.scenes else []
        page, notes = [*overview(record, self._at, width), (), *chosen], explanation(record, width)
        room = self.app.size.height - 2 - len(page)
        self.lines("page").show([*page, *(notes if len(notes) <= room else [])], head=HEADER_ROWS)

    def action_move(self, by: int) -> None:
        """Select another scene."""
        if self._record and self._record.scenes:
            self._at = (self._at + by) % len(self._record.scenes)
            self.paint()

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Select the clicked scene."""
        row = event.pane.first + event.y - HEADER_ROWS
        if event.pane.id == "page" and self._record and 0 <= row < len(self._record.scenes):
            event.stop()
            self._at = row
            self.paint()

    def action_scroll(self, rows: int) -> None:
        """Scroll the page, down by default."""
        self.lines("page").scroll_rows(rows)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("your results, and how they are computed", HELP))
