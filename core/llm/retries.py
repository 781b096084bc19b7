"""Calls with their tries (backoff, Retry-After, deadline), and an adaptive limit of calls in flight per host.

Additive increase, multiplicative decrease: the limit doubles with every round of successful calls until the host first
reports too many, as in TCP's slow start (RFC 5681); then it grows by one a round, and halves at each such report.
"""

import asyncio
import math
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from core.engine.model_tally import Spent
from core.llm.messages import (
    Busy,
    Completion,
    Declined,
    Misconfigured,
    Model,
    OnWords,
    ParameterRefused,
    PartialReply,
    Request,
    Unavailable,
    Unreachable,
)
from core.llm.settings import ModelSettings
from core.text import one_line, safe_text

INITIAL_LIMIT = 16
"""Initial limit, if the maximum is not lower."""


class Places(Protocol):
    """Places for calls in flight, whose number this process or its parent limits."""

    era: int
    """Number of times that the limit was halved; reports about calls from an earlier era are ignored."""

    async def __aenter__(self) -> None: ...
    async def __aexit__(self, *error: object) -> None: ...
    def report_success(self) -> None: ...
    def refused(self, era: int) -> None: ...
    def report_usage(self, spent: Spent) -> None: ...


class Concurrency:
    """A limit of calls in flight, with the waiting calls. Use `async with` for one call with all its tries."""

    def __init__(self, most: int) -> None:
        """Start with a low limit, which may grow up to `most`; 0 is no limit."""
        self.most = most or math.inf
        self.limit = float(min(most, INITIAL_LIMIT)) or math.inf
        self.era = 0
        self.flying = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if not self._waiting and self.flying + 1 <= self.limit:
            self.flying += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # the call was admitted and cancelled at the same time
                self.leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.leave()

    def report_success(self) -> None:
        """Report a successful call: the limit may grow."""
        self.limit = min(self.most, self.limit + (1 / self.limit if self.era else 1))
        self._admit()

    def refused(self, era: int) -> None:
        """Report "too many" for a call made in this era."""
        if era == self.era:
            self.limit = max(1.0, self.limit / 2)
            self.era += 1

    def report_usage(self, spent: Spent) -> None:
        """Report a finished call's usage."""

    def leave(self) -> None:
        """Give a place back."""
        self.flying -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.flying + 1 <= self.limit:
            place = self._waiting.popleft()
            if not place.done():
                self.flying += 1
                place.set_result(None)


BACKOFF = 0.5
"""Seconds before the second try; they double for each further try, with random spread."""
LONGEST = 20.0
NOTHING = Spent(0.0)
MAX_REPLY = 2**17
"""Maximum number of characters of a reply that are kept."""


