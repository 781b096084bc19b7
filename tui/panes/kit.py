"""What panes are made of: tabs, keys, rows that go to an event, headings, stacks of lists, statements."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from tui.styles import Line, Span, clip, more_lines, width_of, wrap, wrap_line

Place = Literal["board", "legend", "dock", "side"]
STATEMENT_ROWS = 3
"""Rows of one statement before it is cut."""


class Room(NamedTuple):
    """Says what there is to paint on, in cells and rows."""

    width: int = 80
    height: int = 24
    """Of the terminal."""
    cells: int = 80
    """Of the board, which is narrower beside a side column."""
    dock: int = 4
    """Rows of the dock."""


class Click(NamedTuple):
    """Says where on a part of the stage was clicked: column and line there, however far it is scrolled."""

    place: Place
    x: int
    y: int


class Tab(NamedTuple):
    """Is a tab of the dock. `paint` makes its lines for a width; it is scrolled to its end if it `follows`."""

    name: str
    badge: str
    """Stands beside the name: how much there is."""
    paint: Callable[[int], Sequence[Line]]
    follows: bool = True


class Beat(NamedTuple):
    """Is a moment that stands by itself: what happened, in words, their style, and for how many seconds."""

    words: str
    tone: str = "accent"
    seconds: float = 1.0


class Advice(NamedTuple):
    """Is a hint: the command that a good player would give, if it is one that can be given, and why."""

    command: str = ""
    why: str = ""


class Key(NamedTuple):
    """Is a key, as the footer shows it, and what it does in a word."""

    shown: str
    label: str


class Row(NamedTuple):
    """Is a row of a list, with the event that a click on it goes to; 0 for none."""

    line: Line = ()
    n: int = 0


def seated(policy: str, width: int = 12) -> str:
    """Shorten a policy's name for its place beside an agent's: of a model, the part that tells it from others."""
    return clip(policy.rpartition("/")[2] if policy.startswith("llm:") else policy, width)


def heading(name: str, about: str, width: int) -> Line:
    """Draw the first row of a list: its name on a hairline, and a few words at the right."""
    left: Line = (("─ ", "line"), (f"{name} ", "bold mid"))
    tail: Line = ((f" {about} ", "dim"), ("──", "line")) if about else ()
    return (*left, ("─" * max(0, width - width_of(left) - width_of(tail)), "line"), *tail)


class Part(NamedTuple):
    """Is a list in the side column."""

    name: str
    about: str
    """A few words at the right of its heading."""
    rows: Sequence[Row]
    share: float = 0.25
    """Of the column's height, at most; the first list takes what the others leave."""


def stack(parts: Sequence[Part], width: int, height: int) -> list[Row]:
    """Put lists one under the other, each with its end in sight; the first takes the rows that the others leave."""
    first, *rest = (_whole(part, width) for part in parts)
    shares = [min(len(part.rows) + 2, max(3, int(height * part.share))) for part in rest]
    out: list[Row] = []
    for part, rows in zip((first, *rest), (height - sum(shares), *shares), strict=True):
        shown = part.rows[-(rows - 2) :] if rows > 2 else []
        out += [Row(heading(part.name, part.about, width)), *shown, *[Row()] * (rows - 1 - len(shown))]
    return out


def _whole(part: Part, width: int) -> Part:
    """Fold what a list says in place of rows."""
    alone = part.rows[0] if len(part.rows) == 1 else Row()
    if width_of(alone.line) <= width:
        return part
    return part._replace(rows=[Row(line, alone.n) for line in wrap_line(alone.line, width)])


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


def shortened(rows: Sequence[str]) -> list[str]:
    """Cut the rows of one statement after a few."""
    more = len(rows) - STATEMENT_ROWS
    return [*rows[:STATEMENT_ROWS], *([more_lines(more)] if more > 0 else [])]


def statement(name: str, words: str, width: int, mine: bool = False) -> list[Line]:
    """Write what somebody says beside the name, cut after a few rows."""
    name = clip(name, 12)
    lead = width_of(((name, ""),)) + 2
    first, *rest = shortened(wrap(words, max(10, width - lead - 1)))
    head: Span = (f" {name} ", "bold accent" if mine else "bold hi")
    return [(head, (first, "fg")), *(((" " * lead, ""), (row, "fg")) for row in rest)]
