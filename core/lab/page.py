"""A report as one self-contained web page.

Names of files, policies and options are foreign text. They are escaped, and links stay below the page's folder.
"""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from core.lab.drawing import Ends, ends_of, pixel_scale, scatter
from core.lab.figures import FOOTNOTE, Figure, Histogram, short
from core.lab.methods import methods
from core.lab.report import Report, cast_text
from core.lab.results import Cell, Claim, Sheet, measured_value
from core.lab.rows import Row
from core.web_page import document

MAX_GAMES = 5000
"""Maximum number of games that the page lists."""
WIDE, HIGH, TALL = 120, 14, 36
"""Width of small drawings, and the heights of an interval and of a histogram, in pixels."""
STYLE = """
.wide { overflow-x: auto } table { border-collapse: collapse; margin: .6rem 0 }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap;
  vertical-align: top; font-variant-numeric: tabular-nums }
th { color: var(--soft); font-weight: 600 } svg { display: block } line { stroke: var(--mark); stroke-width: 2 }
circle, rect { fill: var(--mark) } :target { outline: 1px solid var(--mark) }
.zero { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 2 }
.plot { max-width: 45rem; margin: .6rem 0 } text { fill: var(--soft); font-size: 12px } a text { fill: var(--ink) }
.marked { background: color-mix(in srgb, orange 18%, transparent) }
"""


def link(file: str, text: str) -> str:
    """Write a link to a file below the page's folder, for any file name."""
    return f'<a href="./{escape(quote(file))}">{escape(text)}</a>'


def page(report: Report) -> str:
    """Write the report's page for the experiment's folder."""
    experiment = report.lab.experiment
    title = escape(experiment.name)
    files = ", ".join(link(name, name) for name in report.lab.files)
    behind = GameAnchors(report)
    body = [
        f"<h1>{title}</h1><p>{escape(report.lab.title)}. Brackets hold 95 % intervals; games of one seed count as one "
        f"cluster. {escape(FOOTNOTE)} Each figure links to the games behind it. {files}</p>",
        f"<p><b>{escape(report.caveat)}</b></p>" if report.caveat else "",
        *(_table(sheet, behind) for sheet in report.sheets()),
        f"<h2>Methods</h2><p>{escape(methods(report))}</p>",
        behind.lists(),
        _games(report),
    ]
    return document(experiment.name, STYLE, "".join(body))


class GameAnchors:
    """Links from figures to lists of their games: the list of a whole cell, or a list made for the figure."""

    def __init__(self, report: Report) -> None:
        self.cells = {cell.name: f"c{i}" for i, cell in enumerate(report.lab.cells, 1)}
        self._games = {row.recording: (f"g{i}", row) for i, row in enumerate(report.rows[:MAX_GAMES], 1)}
        self._by_cell = {cell: frozenset(row.recording for row in rows) for cell, rows in report.by_cell.items()}
        self._lists: dict[frozenset[str], str] = {}

    def anchor(self, rows: Sequence[Row]) -> str:
        """Return the anchor of the list of these games."""
        wanted = frozenset(row.recording for row in rows)
        alone = next((cell for cell, games in self._by_cell.items() if games == wanted), None)
        return self.cells[alone] if alone else self._lists.setdefault(wanted, f"b{len(self._lists) + 1}")

    def lists(self) -> str:
        """Write the lists, with links to whole cells or to single games."""
        out = []
        for wanted, anchor in self._lists.items():
            whole = [cell for cell, games in self._by_cell.items() if games <= wanted]
            single = wanted.difference(*(self._by_cell[cell] for cell in whole))
            links = [f'<a href="#{self.cells[cell]}">{escape(cell)}</a>' for cell in whole]
            games = (place for recording, place in self._games.items() if recording in single)
            links += [f'<a href="#{name}">{escape(row.cell)}, seed {row.seed}</a>' for name, row in games]
            out.append(f'<p id="{anchor}">{len(wanted)} game{"s" * (len(wanted) > 1)}: {"; ".join(links)}</p>')
        return f"<h2>Games behind the figures</h2>{''.join(out)}" if out else ""


