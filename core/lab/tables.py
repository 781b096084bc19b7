"""Rows on file, in one of three formats, each row the moment it is there."""

import csv
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import msgspec

from core.errors import UserError
from core.lab.rows import Row
from core.tables import cell

GROUP = 1000
"""Rows that go to a Parquet file in one piece."""


class Table:
    """Takes rows, one after the other: a file of its own for each kind of table. Here: JSON Lines."""

    def __init__(self, path: Path) -> None:
        """Raises UserError for a file that exists, or cannot be made."""
        self._file: IO[bytes]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise UserError(f"{path} exists already; name another file with --out.") from error
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}; name another with --out.") from error

    def add(self, row: Row) -> None:
        self._file.write(row.encode())

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class CsvTable(Table):
    """Writes a column a figure, those of the first game that was over. What later games have beside them is in the
    column `more`, as JSON; games that failed before that game come just before it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._columns: list[str] = []
        self._early: list[Row] = []

    def add(self, row: Row) -> None:
        self._early.append(row)
        if row.status != "failed" or self._columns:
            self._flush()

    def _flush(self) -> None:
        if not self._columns and self._early:
            self._columns = list(self._early[-1].flat())
            self._write([*self._columns, "more"])
        for row in self._early:
            told = row.flat()
            more = {key: told.pop(key) for key in list(told) if key not in self._columns}
            cells = [cell(told.get(column)) for column in self._columns]
            self._write([*cells, msgspec.json.encode(more).decode() if more else ""])
        self._early = []

    def _write(self, cells: list[Any]) -> None:
        csv.writer(_Lines(self._file), lineterminator="\n").writerow(cells)

    def close(self) -> None:
        self._flush()
        super().close()


class _Lines:
    """Is a text file for the csv module: a write a line."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, line: str) -> None:
        self._file.write(line.encode())


class ParquetTable(Table):
    """Writes groups of rows, with the columns of the first group: numbers of the scene's own are floats, so that a
    later game may have another kind. The file is whole when it is closed."""

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow.parquet
        except ImportError as error:
            raise UserError(
                "A .parquet file wants pyarrow: pip install 'playbill[lab]'; or name a .csv or .jsonl."
            ) from error
        super().__init__(path)
        self._arrow, self._parquet = pyarrow, pyarrow.parquet
        self._rows: list[dict[str, Any]] = []
        self._schema: Any = None
        self._writer: Any = None

    def add(self, row: Row) -> None:
        self._rows.append(row.flat())
        if len(self._rows) == GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._schema is None:
            self._schema = self._infer()
            self._writer = self._parquet.ParquetWriter(self._file, self._schema)
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def _infer(self) -> Any:
        """What all columns of the first group are; one that is empty throughout holds text."""
        arrow, columns = self._arrow, dict.fromkeys(key for row in self._rows for key in row)
        own = set(Row.__dataclass_fields__)

        def kind(column: str) -> Any:
            found = arrow.array([row.get(column) for row in self._rows]).type
            if column == "cost" or (column not in own and arrow.types.is_integer(found)):
                return arrow.float64()
            return arrow.string() if arrow.types.is_null(found) else found

        return arrow.schema([(column, kind(column)) for column in columns])

    def close(self) -> None:
        if self._rows or self._schema is None:
            self._flush()
        self._writer.close()
        super().close()


TABLES = {".jsonl": Table, ".csv": CsvTable, ".parquet": ParquetTable}


def open_table(path: Path) -> Table:
    """A new table, of the kind that the file's name asks for. Raises UserError."""
    if path.suffix not in TABLES:
        raise UserError(f"--out takes a name that ends in {', '.join(TABLES)}, not {path.name!r}.")
    return TABLES[path.suffix](path)
