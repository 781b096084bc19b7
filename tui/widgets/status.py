"""The stage's parts with messages: news, the preview of a command, the text of a tour, and the notice."""

from tui.glyphs import cells
from tui.keys import current
from tui.log_view import END
from tui.panes import time_axis
from tui.panes.seat import label_of, preview, scene_keys
from tui.sizes import size_notice
from tui.state.highlights import Highlight
from tui.state.stage import StageState
from tui.styles import Line, clip, fit, hang, plain, spread, width_of, wrap, wrap_line
from tui.view import View
from tui.widgets.part import Part

MAX_ROWS = 3
"""Largest number of rows below the input."""


def message_row(state: StageState, width: int) -> list[Line]:
    """Draw the app's current message; usually empty."""
    over = "the run stopped, for the reason above; esc leaves"
    if state.live is None:
        over = "the rest of the recording cannot be read, for the reason above; esc leaves"
    text, style = (over, "bad") if state.failed else state.news
    if not text and (shown := state.highlights.now):
        return _caption(shown, state.highlights.place, width)
    text, style = (text, style) if text else (awaited_event_text(state.view) or _awaited_address(state), "accent")
    rows = [text] if cells(text) <= width - 4 else wrap(text, width - 4)[:MAX_ROWS]
    return [((f"   {row}", style),) for row in rows] if text else []


def _caption(shown: Highlight, place: str, width: int) -> list[Line]:
    """Draw the caption of a highlight in two rows, with its number."""
    lead: Line = (("   ", ""), (place, "mid"), ("   ", ""), shown.sign, (" ", ""))
    first, *rest = wrap(shown.words, width - width_of(lead) - 1)
    return hang(lead, [first, clip(" ".join(rest), width - width_of(lead) - 1)], "bold hi")


def awaited_event_text(view: View) -> str:
    """Describe the event to which the playhead will go once it is loaded; "" for none."""
    if not view.awaited:
        return ""
    place = f"event {view.awaited:,}" if isinstance(view.awaited, int) else view.awaited
    place = "the end" if view.awaited == END else place
    return f"going to {place} once it is loaded; {time_axis.read_share(view)} of the recording is loaded"


def _awaited_address(state: StageState) -> str:
    """Write the address at which a remote player is awaited; "" while the person has something else to do."""
    live = state.live
    if live is None or state.my_turn or state.asking or state.text:
        return ""
    if live.table is not None and live.table.is_paused:
        return "paused by the host"
    away = [name for name in state.view.waiting if name in live.addresses and not live.has_connected(name)]
    left = live.table.default_in(away) if live.table is not None else ""
    bot = f"{current().sign('host')} lets a bot play" if away and live.table is not None and live.table.is_host else ""
    return " · ".join(filter(None, [", ".join(live.addresses[name] for name in away), left, bot]))


class Prompt(Part):
    """The sign before the input."""

    def paint(self) -> None:
        self.show([((" › ", "accent" if self.state.focus == "words" else "dim"),)])


class Preview(Part):
    """The rows below the input: one, unless more are needed."""

    def paint(self) -> None:
        rows = self._rows(self.state.space.width)
        self.styles.height = len(rows)
        self.show(rows)

    def _rows(self, width: int) -> list[Line]:
        if rows := message_row(self.state, width):
            return rows
        line = self._line(width)
        if "…" not in plain(line):
            return [line]
        return wrap_line(self._line(MAX_ROWS * width), width, gaps=True)[:MAX_ROWS]

    def _line(self, width: int) -> Line:
        state, view, pane = self.state, self.state.view, self.state.view.pane
        if state.asking or not view.seat:
            return ()
        if state.seat.reveal_requested and not state.text:
            when = "after this step" if view.waiting else "with the next step"
            return ((f"   everything is shown {when}", "accent"),)
        if not state.acting and not state.space.tall:
            return time_axis.playhead_line(view, width)
        if state.text and (state.focus == "words" or pane.traits.keeps_input):
            return preview(pane, state.text, width)
        if kept := state.queue.of(view.seat):
            drop: Line = (("   ^u", "bold accent"), (" drops it", "mid"))
            waits = "  ·  ".join(label_of(pane, command) for command in kept)
            return spread((("   queued for your turn: ", "accent"), (waits, "bold hi")), drop, width)
        if state.my_turn:
            return fit((("   ", ""), *self._paused(), ("your turn: ", "accent"), *pane.idle()), width)
        if view.ended is None and (idle := pane.idle()):
            return fit((("   ", ""), *idle), width)
        return self._awaited()

    def _awaited(self) -> Line:
        """Draw who decides, or waits for a tool."""
        view = self.state.view
        if view.waiting:
            deciding = (f"{name} decides {view.thinking.get(name, '')}" for name in view.waiting)
            return ((f"   {', '.join(deciding)}", "dim"),)
        if names := [name for name in view.awaiting_tools if view.may_see_mind(name)]:
            source = "the reader" if view.header.config.get("reader") else "the web"
            return ((f"   waiting for {source}, for {', '.join(names)}", "dim"),)
        return ()

    def _paused(self) -> Line:
        """Draw how to resume a paused run in the person's turn."""
        state = self.state
        if not state.paused:
            return ()
        first: Line = (("esc", "bold accent"), (" and ", "accent")) if state.focus == "words" else ()
        if " " in scene_keys(state.view.pane):
            return (("paused; ", "accent"),)
        return (("paused: ", "accent"), *first, ("space", "bold accent"), (" continues   ", "accent"))


class TourWords(Part):
    """The text of a tour's step."""

    def paint(self) -> None:
        guide = self.state.guide
        if guide.step is not None:
            rows = guide.rows(guide.step, self.state.space.width)
            self.styles.height = max(2, len(rows))
            self.show(rows)


class Notice(Part):
    """Covers the stage when it cannot be drawn, and says why."""

    always = True

    def paint(self) -> None:
        state, space = self.state, self.state.space
        if state.broken:
            self.show(_broken(state.broken, space.width))
        elif not space.fits:
            self.show(size_notice(space.width, space.height))
        elif state.notice is not None:
            text, seconds = state.notice
            title = (f"   {state.view.pane.header().title}   ", "bold hi")
            self.show([*[()] * max(0, space.height // 2 - 2), (title, (f"{text}   {seconds} s", "mid"))])


def _broken(text: str, width: int) -> list[Line]:
    """Draw why nothing can be drawn any more, and how to leave."""
    rows = wrap(text, max(20, width - 6))
    out: Line = (
        ("   the run is stopped and saved; ", "mid"),
        ("esc", "bold accent"),
        (" leaves, and prints how to continue", "mid"),
    )
    return [(), *(((f"   {row}", "bad"),) for row in rows), (), out]