def _table(sheet: Sheet, behind: GameAnchors) -> str:
    columns = list(zip(*sheet.rows, strict=True))
    scales = [_scale([each for each in column if isinstance(each, Figure)]) for column in columns]
    rows = []
    for row in sheet.rows:
        cells = (_cell(each, scale, behind) for each, scale in zip(row, scales, strict=True))
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(column)}</th>" for column in sheet.columns)
    table = f"<div class=wide><table><tr>{head}</tr>{''.join(rows)}</table></div>"
    drawn = scatter(sheet, lambda figure: behind.anchor(figure.rows)) if sheet.plot else None
    plot = drawn.inline() if drawn else ""
    return f"<h2>{escape(sheet.title)}</h2><p>{escape(sheet.note)}</p>{plot}{table}"


def _cell(each: Cell, scale: Ends, behind: GameAnchors) -> str:
    if isinstance(each, str):
        label = escape(each)
        return f'<td><a href="#{behind.cells[each]}">{label}</a></td>' if each in behind.cells else f"<td>{label}</td>"
    if isinstance(each, Claim):
        return "<td></td>"
    if isinstance(each, Histogram):
        label, drawn = "games", _bars(each)
    elif not each.n:
        return "<td>-</td>"
    else:
        label, drawn = escape(str(each)), _interval(each, scale)
    anchored = f'<a href="#{behind.anchor(each.rows)}">{label}</a>' if each.rows else label
    return f"<td>{anchored}{drawn}</td>"


def _bars(each: Histogram) -> str:
    width, most = WIDE / len(each.counts), max(each.counts)
    bars = "".join(
        f'<rect x="{i * width:.1f}" y="{TALL * (1 - count / most):.1f}" width="{width - 1:.1f}" '
        f'height="{TALL * count / most:.1f}"/>'
        for i, count in enumerate(each.counts)
        if count
    )
    return f'<svg width="{WIDE}" height="{TALL}" role="img" aria-hidden="true">{bars}</svg>'


def _scale(figures: Sequence[Figure]) -> Ends:
    """Return the lowest and highest value of a column; 0 and 1 for shares."""
    if figures and all(each.share for each in figures if each.n):
        return 0.0, 1.0
    return ends_of(figures)


def _interval(figure: Figure, scale: Ends) -> str:
    x, middle = pixel_scale(scale, 4, WIDE - 4), HIGH / 2
    zero = f'<line class="zero" x1="{x(0)}" x2="{x(0)}" y1="0" y2="{HIGH}"/>' if scale[0] < 0 < scale[1] else ""
    bar = ""
    if figure.has_interval:
        bar = f'<line x1="{x(figure.low)}" x2="{x(figure.high)}" y1="{middle}" y2="{middle}"/>'
    dot = f'<circle cx="{x(figure.value)}" cy="{middle}" r="3"/>'
    return f'<svg width="{WIDE}" height="{HIGH}" role="img" aria-hidden="true">{zero}{bar}{dot}</svg>'


def _games(report: Report) -> str:
    """List all games by cell, each with its recording and the command that replays it."""
    out = ["<h2>Games</h2><p>The commands are for a shell in this folder.</p>"]
    listed = report.rows[:MAX_GAMES]
    if len(report.rows) > MAX_GAMES:
        out.append(f"<p>The first {MAX_GAMES} of {len(report.rows)}; the others are in the folder.</p>")
    for number, cell in enumerate(report.lab.cells, 1):
        rows = "".join(_game(report, row, f"g{i}") for i, row in enumerate(listed, 1) if row.cell == cell.name)
        head = "".join(f"<th>{each}</th>" for each in ("seed", "cast", "how", "wins", escape(report.main), "", ""))
        out.append(f'<h3 id="c{number}">{escape(cell.name)}</h3>')
        out.append(f"<div class=wide><table><tr>{head}</tr>{rows}</table></div>")
    return "".join(out)


def _game(report: Report, row: Row, name: str) -> str:
    cast = ", ".join(cast_text(row.cast))
    how = row.reason if row.status == "done" else f"{row.status}: {row.error or row.reason}"
    value = measured_value(row, report.main)
    cells = (str(row.seed), cast, how, ", ".join(row.winners), "" if value is None else short(float(value)))
    columns = "".join(f"<td>{escape(each)}</td>" for each in cells)
    mark = "" if row.status == "done" else " class=marked"
    there = (report.lab.folder / row.recording).exists()
    place = link(row.recording, "recording") if there else ""
    return f"<tr id={name}{mark}>{columns}<td>{place}</td><td><code>{escape(report.command(row))}</code></td></tr>"
