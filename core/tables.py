"""Tables for spreadsheets and data frames."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@")


def csv_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV below their header, without the last newline. Text that a spreadsheet would take for a formula gets
    an apostrophe before it; nothing is an empty cell."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows)
    return out.getvalue().removesuffix("\n")


def cell(value: Any) -> Any:
    """Give a value as a cell: text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
