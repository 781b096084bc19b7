"""Costs of model calls, their sums, and tallies of replies by policy."""

from typing import NamedTuple

import msgspec


class Spent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cost of a model call: seconds, tokens, US dollars where the price is known, and the reasons for retries.

    Equal runs may differ in it.
    """

    latency: float
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    retries: tuple[str, ...] = ()
    thinking: int = 0
    """Part of `tokens_out` used for reasoning."""
    cached: int = 0
    """Part of `tokens_in` from the server's cache."""
    lost: int = 0
    """Part of `tokens_out` from tries without a usable reply."""
    estimated: int = 0
    """Estimated tokens of tries that ended before the server counted them."""


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


class Usage(NamedTuple):
    """Usage of calls to models."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    latency: float = 0.0
    cost: float | None = None
    """US dollars; None while no price is known."""
    unpriced: int = 0
    """Calls with tokens but no price."""
    thinking: int = 0
    """Part of `tokens_out` that models spent on thoughts."""
    cached: int = 0
    """Part of `tokens_in` that servers had in their caches."""
    estimated: int = 0
    """Estimated tokens of tries that broke off before a server counted them."""

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
        """Metrics for a run's result; cost only if there was any."""
        cost = {"cost": round(self.cost, 6)} if self.cost else {}
        return {"calls": self.calls, "tokens": self.tokens, **cost}
