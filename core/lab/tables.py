"""Records on file, in one of three formats, each the moment it is there: games, and turns, messages and calls."""

import csv
from collections.abc import Mapping
from io import BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, Self

import msgspec

from core.errors import UserError
from core.files import storing, write_all
from core.tables import cell

GROUP = 1000
"""Rows that go to a Parquet file in one piece."""


class Record(Protocol):
    """Is a line of a table."""

    @property
    def is_whole(self) -> bool:
        """Whether it has all columns; a game that failed may not."""

    def flat(self) -> dict[str, Any]:
        """Give its cells by column."""

    def encode(self) -> bytes:
        """Write it as a line of JSON, with its newline."""


class Table:
    """Takes records, one after the other: a file of its own for each kind of table. Here: JSON Lines."""

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        """`kinds` are what columns hold, where that is known before there is a record. Raises UserError for a file that
        exists, or cannot be made."""
        self._file: IO[bytes]
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise UserError(f"{path} exists already; name another file with --out.") from error
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}; name another with --out.") from error

    def add(self, record: Record) -> None:
        self.write(record.encode())

    def write(self, data: bytes) -> None:
        """Write a line. Raises StorageError."""
        write_all(self._file, self._path, data)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class CsvTable(Table):
    """Writes a column a figure, those of the first record that is whole. What later ones have beside them is in the
    column `more`, as JSON; games that failed before that come just before it."""

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        super().__init__(path, kinds)
        self._columns: list[str] = []
        self._early: list[Record] = []

    def add(self, record: Record) -> None:
        self._early.append(record)
        if record.is_whole or self._columns:
            self._flush()

    def _flush(self) -> None:
        if not self._columns and self._early:
            self._columns = list(self._early[-1].flat())
            self._write([*self._columns, "more"])
        for record in self._early:
            told = record.flat()
            more = {key: told.pop(key) for key in list(told) if key not in self._columns}
            cells = [cell(told.get(column)) for column in self._columns]
            self._write([*cells, msgspec.json.encode(more).decode() if more else ""])
        self._early = []

    def _write(self, cells: list[Any]) -> None:
        csv.writer(_Lines(self), lineterminator="\n").writerow(cells)

    def close(self) -> None:
        self._flush()
        super().close()


class _Lines:
    """Is a text file for the csv module: a write a line."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def write(self, line: str) -> None:
        self._table.write(line.encode())


class ParquetTable(Table):
    """Writes groups of records, with the columns of the first group. Numbers whose kind is not known are floats, so
    that a later record may have another kind. The file is whole when it is closed."""

    def __init__(self, path: Path, kinds: Mapping[str, type]) -> None:
        try:
            import pyarrow.parquet
        except ImportError as error:
            raise UserError(
                "A .parquet file wants pyarrow: pip install 'playbill[lab]'; or name a .csv or .jsonl."
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
        if len(self._rows) == GROUP:
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
        with storing(self._path):
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def _infer(self) -> Any:
        """What the columns are; one of which nothing is known, and that is empty in the first group, holds text."""
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
        with storing(self._path):
            self._writer.close()
            super().close()


TABLES = {".jsonl": Table, ".csv": CsvTable, ".parquet": ParquetTable}


def open_table(path: Path, kinds: Mapping[str, type]) -> Table:
    """A new table, of the format that the file's name asks for. Raises UserError."""
    if path.suffix not in TABLES:
        raise UserError(f"--out takes a name that ends in {', '.join(TABLES)}, not {path.name!r}.")
    return TABLES[path.suffix](path, kinds)
