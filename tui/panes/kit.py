"""Building blocks of panes: traits, room, tabs, keys, linked rows, headings, and stacked lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.engine.capabilities import Mark
from core.engine.events import Acted, Asked, Body, Defaulted, GroupEnded, GroupStarted, Prompted, TurnEnded
from themes.palettes import DARK, Palette
from tui.styles import Line, Span, clip, hang, more_lines, width_of, wrap, wrap_line
from tui.tour import Tour

Place = Literal["board", "legend", "dock", "side"]
STATEMENT_ROWS = 3
"""Maximum rows of one statement."""


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


class Curve(NamedTuple):
    """A value over time, drawn above the track."""

    name: str = ""
    points: Sequence[tuple[int, float]] = ()
    """(event, value) at each change of the value."""
    unit: str = ""
    """Unit after the value. Without one, 0 is drawn as good and any other value as bad."""


class Beat(NamedTuple):
    """An event in words. With `seconds`, the board shows it alone for that long."""

    words: str
    tone: str = "accent"
    seconds: float = 0.0


class Advice(NamedTuple):
    """A hint: a good player's command, if there is one, and the reason."""

    command: str = ""
    why: str = ""


class Key(NamedTuple):
    """A key and its label in the footer."""

    shown: str
    label: str


def seated(policy: str, width: int = 12) -> str:
    """Shorten a policy's name for display next to an agent's; a model keeps the part after the provider."""
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


def heading(name: str, about: str, width: int) -> Line:
    """Draw the first row of a list: its name on a line, and a short text at the right."""
    left: Line = (("─ ", "line"), (f"{name} ", "bold mid"))
    tail: Line = ((f" {about} ", "dim"), ("──", "line")) if about else ()
    return (*left, ("─" * max(0, width - width_of(left) - width_of(tail)), "line"), *tail)


class Part(NamedTuple):
    """A list in the side column."""

    name: str
    about: str
    """Short text at the right of its heading."""
    rows: Sequence[Line | Row]
    share: float = 0.25
    """Maximum share of the column's height; the first list takes the remaining rows."""


def stack(parts: Sequence[Part], width: int, height: int) -> list[Line | Row]:
    """Draw lists one below the other, each scrolled to its end; the first takes the remaining rows."""
    first, *rest = (_whole(part, width) for part in parts)
    shares = [min(len(part.rows) + 2, max(3, int(height * part.share))) for part in rest]
    out: list[Line | Row] = []
    for part, rows in zip((first, *rest), (height - sum(shares), *shares), strict=True):
        shown = part.rows[-(rows - 2) :] if rows > 2 else []
        out += [heading(part.name, part.about, width), *shown, *[()] * (rows - 1 - len(shown))]
    return out


def _whole(part: Part, width: int) -> Part:
    """Wrap the only row of a list if it is too wide."""
    alone = line_of(part.rows[0]) if len(part.rows) == 1 else ()
    return part if width_of(alone) <= width else part._replace(rows=wrap_line(alone, width))


def tree_branch(head: Span, parts: Sequence[Sequence[Line]]) -> list[Line]:
    """Draw a branch of a tree: a head, and right of it its children; the first child is on the head's row."""
    if not parts:
        return [(head,)]
    pad = " " * (width_of((head,)) + 2)
    out: list[Line] = []
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        begin: Line = ((pad + ("╰─ " if last else "├─ "), "mid"),)
        if not i:
            begin = (head, (" ─── " if last else " ─┬─ ", "mid"))
        out.append((*begin, *part[0]))
        out += [((pad + ("   " if last else "│  "), "mid"), *row) for row in part[1:]]
    return out


def cut_rows(rows: Sequence[str], most: int = STATEMENT_ROWS) -> list[str]:
    """Cut the rows of one statement after `most`."""
    more = len(rows) - most
    return [*rows[:most], more_lines(more)] if more > 0 else list(rows)


def statement(name: str, words: str, width: int, mine: bool = False) -> list[Line]:
    """Draw a statement beside the speaker's name, cut after a few rows."""
    head: Line = ((f" {clip(name, 12)} ", "bold accent" if mine else "bold hi"),)
    return hang(head, cut_rows(wrap(words, max(10, width - width_of(head) - 1))))


SIGNS: dict[Mark, Span] = {
    "bad": ("╳", "bad"),
    "lost": ("!", "bad"),
    "set": ("▾", "accent"),
    "good": ("◆", "good"),
    "missed": ("◇", "accent"),
}
"""Signs of marked events, on the track, in the legend of the curve, and among turning points."""
