"""Types of panes: traits, room, tabs, keys, linked rows, and values over time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from core.engine.capabilities import Verdict
from core.engine.events import Acted, Asked, Body, Defaulted, GroupEnded, GroupStarted, Prompted, TurnEnded
from themes.palettes import DARK, Palette
from tui.log_view import LogView
from tui.styles import Line
from tui.tour import Tour

Place = Literal["board", "legend", "dock", "side"]

PLUMBING: tuple[type[Body], ...] = (Asked, Prompted, GroupStarted, GroupEnded, TurnEnded, Acted)
"""Event types that a log leaves out because players do not need them."""


class Traits(NamedTuple):
    """Properties of a scene's screen that do not change during a game."""

    unit: str = "turn"
    """Name of a turn in this scene, such as "turn" or "tick"."""
    pace: float = 1.0
    """Time that a bot's turn stays on the screen, as a multiple of 0.7 s."""
    results: Sequence[str] = ("score",)
    """Metrics that are shown when the run is over."""
    headline: Callable[[LogView], str] | None = None
    """Writes the result of a finished run in one line, for its person if there is one; None for winners or points."""
    open_headline: bool = False
    """True if the headline reveals nothing hidden, so that it is shown of a game that can continue too."""
    reviewed: Callable[[Any, str, str, Verdict], tuple[str, Verdict]] | None = None
    """Adds what the player did not see to a reviewed move: of the state before it, the seat, the command, the verdict.

    It returns the move's text and the verdict.
    """
    free_seats: Callable[[LogView], Sequence[str]] = lambda view: ()
    """Lists the bots' seats that a person who is out may take."""
    plumbing: tuple[type[Body], ...] = PLUMBING
    """Event types that the log leaves out."""
    begins: tuple[type[Body], ...] = (Acted, Defaulted)
    """Event types of a person's action after which the recap starts again."""
    letters: str = ""
    """Keys that the scene uses while a person plays; empty for the declared keys of its actions, and digits."""
    has_menu: bool = True
    """True if arrows, digits and Enter choose among the lines of a menu."""
    is_ready: bool = True
    """True if Enter gives the first command until another one is chosen; otherwise nothing is chosen at first."""
    folds_names: bool = False
    """True if actions that differ only in a player's name share a line of the menu."""
    keeps_input: bool = False
    """True if a command that is typed early is kept and shown until the turn comes."""
    writes_first: bool = False
    """True if the input has the focus at the start, and again after each command."""
    doubts: Mapping[str, str] = {}
    """Commands that require confirmation, with the yes-or-no question to ask."""
    ends_speech: str = ""
    """Command that the stage gives after a message to everybody, if it is legal."""
    interventions: str = ""
    """Examples of interventions, shown as a hint in the empty input; empty if there are none."""
    search_hint: str = ""
    """Hint in the empty input of a search. With a hint, an empty search is passed to `find` as well."""
    picture: tuple[int, int] = (0, 0)
    """Column and row of the board where the scene's picture on the home screen begins."""
    branching: str = ""
    """Options of `playbill branch` that change something in a recorded run."""
    tour: Tour | None = None
    """The scene's tour, for `playbill tour`."""


@dataclass
class Room:
    """The stage around a pane: sizes in cells and rows, colors, and the focused part."""

    width: int = 80
    height: int = 24
    """Height of the terminal in rows."""
    cells: int = 80
    """Width of the board, which is smaller next to a side column."""
    dock: int = 4
    """Number of rows of the dock."""
    palette: Palette = DARK
    tab: str = ""
    """The open tab of the dock, focused or not; the side column leaves out the list of this name."""
    focus: str = ""
    """The focused tab of the dock; "" while the board is focused. A pane may set it to move the focus."""
    on_board: bool = True
    """True while the board has the focus."""
    acting: bool = False
    """True while keys on the board belong to the person's seat."""
    text: str = ""
    """The command being typed."""
    hinted: str = ""
    """The command of the last hint."""
    part: int | None = None
    """Number of parts shown of an event that appears part by part; None once it is whole."""


class Click(NamedTuple):
    """A click on a part of the stage, with column and line in its content, whether scrolled or not."""

    place: Place
    x: int
    y: int


class Row(NamedTuple):
    """A row of a list, with the event that a click goes to; 0 for none."""

    line: Line = ()
    n: int = 0


def line_of(row: Line | Row) -> Line:
    """Return the line of a row."""
    return row.line if isinstance(row, Row) else row


class Tab(NamedTuple):
    """A tab of the dock. `paint` draws it at a width in cells; with `follows` it scrolls to its end."""

    name: str
    badge: str
    """A few characters next to the name, such as a count."""
    paint: Callable[[int], Sequence[Line | Row]]
    follows: bool = True
    is_first: bool = False
    """True if this tab is open at first; without such a tab, the first tab is."""


class Header(NamedTuple):
    """The game's part of the header."""

    title: str
    standing: Line = ()
    """State of the game in a few cells."""
    last_turn: int = 0
    """The last possible turn of the run."""


class Points(list[tuple[int, float]]):
    """A value over time: event number and value at each change."""

    def add(self, n: int, value: float) -> None:
        """Append a point unless the value is unchanged."""
        if not self or self[-1][1] != value:
            self.append((n, float(value)))


class Curve(NamedTuple):
    """A value over time, drawn above the track."""

    name: str = ""
    points: Sequence[tuple[int, float]] = ()
    """(event, value) at each change of the value."""
    unit: str = ""
    """Unit after the value. Without one, 0 is drawn as good and any other value as bad."""


class Caption(NamedTuple):
    """An event in words. With `seconds`, the board shows it alone for that long."""

    words: str
    tone: str = "accent"
    seconds: float = 0.0
    parts: int = 0
    """Parts in which the pane shows the event during these seconds (`Room.part`); it is hidden until the last one."""


class Advice(NamedTuple):
    """A hint: a good player's command, if there is one, and the reason."""

    command: str = ""
    why: str = ""


class Key(NamedTuple):
    """A key and its label in the footer."""

    shown: str
    label: str


class Part(NamedTuple):
    """A list in the side column."""

    name: str
    about: str
    """Short text at the right of its heading."""
    rows: Sequence[Line | Row]
    share: float = 0.25
    """Maximum share of the column's height; the first list takes the remaining rows."""
