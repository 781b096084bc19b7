"""The lobby: choose a scene, its options and a cast, and play; or open a recording."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.events import Key, Resize
from textual.suggester import SuggestFromList

from core.errors import UserError
from core.remote.policies import REMOTE
from tui.cli.run_files import fresh_path, sample_path
from tui.key_signs import footer
from tui.keys import KEYS, current, with_keys
from tui.lines import Lines, Words
from tui.lobby.drawing import form, header, runs, scenes
from tui.lobby.hosting import open_table
from tui.lobby.keys import ABOUT, footer_keys, help_keys, label, possible
from tui.lobby.recordings import RecordingRow
from tui.lobby.recordings_screen import RecordingsScreen
from tui.lobby.state import FEW, SOME, LobbyState
from tui.pick_list import Pick
from tui.screens.base import bindings, stroke
from tui.screens.help import HelpScreen
from tui.screens.opening import (
    CROWD,
    Opening,
    OpeningScreen,
    Progress,
    attempt,
    open_beside,
    open_recording,
    show,
)
from tui.sizes import SMALLEST, TALL, WIDE
from tui.styles import clip
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.app import Playbill
    from tui.state.stage import StageState

BESIDE = 150
"""Number of columns from which recordings have their own column."""
PROMPT = "Playbill needs {}x{}; this is {}x{}"


class LobbyScreen(RecordingsScreen):
    """Shows the lobby's state in lists, and changes it by keys and clicks."""

    app: "Playbill"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-usual"), (WIDE, "-wide"), (BESIDE, "-beside")]
    places = ("everywhere", "lobby")
    BINDINGS: ClassVar = [
        *bindings({"up": "move(-1)", "down": "move(1)", "left": "change(-1)", "right": "change(1)"}),
        *bindings(
            {"next-part": "walk(1)", "previous-part": "walk(-1)", "help": "help", "back": "back", "close": "leave"}
        ),
        *bindings({"run": "play", "watch": "play(True)", "tour": "tour", "puzzle": "puzzle", "new-seed": "new_seed"}),
        *bindings({"all-options": "all_options", "recordings": "recordings"}),
        *bindings({"sample": "sample", "experiments": "experiments"}),
        *bindings({"beside-parent": "beside_parent", "next-theme": "app.next_theme"}),
        Binding("enter", "enter", show=False),
        Binding("space", "next_value", show=False),
    ]

    def __init__(self, state: LobbyState | None = None) -> None:
        super().__init__(state or LobbyState())
        self.state.has_sample = sample_path().is_file()
        self._message = ("", "")
        """Message above the footer until the next key: text and style."""
        self._asked = False
        """True after the user was asked whether to leave."""

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
        yield Words(self._write, id="field", suggester=SuggestFromList(()))
        yield Lines(id="message")
        yield Lines(id="footer")
        yield Lines(id="notice")

    def on_mount(self) -> None:
        self._field.cursor_blink = False
        self.watch(self.app, "theme", self.paint, init=False)

    def on_screen_resume(self) -> None:
        self.paint()
        self.call_after_refresh(self._read_runs)

    def on_resize(self, event: Resize) -> None:
        height = event.size.height
        self.set_class(not self.has_room, "small")
        self.state.few = 8 if height >= TALL else 4
        self.state.few_options = SOME if height >= TALL and event.size.width >= BESIDE else FEW
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
        self.fits(all_runs=self.state.all_runs, at_runs=self.state.pane == "recent")
        for rows in self.query(Rows):
            rows.show()
        if not self.editing:
            self.set_focus(self._list(self.state.pane), scroll_visible=False)
        self._lines("header").show([header(self.app.palette.name, width)])
        self._lines("message").show([((f" {clip(self._message[0], width - 2)}", self._message[1]),)])
        self._lines("footer").show([footer(footer_keys(self.state, self.editing), width, relabel=self.relabel)])

    def _list(self, pane: str) -> Rows:
        name = {"scenes": "scenes", "recent": "runs"}.get(pane, "form")
        return self.query_one(f"#{name}", Rows)

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def tell(self, text: str, style: str = "bad") -> None:
        self._message = (text, style)
        self.paint()

    # -- typing into a row

    @property
    def editing(self) -> bool:
        """True while the user types into a row."""
        return bool(self._field.display)

    @property
    def _field(self) -> Words:
        return self.query_one("#field", Words)

    def _edit(self, text: str | None = None) -> bool:
        """Begin typing into the row under the cursor. Returns False for a row that is not typed into."""
        state, field, letters = self.state, self._field, self.state.letters
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
        """Set the row to the text that is being typed, if any."""
        if self.editing:
            self._write(self._field.value)

    def takes_paste(self, text: str) -> bool:
        """Let a paste replace the row's value; while the row is being typed into, insert it."""
        if not self.editing:
            self._edit("")
        self.paint()
        return False

    # -- keys and clicks

    async def press(self, event: Key) -> None:
        """Handle a key, then draw what it has changed."""
        self._message = ("", "")
        self._asked = self._asked and event.key == "escape"
        await super().press(event)
        if self.is_current:
            self.paint()

    def explain(self, event: Key) -> None:
        """Begin typing into the row, or say that the key has no meaning."""
        sign = event.character if event.is_printable and event.character else event.key
        if self.state.takes(sign):
            self._edit(sign)
        elif not self.editing:
            self.tell(with_keys(f"{sign} has no meaning here; {{help}} lists the keys"), "dim")

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

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.pane.id == "header":
            event.stop()
            if event.x >= self.app.size.width - 20:
                self.app.action_next_theme()

    def _moved(self, pane: str, index: int) -> None:
        """Update the state after a list has moved its cursor."""
        self.state.go(pane, index)
        self.paint()

    def palette_commands(self) -> Iterable[Pick]:
        for name in possible(self.state):
            title = label(self.state, name)
            do = partial(self.app.post_message, stroke(current().keys(name)[0]))
            yield Pick(title[:1].upper() + title[1:], KEYS[name].about, do, current().sign(name))

    def action_move(self, by: int) -> None:
        self._accept()
        self.state.move(by)

    def action_walk(self, by: int) -> None:
        self._accept()
        self.state.walk(by)

    def action_change(self, by: int) -> None:
        """Set the row to its next value. From the scenes go on to the form, from its buttons back to them."""
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
        if self.state.cycles:
            self.state.change(1)
        else:
            self.action_enter()

    def action_back(self) -> None:
        """Close what is open; else go to the scenes; else ask; else leave."""
        if self.editing:
            self._field.display = False
        elif self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        elif not self._asked:
            self._asked = True
            lost = any(setup.options or setup.cast for setup in self.state.setups)
            question = f"leave Playbill? {'What is set up here is not kept. ' if lost else ''}esc again leaves"
            self.tell(question, "accent")
        else:
            self.leave()

    def action_new_seed(self) -> None:
        self.state.draw_seed()

    def action_all_options(self) -> None:
        self.state.show_all_options(not self.state.all_options)

    def action_recordings(self) -> None:
        self.state.show_all_runs(not self.state.all_runs)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("what it is, and how to begin", ABOUT, help_keys(), ("lobby",)))

    def action_experiments(self) -> None:
        from tui.screens.experiments import list_experiments  # slow to import: it computes statistics

        list_experiments(self)

    # -- opening stages

    def action_leave(self) -> None:
        self.leave()

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game with these settings, or go to the first row with an error."""
        from tui.state.opening import live_stage

        def make(progress: Progress) -> "StageState":
            run = self.state.header(bots_only=bots_only)
            return live_stage(run, fresh_path(run))

        self._accept()
        if self.state.go_wrong():
            return
        if REMOTE in map(self.state.setup.policy, self.state.setup.seats):
            open_table(self, lambda: self.state.header(bots_only=bots_only))
            return
        seats, name = len(self.state.setup.seats), self.state.setup.kind.name
        if seats > CROWD:
            self.app.push_screen(OpeningScreen(Opening(f"setting up {name}, {seats:,} seats", make)), self._opened)
        else:
            self._opened(attempt(lambda: make(Progress())))

    def _opened(self, made: "StageState | UserError | None") -> None:
        """Show the stage of a new game, or the reason why there is none."""
        if not isinstance(made, UserError | None) and not self.state.keeps_seed:
            self.state.draw_seed()
        show(self, made)

    def action_tour(self) -> None:
        """Start the tour of the chosen scene."""
        from tui.state.opening import toured

        show(self, attempt(lambda: toured(self.state.setup.kind.name)))

    def action_puzzle(self) -> None:
        """Open the easiest unsolved puzzle of the chosen scene, or of all scenes if it has none."""
        from core.puzzles.puzzle import puzzles
        from tui.state.opening import puzzle_stage
        from tui.state.puzzle import unsolved

        name = self.state.setup.kind.name
        scene = name if any(puzzle.scene == name for puzzle in puzzles()) else ""
        opening = Opening("setting up a puzzle", lambda _: puzzle_stage(unsolved(scene)))
        self.app.push_screen(OpeningScreen(opening), lambda made: show(self, made))

    def _open(self, run: RecordingRow) -> None:
        if run.error:
            self.tell(f"{run.name}: {run.error}")
        elif run.folded:
            self.state.unfolded.add(run.path)
        else:
            open_recording(self, run.path, run.open)

    def action_beside_parent(self) -> None:
        """Open a branch beside its parent."""
        run = self.state.run if self.state.pane == "recent" else None
        if run is None or not run.left or run.folded:
            self.tell("choose a branch under Recent; it is shown beside the run that it left", "accent")
        else:
            open_beside(self, run.path)

    def action_sample(self) -> None:
        if self.state.has_sample:
            own = sample_path(self.state.setup.kind.name)
            open_recording(self, own if own.is_file() else sample_path())
