"""Result of a finished run: winners, points and metrics."""

from collections.abc import Iterable, Sequence

from core.engine.events import RunEnded
from tui.glyphs import cells
from tui.log_view import LogView
from tui.panes.kit import seated
from tui.styles import Line, Span, fit, pad, width_of, wrap

FEW, COLUMN = 12, 36
"""People at a small table, and cells of a result where they stand in columns."""


def measured(ended: RunEnded, names: Iterable[str]) -> list[str]:
    """Write those metrics that were measured."""
    return [f"{name.replace('_', ' ')} {_value(ended.result[name])}" for name in names if name in ended.result]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def lines(view: LogView, names: Iterable[str], width: int) -> list[Line]:
    """Draw the metrics of these names, and the table of results."""
    if view.ended is None:
        return []
    table = _table(view, view.ended, width)
    told = measured(view.ended, names)
    rows = wrap(" · ".join(told), width - 4) if told else []
    return [(), *(((f"   {row}", "fg"),) for row in rows), *table]


def _table(view: LogView, ended: RunEnded, width: int) -> list[Line]:
    """Everybody with points, or at a small table everybody, the best first."""
    cast, scores = view.header.cast, ended.scores
    few = list(cast) if ended.winners and len(cast) <= FEW else []
    names = sorted(scores or few, key=lambda name: (-scores.get(name, 0), name not in ended.winners))
    return columns([_result(view, ended, name) for name in names], width)


def columns(told: Sequence[Line], width: int) -> list[Line]:
    """Draw a row for each, one below the other; side by side where there are many."""
    wide = max([min(COLUMN, width // 2), *(width_of(each) + 1 for each in told)])
    count = 1 if len(told) <= FEW // 2 else max(1, width // wide)
    if count == 1:
        return list(told)
    rows = -(-len(told) // count)
    return [tuple(span for each in told[i::rows] for span in fit(each, wide)) for i in range(rows)]


def lead(view: LogView, name: str, mark: Span = ("", ""), among: Iterable[str] = ()) -> Line:
    """Begin a row about somebody: a sign, the name, as wide as it takes `among` others, who it is played by."""
    size = min(12, max(map(cells, among or view.header.cast)))
    return ((f"   {mark[0] or ' '} ", mark[1]), (f"{pad(name, size)} ", "fg"), (f"{played_by(view, name)} ", "mid"))


def played_by(view: LogView, name: str) -> str:
    """Say who plays somebody, as wide as it takes for everybody, within reason."""
    told = {each: "you" if each == view.seat else seated(policy) for each, policy in view.header.cast.items()}
    return pad(told[name], min(10, max(map(cells, told.values()))))


def won(view: LogView, name: str) -> Span:
    """Give the sign of a winner."""
    return ("✓", "good") if view.ended is not None and name in view.ended.winners else ("", "")


def _result(view: LogView, ended: RunEnded, name: str) -> Line:
    size = max((len(f"{score:g}") for score in ended.scores.values()), default=0)
    points = f" {f'{ended.scores[name]:g}' if name in ended.scores else '':>{size}}" if size else ""
    sign, _, who = lead(view, name, won(view, name))
    told = (pad(name, 12), "bold hi" if name in ended.winners else "fg")
    return (sign, told, (points, "bold hi"), (f"  {who[0].rstrip()}", "mid"))
