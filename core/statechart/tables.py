"""A definition compiled: for each state and trigger the candidates, in the order in which they are tried."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Generic, cast

from core.statechart.agent import Move, S
from core.statechart.checks import candidates
from core.statechart.conditions import OBJECT, Condition, Dialect, Field, compiled
from core.statechart.definition import Action, Transition
from core.statechart.hierarchy import Tree

Test = Callable[[Any, Any], object]
DRAW = "context.draw({}, agent.number)"


class Arc(Generic[S]):
    """A transition, taken in a state."""

    __slots__ = ("after", "before", "move", "number", "plain", "target", "test", "transition")

    def __init__(
        self,
        move: Move[S],
        transition: int,
        test: Test | None,
        before: tuple[Action, ...],
        after: tuple[Action, ...],
        oracle: bool,
        number: int,
    ) -> None:
        self.number = number
        """Index among all arcs of the chart."""
        self.move = move
        self.target = move[1]
        self.transition = transition
        """Number of the transition in the definition."""
        self.test = test
        self.before = before
        """Exit actions from the inside out, then the transition's own."""
        self.after = after
        """Entry actions from the outside in."""
        self.plain = not (oracle or before or after)


Row = dict[str, tuple[Arc[S], ...]]
"""Candidates by trigger."""
Pick = Callable[[Any, Any], Arc[S] | None]
"""Returns the candidate that wins for an agent and a context."""
Failed = Callable[[Arc[S], Exception], None]


def test_source(transition: Transition, number: int, dialect: Dialect, draw: str) -> str:
    """Write guard and rate as one expression; a guard that is a function is called as `guard_N`."""
    parts = []
    if isinstance(transition.guard, Condition):
        parts.append(transition.guard.spell(dialect))
    elif transition.guard is not None:
        parts.append(f"guard_{number}(agent, context)")
    if transition.rate is not None:
        rate = transition.rate.spell(dialect) if isinstance(transition.rate, Field) else dialect.number(transition.rate)
        parts.append(f"{draw.format(number)} < {rate}")
    return parts[0] if len(parts) == 1 else dialect.both.format(*parts)


def test_of(transition: Transition, number: int) -> Test | None:
    """Return the test of a transition for one agent; None if it can always be taken."""
    if transition.certain:
        return None
    return compiled(
        f"lambda agent, context: {test_source(transition, number, OBJECT, DRAW)}",
        {f"guard_{number}": transition.guard},
    )


def pick_of(arcs: Sequence[Arc[S]], transitions: Sequence[Transition], failed: Failed[S]) -> Pick[S]:
    """Compile all tests of one state and trigger into one function: calls would take longer than the tests."""
    names: dict[str, object] = {"failed": failed}
    lines = ["def pick(agent, context):"]
    for place, arc in enumerate(arcs):
        number = arc.transition
        names[f"arc_{place}"] = arc
        if arc.test is None:
            lines.append(f"    return arc_{place}")
            break
        names[f"guard_{number}"] = transitions[number].guard
        lines += [
            "    try:",
            f"        if {test_source(transitions[number], number, OBJECT, DRAW)}: return arc_{place}",
            "    except Exception as error:",  # guards are foreign code; SCXML makes a failing one False
            f"        failed(arc_{place}, error)",
        ]
    exec("\n".join(lines), names)
    return cast(Pick[S], names["pick"])


def rows(
    tree: Tree[S], transitions: Sequence[Transition], entry: Mapping[str, Action], exit: Mapping[str, Action]
) -> Iterator[tuple[S, Row[S]]]:
    """Yield each state's candidates by trigger."""
    tests = [test_of(transition, number) for number, transition in enumerate(transitions)]
    places = count()
    for leaf in tree.leaves.values():
        row: Row[S] = {}
        for trigger, numbers in candidates(tree, transitions, leaf).items():
            arcs = []
            for number in numbers:
                transition = transitions[number]
                left, entered = tree.crossed(leaf, transition.source, transition.target)
                own = () if transition.action is None else (transition.action,)
                before = (*(exit[name] for name in left if name in exit), *own)
                after = tuple(entry[name] for name in entered if name in entry)
                move = (leaf, tree.leaf(transition.target), trigger)
                arcs.append(Arc(move, number, tests[number], before, after, transition.oracle, next(places)))
            row[trigger] = tuple(arcs)
        yield leaf, row
