"""Actions of home screen and lobby: play, watch, tours, samples, recordings, experiments."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.events import Key

from core.errors import UserError
from core.remote.policies import REMOTE
from core.text import capitalized
from tui.cli.run_files import fresh_path, runs_folder, sample_path
from tui.keys import KEYS, current, with_keys
from tui.lines import Lines
from tui.lobby.hosting import open_table
from tui.lobby.keys import ABOUT, help_keys, label, possible_commands
from tui.lobby.recordings import RecordingRow
from tui.lobby.recordings_screen import RecordingsScreen
from tui.lobby.state import LobbyState
from tui.pick_list import Pick, do
from tui.screens.base import bindings, sign_of_key, stroke
from tui.screens.help import HelpScreen
from tui.screens.opening import (
    MAX_QUICK_SEATS,
    Opening,
    OpeningScreen,
    Progress,
    attempt,
    open_beside,
    open_recording,
    show,
)
from tui.screens.picker import Picker
from tui.widgets.rows import Rows
from tui.you.daily import SCENES, Dailies, Deal, today
from tui.you.games import read_games

if TYPE_CHECKING:
    from tui.state.stage import StageState


class GameOpener(RecordingsScreen):
    """Starts the game that the state describes, and opens recordings."""

    places = ("everywhere", "lobby")
    BINDINGS: ClassVar = [
        *bindings({"run": "play", "watch": "play(True)", "tour": "tour", "sample": "sample"}),
        *bindings({"help": "help", "close": "leave", "experiments": "experiments", "settings": "settings"}),
        *bindings({"daily": "daily", "puzzle": "puzzle", "you": "you"}),
        *bindings({"beside-parent": "beside_parent", "next-theme": "app.next_theme"}),
    ]

    def __init__(self, state: LobbyState) -> None:
        super().__init__(state)
        self.state.has_sample = sample_path().is_file()
        self._asked = False
        """True after the user was asked whether to leave."""

    async def press(self, event: Key) -> None:
        self._asked = self._asked and event.key == "escape"
        await super().press(event)

    def explain(self, event: Key) -> None:
        """Say that the key has no meaning."""
        self.tell(with_keys(f"{sign_of_key(event)} has no meaning here; {{help}} lists the keys"), "dim")

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.pane.id == "header" and event.x >= self.app.size.width - 20:
            event.stop()
            self.app.action_next_theme()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the app; leave if this was asked before."""
        if self._asked:
            self.leave()
            return
        self._asked = True
        lost = any(setup.edited for setup in self.state.setups)
        question = f"leave Playbill? {'Options and cast set here are not saved. ' if lost else ''}esc again leaves"
        self.tell(question, "accent")

    def palette_commands(self) -> Iterable[Pick]:
        for name in possible_commands(self.state):
            do = partial(self.app.post_message, stroke(current().keys(name)[0]))
            yield Pick(capitalized(label(self.state, name)), KEYS[name].about, do, current().sign(name))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("what it is, and how to begin", ABOUT, help_keys(), ("lobby",)))

    def action_experiments(self) -> None:
        from tui.screens.experiments import list_experiments  # slow to import: it computes statistics

        list_experiments(self)

    def action_you(self) -> None:
        from tui.screens.you import YouScreen  # slow to import: it computes statistics

        self.app.push_screen(YouScreen())

    def action_settings(self) -> None:
        from tui.screens.settings import list_settings  # imports the model clients

        list_settings(self)

    # -- lists

    def on_rows_clicked(self, event: Rows.Clicked) -> None:
        """Select the clicked row. A click on its value changes it, and a second click opens the row."""
        self.accept()
        self.message = ("", "")
        if event.key:
            self.app.post_message(stroke(current().keys(event.key)[0]))
        elif event.row.item is not None:
            again = self.state.is_at(*event.row.item)
            self.moved(*event.row.item)
            if event.row.value and event.x >= event.row.value:
                self.action_next_value()
            elif again and (self.at_home or self.state.pane == "recent"):
                self.action_enter()
            self.paint()

    def action_enter(self) -> None:
        if self.state.pane != "recent":
            self.action_play()
        elif self.state.run is not None:
            self._open(self.state.run)

    def action_next_value(self) -> None:
        if self.state.has_choices:
            self.state.change(1)
        else:
            self.action_enter()

    def action_back(self) -> None:
        """Close an open list; else go to the scenes; else ask whether to leave."""
        if self.state.all_runs:
            self.state.show_all_runs(False)
        elif self.state.pane != "scenes":
            self.state.go("scenes")
        else:
            self.ask_to_leave()

    # -- opening stages

    def action_leave(self) -> None:
        self.leave()

    def action_play(self, bots_only: bool = False) -> None:
        """Start the game with these settings, or go to the first row with an error."""
        from tui.state.opening import live_stage

        def make(progress: Progress) -> "StageState":
            run = self.state.header(bots_only=bots_only)
            return live_stage(run, fresh_path(run))

        if self.state.go_to_error():
            return
        if REMOTE in map(self.state.setup.policy, self.state.setup.seats):
            open_table(self, lambda: self.state.header(bots_only=bots_only))
            return
        seats, name = len(self.state.setup.seats), self.state.setup.kind.name
        if seats > MAX_QUICK_SEATS:
            self.app.push_screen(OpeningScreen(Opening(f"setting up {name}, {seats:,} seats", make)), self._opened)
        else:
            self._opened(attempt(lambda: make(Progress())))

    def _opened(self, made: "StageState | UserError | None") -> None:
        """Show the stage of a new game, or the reason why there is none."""
        if not isinstance(made, UserError | None) and not self.state.keeps_seed:
            self.state.draw_seed()
        self.state.all_options = False
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

    def action_daily(self) -> None:
        """List today's deals, those that are not done first, and play the chosen one."""
        day, found = today(), Dailies(read_games(runs_folder()))
        deals = sorted((Deal(day, scene) for scene in SCENES), key=found.is_done)
        picks = [Pick(deal.scene, found.status(deal), partial(self._play_daily, deal)) for deal in deals]
        self.app.push_screen(Picker(f"{day}   {found.words(day)}", picks), do)

    def _play_daily(self, deal: Deal) -> None:
        from tui.state.opening import daily_stage

        show(self, attempt(lambda: daily_stage(deal.day, deal.scene)))

    def _open(self, run: RecordingRow) -> None:
        if run.error:
            self.tell(f"{run.name}: {run.error}", "bad")
        elif run.folded:
            self.state.unfolded.add(run.path)
        else:
            open_recording(self, run.path, run.can_continue)

    def action_beside_parent(self) -> None:
        """Open a branch beside its parent."""
        run = self.state.run if self.state.pane == "recent" else None
        if run is None or not run.parent or run.folded:
            self.tell("choose a branch under Recent to see it beside its parent", "accent")
        else:
            open_beside(self, run.path)

    def action_sample(self) -> None:
        if self.state.has_sample:
            own = sample_path(self.state.setup.kind.name)
            open_recording(self, own if own.is_file() else sample_path())
