"""Drawings with axes, as SVG: intervals and histograms by row, and scatter plots."""

from collections.abc import Callable, Sequence
from html import escape
from math import floor, isnan, log10
from typing import NamedTuple, TypeGuard

from core.lab.figures import Figure, Histogram, percent, short
from core.lab.results import Cell, Sheet
from core.text import safe_text

WIDTH, HEIGHT = 720, 340
"""Width of drawings, and height of a scatter plot, in pixels."""
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 14, 44
"""Margins around a scatter plot; row names stand at the right."""
ROW_HEIGHT, LETTER_WIDTH, MAX_NAME_WIDTH = 22, 6.6, 380
"""Height of a row of intervals, and width of a letter and of the longest row name, in pixels."""
STEPS = 5
"""Approximate number of steps of an axis."""
STYLE = (
    "text{font:12px sans-serif;fill:#33404d} line{stroke:#0a66c2;stroke-width:2} circle,rect{fill:#0a66c2} "
    ".zero{stroke:#93a1af;stroke-width:1;stroke-dasharray:2 2} .paper{fill:#fff}"
)
Ends = tuple[float, float]
"""Lowest and highest value of a scale."""
Rows = Sequence[tuple[str, Figure | Histogram]]
"""Names and cells of a column."""


class Drawing(NamedTuple):
    """The content of an SVG, and its height."""

    body: str
    high: int
    label: str

    def inline(self) -> str:
        """Write the drawing for a page that has the style."""
        size = f'viewBox="0 0 {WIDTH} {self.high}"'
        return f'<svg class="plot" {size} role="img" aria-label="{escape(self.label)}">{self.body}</svg>'

    def file(self) -> str:
        """Write the drawing as a separate file."""
        size = f'viewBox="0 0 {WIDTH} {self.high}" width="{WIDTH}" height="{self.high}"'
        paper = f'<rect class="paper" width="{WIDTH}" height="{self.high}"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{escape(self.label)}</title>'
        return f"{head}<style>{STYLE}</style>{paper}{self.body}</svg>\n"


def ends_of(figures: Sequence[Figure], *, zero: bool = False) -> Ends:
    """Return the range of values and intervals; with `zero`, the range includes 0."""
    values = [end for each in figures for end in (each.value, each.low, each.high) if not isnan(end)]
    if zero:
        values.append(0.0)
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, high) if low < high else (low - 1, high + 1)


def pixel_scale(ends: Ends, first: int, last: int) -> Callable[[float], float]:
    """Return the function that maps values between `ends` to pixels from `first` to `last`."""
    low, high = ends
    return lambda value: round(first + (last - first) * (value - low) / (high - low), 1)


def ticks(ends: Ends) -> list[float]:
    """Return round numbers along an axis, 1, 2 or 5 times a power of ten apart."""
    low, high = ends
    rough = (high - low) / STEPS
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    first = floor(low / step) + (low / step > floor(low / step))
    return [step * number for number in range(first, floor(high / step + 1e-9) + 1)]


def draw_rows(rows: Rows, axis: str) -> Drawing:
    """Draw a row for each name, all over one axis: an estimate with its interval, or a histogram."""
    figures = [each for _, each in rows if isinstance(each, Figure)]
    histograms = [each for _, each in rows if isinstance(each, Histogram)]
    share = bool(figures) and all(each.share for each in figures)
    ends = (0.0, 1.0) if share else _edges(histograms[0]) if histograms else ends_of(figures)
    longest = max(len(name) for name, _ in rows)
    left = int(min(MAX_NAME_WIDTH, 16 + LETTER_WIDTH * longest))
    base, place = TOP + ROW_HEIGHT * len(rows), pixel_scale(ends, left + 8, WIDTH - 16)
    out = [] if share or not ends[0] < 0 < ends[1] else [_line("zero", place(0), place(0), TOP, base)]
    for number, (name, each) in enumerate(rows):
        middle = TOP + ROW_HEIGHT * number + ROW_HEIGHT // 2
        out.append(f'<text x="{left - 4}" y="{middle + 4}" text-anchor="end">{escape(_shorten(name, left))}</text>')
        out.append(_bars(each, place, middle) if isinstance(each, Histogram) else _interval(each, place, middle))
    out.append(_line("zero", left + 8, WIDTH - 16, base, base))
    for value in ticks(ends):
        text = percent(value) if share else short(value)
        out.append(f'<text x="{place(value)}" y="{base + 16}" text-anchor="middle">{text}</text>')
    title = f"{axis}, %" if share else axis
    out.append(f'<text x="{(left + WIDTH) // 2}" y="{base + 34}" text-anchor="middle">{escape(title)}</text>')
    return Drawing("".join(out), base + BOTTOM, axis)


def _edges(each: Histogram) -> Ends:
    """Return the outer edges of a histogram; a bin of one whole number reaches half a unit to both sides."""
    whole = len(each.counts) == each.high - each.low + 1
    return (each.low - 0.5, each.high + 0.5) if whole else (each.low, each.high)


