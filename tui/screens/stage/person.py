"""What a person at the table does with words: write them, throw them away, be told what might be done."""

from typing import TYPE_CHECKING

from textual.events import Key

from tui.screens.stage.acts import begin, give

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


def write(stage: "StageScreen") -> None:
    if stage.asking:
        stage.end_asking()
    if stage.acting:
        stage.set_focus(stage.words)
    elif stage.view.seat and stage.view.ended is None:
        stage.view.go(stage.view.known)
        stage.set_focus(stage.words)
    else:
        stage.tell("only a player writes; you are watching", "accent")


def discard(stage: "StageScreen") -> None:
    """Throw away what is being written, or else what waits for one's turn; what waits while something is asked for is
    kept."""
    if stage.words.value:
        stage.words.value = ""
        stage.repaint()
    elif stage.early.drop(stage.view.seat):
        stage.tell("nothing waits for your turn any more", "accent")
    else:
        stage.tell("nothing is being written", "dim")


def hint(stage: "StageScreen") -> None:
    """Say it, and show its move on the board; Enter then does it, or the same key again."""
    pane = stage.view.pane
    if stage.hinted and stage.acting:
        give(stage, stage.hinted)
        return
    over = stage.view.ended is not None and stage.view.seat
    stage.tell(pane.hint() if stage.acting else "the game is over" if over else "hints are for whoever plays", "accent")


def open_input(stage: "StageScreen", event: Key) -> bool:
    """Begin to write with a sign that means nothing on the board, where the person mostly writes. False: it does not
    there."""
    pane, sign = stage.view.pane, (event.character or "").strip()
    begins = pane.writes_first and event.is_printable and bool(sign) and sign not in pane.letters
    if begins:
        begin(stage, sign)
    return begins
