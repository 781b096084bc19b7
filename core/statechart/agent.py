"""What a chart needs of an agent: a state, how long it has been there, and where it has been."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload

from core.statechart.draws import stream, uniform

S = TypeVar("S", bound=str)
Note = int | str | None
Move = tuple[S, S, str]
"""From, to, trigger. A chart has one for each way of moving, which all histories share."""

DEPTH = 50
"""Entries of history an agent keeps, unless told otherwise."""
THRESHOLD = 5
"""Ticks in a state after which an agent is overdue, unless told otherwise."""


class StateTransition(NamedTuple, Generic[S]):
    """One entry of an agent's history. `timestamp` is the tick, `context` the note of the context it was fired with."""

    from_state: S
    to_state: S
    trigger: str
    timestamp: int
    context: Note


class History(Sequence[StateTransition[S]]):
    """An agent's last moves, oldest first; when it is full, the oldest goes.

    It stores (move, tick, note), where moves belong to the chart and ticks to their context, and builds entries as they
    are read: 50 take 4.5 KB with the ticks counted as the agent's own, and up to 28 characters a note stay below 10 KB.
    """

    __slots__ = ("last", "records")

    def __init__(self, depth: int = DEPTH) -> None:
        self.records: deque[tuple[Move[S], int, Note]] = deque(maxlen=depth)
        self.last = -1
        """The tick of the last move, even where nothing is kept; -1 before the first."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[StateTransition[S]]:
        return (StateTransition(*move, tick, note) for move, tick, note in self.records)

    @overload
    def __getitem__(self, index: int) -> StateTransition[S]: ...
    @overload
    def __getitem__(self, index: slice) -> list[StateTransition[S]]: ...
    def __getitem__(self, index: int | slice) -> StateTransition[S] | list[StateTransition[S]]:
        if isinstance(index, slice):
            return list(self)[index]
        move, tick, note = self.records[index]
        return StateTransition(*move, tick, note)


class HasState(Protocol[S]):
    """Any object with these is an agent. Guards and rates may read more of it; a chart with rates reads `number`."""

    state: S
    ticks_in_state: int
    state_history: History[S]


class Stateful(Generic[S]):
    """An agent that is ready to use or to inherit from. `number` tells agents apart in draws."""

    __slots__ = ("number", "state", "state_history", "ticks_in_state", "timeout_threshold")

    def __init__(self, state: S, number: int = 0, timeout_threshold: int = THRESHOLD, depth: int = DEPTH) -> None:
        self.state = state
        self.number = number
        self.timeout_threshold = timeout_threshold
        self.ticks_in_state = 0
        self.state_history: History[S] = History(depth)


class Context:
    """What a firing is told: the tick, the seed that rates draw from, and a note for the history.

    One context serves all agents of a tick; set `note` before each firing. Guards and actions get it as their second
    argument, so a subclass may carry whatever else they need.
    """

    __slots__ = ("_streams", "note", "seed", "tick")

    def __init__(self, tick: int, seed: int = 0, note: Note = None) -> None:
        self.tick = tick
        self.seed = seed
        self.note = note
        self._streams: dict[tuple[int, int], int] = {}

    def stream(self, purpose: int) -> int:
        """The key of this tick's draws for one purpose."""
        at = (self.tick, purpose)
        key = self._streams.get(at)
        if key is None:
            key = self._streams[at] = stream(self.seed, self.tick, purpose)
        return key

    def draw(self, purpose: int, number: int) -> float:
        """Agent `number`'s draw at this tick for one purpose, in [0, 1)."""
        return uniform(self.stream(purpose), number)


def tick(agent: HasState[S]) -> None:
    """One more tick in the state."""
    agent.ticks_in_state += 1


def agents_in_state(state: S, agents: Iterable[HasState[S]]) -> int:
    return sum(agent.state == state for agent in agents)


def state_distribution(agents: Iterable[HasState[S]], states: Iterable[S] | None = None) -> dict[S, int]:
    """How many agents are in each of the states, in the order of `states`.

    Where `states` is not given, they are those of the enumeration that the agents' states belong to, all of them; and
    where states are plain words, those that some agent is in, in the order in which they are met."""
    held = list(agents)
    counts: dict[S, int] = dict.fromkeys(_states(held) if states is None else states, 0)
    for agent in held:
        counts[agent.state] += 1
    return counts


def _states(agents: Sequence[HasState[S]]) -> Iterable[S]:
    """All that the enumeration of their states has, or those that they are in."""
    kind: Any = type(agents[0].state) if agents else str
    members: Iterable[S] = kind if issubclass(kind, Enum) else dict.fromkeys(agent.state for agent in agents)
    return members
