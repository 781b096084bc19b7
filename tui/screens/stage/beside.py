"""Two runs on one stage: the boards, the tracks under each other, what differs first, and how one is turned to the
other."""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from core.errors import UserError
from core.recording.lineage import find_parent
from tui.beside import FORK, OF_A_BRANCH, Beside
from tui.cli.wishes import folders_for
from tui.lines import Lines
from tui.panes import transport
from tui.panes.generic import ScenePane
from tui.screens.base import TALL
from tui.styles import Line, fit, wrap
from tui.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from core.engine.events import Event
    from core.recording.header import Header
    from tui.screens.stage.screen import StageScreen

TOLD, AROUND = 3, 44
"""Rows in which it is said what differs, at most, and the cells that turns and breaks of lines may take of them."""


class Played(NamedTuple):
    """Is what a stage's run has come to, which may go on meanwhile."""

    header: "Header"
    events: "list[Event]"
    path: "Path | None"


def boards(stage: "StageScreen") -> ComposeResult:
    """Give the board; or those of both runs, each below its name."""
    if stage.beside is None:
        yield _board(stage.view.pane, "board")
        return
    with Horizontal(id="boards"):
        for view, name in zip(stage.beside.views, ("board", "other-board"), strict=True):
            view.pane.palette = stage.app.palette
            with Vertical(id=f"with-{name}"):
                yield Lines(id=f"{name}-name")
                yield _board(view.pane, name)


def _board(pane: ScenePane, name: str) -> Widget:
    board = pane.make_board()
    board.id, board.can_focus = name, True
    return board


# -- painting


def paint(stage: "StageScreen", beside: Beside, width: int) -> None:
    """Paint what a stage of two runs has more than another one."""
    other, both = beside.follow(stage.view), stage.space.both
    stage.set_class(both, "both")
    for view, name in zip(beside.views, ("board", "other-board"), strict=True):
        column = stage.query_one(f"#with-{name}")
        column.display = both or view is stage.view
        column.styles.width = stage.room.cells if both else "1fr"
        stage.pane_of(f"{name}-name").show([_heading(stage, beside, view)])
    if both:
        other.pane.palette, other.pane.room, other.pane.on_board = stage.app.palette, stage.room, False
        other.pane.paint_board()
    upper, lower = beside.views
    rows = stage.pane_of("curve").size.height or 1
    stage.pane_of("curve").show(transport.curve_rows(upper, upper.pane, width, rows))
    stage.pane_of("track").show([_track(stage, beside, upper, width)])
    curve = transport.curve_rows(lower, lower.pane, width, rows)
    told = _told(beside, width, TOLD if stage.app.size.height >= TALL else 2)
    stage.pane_of("beside").styles.height = 1 + len(curve) + len(told)
    stage.pane_of("beside").show([_track(stage, beside, lower, width), *curve, *told])


def _heading(stage: "StageScreen", beside: Beside, view: View) -> Line:
    here = view is stage.view
    name: Line = ((" ▸" if here else "  ", "accent"), (beside.name(view), "bold accent" if here else "bold mid"))
    turn = (f"  {view.pane.unit} {view.turn}  ", "mid")
    return fit((*name, turn, *view.pane.standing()), stage.room.cells)


def _track(stage: "StageScreen", beside: Beside, view: View, width: int) -> Line:
    here, at = view is stage.view, beside.index(view)
    state = (f"{'▸' if here else ' '}{beside.name(view)}", "bold accent" if here else "mid")
    over = {beside.forks()[at]: FORK[at]} if beside.fork(view) and beside.is_reached() else {}
    return transport.track(view, view.pane, width, state, over, faint=not here)


def _told(beside: Beside, width: int, rows: int) -> list[Line]:
    """What differs first, as much of both runs as so many rows hold."""
    room = width - 5
    first, *rest = wrap(beside.words((rows * room - AROUND) // 2), room)
    lead: Line = ((" ", ""), FORK[0], FORK[1], (" ", ""))
    return [(*lead, (first, "fg")), *((("    ", ""), (row, "fg")) for row in rest)]


# -- keys


def turn(stage: "StageScreen") -> None:
    """Look at the other run, at the same turn; of a run that stands alone, put the one beside it that it left."""
    if stage.beside is None:
        _put(stage)
        return
    on_board = stage.focused is stage.board
    stage.view = stage.beside.turn(stage.view)
    stage.query_one(f"#with-{stage.board.id}").display = True
    if on_board:
        stage.set_focus(stage.board)
    stage.lay_out()
    stage.repaint()


def go_difference(stage: "StageScreen") -> None:
    """Go to the first event that differs."""
    stage.playing = False
    if stage.beside is None:
        stage.tell("there is one run here; {beside} puts the one beside it that a branch has left", "dim")
    elif n := stage.beside.fork(stage.view):
        stage.view.go(n)
    elif any(stage.beside.difference):
        stage.view.go(stage.view.known)
    else:
        stage.tell(stage.beside.words(), "dim")


def may_stand_beside(stage: "StageScreen") -> bool:
    """Tell whether this is a branch whose parent may be shown: not to who plays on in it."""
    plays = stage.live is not None and stage.view.ended is None and bool(stage.view.seat)
    whole = stage.beside is None and stage.reading is None
    return whole and stage.view.header.parent is not None and not plays


def _put(stage: "StageScreen") -> None:
    if stage.view.header.parent is None:
        stage.tell("this run is no branch of another one; {branch} makes one", "dim")
    elif stage.reading is not None:
        stage.tell("the rest of this run is still being read", "dim")
    elif not may_stand_beside(stage):
        stage.tell("the run that this one left shows what may come: it stands beside it when you have played", "accent")
    else:
        stage.playing = False
        stage.tell("looking for the run that this one left", "dim")
        _find(stage)


def _paths(stage: "StageScreen") -> "list[Path | None]":
    """The recordings of the stages that this one lies on: it may have been left there."""
    return [screen.view.path for screen in stage.app.screen_stack if isinstance(screen, type(stage))]


@work(group="beside", exclusive=True)
async def _find(stage: "StageScreen") -> None:
    from tui.stages import beside_stage, put_up

    view = stage.view
    branch = Played(view.header, list(view.events), view.path)
    below = [path.parent for path in _paths(stage) if path]
    folders = [*below, *folders_for(branch.path)]

    def make() -> "StageScreen":
        parent = find_parent(branch, folders)
        return beside_stage(branch, parent, OF_A_BRANCH, at=view.n, eyes=view.eyes, spoiler_free=view.spoiler_free)

    try:
        made = await asyncio.to_thread(make)
    except UserError as error:
        stage.tell(str(error), "bad")
        return
    stage.news = ("", "")
    if stage.is_current and not stage.leaving:
        put_up(stage.app, made, lambda left: stage.repaint())
