"""Counts of how models answered, by policy: a fold over events, and sums over runs."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from core.engine.events import Asked, Event, Rejected, Ruled
from core.engine.model_tally import Tally
from core.llm.call_results import CUT, REFUSED, TRIES
from core.llm.messages import BY_HAND


class Rulings(NamedTuple):
    """A judge's findings beside those of the rules."""

    judged: int = 0
    found: int = 0
    agreed: int = 0

    def plus(self, ruled: Ruled) -> "Rulings":
        """Add one finding."""
        return Rulings(self.judged + 1, self.found + ruled.found, self.agreed + (ruled.found == ruled.rules))

    def metrics(self) -> dict[str, int | float]:
        """Metrics for a run's result; {} without a judge."""
        share = {"judge_agreement": round(self.agreed / self.judged, 4)} if self.judged else {}
        return {"judged": self.judged, "judge_found": self.found, **share} if self.judged else {}


class Tallies:
    """Counts by policy while a run goes on."""

    def __init__(self, cast: Mapping[str, str]) -> None:
        """Map names to policies."""
        self.by_policy: dict[str, Tally] = {}
        self._cast = cast
        self._useless: dict[str, int] = {}
        """By agent: unusable replies to the question under way."""

    def take(self, event: Event) -> None:
        """Count a call, or an illegal action of a model."""
        policy = self._cast.get(event.agent, "")
        if isinstance(event.data, Asked):
            if event.data.model != BY_HAND:
                self._count(event.agent, event.data)
        elif isinstance(event.data, Rejected) and policy in self.by_policy:
            tally = self.by_policy[policy]
            self.by_policy[policy] = replace(tally, illegal=tally.illegal + 1)

    def _count(self, agent: str, asked: Asked) -> None:
        policy, useless = self._cast[agent], self._useless.pop(agent, 0) + bool(asked.error)
        over = asked.failed or useless == TRIES
        if asked.error and not over:
            self._useless[agent] = useless
        tally = self.by_policy.get(policy, Tally())
        self.by_policy[policy] = replace(
            tally,
            questions=tally.questions + (not asked.error or bool(over)),
            fallbacks=tally.fallbacks + bool(over),
            again=tally.again + (bool(asked.error) and not over),
            refused=tally.refused + (asked.finish == REFUSED),
            cut=tally.cut + (asked.finish in CUT),
            mended=tally.mended + bool(asked.mended),
        )


def added(runs: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """Add up the counts of several runs."""
    out: dict[str, Tally] = {}
    for run in runs:
        for policy, tally in run.items():
            sums = zip(msgspec.structs.astuple(out.get(policy, Tally())), msgspec.structs.astuple(tally), strict=True)
            out[policy] = Tally(*map(sum, sums))
    return out
