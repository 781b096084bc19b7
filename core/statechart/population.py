"""A population of agents that all fire at once: a statechart over numpy arrays, with one row per agent.

A table gives for each row its transition, or the cell of guards and rates to evaluate. These are compiled from the same
data as for one agent, and draw the same numbers. Actions are called once for all rows that take the same transition,
with `Members` in place of an agent. There is no history: the result says which rows moved.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from core.engine.chance_arrays import as_random, splitmix64
from core.statechart.agent import GAMMA, Context, HasState, S
from core.statechart.chart import Arc, Statechart, test_source
from core.statechart.conditions import COLUMNS, Condition, compiled
from core.statechart.definition import Choice, DefinitionError, raise_if

Rows = NDArray[np.intp]
Column = NDArray[Any]
Uniforms = Callable[[int, Rows], NDArray[np.float64]]
VectorTest = Callable[[Mapping[str, Column], Rows, Uniforms], NDArray[np.bool_]]

SILENT = 255
"""Trigger code of rows for which nothing is fired."""
STAYS = 0x7FFF
"""Arc number of rows that do not move."""
_CELL = 0x8000
"""Smallest table entry that is a cell to evaluate; smaller ones are arc numbers or `STAYS`."""


def uniforms(key: int, numbers: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return `agent.uniform(key, number)` for each number, bit for bit."""
    z = numbers + np.uint64(1)
    z *= np.uint64(GAMMA)
    z += np.uint64(key)
    return as_random(splitmix64(z))


class Members:
    """Rows of a population for an action: like one agent whose attributes are arrays.

    `agent.spent += 1` and `agent.run = agent.run * (agent.spree == state) + 1` work for one agent and for many. Code
    that branches on a field only works for one agent.
    """

    __slots__ = ("_columns", "_rows")

    def __init__(self, columns: Mapping[str, Column], rows: Rows) -> None:
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_rows", rows)

    def __getattr__(self, name: str) -> Column:
        return self._column(name)[self._rows]

    def __setattr__(self, name: str, value: Any) -> None:
        self._column(name)[self._rows] = value

    def _column(self, name: str) -> Column:
        if name not in self._columns:
            raise AttributeError(f"an action uses {name!r}, which has no column")
        column: Column = self._columns[name]
        return column


class Fired(Generic[S]):
    """Result of a firing: the rows that moved, their transitions, and choices for an oracle."""

    __slots__ = ("_arcs", "_transitions", "choices", "moved")

    def __init__(
        self,
        moved: NDArray[np.bool_],
        arcs: NDArray[np.uint16],
        transitions: NDArray[np.int32],
        choices: list[tuple[Choice[S], Rows]],
    ) -> None:
        self.moved = moved
        self.choices = choices
        """Each choice with its rows. Equal choices may occur several times, with other rows."""
        self._arcs = arcs
        self._transitions = transitions

    @property
    def transitions(self) -> NDArray[np.int32]:
        """Number of each row's transition in the definition; -1 for rows that did not move."""
        return np.where(self.moved, self._transitions.take(self._arcs, mode="clip"), -1)


