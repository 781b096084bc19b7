"""A statechart: one definition, shared by all agents and compiled to tables when it is constructed.

States and composites follow Harel (1987); the order of exit, transition and entry actions follows SCXML (W3C 2015).
Time is discrete: a tick is one round of the simulation. An agent makes at most one transition per tick, so every state
that it passes through can be observed.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, cast

from core.statechart.agent import Context, HasState, Move, S
from core.statechart.conditions import OBJECT, Condition, Dialect, Field, compiled
from core.statechart.definition import (
    Action,
    Choice,
    Composite,
    Failure,
    Guard,
    Transition,
    Tree,
    candidates,
    check,
    fields_read,
)
from core.statechart.scxml import read_scxml

Test = Callable[[Any, Any], object]
DRAW = "context.draw({}, agent.number)"


@dataclass(slots=True, eq=False)
class Arc(Generic[S]):
    """A transition as taken from one particular state."""

    number: int
    """Index among all arcs of the chart."""
    transition: int
    """Number of the transition in the definition."""
    move: Move[S]
    target: S
    test: Test | None
    before: tuple[Action, ...]
    """Exit actions from the innermost state outwards, then the transition's own action."""
    after: tuple[Action, ...]
    """Entry actions from the outermost state inwards."""
    plain: bool
    """True if it has no actions and no oracle."""


Row = dict[str, tuple[Arc[S], ...]]
"""Possible arcs of a state by trigger, in the order in which they are tried."""
Pick = Callable[[Any, Any], Arc[S] | None]
"""Function that returns the arc that an agent takes in a context, or None."""
Failed = Callable[[Arc[S], Exception], None]


def test_source(transition: Transition, number: int, dialect: Dialect, draw: str) -> str:
    """Write guard and rate as one Python expression. A guard that is a function is called as `guard_N`."""
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
    """Return the test of a transition for one agent; None if the transition is always possible."""
    if transition.certain:
        return None
    return compiled(
        f"lambda agent, context: {test_source(transition, number, OBJECT, DRAW)}",
        {f"guard_{number}": transition.guard},
    )


def pick_of(arcs: Sequence[Arc[S]], transitions: Sequence[Transition], failed: Failed[S]) -> Pick[S]:
    """Compile all tests for one state and trigger into one function, since separate calls would be slower."""
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
            # guards are foreign code; as in SCXML, a guard that fails counts as false
            "    except Exception as error:",
            f"        failed(arc_{place}, error)",
        ]
    exec("\n".join(lines), names)
    return cast(Pick[S], names["pick"])


def rows(
    tree: Tree[S], transitions: Sequence[Transition], entry: Mapping[str, Action], exit: Mapping[str, Action]
) -> Iterator[tuple[S, Row[S]]]:
    """Yield each state with its possible arcs by trigger."""
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
                target = tree.leaf(transition.target)
                plain = not (transition.oracle or before or after)
                move = (leaf, target, trigger)
                arcs.append(Arc(next(places), number, move, target, tests[number], before, after, plain))
            row[trigger] = tuple(arcs)
        yield leaf, row


_log = logging.getLogger(__name__)


