"""A screen that carries out what a stage's state requests: opening screens, saving files, copying."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import work

from tui import exports
from tui.lines import Lines
from tui.pick_list import do
from tui.screens.base import PlaybillScreen
from tui.screens.branch import BranchScreen
from tui.screens.curtain import CurtainScreen
from tui.screens.help import HelpScreen
from tui.screens.picker import Picker
from tui.state.requests import (
    Close,
    Copy,
    Crash,
    DrawCurtain,
    OpenStage,
    PickFrom,
    Request,
    SaveFrame,
    SetUpBranch,
    ShowPage,
    ToTop,
)
from tui.state.stage import StageState

if TYPE_CHECKING:
    from tui.app import Playbill


class RequestScreen(PlaybillScreen["StageState | None"]):
    """Shows a state and carries out its requests."""

    app: "Playbill"

    def __init__(self, state: StageState, *, classes: str) -> None:
        super().__init__(classes=classes)
        self.state = state
        self._parts: dict[str, Lines] = {}

    def open_stage(self, stage: StageState, left: Callable[[StageState], None]) -> None:
        """Show another stage over this one; `left` is called with the stage that is left."""
        raise NotImplementedError

    def pane_of(self, name: str) -> Lines:
        """Return the part with this id."""
        if name not in self._parts:
            self._parts[name] = self.query_one(f"#{name}", Lines)
        return self._parts[name]

    def answer(self, request: Request) -> None:
        """Carry out a request."""
        app = self.app
        match request:
            case ShowPage():
                app.push_screen(HelpScreen(*request))
            case PickFrom(title, picks):
                app.push_screen(Picker(title, picks), do)
            case SetUpBranch(view, grants, done):
                app.push_screen(BranchScreen(view, grants), done)
            case DrawCurtain(name, done):
                app.push_screen(CurtainScreen(name), lambda _: done())
            case OpenStage(stage, left):
                self.open_stage(stage, left)
            case SaveFrame(what):
                self.call_after_refresh(self._save, what)
            case Copy(text):
                app.copy_to_clipboard(text)
            case ToTop(part):
                self.pane_of(part).to_top()
            case Close(then):
                self._close(then)
            case Crash(error):
                raise error

    def _save(self, what: str) -> None:
        state = self.state
        if what == "svg":
            title = f"{state.view.header.scene}, event {state.view.n}"
            state.runs.save(self.app.export_screenshot(title=title), f"-event{state.view.n}", ".svg")
        else:
            state.runs.save(exports.frame_text(self.app), f"-event{state.view.n}", ".txt")

    @work(group="leaving")
    async def _close(self, next_stage: StageState | None) -> None:
        """Close the stage, after closing the screens over it."""
        while self.app.screen is not self:
            await self.app.pop_screen()
        self.dismiss(next_stage)
