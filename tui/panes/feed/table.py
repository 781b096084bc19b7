"""The accounts by state: a live table, and an area chart of the whole run."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from scenes.feed.behavior import ENGAGEMENTS, AgentState
from scenes.feed.scene import FeedScene
from tui.panes.drawing import notice
from tui.panes.feed.agents import STATES, bar
from tui.styles import Line, Span, fit, width_of, wrap_line

STEPS = "▁▂▃▄▅▆▇█"
MAX_SAMPLED = 2000
"""Maximum accounts for a mean time; a larger network is sampled evenly."""
SORTS = ("chart", "count", "growth", "mean time")
ROWS = len(AgentState)
BRIEF, ACROSS = 2, 4
"""Rows of the brief table, and states per row."""
NAME, COUNT, SHARE, CHANGE, MEAN = 14, 7, 5, 7, 6
"""Widths of the columns in cells; bar and trend share the rest."""
TREND_WIDTH = 8
MIN_VARIATION = 0.25
"""Relative variation below which a trend does not use the full height of its row."""


class Standing(NamedTuple):
    """A state's values at the playhead."""

    state: AgentState
    agents: int
    change: int
    trend: tuple[int, ...]
    """Counts in the last ticks, oldest first."""
    mean: float | None
    """Mean number of ticks that its accounts have been in it; None without accounts."""

    @property
    def growth(self) -> float:
        """The change divided by the square root of the old count, which is the expected random change."""
        return self.change / sqrt(max(1, self.agents - self.change))


def distribution(scene: FeedScene) -> tuple[int, ...]:
    """Return the number of accounts in each state after the last tick."""
    return scene.series[-1] if scene.series else (sum(map(bool, scene.archetypes)), *[0] * (ROWS - 1))


def standings(scene: FeedScene, ticks: int) -> list[Standing]:
    """Return the rows in the order of the chart, with a trend over `ticks` ticks."""
    now = distribution(scene)
    before = scene.series[-2] if len(scene.series) > 1 else now
    trends = tuple(zip(*scene.series[-ticks:], strict=True)) or ((),) * ROWS
    columns = zip(AgentState, now, before, trends, mean_times(scene), strict=True)
    return [Standing(state, count, count - last, trend, mean) for state, count, last, trend, mean in columns]


