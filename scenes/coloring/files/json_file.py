"""Our own JSON format: a `Stated` problem as it stands. What is wrong with it is told by line."""

import json
from collections import Counter
from typing import Any

from core.errors import UserError
from scenes.coloring.files.stated import Slip, Stated
from scenes.coloring.files.yaml_lines import Marked, load


def read_json(text: str) -> Stated:
    """Read a problem. Raises UserError with line and place."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UserError(f"line {error.lineno}: that is not JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise UserError(str(error) if isinstance(error, ValueError) else "it is nested too deeply") from error
    slip = Stated.slip(value)
    if slip is not None:
        raise UserError(f"line {_line(load(text), slip)}: {slip}")
    return Stated.model_validate(value)


def write_json(stated: Stated) -> str:
    """Write what `read_json` reads, an entry a line."""
    parts = []
    for key, value in stated.model_dump(mode="json", exclude_defaults=True).items():
        if isinstance(value, dict) and value:
            rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in value.items())
            parts.append(f"  {json.dumps(key)}: {{\n{rows}\n  }}")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"the key {twice[:40]!r} is given twice")
    return out


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number here")


def _line(root: Marked, slip: Slip) -> int:
    """Return the line of the invalid value, or of the nearest value around it."""
    at = root
    for key in slip.path:
        inner = at.at(key)
        if inner is None:
            break
        at = inner
    return at.line
