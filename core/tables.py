"""CSV for spreadsheets and data frames."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@")


def csv_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Write a header and rows as CSV, without the last newline.

    Text that a spreadsheet would take for a formula gets a leading apostrophe; None is an empty cell.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows)
    return out.getvalue().removesuffix("\n")


def cell(value: Any) -> Any:
    """Convert a value to a cell; text that a spreadsheet would take for a formula gets a leading apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
