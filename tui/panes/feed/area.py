"""The states over the whole run, as an area: a column for some ticks, each state as high as its share of accounts."""

from collections.abc import Sequence

from scenes.feed.behavior import AgentState
from scenes.feed.scene import FeedScene
from tui.panes.feed.agents import STATES
from tui.styles import Line, wrap_line

SIGNS = dict(zip(AgentState, "·sec♡↳↻z", strict=True))
"""Fill characters of the states' areas, from the bottom up."""
STYLES = dict(zip(AgentState, ("line", "mid", "hi", "fg", "mid", "fg", "mid", "dim"), strict=True))
EDGE = 1


def paint(scenes: Sequence[FeedScene], selected: AgentState, width: int, rows: int) -> list[Line]:
    """So many rows, with what the signs mean below.

    Of two runs, one stands under the other, and ticks stand under each other; the first is the one that is looked at.
    """
    ticks = max(len(scene.series) for scene in scenes)
    if not ticks:
        return [((" No tick has passed yet", "dim"),)]
    styles = {**STYLES, selected: "bold accent"}
    signs = tuple((f" {SIGNS[state]} {STATES[state].lower()} ", styles[state]) for state in AgentState)
    below = wrap_line(signs, width)
    across, high = min(width - 2 * EDGE, ticks), max(1, (rows - len(below)) // len(scenes))
    lines: list[Line] = []
    for scene, lead in zip(scenes, "▸ " if len(scenes) > 1 else " ", strict=True):
        spans = [(x * ticks // across, max((x + 1) * ticks // across, x * ticks // across + 1)) for x in range(across)]
        columns = [filled(_mean(part), high) for start, end in spans if (part := scene.series[start:end])]
        for y in reversed(range(high)):
            states = [column[y] for column in columns]
            lines.append(((lead, "accent"), *((SIGNS[state], styles[state]) for state in states)))
    return [*lines, *below]


def _mean(ticks: Sequence[Sequence[int]]) -> list[float]:
    """Return the mean of a column's ticks, by state."""
    return [sum(column) / len(ticks) for column in zip(*ticks, strict=True)]


def filled(counts: Sequence[float], rows: int) -> list[AgentState]:
    """The state of each row from the bottom up, so that every state has its share of them."""
    total = sum(counts) or 1.0
    out: list[AgentState] = []
    below = 0.0
    for state, count in zip(AgentState, counts, strict=True):
        below += count
        out += [state] * (round(below / total * rows) - len(out))
    return out
