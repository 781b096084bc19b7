"""How a run that is over came out: who won, the points, what was measured."""

from collections.abc import Iterable, Sequence

from core.events import RunEnded
from tui.panes.kit import seated
from tui.styles import Line, Span, fit, pad, width_of, wrap
from tui.view import View

FEW, COLUMN = 12, 36
"""People at a small table, and cells of a result where they stand in columns."""


def measured(ended: RunEnded, names: Iterable[str]) -> list[str]:
    """Write those metrics that were measured."""
    return [f"{name.replace('_', ' ')} {_value(ended.result[name])}" for name in names if name in ended.result]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def lines(view: View, names: Iterable[str], width: int) -> list[Line]:
    """Draw the metrics of these names, and the table of results."""
    if view.ended is None:
        return []
    table = _table(view, view.ended, width)
    told = measured(view.ended, names)
    rows = wrap(" · ".join(told), width - 4) if told else []
    return [(), *(((f"   {row}", "fg"),) for row in rows), *table]


def _table(view: View, ended: RunEnded, width: int) -> list[Line]:
    """Everybody with points, or at a small table everybody, the best first."""
    cast, scores = view.header.cast, ended.scores
    few = list(cast) if ended.winners and len(cast) <= FEW else []
    names = sorted(scores or few, key=lambda name: (-scores.get(name, 0), name not in ended.winners))
    return columns([_result(view, ended, name) for name in names], width)


def columns(cells: Sequence[Line], width: int) -> list[Line]:
    """Draw a row for each, one below the other; side by side where there are many."""
    wide = max([COLUMN, *(width_of(cell) + 1 for cell in cells)])
    count = 1 if len(cells) <= FEW // 2 else max(1, width // wide)
    rows = -(-len(cells) // count)
    return [tuple(span for cell in cells[i::rows] for span in fit(cell, min(width, wide))) for i in range(rows)]


def lead(view: View, name: str, mark: Span = ("", "")) -> Line:
    """Begin a row about somebody: a sign, the name, who it is played by."""
    size = min(12, max(map(len, view.header.cast)))
    who = "you" if name == view.seat else seated(view.header.cast[name])
    return ((f"   {mark[0] or ' '} ", mark[1]), (f"{pad(name, size)} ", "fg"), (f"{pad(who, 10)} ", "mid"))


def won(view: View, name: str) -> Span:
    """Give the sign of a winner."""
    return ("✓", "good") if view.ended is not None and name in view.ended.winners else ("", "")


def _result(view: View, ended: RunEnded, name: str) -> Line:
    size = max((len(f"{score:g}") for score in ended.scores.values()), default=0)
    points = f" {f'{ended.scores[name]:g}' if name in ended.scores else '':>{size}}" if size else ""
    sign, _, who = lead(view, name, won(view, name))
    told = (pad(name, 12), "bold hi" if name in ended.winners else "fg")
    return (sign, told, (points, "bold hi"), (f"  {who[0].rstrip()}", "mid"))
