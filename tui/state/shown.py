"""Fields that all parts of a stage's state share: run, focus, message line and so on. Independent of Textual."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from core.engine.registry import failure
from core.errors import RunFailed, UserError
from core.puzzles.attempts import puzzle_of
from tui import bookmarks
from tui.keys import with_keys
from tui.panes.kit import Tab
from tui.preferences import Tempo
from tui.side_by_side import SideBySide
from tui.source import Source
from tui.state.action_queue import ActionQueue
from tui.state.beats import Beats
from tui.state.guide import Guide
from tui.state.inspector import Inspector
from tui.state.loading import RecordingLoader, SetUpProgress
from tui.state.puzzle import PuzzleGuide
from tui.state.requests import Crash, Request, ToTop
from tui.state.space import Space
from tui.tour import Tour
from tui.view import View
from tui.you.daily import deal_of

if TYPE_CHECKING:
    from tui.shared_table import SharedTable

TABLE = "Table"
"""Tab of the people at a shared table."""
Part = Literal["board", "dock", "words"]
"""A part of the stage that can have the focus."""
Asked = Literal["", "search", "go", "intervene", "note", "chat", "perspective", "leave", "sure", "play on"]
"""Kind of text that the input asks for, or a question to answer with yes or no; "" for neither."""


@dataclass(eq=False)
class StageFields:
    """Fields that all parts of a stage's state read and change.

    A stage without a live run shows a replay.
    """

    view: View
    """The run that is shown."""
    live: Source | None = None
    """Source of the run that is being played; None for a replay."""
    _: KW_ONLY
    reading: RecordingLoader | None = None
    """The rest of the recording, while it is being read."""
    follow: Path | None = None
    """File of a recording that still grows."""
    tour: InitVar[Tour | None] = None
    """Tour through the game."""
    beside: SideBySide | None = None
    """Two runs side by side, one of which is `view`."""
    speed: float = 1.0
    """Speed of a replay, or of bots in a game with a person."""
    playing: bool = True
    """True while a replay is running."""
    tempo: Tempo = field(init=False, default_factory=Tempo)
    focus: Part = field(init=False, default="board")
    """The part that has the focus."""
    tab: int = field(init=False, default=0)
    """Index of the open tab of the dock."""
    tab_before: int | None = field(init=False, default=None)
    """Index of the tab that was open before a key on the board opened another."""
    text: str = field(init=False, default="")
    """Text in the input."""
    asking: Asked = field(init=False, default="")
    """Kind of text or answer that is asked for."""
    hinted: str = field(init=False, default="")
    """Command of the hint that the last key showed; Enter plays it."""
    hint_shown: str = field(init=False, default="")
    """Command of the hint on the board."""
    news: tuple[str, str] = field(init=False, default=("", ""))
    """Message below the input until the next key: text and style."""
    why: bool = field(init=False, default=False)
    """True if the inspector is open."""
    failed: str = field(init=False, default="")
    """Reason why the run cannot continue; "" if it can."""
    broken: str = field(init=False, default="")
    """Error of the scene's pane, after which the pane is not used any more; "" if there is none."""
    ready: bool = field(init=False, default=False)
    """True after a screen has shown the stage."""
    leaving: bool = field(init=False, default=False)
    """True while the stage is closing: keys and clicks have no meaning any more."""
    covered: bool = field(init=False, default=False)
    """True while another screen covers the stage."""
    below: tuple[Path, ...] = field(init=False, default=())
    """Recordings of the stages below this one."""

    def __post_init__(self, tour: Tour | None) -> None:
        view = self.view
        for each in self.beside.views if self.beside else (view,):
            each.bookmarks = bookmarks.read(each.header)
        self.playing = self.playing and self.live is None
        puzzle = puzzle_of(view.header) if self.live is not None and not self.live.replayed else None
        deal = deal_of(view.path, view.header) if view.path else None
        self.daily = deal.title if deal else ""
        """Day and number of the daily deal; "" for another game."""
        self.guide = PuzzleGuide(view, puzzle) if puzzle else Guide(view, tour)
        self.inspector, self.queue = Inspector(), ActionQueue()
        self.beats, self.setting_up = Beats(), SetUpProgress()
        self.requests: deque[Request] = deque()
        self.changed: Callable[[], None] = _nothing
        """Function that is called when there is something to draw, or a request."""
        self.scroll: Callable[[str, str], bool] = _no_scroll
        """Function that scrolls a part of the stage by a key. It returns False if the key has no meaning there."""
        self._size = (80, 24)
        self._rows = (4, 0)
        self.revision = 0
        """Number that grows whenever everything must be drawn again."""
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """Background tasks by group."""
        if self.live is not None:
            self.live.changed = self.signal

    # -- to the screen

    def signal(self) -> None:
        """Handle a signal of the run: who is thinking, or a part of a reply."""
        self.changed()

    def touch(self) -> None:
        """Have everything drawn again."""
        self.revision += 1
        self.changed()

    def tell(self, text: str, style: str) -> None:
        """Show a message until the next key."""
        self.news = (with_keys(text), style)
        self.changed()

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Show a UserError that is raised in a `with` block."""
        try:
            yield
        except UserError as error:
            self.tell(str(error), "bad")

    def request(self, request: Request) -> None:
        """Send a request to the screen."""
        self.requests.append(request)
        self.changed()

    def start(self, group: str, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task in place of an earlier one of its group."""
        if group in self.tasks:
            self.tasks[group].cancel()
        self.tasks[group] = task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(lambda done: self._done(group, done))

    def stop(self, group: str) -> None:
        """Cancel the task of a group."""
        if task := self.tasks.get(group):
            task.cancel()

    def stop_all(self) -> None:
        """Cancel all background tasks."""
        for group in self.tasks:
            self.stop(group)

    def stop_drawing(self, error: Exception) -> None:
        """Stop using the scene's pane, show its error, and stop the run."""
        self.broken = self.failed = f"drawing {self.view.header.scene} failed: {failure(error)}"
        if self.live is not None and self.view.ended is None:
            self.live.control.stop()

    def _done(self, group: str, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and group == "source":
            known = isinstance(error, UserError | RunFailed)
            self.failed = str(error) if known else f"the run failed: {type(error).__name__}: {error}"
            if isinstance(error, RunFailed):
                self.failed += " · Esc leaves; the run is saved up to here, and can be resumed"
        elif error is not None:
            self.request(Crash(error))
        self.touch()

    # -- sizes

    def measure(self, width: int, height: int, dock: int, below: int) -> None:
        """Set the size of the terminal, and the rows of the dock and of a second run."""
        self._size, self._rows = (width, height), (dock, below)

    @property
    def space(self) -> Space:
        """Sizes of the stage's parts."""
        return Space(*self._size, self.why, self.beside is not None, *self._rows)

    @property
    def tabs(self) -> "list[Tab]":
        """Tabs of the dock."""
        tabs, table = list(self.view.pane.tabs(self.space.wide)), self.table
        if table is not None:
            tabs.append(Tab(TABLE, str(table.chat.unread or ""), partial(table.rows, self.view.waiting)))
        return tabs

    @property
    def table(self) -> "SharedTable | None":
        """The table over a network at which the run is played; None for none."""
        return self.live.table if self.live is not None else None

    # -- state of the run

    @property
    def goes_on(self) -> bool:
        """True while the run is being played."""
        return self.live is not None and self.view.ended is None

    @property
    def plays(self) -> bool:
        """True while a person has a seat in a run that is being played."""
        return bool(self.view.seat) and self.goes_on

    @property
    def my_turn(self) -> bool:
        """True if it is the person's turn and the newest event is shown."""
        return bool(self.view.seat) and self.view.seat in self.view.waiting and self.view.at_now

    @property
    def paused(self) -> bool:
        """True while the run is paused."""
        return self.live is not None and self.live.control.paused

    @property
    def acting(self) -> bool:
        """True if letter keys belong to the scene: it is the person's turn, or the game is running and not paused."""
        return self.plays and not self.failed and (self.my_turn or not self.paused) and self.view.at_now

    @property
    def home(self) -> Part:
        """The part that has the focus at first: the board, or the input of a person who mostly writes."""
        return "words" if self.live is not None and self.view.seat and self.view.pane.traits.writes_first else "board"

    @property
    def asks(self) -> bool:
        """True while a question waits for yes or no."""
        return self.asking in ("perspective", "leave", "sure", "play on")

    # -- focus

    def place_focus(self) -> str:
        """Pass sizes and focus to the pane, and return the name of the focus."""
        pane, names = self.view.pane, [tab.name for tab in self.tabs]
        self.tab = max(0, min(self.tab, len(names) - 1))
        if self.focus == "dock" and not names:
            self.focus = "board"
        tab = names[self.tab] if names else ""
        pane.room = replace(
            self.space.room,
            palette=pane.room.palette,
            part=self.beats.part,
            tab=tab,
            focus=tab if self.focus == "dock" else "",
            on_board=self.focus == "board",
            acting=self.acting and self.focus != "dock" and self.view.n > 0,
            text="" if self.asking else self.text,
            hinted=self.hint_shown,
        )
        return pane.room.focus

    def follow_focus(self) -> None:
        """Move the focus to the part that the pane wants."""
        names = [tab.name for tab in self.tabs]
        wanted = self.view.pane.room.focus
        if wanted in names:
            if self.focus != "dock":
                self.tab_before = self.tab
            self.tab = names.index(wanted)
            self.request(ToTop("dock"))
        self.focus = "dock" if wanted in names else "board"


def _nothing() -> None:
    return


def _no_scroll(part: str, key: str) -> bool:
    return False
