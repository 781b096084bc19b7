"""What a run's log says of its models, as a fold: the messages behind the digests, and what calls took so far."""

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from core.events import Asked, Defaulted, Event, Intervened, Prompted

if TYPE_CHECKING:
    from tui.view import View


class Total(NamedTuple):
    """`unpriced` counts calls that answered and named no price."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    priced: int = 0
    unpriced: int = 0


class ModelBook:
    """Append-only, with running totals, so that any moment is a prefix."""

    def __init__(self) -> None:
        self._messages: dict[tuple[str, str], dict[str, str]] = {}
        self._at: list[int] = []
        self._totals = [Total()]

    def take(self, event: Event) -> None:
        match event.data:
            case Prompted(messages):
                self._messages.update({(event.agent, digest): message for digest, message in messages.items()})
            case Asked():
                last, spent = self._totals[-1], event.spent
                tokens = spent.tokens_in + spent.tokens_out if spent else 0
                cost = spent.cost if spent else None
                self._at.append(event.n)
                self._totals.append(
                    Total(
                        last.calls + 1,
                        last.tokens + tokens,
                        last.cost + (cost or 0.0),
                        last.priced + (cost is not None),
                        last.unpriced + (cost is None and tokens > 0),
                    )
                )

    def message(self, agent: str, digest: str) -> dict[str, str]:
        return self._messages.get((agent, digest), {"role": "?", "content": "(the log does not hold this message)"})

    def total(self, n: int) -> Total:
        """Up to event n."""
        return self._totals[bisect_right(self._at, n)]


class Decision(NamedTuple):
    """All that an agent did in a turn, up to the end of the step in which the playhead stands."""

    agent: str
    turn: int
    events: tuple[Event, ...]

    @property
    def calls(self) -> list[Event]:
        return [event for event in self.events if isinstance(event.data, Asked)]


def decision_at(view: "View") -> Decision | None:
    """The decision at the playhead, or the last one before it."""
    events, n = view.events, view.n
    while n and not (events[n - 1].agent and events[n - 1].turn and not isinstance(events[n - 1].data, Intervened)):
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


def is_lost(event: Event) -> bool:
    """Whether a model or a player failed in it, whatever the scene."""
    return isinstance(event.data, Defaulted) or (isinstance(event.data, Asked) and bool(event.data.failed))


def money(dollars: float) -> str:
    if not dollars or dollars >= 1:
        return f"${dollars:.2f}"
    return f"${dollars:.3f}" if dollars >= 0.001 else f"${dollars:.6f}".rstrip("0").rstrip(".")


def count(tokens: int) -> str:
    if tokens < 1000:
        return str(tokens)
    return f"{tokens / 1000:.1f}k" if tokens < 1_000_000 else f"{tokens / 1_000_000:.1f}M"


def spendings(total: Total) -> list[str]:
    """In words, the longest first: a header takes the first that fits."""
    cost = f" {money(total.cost)}{'+' if total.unpriced else ''}" if total.priced else ""
    tokens = f"{count(total.tokens)} tok{cost}"
    return [f"{total.calls} call{'s' * (total.calls != 1)} {tokens}", tokens, cost.strip() or f"{count(total.tokens)}t"]
