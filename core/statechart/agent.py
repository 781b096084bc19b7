"""The agent's side of a statechart: its state, the ticks in that state, and its history."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def bits(key: int, n: int) -> int:
    """Return the n-th 64 random bits of a key."""
    z = (key + (n + 1) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream(seed: int, tick: int, purpose: int) -> int:
    """Return the key of the random stream for one purpose at one tick; agents' numbers are positions in the stream."""
    return bits(bits(seed, tick), purpose)


def uniform(key: int, number: int) -> float:
    """Return the number in [0, 1) that agent `number` draws from a stream."""
    return (bits(key, number) >> 11) * 2.0**-53


S = TypeVar("S", bound=str)
Note = int | str | None
Move = tuple[S, S, str]
"""State before, state after, and trigger. The histories of all agents share these tuples."""

DEPTH = 50
"""Default number of history entries that an agent keeps."""
THRESHOLD = 5
"""Default number of ticks in a state after which an agent is overdue."""


class StateTransition(NamedTuple, Generic[S]):
    """One entry of an agent's history. `timestamp` is the tick; `context` is the note of the firing's `Context`."""

    from_state: S
    to_state: S
    trigger: str
    timestamp: int
    context: Note


class History(Sequence[StateTransition[S]]):
    """An agent's last transitions, oldest first. When it is full, the oldest is dropped.

    It stores (move, tick, note) and builds entries when they are read. 50 entries take 4.5 KB, or less than 10 KB with
    notes of up to 28 characters.
    """

    __slots__ = ("last", "records")

    def __init__(self, depth: int = DEPTH) -> None:
        self.records: deque[tuple[Move[S], int, Note]] = deque(maxlen=depth)
        self.last = -1
        """Tick of the last transition, even with a depth of 0; -1 before the first."""

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
    """An agent: any object with these attributes.

    Guards and rates may read other attributes too. A chart with rates reads `number`.
    """

    state: S
    ticks_in_state: int
    state_history: History[S]


class Stateful(Generic[S]):
    """A ready-made agent, to use as it is or as a base class. `number` identifies the agent in random draws."""

    __slots__ = ("number", "state", "state_history", "ticks_in_state", "timeout_threshold")

    def __init__(self, state: S, number: int = 0, timeout_threshold: int = THRESHOLD, depth: int = DEPTH) -> None:
        self.state = state
        self.number = number
        self.timeout_threshold = timeout_threshold
        self.ticks_in_state = 0
        self.state_history: History[S] = History(depth)


class Context:
    """Input of a firing: the tick, the seed for the draws of rates, and a note for the history.

    One context can be used for all agents of a tick; set `note` before each firing. Guards and actions get the context
    as their second argument, so a subclass can hold further data for them.
    """

    __slots__ = ("_streams", "note", "seed", "tick")

    def __init__(self, tick: int, seed: int = 0, note: Note = None) -> None:
        self.tick = tick
        self.seed = seed
        self.note = note
        self._streams: dict[tuple[int, int], int] = {}

    def stream(self, purpose: int) -> int:
        """Return the key of the random stream for one purpose at this tick."""
        at = (self.tick, purpose)
        key = self._streams.get(at)
        if key is None:
            key = self._streams[at] = stream(self.seed, self.tick, purpose)
        return key

    def draw(self, purpose: int, number: int) -> float:
        """Return the number in [0, 1) that agent `number` draws for one purpose at this tick."""
        return uniform(self.stream(purpose), number)


def tick(agent: HasState[S]) -> None:
    """Count one more tick in the agent's state."""
    agent.ticks_in_state += 1


def agents_in_state(state: S, agents: Iterable[HasState[S]]) -> int:
    """Count the agents in a state."""
    return sum(agent.state == state for agent in agents)


def state_distribution(agents: Iterable[HasState[S]], states: Iterable[S] | None = None) -> dict[S, int]:
    """Count the agents in each state, in the order of `states`.

    By default all members of the agents' enumeration are counted; for plain strings, the states that agents are in.
    """
    listed = list(agents)
    counts: dict[S, int] = dict.fromkeys(_states(listed) if states is None else states, 0)
    for agent in listed:
        counts[agent.state] += 1
    return counts


def _states(agents: Sequence[HasState[S]]) -> Iterable[S]:
    """Return all members of the agents' enumeration; for plain strings, the states that agents are in."""
    kind: Any = type(agents[0].state) if agents else str
    members: Iterable[S] = kind if issubclass(kind, Enum) else dict.fromkeys(agent.state for agent in agents)
    return members
