"""Building blocks of panes: traits, room, tabs, keys, rows with events, headings, stacks of lists."""

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
"""Largest number of rows of a statement; longer ones are cut."""


PLUMBING: tuple[type[Body], ...] = (Asked, Prompted, GroupStarted, GroupEnded, TurnEnded, Acted)
"""Event classes about the run itself, which logs leave out."""


class Traits(NamedTuple):
    """Properties of a scene's screen that do not change during a game."""

    unit: str = "turn"
    """Name of a turn on the screen."""
    pace: float = 1.0
    """Time that a bot's turn stays on the screen, as a multiple of 0.7 s."""
    results: Sequence[str] = ("score",)
    """Metrics that are shown when the game is over."""
    plumbing: tuple[type[Body], ...] = PLUMBING
    """Event classes that the log leaves out."""
    begins: tuple[type[Body], ...] = (Acted, Defaulted)
    """Classes of a person's events after which its recap starts again."""
    letters: str = ""
    """Keys that the scene uses while a person plays; "" for the keys that its actions declare, and digits."""
    has_menu: bool = True
    """True if arrows, digits and Enter choose among the lines of a menu."""
    is_ready: bool = True
    """True if Enter gives the first command until another is chosen; False if nothing is chosen at first."""
    folds_names: bool = False
    """True if actions that differ only in a player's name share a menu line."""
    keeps_input: bool = False
    """True if a command that is typed too early is queued and shown until the person's turn."""
    writes_first: bool = False
    """True if the input has the focus at first, and again after each command."""
    doubts: Mapping[str, str] = {}
    """Commands to confirm, each with a question to answer with yes or no."""
    ends_speech: str = ""
    """Command to give automatically after a message to everybody, if it is legal."""
    interventions: str = ""
    """Examples of interventions for the empty input; "" if there are none."""
    search_hint: str = ""
    """Placeholder of the search input, for a pane that searches more than the log. Its `find` may get ""."""
    branching: str = ""
    """Options of `playbill branch` that change something from outside in a recorded run."""
    tour: Tour | None = None
    """The scene's tour, for `playbill tour`."""


@dataclass
class Room:
    """The stage around a pane: sizes in cells and rows, colors, and focus."""

    width: int = 80
    height: int = 24
    """Height of the terminal in rows."""
    cells: int = 80
    """Width of the board in cells; smaller if there is a side column."""
    dock: int = 4
    """Number of rows of the dock."""
    palette: Palette = DARK
    focus: str = ""
    """Tab of the dock that has the focus; "" for the board. If a pane sets it, the stage moves the focus."""
    on_board: bool = True
    """True while the board has the focus."""
    acting: bool = False
    """True while keys on the board belong to the person's seat."""
    text: str = ""
    """Command that is being typed."""
    hinted: str = ""
    """Command of the hint that was just given."""


class Click(NamedTuple):
    """A click on a part of the stage, with the column and line in its content, independent of scrolling."""

    place: Place
    x: int
    y: int


class Row(NamedTuple):
    """A row of a list, with the event to which a click goes; 0 for none."""

    line: Line = ()
    n: int = 0


def line_of(row: Line | Row) -> Line:
    """Return the line of a row."""
    return row.line if isinstance(row, Row) else row


class Tab(NamedTuple):
    """A tab of the dock. `paint` draws it in a given width. With `follows` it is scrolled to its end."""

    name: str
    badge: str
    """Short text beside the name, such as a count."""
    paint: Callable[[int], Sequence[Line | Row]]
    follows: bool = True
    is_first: bool = False
    """True if this tab is open at first, in place of the first tab."""


class Header(NamedTuple):
    """The header's part about the game."""

    title: str
    standing: Line = ()
    """Standing of the game, in a few cells."""
    last_turn: int = 0
    """Turn after which the game is over at the latest."""


