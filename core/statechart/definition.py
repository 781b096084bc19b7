"""Parts of a statechart's definition, and the choices that a firing can return."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Generic

from core.statechart.agent import S
from core.statechart.conditions import Condition, Field

Guard = Condition | Callable[[Any, Any], object]
"""A condition, or a function of agent and context. A chart with functions cannot be a `Population`."""
Action = Callable[[Any, Any], None]
"""Function of agent and context, called for its effects. Entry actions see the new state, others the old one."""
Rate = float | Field
"""Probability per firing: a number, or the agent's field that holds it."""

TIMEOUT = "timeout"
OVERDUE = Field("ticks_in_state") > Field("timeout_threshold")
"""Guard of timeout transitions."""


class DefinitionError(ValueError):
    """An invalid definition; the text names the wrong parts."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition from `source` to `target` on `trigger`, if the guard holds and a draw is below the rate.

    Source and target may be composites. Transitions with the same source and trigger that are marked `oracle` form a
    set: an oracle (a bot, a model, or other code outside the chart) chooses one of them.
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
        """True without guard and rate: the transition is always possible."""
        return self.guard is None and self.rate is None


@dataclass(frozen=True, slots=True)
class Composite:
    """A state that contains states (Harel 1987): its transitions apply in all of them.

    An agent is in one of the `children`, which are states or composites. A transition to the composite enters
    `initial`.
    """

    name: str
    children: tuple[str, ...]
    initial: str


@dataclass(frozen=True, slots=True)
class Choice(Generic[S]):
    """A question to an oracle: which of these states does the agent in `state` enter?"""

    state: S
    trigger: str
    options: tuple[S, ...]
    source: str
    """State or composite from which the options' transitions start."""


@dataclass(slots=True)
class Failure:
    """Errors of one guard or rate: their number, and the last message."""

    count: int = 0
    last: str = ""


def timeouts(sources: Iterable[str], target: str) -> tuple[Transition, ...]:
    """Return transitions on "timeout" that are taken after more ticks in a state than the agent's threshold."""
    return tuple(Transition(TIMEOUT, source, target, OVERDUE) for source in sources)


class Tree(Generic[S]):
    """Tree of states and composites. Raises DefinitionError if the definition is not a tree."""

    def __init__(self, leaves: Sequence[S], composites: Sequence[Composite]) -> None:
        self.leaves: dict[str, S] = {leaf: leaf for leaf in leaves}
        self.composites = {composite.name: composite for composite in composites}
        self.names = (*self.leaves, *self.composites)
        names: list[str] = [*leaves, *(composite.name for composite in composites)]
        raise_if("states defined twice", sorted({name for name in names if names.count(name) > 1}))
        raise_if("names that are no identifiers", [name for name in names if not name.isidentifier()])
        children = [(child, composite.name) for composite in composites for child in composite.children]
        raise_if("unknown children", [f"{child} of {parent}" for child, parent in children if child not in self.names])
        raise_if("composites without children", [c.name for c in composites if not c.children])
        raise_if(
            "composites whose initial state is no child of theirs",
            [f"{c.name} ({c.initial!r})" for c in composites if c.initial not in c.children],
        )
        self.parent = dict(children)
        raise_if("states with two parents", [f"{child} of {p}" for child, p in children if self.parent[child] != p])
        raise_if("composites inside themselves", [name for name in self.composites if self._loops(name)])

    def _loops(self, name: str) -> bool:
        seen: set[str] = set()
        at = self.parent.get(name)
        while at is not None and at != name and at not in seen:
            seen.add(at)
            at = self.parent.get(at)
        return at == name

    def ancestors(self, name: str) -> list[str]:
        """Return the composites around a state, innermost first."""
        above = []
        while (name := self.parent.get(name, "")) != "":
            above.append(name)
        return above

    def path(self, leaf: str) -> list[str]:
        """Return a state and its ancestors, innermost first."""
        return [leaf, *self.ancestors(leaf)]

    def leaf(self, name: str) -> S:
        """Return the state that an agent is in after entering a state or composite."""
        while name in self.composites:
            name = self.composites[name].initial
        return self.leaves[name]

    def below(self, name: str) -> list[S]:
        """Return all states inside a composite that are not composites themselves."""
        return [leaf for leaf in self.leaves.values() if name in self.path(leaf)]

    def crossed(self, leaf: str, source: str, target: str) -> tuple[list[str], list[str]]:
        """Return the states that a transition exits (innermost first) and enters (outermost first).

        `leaf` is the agent's state. Only states inside the innermost composite around both `source` and `target` are
        exited or entered.
        """
        around = self.ancestors(target)
        domain = next((name for name in self.ancestors(source) if name in around), None)
        left, entered = self.path(leaf), self.path(self.leaf(target))
        if domain is not None:
            left, entered = left[: left.index(domain)], entered[: entered.index(domain)]
        return left, entered[::-1]


