"""Scatter plot of two columns of a sheet as SVG, with intervals on both axes."""

from collections.abc import Callable, Sequence
from html import escape
from math import isnan

from core.lab.figures import Figure, short
from core.lab.results import Sheet

WIDE, HIGH = 720, 340
"""Size of the picture in pixels."""
LEFT, RIGHT, TOP, BELOW = 64, 150, 14, 44
"""Margins around the plot; row names stand at the right."""
STEPS = 4
"""Grid lines above zero."""


def plot(sheet: Sheet, across: int, up: int, anchor: Callable[[Figure], str]) -> str:
    """Draw the rows that have both figures; `anchor` returns the link to the games behind a figure."""
    rows = [(str(row[0]), row[across], row[up]) for row in sheet.rows]
    known = [(name, x, y) for name, x, y in rows if isinstance(x, Figure) and isinstance(y, Figure) and x.n and y.n]
    if not known:
        return ""
    right, rise = _ends([x for _, x, _ in known], zero=True), _ends([y for _, _, y in known])
    place_x, place_y = _along(right, LEFT, WIDE - RIGHT), _along(rise, HIGH - BELOW, TOP)
    out = [*_scale(right, place_x, upright=False), *_scale(rise, place_y, upright=True)]
    middle, base = (LEFT + WIDE - RIGHT) // 2, HIGH - 6
    out.append(f'<text x="{middle}" y="{base}" text-anchor="middle">{escape(sheet.columns[across])}</text>')
    turned = f'transform="rotate(-90 14 {base // 2})" text-anchor="middle"'
    out.append(f'<text x="14" y="{base // 2}" {turned}>{escape(sheet.columns[up])}</text>')
    for name, x, y in known:
        cx, cy = place_x(x.value), place_y(y.value)
        if not isnan(x.low):
            out.append(f'<line x1="{place_x(x.low)}" x2="{place_x(x.high)}" y1="{cy}" y2="{cy}"/>')
        if not isnan(y.low):
            out.append(f'<line x1="{cx}" x2="{cx}" y1="{place_y(y.low)}" y2="{place_y(y.high)}"/>')
        dot = f'<circle cx="{cx}" cy="{cy}" r="4"/><text x="{cx + 8}" y="{cy - 6}">{escape(name)}</text>'
        out.append(f'<a href="#{anchor(y)}">{dot}</a>' if y.rows else dot)
    label = escape(f"{sheet.title}: {sheet.columns[up]} by {sheet.columns[across]}")
    return f'<svg class=plot viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{"".join(out)}</svg>'


def _ends(figures: Sequence[Figure], zero: bool = False) -> tuple[float, float]:
    """Return the range of values and intervals; it begins at 0 if nothing is below."""
    values = [each for f in figures for each in (f.value, f.low, f.high) if not isnan(each)]
    low, high = min([*values, 0.0] if zero else values), max(values)
    return (low, high) if low < high else (low - 1, high + 1)


def _along(ends: tuple[float, float], first: int, last: int) -> Callable[[float], float]:
    low, high = ends
    return lambda value: round(first + (last - first) * (value - low) / (high - low), 1)


def _scale(ends: tuple[float, float], place: Callable[[float], float], *, upright: bool) -> list[str]:
    low, high = ends
    out = []
    for step in range(STEPS + 1):
        value = low + (high - low) * step / STEPS
        at = place(value)
        if upright:
            out.append(f'<line class=zero x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{at}" y2="{at}"/>')
            out.append(f'<text x="{LEFT - 8}" y="{at + 4}" text-anchor="end">{short(value)}</text>')
        else:
            out.append(f'<text x="{at}" y="{HIGH - BELOW + 18}" text-anchor="middle">{short(value)}</text>')
    return out
