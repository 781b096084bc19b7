"""Problem files by suffix, and Playbill's own JSON format."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.errors import UserError
from core.files import read_text
from scenes.coloring.files.dimacs import read_dimacs
from scenes.coloring.files.problem_spec import ProblemError, ProblemSpec
from scenes.coloring.files.pydcop import read_pydcop
from scenes.coloring.files.yaml_lines import YamlValue, load


def read_json(text: str) -> ProblemSpec:
    """Parse a JSON problem. Raises UserError with line and place."""
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        raise UserError(f"line {error.lineno}: that is not JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise UserError(str(error) if isinstance(error, ValueError) else "it is nested too deeply") from error
    invalid = ProblemSpec.first_error(value)
    if invalid is not None:
        raise UserError(f"line {_line_of(load(text), invalid)}: {invalid}")
    return ProblemSpec.model_validate(value)


def write_json(stated: ProblemSpec) -> str:
    """Write a problem as JSON for `read_json`, one entry per line."""
    parts = []
    for key, value in stated.model_dump(mode="json", exclude_defaults=True).items():
        if isinstance(value, dict) and value:
            rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in value.items())
            parts.append(f"  {json.dumps(key)}: {{\n{rows}\n  }}")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"the key {twice[:40]!r} appears twice")
    return out


def _reject_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number here")


def _line_of(root: YamlValue, invalid: ProblemError) -> int:
    """Return the line of the invalid value, or of the nearest value around it."""
    at = root
    for key in invalid.path:
        inner = at.child(key)
        if inner is None:
            break
        at = inner
    return at.line


MAX_BYTES = 2**19
_FORMATS = ".json (our own), .col (DIMACS), .yaml or .yml (pyDCOP)"


def is_file(name: str) -> bool:
    """Return True if a name has the suffix of a problem file."""
    return Path(name).suffix.lower() in _READERS


def read_problem(path: Path, owners: int, colors: int) -> ProblemSpec:
    """Read a problem file. Raises UserError.

    `owners` and `colors` are the numbers of owners and colors for formats that do not state them.
    """
    try:
        text = read_text(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"it {error}") from error
    if not text.strip():
        raise UserError(f"it is empty; a problem is {_FORMATS}")
    return _READERS[path.suffix.lower()](text, owners, colors)


_READERS: Mapping[str, Callable[[str, int, int], ProblemSpec]] = {
    ".json": lambda text, *_: read_json(text),
    ".col": read_dimacs,
    ".yaml": lambda text, owners, _: read_pydcop(text, owners),
    ".yml": lambda text, owners, _: read_pydcop(text, owners),
}
