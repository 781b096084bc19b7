"""Division of a terminal for Coup: rows of players, table and dock, and the header's words."""

from typing import NamedTuple

from core.recording.header import Header
from tui.panes.coup.facts import Facts
from tui.sizes import TALL, WIDE
from tui.styles import Line

MOST, WATCHED = 11, 7
"""Rows of the table beyond which more would be empty: for a person who answers, and for who watches."""


class Shape(NamedTuple):
    """Sizes of the board."""

    players: int
    lines: int
    """Rows of a player."""
    gap: int
    """Rows between players."""
    table: int
    """Rows below the table's title. One more, its last, is the frame's legend."""

    @property
    def rows(self) -> int:
        """All of them: players, a blank row, the title, the table."""
        return self.players * (self.lines + self.gap) + (not self.gap) + 1 + self.table


def shape(height: int, seated: bool, players: int) -> Shape:
    """The fullest drawing that leaves the dock a few rows: in a tall terminal as many as the odds fill."""
    around = (7 if height >= TALL else 5) + (2 if seated and height >= TALL else seated)
    dock = 2 if height < 24 else 4 if height < TALL else players + (not seated)
    room = height - around - 3 - dock
    forms = [(2, 1, 8), (2, 0, 8)] if height >= TALL else []
    for lines, gap, least in (*forms, (1, 1, 2), (1, 0, 2)):
        table = room - Shape(players, lines, gap, 0).rows
        if table >= least:
            break
    return Shape(players, lines, gap, max(2, min(table, MOST if seated else WATCHED)))


def title(header: Header, width: int) -> str:
    players = f"coup · {len(header.cast)} players"
    return f"{players} · seed {header.seed}" if width >= WIDE else players


def standing(facts: Facts, room: int) -> Line:
    """The turn of the game always; treasury and deck, if they fit."""
    seen = facts.seen
    turn = seen.actions + (seen.phase in ("talk", "act"))
    line: Line = (("turn ", "mid"), (str(turn), "bold hi"))
    for what, count in (("treasury", seen.treasury), ("deck", seen.deck)):
        room -= len(what) + 5
        if room >= 0:
            line = (*line, (f"  {what} ", "mid"), (str(count), "bold hi"))
    return line
