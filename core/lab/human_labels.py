"""A person's labels: the sheet to fill in, as CSV, and its strict reader."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from core.errors import UserError, did_you_mean
from core.files import replace_file
from core.lab.codebook import Codebook, Label
from core.lab.coding import Coder, Unit, author_and_addressees
from core.tables import cell, csv_table
from core.text import one_line

COLUMNS = ("id", "context", "message of", "text", "label")
MAX_SIZE = 2**28
"""Maximum size in bytes of a file of labels."""


def write_template(units: Sequence[Unit], path: Path) -> None:
    """Write the messages with an empty column for labels. Raises UserError if the file exists."""
    if path.exists():
        raise UserError(f"{path} exists already, perhaps with labels; name another file.")
    rows = ((unit.id, "\n".join(unit.context), author_and_addressees(unit.cells), unit.text, "") for unit in units)
    table = csv_table(COLUMNS, (dict(zip(COLUMNS, row, strict=True)) for row in rows))
    replace_file(path, f"{table}\n".encode("utf-8-sig"))


def read_labels(path: Path, codebook: Codebook, units: Sequence[Unit]) -> Coder:
    """Read a filled sheet; rows without a label and other columns are ignored.

    Raises UserError with the row, counted as a spreadsheet does, of the first mistake.
    """
    places = {str(cell(unit.id)): index for index, unit in enumerate(units)}
    labels: list[Label | None] = [None] * len(units)
    rows = dict[int, int]()
    for number, name, text in _rows(path):
        index = places.get(name, places.get(str(cell(name))))
        if index is None:
            raise UserError(
                f"{path}: row {number}: there is no message {one_line(name)[:60]!r} here; "
                "name the recordings, codebook and --sample with which the sheet was made."
            )
        if index in rows:
            raise UserError(f"{path}: row {number}: {name} is in row {rows[index]} already; remove one of them.")
        rows[index] = number
        try:
            labels[index] = codebook.read(text) if text.strip() else None
        except ValueError as error:
            raise UserError(f"{path}: row {number}: {str(error).removesuffix('.')}.") from None
    if not any(label is not None for label in labels):
        raise UserError(f"{path} has no labels; fill its column label with {', '.join(codebook.ids)}.")
    return Coder(path.stem, labels, codebook.ids)


def _rows(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield number, id and label of each row. Raises UserError."""
    try:
        if path.stat().st_size > MAX_SIZE:
            raise UserError(f"{path} is longer than {MAX_SIZE >> 20} MiB; it is no sheet of labels.")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UserError(f"The labels {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 (byte {error.start}); save it as CSV in UTF-8.") from error
    head = text.partition("\n")[0]
    lines = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    number = 0
    try:
        columns = [name.strip().lower() for name in next(lines, [])]
        number = 1
        if missing := next((name for name in ("id", "label") if name not in columns), ""):
            known = did_you_mean(missing, columns) if any(columns) else "it is empty"
            raise UserError(f"{path}: row 1 names no column {missing!r}; {known}. Make a sheet with --template.")
        if twice := next((name for name in ("id", "label") if columns.count(name) > 1), ""):
            raise UserError(f"{path}: row 1 names two columns {twice!r}; remove one.")
        for cells in lines:
            number += 1
            if any(each.strip() for each in cells):
                if len(cells) != len(columns):
                    raise UserError(f"{path}: row {number} has {len(cells)} cells, and row 1 has {len(columns)}.")
                yield number, cells[columns.index("id")].strip(), cells[columns.index("label")]
    except csv.Error as error:
        raise UserError(f"{path}: row {number + 1} is not CSV: {error}.") from error
