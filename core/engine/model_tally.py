"""Costs of model calls and their sums; tallies of replies by policy."""

from typing import NamedTuple

import msgspec


class Spent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cost of a model call: seconds, tokens, US dollars if the price is known, reasons for retries.

    The only part of an event that differs between equal runs.
    """

    latency: float
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    retries: tuple[str, ...] = ()
    thinking: int = 0
    """Part of `tokens_out` that the model used for reasoning."""
    cached: int = 0
    """Part of `tokens_in` that the server had cached."""
    lost: int = 0
    """Part of `tokens_out` spent on tries without a usable reply."""
    estimated: int = 0
    """Estimated tokens of tries that ended before the server had counted them."""


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Counts of a policy's questions to its model, by kind of result."""

    questions: int = 0
    fallbacks: int = 0
    """Questions without a usable reply, where the default action was taken."""
    again: int = 0
    """Unusable replies after which the model was asked again."""
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
        """Describe the failures in one line; "" if there are none."""
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


class Usage(NamedTuple):
    """Sums over the model calls of a run."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    latency: float = 0.0
    cost: float | None = None
    """Cost in US dollars; None if no price is known."""
    unpriced: int = 0
    """Calls that used tokens but have no known price."""
    thinking: int = 0
    """Part of `tokens_out` that models used for reasoning."""
    cached: int = 0
    """Part of `tokens_in` that servers had cached."""
    estimated: int = 0
    """Estimated tokens of tries that ended before a server had counted them."""

    def plus(self, spent: Spent) -> "Usage":
        """Add one call."""
        return Usage(
            self.calls + 1,
            self.tokens_in + spent.tokens_in,
            self.tokens_out + spent.tokens_out,
            self.latency + spent.latency,
            self.cost if spent.cost is None else (self.cost or 0.0) + spent.cost,
            self.unpriced + (spent.cost is None and spent.tokens_in + spent.tokens_out > 0),
            self.thinking + spent.thinking,
            self.cached + spent.cached,
            self.estimated + spent.estimated,
        )

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def metrics(self) -> dict[str, int | float]:
        """Return metrics for a run's result; `cost` only if it is not zero."""
        cost = {"cost": round(self.cost, 6)} if self.cost else {}
        return {"calls": self.calls, "tokens": self.tokens, **cost}
