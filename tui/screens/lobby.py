"""The lobby: choose a scene, its options and a cast, and play; or go back to a recording."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, Resize

from core.errors import UserError
from core.text import one_line
from tui.cli.wishes import fresh_path, runs_folder, sample_path
from tui.lines import Lines
from tui.screens.base import SMALLEST, TALL, WIDE, PlaybillScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby_form import form, runs
from tui.screens.lobby_keys import ABOUT, KEYS, MOVES, footer_keys
from tui.screens.lobby_rows import Row, header, scenes
from tui.screens.lobby_runs import Glance, last_board, recent, shipped, without_spoilers
from tui.screens.lobby_state import FEW, SOME, LobbyState
from tui.screens.opening import CROWD, Opening, OpeningScreen, Progress
from tui.screens.watching import open_beside, open_recording, show
from tui.strokes import footer
from tui.styles import clip

if TYPE_CHECKING:
    from tui.app import Playbill
    from tui.screens.stage.screen import StageScreen

BESIDE = 150
"""Columns from which on recordings have a column of their own."""
PROMPT = "Playbill needs {}x{}; this is {}x{}"


class LobbyScreen(PlaybillScreen[None]):
    """Maps keys and clicks to the lobby's state, and the state to rows. Its game opens on a stage above it."""

    app: "Playbill"
    DEFAULT_CSS = """
    LobbyScreen #scenes { width: 26; height: 1fr; }
    LobbyScreen #edge { width: 1; height: 1fr; }
    LobbyScreen #form { width: 1fr; height: 1fr; }
    LobbyScreen #runs-edge { width: 1; height: 1fr; display: none; }
    LobbyScreen #runs { width: 1fr; height: 1fr; display: none; }
    LobbyScreen.beside #runs, LobbyScreen.beside #runs-edge { display: block; }
    LobbyScreen #told { height: 1; }
    LobbyScreen #notice { height: 100%; }
    """
    BINDINGS: ClassVar = [
        Binding("ctrl+s", "play", "Play", id="play", tooltip="Play the game that is set up", priority=True),
        Binding("f1", "help", "Help", id="help", tooltip="What Playbill is, and the keys"),
        Binding("tab", "walk(1)", "Next pane", id="walk", priority=True, show=False),
        Binding("shift+tab", "walk(-1)", "Previous pane", id="walk-back", priority=True, show=False),
    ]

    def __init__(self, state: LobbyState | None = None) -> None:
        super().__init__()
        self.state: LobbyState = state or LobbyState()
        self.state.has_sample = sample_path().is_file()
        self._told = ("", "")
        """A line above the footer until the next key: text and style."""
        self._asked = False
        """Whether it has been asked if the lobby shall be left."""
        self._rows: dict[str, Sequence[Row]] = {"scenes": (), "form": (), "runs": ()}
        self.spoiler_free = False
        """Whether it is not told how recordings came out."""
        self._boards: dict[Glance, Sequence[str]] = {}
        self._wanted: Glance | None = None
        """The recording whose last board is being read, or was."""

    def compose(self) -> ComposeResult:
        yield Lines(id="header", ground="shade")
        with Horizontal(id="middle"):
            yield Lines(id="scenes")
            yield Lines(id="edge")
            yield Lines(id="form")
            yield Lines(id="runs-edge")
            yield Lines(id="runs")
        yield Lines(id="told")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self.paint, init=False)

    def on_screen_resume(self) -> None:
        self.paint()
        self.call_after_refresh(self._read_runs)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.set_class(not self.has_room, "small")
        self.query_one("#scenes").styles.width = 17 if width < 72 else 26 if width < WIDE else 32
        self.state.few = 8 if height >= TALL else 4
        self.state.few_options = SOME if height >= TALL and width >= BESIDE else FEW
        self.call_after_refresh(self.paint)

    # -- recordings, which nobody waits for

    @work(exclusive=True, group="runs")
    async def _read_runs(self) -> None:
        from tui.choices import remembered

        runs, self.state.total = await asyncio.to_thread(recent, runs_folder())
        self.spoiler_free = remembered().spoiler_free
        self.state.runs = [without_spoilers(run) for run in runs] if self.spoiler_free else runs
        self.state.samples = self.state.samples or await asyncio.to_thread(shipped, sample_path().parent)
        if self.state.pane == "recent" and not self.state.listed:
            self.state.go("scenes")
        self.paint()

    @work(exclusive=True, group="board")
    async def _read_board(self, run: Glance) -> None:
        await asyncio.sleep(0.1)
        self._boards[run] = await asyncio.to_thread(last_board, run.path)
        self.paint()

    def _board(self) -> Sequence[str]:
        """The highlighted recording's last board; the first time it is asked for, it comes later."""
        run = self.state.run
        if (
            run is None
            or run.error
            or run.folded
            or (self.spoiler_free and not run.open)
            or self.app.size.width < WIDE
            or self.app.size.height < TALL
        ):
            return ()
        if run not in self._boards and run != self._wanted:
            self._wanted = run
            self._read_board(run)
        return self._boards.get(run, ())

    # -- pictures

    def paint(self) -> None:
        width, height = self.app.size
        if not self.has_room:
            text = PROMPT.format(*SMALLEST, width, height)
            self._lines("notice").show([*[()] * (height // 2), ((text.center(width)[:width], "accent"),)])
            return
        left, right, far = self._lines("scenes"), self._lines("form"), self._lines("runs")
        rows = right.size.height or height - 3
        first = left.size.width or 26
        beside = width >= BESIDE and not self.state.all_runs
        self.set_class(beside, "beside")
        inner = (width - first - 2) * 3 // 5 if beside else width - first - 1
        right.styles.width = inner
        self._rows["scenes"] = scenes(self.state, first, rows)
        self._rows["form"] = form(self.state, inner, rows, self.app.palette.filled)
        listed = runs(self.state, width - first - inner - 2 if beside else inner, self._board())
        self._rows["runs" if beside else "form"] = [*([] if beside else self._rows["form"]), *listed]
        self._lines("runs-edge").show([(("│", "line"),)] * rows)
        self._lines("header").show([header(self.app.palette.name, width)])
        self._lines("edge").show([(("│", "line"),)] * rows)
        for name, lines in (("scenes", left), ("form", right), ("runs", far)):
            lines.show([row.line for row in self._rows[name]])
            self._reveal(lines, self._rows[name])
        self._lines("told").show([((f" {clip(self._told[0], width - 2)}", self._told[1]),)])
        self._lines("footer").show([footer(footer_keys(self.state), width, relabel=self.relabel)])

    def _reveal(self, lines: Lines, rows: Sequence[Row]) -> None:
        """Scroll so that the cursor is seen, and the note under it; without a cursor, from the top."""
        here = [y for y, row in enumerate(rows) if row.here]
        top = lines.first
        if not here or here[-1] < lines.size.height - 1:
            lines.scroll_rows(-top)
        elif here[0] < top:
            lines.scroll_rows(here[0] - top)
        else:
            lines.scroll_rows(max(0, min(here[-1] + 2, len(rows)) - lines.size.height - top))

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def tell(self, text: str, style: str = "bad") -> None:
        self._told = (text, style)
        self.paint()

    # -- keys and clicks

    @property
    def key_mode(self) -> tuple[str, str]:
        return "lobby" if self.state.editing is None else "words", ""

    def takes(self, event: Key) -> bool:
        self._told = ("", "")
        self._asked = self._asked and event.key in ("escape", "q")
        taken = self._press(event)
        self.paint()
        return taken

    def _press(self, event: Key) -> bool:
        """Type into the row that is edited, or do what the key means in the lobby."""
        if self.state.editing is not None and self._edits(event):
            return True
        if move := MOVES.get(event.key) or MOVES.get(event.character or ""):
            move(self)
            return True
        return bool(event.character) and self.state.edit(event.character or "")

    def _edits(self, event: Key) -> bool:
        """While a row is typed into, all keys but the arrows that leave it are text."""
        if event.key == "enter":
            self.state.accept()
        elif event.key == "escape":
            self.state.editing = None
        elif event.key == "backspace":
            self.state.erase()
        elif event.key == "ctrl+u":
            self.state.editing = ""
        elif event.key in ("up", "down"):
            self.state.accept()
            return False
        elif event.is_printable and event.character:
            self.state.type(event.character)
        return True

    def takes_paste(self, text: str) -> bool:
        if self.state.editing is None and self.state.edit():
            self.state.editing = ""
        self.state.type(text)
        self.paint()
        return True

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        self._told = ("", "")
        name = event.pane.id or ""
        if name != "footer":
            event.stop()
        if name == "header" and event.x >= self.app.size.width - 20:
            self.app.action_next_theme()
        elif name in self._rows:
            self.state.accept()
            y = event.y + event.pane.first
            hits = self._rows[name][y].hits if y < len(self._rows[name]) else ()
            for hit in hits:
                if hit.start <= event.x < hit.end:
                    self._clicked(hit.means)
            self.paint()

    def _clicked(self, means: tuple[str, int] | str) -> None:
        if isinstance(means, str):
            MOVES[means](self)
            return
        pane, _, change = means[0].partition(" ")
        again = self.state.pane == pane and self.state.index(pane) == means[1]
        self.state.go(pane, means[1])
        if change:
            self.next_value()
        elif again and pane == "recent":
            self.enter()

    def sideways(self, by: int) -> None:
        if self.state.pane == "scenes" and by > 0:
            self.action_walk(1)
        elif self.state.pane in ("play", "recent") and by < 0:
            self.state.go("scenes")
        else:
            self.state.change(by)

    def enter(self) -> None:
        if self.state.pane in ("scenes", "play"):
            self.action_play()
        elif self.state.pane == "recent":
            if self.state.run is not None:
                self._open(self.state.run)
        elif not self.state.edit():
            self.state.change(1)

    def next_value(self) -> None:
        if self.state.cycles:
            self.state.change(1)
        else:
            self.enter()

    def back(self) -> None:
        if self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        elif not self._asked:
            self._asked = True
            lost = any(setup.options or setup.cast for setup in self.state.setups)
            self.tell(
                f"leave Playbill? {'What is set up here is not kept. ' if lost else ''}esc again leaves", "accent"
            )
        else:
            self.leave()

    def action_walk(self, direction: int) -> None:
        self.state.accept()
        self.state.walk(direction)
        self.paint()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("what it is, and how to begin", ABOUT, KEYS))

    # -- onto the stage

    def action_play(self, bots_only: bool = False) -> None:
        """Open the game that is set up; or go to the row that is in the way."""
        self.state.accept()
        if not self.state.go_wrong():
            self._begin(bots_only)
        self.paint()

    def _begin(self, bots_only: bool) -> None:
        from tui.stages import live_stage

        def make(progress: Progress) -> "StageScreen":
            run = self.state.header(bots_only=bots_only)
            return live_stage(run, fresh_path(run))

        seats, name = len(self.state.setup.seats), self.state.setup.kind.name
        if seats > CROWD:
            self.app.push_screen(OpeningScreen(Opening(f"setting up {name}, {seats:,} seats", make)), self._opened)
            return
        try:
            self._opened(make(Progress()))
        except UserError as error:
            self.tell(str(error))

    def _opened(self, made: "StageScreen | UserError | None") -> None:
        """Put up what was made ready, or say why it was not."""
        if isinstance(made, UserError | None):
            self.tell(one_line(str(made)))
            return
        if not self.state.keeps_seed:
            self.state.draw_seed()
        show(self, made)

    def take_tour(self) -> None:
        """Open the guided game of the scene that is chosen."""
        from tui.stages import toured

        try:
            stage = toured(self.state.setup.kind.name)
        except UserError as error:
            self.tell(str(error))
            return
        show(self, stage)

    def _open(self, run: Glance) -> None:
        if run.error:
            self.tell(f"{run.name}: {run.error}")
        elif run.folded:
            self.state.unfolded.add(run.path)
        else:
            open_recording(self, run.path, run.open)

    def put_beside(self) -> None:
        """Open a branch beside the run that it left."""
        run = self.state.run if self.state.pane == "recent" else None
        if run is None or not run.left or run.folded:
            self.tell("choose a branch under Recent; it is shown beside the run that it left", "accent")
        else:
            open_beside(self, run.path)

    def watch_sample(self) -> None:
        if self.state.has_sample:
            own = sample_path(self.state.setup.kind.name)
            open_recording(self, own if own.is_file() else sample_path())
