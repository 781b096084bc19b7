"""Read personas from a CSV or JSON file.

CSV has one row per agent and the columns `name` (`*` for everybody without a row), `profile`, `style`, `role`,
`language` and `actions` (tags, separated by spaces). Every other column, such as `traits`, `values`, `trust` or
`beliefs`, is a property. JSON is an object of such rows by name, or a list of rows.
"""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from core.errors import UserError
from core.files import read_text

SUFFIXES = (".csv", ".json")
MAX_BYTES = 2**20
TEXTS = ("profile", "style", "role", "language")


def is_file(option: Any) -> TypeGuard[str]:
    """Return True if the option `personas` names a file."""
    return isinstance(option, str) and "=" not in option and Path(option.strip()).suffix.lower() in SUFFIXES


def read_file(path: Path) -> dict[str, dict[str, Any]]:
    """Read the personas of a file, by agent. Raises UserError with the file and the row."""
    try:
        text = read_text(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"{path} {error}.") from error
    rows = _csv_rows(text) if path.suffix.lower() == ".csv" else _json_rows(text, path)
    personas: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows, 1):
        name = str(row.pop("name", "") or "").strip()
        if not name:
            raise UserError(f"{path}: persona {number} has no name; write one in the column name, or * for all others.")
        if name in personas:
            raise UserError(f"{path}: persona {number}: there are two personas for {name!r}.")
        personas[name] = _persona({key: value for key, value in row.items() if value not in (None, "", [], {})})
    if not personas:
        raise UserError(f"{path} holds no personas; write one per row, with a column name.")
    return personas


def _csv_rows(text: str) -> list[dict[str, Any]]:
    rows = csv.DictReader(io.StringIO(text), skipinitialspace=True)
    return [{(key or "more").strip(): _words(value) for key, value in row.items()} for row in rows]


def _json_rows(text: str, path: Path) -> list[dict[str, Any]]:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {error}.") from error
    rows = (
        [{"name": name, **row} if isinstance(row, Mapping) else row for name, row in data.items()]
        if (isinstance(data, Mapping))
        else data
    )
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise UserError(f"{path} should hold an object of personas by name, or a list of personas.")
    return [dict(row) for row in rows]


def _persona(row: Mapping[str, Any]) -> dict[str, Any]:
    """Sort the cells of a row into the fields of a persona and its properties."""
    own: dict[str, Any] = {key: _words(row[key]) for key in TEXTS if key in row}
    if "actions" in row:
        own["actions"] = tuple(_words(row["actions"]).replace(",", " ").split())
    properties = {key: value for key, value in row.items() if key not in (*TEXTS, "actions", "properties")}
    named = row.get("properties", {})
    properties |= named if isinstance(named, Mapping) else {"properties": named}
    return {**own, "properties": {key: _words(value) for key, value in properties.items()}}


def _words(value: Any) -> str:
    """Write a cell as text: lists with commas, objects as "Bob 0.8, Cat 0.2"."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_words(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_words, value))
    return "" if value is None else " ".join(str(value).split())
