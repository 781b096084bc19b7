"""Clicks on the parts of the stage."""

from tui.lines import Lines
from tui.panes.kit import Click, Place, Row
from tui.state.stage import StageState
from tui.widgets.lists import Dock, Side
from tui.widgets.part import Part

SCENE_PARTS: dict[str, Place] = {"board": "board", "legend": "legend", "dock": "dock", "side": "side"}
"""Parts whose clicks are passed to the scene's pane."""
TIME_PARTS = ("track", "curve", "beside")
"""Parts whose columns represent moments of the game."""


def clicked(state: StageState, event: Lines.Clicked, *, on_board: bool) -> bool:
    """Act on a click.

    Args:
        state: State of the stage.
        event: The click.
        on_board: True for a click on the board of the displayed run.

    Returns:
        False if the clicked cell does nothing, apart from the key that it may name.
    """
    part = event.pane.id or ""
    if _switch_run(state, part):
        return True
    if isinstance(event.pane, Part) and (acted := event.pane.clicked(event.x, event.y)) is not None:
        return acted
    if part == "dock" and event.key:  # a row that names its own key
        return False
    place = SCENE_PARTS.get("board" if on_board else part)
    if place is None:
        return False
    at = Click(place, event.x, event.y + event.pane.first)
    if state.seat.pane_takes(lambda pane: pane.click(at)):
        return True
    rows = event.pane.rows if isinstance(event.pane, Dock | Side) else ()
    row = rows[at.y] if at.y < len(rows) else ()
    return isinstance(row, Row) and state.view.go_step(row.n)


def _switch_run(state: StageState, part: str) -> bool:
    """Switch to the other run if its board or track was clicked. Returns True if nothing else remains to be done.

    False after a click on a track, which also moves the playhead.
    """
    if state.beside is None:
        return False
    upper, lower = state.beside.views
    runs = {"track": upper, "curve": upper, "beside": lower, "board": upper, "other-board": lower}
    if runs.get(part.removesuffix("-name"), state.view) is state.view:
        return False
    state.runs.switch_run()
    return part not in TIME_PARTS
