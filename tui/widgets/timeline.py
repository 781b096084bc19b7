"""The stage's parts about time: header, curve, track, and the playhead's event."""

from core.engine.capabilities import Told, capability
from tui.panes import time_axis
from tui.panes.drawing import SIGNS
from tui.preferences import PACE
from tui.state.stage import StageState
from tui.styles import Line, width_of
from tui.widgets import recap
from tui.widgets.part import Part
from tui.widgets.status import message_row

MAX_SHOWN_TURNS_PER_SECOND = 70
"""Largest speed that is shown in turns per second; higher speeds depend on the machine and are shown as factors.
"""


def run_state(state: StageState) -> tuple[str, str]:
    """Describe whether time runs, with a style; for two runs side by side, include the name of the displayed run."""
    text, style = _time(state)
    return (f"{text[:1]} {state.beside.name(state.view)}" if state.beside else text, style)


def _time(state: StageState) -> tuple[str, str]:
    view = state.view
    if state.failed:
        return ("✗ failed", "bad")
    if view.ended is not None and view.at_now:
        return ("■ over", "accent")
    if state.live is not None and view.ended is None:
        if state.paused or (state.table is not None and state.table.is_paused):
            return ("‖ paused", "accent")
        if state.live.replayed and view.at_now:
            return ("● guess", "accent")
        if view.at_now and not view.seat and view.pane.traits.pace < 1:
            return (_speed(state), "accent")
        return ("● live", "good") if view.at_now else ("◄ past", "accent")
    return (_speed(state), "accent") if state.playing else ("‖ paused", "mid")


def _speed(state: StageState) -> str:
    """Write the speed, for quick turns in turns per second; if the machine is too slow, also the speed it reaches."""
    pace, share = state.view.pane.traits.pace, state.playback.replay_speed.share
    asked = state.speed / (PACE * pace)
    if pace == 1 or asked > MAX_SHOWN_TURNS_PER_SECOND:
        speed = state.speed
        return f"► {speed:g}x" if share == 1 else f"► {max(0.1, speed * share):.2g}x of {speed:g}x"
    return f"► {asked:.0f}/s" if share == 1 else f"► {max(1, asked * share):.0f}/s of {asked:.0f}"


def curve_title(state: StageState, width: int) -> Line:
    """Draw the name of the curve, and the meaning of the signs on the track."""
    view, pane = state.view, state.view.pane
    legend = (
        ((f" {name} ", "mid"), SIGNS[kind], (" ", "")) for kind, name in capability(view.scene, Told).marks.items()
    )
    left: Line = (("─ ", "line"), (f"{pane.curve().name.capitalize()} ", "bold mid"))
    right: Line = (*(span for entry in legend for span in entry), ("──", "line"))
    return (*left, ("─" * max(0, width - width_of(left) - width_of(right)), "line"), *right)


def go_to_column(state: StageState, x: int) -> bool:
    """Move the playhead to a column of the time axis. Returns False for a column outside the axis."""
    column, cells = x - time_axis.LEFT, time_axis.track_width(state.space.width)
    within = 0 <= column < cells
    if within:
        state.playback.go(time_axis.event_at(state.view, column, cells))
    return within


class Header(Part):
    """The header: game, turn, standings, and whether time runs."""

    def paint(self) -> None:
        state, view = self.state, self.state.view
        draw = time_axis.inspector_header if state.why and not state.space.wide else time_axis.header
        words, style = run_state(state)
        clock = state.table.clock(view.waiting) if state.table is not None and not state.failed else ""
        shown = (f"{clock}   {words}" if clock else words, style)
        self.show([draw(view, view.pane, shown, state.space.width, state.daily)])


class CurveTitle(Part):
    """The row above the curve."""

    def paint(self) -> None:
        state, width = self.state, self.state.space.width
        has_recap = state.beside is None and state.my_turn and recap.rows(state.view, width, 1)
        self.show([recap.title(width) if has_recap else curve_title(state, width)])


class Curve(Part):
    """The scene's curve; in the person's turn, the recap in its place."""

    def clicked(self, x: int, y: int) -> bool:
        return go_to_column(self.state, x)

    def paint(self) -> None:
        state, width = self.state, self.state.space.width
        view = state.beside.views[0] if state.beside else state.view
        rows = self.size.height or 1
        recap_rows = recap.rows(view, width, rows) if state.my_turn and state.beside is None else []
        self.show(recap_rows or time_axis.curve_rows(view, view.pane, width, rows))


class Track(Part):
    """The time axis with its marks."""

    def clicked(self, x: int, y: int) -> bool:
        return go_to_column(self.state, x)

    def paint(self) -> None:
        state, view = self.state, self.state.view
        text, style = ("YOUR TURN", "bold accent") if state.my_turn else run_state(state)
        label = text if state.my_turn else text.removeprefix("● ").partition(" of ")[0]
        if state.beside is None:
            self.show([time_axis.track(view, view.pane, state.space.width, (label, style))])


class PlayheadEvent(Part):
    """The playhead's event; if there is no input, the news in its place."""

    def paint(self) -> None:
        state, width = self.state, self.state.space.width
        rows = [] if state.view.seat and not state.ending.shown else message_row(state, width)
        self.styles.height = max(1, len(rows))
        self.show(rows or [time_axis.playhead_line(state.view, width)])
