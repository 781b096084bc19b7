"""The time axis: curve, marks and playhead share their columns. Also the fixed parts of header and footer."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter

from core.engine.capabilities import Mark
from core.engine.config import RESUMABLE
from core.engine.events import RunEnded
from tui.log_view import Marked
from tui.model_log import failure_texts, usage_texts
from tui.outcome import outcome
from tui.panes.drawing import SIGNS, amount, merge_spans
from tui.panes.generic import ScenePane
from tui.panes.results import metric_texts
from tui.styles import Line, Span, join_by_rank, spread, width_of
from tui.view import View

LEFT, RIGHT = 11, 14
"""Cells left and right of the track, for the state and the turn."""
BARS = "▁▂▃▄▅▆▇█"
LONG_OPENING, MOST_TURNS = 100, 100
"""Maximum events of an opening, and turns of an unfinished run, that are drawn to scale."""
BOOKMARK: Span = ("▮", "hi")
MARKS_BY_PRIORITY: tuple[Mark, ...] = ("bad", "lost", "set", "good", "missed")


def span(view: View) -> int:
    """Return the number of events (for two runs, positions of their common axis) that the track represents.

    For an unfinished run, it is extrapolated to its last turn at the present rate.
    """
    both = [view] if view.beside is None else [view, view.beside]
    if view.axis is not None and (not view.spoiler_free or all(each.over for each in both)):
        return max(1, view.axis.end)
    if view.axis is None and view.has_length:
        return max(1, view.known, view.expected)
    start = opening_event(view)
    place = max(each.axis.positions[each.n] if each.axis else each.horizon for each in both)
    turn = max(each.events[each.horizon - 1].turn if each.horizon else 0 for each in both)
    if not turn:
        return start + LONG_OPENING
    return start + -(-(place - start) * turns_shown(max(each.pane.header().last_turn for each in both), turn) // turn)


def turns_shown(limit: int, turn: int) -> int:
    """Return the number of turns that an unfinished run's track has room for; a high limit is not drawn in full."""
    room = MOST_TURNS
    while room < turn:
        room *= 2
    return max(turn, limit if limit <= 2 * MOST_TURNS else min(limit, room))


def opening_event(view: View) -> int:
    """Return the event where the track starts: 0, or the end of a long opening, which is left out.

    An unfinished run's track is empty before its first turn.
    """
    if view.axis is not None:
        return view.axis.opening if view.axis.opening > LONG_OPENING else 0
    first = bisect_right(view.events, 0, key=lambda event: event.turn)
    return first if first > LONG_OPENING or not view.has_length else 0


def column_of(view: View, n: int, width: int) -> int:
    return _column(view, view.axis.positions[n] if view.axis else n, width)