class Curve(NamedTuple):
    """A value over time, drawn above the track."""

    name: str = ""
    points: Sequence[tuple[int, float]] = ()
    """Pairs of event number and value, at each change of the value."""
    unit: str = ""
    """Unit of the value; set it if smaller values are not better."""


class Beat(NamedTuple):
    """Description of an event for the track. With `seconds` the board pauses after the event."""

    words: str
    tone: str = "accent"
    seconds: float = 0.0


class Advice(NamedTuple):
    """A hint: a good command, if there is one, and the reason."""

    command: str = ""
    why: str = ""


class Key(NamedTuple):
    """A key in the footer, with its label."""

    shown: str
    label: str


def seated(policy: str, width: int = 12) -> str:
    """Shorten a policy's name; of a model's name keep the part after the provider.

    Args:
        policy: The policy, as in the cast.
        width: Largest width in cells.

    Returns:
        The short name.
    """
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


def heading(name: str, about: str, width: int) -> Line:
    """Draw the title row of a list: its name, and a few words at the right.

    Args:
        name: The name.
        about: Text at the right; "" for none.
        width: Width of the row in cells.
    """
    left: Line = (("─ ", "line"), (f"{name} ", "bold mid"))
    tail: Line = ((f" {about} ", "dim"), ("──", "line")) if about else ()
    return (*left, ("─" * max(0, width - width_of(left) - width_of(tail)), "line"), *tail)


class Part(NamedTuple):
    """A list in the side column."""

    name: str
    about: str
    """A few words at the right of its title."""
    rows: Sequence[Line | Row]
    share: float = 0.25
    """Largest share of the column's height. The first list gets the rows that the others leave."""


def stack(parts: Sequence[Part], width: int, height: int) -> list[Line | Row]:
    """Put lists below each other, each scrolled to its end. The first gets the rows that the others leave.

    Args:
        parts: The lists.
        width: Width in cells.
        height: Number of rows to fill.

    Returns:
        The rows of all lists with their titles.
    """
    first, *rest = (_whole(part, width) for part in parts)
    shares = [min(len(part.rows) + 2, max(3, int(height * part.share))) for part in rest]
    out: list[Line | Row] = []
    for part, rows in zip((first, *rest), (height - sum(shares), *shares), strict=True):
        shown = part.rows[-(rows - 2) :] if rows > 2 else []
        out += [heading(part.name, part.about, width), *shown, *[()] * (rows - 1 - len(shown))]
    return out


def _whole(part: Part, width: int) -> Part:
    """Wrap a single row, which is a text in place of a list."""
    alone = line_of(part.rows[0]) if len(part.rows) == 1 else ()
    return part if width_of(alone) <= width else part._replace(rows=wrap_line(alone, width))


def joined(head: Span, parts: Sequence[Sequence[Line]]) -> list[Line]:
    """Draw a branch of a tree: a head, and beside it the rows of each part, starting on the head's row."""
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


def shortened(rows: Sequence[str], most: int = STATEMENT_ROWS) -> list[str]:
    """Cut a statement to a few rows."""
    more = len(rows) - most
    return [*rows[:most], more_lines(more)] if more > 0 else list(rows)


def statement(name: str, words: str, width: int, mine: bool = False) -> list[Line]:
    """Draw a statement beside its speaker's name, cut to a few rows.

    Args:
        name: The speaker.
        words: The statement.
        width: Width in cells.
        mine: True if the person at the screen made it.
    """
    head: Line = ((f" {clip(name, 12)} ", "bold accent" if mine else "bold hi"),)
    return hang(head, shortened(wrap(words, max(10, width - width_of(head) - 1))))


SIGNS: dict[Mark, Span] = {
    "bad": ("╳", "bad"),
    "lost": ("!", "bad"),
    "set": ("▾", "accent"),
    "good": ("◆", "good"),
    "missed": ("◇", "accent"),
}
"""Signs of marked events, on the track, in the legend of the curve, and at turning points."""
