"""Checks of a definition before it becomes a chart; each error names the culprits."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from core.statechart.agent import S
from core.statechart.conditions import Condition, Field
from core.statechart.definition import Transition
from core.statechart.hierarchy import Tree, raise_if


def candidates(tree: Tree[S], transitions: Sequence[Transition], leaf: str) -> dict[str, list[int]]:
    """Return the numbers of a state's transitions by trigger: its own in definition order, then outwards."""
    found: dict[str, list[int]] = {}
    for name in tree.path(leaf):
        for number, transition in enumerate(transitions):
            if transition.source == name:
                found.setdefault(transition.trigger, []).append(number)
    return found


def check(tree: Tree[S], transitions: Sequence[Transition], initial: str, acting: Iterable[str]) -> None:
    """Raise DefinitionError for an impossible definition. `acting` are the states with entry or exit actions."""
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
    """Raise DefinitionError for a transition that never wins and for a state that cannot be reached."""
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
            f"{transitions[number]}{_guarded(transitions[number])} never wins against {transitions[rival]}"
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
    """Return True if the earlier transition wins whenever the later could; options of one oracle set coexist."""
    if earlier.oracle and later.oracle and earlier.source == later.source:
        return False
    return earlier.rate is None and (earlier.guard is None or earlier.guard == later.guard)


def _guarded(transition: Transition) -> str:
    return "" if transition.guard is None else " (guarded)"


def fields_read(transitions: Iterable[Transition]) -> list[str]:
    """Return the agent's fields that guards and rates read, each once, in definition order."""
    found: dict[str, None] = {}
    for transition in transitions:
        if isinstance(transition.guard, Condition):
            found.update(dict.fromkeys(transition.guard.fields()))
        if isinstance(transition.rate, Field):
            found[transition.rate.name] = None
    return list(found)
