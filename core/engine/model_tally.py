"""How a policy's questions to its model went, as the last event of a run counts them."""

import msgspec


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Counts how a policy's questions to its model went."""

    questions: int = 0
    fallbacks: int = 0
    """Questions to which no usable reply came: what the agent did then was not the model's."""
    again: int = 0
    """Replies that were no use, and were asked for again."""
    refused: int = 0
    cut: int = 0
    mended: int = 0
    illegal: int = 0
    """Actions that the rules did not allow."""

    @property
    def fell_back(self) -> bool:
        """Tell whether this policy mostly did not play: to more than half of the questions it gave nothing that could
        be done."""
        return 2 * (self.fallbacks + self.illegal) > self.questions

    def words(self) -> str:
        """Write what went wrong, in a line; empty where nothing did."""
        if not (self.fallbacks or self.again or self.refused or self.cut or self.illegal):
            return ""
        told = f"no usable reply to {self.fallbacks} of {self.questions} questions"
        more = {
            "illegal actions": self.illegal,
            "asked again": self.again,
            "refusals": self.refused,
            "cut replies": self.cut,
        }
        return ", ".join([told, *(f"{name} {count}" for name, count in more.items() if count)])
