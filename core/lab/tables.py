"""Tables on disk: games, turns, messages and calls as JSON Lines, CSV or Parquet."""

import csv
from collections.abc import Mapping
from io import BufferedWriter, StringIO
from pathlib import Path
from typing import IO, Any, Protocol, Self

import msgspec

from core.errors import UserError
from core.files import creation_errors, storage_errors, write_all
from core.tables import cell

GROUP_ROWS = 1000
"""Number of rows in a row group of a Parquet file."""


class Record(Protocol):
    """A row of a table on disk."""

    @property
    def is_whole(self) -> bool:
        """True if the row has all columns; a failed game may lack some."""

    def flat(self) -> dict[str, Any]:
        """Return the cells by column."""

    def encode(self) -> bytes:
        """Write the row as a line of JSON, with a newline."""


class Table:
    """A table on disk, written record by record. This class writes JSON Lines; subclasses write other formats."""

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        """Create the file.

        `kinds` are column types that are known in advance. Raises UserError if the file exists or cannot be created.
        """
        self._file: IO[bytes]
        self._path = path
        with creation_errors(path, "name another file with --out"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb", buffering=0)

    def add(self, record: Record) -> None:
        self.write(record.encode())

    def write(self, data: bytes) -> None:
        """Write a line. Raises StorageError."""
        write_all(self._file, self._path, data)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class CsvTable(Table):
    """CSV with one column per key of the first whole record.

    Keys of later records that have no column go into the column `more`, as JSON. Failed games that come earlier are
    written just before the first whole record.
    """

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        super().__init__(path, kinds)
        self._columns: list[str] = []
        self._pending: list[Record] = []

    def add(self, record: Record) -> None:
        self._pending.append(record)
        if record.is_whole or self._columns:
            self._flush()

    def _flush(self) -> None:
        if not self._columns and self._pending:
            self._columns = list(self._pending[-1].flat())
            self._write([*self._columns, "more"])
        for record in self._pending:
            values = record.flat()
            more = {key: values.pop(key) for key in list(values) if key not in self._columns}
            cells = [cell(values.get(column)) for column in self._columns]
            self._write([*cells, msgspec.json.encode(more).decode() if more else ""])
        self._pending = []

    def _write(self, cells: list[Any]) -> None:
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        self.write(line.getvalue().encode())

    def close(self) -> None:
        self._flush()
        super().close()


class ParquetTable(Table):
    """Parquet, written in row groups with the columns of the first group.

    Numbers of unknown type are floats, so that later records fit. The file is valid once it is closed.
    """

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        try:
            import pyarrow.parquet
        except ImportError as error:
            raise UserError(
                "A .parquet file needs pyarrow: pip install 'playbill[lab]'; or name a .csv or .jsonl."
            ) from error
        super().__init__(path, kinds)
        self._file = BufferedWriter(self._file)
        self._arrow, self._parquet = pyarrow, pyarrow.parquet
        self._kinds = kinds
        self._rows: list[dict[str, Any]] = []
        self._schema: Any = None
        self._writer: Any = None

    def add(self, record: Record) -> None:
        self._rows.append(record.flat())
        if len(self._rows) == GROUP_ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._schema is None:
            self._schema = self._infer()
            self._writer = self._parquet.ParquetWriter(self._file, self._schema)
        texts = [field.name for field in self._schema if self._arrow.types.is_string(field.type)]
        for row in self._rows:
            for name in texts:
                if row.get(name) is not None:
                    row[name] = str(row[name])
        with storage_errors(self._path):
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def _infer(self) -> Any:
        """Infer column types; a column that is empty in the first group holds text."""
        arrow, columns = self._arrow, dict.fromkeys([*self._kinds, *(key for row in self._rows for key in row)])
        known = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}

        def kind(column: str) -> Any:
            if column in self._kinds:
                return known[self._kinds[column]]
            found = {type(value) for row in self._rows if (value := row.get(column)) is not None}
            if found <= {int, float} and found:
                return arrow.float64()
            return known[found.pop()] if len(found) == 1 else arrow.string()

        return arrow.schema([(column, kind(column)) for column in columns])

    def close(self) -> None:
        if self._rows or self._schema is None:
            self._flush()
        with storage_errors(self._path):
            self._writer.close()
            super().close()


TABLES = {".jsonl": Table, ".csv": CsvTable, ".parquet": ParquetTable}


def open_table(path: Path, kinds: Mapping[str, type]) -> Table:
    """Create a table in the format of the file's suffix. Raises UserError."""
    if path.suffix not in TABLES:
        raise UserError(f"--out takes a name that ends in {', '.join(TABLES)}, not {path.name!r}.")
    return TABLES[path.suffix](path, kinds)
