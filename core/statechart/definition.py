"""The parts a chart is defined by, and what firing may give back besides a state."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from core.statechart.agent import S
from core.statechart.conditions import Condition, Field

Guard = Condition | Callable[[Any, Any], object]
"""Data, or any function of agent and context: a chart with such a function has no vector form."""
Action = Callable[[Any, Any], None]
"""A function of agent and context, for its effects. The agent's state is the old one until states are entered."""
Rate = float | Field
"""A probability per firing: a number, or the agent's field that holds it."""

TIMEOUT = "timeout"
OVERDUE = Field("ticks_in_state") > Field("timeout_threshold")
"""The guard of timeouts."""


class DefinitionError(ValueError):
    """A chart that cannot be, with the names of the culprits."""


@dataclass(frozen=True, slots=True)
class Transition:
    """From `source` (a state or a composite) to `target` on `trigger`, if the guard holds and a draw is below the rate.

    Transitions with the same source and trigger that are marked `oracle` form a set: which of them is taken is asked.
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
        """Whether nothing can keep it from being taken."""
        return self.guard is None and self.rate is None


@dataclass(frozen=True, slots=True)
class Composite:
    """A state of states (Harel 1987): an agent is in one of the children, and its transitions hold in all of them.

    Children are states or composites. Who enters the composite itself enters `initial`.
    """

    name: str
    children: tuple[str, ...]
    initial: str


@dataclass(frozen=True, slots=True)
class Choice(Generic[S]):
    """An oracle's question: which of these states does an agent in `state` go to? In definition order."""

    state: S
    trigger: str
    options: tuple[S, ...]
    source: str
    """The state or composite whose set of transitions it is."""


@dataclass(slots=True)
class Failure:
    """How often a guard or rate raised, and what it said the last time."""

    count: int = 0
    last: str = ""


def timeouts(sources: Iterable[str], target: str) -> tuple[Transition, ...]:
    """From each source to the target on "timeout", once the agent's ticks in its state exceed its threshold."""
    return tuple(Transition(TIMEOUT, source, target, OVERDUE) for source in sources)