class Population(Generic[S]):
    """Agents as rows of arrays, fired all at once.

    `states` are indices into `chart.states`, `ticks` are the ticks in the state, `columns` are the fields that guards,
    rates and actions use, and `numbers` identify agents in draws (default: the row numbers). Raises DefinitionError for
    a chart whose guards are functions.
    """

    def __init__(
        self,
        chart: Statechart[S],
        states: NDArray[np.uint8],
        columns: Mapping[str, Column],
        numbers: NDArray[np.uint64] | None = None,
    ) -> None:
        _check(chart, columns)
        self.chart = chart
        self.states = states
        self.ticks = np.zeros(len(states), np.uint32)
        self.numbers = np.arange(len(states), dtype=np.uint64) if numbers is None else numbers
        self.columns = {**columns, "ticks_in_state": self.ticks}
        self.last = np.full(len(states), -1, np.int32)
        """Tick of each row's last transition; -1 before the first."""
        codes = {state: code for code, state in enumerate(chart.states)}
        self._tests = {arc: _vector_test(chart, arc) for arc in chart.arcs}
        self._transitions = np.array([arc.transition for arc in chart.arcs] or [0], np.int32)
        self._sources = np.array([codes[arc.move[0]] for arc in chart.arcs] or [0], np.uint8)
        self._targets = np.array([codes[arc.target] for arc in chart.arcs] or [0], np.uint8)
        self._acting = [arc for arc in chart.arcs if arc.before or arc.after]
        self._cells: list[tuple[Arc[S], ...]] = []
        self._table = np.full((len(chart.states), 256), STAYS, np.uint16)
        for state, row in chart.rows.items():
            for trigger, arcs in row.items():
                simple = arcs[0].test is None and not chart.transitions[arcs[0].transition].oracle
                entry = arcs[0].number if simple else _CELL | len(self._cells)
                self._table[codes[state], chart.triggers.index(trigger)] = entry
                if not simple:
                    self._cells.append(arcs)
        self._codes = codes

    @classmethod
    def of(cls, chart: Statechart[S], agents: Sequence[HasState[S]]) -> "Population[S]":
        """Build a population from agents: their fields become columns, and `number` identifies them in draws."""
        code = {state: number for number, state in enumerate(chart.states)}
        every: Sequence[Any] = agents
        states = np.array([code[agent.state] for agent in agents], np.uint8)
        numbers = np.array([agent.number for agent in every], np.uint64)
        columns = {name: np.array([getattr(agent, name) for agent in every]) for name in chart.fields}
        population = cls(chart, states, columns, numbers)
        population.ticks[:] = [agent.ticks_in_state for agent in agents]
        return population

    def copy(self, changing: Iterable[str]) -> "Population[S]":
        """Return an independent copy. It shares all columns except those in `changing`."""
        other = copy(self)
        other.states, other.ticks, other.last = self.states.copy(), self.ticks.copy(), self.last.copy()
        own = {name: self.columns[name].copy() for name in changing}
        other.columns = {**self.columns, **own, "ticks_in_state": other.ticks}
        return other

    def fire(self, triggers: NDArray[np.uint8] | str, context: Context) -> Fired[S]:
        """Fire one trigger per row (indices of `chart.triggers`, or `SILENT`), or one trigger for all rows by name.

        A row makes at most one transition per tick. Rows with a choice for an oracle stay until `choose`.
        """
        arcs, choices = self.select(triggers, context)
        return self._fired(arcs, choices, context)

    def select(
        self, triggers: NDArray[np.uint8] | str, context: Context
    ) -> tuple[NDArray[np.uint16], list[tuple[Choice[S], Rows]]]:
        """Return each row's arc number or `STAYS`, and the choices, without changing anything."""
        if isinstance(triggers, str):
            outcome = self._table[:, self.chart.triggers.index(triggers)].take(self.states)
        else:
            place = self.states.astype(np.uint16)
            place <<= 8
            place |= triggers
            outcome = self._table.ravel().take(place)
        self._silence(outcome, context)
        choices: list[tuple[Choice[S], Rows]] = []
        for arcs, rows in self._open(outcome):
            outcome[rows] = STAYS
            choices += self._evaluate(arcs, rows, outcome, context)
        return outcome, choices

    def take(self, arcs: NDArray[np.uint16], context: Context) -> NDArray[np.bool_]:
        """Move each row along its arc, with exit, transition and entry actions. Returns a mask of the rows that moved.

        Guards are not evaluated again. Raises ValueError for a row that is not in the state that its arc leaves.
        """
        moved: NDArray[np.bool_] = arcs != STAYS
        if np.any(moved & (self._sources.take(arcs, mode="clip") != self.states)):
            row = int(np.argmax(moved & (self._sources.take(arcs, mode="clip") != self.states)))
            state, left = self.chart.states[self.states[row]], self.chart.arcs[arcs[row]].move[0]
            raise ValueError(f"row {row} is {state}, and cannot leave {left}")
        acting = [(arc, Members(self.columns, np.flatnonzero(arcs == arc.number))) for arc in self._acting]
        for arc, members in acting:
            for action in arc.before:
                action(members, context)
        _put(self.states, self._targets.take(arcs, mode="clip"), moved)
        self.ticks *= ~moved
        self.last[moved] = context.tick
        for arc, members in acting:
            for action in arc.after:
                action(members, context)
        return moved

    def choose(self, choice: Choice[S], rows: Rows, targets: NDArray[np.uint8], context: Context) -> Fired[S]:
        """Move each row to the state that the oracle chose, given by its code.

        Raises ValueError for a state that is not an option, and for a row that has left the state of the choice.
        """
        arcs = {self._codes[arc.target]: arc for arc in self.chart.options(choice)}
        wrong = np.setdiff1d(targets, list(arcs))
        if wrong.size:
            raise ValueError(f"{self.chart.states[wrong[0]]!r} is not an option: {', '.join(choice.options)}")
        outcome = np.full(len(self.states), STAYS, np.uint16)
        for code, arc in arcs.items():
            outcome[rows[targets == code]] = arc.number
        self._silence(outcome, context)
        if np.any(self.states[outcome != STAYS] != self._codes[choice.state]):
            raise ValueError(f"the choice was for agents in {choice.state}")
        return self._fired(outcome, [], context)

    def tick(self) -> None:
        """Count one more tick in the state of each row."""
        self.ticks += 1

    def agents_in_state(self, state: S) -> int:
        return int(np.count_nonzero(self.states == self._codes[state]))

    def state_distribution(self) -> dict[S, int]:
        counts = np.bincount(self.states, minlength=len(self.chart.states))
        return dict(zip(self.chart.states, counts.tolist(), strict=True))

    def _silence(self, outcome: NDArray[np.uint16], context: Context) -> None:
        """Set rows that have already moved in this tick to `STAYS`."""
        _put(outcome, np.full_like(outcome, STAYS), self.last == context.tick)

    def _open(self, outcome: NDArray[np.uint16]) -> Iterator[tuple[tuple[Arc[S], ...], Rows]]:
        """Yield each cell that occurs, with its rows in ascending order."""
        rows = np.flatnonzero(outcome >= _CELL)
        cells = outcome.take(rows) - np.uint16(_CELL)
        if len(self._cells) <= 256:
            cells = cells.astype(np.uint8)  # numpy sorts 8-bit integers in one pass
        rows = rows.take(np.argsort(cells, kind="stable"))
        ends = np.bincount(cells, minlength=len(self._cells)).cumsum().tolist()
        for arcs, start, end in zip(self._cells, [0, *ends], ends, strict=False):
            if start < end:
                yield arcs, rows[start:end]

    def _evaluate(
        self, arcs: tuple[Arc[S], ...], rows: Rows, outcome: NDArray[np.uint16], context: Context
    ) -> Iterator[tuple[Choice[S], Rows]]:
        """Evaluate a cell's arcs in order: each takes the remaining rows for which its test holds."""

        def draw(purpose: int, rows: Rows) -> NDArray[np.float64]:
            return uniforms(context.stream(purpose), self.numbers[rows])

        for arc in arcs:
            if not rows.size:
                return
            test = self._tests[arc]
            if test is None:
                won, rows = rows, rows[:0]
            else:
                holds = test(self.columns, rows, draw)
                won, rows = rows[holds], rows[~holds]
            if not self.chart.transitions[arc.transition].oracle:
                outcome[won] = arc.number
            elif won.size:
                yield from self._ask(arc, won, draw)

    def _ask(self, first: Arc[S], rows: Rows, draw: Uniforms) -> Iterator[tuple[Choice[S], Rows]]:
        """Yield choices with their rows; rows with the same possible options form one choice."""
        options = self.chart.oracle_set(first)
        mask = np.zeros(rows.size, np.int64)
        for place, arc in enumerate(options):
            test = self._tests[arc]
            mask |= np.int64(1 << place) * (np.True_ if test is None else test(self.columns, rows, draw))
        for value in np.unique(mask).tolist():
            open_to = tuple(arc.target for place, arc in enumerate(options) if value >> place & 1)
            yield self.chart.question(first, open_to), rows[mask == value]

    def _fired(self, arcs: NDArray[np.uint16], choices: list[tuple[Choice[S], Rows]], context: Context) -> Fired[S]:
        return Fired(self.take(arcs, context), arcs, self._transitions, choices)


def _put(array: Column, values: Column, mask: NDArray[np.bool_]) -> None:
    """Set `array[mask] = values[mask]` for unsigned integers.

    Arithmetic with wrap-around is 20 times faster than a masked assignment.
    """
    values -= array
    values *= mask
    array += values


def _vector_test(chart: Statechart[S], arc: Arc[S]) -> VectorTest | None:
    if arc.test is None:
        return None
    source = test_source(chart.transitions[arc.transition], arc.transition, COLUMNS, "draw({}, rows)")
    return compiled(f"lambda columns, rows, draw: {source}", {})


def _check(chart: Statechart[S], columns: Iterable[str]) -> None:
    held = {*columns, "ticks_in_state"}
    opaque = [str(t) for t in chart.transitions if t.guard is not None and not isinstance(t.guard, Condition)]
    raise_if("no vector form, because guards are functions", opaque)
    raise_if("fields without a column", [name for name in chart.fields if name not in held])
    if len(chart.states) > 255 or len(chart.triggers) > SILENT:
        raise DefinitionError("no vector form, because there are more than 255 states or triggers")
