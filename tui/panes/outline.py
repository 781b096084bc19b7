"""Plain data, such as an observation, as indented lines."""

from collections.abc import Sequence
from typing import Any

from tui.styles import Line, clip, wrap


def outline(value: Any, width: int, depth: int = 0) -> list[Line]:
    """Plain data as indented lines."""
    lead = "  " * depth + " "
    if isinstance(value, dict):
        out: list[Line] = []
        for key, item in value.items():
            if isinstance(item, dict | list) and item and any(isinstance(x, dict | list) for x in _items(item)):
                out += [((f"{lead}{key}", "mid"),), *outline(item, width, depth + 1)]
            else:
                told = ", ".join(map(_flat, item)) if isinstance(item, list) else _flat(item)
                rows = wrap(told, max(10, width - len(lead) - 16))
                out.append(((f"{lead}{clip(str(key), 14):<15}", "mid"), (rows[0], "fg")))
                out += [((" " * (len(lead) + 15), ""), (row, "fg")) for row in rows[1:]]
        return out
    if isinstance(value, list):
        return [line for item in value for line in outline(item, width, depth)]
    return [((f"{lead}{_flat(value)}", "fg"),)]


def _items(value: dict[str, Any] | list[Any]) -> Sequence[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items()) or "–"
    if isinstance(value, list):
        return " ".join(map(_flat, value)) or "–"
    return "–" if value is None or value == "" else "yes" if value is True else "no" if value is False else str(value)
