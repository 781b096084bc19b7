"""What a batch may spend in all, over all games and all who play them."""

import time
from collections.abc import Mapping

from core.engine.events import Spent
from core.errors import UserError
from core.llm.concurrency import Level

NOTHING: Mapping[str, float] = {}


class LimitReached(UserError):
    """Tells that a batch has reached a limit of its own."""


class Purse:
    """Counts calls as they are made, and tokens and dollars as replies land, against the limits.

    So there is never a call too many. Of tokens and dollars, what is in flight when the limit is reached comes on top:
    it is waited for and kept, being paid for.
    """

    def __init__(self, most: Mapping[str, float] = NOTHING, whose: str = "The experiment") -> None:
        """`most` may limit `calls`, `tokens`, `cost` in dollars, and `seconds` from now on; what it does not name has
        no limit."""
        self._most = most
        self._whose = whose
        self._began = time.monotonic()
        self._used = {"calls": 0.0, "tokens": 0.0, "cost": 0.0}
        self._finished_used = dict(self._used)
        self._finished = 0
        self.running = 0
        """Games under way."""
        self.places = 0
        """Calls that may be in flight, over all models that were asked."""

    def finish(self, calls: int, tokens: int, cost: float) -> None:
        """Count a game that is over, and what it took in all: the mean says what another one will take."""
        self._finished += 1
        for key, value in (("calls", calls), ("tokens", tokens), ("cost", cost)):
            self._finished_used[key] += value

    @property
    def admits(self) -> bool:
        """True while another game may start.

        Without a limit on calls, tokens or cost, always. With one, no more games than calls in flight, a single one
        until it is known what a game takes, and then only what the rest of the limit pays for, after the games under
        way.
        """
        limits = {key: most for key, most in self._most.items() if key in self._used}
        if not limits:
            return True
        if self.running >= (max(1, self.places) if self._finished else 1):
            return False
        return not self._finished or all(self._pays(key, most) for key, most in limits.items())

    def _pays(self, key: str, most: float) -> bool:
        mean = self._finished_used[key] / self._finished
        under_way = max(0.0, self.running * mean - (self._used[key] - self._finished_used[key]))
        return most - self._used[key] - under_way >= mean

    def close(self) -> "LimitReached":
        """Return the error of a batch whose limit does not pay for another game. Raises it if the limit is reached."""
        self.check()
        key, most = next(
            (key, most) for key, most in self._most.items() if key in self._used and not self._pays(key, most)
        )
        rest, mean = most - self._used[key], self._finished_used[key] / self._finished
        return LimitReached(
            f"{self._whose} stops before its limit, limits.{key} = {most:g}: "
            f"{rest:.3g} is left, and a game takes about {mean:.3g}"
        )

    def count(self, calls: int, tokens: int, cost: float) -> None:
        """Add what was spent before, or elsewhere."""
        self._used["calls"] += calls
        self._used["tokens"] += tokens
        self._used["cost"] += cost

    def make_call(self) -> None:
        """Count a call that is about to be made. Raises LimitReached if it may not be."""
        self.check()
        self.count(1, 0, 0.0)

    def pay(self, spent: Spent) -> None:
        """Add what a call has taken that was counted when it was made."""
        self.count(0, spent.tokens_in + spent.tokens_out, spent.cost or 0.0)

    def check(self) -> None:
        """Raises LimitReached."""
        used = {**self._used, "seconds": time.monotonic() - self._began}
        for key, most in self._most.items():
            if used[key] >= most:
                raise LimitReached(f"{self._whose} has reached its limit, limits.{key} = {most:g}")


class Metered(Level):
    """Is a level whose calls a purse has to allow."""

    def __init__(self, most: int, purse: Purse) -> None:
        super().__init__(most)
        self._purse = purse
        purse.places += most

    async def __aenter__(self) -> None:
        self._purse.check()
        await super().__aenter__()
        try:
            self._purse.make_call()
        except LimitReached:
            self.leave()
            raise

    def paid(self, spent: Spent) -> None:
        self._purse.pay(spent)
