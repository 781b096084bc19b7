"""Models in a run's log: messages by digest, usage and failures so far, and decisions."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.engine.events import (
    Asked,
    Changed,
    Defaulted,
    Event,
    Forgotten,
    Intervened,
    ModelFailed,
    Prompted,
    Rejected,
    Withheld,
)
from core.engine.model_tally import Tally, Usage
from core.llm.call_results import Tallies, add_tallies
from core.llm.routes import PREFIX


class ModelLog:
    """Messages, usage and tallies of a log. It only grows, so the state at any event is a prefix."""

    def __init__(self, cast: Mapping[str, str]) -> None:
        """Start empty. `cast` maps seats to policies."""
        self._messages: dict[tuple[str, str], dict[str, str]] = {}
        self._at: list[int] = []
        self._usage = [Usage()]
        self._asked: list[int] = []
        self._tallies: list[Mapping[str, Tally]] = [{}]
        self._going = Tallies(cast)

    def take(self, event: Event) -> None:
        if isinstance(event.data, Prompted):
            self._messages.update({(event.agent, digest): message for digest, message in event.data.messages.items()})
        if isinstance(event.data, Asked | Rejected):
            self._going.take(event)
            self._asked.append(event.n)
            self._tallies.append(self._going.by_policy.copy())
        if event.spent is not None:
            self._at.append(event.n)
            self._usage.append(self._usage[-1].plus(event.spent))

    def message(self, agent: str, digest: str) -> dict[str, str]:
        return self._messages.get((agent, digest), {"role": "?", "content": "(the log does not hold this message)"})

    def usage(self, n: int) -> Usage:
        """Return the model usage up to event n."""
        return self._usage[bisect_right(self._at, n)]

    def tallies(self, n: int) -> Mapping[str, Tally]:
        """Return the tallies of model replies up to event n, by policy."""
        return self._tallies[bisect_right(self._asked, n)]


class Decision(NamedTuple):
    """An agent's events in one turn, up to the end of the step at the playhead."""

    agent: str
    turn: int
    events: tuple[Event, ...]

    @property
    def calls(self) -> list[Event]:
        """The agent's calls to its model."""
        return [event for event in self.events if isinstance(event.data, Asked)]


def decision_at(events: Sequence[Event], n: int, known: Callable[[Event], bool]) -> Decision | None:
    """Return the last decision up to event n that includes an event for which `known` returns True."""
    while n and not (_decides(events[n - 1]) and known(events[n - 1])):
        n -= 1
    if not n:
        return None
    agent, turn = events[n - 1].agent, events[n - 1].turn
    start, stop = n, n
    while start and events[start - 1].turn == turn:
        start -= 1
    while stop < len(events) and not events[stop - 1].end:
        stop += 1
    return Decision(agent, turn, tuple(event for event in events[start:stop] if event.agent == agent))


def _decides(event: Event) -> bool:
    return bool(event.agent and event.turn) and not isinstance(event.data, Intervened)


def is_failure(event: Event) -> bool:
    """Return True for a failure of a model or player, as can occur in every scene."""
    body = event.data
    return isinstance(body, Defaulted | ModelFailed) or (isinstance(body, Asked) and bool(body.failed))


def is_counterfactual(event: Event) -> bool:
    """Return True for an event that a counterfactual withheld, removed or changed."""
    return isinstance(event.data, Withheld | Forgotten | Changed)


def dollar_text(dollars: float) -> str:
    if not dollars or dollars >= 1:
        return f"${dollars:.2f}"
    return f"${dollars:.3f}" if dollars >= 0.001 else f"${dollars:.6f}".rstrip("0").rstrip(".")


def count(tokens: int) -> str:
    if tokens < 1000:
        return str(tokens)
    return f"{tokens / 1000:.1f}k" if tokens < 1_000_000 else f"{tokens / 1_000_000:.1f}M"


def usage_texts(usage: Usage) -> list[str]:
    """Write calls, tokens and cost as alternatives, longest first; a header shows the first that fits."""
    cost = "" if usage.cost is None else f" {dollar_text(usage.cost)}{'+' if usage.unpriced else ''}"
    tokens = f"{count(usage.tokens)} tok{cost}"
    return [f"{usage.calls} call{'s' * (usage.calls != 1)} {tokens}", tokens, cost.strip() or f"{count(usage.tokens)}t"]


def failure_texts(tallies: Mapping[str, Tally]) -> list[str]:
    """Describe the failures of models as alternatives, longest first: by policy, in total, shortest."""
    by_policy = {policy: words for policy, tally in tallies.items() if (words := _failures(tally))}
    if not by_policy:
        return []
    (total,) = add_tallies([{"": tally} for tally in tallies.values()]).values()
    named = [f"{policy.removeprefix(PREFIX).rpartition('/')[2]}: {words}" for policy, words in by_policy.items()]
    unusable = total.fallbacks + total.illegal + total.again
    in_total = _failures(total)
    forms = [in_total, f"{unusable} unusable" if unusable else in_total, f"✗{unusable or total.refused}"]
    return ["; ".join(named), *forms] if len(tallies) > 1 else forms


def _failures(tally: Tally) -> str:
    counts = {
        "fell back": tally.fallbacks,
        "illegal": tally.illegal,
        "asked again": tally.again,
        "refused": tally.refused,
        "cut": tally.cut,
    }
    return ", ".join(f"{count} {failure}" for failure, count in counts.items() if count)