def _column(view: View, place: int, width: int) -> int:
    """Return the column of a position on the axis."""
    start = opening_event(view)
    return min(width - 1, max(0, place - start) * width // (span(view) - start + 1))


def event_at(view: View, column: int, width: int) -> int:
    """Return the event that a click on the track refers to."""
    start = opening_event(view)
    return _event_by(view, start + (column * (span(view) - start + 1) + width // 2) // width)


def _event_by(view: View, place: int) -> int:
    """Return the last event up to a position on the axis, but at most the last event that the track shows."""
    last = max(view.horizon, view.expected if view.has_length else 0)
    return min(last, view.axis.event(place) if view.axis else place)


def track_width(width: int) -> int:
    return max(10, width - LEFT - RIGHT)


def curve_rows(view: View, pane: ScenePane, width: int, rows: int) -> list[Line]:
    """Draw the curve as bars, with its name at the left and its value at the playhead at the right.

    The past has style `mid`, the future `line`. The curve of a second run is drawn on the same scale.
    """
    (curve_name, points, unit), when = pane.curve(), itemgetter(0)
    count = bisect_right(points, view.horizon, key=when)
    columns = _bars(view, pane, points, count, track_width(width), rows)
    value = points[i - 1][1] if (i := bisect_right(points, view.n, hi=count, key=when)) else 0.0
    number_style = "bold hi" if unit else "bold bad" if value else "bold good"
    out: list[Line] = []
    for row in reversed(range(rows)):
        spans = []
        for level, style in columns:
            height = level - row * 8
            spans.append((" " if level < 0 or height <= 0 else BARS[min(8, height) - 1], style))
        name = f" {curve_name:<{LEFT - 1}}"[:LEFT] if row == 0 else " " * LEFT
        number = f" {value:g}{unit}" if row == 0 else ""
        out.append((((name, "dim")), *merge_spans(spans), (number, number_style)))
    return out


def _bars(
    view: View, pane: ScenePane, points: Sequence[tuple[int, float]], count: int, cells: int, rows: int
) -> list[tuple[int, str]]:
    """Return for each column the bar's height in eighths of a row (-1 for no value) and its style."""
    when = itemgetter(0)
    other = view.beside
    beside = [point for point in other.pane.curve().points if point[0] <= other.horizon] if other else []
    top = max(map(itemgetter(1), chain(islice(points, count), beside)), default=0.0) or 1.0
    last, here = (column_of(view, n, cells) for n in (view.horizon, view.n))
    start = opening_event(view)
    room = span(view) - start + 1
    flat = 1 if rows == 1 else 0
    columns: list[tuple[int, str]] = []
    for x in range(cells):
        n = min(view.horizon, _event_by(view, start + (x + 1) * room // cells))
        i = bisect_right(points, n, hi=count, key=when)
        level = -1
        if i and x <= last:
            value = points[i - 1][1]
            level = max(1, round(value / top * 8 * rows)) if value else flat
        columns.append((level, "mid" if x <= here else "line"))
    return columns


def track(
    view: View,
    pane: ScenePane,
    width: int,
    state: tuple[str, str],
    over: Mapping[int, Span] | None = None,
    *,
    faint: bool = False,
) -> Line:
    """Draw the track: the past in the accent color, the future in `line`, and dots for unread parts.

    If several marks share a column, the worst is drawn; bookmarks and the signs in `over` cover marks. The track of a
    run that is not on the board is `faint`.
    """
    cells = track_width(width)
    here = column_of(view, view.n, cells)
    drawn = {**_marks(view, pane, cells), **dict.fromkeys(_bookmarks(view, cells), BOOKMARK)}
    last = column_of(view, view.known, cells) if view.axis and not view.spoiler_free else cells
    drawn = {x: span for x, span in drawn.items() if x <= last}
    signs = {_column(view, place, cells): sign for place, sign in (over or {}).items()}
    playhead = signs[here][0] if here in signs else "○" if faint else "●"
    drawn |= {**signs, here: (playhead, "mid" if faint else "bold accent")}
    read = column_of(view, view.known, cells) if view.expected and view.has_length else cells
    past = ("━", "mid" if faint else "accent")
    spans = [
        drawn.get(x) or ((" ", "") if x > last else past if x < here else ("─" if x <= read else "·", "line"))
        for x in range(cells)
    ]
    text, style = state
    return ((f" {text:<{LEFT - 1}}"[:LEFT], style), *merge_spans(spans), (f"{_turn(view, pane):>{RIGHT - 1}}", "mid"))


def _may_see(view: View, pane: ScenePane, marked: Marked) -> bool:
    """Return True if the perspective may see a mark now; not while its event is shown part by part."""
    return view.may_see_mark(marked) and (pane.room.part is None or marked.n != view.n)


def _marks(view: View, pane: ScenePane, cells: int) -> dict[int, Span]:
    """Return the worst mark of each column as a span."""
    marks: dict[int, Mark] = {}
    for marked in view.marks:
        if marked.n <= view.horizon and _may_see(view, pane, marked):
            x = column_of(view, marked.n, cells)
            marks[x] = min(marks.get(x, marked.mark), marked.mark, key=MARKS_BY_PRIORITY.index)
    return {x: SIGNS[mark] for x, mark in marks.items()}


def _bookmarks(view: View, cells: int) -> set[int]:
    return {column_of(view, n, cells) for n in view.bookmarks if n <= view.horizon}


def _turn(view: View, pane: ScenePane) -> str:
    """Write the turn at the playhead, and the last one if it is known and fits."""
    last = view.last_turn if view.over else pane.header().last_turn
    named = view.over or pane.traits.unit != "turn"
    turn = f"{pane.traits.unit} {view.turn}/{last}" if named else f"{view.turn} of {last}"
    known = view.over or not _is_backstop(view, last)
    return turn if known and len(turn) < RIGHT - 1 else f"{pane.traits.unit} {view.turn}"


def _is_backstop(view: View, limit: int) -> bool:
    """Return True if a turn limit is the scene's default and so high that games do not normally reach it."""
    default = type(view.scene.config).model_fields["max_turns"].default
    return bool(limit == default and limit > 2 * MOST_TURNS)


def read_share(view: View) -> str:
    """Write the percentage of a recording that has been read."""
    return f"{100 * view.known // max(view.expected, view.known, 1)}%"


def playhead_line(view: View, width: int) -> Line:
    """Draw the playhead's event, its time if the run was timed, and the last marked event or the result."""
    event = view.event
    seconds = int(event.t) if event else 0
    timed = bool(view.events) and view.events[-1].t >= 1
    of = f"   {read_share(view)} read" if view.expected else "" if view.spoiler_free else f" of {view.known}"
    parts: list[tuple[int, Line]] = [
        (0, ((f" event {view.n}", "fg"),)),
        (3, ((of, "fg"),)),
        (4, ((f"   {seconds // 60}:{seconds % 60:02}" if timed else "", "mid"),)),
        (0 if view.perspective else 2, (("   view: ", "mid"), (view.perspective or "all", "bold hi"))),
    ]
    near = next((m for m in reversed(view.marks) if m.n <= view.n and _may_see(view, view.pane, m)), None)
    if view.ended is not None and view.at_now:
        parts += [(rank, line) for rank, line in _outcome(view, view.ended)]
    elif near is not None:
        ago = f"{amount(view.n - near.n, 'event')} back" if near.n < view.n else "now"
        words = f" {view.pane.caption(view.events[near.n - 1]).words}"
        parts += [(0, (("   ", ""), SIGNS[near.mark], (words, "fg"))), (5, ((f", {ago}", "mid"),))]
    return spread(join_by_rank(parts, width), (), width)


def _outcome(view: View, ended: RunEnded) -> list[tuple[int, Line]]:
    """Describe the result of a finished run briefly."""
    words = outcome(ended.reason, ended.winners, ended.scores, view.person)
    out: list[tuple[int, Line]] = [(0, (("   ■ ", "accent"), (words, "bold hi")))]
    if not (view.perspective and ended.reason in RESUMABLE):
        metrics = ", ".join(metric_texts(ended, view.pane.traits.results))
        out.append((0, ((f"   {metrics}", "fg"),)))
    return out


def header(view: View, pane: ScenePane, state: tuple[str, str], width: int, daily: str = "") -> Line:
    title, standing, _ = pane.header()
    title = f"{daily} · {title}" if daily else title
    gap = "" if standing and standing[0][0].startswith(" ") else "  "
    turn: Line = ((f" {pane.traits.unit} ", "mid"), (str(view.turn), "bold hi"), (gap, ""))
    right: Line = (*turn, *standing, ("   ", ""), state, (" ", ""))
    brand: Line = ((" Playbill  ", "bold accent"),)
    while " · " in title and width_of((*brand, (title, ""), *right)) > width:
        title = title.rpartition(" · ")[0]
    left: Line = (*brand, (title, "mid"))
    if view.has_models:
        right = (*_about_models(view, width - width_of(left) - width_of(right) - 5), *right)
    return spread(left, right, width)


def _about_models(view: View, room: int) -> Line:
    """Describe failures and usage of models up to the playhead.

    Failures come first if a default action was taken or an action was illegal, else usage.
    """
    tallies = view.model_log.tallies(view.n)
    fell_back = any(tally.fallbacks or tally.illegal for tally in tallies.values())
    failures = [(words, "bad" if fell_back else "hi") for words in failure_texts(tallies)]
    usage = [(words, "mid") for words in usage_texts(view.model_log.usage(view.n))]
    chosen: dict[bool, tuple[str, str]] = {}
    for is_failure in (fell_back, not fell_back):
        if fits := next((span for span in (failures if is_failure else usage) if len(span[0]) <= room), None):
            chosen[is_failure] = fits
            room -= len(fits[0]) + 3
    return tuple(span for key in (True, False) if key in chosen for span in (chosen[key], ("   ", "")))


def inspector_header(view: View, pane: ScenePane, state: tuple[str, str], width: int, daily: str = "") -> Line:
    """Draw the header while the inspector covers the stage."""
    decision = view.decision
    left: Line = ((" Playbill  ", "bold accent"), ("inspector", "mid"))
    event: Line = (("event ", "mid"), (str(view.n), "bold hi"))
    turn: Line = ((f"  {pane.traits.unit} ", "mid"), (str(view.turn), "bold hi"))
    who: Line = (("  ", ""), (decision.agent, "bold hi")) if decision else ()
    return spread(left, (*event, *turn, *who, ("   ", ""), state, (" ", "")), width)