def _shorten(name: str, room: int) -> str:
    most = int((room - 8) / LETTER_WIDTH)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _line(kind: str, x1: float, x2: float, y1: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"/>'


def _interval(each: Figure, place: Callable[[float], float], middle: int) -> str:
    bar = _line("interval", place(each.low), place(each.high), middle, middle) if each.has_interval else ""
    return f'{bar}<circle cx="{place(each.value)}" cy="{middle}" r="4"/>'


def _bars(each: Histogram, place: Callable[[float], float], middle: int) -> str:
    first, last = map(place, _edges(each))
    most, width = max(each.counts), (last - first) / len(each.counts)
    bars = (
        f'<rect x="{first + i * width:.1f}" y="{middle + ROW_HEIGHT / 2 - (ROW_HEIGHT - 4) * count / most:.1f}" '
        f'width="{max(1.0, width - 1):.1f}" height="{(ROW_HEIGHT - 4) * count / most:.1f}"/>'
        for i, count in enumerate(each.counts)
        if count
    )
    return "".join(bars)


def scatter(sheet: Sheet, anchor: Callable[[Figure], str]) -> Drawing | None:
    """Draw the two columns that a sheet plots, with intervals; `anchor` returns the games behind a figure, or ""."""
    across, up = sheet.plot or (0, 0)
    rows = [(str(row[0]), row[across], row[up]) for row in sheet.rows]
    known = [(name, x, y) for name, x, y in rows if isinstance(x, Figure) and isinstance(y, Figure) and x.n and y.n]
    if not known:
        return None
    right, rise = ends_of([x for _, x, _ in known], zero=True), ends_of([y for _, _, y in known])
    place_x, place_y = pixel_scale(right, LEFT, WIDTH - RIGHT), pixel_scale(rise, HEIGHT - BOTTOM, TOP)
    out = []
    for value in ticks(right):
        out.append(f'<text x="{place_x(value)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{short(value)}</text>')
    for value in ticks(rise):
        out.append(_line("zero", LEFT, WIDTH - RIGHT, place_y(value), place_y(value)))
        out.append(f'<text x="{LEFT - 8}" y="{place_y(value) + 4}" text-anchor="end">{short(value)}</text>')
    middle, base = (LEFT + WIDTH - RIGHT) // 2, HEIGHT - 6
    out.append(f'<text x="{middle}" y="{base}" text-anchor="middle">{escape(sheet.columns[across])}</text>')
    turned = f'transform="rotate(-90 14 {base // 2})" text-anchor="middle"'
    out.append(f'<text x="14" y="{base // 2}" {turned}>{escape(sheet.columns[up])}</text>')
    for name, x, y in known:
        cx, cy = place_x(x.value), place_y(y.value)
        if x.has_interval:
            out.append(_line("interval", place_x(x.low), place_x(x.high), cy, cy))
        if y.has_interval:
            out.append(_line("interval", cx, cx, place_y(y.low), place_y(y.high)))
        dot = f'<circle cx="{cx}" cy="{cy}" r="4"/><text x="{cx + 8}" y="{cy - 6}">{escape(name)}</text>'
        behind = anchor(y) if y.rows else ""
        out.append(f'<a href="#{behind}">{dot}</a>' if behind else dot)
    return Drawing("".join(out), HEIGHT, f"{sheet.title}: {sheet.columns[up]} by {sheet.columns[across]}")


def drawings(sheet: Sheet) -> list[Drawing]:
    """Draw a sheet: its plot, and its figures, by column or, if all are shares of one kind, in one drawing."""
    plot = scatter(sheet, lambda figure: "") if sheet.plot else None
    found: list[tuple[str, Rows]] = []
    for i, title in enumerate(sheet.columns):
        cells = [(_name(sheet, row), each) for row in sheet.rows if _is_drawn(each := row[i])]
        if cells:
            found.append((title, cells))
    every = [each for _, cells in found for _, each in cells]
    if not sheet.measures and len(found) > 1 and all(isinstance(each, Figure) and each.share for each in every):
        found = [("share", [(f"{name}, {title}".strip(", "), each) for title, cells in found for name, each in cells])]
    out = [draw_rows(cells, sheet.title if isinstance(cells[0][1], Histogram) else title) for title, cells in found]
    return [plot, *out] if plot else out


def _is_drawn(cell: Cell) -> TypeGuard[Figure | Histogram]:
    return isinstance(cell, Histogram) or (isinstance(cell, Figure) and cell.n > 0)


def _name(sheet: Sheet, row: Sequence[Cell]) -> str:
    """Name a row by its first cell, and by the levels that it compares."""
    cells = (str(cell) for i, cell in enumerate(row) if i == 0 or sheet.columns[i] == "levels")
    return safe_text(", ".join(cells))
