"""One step between the parts of a stage: board, dock, input, inspector, end; and back."""

from tui.state.after import After
from tui.state.requests import Copy, ShowPage


class Navigation(After):
    """Gives the keys to another part."""

    def walk(self, direction: int) -> None:
        """Give the keys to the next part: board, each tab of the dock, input; or the inspector's next page."""
        if self.why and self.focus != "words":
            self.inspector.next_part(direction)
            self.touch()
            return
        if self.asking:
            self.end_asking()
        here: int | str = self.tab if self.focus == "dock" else self.focus
        stops: list[int | str] = ["board", *range(len(self.tabs))]
        stops += ["words"] if self.acting or here == "words" else []
        target = stops[(stops.index(here) + direction) % len(stops)]
        if isinstance(target, int):
            self.open_tab(target)
        else:
            self.focus = "words" if target == "words" else "board"

    def open_tab(self, tab: int) -> None:
        """Show a tab of the dock, and give it the keys."""
        self.tab, self.tab_before = tab, None
        self.focus = "dock"

    def inspect(self) -> None:
        """Open or close the inspector."""
        self.why = not self.why
        if not self.why:
            self.focus = "board"
        self.touch()

    def back(self) -> None:
        """Close what is open, then go back to the board, then leave."""
        if self.asking:
            self.end_asking()
        elif self.ending.shown:
            self.close_ending()
        elif self.why:
            self.inspect()
        elif self.focus != "board":
            if self.tab_before is not None and self.focus == "dock":
                self.tab, self.tab_before = self.tab_before, None
            self.focus = "board"
        elif self.guide.step is not None:
            self.guide.end()
            self.tell("the tour is put away, and the game goes on; esc again leaves", "accent")
        else:
            self.ask_to_leave()

    def help(self) -> None:
        """Show the rules and the keys."""
        pane = self.view.pane
        own = (*(pane.own_keys() if self.acting else ()), *pane.look_keys())
        addresses = self.live.addresses.values() if self.live is not None else ()
        self.request(ShowPage(pane.title(), [*addresses, *pane.help()], own, ("stage", "time", "why", "end")))

    # -- the inspector

    def choose_call(self, step: int) -> None:
        """Show another call of the model."""
        self.inspector.choose(self.view, step)
        self.touch()

    def open_cut(self) -> None:
        """Open what is cut on the inspector's page."""
        self.inspector.open()
        self.touch()

    def copy(self) -> None:
        """Put the inspector's page on the clipboard."""
        name, text = self.inspector.copied()
        self.request(Copy(text))
        self.tell(f"{name} copied", "accent")
