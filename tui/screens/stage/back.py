"""One step back from wherever a stage is."""

from typing import TYPE_CHECKING

from tui.screens.stage.acts import ask_to_leave
from tui.screens.stage.keys import inspect

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


def go_back(stage: "StageScreen") -> None:
    """One step back: what is open is closed, then the board has the keys, then the stage is left."""
    if stage.asking:
        stage.end_asking()
    elif stage.has_class("over"):
        stage.ending.close()
    elif stage.has_class("why"):
        inspect(stage)
    elif stage.focused is not stage.board:
        if stage.tab_before is not None and stage.focused is stage.pane_of("dock"):
            stage.tab, stage.tab_before = stage.tab_before, None
        stage.set_focus(stage.board)
    elif stage.guide.step is not None:
        stage.guide.end()
        stage.tell("the tour is put away, and the game goes on; esc again leaves", "accent")
    else:
        ask_to_leave(stage)
