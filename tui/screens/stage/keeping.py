"""What of a stage is kept beside its log: bookmarks, frames and games as files."""

from functools import partial
from typing import TYPE_CHECKING

from core.errors import UserError
from core.text import one_line
from tui import bookmarks, exports
from tui.screens.picker import Pick, Picker, do

if TYPE_CHECKING:
    from tui.screens.stage.screen import StageScreen


def mark(stage: "StageScreen") -> None:
    """Put a bookmark at the playhead, or take it away again."""
    view = stage.view
    if not view.n:
        stage.tell("nothing has happened yet that could be marked", "dim")
        return
    if view.n in view.bookmarks:
        stage.tell(f"no bookmark at event {view.n} any more", "accent")
        _keep(stage, {n: words for n, words in view.bookmarks.items() if n != view.n})
    else:
        stage.tell(f"bookmark at event {view.n}; {{previous-bookmark}} and {{next-bookmark}} go to them", "accent")
        _keep(stage, {**view.bookmarks, view.n: ""})


def note(stage: "StageScreen", words: str) -> None:
    """Keep words with a bookmark at the playhead."""
    view = stage.view
    stage.tell(f"noted at event {view.n}; {{notes}} lists what you noted, and it is not in the log", "accent")
    _keep(stage, {**view.bookmarks, view.n: one_line(words)})


def list_notes(stage: "StageScreen") -> None:
    """List what was noted, and the bookmarks, as far as anything is shown there; one that is picked is gone to."""
    view = stage.view
    kept = [(n, words) for n, words in view.bookmarks.items() if n <= view.horizon]
    if not kept:
        stage.tell("nothing is noted yet; {note} notes something where you are", "dim")
        return
    picks = [
        Pick(f"{view.pane.unit} {view.events[n - 1].turn}, event {n}", words or "a bookmark", partial(view.go, n))
        for n, words in kept
    ]
    stage.app.push_screen(Picker("your notes", picks), do)


def _keep(stage: "StageScreen", marked: bookmarks.Bookmarks) -> None:
    view = stage.view
    view.bookmarks = dict(sorted(marked.items()))
    stage.repaint()
    try:
        bookmarks.keep(view.header, view.bookmarks)
    except UserError as error:
        stage.tell(str(error), "bad")


def go_bookmark(stage: "StageScreen", direction: int) -> None:
    stage.playing = False
    if not stage.view.go_bookmark(direction):
        stage.tell("no bookmark that way; {bookmark} puts one where you are", "dim")
    elif words := stage.view.bookmarks.get(stage.view.n):
        stage.tell(f"noted: {words}", "accent")


def offers(stage: "StageScreen") -> list[Pick]:
    """The ways in which something can be written to a file."""
    told = "its events, as far as you see" + (" and as far as they are read" if stage.view.expected else "")
    return [
        Pick("This frame as SVG", "a picture of the screen", partial(_write, stage, "picture")),
        Pick("This frame as text", "the screen, row by row", partial(_write, stage, "frame")),
        Pick("The game as text", told, partial(_write, stage, "game")),
    ]


def export(stage: "StageScreen") -> None:
    """Ask in which way."""
    stage.app.push_screen(Picker("export", offers(stage)), do)


def _write(stage: "StageScreen", what: str) -> None:
    """When the stage is on the screen again."""
    stage.repaint()
    stage.call_after_refresh(_save, stage, what)


def _save(stage: "StageScreen", what: str) -> None:
    view, header = stage.view, stage.view.header
    stem, title = f"{header.scene}-seed{header.seed}", f"{header.scene}, event {view.n}"
    try:
        match what:
            case "picture":
                path = exports.save(stage.app.export_screenshot(title=title), f"{stem}-event{view.n}", ".svg")
            case "frame":
                path = exports.save(exports.frame_text(stage.app), f"{stem}-event{view.n}", ".txt")
            case _:
                path = exports.save(exports.game_text(view), stem, ".txt")
    except UserError as error:
        stage.tell(str(error), "bad")
    else:
        stage.tell(f"written to {path}", "accent")
