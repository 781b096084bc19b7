"""The statechart of the feed: accounts by state, and on the arrows the number of moves in a tick."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.statechart import TIMEOUT
from scenes.feed.behavior import (
    ARC_OF_LETTER,
    CHART,
    COMPOSING,
    ENGAGEMENTS,
    EVALUATING,
    IDLE,
    LIKE,
    REPLY,
    RESHARE,
    RESTING,
    SCROLLING,
    AgentState,
)
from tui.panes.drawing import in_columns, merge_spans, rule
from tui.panes.feed.agents import STATES
from tui.styles import Line, Span, fit, width_of

WIDTH, HEIGHT = 77, 6
"""Size of the drawing in cells and rows."""
Flow = Mapping[tuple[AgentState, AgentState], tuple[int, int]]
"""For each pair of states, the number of accounts that moved between them, and the number of timeouts."""


def flow(columns: Iterable[str]) -> Flow:
    """Count the transitions of a tick; each column has one letter per account, for its move."""
    moved: Counter[tuple[AgentState, AgentState]] = Counter()
    late: Counter[tuple[AgentState, AgentState]] = Counter()
    for column in columns:
        for letter, arc in ARC_OF_LETTER.items():
            if count := column.count(letter):
                moved[arc.move[:2]] += count
                if arc.move[2] == TIMEOUT:
                    late[arc.move[:2]] += count
    return {way: (count, late[way]) for way, count in moved.items()}


def rows_for(width: int) -> int:
    """Return the number of rows of the chart, or in a narrow window of the list of transitions."""
    return HEIGHT if width >= WIDTH else -(-len(TRANSITIONS) // _across(width))


def paint(
    counts: Mapping[AgentState, int], moves: Flow, selected: AgentState, width: int, rows: int = 100
) -> list[Line]:
    """Draw the chart; in a narrow window, list at most `rows` rows of the most frequent transitions."""
    return _drawing(counts, moves, selected) if width >= WIDTH else _ways(moves, width, rows)


def short_count(count: int) -> str:
    """Write a number; below a million, it takes at most four cells."""
    return str(count) if count < 10_000 else f"{count // 1000}k"


# -- as a list of transitions

TRANSITIONS = tuple(dict.fromkeys(arc.move[:2] for arc in CHART.arcs))
"""All pairs of states with a transition, in the order of the chart."""


def _across(width: int) -> int:
    return 2 if width >= 56 else 1


def _ways(moves: Flow, width: int, rows: int) -> list[Line]:
    cells = width // _across(width)
    down = min(rows, -(-len(TRANSITIONS) // _across(width)))
    busiest = sorted(TRANSITIONS, key=lambda way: -moves.get(way, (0, 0))[0])[: down * _across(width)]
    parts = [_way(way, moves.get(way, (0, 0)), cells) for way in TRANSITIONS if way in busiest]
    return in_columns(parts, _across(width))


def _way(transition: tuple[AgentState, AgentState], moved: tuple[int, int], cells: int) -> Line:
    count, late = moved
    spans: list[Span] = [(f" {STATES[transition[0]]} → {STATES[transition[1]]} ", "mid" if count else "dim")]
    spans.append((short_count(count), "fg" if count else "dim"))
    if transition[0] is EVALUATING and transition[1] is not SCROLLING:
        spans.append((" ?", "accent"))
    if late:
        spans.append((f" late {short_count(late)}", "mid"))
    return fit(tuple(spans), cells)


# -- drawing the chart

DRAWING = (
    "   ╭────────────► Composing ─────────────────╮                               ",
    "   │               ▲                         │           ╭────► Like ───────╮",
    " Idle ──────────► Scrolling ──────────► Evaluating ──────┼────► Reply ──────┤",
    " ▲ ╰◄─────────────╯ │    ▲  ╰◄──────────────────╯        ╰────► Reshare ────┤",
    "                         ╰──────────────────────────────────────────────────┤",
    " ╰─ Resting ────────┴───────────────────────────────────────────────────────╯",
)
"""The chart without numbers."""
NODES = {
    COMPOSING: (18, 0),
    LIKE: (64, 1),
    IDLE: (1, 2),
    SCROLLING: (18, 2),
    EVALUATING: (40, 2),
    REPLY: (64, 2),
    RESHARE: (64, 3),
    RESTING: (4, 5),
}
"""Column and row of each state."""
Transition = tuple[AgentState, AgentState]
ARROWS: tuple[tuple[Sequence[Transition], int, int | AgentState, int], ...] = (
    ([(IDLE, COMPOSING)], 0, 4, 16),
    ([(EVALUATING, COMPOSING)], 0, COMPOSING, 45),
    ([(IDLE, SCROLLING)], 2, IDLE, 16),
    ([(SCROLLING, EVALUATING)], 2, SCROLLING, 38),
    ([(EVALUATING, LIKE)], 1, 58, 62),
    ([(EVALUATING, REPLY)], 2, 58, 62),
    ([(EVALUATING, RESHARE)], 3, 58, 62),
    ([(EVALUATING, SCROLLING)], 3, 30, 48),
    ([(state, SCROLLING) for state in ENGAGEMENTS], 4, 26, 76),
    ([(state, RESTING) for state in ENGAGEMENTS], 5, 21, 76),
)
"""Horizontal arrows: moves, row, first column (or the state where the arrow starts), column after the last one."""


def _drawing(counts: Mapping[AgentState, int], moves: Flow, selected: AgentState) -> list[Line]:
    rows: list[list[Span]] = [[(sign, "mid" if sign in "►▲◄" else "dim") for sign in row] for row in DRAWING]

    def put(x: int, y: int, spans: Line) -> int:
        """Write over the drawing; return the column after the text."""
        cells = [(sign, style) for text, style in spans for sign in text][: WIDTH - x]
        rows[y][x : x + len(cells)] = cells
        return x + len(cells)

    ends: dict[AgentState, int] = {}
    for state, (x, y) in NODES.items():
        name, number = ("bold hi", "bold hi") if state is selected else ("bold fg", "fg")
        end = put(x, y, ((f"{STATES[state]} ", name), (short_count(counts[state]), number)))
        if state is EVALUATING:
            end = put(end, y, ((" ?", "bold accent"),))
        if rows[y][end][0] == "─":
            end = put(end, y, ((" ", ""), ("◄", "mid")) if state in (COMPOSING, RESTING) else ((" ", ""),))
        ends[state] = end
    for ways, y, start, end in ARROWS:
        x = start if isinstance(start, int) else ends[start]
        room = end - x
        fitting = [label for label in _labels(moves, *ways) if width_of(label) <= room]
        label = fitting[0] if fitting else _labels(moves, *ways)[-1][1:2]
        put(x + max(0, (room - width_of(label)) // 2), y, label)
    # the labels beside vertical arrows
    down = put(21, 1, _label(moves, (SCROLLING, COMPOSING)))
    put(max(down + 2, 26), 1, (("▼ ", "mid"), *_label(moves, (COMPOSING, SCROLLING))))
    away, *late = _label(moves, (SCROLLING, IDLE))
    put(5 + max(0, (11 - len(away[0])) // 2), 3, ((" ", ""), away, (" ", "")))
    put(7, 4, tuple(late))
    put(1, 4, _label(moves, (RESTING, IDLE)))
    put(20, 4, _label(moves, (SCROLLING, RESTING))[:1])
    return [merge_spans(row) for row in rows]


def _label(moves: Flow, *ways: Transition) -> Line:
    """Draw the number of moves, and of timeouts among them if there are any."""
    count, late = (sum(moves.get(way, (0, 0))[i] for way in ways) for i in (0, 1))
    number: Span = (short_count(count), "fg" if count else "dim")
    return (number, (f" timeout {short_count(late)}", "mid")) if late else (number,)


def _labels(moves: Flow, *ways: Transition) -> list[Line]:
    """Return the labels of an arrow, longest first: with timeouts, and without; between blanks."""
    label = _label(moves, *ways)
    return [((" ", ""), *label[:size], (" ", "")) for size in range(len(label), 0, -1)]


def title(width: int, tick: int) -> Line:
    """Draw the title row of the chart."""
    left: Line = (("Chart ", "bold fg"), (f" moves in tick {tick} ", "mid"))
    return rule(left, width, ((" ?", "bold accent"), (" an oracle decides ", "dim")))
