"""Tables made from recordings: columns with types and meanings, rows, and CSV."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from core.engine.events import Event
    from core.recording.header import Header

FORMULA = ("=", "+", "-", "@")


class Column(NamedTuple):
    """A column of a table."""

    kind: type
    """int, float, bool or str. A cell may be None as well."""
    meaning: str
    """Meaning of a cell, with its unit."""


class EventTable(NamedTuple):
    """A table that is made from the events of one recording.

    >>> table = EventTable("a roll", {"face": Column(int, "number on top")}, lambda header, events: iter([{"face": 6}]))
    >>> print(table.csv(None, []))
    face
    6
    """

    about: str
    """Meaning of a row, as in "a turn"."""
    columns: Mapping[str, Column]
    rows: "Callable[[Header, Iterable[Event]], Iterator[Mapping[str, Any]]]"
    """Function that yields rows: cells by column, in the order of the columns."""

    def csv(self, header: "Header", events: "Iterable[Event]") -> str:
        """Write the table of one recording as CSV."""
        return csv_table(tuple(self.columns), self.rows(header, events))


def csv_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Write a header line and rows as CSV, without the last newline.

    Text that a spreadsheet would evaluate as a formula gets a leading apostrophe; None is an empty cell.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows)
    return out.getvalue().removesuffix("\n")


def cell(value: Any) -> Any:
    """Convert a value to a cell. Text that a spreadsheet would evaluate as a formula gets a leading apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