class Route:
    """The route to one model, shared by all agents that use it."""

    def __init__(self, model: Model, settings: ModelSettings, free: Places | None = None) -> None:
        self.model = model
        self._settings = settings
        self.free = free or Concurrency(settings.calls_in_flight)
        """Places for calls; the run checks its limits once a call has a place."""
        self._timeout, self._deadline = (
            (math.inf, math.inf) if settings.batch else (settings.timeout, settings.deadline)
        )
        self._answered = -math.inf
        """Time of the server's last words, by `time.monotonic`."""
        self._stalled = ""
        """Reason not to call now: a call reached its deadline while no other call received anything."""
        self._again = 0.0
        """Time from which one call may try the server again."""
        self._discard: OnWords | None = None
        """Callback that ignores pieces of replies; it is used to stream after a whole reply was too slow."""

    async def call(
        self, request: Request, on_words: OnWords | None, again: Callable[[int, int, str], None]
    ) -> Completion:
        """Make a call and return its result with the usage of all tries.

        `again` is called before each new try with its number, the maximum number of tries, and the reason.
        Raises Misconfigured.
        """
        await self.model.ready()
        began = time.monotonic()
        if self._stalled and began < self._again:
            return _finish(Completion(failed=f"{self._stalled}, so it is not asked again so soon"), began, [])
        tries = 1 if self._stalled else self._settings.retries + 1
        if self._stalled:
            self._again = began + self._deadline  # other calls do not wait meanwhile
        end, failures, reasons, wasted = began + self._deadline, 0, list[str](), NOTHING
        while True:
            era = self.free.era
            request = request._replace(arrived=PartialReply())
            try:
                completion = await self._try(request, on_words, end)
            except ParameterRefused as change:
                self._note_answer()
                if change.first:
                    reasons.append(one_line(str(change)))
                    again(failures + 1, tries, reasons[-1])
            except Declined as error:
                self._note_answer()
                failed = Completion(
                    failed=str(error), finish=error.finish, spent=self.model.usage_without_reply(request)
                )
                return _finish(failed, began, reasons, wasted)
            except (Unavailable, TimeoutError) as error:
                if not isinstance(error, TimeoutError):
                    self._note_answer()
                if isinstance(error, Busy | TimeoutError):
                    self.free.refused(era)
                wasted = add_usage(wasted, self.model.usage_without_reply(request))
                why = one_line(str(error))
                wait = BACKOFF * 2**failures * random.uniform(0.5, 1.5)
                wait = getattr(error, "retry_after", None) or min(wait, LONGEST)
                failures += 1
                reasons.append(why)
                late = time.monotonic() + wait >= end
                if failures == tries and isinstance(error, Unreachable):
                    raise Misconfigured(f"llm:{self.model.name}: {why}; start it, or set base.") from None
                if failures == tries or late:
                    if self._answered < began:
                        self._stalled, self._again = why, time.monotonic() + self._deadline
                    failed = Completion(failed=f"{why} ({_tries(failures, wait if late else None)})")
                    return _finish(failed, began, reasons, wasted)
                again(failures + 1, tries, why)
                await asyncio.sleep(wait)
            else:
                self._note_answer()
                self.free.report_success()
                return _finish(completion, began, reasons, wasted)

    async def _try(self, request: Request, on_words: OnWords | None, end: float) -> Completion:
        """Make one try, which may last until `end`. Raises TimeoutError with the length of the silence."""
        loop, arrived = asyncio.get_running_loop(), request.arrived
        last = loop.time() + end - time.monotonic()
        patience = min(self._timeout, last - loop.time())

        def wait_on() -> None:
            self._note_answer()
            clock.reschedule(min(loop.time() + self._timeout, last))

        arrived.on_piece = wait_on
        try:
            async with asyncio.timeout(patience) as clock:  # unlike wait_for, this never swallows a cancellation
                return await self.model.complete(request, on_words or self._discard)
        except TimeoutError:
            if on_words is None and self._discard is None:
                self._discard = lambda piece: None  # from now on arriving tokens are noticed
            if not arrived.size:
                raise TimeoutError(f"no answer in {patience:.3g} s") from None
            if loop.time() >= last:
                raise TimeoutError(f"no whole reply in {self._deadline:.3g} s") from None
            raise TimeoutError(f"the reply stopped for {self._timeout:.3g} s") from None

    def _note_answer(self) -> None:
        self._answered, self._stalled = time.monotonic(), ""

    async def close(self) -> None:
        await self.model.close()


def add_usage(one: Spent, failed: Spent) -> Spent:
    """Add the usage of a try without a reply."""
    cost = None if one.cost is None and failed.cost is None else (one.cost or 0.0) + (failed.cost or 0.0)
    return replace(
        one,
        tokens_in=one.tokens_in + failed.tokens_in,
        tokens_out=one.tokens_out + failed.tokens_out,
        cost=cost,
        thinking=one.thinking + failed.thinking,
        cached=one.cached + failed.cached,
        lost=one.lost + failed.tokens_out,
        estimated=one.estimated + failed.estimated,
    )


def _finish(completion: Completion, began: float, reasons: list[str], wasted: Spent = NOTHING) -> Completion:
    """Return the completion, cleaned and cut to the maximum length, with the usage of all tries."""
    text = safe_text(completion.text)
    latency = round(time.monotonic() - began, 3)
    return replace(
        completion,
        text=text[:MAX_REPLY],
        failed=safe_text(completion.failed),
        cut=len(text) > MAX_REPLY,
        reasoning=safe_text(completion.reasoning)[:MAX_REPLY],
        finish=one_line(completion.finish)[:40],
        spent=replace(add_usage(completion.spent, wasted), latency=latency, retries=tuple(reasons)),
    )


def _tries(count: int, wait: float | None) -> str:
    """Write the number of failed tries, and the wait beyond the deadline that ended them, if there was one."""
    tries = "1 try" if count == 1 else f"{count} tries"
    return tries if wait is None else f"{tries}, and a wait of {wait:.0f} s is past its deadline"
