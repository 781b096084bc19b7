"""The list of recordings in the lobby, and the last board of the highlighted one."""

import time
from collections.abc import Sequence

from tui.glyphs import cells
from tui.screens.lobby_rows import title_row
from tui.screens.lobby_runs import Glance, age
from tui.screens.lobby_state import LobbyState
from tui.styles import Line, Span, clip, fit, narrowed, pad, width_of
from tui.widgets.rows import KeyCells, Row


def recent(state: LobbyState, width: int) -> list[Row]:
    """The recordings: the newest or all, then samples."""
    more = "r fewer" if state.all_runs else f"r all {state.total}" if state.total else ""
    rows = [title_row("Recent", "", more, width, state.pane == "recent", "recordings")]
    if state.runs is None:
        return [*rows, Row(((" reading", "dim"),))]
    if not state.runs:
        rows.append(
            Row(
                ((" No runs yet: press ", "mid"), ("p", "bold accent"), (" or Enter to play", "mid")),
                keys=(KeyCells(0, width, "run"),),
            )
        )
        guided: Line = ((" New here? ", "mid"), ("g", "bold accent"), (" is a guided game", "mid"))
        line = narrowed([(0, guided), (1, ((" of two minutes", "mid"),))], width)
        rows.append(Row(line, keys=(KeyCells(0, width, "tour"),)))
    now = time.time()
    listed = state.listed
    scene = 2 + min(12, max((cells(run.scene) for run in listed), default=0))
    for index, run in enumerate(listed):
        if run.shipped and (not index or not listed[index - 1].shipped):
            rows.append(Row(((" samples", "bold mid"), ("   came with Playbill", "dim"))))
        here = state.is_at("recent", index)
        rows.append(Row(_run(run, now, width, scene, here), ("recent", index), here))
        last = index + 1 == len(listed) - len(state.samples)
        if state.all_runs and last and len(state.runs) < state.total:
            rows.append(Row(((f" {state.total - len(state.runs)} older ones are in the folder", "dim"),)))
    return rows


def _run(run: Glance, now: float, width: int, scene: int, here: bool) -> Line:
    """A recording in one row: its scene, padded to a number of cells, how it ended, turn and age."""
    mark = ("▸" if here else " ", "accent")
    if run.error:
        name = clip(run.name, 26 if width > 60 else 14)
        return fit((mark, (f"{name} ", "bold mid"), ("! unreadable: ", "bad"), (run.error, "mid")), width)
    if run.folded:
        return fit((mark, ("  " * run.depth, ""), (f"{run.folded} more branches", "mid"), ("   enter", "dim")), width)
    turn = "" if run.turn is None or width < 50 else f"turn {run.turn}"
    when = run.path.stem.rpartition("-")[2] if run.shipped else age(now - run.when)
    end: Line = ((f" {turn:<9}" if width >= 50 else " ", "mid"), (f"{when:<10}", "dim"))
    room = min(26, width - 1 - scene - width_of(end))
    if run.depth:
        return fit((*_branch(run, mark, here, scene + room), *end), width)
    name = pad(clip(run.scene, scene - 2), scene)
    words = pad(run.words, room)
    return fit((mark, (name, "bold hi" if here else "fg"), (words, "accent" if run.open else "mid"), *end), width)


def _branch(run: Glance, mark: Span, here: bool, cells: int) -> Line:
    """A branch, fitted to a number of cells: its changes, and how it ended."""
    lead = f"{'  ' * run.depth}↳ "
    words = clip(run.words, 16)
    name = clip(run.changed, max(8, cells - width_of(((f"{lead}{words}  ", ""),))))
    line: Line = (
        mark,
        (lead, "dim"),
        (name, "bold hi" if here else "fg"),
        ("  ", ""),
        (words, "accent" if run.open else "mid"),
    )
    return fit(line, cells + 1)


def last_board(state: LobbyState, board: Sequence[str], width: int) -> list[Row]:
    """The last board of the highlighted recording."""
    run = state.run
    if run is None or run.folded or not board:
        return []
    head: Line = ((" last board", "bold mid"), (f"   {run.scene}, seed {run.seed}: {run.words}", "mid"))
    return [Row(), Row(head), *(Row(((f"  {row}", "fg"),)) for row in board)]
