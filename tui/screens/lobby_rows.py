"""Rows of the lobby: what is drawn, and what a click on it means. The header, and the column of scenes."""

from typing import NamedTuple

from tui.screens.lobby_state import LobbyState
from tui.styles import Line, clip, fit, spread, width_of, wrap

NARROW = 20
"""Cells in which few words have room beside a scene."""


class Hit(NamedTuple):
    """Cells of a row, and the row of a pane, or the key, that a click there stands for."""

    start: int
    end: int
    means: tuple[str, int] | str


class Row(NamedTuple):
    line: Line = ()
    hits: tuple[Hit, ...] = ()
    here: bool = False
    """Whether the cursor stands here."""


def title(name: str, words: str, right: str, width: int, focused: bool) -> Line:
    """A pane's first row: words on a hairline."""
    left: Line = (("▌ " if focused else "─ ", "accent" if focused else "line"),)
    left = (*left, (f"{name} ", "bold accent" if focused else "bold mid"), (f"{words} " if words else "", "mid"))
    end: Line = ((f" {right} ", "dim"), ("──", "line")) if right else (("──", "line"),)
    rule = max(0, width - width_of(left) - width_of(end))
    return fit((*left, ("─" * rule, "line"), *end), width)


def lit(line: Line) -> Line:
    """On the selected ground."""
    return tuple((text, f"{style} on selected") for text, style in line)


def ground(row: Row, width: int) -> Row:
    """A row in its full width, lit if the cursor is there."""
    line = fit(row.line, width)
    return row._replace(line=lit(line) if row.here else line)


def marked(state: LobbyState, pane: str, index: int) -> bool:
    """Whether the cursor stands on a row of a pane."""
    return state.pane == pane and state.index(pane) == index


def header(theme: str, width: int) -> Line:
    return spread(((" Playbill  ", "bold accent"), ("choose a scene", "mid")), ((f"theme {theme} ", "mid"),), width)


def scenes(state: LobbyState, width: int, height: int) -> list[Row]:
    """The left column: each scene's name and, where there is room for all, a few words; else those of the chosen one
    below."""
    focused = state.pane == "scenes"
    told = width > NARROW and 2 * (len(state.setups) + len(state.broken)) < height
    rows = [Row(title("Scenes", "", "", width, focused))]
    for index, setup in enumerate(state.setups):
        here = index == state.index("scenes")
        name: Line = ((" ▸" if here else "  ", "accent"), (setup.kind.name, "bold hi" if here else "bold fg"))
        about: Line = ((f"  {clip(setup.kind.summary, width - 3)}", "mid"),)
        hits = (Hit(0, width, ("scenes", index)),)
        for line in (name, about) if told else (name,):
            row = fit(line, width)
            rows.append(Row(lit(row) if here else row, hits, here and focused))
    for word, reason in state.broken.items():
        rows.append(Row(fit(((f"  {word}", "dim"), ("" if told else f": {reason}", "dim")), width)))
        rows += [Row(fit(((f"  {clip(reason, width - 3)}", "dim"),), width))] if told else []
    words = wrap(state.setup.kind.summary, width - 3)
    if not told and len(rows) + len(words) < height:
        rows += [Row(), *(Row(fit(((f"  {row}", "mid"),), width)) for row in words)]
    return rows
