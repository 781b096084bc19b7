"""Read and write the optional Plan Update of a reply. What cannot be read changes nothing, and costs no action."""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from core.llm.json_extraction import objects_in
from core.llm.schema_fitting import key
from core.social.plan import PARTS, PlanChanged
from core.text import one_line

NO_CHANGE = "no change"
"""Literal for a plan that stays as it is."""
LONGEST = 4000
"""Characters of a part that are kept."""
_BLANK = "…"
"""Placeholder of the examples."""
_LISTS = ("goals", "milestones")
_ANYTHING = {"properties": {}, "additionalProperties": True}
_NOTHING = re.compile(
    r"\W*(?:(?:there (?:is|are) )?(?:no|without|not any) (?:plan )?(?:changes?|updates?)(?: needed| required)?"
    r"|none|nothing|null|n/?a|not applicable|unchanged|same(?: as before)?)\b.*|\W*",
    re.IGNORECASE | re.DOTALL,
)


def write(update: PlanChanged) -> str:
    """Write an update as the prompt asks for it.

    >>> write(PlanChanged(notes="Bob is quiet"))
    '{"patch":{"notes":"Bob is quiet"}}'
    """
    parts = {part: value for part in PARTS if (value := getattr(update, part)) is not None}
    return msgspec.json.encode({"replace" if update.whole else "patch": parts}).decode()


PATCH = write(PlanChanged(strategy=_BLANK))
REPLACE = write(PlanChanged(True, (_BLANK, _BLANK), (_BLANK,), _BLANK, _BLANK))
EXAMPLES = (NO_CHANGE, PATCH, REPLACE)
"""All that a prompt names; reading any of them changes nothing."""


def read(text: str) -> PlanChanged | None:
    """Read an update; None where there is none, or where it cannot be read.

    >>> read('{"patch": {"notes": {"Bob": "wolf"}, "strategy": null}}')
    PlanChanged(whole=False, goals=None, milestones=None, strategy=None, notes='Bob: wolf')
    """
    found = [json.loads(form.text) for form in objects_in(text, _ANYTHING)]
    if len(found) != 1:
        return None
    told = {key(name): value for name, value in found[0].items()}
    ways = [way for way in ("replace", "patch") if isinstance(told.get(way), Mapping)]
    if len(ways) > 1:
        return None
    parts = _parts(told[ways[0]] if ways else told)
    return PlanChanged(ways == ["replace"], **parts) if parts else None


def is_unreadable(text: str) -> bool:
    """Return True if a text is neither an update nor a way to say that nothing changes."""
    return read(text) is None and text.strip() not in EXAMPLES and _NOTHING.fullmatch(text) is None


def _parts(told: Mapping[str, Any]) -> dict[str, Any]:
    """Parts of a plan that an object gives; null and placeholders give nothing."""
    named = {key(name).rstrip("s"): value for name, value in told.items()}
    parts: dict[str, Any] = {}
    for part in PARTS:
        value = named.get(part.rstrip("s"))
        if value is None:
            continue
        lines = [line for line in _lines(value) if line != _BLANK]
        if lines or not value:
            parts[part] = tuple(lines) if part in _LISTS else "; ".join(lines)[:LONGEST]
    return parts


def _lines(value: Any) -> list[str]:
    """Texts in a JSON value: a key stays with its value."""
    match value:
        case None | "":
            return []
        case list():
            return [line for item in value for line in _lines(item)]
        case dict():
            return [f"{one_line(name)}: {'; '.join(_lines(item)) or 'none'}" for name, item in value.items()]
        case bool():
            return ["yes" if value else "no"]
    return [one_line(str(value))[:LONGEST]]
