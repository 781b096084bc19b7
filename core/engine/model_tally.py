"""Tallies of model replies by policy, for the last event of a run."""

import msgspec


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Counts of a policy's questions to its model, by result."""

    questions: int = 0
    fallbacks: int = 0
    """Questions without a usable reply: the agent's action was not the model's."""
    again: int = 0
    """Unusable replies that were asked for again."""
    refused: int = 0
    cut: int = 0
    mended: int = 0
    illegal: int = 0
    """Actions that the rules rejected."""

    @property
    def fell_back(self) -> bool:
        """True if more than half of the questions got no usable reply."""
        return 2 * (self.fallbacks + self.illegal) > self.questions

    def words(self) -> str:
        """Describe the failures in a line; empty if there are none."""
        if not (self.fallbacks or self.again or self.refused or self.cut or self.illegal):
            return ""
        summary = f"no usable reply to {self.fallbacks} of {self.questions} questions"
        more = {
            "illegal actions": self.illegal,
            "asked again": self.again,
            "refusals": self.refused,
            "cut replies": self.cut,
        }
        return ", ".join([summary, *(f"{name} {count}" for name, count in more.items() if count)])