def mean_times(scene: FeedScene) -> list[float | None]:
    """Return for each state the mean number of ticks that its accounts have been in it; None if it is empty."""
    if scene.crowd is not None:
        return scene.crowd.mean_times()
    ticks, counts = dict.fromkeys(AgentState, 0), dict.fromkeys(AgentState, 0)
    for agent in scene.agents[:: -(-len(scene.agents) // MAX_SAMPLED)]:
        if agent.joined:
            counts[agent.state] += 1
            ticks[agent.state] += agent.ticks_in_state
    return [ticks[state] / n if (n := counts[state]) else None for state in AgentState]


def ordered(rows: Sequence[Standing], sort: str) -> tuple[AgentState, ...]:
    """Return the states in the chosen order, highest value first; by default, in the order of the chart."""
    keys = {
        "count": lambda row: -row.agents,
        "growth": lambda row: -row.growth,
        "mean time": lambda row: -(row.mean or 0.0),
    }
    return tuple(row.state for row in (sorted(rows, key=keys[sort]) if sort in keys else rows))


def trend_cells(width: int) -> int:
    """Return the number of ticks that the trend shows."""
    return TREND_WIDTH + max(0, min(24, (width - 80) // 3))


def _bar_cells(width: int) -> int:
    return width - NAME - COUNT - SHARE - CHANGE - MEAN - trend_cells(width) - 3


def title(width: int, sort: str, sampled: bool, focused: bool, is_brief: bool = False) -> Line:
    """Draw the names of the columns, and the keys if there is room."""
    mark: Span = ("▌", "accent") if focused else ("─", "line")
    left: Line = (mark, (f"{'States':<{NAME - 1}}", "bold accent" if focused else "bold fg"))
    right: Line = (("──", "line"),)
    if not is_brief:
        left = (*left, (f"{'count':>{COUNT}}{'share':>{SHARE + 1}} ", "mid"))
        mean = "~mean" if sampled else "mean"
        right = ((f" {'change':<{CHANGE}}{'trend':<{trend_cells(width)}} {mean:>{MEAN - 2}} ", "mid"),)
    sorting = f" sorted by {sort} " if sort != SORTS[0] else ""
    room = width - width_of(left) - width_of(right)
    keys: Line = (("─── ", "line"), ("/", "accent"), (" filter  ", "dim"), ("s", "accent"), (" sort ", "dim"))
    keys = keys if room >= width_of(keys) + len(sorting) + 3 else ()
    sorting = sorting if room >= len(sorting) + 3 else ""
    rule = room - width_of(keys) - len(sorting)
    return (*left, ("─" * max(0, rule), "line"), (sorting, "accent"), *keys, *right)


def paint(rows: Sequence[Standing], order: Sequence[AgentState], selected: AgentState, width: int) -> list[Line]:
    """Draw one row per state. A full bar is the highest recent count of any state.

    The state that grows fastest is highlighted.
    """
    total = sum(row.agents for row in rows) or 1
    full = max((count for row in rows for count in (row.agents, *row.trend)), default=1) or 1
    fastest = max(rows, key=lambda row: row.growth)
    plain = list(order) == list(AgentState)
    out = []
    for row in sorted(rows, key=lambda row: order.index(row.state)):
        grows, here = row is fastest and row.change > 0, row.state == selected
        line = _row(row, total, full, width, grows, here, plain)
        out.append(tuple((text, f"{style} on selected") for text, style in line) if here else line)
    return out


def brief_rows(rows: Sequence[Standing], order: Sequence[AgentState], selected: AgentState, width: int) -> list[Line]:
    """Draw only the counts, in `BRIEF` rows."""
    parts: list[Line] = []
    for row in sorted(rows, key=lambda row: order.index(row.state)):
        here = row.state == selected
        text = (f"{STATES[row.state]} {row.agents:,}", "bold hi on selected" if here else "fg")
        parts.append(fit((("▸" if here else " ", "accent"), text), width // ACROSS))
    return [sum(parts[at : at + ACROSS], ()) for at in range(0, ROWS, ACROSS)]


def _row(row: Standing, total: int, full: int, width: int, grows: bool, selected: bool, plain: bool) -> Line:
    name = f"{'  ' if plain and row.state in ENGAGEMENTS else ''}{STATES[row.state]}"
    cells, trend = max(0, _bar_cells(width)), trend_cells(width)
    length = bar(row.agents / full, cells) or ("╸" if row.agents else "")
    change = f"▲{row.change:,}" if row.change > 0 else f"▼{-row.change:,}" if row.change < 0 else "·"
    mean = "·" if row.mean is None else f"{row.mean:.1f}"
    line: Line = (
        (" ▸ " if selected else "   ", "accent"),
        (f"{name:<{NAME - 3}}", "bold hi" if selected else "fg"),
        (f"{row.agents:>{COUNT},}", "bold hi" if selected else "fg"),
        (f"{100 * row.agents / total:>{SHARE}.0f}% ", "mid"),
        (f"{length:<{cells}} ", "accent" if grows else "mid"),
        (f"{change:<{CHANGE}}", "fg"),
        (f"{sparkline(row.trend[-trend:]):>{trend}} ", "accent" if grows else "dim"),
        (f"{mean:>{MEAN - 2}} ", "mid"),
    )
    return fit(line, width)


def sparkline(counts: Sequence[int]) -> str:
    """Draw counts as bars from lowest to highest; if they differ little, near the top of the row."""
    if not counts:
        return ""
    top = max(counts)
    span = max(top - min(counts), top * MIN_VARIATION) or 1.0
    return "".join(STEPS[round(7 * (1 - (top - count) / span))] if top else STEPS[0] for count in counts)


ACTIVITIES = (
    "away from the feed",
    "looking through the feed, a post a tick",
    "looking at a post; an oracle decides",
    "writing a post",
    "liking a post, for a tick",
    "answering a post, for a tick",
    "passing a post on to their followers",
    "had enough for a while",
)
ABOUT = dict(zip(AgentState, ACTIVITIES, strict=True))
"""Activity of accounts in each state."""


SIGNS = dict(zip(AgentState, "·sec♡↳↻z", strict=True))
"""Characters that fill the states' areas, from the bottom up."""
STYLES = dict(zip(AgentState, ("line", "mid", "hi", "fg", "mid", "fg", "mid", "dim"), strict=True))
EDGE = 1


def paint_area(scenes: Sequence[FeedScene], selected: AgentState, width: int, rows: int) -> list[Line]:
    """Draw the area chart in `rows` rows, with a legend below.

    Two runs are drawn one below the other with aligned ticks; the run in view is first.
    """
    ticks = max(len(scene.series) for scene in scenes)
    if not ticks:
        return notice("No tick has passed yet")
    styles = {**STYLES, selected: "bold accent"}
    signs = tuple((f" {SIGNS[state]} {STATES[state].lower()} ", styles[state]) for state in AgentState)
    below = wrap_line(signs, width)
    across, high = min(width - 2 * EDGE, ticks), max(1, (rows - len(below)) // len(scenes))
    lines: list[Line] = []
    for scene, lead in zip(scenes, "▸ " if len(scenes) > 1 else " ", strict=True):
        spans = [(x * ticks // across, max((x + 1) * ticks // across, x * ticks // across + 1)) for x in range(across)]
        columns = [fill_states(_mean(part), high) for start, end in spans if (part := scene.series[start:end])]
        for y in reversed(range(high)):
            states = [column[y] for column in columns]
            lines.append(((lead, "accent"), *((SIGNS[state], styles[state]) for state in states)))
    return [*lines, *below]


def _mean(ticks: Sequence[Sequence[int]]) -> list[float]:
    """Return the mean counts over a column's ticks, by state."""
    return [sum(column) / len(ticks) for column in zip(*ticks, strict=True)]


def fill_states(counts: Sequence[float], rows: int) -> list[AgentState]:
    """Assign a state to each row, bottom up, in proportion to the states' counts."""
    total = sum(counts) or 1.0
    out: list[AgentState] = []
    below = 0.0
    for state, count in zip(AgentState, counts, strict=True):
        below += count
        out += [state] * (round(below / total * rows) - len(out))
    return out
