"""A report as one HTML page that needs nothing else: no network, no script."""

from collections.abc import Sequence
from html import escape

from core.lab.figures import Figure, short
from core.lab.report import Report, Sheet, measured
from core.lab.rows import Row

MOST = 5000
"""Games that the page lists; all are in rows.jsonl."""
WIDE, HIGH = 120, 14
"""Of the drawing of an interval, in pixels."""
STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5c6b7a; --line: #d5dce3; --mark: #0a66c2; --paper: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e9ef; --soft: #93a1af; --line: #33404d; --mark: #6cb2ff; --paper: #11181f } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 2rem auto; max-width: 76rem; padding: 0 1rem }
h1 { margin: 0 } h2 { margin: 2.2rem 0 .2rem } p { margin: .2rem 0; color: var(--soft) }
.wide { overflow-x: auto } table { border-collapse: collapse; margin: .6rem 0 }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap;
  vertical-align: top; font-variant-numeric: tabular-nums }
th { color: var(--soft); font-weight: 600 } a { color: var(--mark) } code { font-size: 13px }
small { color: var(--soft) } svg { display: block } line { stroke: var(--mark); stroke-width: 2 }
circle { fill: var(--mark) } .zero { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 2 }
.marked { background: color-mix(in srgb, orange 18%, transparent) }
"""


def page(report: Report) -> str:
    """Write the report, to lie in the experiment's folder."""
    made = report.lab.experiment
    title = escape(made.name)
    told = f"{made.scene}: {len(report.rows)} of {len(report.lab.jobs)} games, {len(report.lab.cells)} cells, "
    told += f"seeds {made.seed} to {made.seed + made.games - 1}, casts by {made.cast.design}"
    body = [
        f"<h1>{title}</h1><p>{escape(told)}. Brackets hold 95 % intervals: Student's over seeds for means, Wilson's "
        'for shares. <a href="experiment.toml">experiment.toml</a>, <a href="rows.jsonl">rows.jsonl</a></p>',
        *(_table(sheet, report) for sheet in report.sheets()),
        _games(report),
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _table(sheet: Sheet, report: Report) -> str:
    columns = list(zip(*sheet.rows, strict=True))
    scales = [_scale([each for each in column if isinstance(each, Figure)]) for column in columns]
    anchors = {cell.name: f"c{i}" for i, cell in enumerate(report.lab.cells, 1)}
    rows = []
    for row in sheet.rows:
        cells = (
            _figure(each, scale) if isinstance(each, Figure) else _word(each, anchors)
            for each, scale in zip(row, scales, strict=True)
        )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(column)}</th>" for column in sheet.columns)
    table = f"<div class=wide><table><tr>{head}</tr>{''.join(rows)}</table></div>"
    return f"<h2>{escape(sheet.title)}</h2><p>{escape(sheet.note)}</p>{table}"


def _word(text: str, anchors: dict[str, str]) -> str:
    told = escape(text)
    return f'<td><a href="#{anchors[text]}">{told}</a></td>' if text in anchors else f"<td>{told}</td>"


def _scale(figures: Sequence[Figure]) -> tuple[float, float]:
    """The lowest and highest value of a column; of shares, 0 and 1."""
    if figures and all(each.share for each in figures if each.n):
        return 0.0, 1.0
    ends = [end for each in figures for end in (each.value, each.low, each.high) if end == end]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    return (low, high) if low < high else (low - 1, high + 1)


def _figure(figure: Figure, scale: tuple[float, float]) -> str:
    if not figure.n:
        return "<td>-</td>"
    low, high = scale

    def x(value: float) -> float:
        return round(4 + (WIDE - 8) * (value - low) / (high - low), 1)

    middle = HIGH / 2
    zero = f'<line class=zero x1="{x(0)}" x2="{x(0)}" y1="0" y2="{HIGH}"/>' if low < 0 < high else ""
    span = figure.low == figure.low
    bar = f'<line x1="{x(figure.low)}" x2="{x(figure.high)}" y1="{middle}" y2="{middle}"/>' if span else ""
    dot = f'<circle cx="{x(figure.value)}" cy="{middle}" r="3"/>'
    drawn = f'<svg width="{WIDE}" height="{HIGH}" role="img" aria-hidden="true">{zero}{bar}{dot}</svg>'
    return f"<td>{escape(str(figure))}{drawn}</td>"


def _games(report: Report) -> str:
    """All games, cell by cell, each with its recording and the command that replays it."""
    out = ["<h2>Games</h2><p>The commands are for a shell in this folder.</p>"]
    listed = report.rows[:MOST]
    if len(report.rows) > MOST:
        out.append(f"<p>The first {MOST} of {len(report.rows)}; all are in rows.jsonl.</p>")
    for number, cell in enumerate(report.lab.cells, 1):
        rows = "".join(_game(report, row) for row in listed if row.cell == cell.name)
        head = "".join(f"<th>{each}</th>" for each in ("seed", "cast", "how", "wins", escape(report.main), "", ""))
        out.append(f'<h3 id="c{number}">{escape(cell.name)}</h3>')
        out.append(f"<div class=wide><table><tr>{head}</tr>{rows}</table></div>")
    return "".join(out)


def _game(report: Report, row: Row) -> str:
    cast = ", ".join(f"{name}={policy}" for name, policy in row.cast.items())
    how = row.reason if row.status == "done" else f"{row.status}: {row.error or row.reason}"
    value = measured(row, report.main)
    cells = (str(row.seed), cast, how, ", ".join(row.winners), "" if value is None else short(float(value)))
    told = "".join(f"<td>{escape(each)}</td>" for each in cells)
    mark = "" if row.status == "done" else " class=marked"
    there = (report.lab.folder / row.recording).exists()
    link = f'<a href="{escape(row.recording)}">recording</a>' if there else ""
    return f"<tr{mark}>{told}<td>{link}</td><td><code>{escape(report.command(row))}</code></td></tr>"
