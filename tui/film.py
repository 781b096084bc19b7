"""A film of a run's highlights: frames drawn without a terminal, as a terminal recording or one moving picture."""

import json
import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from core.errors import UserError
from core.recording.verification import RecordedRun
from themes.palettes import DARK
from tui.glyphs import cells
from tui.stages import StageApp
from tui.state.highlights import SECONDS
from tui.state.opening import replay_stage
from tui.testing import settle

SIZE = (100, 30)
"""Columns and rows of a film."""
CELL = (8.4, 18)
"""Width and height of a cell in a picture."""
GROUND = DARK.bg.lower()


class Frame(NamedTuple):
    """Rows of the screen, and the seconds for which they are shown."""

    rows: Sequence[Strip]
    seconds: float


async def film(game: RecordedRun) -> list[Frame]:
    """Draw the stage at each highlight of a run. Raises UserError if the scene's pane fails."""
    stage = replay_stage(game)
    app = StageApp(stage, DARK, pace=0.0, motion=False)
    frames: list[Frame] = []
    stage.highlights.seconds = math.inf
    stage.highlights.start()
    async with app.run_test(size=SIZE):
        while stage.highlights.is_running:
            await settle()
            if stage.broken:
                raise UserError(stage.broken)
            frames.append(Frame(app.screen._compositor.render_strips(), SECONDS))
            stage.highlights.next()
    return frames


# -- a terminal recording


def cast(frames: Sequence[Frame], title: str) -> str:
    """Write frames as an asciicast, version 2; of each frame only the rows that differ from the one before."""
    header = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": title}
    lines, seconds = [json.dumps(header)], 0.0
    blank = Frame([Strip([])] * SIZE[1], 0.0)
    for before, frame in pairwise((blank, *frames)):
        start = "\x1b[?25l\x1b[2J" if before is blank else ""
        rows = (f"\x1b[{y};1H{_ansi(row)}" for y, row in _changes(before, frame))
        lines.append(json.dumps([seconds, "o", start + "".join(rows)]))
        seconds += frame.seconds
    return "\n".join([*lines, json.dumps([seconds, "o", "\x1b[0m\x1b[?25h"])])


def _changes(before: Frame, frame: Frame) -> Iterator[tuple[int, Strip]]:
    """Yield the rows that differ from those of the frame before, counted from 1."""
    rows = zip(before.rows, frame.rows, strict=True)
    return ((y, row) for y, (old, row) in enumerate(rows, 1) if old != row)


def _ansi(row: Strip) -> str:
    return "".join(_style(part).render(part.text, color_system=ColorSystem.TRUECOLOR) for part in row)


def _style(part: Segment) -> Style:
    return part.style or Style.null()


# -- a moving picture


def moving_svg(frames: Sequence[Frame], title: str) -> str:
    """Write frames as one SVG that shows them in turn; without motion it shows the last one.

    A row that several frames share is written once.
    """
    (width, height), total = CELL, sum(frame.seconds for frame in frames)
    drawn: dict[str, int] = {}
    groups, began = [], 0.0
    for frame in frames:
        numbers = (drawn.setdefault("".join(_parts(y, row)), len(drawn)) for y, row in enumerate(frame.rows))
        uses = (f'<use href="#r{number}"/>' for number in numbers)
        groups.append(f'<g class="f" style="animation-delay:{began:g}s">{"".join(uses)}</g>')
        began += frame.seconds
    style = (
        "text{font:14px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}.b{font-weight:bold}"
        f"@keyframes f{{0%{{opacity:1}}{100 / len(frames):.4g}%{{opacity:0}}}}"
        f".f{{opacity:0;animation:f {total:g}s step-end infinite}}"
        "@media(prefers-reduced-motion:reduce){.f{animation:none}.f:last-of-type{opacity:1}}"
    )
    rows = "".join(f'<g id="r{number}">{row}</g>' for row, number in drawn.items())
    box = f"0 0 {SIZE[0] * width:g} {SIZE[1] * height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><title>{escape(title)}</title><style>{style}</style>'
        f'<rect width="100%" height="100%" fill="{GROUND}"/><defs>{rows}</defs>{"".join(groups)}</svg>'
    )


def _parts(y: int, row: Strip) -> Iterator[str]:
    """Draw the parts of a row: their grounds, then their texts."""
    (width, height), x = CELL, 0
    texts = []
    for part in Segment.simplify(row):
        style, count = _style(part), cells(part.text)
        front, back = (color.get_truecolor().hex for color in (style.color, style.bgcolor) if color)
        front, back = (back, front) if style.reverse else (front, back)
        place = f'x="{x * width:g}"'
        if back != GROUND:
            yield f'<rect {place} y="{y * height:g}" width="{count * width:g}" height="{height:g}" fill="{back}"/>'
        if part.text.strip():
            bold = ' class="b"' if style.bold else ""
            size = f'textLength="{count * width:g}" lengthAdjust="spacingAndGlyphs"'
            texts.append(
                f'<text {place} y="{y * height + 14:g}" {size} fill="{front}"{bold}>{escape(part.text)}</text>'
            )
        x += count
    yield from texts
