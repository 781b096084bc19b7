"""An agent's plan: a structured private event, folded once for all social scenes (spec 003, "Plan updates")."""

from typing import Literal, get_args

import msgspec

from core.engine.events import Body

Part = Literal["goals", "milestones", "strategy", "notes"]
PARTS: tuple[Part, ...] = get_args(Part)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent's goals, milestones, strategy and notes."""

    goals: tuple[str, ...] = ()
    milestones: tuple[str, ...] = ()
    strategy: str = ""
    notes: str = ""

    def after(self, changed: "PlanChanged") -> "Plan":
        """Fold a change: a whole new plan, or fields assigned directly (no merging of lists)."""
        told = {part: value for part in PARTS if (value := getattr(changed, part)) is not None}
        return msgspec.structs.replace(Plan() if changed.whole else self, **told)


class PlanChanged(Body, omit_defaults=True):
    """The agent changes its plan. Parts that are null stay as they were, or are empty in a `whole` new plan."""

    forgettable = True
    whole: bool = False
    goals: tuple[str, ...] | None = None
    milestones: tuple[str, ...] | None = None
    strategy: str | None = None
    notes: str | None = None

    def sentence(self) -> str:
        told = {part: getattr(self, part) for part in PARTS}
        parts = [f"{part}: {_words(value)}" for part, value in told.items() if value is not None]
        return f"{'plans anew' if self.whole else 'changes the plan'}: {'; '.join(parts) or 'nothing'}"


def _words(value: tuple[str, ...] | str) -> str:
    return value if isinstance(value, str) else ", ".join(value) or "none"
