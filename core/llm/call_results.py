"""Results of model calls: the parsed value or the error that the model is shown; counts by policy."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from core.engine.events import Asked, Event, Rejected
from core.engine.model_tally import Tally
from core.engine.reading_events import Ruled, SecondReading, meanings
from core.llm.messages import BY_HAND, Completion
from core.llm.replies import Refusal, Reply, Unreadable

CUT_REASONS = ("length", "max_tokens", "MAX_TOKENS")
"""Finish reasons of replies that a limit cut off."""
REFUSED = "refusal"
AFTER = " .`*\n"
"""Characters that may follow an answer at the end of thoughts; if words follow, it was only a thought."""
MAX_TRIES = 3
"""Number of unusable replies after which a question is given up."""


class ReadingResult(NamedTuple):
    """Result of reading a reply."""

    value: Any
    """The parsed value; None if nothing was usable."""
    repairs: tuple[str, ...]
    error: str
    """Error that the model is shown; empty for a usable reply."""
    finish: str
    """Finish reason that the server gave, if it is not the usual one."""

    @property
    def cut(self) -> bool:
        return self.finish in CUT_REASONS


def read(reply: Reply[Any], completion: Completion) -> ReadingResult:
    """Parse a completion: its text, or its thoughts if the server put the whole reply there.

    A cut reply is used only if it shows that the answer is complete.
    """
    finish = completion.finish
    cut = finish in CUT_REASONS
    if completion.failed or (cut and not reply.closes):
        return ReadingResult(None, (), "" if completion.failed else _too_long(completion), finish)
    only_thoughts = reply.closes and bool(completion.reasoning) and not completion.text
    text = completion.reasoning if only_thoughts else completion.text
    try:
        if only_thoughts and not text.rstrip(AFTER).endswith("}"):
            raise Unreadable("The reply is empty: there are thoughts, and no answer.")
        value, repairs = reply.understand(text)
        if cut and "layout" in repairs:  # plain words, whose end cannot be recognized
            raise Unreadable(_too_long(completion))
    except Refusal as why:
        return ReadingResult(None, (), str(why), REFUSED)
    except Unreadable as why:
        return ReadingResult(None, (), _too_long(completion) if cut else str(why), finish)
    return ReadingResult(value, (*(("from the reasoning",) if only_thoughts else ()), *repairs), "", finish)


def _too_long(completion: Completion) -> str:
    tokens = completion.spent.tokens_out - completion.spent.lost
    return (
        f"Your reply was cut off{f' after {tokens} tokens' if tokens else ''}, before its answer was whole. Think "
        "less, be brief, and write the whole answer."
    )


class Rulings(NamedTuple):
    """Counts of a judge's findings, compared with those of the rules."""

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


class Readings:
    """Counts of messages that rules and a model read, and of their agreement."""

    def __init__(self) -> None:
        self._counts = Counter[str]()
        self._either, self._both = Counter[str](), Counter[str]()
        """Number of readings by label: by rules or model, and by both."""

    def take(self, reading: SecondReading) -> None:
        """Count one message."""
        self._counts.update(read=reading.model is not None, agreed=reading.agrees, unread=reading.model is None)
        if reading.model is not None:
            rules, model = meanings(reading.rules).keys(), meanings(reading.model).keys()
            self._either.update(each.partition(" ")[0] for each in rules | model)
            self._both.update(each.partition(" ")[0] for each in rules & model)

    def metrics(self) -> dict[str, int | float]:
        """Metrics for a run's result; {} without a reader."""
        read, agreed, unread = (self._counts[key] for key in ("read", "agreed", "unread"))
        share = {"reader_agreement": round(agreed / read, 4)} if read else {}
        labels = {f"agrees {each}": round(self._both[each] / n, 4) for each, n in sorted(self._either.items())}
        return {"reader_read": read, "reader_unread": unread, **share, **labels} if read + unread else {}


class Tallies:
    """Tallies of replies by policy, during a run."""

    def __init__(self, cast: Mapping[str, str]) -> None:
        """Map names to policies."""
        self.by_policy: dict[str, Tally] = {}
        self._cast = cast
        self._useless: dict[str, int] = {}
        """Number of unusable replies to the current question, by agent."""

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
        over = asked.failed or useless == MAX_TRIES
        if asked.error and not over:
            self._useless[agent] = useless
        tally = self.by_policy.get(policy, Tally())
        self.by_policy[policy] = replace(
            tally,
            questions=tally.questions + (not asked.error or bool(over)),
            fallbacks=tally.fallbacks + bool(over),
            again=tally.again + (bool(asked.error) and not over),
            refused=tally.refused + (asked.finish == REFUSED),
            cut=tally.cut + (asked.finish in CUT_REASONS),
            mended=tally.mended + bool(asked.mended),
        )


def add_tallies(runs: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """Add up the counts of several runs."""
    out: dict[str, Tally] = {}
    for run in runs:
        for policy, tally in run.items():
            sums = zip(msgspec.structs.astuple(out.get(policy, Tally())), msgspec.structs.astuple(tally), strict=True)
            out[policy] = Tally(*map(sum, sums))
    return out