def raise_if(problem: str, culprits: Sequence[object]) -> None:
    """Raise DefinitionError with the culprits if there are any."""
    if culprits:
        raise DefinitionError(f"{problem}: {', '.join(map(str, culprits))}")


def candidates(tree: Tree[S], transitions: Sequence[Transition], leaf: str) -> dict[str, list[int]]:
    """Return the numbers of a state's transitions by trigger: its own first, then those of its ancestors."""
    found: dict[str, list[int]] = {}
    for name in tree.path(leaf):
        for number, transition in enumerate(transitions):
            if transition.source == name:
                found.setdefault(transition.trigger, []).append(number)
    return found


def check(tree: Tree[S], transitions: Sequence[Transition], initial: str, acting: Iterable[str]) -> None:
    """Raise DefinitionError for an invalid definition. `acting` are the states with entry or exit actions."""
    known = tree.names
    raise_if("an unknown initial state", [initial] if initial not in known else [])
    raise_if("entry or exit actions of unknown states", [name for name in acting if name not in known])
    raise_if("triggers that are no identifiers", [str(t) for t in transitions if not t.trigger.isidentifier()])
    raise_if("transitions from unknown states", [str(t) for t in transitions if t.source not in known])
    raise_if("transitions to unknown states", [str(t) for t in transitions if t.target not in known])
    raise_if(
        "rates that are not between 0 and 1",
        [f"{t} ({t.rate})" for t in transitions if isinstance(t.rate, float | int) and not 0 < t.rate < 1],
    )
    _check_oracles(tree, transitions)
    _check_winning(tree, transitions, initial)


def _check_oracles(tree: Tree[S], transitions: Sequence[Transition]) -> None:
    asked = [t for t in transitions if t.oracle]
    raise_if("oracle's options with a rate", [str(t) for t in asked if t.rate is not None])
    sets: dict[tuple[str, str], list[Transition]] = {}
    for transition in asked:
        sets.setdefault((transition.source, transition.trigger), []).append(transition)
    raise_if("oracle sets with a single option", [str(options[0]) for options in sets.values() if len(options) == 1])
    raise_if(
        "oracle's options that end in the same state",
        [
            f"{a} and {b}"
            for options in sets.values()
            for a, b in combinations(options, 2)
            if tree.leaf(a.target) == tree.leaf(b.target)
        ],
    )
    raise_if(
        "oracle sets mixed with a transition that leaves nothing to ask",
        [str(t) for t in transitions if t.certain and not t.oracle and (t.source, t.trigger) in sets],
    )


def _check_winning(tree: Tree[S], transitions: Sequence[Transition], initial: str) -> None:
    """Raise DefinitionError for a transition that is never taken and for a state that is never reached."""
    winners: set[int] = set()
    losers: dict[int, int] = {}
    reachable, frontier = {tree.leaf(initial)}, [tree.leaf(initial)]
    edges: dict[str, list[S]] = {}
    for leaf in tree.leaves.values():
        for numbers in candidates(tree, transitions, leaf).values():
            for place, number in enumerate(numbers):
                transition = transitions[number]
                rival = next((n for n in numbers[:place] if _shadows(transitions[n], transition)), None)
                if rival is not None:
                    losers[number] = rival
                else:
                    winners.add(number)
                    edges.setdefault(leaf, []).append(tree.leaf(transition.target))
    raise_if(
        "shadowed transitions",
        [
            f"{transitions[number]}{' (guarded)' * (transitions[number].guard is not None)} never wins against "
            f"{transitions[rival]}"
            for number, rival in sorted(losers.items())
            if number not in winners
        ],
    )
    while frontier:
        new = [state for state in edges.get(frontier.pop(), ()) if state not in reachable]
        reachable.update(new)
        frontier += new
    raise_if(f"states that cannot be reached from {initial}", [leaf for leaf in tree.leaves if leaf not in reachable])


def _shadows(earlier: Transition, later: Transition) -> bool:
    """Return True if the earlier transition is taken whenever the later one could be.

    Options of one oracle set do not shadow each other.
    """
    if earlier.oracle and later.oracle and earlier.source == later.source:
        return False
    return earlier.rate is None and (earlier.guard is None or earlier.guard == later.guard)


def fields_read(transitions: Iterable[Transition]) -> list[str]:
    """Return the agent's fields that guards and rates read, without repetition, in definition order."""
    found: dict[str, None] = {}
    for transition in transitions:
        if isinstance(transition.guard, Condition):
            found.update(dict.fromkeys(transition.guard.fields()))
        if isinstance(transition.rate, Field):
            found[transition.rate.name] = None
    return list(found)
