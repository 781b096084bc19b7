"""Log-log plots as SVG, for docs/: lines and points on decades, with nothing but the standard library."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from themes.palettes import DARK

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 72, 58
FONT = 'font-family="DejaVu Sans, Verdana, Helvetica, sans-serif"'
Point = tuple[float, float]


class Series(NamedTuple):
    """What is plotted under one name; coordinates are above 0. `dash` is as in SVG, empty for a solid line."""

    label: str
    points: Sequence[Point]
    color: str
    dash: str = ""
    dots: bool = True


class Axes(NamedTuple):
    """From data to the picture. A span is what an axis shows, as powers of ten."""

    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        first, last = self.across
        return LEFT + (WIDTH - LEFT - RIGHT) * (log10(value) - first) / (last - first)

    def y(self, value: float) -> float:
        first, last = self.up
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (log10(value) - first) / (last - first)


def log_log(title: str, note: str, across: str, up: str, series: Sequence[Series], low: bool = False) -> str:
    """The picture. The legend stands at the left, high or low."""
    points = [point for each in series for point in each.points]
    axes = Axes(_span([x for x, _ in points]), _span([y for _, y in points]))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{DARK.bg}"/>',
        _text(LEFT, 32, title, DARK.hi, size=17),
        _text(LEFT, 54, note, DARK.mid),
        *filter(None, _grid(axes)),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across, DARK.fg, "middle"),
        _text(22, (TOP + HEIGHT - BOTTOM) / 2, up, DARK.fg, "middle", turned=True),
        *(line for each in series for line in _drawn(each, axes)),
        *_legend(series, low),
    ]
    return "\n".join([*lines, "</svg>\n"])


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Around the values; the ends are 1, 2 or 5 times a power of ten."""
    ends = [log10(k * 10.0**e) for e in range(-9, 10) for k in (1, 2, 5)]
    return max(e for e in ends if 10**e < min(values) * 1.001), min(e for e in ends if 10**e > max(values) * 0.999)


def _steps(span: tuple[float, float]) -> Iterator[tuple[int, float]]:
    """What a span holds of 1 to 9 times each power of ten: the factor, and the value."""
    every = ((k, k * 10.0**e) for e in range(floor(span[0]), ceil(span[1]) + 1) for k in range(1, 10))
    return ((k, value) for k, value in every if span[0] - 1e-6 <= log10(value) <= span[1] + 1e-6)


def _grid(axes: Axes) -> Iterator[str]:
    """A line and a label for each decade, and short ticks at 2 to 9 between."""
    low = HEIGHT - BOTTOM
    for k, value in _steps(axes.across):
        x = axes.x(value)
        yield _line(x, TOP, x, low, DARK.line) if k == 1 else _line(x, low, x, low - 5, DARK.dim)
        yield _text(x, low + 19, _label(value), DARK.mid, "middle") if k == 1 else ""
    for k, value in _steps(axes.up):
        y = axes.y(value)
        yield _line(LEFT, y, WIDTH - RIGHT, y, DARK.line) if k == 1 else _line(LEFT, y, LEFT + 5, y, DARK.dim)
        yield _text(LEFT - 9, y + 4.5, _label(value), DARK.mid, "end") if k == 1 else ""


def _label(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:.9f}".rstrip("0")


def _drawn(series: Series, axes: Axes) -> Iterator[str]:
    at = [(axes.x(x), axes.y(y)) for x, y in series.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    dash = f' stroke-dasharray="{series.dash}"' if series.dash else ""
    yield f'<polyline points="{path}" fill="none" stroke="{series.color}" stroke-width="1.8"{dash}/>'
    if series.dots:
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{series.color}"/>' for x, y in at)


def _legend(series: Sequence[Series], low: bool) -> Iterator[str]:
    x, wide, high = LEFT + 16, 56 + 7.3 * max(len(each.label) for each in series), 20 * len(series) + 10
    y = HEIGHT - BOTTOM - high - 14 if low else TOP + 12
    yield f'<rect x="{x}" y="{y}" width="{wide:.0f}" height="{high}" rx="4" fill="{DARK.shade}"/>'
    for i, each in enumerate(series):
        at = y + 15 + 20 * i
        yield _line(x + 10, at, x + 38, at, each.color, each.dash, 1.8)
        if each.dots:
            yield f'<circle cx="{x + 24}" cy="{at}" r="3" fill="{each.color}"/>'
        yield _text(x + 46, at + 4.5, each.label, DARK.fg)


def _line(x: float, y: float, to_x: float, to_y: float, color: str, dash: str = "", wide: float = 1) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line {ends} stroke="{color}" stroke-width="{wide}"{dashed}/>'


def _text(
    x: float, y: float, text: str, color: str, anchor: str = "start", size: int = 13, turned: bool = False
) -> str:
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}" font-size="{size}"{turn}'
    return f"<text {place}>{escape(text)}</text>"
