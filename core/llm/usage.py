"""Usage of model calls, added up: used for limits, results and the screen."""

from typing import NamedTuple

from core.engine.model_tally import Spent


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
