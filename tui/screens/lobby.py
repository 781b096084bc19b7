"""The lobby: choose a scene, its options and a cast, and play; or go back to a recording."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, Paste, Resize
from textual.screen import Screen

from core.casting import set_up
from core.errors import UserError
from core.recording import Recording
from tui.commands import fresh_path, runs_folder, sample_path
from tui.lines import Lines
from tui.panes.transport import footer
from tui.screens import lobby_paint
from tui.screens.help import HelpScreen
from tui.screens.lobby_runs import Glance, last_board, recent
from tui.screens.lobby_state import LobbyState
from tui.screens.stage import SMALLEST, TALL, WIDE, StageScreen
from tui.styles import clip
from tui.view import View

if TYPE_CHECKING:
    from tui.app import Playbill

ABOUT = (
    "Playbill is a table in your terminal where people and programs share a world with rules. You pick a scene, take a "
    "seat, and whoever else the cast names sits down with you. A seat is played by a person (human), by the scene's "
    "own bot (rules), by chance (random), or from a file of commands (script:FILE).",
    "The scenes are at the left, options and cast of the chosen one at the right. Up and down move, left and right "
    "change what the cursor stands on, and Enter lets you type. Enter on a scene or on Play starts the game, ctrl+s "
    "does so from anywhere, and w seats rules for you, so that you can watch. The same scene, options, cast and seed "
    "are the same game; x draws another seed.",
    "Every game is recorded as it is played, and nothing is lost when you leave. Recent lists the recordings: Enter "
    "watches one that is over, and goes on with one that is not.",
    "Once a game is on the stage, these are the keys:",
)
PROMPT = "Playbill needs {}x{}; this is {}x{}"


def replay_stage(recording: Recording) -> StageScreen:
    """A stage that plays a recording from its start."""
    view = View(recording.header)
    view.extend(recording.events)
    view.go(0)
    return StageScreen(view)


class LobbyScreen(Screen[None]):
    """Maps keys and clicks to the lobby's state, and the state to rows. Its game opens on a stage above it."""

    app: "Playbill"
    DEFAULT_CSS = """
    LobbyScreen #scenes { width: 26; height: 1fr; }
    LobbyScreen #edge { width: 1; height: 1fr; }
    LobbyScreen #form { width: 1fr; height: 1fr; }
    LobbyScreen #told { height: 1; }
    LobbyScreen #notice { height: 100%; }
    """
    BINDINGS: ClassVar = [
        Binding("ctrl+s", "play", "Play", id="play", tooltip="Play the game that is set up", priority=True),
        Binding("ctrl+q", "quit", "Quit", id="quit", tooltip="Leave Playbill", priority=True),
        Binding("f1", "help", "Help", id="help", tooltip="What Playbill is, and the keys"),
        Binding("tab", "walk(1)", "Next pane", id="walk", priority=True, show=False),
        Binding("shift+tab", "walk(-1)", "Previous pane", id="walk-back", priority=True, show=False),
    ]

    def __init__(self, state: LobbyState | None = None) -> None:
        super().__init__()
        self.state = state or LobbyState()
        self.state.has_sample = sample_path().is_file()
        self._told = ("", "")
        """A line above the footer until the next key: text and style."""
        self._rows: dict[str, Sequence[lobby_paint.Row]] = {"scenes": (), "form": ()}
        self._boards: dict[tuple[Path, float], Sequence[str]] = {}
        self._moves: dict[str, Callable[[], object]] = {
            "up": lambda: self.state.move(-1),
            "down": lambda: self.state.move(1),
            "left": lambda: self._sideways(-1),
            "right": lambda: self._sideways(1),
            "enter": self._enter,
            "space": self._space,
            "escape": self._back,
            "q": lambda: self.app.exit(),
            "o": lambda: self.state.show_all_options(not self.state.all_options),
            "p": self.action_play,
            "r": lambda: self.state.show_all_runs(not self.state.all_runs),
            "s": self._sample,
            "t": lambda: self.app.action_next_theme(),
            "w": lambda: self.action_play(bots_only=True),
            "x": self.state.draw_seed,
            "?": self.action_help,
        }

    def compose(self) -> ComposeResult:
        yield Lines(id="header", ground="shade")
        with Horizontal(id="middle"):
            yield Lines(id="scenes")
            yield Lines(id="edge")
            yield Lines(id="form")
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
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "small")
        self.query_one("#scenes").styles.width = 17 if width < 72 else 26 if width < WIDE else 32
        self.state.few = 8 if height >= TALL else 5
        self.call_after_refresh(self.paint)

    # -- recordings, which nobody waits for

    @work(exclusive=True, group="runs")
    async def _read_runs(self) -> None:
        self.state.runs, self.state.total = await asyncio.to_thread(lambda: recent(runs_folder()))
        if self.state.pane == "recent" and not self.state.runs:
            self.state.go("scenes")
        self.paint()

    @work(exclusive=True, group="board")
    async def _read_board(self, run: Glance) -> None:
        await asyncio.sleep(0.1)
        self._boards[run.path, run.when] = await asyncio.to_thread(last_board, run.path)
        self.paint()

    def _board(self) -> Sequence[str]:
        """The highlighted recording's last board; the first time it is asked for, it comes later."""
        run = self.state.run
        if run is None or run.error or self.app.size.width < WIDE or self.app.size.height < TALL:
            return ()
        if (run.path, run.when) not in self._boards:
            self._boards[run.path, run.when] = ()
            self._read_board(run)
        return self._boards[run.path, run.when]

    # -- pictures

    def paint(self) -> None:
        width, height = self.app.size
        if self.has_class("small"):
            text = PROMPT.format(*SMALLEST, width, height)
            self._lines("notice").show([*[()] * (height // 2), ((text.center(width)[:width], "accent"),)])
            return
        left, right = self._lines("scenes"), self._lines("form")
        rows = right.size.height or height - 3
        inner = right.size.width or width - 27
        self._rows["scenes"] = lobby_paint.scenes(self.state, left.size.width or 26)
        self._rows["form"] = lobby_paint.form(self.state, inner, rows, self.app.palette.filled, self._board())
        self._lines("header").show([lobby_paint.header(self.app.palette.name, width)])
        self._lines("edge").show([(("│", "line"),)] * rows)
        for name, lines in (("scenes", left), ("form", right)):
            lines.show([row.line for row in self._rows[name]])
            self._reveal(lines, self._rows[name])
        self._lines("told").show([((f" {clip(self._told[0], width - 2)}", self._told[1]),)])
        self._lines("footer").show([footer(lobby_paint.keys(self.state), width)])

    def _reveal(self, lines: Lines, rows: Sequence[lobby_paint.Row]) -> None:
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

    def _tell(self, text: str, style: str = "bad") -> None:
        self._told = (text, style)
        self.paint()

    # -- keys and clicks

    def on_key(self, event: Key) -> None:
        self._told = ("", "")
        if self.state.editing is not None and self._edits(event):
            event.stop()
        elif move := self._moves.get(event.key) or self._moves.get(event.character or ""):
            event.stop()
            move()
        elif event.character and self.state.edit(event.character):
            event.stop()
        self.paint()

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

    def on_paste(self, event: Paste) -> None:
        if self.state.editing is not None or self.state.edit():
            self.state.type(event.text)
            self.paint()

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        self._told = ("", "")
        name = event.pane.id or ""
        if name == "footer" and event.x >= self.app.size.width - 8:
            self.action_help()
        elif name == "header" and event.x >= self.app.size.width - 20:
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
            self._moves[means]()
            return
        pane, _, change = means[0].partition(" ")
        again = self.state.pane == pane and self.state.index(pane) == means[1]
        self.state.go(pane, means[1])
        if change:
            self._space()
        elif again and pane == "recent":
            self._enter()

    def _sideways(self, by: int) -> None:
        if self.state.pane == "scenes" and by > 0:
            self.action_walk(1)
        elif self.state.pane in ("play", "recent") and by < 0:
            self.state.go("scenes")
        else:
            self.state.change(by)

    def _enter(self) -> None:
        if self.state.pane in ("scenes", "play"):
            self.action_play()
        elif self.state.pane == "recent":
            if self.state.run is not None:
                self._open(self.state.run)
        elif not self.state.edit():
            self.state.change(1)

    def _space(self) -> None:
        if self.state.cycles:
            self.state.change(1)
        else:
            self._enter()

    def _back(self) -> None:
        if self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        else:
            self.app.exit()

    def action_walk(self, direction: int) -> None:
        self.state.accept()
        self.state.walk(direction)
        self.paint()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("what it is, and how to begin", ABOUT))

    # -- onto the stage

    def action_play(self, bots_only: bool = False) -> None:
        """Open the game that is set up; or go to the row that is in the way."""
        self.state.accept()
        if not self.state.go_wrong():
            self._begin(bots_only)
        self.paint()

    def _begin(self, bots_only: bool) -> None:
        from tui.app import live_stage

        try:
            header = self.state.header(bots_only=bots_only)
            scene, chance = set_up(header)
            next(scene.start(chance), None)  # a world that cannot be made is refused here, before it has a recording
            stage = live_stage(header, fresh_path(header))
        except UserError as error:
            self._tell(str(error))
            return
        if not self.state.keeps_seed:
            self.state.draw_seed()
        self.app.open_stage(stage)

    def _open(self, run: Glance) -> None:
        if run.error:
            self._tell(f"{run.path.name}: {run.error}")
        else:
            self._tell(f"reading {run.path.name}", "dim")
            self._read_and_open(run.path, run.open)

    def _sample(self) -> None:
        if self.state.has_sample:
            self._read_and_open(sample_path(), False)

    @work(exclusive=True, group="open")
    async def _read_and_open(self, path: Path, goes_on: bool) -> None:
        """On the stage: live where the game goes on, else as a replay."""
        from tui.app import live_stage

        try:
            recording = await asyncio.to_thread(Recording.read, path)
            stage: StageScreen = live_stage(recording.header, None, recording) if goes_on else replay_stage(recording)
        except UserError as error:
            self._tell(str(error))
            return
        except Exception as error:  # noqa: BLE001 - a forged recording may break a scene in any way
            self._tell(f"{path.name} does not fold: {type(error).__name__}: {error}")
            return
        self._told = ("", "")
        self.app.open_stage(stage)
