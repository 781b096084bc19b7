"""An agent's plan, its changes, and how models write them (spec 003, "Plan updates")."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from core.engine.events import Body
from core.llm.json_extraction import objects_in
from core.llm.schema_fitting import key
from core.text import one_line

Part = Literal["goals", "milestones", "strategy", "notes"]
PARTS: tuple[Part, ...] = get_args(Part)
LISTS = ("goals", "milestones")
"""Parts of a plan that are lists."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent's goals, milestones, strategy and notes."""

    goals: tuple[str, ...] = ()
    milestones: tuple[str, ...] = ()
    strategy: str = ""
    notes: str = ""

    def after(self, changed: "PlanChanged") -> "Plan":
        """Fold a change: a whole new plan, or fields assigned directly (no merging of lists)."""
        return msgspec.structs.replace(Plan() if changed.whole else self, **changed.parts)


class PlanChanged(Body, omit_defaults=True):
    """The agent changes its plan. Parts that are null stay as they were, or are empty in a `whole` new plan."""

    forgettable = True
    whole: bool = False
    goals: tuple[str, ...] | None = None
    milestones: tuple[str, ...] | None = None
    strategy: str | None = None
    notes: str | None = None

    @property
    def parts(self) -> dict[str, Any]:
        """Parts that the change sets, by name."""
        return {part: value for part in PARTS if (value := getattr(self, part)) is not None}

    def sentence(self) -> str:
        texts = {
            part: text if isinstance(text, str) else ", ".join(text) or "none" for part, text in self.parts.items()
        }
        changes = "; ".join(f"{part}: {text}" for part, text in texts.items()) or "nothing"
        return f"{'plans anew' if self.whole else 'changes the plan'}: {changes}"


# -- the optional Plan Update of a reply: if it cannot be read, the plan stays, and the action counts

NO_CHANGE = "no change"
"""Text of an update that leaves the plan unchanged."""
LONGEST = 4000
"""Maximum number of characters of a part; longer parts are cut."""
_BLANK = "…"
"""Placeholder in the examples."""
_ANYTHING = {"properties": {}, "additionalProperties": True}
_NOTHING = re.compile(
    r"\W*(?:(?:there (?:is|are) )?(?:no|without|not any) (?:plan )?(?:changes?|updates?)(?: needed| required)?"
    r"|none|nothing|null|n/?a|not applicable|unchanged|same(?: as before)?)\b.*|\W*",
    re.IGNORECASE | re.DOTALL,
)


def write_update(update: PlanChanged) -> str:
    """Write an update as the prompt asks for it.

    >>> write_update(PlanChanged(notes="Bob is quiet"))
    '{"patch":{"notes":"Bob is quiet"}}'
    """
    return msgspec.json.encode({"replace" if update.whole else "patch": update.parts}).decode()


PATCH = write_update(PlanChanged(strategy=_BLANK))
REPLACE = write_update(PlanChanged(True, (_BLANK, _BLANK), (_BLANK,), _BLANK, _BLANK))
EXAMPLES = (NO_CHANGE, PATCH, REPLACE)
"""Plan Updates that a prompt shows; reading any of them changes nothing."""


def read_update(text: str) -> PlanChanged | None:
    """Parse an update; None if there is none, or if it cannot be read.

    >>> read_update('{"patch": {"notes": {"Bob": "wolf"}, "strategy": null}}')
    PlanChanged(whole=False, goals=None, milestones=None, strategy=None, notes='Bob: wolf')
    """
    found = [json.loads(form.text) for form in objects_in(text, _ANYTHING)]
    if len(found) != 1:
        return None
    fields = {key(name): value for name, value in found[0].items()}
    ways = [way for way in ("replace", "patch") if isinstance(fields.get(way), Mapping)]
    if len(ways) > 1:
        return None
    parts = _parts(fields[ways[0]] if ways else fields)
    return PlanChanged(ways == ["replace"], **parts) if parts else None


def is_unreadable(text: str) -> bool:
    """Return True if a text is neither an update nor a statement that nothing changes."""
    return read_update(text) is None and text.strip() not in EXAMPLES and _NOTHING.fullmatch(text) is None


def _parts(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a plan in a JSON object, without null and placeholders."""
    named = {key(name).rstrip("s"): value for name, value in fields.items()}
    parts: dict[str, Any] = {}
    for part in PARTS:
        value = named.get(part.rstrip("s"))
        if value is None:
            continue
        lines = [line for line in _lines(value) if line != _BLANK]
        if lines or not value:
            parts[part] = tuple(lines) if part in LISTS else "; ".join(lines)[:LONGEST]
    return parts


def _lines(value: Any) -> list[str]:
    """Return the texts in a JSON value; write a key before its value."""
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
