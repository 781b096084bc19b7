"""Drawing of the home screen: its header, and the scenes as rows where there is no room for pictures."""

from tui.glyphs import cells
from tui.lobby.drawing import title_row
from tui.lobby.state import LobbyState
from tui.styles import Line, clip, pad, spread
from tui.widgets.rows import Row


def header(theme: str, width: int) -> Line:
    """Draw the top row."""
    return spread(((" Playbill  ", "bold accent"), ("play again", "mid")), ((f"theme {theme} ", "mid"),), width)


def scene_rows(state: LobbyState, width: int) -> list[Row]:
    """Draw the scenes in one row each."""
    room = max(cells(setup.kind.name) for setup in state.setups) + 2
    rows = [title_row("Play", "", "", width, state.pane == "scenes")]
    for index, setup in enumerate(state.setups):
        here = state.is_at("scenes", index)
        name: Line = (("▸" if here else " ", "accent"), (pad(setup.kind.name, room), "bold hi" if here else "bold fg"))
        line = (*name, (clip(setup.kind.summary, width - room - 2), "fg" if here else "mid"))
        rows.append(Row(line, ("scenes", index), here))
    return rows
