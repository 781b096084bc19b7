"""A report's tables as CSV, JSON, Markdown and LaTeX, and its figures as SVG and PNG."""

import re
from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any

import msgspec

from core.errors import UserError
from core.files import replace_file, storage_errors
from core.lab.drawing import WIDTH, drawings
from core.lab.figures import Figure, Histogram
from core.lab.methods import methods
from core.lab.report import Report
from core.lab.results import Cell, Sheet
from core.tables import cell as cell_of
from core.tables import csv_table
from core.text import safe_text

ENDS = ("low", "high", "seeds", "p")
"""Columns of a figure in CSV, after its value."""
LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
LATEX |= {letter: f"\\{letter}" for letter in "&%$#_{}"}


def export(report: Report, folder: Path) -> int:
    """Write every table, the figures and the methods into a folder; return the number of tables.

    Raises:
        UserError: The library for PNG is missing; all other files are written.
    """
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    sheets = report.sheets()
    pictures: dict[Path, str] = {}
    for number, sheet in enumerate(sheets, 1):
        stem = f"{number:02}-{_slug(sheet.title)}"
        for suffix, write in WRITERS.items():
            replace_file(folder / f"{stem}{suffix}", f"{write(sheet)}\n".encode())
        for drawing in drawings(sheet):
            name = f"{stem}-{_slug(drawing.label)}"
            twins = sum(path.name.startswith(name) for path in pictures)
            pictures[folder / f"{name}{f'-{twins + 1}' * (twins > 0)}.svg"] = drawing.file()
    for path, text in pictures.items():
        replace_file(path, text.encode())
    replace_file(folder / "methods.md", f"{methods(report)}\n".encode())
    _write_png(pictures, folder)
    return len(sheets)


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:50]


def _write_png(pictures: dict[Path, str], folder: Path) -> None:
    """Draw the figures again as PNG, at twice their size. Raises UserError."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise UserError(
            f"{folder} has all files but the .png ones, which need resvg: pip install 'playbill[figures]'."
        ) from error
    for path, text in pictures.items():
        replace_file(path.with_suffix(".png"), svg_to_bytes(svg_string=text, width=2 * WIDTH))


def as_csv(sheet: Sheet) -> str:
    """Write a sheet as CSV; each column of figures becomes columns for value, interval, seeds and p."""
    figures = {i for row in sheet.rows for i, cell in enumerate(row) if isinstance(cell, Figure)}
    columns: list[str] = []
    for i, title in enumerate(sheet.columns):
        columns += [cell_of(title), *(f"{cell_of(title)} {end}" for end in ENDS)] if i in figures else [cell_of(title)]
    rows = []
    for row in sheet.rows:
        values: list[Any] = []
        for i, cell in enumerate(row):
            value = as_json(cell)
            if isinstance(value, dict) and i in figures:
                values += [value["value"], *(value[end] for end in ENDS)]
            else:
                values += [_text(cell), *([""] * len(ENDS) if i in figures else [])]
        rows.append(dict(zip(columns, values, strict=True)))
    return csv_table(columns, rows)


def as_json(cell: Cell) -> Any:
    """Convert a cell to JSON data; nan becomes None."""
    if isinstance(cell, Figure):
        numbers = {key: getattr(cell, key) for key in ("value", "low", "high", "p")}
        known = {key: None if isnan(value) else value for key, value in numbers.items()}
        return {**known, "n": cell.n, "seeds": cell.seeds, "share": cell.share, "few": cell.few, "why": cell.why}
    if isinstance(cell, Histogram):
        return {"low": cell.low, "high": cell.high, "counts": cell.counts}
    return str(cell)


def _sheet_as_json(sheet: Sheet) -> str:
    rows = [[as_json(cell) for cell in row] for row in sheet.rows]
    table = {"title": sheet.title, "note": sheet.note, "columns": sheet.columns, "rows": rows}
    return msgspec.json.format(msgspec.json.encode(table), indent=1).decode()


def _texts(sheet: Sheet, quote: Callable[[str], str]) -> list[list[str]]:
    """Return titles and cells as text; write a histogram as its counts."""
    rows: list[Sequence[Cell]] = [sheet.columns, *sheet.rows]
    return [[quote(safe_text(_text(cell))) for cell in row] for row in rows]


def _text(cell: Cell) -> str:
    return " ".join(map(str, cell.counts)) if isinstance(cell, Histogram) else str(cell)


def as_markdown(sheet: Sheet) -> str:
    """Write a sheet as a table in Markdown, below its title."""
    head, *rows = _texts(sheet, lambda text: re.sub(r"([\\|`*_<\[])", r"\\\1", text))
    lines = [head, ["---"] * len(head), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"**{sheet.title}.** {sheet.note}\n\n{table}"


def as_latex(sheet: Sheet) -> str:
    """Write a sheet as a table in LaTeX, which needs no package."""
    head, *rows = [" & ".join(line) + r" \\" for line in _texts(sheet, _latex)]
    lines = [
        r"\begin{table}",
        rf"\caption{{{_latex(f'{sheet.title}. {sheet.note}'.strip())}}}",
        rf"\begin{{tabular}}{{{'l' * len(sheet.columns)}}}",
        *(r"\hline", head, r"\hline", *rows, r"\hline"),
        *(r"\end{tabular}", r"\end{table}"),
    ]
    return "\n".join(lines)


def _latex(text: str) -> str:
    return "".join(LATEX.get(letter, letter) for letter in text)


WRITERS: dict[str, Callable[[Sheet], str]] = {
    ".csv": as_csv,
    ".json": _sheet_as_json,
    ".md": as_markdown,
    ".tex": as_latex,
}
"""Formats of tables, by suffix."""
