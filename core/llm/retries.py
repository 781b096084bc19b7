"""One call with its tries: backoff, Retry-After, a deadline; and how many calls may be in flight."""

import asyncio
import math
import random
import time
from collections.abc import Callable

from msgspec.structs import replace

from core.llm.level import Level, Places
from core.llm.messages import Busy, Completion, Declined, Hear, Misconfigured, Model, Request, Unavailable, Unreachable
from core.llm.settings import ModelSettings
from core.text import one_line, safe_text

BACKOFF = 0.5
"""Seconds before the second try; doubled for each further one, and spread by chance so that tries do not meet."""
LONGEST = 20.0
MAX_REPLY = 2**17
"""Characters of a reply that are kept."""


class Route:
    """The way to one model, shared by all who use it."""

    def __init__(self, model: Model, settings: ModelSettings, free: Places | None = None) -> None:
        self.model = model
        self._settings = settings
        self.free = free or Level(settings.concurrency)
        """To be held during a call; whether the run can still afford it is known when it is its turn."""
        self._answered = -math.inf
        """When the server last said anything, by `time.monotonic`."""
        self._stalled = ""
        """Why nobody waits for it now: a call was waited for until its deadline, and nothing came for any other."""
        self._again = 0.0
        """When it is asked again, by one try."""

    async def call(self, request: Request, hear: Hear | None, again: Callable[[int, int, str], None]) -> Completion:
        """What came of it, as it is kept. `again` is told each new try, of how many, and why. Raises Misconfigured."""
        tries = self._settings.retries + 1
        reasons: list[str] = []
        await self.model.ready()
        began = time.monotonic()
        if self._stalled and began < self._again:
            return _landed(
                Completion(failed=f"{self._stalled}, and it is not waited for again so soon"), began, reasons
            )
        if self._stalled:
            tries, self._again = 1, began + self._settings.deadline  # those who come meanwhile do not wait as well
        end = began + self._settings.deadline
        while True:
            try:
                limit, era = min(self._settings.timeout, end - time.monotonic()), self.free.era
                async with asyncio.timeout(limit):  # unlike wait_for it never swallows a stop
                    completion = await self.model.complete(request, hear)
            except Declined as error:
                self._hears()
                return _landed(Completion(failed=str(error), finish=error.finish), began, reasons)
            except (Unavailable, TimeoutError) as error:
                if not isinstance(error, TimeoutError):
                    self._hears()
                if isinstance(error, Busy | TimeoutError):
                    self.free.refused(era)
                why = f"no answer in {limit:.3g} s" if isinstance(error, TimeoutError) else one_line(str(error))
                wait = BACKOFF * 2 ** len(reasons) * random.uniform(0.5, 1.5)
                wait = getattr(error, "retry_after", None) or min(wait, LONGEST)
                reasons.append(why)
                late = time.monotonic() + wait >= end
                if len(reasons) == tries and isinstance(error, Unreachable):
                    raise Misconfigured(f"llm:{self.model.name}: {why}; start it, or set base.") from None
                if len(reasons) == tries or late:
                    if self._answered < began:
                        self._stalled, self._again = why, time.monotonic() + self._settings.deadline
                    past = f", and a wait of {wait:.0f} s is past its deadline" if late else ""
                    count = "1 try" if len(reasons) == 1 else f"{len(reasons)} tries"
                    return _landed(Completion(failed=f"{why} ({count}{past})"), began, reasons)
                again(len(reasons) + 1, tries, why)
                await asyncio.sleep(wait)
            else:
                self._hears()
                self.free.went_well()
                return _landed(completion, began, reasons)

    def _hears(self) -> None:
        self._answered, self._stalled = time.monotonic(), ""

    async def close(self) -> None:
        await self.model.close()


def _landed(completion: Completion, began: float, reasons: list[str]) -> Completion:
    """Clean, no longer than is kept, and with what all its tries took."""
    text = safe_text(completion.text)
    latency = round(time.monotonic() - began, 3)
    return replace(
        completion,
        text=text[:MAX_REPLY],
        failed=safe_text(completion.failed),
        cut=len(text) > MAX_REPLY,
        reasoning=safe_text(completion.reasoning)[:MAX_REPLY],
        finish=one_line(completion.finish)[:40],
        spent=replace(completion.spent, latency=latency, retries=tuple(reasons)),
    )
