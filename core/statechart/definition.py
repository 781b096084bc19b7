"""Parts of a chart's definition, and the results of firing besides a state."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from core.statechart.agent import S
from core.statechart.conditions import Condition, Field

Guard = Condition | Callable[[Any, Any], object]
"""Data, or a function of agent and context; a chart with functions has no vector form."""
Action = Callable[[Any, Any], None]
"""A function of agent and context, called for its effects; entry actions see the new state, others the old."""
Rate = float | Field
"""A probability per firing: a number, or the agent's field that holds it."""

TIMEOUT = "timeout"
OVERDUE = Field("ticks_in_state") > Field("timeout_threshold")
"""The guard of timeouts."""


class DefinitionError(ValueError):
    """An impossible definition; names the culprits."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A way from `source` to `target` on `trigger`, if the guard holds and a draw is below the rate.

    Both may be composites. Transitions with the same source and trigger that are marked `oracle` form a set: an oracle
    chooses among them.
    """

    trigger: str
    source: str
    target: str
    guard: Guard | None = None
    action: Action | None = None
    rate: Rate | None = None
    oracle: bool = False

    def __str__(self) -> str:
        return f"{self.source} --{self.trigger}--> {self.target}"

    @property
    def certain(self) -> bool:
        """True without guard and rate: it is always taken."""
        return self.guard is None and self.rate is None


@dataclass(frozen=True, slots=True)
class Composite:
    """A state of states (Harel 1987): an agent is in one of the children, and its transitions hold in all of them.

    Children are states or composites. Entering the composite itself enters `initial`.
    """

    name: str
    children: tuple[str, ...]
    initial: str


@dataclass(frozen=True, slots=True)
class Choice(Generic[S]):
    """An oracle's question: to which of these states does an agent in `state` go?"""

    state: S
    trigger: str
    options: tuple[S, ...]
    source: str
    """State or composite that the set of transitions leaves."""


@dataclass(slots=True)
class Failure:
    """Errors of a guard or rate: their number, and the last text."""

    count: int = 0
    last: str = ""


def timeouts(sources: Iterable[str], target: str) -> tuple[Transition, ...]:
    """Return transitions to the target on "timeout", once the ticks in a state exceed the agent's threshold."""
    return tuple(Transition(TIMEOUT, source, target, OVERDUE) for source in sources)
