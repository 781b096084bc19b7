"""Parts of panes: traits, the room around a pane, tabs, keys, rows that go to an event, headings, stacks of lists."""

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
"""Rows of one statement before it is cut."""


PLUMBING: tuple[type[Body], ...] = (Asked, Prompted, GroupStarted, GroupEnded, TurnEnded, Acted)
"""Kinds of events that a reader of a log need not see."""


class Traits(NamedTuple):
    """Facts about a scene's screen that do not change during a game."""

    unit: str = "turn"
    """Name of a turn."""
    pace: float = 1.0
    """Time that a bot's turn stays on the screen, as a multiple of the app's 0.7 s."""
    results: Sequence[str] = ("score",)
    """Metrics that are named when the run is over."""
    plumbing: tuple[type[Body], ...] = PLUMBING
    """Kinds of events that are not in the log."""
    begins: tuple[type[Body], ...] = (Acted, Defaulted)
    """Kinds of a person's events after which the recap begins anew."""
    letters: str = ""
    """Keys that the scene takes while a person plays; empty for the declared keys of its actions, and digits."""
    has_menu: bool = True
    """True if arrows, digits and Enter choose among the lines of the menu."""
    is_ready: bool = True
    """True if Enter gives the first command until another one is chosen; else nothing is chosen at first."""
    folds_names: bool = False
    """True if actions that differ only in a player's name are one line of the menu."""
    keeps_input: bool = False
    """True if a command that is typed early is kept, and shown, until the turn comes."""
    writes_first: bool = False
    """True if the input has the keys from the start, and again after each command."""
    doubts: Mapping[str, str] = {}
    """Commands that are confirmed first, with the question, which is answered with yes or no."""
    ends_speech: str = ""
    """Command that is given by itself after words to everybody, where it is legal."""
    interventions: str = ""
    """Interventions that can be typed, as a hint in the empty input; empty if there are none."""
    search_hint: str = ""
    """Hint in the empty input of a search, for a pane that finds more than words of the log; it may `find` ""."""
    branching: str = ""
    """Options of `playbill branch` that set something from outside in a recorded run."""
    tour: Tour | None = None
    """The scene's guided game, for `playbill tour`."""


@dataclass
class Room:
    """The stage around a pane: sizes in cells and rows, colors, and the part that has the keys."""

    width: int = 80
    height: int = 24
    """Height of the terminal."""
    cells: int = 80
    """Width of the board, which is narrower beside a side column."""
    dock: int = 4
    """Rows of the dock."""
    palette: Palette = DARK
    focus: str = ""
    """The tab of the dock that has the keys; "" while the board has them. A pane may set it: the stage goes there."""
    on_board: bool = True
    """True while the board has the keys."""
    acting: bool = False
    """True while keys of the board belong to the person's seat."""
    text: str = ""
    """A command that is being typed."""
    hinted: str = ""
    """The command of the hint that was just given."""


class Click(NamedTuple):
    """A click on a part of the stage: column and line there, however far it is scrolled."""

    place: Place
    x: int
    y: int


class Row(NamedTuple):
    """A row of a list, with the event that a click on it goes to; 0 for none."""

    line: Line = ()
    n: int = 0


def line_of(row: Line | Row) -> Line:
    """Return the line of a row."""
    return row.line if isinstance(row, Row) else row


class Tab(NamedTuple):
    """A tab of the dock. `paint` draws it in a width; it is scrolled to its end if it `follows`."""

    name: str
    badge: str
    """A few signs beside the name, such as a count."""
    paint: Callable[[int], Sequence[Line | Row]]
    follows: bool = True
    is_first: bool = False
    """True if it is open at first; else the first tab is."""


class Header(NamedTuple):
    """The header's part about the game."""

    title: str
    standing: Line = ()
    """Standing of the game in a few cells."""
    last_turn: int = 0
    """The turn at which the run is over at the latest."""


class Curve(NamedTuple):
    """A value over time, which is drawn over the track."""

    name: str = ""
    points: Sequence[tuple[int, float]] = ()
    """(event, value) wherever the value changed."""
    unit: str = ""
    """Unit of the value, where less is not better."""


class Beat(NamedTuple):
    """An event in words. With seconds, it stands on the board by itself for so long."""

    words: str
    tone: str = "accent"
    seconds: float = 0.0


class Advice(NamedTuple):
    """A hint: the command that a good player would give, if it can be given, and the reason."""

    command: str = ""
    why: str = ""


class Key(NamedTuple):
    """A key, as the footer shows it, and a word for what it does."""

    shown: str
    label: str


def seated(policy: str, width: int = 12) -> str:
    """Shorten a policy's name for its place beside an agent's; of a model's, keep the part after the provider."""
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


def heading(name: str, about: str, width: int) -> Line:
    """Draw the first row of a list: its name on a hairline, and a few words at the right."""
    left: Line = (("─ ", "line"), (f"{name} ", "bold mid"))
    tail: Line = ((f" {about} ", "dim"), ("──", "line")) if about else ()
    return (*left, ("─" * max(0, width - width_of(left) - width_of(tail)), "line"), *tail)


class Part(NamedTuple):
    """A list in the side column."""

    name: str
    about: str
    """A few words at the right of its heading."""
    rows: Sequence[Line | Row]
    share: float = 0.25
    """Largest share of the column's height; the first list takes the rows that the others leave."""


def stack(parts: Sequence[Part], width: int, height: int) -> list[Line | Row]:
    """Put lists one under the other, each with its end in sight; the first takes the rows that the others leave."""
    first, *rest = (_whole(part, width) for part in parts)
    shares = [min(len(part.rows) + 2, max(3, int(height * part.share))) for part in rest]
    out: list[Line | Row] = []
    for part, rows in zip((first, *rest), (height - sum(shares), *shares), strict=True):
        shown = part.rows[-(rows - 2) :] if rows > 2 else []
        out += [heading(part.name, part.about, width), *shown, *[()] * (rows - 1 - len(shown))]
    return out


def _whole(part: Part, width: int) -> Part:
    """Fold the words that a list shows in place of rows."""
    alone = line_of(part.rows[0]) if len(part.rows) == 1 else ()
    return part if width_of(alone) <= width else part._replace(rows=wrap_line(alone, width))


def joined(head: Span, parts: Sequence[Sequence[Line]]) -> list[Line]:
    """Draw a branch of a tree: a head, and beside it the rows of all that hangs on it, the first on its own row."""
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
    """Cut the rows of one statement after a few."""
    more = len(rows) - most
    return [*rows[:most], more_lines(more)] if more > 0 else list(rows)


def statement(name: str, words: str, width: int, mine: bool = False) -> list[Line]:
    """Write what somebody says beside the name, cut after a few rows."""
    head: Line = ((f" {clip(name, 12)} ", "bold accent" if mine else "bold hi"),)
    return hang(head, shortened(wrap(words, max(10, width - width_of(head) - 1))))


SIGNS: dict[Mark, Span] = {
    "bad": ("╳", "bad"),
    "lost": ("!", "bad"),
    "set": ("▾", "accent"),
    "good": ("◆", "good"),
    "missed": ("◇", "accent"),
}
"""Signs of marked events: on the track, in the legend of the curve, and among turning points."""
