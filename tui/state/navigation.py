"""Moving the focus between the parts of a stage: board, dock, input, inspector, end."""

from tui.state.ending import Ending
from tui.state.leaving import Leaving
from tui.state.requests import Copy, ShowPage
from tui.state.seat import Seat
from tui.state.shown import StageFields


class Navigation:
    """Moves the focus to another part."""

    def __init__(self, stage: StageFields, seat: Seat, ending: Ending, leaving: Leaving) -> None:
        self.stage, self.seat, self.ending, self.leaver = stage, seat, ending, leaving

    def walk(self, direction: int) -> None:
        """Focus the next part: board, each tab of the dock, input; or show the next page of the inspector."""
        if self.stage.why and self.stage.focus != "words":
            self.stage.inspector.next_part(direction)
            self.stage.touch()
            return
        if self.stage.asking:
            self.seat.end_asking()
        here: int | str = self.stage.tab if self.stage.focus == "dock" else self.stage.focus
        stops: list[int | str] = ["board", *range(len(self.stage.tabs))]
        stops += ["words"] if self.stage.acting or here == "words" else []
        target = stops[(stops.index(here) + direction) % len(stops)]
        if isinstance(target, int):
            self.open_tab(target)
        else:
            self.stage.focus = "words" if target == "words" else "board"

    def open_tab(self, tab: int) -> None:
        """Show a tab of the dock, and focus it."""
        self.stage.tab, self.stage.tab_before = tab, None
        self.stage.focus = "dock"

    def inspect(self) -> None:
        """Open or close the inspector."""
        self.stage.why = not self.stage.why
        if not self.stage.why:
            self.stage.focus = "board"
        self.stage.touch()

    def back(self) -> None:
        """Close what is open; if nothing is, focus the board; if it has the focus, leave."""
        if self.stage.asking:
            self.seat.end_asking()
        elif self.ending.shown:
            self.ending.close()
        elif self.stage.why:
            self.inspect()
        elif self.stage.focus != "board":
            if self.stage.tab_before is not None and self.stage.focus == "dock":
                self.stage.tab, self.stage.tab_before = self.stage.tab_before, None
            self.stage.focus = "board"
        elif self.stage.view.pane.press("escape") == "":
            self.stage.touch()
        elif self.stage.guide.step is not None and not self.stage.guide.leaves_at_once:
            self.stage.guide.end()
            self.stage.tell(self.stage.guide.ended, "accent")
        else:
            self.leaver.ask_to_leave()

    def help(self) -> None:
        """Show the rules and the keys."""
        pane = self.stage.view.pane
        own = (*(pane.keys(True) if self.stage.acting else ()), *pane.keys(False))
        hosted = ("hosted",) if self.stage.table is not None else ()
        addresses = self.stage.live.addresses.values() if self.stage.live is not None else ()
        self.stage.request(
            ShowPage(pane.header().title, [*addresses, *pane.help()], own, ("stage", *hosted, "time", "why", "end"))
        )

    # -- the inspector

    def choose_call(self, step: int) -> None:
        """Show another call of the model."""
        self.stage.inspector.choose(self.stage.view, step)
        self.stage.touch()

    def open_cut(self) -> None:
        """Show cut texts of the inspector's page in full."""
        self.stage.inspector.open()
        self.stage.touch()

    def copy(self) -> None:
        """Copy the inspector's page to the clipboard."""
        name, text = self.stage.inspector.text_to_copy()
        self.stage.request(Copy(text))
        self.stage.tell(f"{name} copied", "accent")
