"""The statechart of the feed: accounts by state, and on the arrows the number of moves in a tick."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.statechart import TIMEOUT
from scenes.feed.behavior import (
    ARCS,
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
from tui.panes.feed.agents import STATES
from tui.panes.time_axis import merge_spans
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
        for letter, arc in ARCS.items():
            if count := column.count(letter):
                moved[arc.move[:2]] += count
                if arc.move[2] == TIMEOUT:
                    late[arc.move[:2]] += count
    return {way: (count, late[way]) for way, count in moved.items()}


def rows_for(width: int) -> int:
    """Return the number of rows of the chart, or in a narrow window of the list of transitions."""
    return HEIGHT if width >= WIDTH else -(-len(WAYS) // _across(width))


def paint(
    counts: Mapping[AgentState, int], moves: Flow, selected: AgentState, width: int, rows: int = 100
) -> list[Line]:
    """Draw the chart; in a narrow window, list at most `rows` rows of the most frequent transitions."""
    return _drawing(counts, moves, selected) if width >= WIDTH else _ways(moves, width, rows)


def short(count: int) -> str:
    """Write a number; below a million, it takes at most four cells."""
    return str(count) if count < 10_000 else f"{count // 1000}k"


# -- as a list of transitions

WAYS = tuple(dict.fromkeys(arc.move[:2] for arc in CHART.arcs))
"""All pairs of states with a transition, in the order of the chart."""


def _across(width: int) -> int:
    return 2 if width >= 56 else 1


def _ways(moves: Flow, width: int, rows: int) -> list[Line]:
    cells = width // _across(width)
    down = min(rows, -(-len(WAYS) // _across(width)))
    busiest = sorted(WAYS, key=lambda way: -moves.get(way, (0, 0))[0])[: down * _across(width)]
    parts = [_way(way, moves.get(way, (0, 0)), cells) for way in WAYS if way in busiest]
    return [sum(parts[row::down], ()) for row in range(down)]


def _way(way: tuple[AgentState, AgentState], moved: tuple[int, int], cells: int) -> Line:
    count, late = moved
    spans: list[Span] = [(f" {STATES[way[0]]} → {STATES[way[1]]} ", "mid" if count else "dim")]
    spans.append((short(count), "fg" if count else "dim"))
    if way[0] is EVALUATING and way[1] is not SCROLLING:
        spans.append((" ?", "accent"))
    if late:
        spans.append((f" late {short(late)}", "mid"))
    return fit(tuple(spans), cells)


# -- as a drawing

_IDLE, _SCROLL, _EVAL, _FORK, _GAIN, _BACK = 1, 18, 40, 57, 64, 76
"""Columns of Idle, Scrolling, Evaluating, the fork after the oracle, the engagements, and the arrows back."""
_LINE = "dim"


class _Sheet:
    """A grid of cells to write on; later texts overwrite earlier ones."""

    def __init__(self) -> None:
        self._rows: list[list[Span]] = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def put(self, x: int, y: int, text: str, style: str = _LINE) -> int:
        """Write a text; return the column after it."""
        for i, letter in enumerate(text[: WIDTH - x]):
            self._rows[y][x + i] = (letter, style)
        return x + len(text)

    def arrow(self, start: int, end: int, y: int, label: Sequence[Span], head: str = "") -> None:
        """Draw a horizontal arrow from column to column, with a label in its middle and a head at one end."""
        self.put(start, y, "─" * (end - start + 1))
        if head:
            self.put(start if head == "◄" else end, y, head, "mid")
        if not label:
            return
        size = sum(len(text) for text, _ in label) + 2
        low, high = start + (head == "◄"), end - (head == "►")
        if size > high - low + 1 and len(label) > 1:
            self.arrow(start, end, y, label[:1], head)
            return
        x = low + max(0, (high - low + 1 - size) // 2)
        for text, style in ((" ", ""), *label, (" ", "")) if size <= high - low + 1 else label:
            x = self.put(x, y, text, style)

    def lines(self) -> list[Line]:
        return [merge_spans(row) for row in self._rows]


def _drawing(counts: Mapping[AgentState, int], moves: Flow, selected: AgentState) -> list[Line]:
    sheet = _Sheet()

    def node(state: AgentState, x: int, y: int) -> int:
        here = state is selected
        x = sheet.put(x, y, STATES[state], "bold hi" if here else "bold fg") + 1
        return sheet.put(x, y, short(counts[state]), "bold hi" if here else "fg")

    def label(*ways: tuple[AgentState, AgentState]) -> list[Span]:
        count = sum(moves.get(way, (0, 0))[0] for way in ways)
        late = sum(moves.get(way, (0, 0))[1] for way in ways)
        spans: list[Span] = [(short(count), "fg" if count else "dim")]
        return [*spans, (f" timeout {short(late)}", "mid")] if late else spans

    # rows 0 and 1: Composing and its arrows
    writes = _SCROLL
    sheet.put(_IDLE + 2, 0, "╭")
    sheet.put(_IDLE + 2, 1, "│")
    sheet.arrow(_IDLE + 3, writes - 2, 0, label((IDLE, COMPOSING)), "►")
    end = node(COMPOSING, writes, 0)
    sheet.arrow(end + 1, _EVAL + 4, 0, label((EVALUATING, COMPOSING)), "◄")
    sheet.put(_EVAL + 5, 0, "╮")
    sheet.put(_EVAL + 5, 1, "│")
    x = sheet.put(writes + 1, 1, "▲ ", "mid")
    for text, style in label((SCROLLING, COMPOSING)):
        x = sheet.put(x, 1, text, style)
    x = sheet.put(max(x + 2, writes + 8), 1, "▼ ", "mid")
    for text, style in label((COMPOSING, SCROLLING)):
        x = sheet.put(x, 1, text, style)
    # row 2: Idle, Scrolling, Evaluating; rows 1 to 3: the engagements
    end = node(IDLE, _IDLE, 2)
    sheet.arrow(end + 1, _SCROLL - 2, 2, label((IDLE, SCROLLING)), "►")
    end = node(SCROLLING, _SCROLL, 2)
    sheet.arrow(end + 1, _EVAL - 2, 2, label((SCROLLING, EVALUATING)), "►")
    end = sheet.put(node(EVALUATING, _EVAL, 2), 2, " ?", "bold accent")
    if end < _FORK:
        sheet.put(end + 1, 2, "─" * (_FORK - end - 1))
    for y, corner, back, state in ((1, "╭", "╮", LIKE), (2, "┼", "┤", REPLY), (3, "╰", "┤", RESHARE)):
        sheet.put(_FORK, y, corner)
        sheet.arrow(_FORK + 1, _FORK + 5, y, label((EVALUATING, state)), "►")
        end = node(state, _GAIN, y) + 1
        sheet.put(end, y, "─" * (_BACK - end))
        sheet.put(_BACK, y, back)
    # rows 3 to 5: Resting, and the arrows back
    sheet.put(_IDLE, 3, "▲", "mid")
    sheet.put(_IDLE + 2, 3, "╰")
    away, *late = label((SCROLLING, IDLE))
    sheet.arrow(_IDLE + 3, _SCROLL - 1, 3, [away], "◄")
    for text, style in late:
        sheet.put(_IDLE + 6, 4, text, style)
    sheet.put(_SCROLL, 3, "╯")
    sheet.put(_SCROLL + 2, 3, "│")
    sheet.put(_SCROLL + 7, 3, "▲", "mid")
    sheet.put(_SCROLL + 10, 3, "╰")
    sheet.arrow(_SCROLL + 11, _EVAL + 7, 3, label((EVALUATING, SCROLLING)), "◄")
    sheet.put(_EVAL + 8, 3, "╯")
    x = _IDLE
    for text, style in label((RESTING, IDLE)):
        x = sheet.put(x, 4, text, style)
    for text, style in label((SCROLLING, RESTING))[:1]:
        sheet.put(_SCROLL + 2, 4, text, style)
    sheet.put(_SCROLL + 7, 4, "╰")
    sheet.arrow(_SCROLL + 8, _BACK - 1, 4, label(*((state, SCROLLING) for state in ENGAGEMENTS)))
    sheet.put(_BACK, 4, "┤")
    sheet.put(_IDLE, 5, "╰─")
    end = node(RESTING, _IDLE + 3, 5)
    sheet.arrow(end + 1, _SCROLL + 1, 5, (), "◄")
    sheet.put(_SCROLL + 2, 5, "┴")
    sheet.arrow(_SCROLL + 3, _BACK - 1, 5, label(*((state, RESTING) for state in ENGAGEMENTS)))
    sheet.put(_BACK, 5, "╯")
    return sheet.lines()


def title(width: int, tick: int) -> Line:
    """Draw the title row of the chart."""
    left: Line = (("─ ", "line"), ("Chart ", "bold fg"), (f" moves in tick {tick} ", "mid"))
    right: Line = ((" ?", "bold accent"), (" an oracle decides ", "dim"), ("──", "line"))
    return (*left, ("─" * max(0, width - width_of(left) - width_of(right)), "line"), *right)
