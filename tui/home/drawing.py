"""Drawing of the home screen: its header, scenes as rows where there is no room for pictures, and the side column."""

from typing import TYPE_CHECKING

from tui.glyphs import cells
from tui.lobby.drawing import title, title_row
from tui.lobby.state import LobbyState
from tui.styles import Line, clip, pad, wrap
from tui.widgets.rows import Row

if TYPE_CHECKING:
    from tui.you.statistics import PlayerRecord, SceneResults

NAME_WIDTH, SPARK_WIDTH = 10, 6
"""Widths in cells of a scene's name and of its last results in the side column."""


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


def side(record: "PlayerRecord | None", last: str, width: int) -> list[Line]:
    """Draw the player's results, a row for each scene, and the result of the last game."""
    rows = [title("You", "", "Y more", width, False)]
    if record is None:
        return [*rows, ((" reading", "dim"),)]
    if not record.scenes:
        return [*rows, ((" no finished game yet", "mid"),)]
    rows += [_results(each, width) for each in record.scenes]
    words = wrap(f"last game: {last}", width - 2) if last else []
    return [*rows, (), *(((f" {row}", "mid"),) for row in words)]


def _results(each: "SceneResults", width: int) -> Line:
    """Draw a scene's rating or mean result, its last results as bars, and the number of games."""
    from tui.you.page import rating_words, short_result, sparkline

    count = f"{len(each.games):>4}"
    room = width - NAME_WIDTH - SPARK_WIDTH - len(count) - 3
    words = rating_words(each.rating) or short_result(each)
    return (
        (f" {pad(clip(each.scene, NAME_WIDTH - 1), NAME_WIDTH)}", "bold fg"),
        (pad(clip(words, room), room), "fg"),
        (f" {pad(sparkline(each.values, SPARK_WIDTH), SPARK_WIDTH)}", "accent"),
        (count, "dim"),
    )