class Statechart(Generic[S]):
    """States and transitions, compiled for firing.

    `entry` and `exit` are actions by state or composite. Transitions are tried in definition order: first those of the
    state itself, then those of the composites around it. The first whose guard holds and whose draw is below its rate
    is taken. Each rate has its own draw. A transition to the same state exits and enters it. An invalid definition
    raises DefinitionError.
    """

    def __init__(
        self,
        states: Iterable[S],
        transitions: Sequence[Transition],
        initial: str,
        composites: Sequence[Composite] = (),
        entry: Mapping[str, Action] | None = None,
        exit: Mapping[str, Action] | None = None,
    ) -> None:
        self.states = tuple(states)
        self.transitions = tuple(transitions)
        self.composites = tuple(composites)
        self.entry = dict(entry or {})
        self.exit = dict(exit or {})
        self.tree = Tree(self.states, self.composites)
        check(self.tree, self.transitions, initial, (*self.entry, *self.exit))
        self.start = initial
        """Initial state or composite, as in the definition."""
        self.initial = self.tree.leaf(initial)
        """State in which a new agent starts."""
        self.triggers = tuple(dict.fromkeys(transition.trigger for transition in self.transitions))
        self.fields = fields_read(self.transitions)
        """Names of the agent's fields that guards and rates read."""
        self.failures: dict[Transition, Failure] = {}
        """Errors raised by guards and rates, by transition. A guard that raises counts as false."""
        self.rows = dict(rows(self.tree, self.transitions, self.entry, self.exit))
        """Possible arcs by state and trigger."""
        self.arcs = tuple(arc for row in self.rows.values() for arcs in row.values() for arc in arcs)
        """All arcs; `Arc.number` is the index."""
        self._cells: dict[S, dict[str, tuple[Arc[S], Pick[S] | None]]] = {
            state: {trigger: self._cell(arcs) for trigger, arcs in row.items()} for state, row in self.rows.items()
        }

    @staticmethod
    def from_scxml(
        text: str, guards: Mapping[str, Guard] | None = None, actions: Mapping[str, Action] | None = None
    ) -> "Statechart[str]":
        """Read a chart from SCXML as `to_scxml` writes it, with composites of any depth.

        `guards` and `actions` map the names in the document to functions. Transitions are numbered in document order,
        and each number has its own draws. Raises DefinitionError for anything else in the document.
        """
        return Statechart(*read_scxml(text, guards or {}, actions or {}))

    def fire(self, agent: HasState[S], trigger: str, context: Context) -> S | Choice[S] | None:
        """Fire a trigger for an agent. Returns its new state, or None if it stays in its state.

        If an oracle must decide, return a `Choice` and change nothing; `choose` then takes an option. An agent moves
        once per tick: None may also mean that it has moved already; `agent.state_history.last` is then this tick.
        Raises KeyError for an agent in a state that is not in the chart.
        """
        # `select` and `take` are inlined for arcs without actions: with calls, firing takes half as long again.
        history = agent.state_history
        if history.last == context.tick:
            return None
        cell = self._cells[agent.state].get(trigger)
        if cell is None:
            return None
        arc, pick = cell
        if pick is not None:
            picked = pick(agent, context)
            if picked is None:
                return None
            arc = picked
        if arc.plain:
            history.last = tick = context.tick
            history.records.append((arc.move, tick, context.note))
            agent.ticks_in_state = 0
            agent.state = state = arc.target
            return state
        if self.transitions[arc.transition].oracle:
            return self._ask(agent, arc, context)
        return self.take(agent, arc, context)

    def select(self, agent: HasState[S], trigger: str, context: Context) -> Arc[S] | Choice[S] | None:
        """Return the arc that `fire` would take, or the choice it would return, without changing anything."""
        if agent.state_history.last == context.tick:
            return None
        cell = self._cells[agent.state].get(trigger)
        if cell is None:
            return None
        arc, pick = cell
        if pick is not None:
            picked = pick(agent, context)
            if picked is None:
                return None
            arc = picked
        return self._ask(agent, arc, context) if self.transitions[arc.transition].oracle else arc

    def take(self, agent: HasState[S], arc: Arc[S], context: Context) -> S:
        """Move an agent along an arc, with exit, transition and entry actions. The guard is not evaluated again."""
        for action in arc.before:
            action(agent, context)
        history = agent.state_history
        history.last = context.tick
        history.records.append((arc.move, context.tick, context.note))
        agent.ticks_in_state = 0
        agent.state = arc.target
        for action in arc.after:
            action(agent, context)
        return arc.target

    def choose(self, agent: HasState[S], choice: Choice[S], target: str, context: Context) -> S | None:
        """Take one of a choice's options. Returns the new state, or None if the agent has already moved in this tick.

        Raises ValueError if the target is not an option, or the agent has left the state that the choice was for.
        """
        if target not in choice.options:
            raise ValueError(f"{target!r} is not an option of {choice.trigger}: {', '.join(choice.options)}")
        if agent.state_history.last == context.tick:
            return None
        if agent.state != choice.state:
            raise ValueError(f"the choice was for an agent in {choice.state}, and it is in {agent.state}")
        arc = next(arc for arc in self.options(choice) if arc.target == target)
        return self.take(agent, arc, context)

    def enter(self, agent: HasState[S], context: Context) -> S:
        """Put a new agent into the initial state, running entry actions from the outermost state inwards."""
        agent.state = self.initial
        agent.ticks_in_state = 0
        for name in reversed(self.tree.path(self.initial)):
            if name in self.entry:
                self.entry[name](agent, context)
        return self.initial

    def valid_triggers(self, state: S) -> tuple[str, ...]:
        """Return the triggers that a state or a composite around it has transitions for.

        Raises ValueError for a composite and for an unknown state.
        """
        if state not in self.rows:
            if state in self.tree.composites:
                inside = ", ".join(self.tree.below(state))
                raise ValueError(f"{state!r} is a composite; use one of the states in it: {inside}")
            raise ValueError(f"{state!r} is not a state; known: {', '.join(self.states)}")
        return tuple(self.rows[state])

    def _cell(self, arcs: tuple[Arc[S], ...]) -> tuple[Arc[S], Pick[S] | None]:
        """Return the first arc, and the function that picks one; None if the first is always taken."""
        return arcs[0], None if arcs[0].test is None else pick_of(arcs, self.transitions, self._failed)

    def oracle_set(self, arc: Arc[S]) -> tuple[Arc[S], ...]:
        """Return all arcs of the oracle set that an arc belongs to."""
        return self._options(arc.move[0], arc.move[2], self.transitions[arc.transition].source)

    def question(self, arc: Arc[S], options: tuple[S, ...]) -> Choice[S]:
        """Return the choice about an arc's oracle set with these options."""
        return Choice(arc.move[0], arc.move[2], options, self.transitions[arc.transition].source)

    def options(self, choice: Choice[S]) -> list[Arc[S]]:
        """Return the arcs that a choice's options stand for."""
        arcs = self._options(choice.state, choice.trigger, choice.source)
        return [arc for arc in arcs if arc.target in choice.options]

    def _options(self, state: S, trigger: str, source: str) -> tuple[Arc[S], ...]:
        """Return the arcs of the oracle set that leaves `source`."""
        found = ((arc, self.transitions[arc.transition]) for arc in self.rows[state][trigger])
        return tuple(arc for arc, transition in found if transition.oracle and transition.source == source)

    def _ask(self, agent: HasState[S], arc: Arc[S], context: Context) -> Choice[S]:
        """Return the choice with this arc as the first option, and the later arcs whose guards hold."""
        options = self.oracle_set(arc)
        others = (option for option in options[options.index(arc) + 1 :] if self._holds(agent, option, context))
        return self.question(arc, (arc.target, *(option.target for option in others)))

    def _holds(self, agent: HasState[S], arc: Arc[S], context: Context) -> bool:
        if arc.test is None:
            return True
        try:
            return bool(arc.test(agent, context))
        except Exception as error:  # noqa: BLE001  guards are foreign code, as in pick_of
            self._failed(arc, error)
            return False

    def _failed(self, arc: Arc[S], error: Exception) -> None:
        transition = self.transitions[arc.transition]
        failure = self.failures.setdefault(transition, Failure())
        failure.count += 1
        failure.last = f"{type(error).__name__}: {error}"
        if failure.count == 1:
            _log.warning("the guard or rate of %s raised, and counts as false: %s", transition, failure.last)
