"""Parts of the lobby's lists: titles, lit rows, and the column of scenes."""

from tui.screens.lobby_state import LobbyState
from tui.styles import Line, clip, fit, spread, width_of, wrap
from tui.widgets.rows import KeyCells, Row

NARROW = 20
"""Columns in which a scene's summary has no room."""


def title(name: str, words: str, right: str, width: int, focused: bool) -> Line:
    """The first row of a pane: words on a hairline."""
    left: Line = (("▌ " if focused else "─ ", "accent" if focused else "line"),)
    left = (*left, (f"{name} ", "bold accent" if focused else "bold mid"), (f"{words} " if words else "", "mid"))
    end: Line = ((f" {right} ", "dim"), ("──", "line")) if right else (("──", "line"),)
    rule = max(0, width - width_of(left) - width_of(end))
    return fit((*left, ("─" * rule, "line"), *end), width)


def title_row(name: str, words: str, right: str, width: int, focused: bool, key: str = "") -> Row:
    """A title whose right half stands for a key, if it names one."""
    return Row(title(name, words, right, width, focused), keys=(KeyCells(width // 2, width, key),) if key else ())


def header(theme: str, width: int) -> Line:
    return spread(((" Playbill  ", "bold accent"), ("choose a scene", "mid")), ((f"theme {theme} ", "mid"),), width)


def scenes(state: LobbyState, width: int, height: int) -> list[Row]:
    """The left column: the name of each scene, with its summary below if all fit; else that of the chosen one."""
    with_summary = width > NARROW and 2 * (len(state.setups) + len(state.broken)) < height
    rows = [title_row("Scenes", "", "", width, state.pane == "scenes")]
    for index, setup in enumerate(state.setups):
        here, item = index == state.index("scenes"), ("scenes", index)
        name: Line = ((" ▸" if here else "  ", "accent"), (setup.kind.name, "bold hi" if here else "bold fg"))
        rows.append(Row(name, item, here))
        if with_summary:
            rows.append(Row(((f"  {clip(setup.kind.summary, width - 3)}", "mid"),), item, here, continues=True))
    for word, reason in state.broken.items():
        rows.append(Row(((f"  {word}", "dim"), ("" if with_summary else f": {reason}", "dim"))))
        rows += [Row(((f"  {clip(reason, width - 3)}", "dim"),))] if with_summary else []
    words = wrap(state.setup.kind.summary, width - 3)
    if not with_summary and len(rows) + len(words) < height:
        rows += [Row(), *(Row(((f"  {row}", "mid"),)) for row in words)]
    return rows
