"""Statecharts for many agents (Harel 1987, W3C SCXML 2015): one definition, compiled to tables, shared by all.

`Statechart` fires one agent at a time; `core.statechart.population.Population` fires a whole population in numpy, from
the same definition, and is imported by itself, so that numpy is loaded only by those who use it.
"""

from core.statechart.agent import (
    Context,
    HasState,
    History,
    Stateful,
    StateTransition,
    agents_in_state,
    state_distribution,
    tick,
)
from core.statechart.chart import Statechart
from core.statechart.conditions import Condition, Field
from core.statechart.definition import (
    OVERDUE,
    TIMEOUT,
    Choice,
    Composite,
    DefinitionError,
    Failure,
    Transition,
    timeouts,
)
from core.statechart.exports import to_dot, to_mermaid, to_scxml

__all__ = [
    "OVERDUE",
    "TIMEOUT",
    "Choice",
    "Composite",
    "Condition",
    "Context",
    "DefinitionError",
    "Failure",
    "Field",
    "HasState",
    "History",
    "StateTransition",
    "Statechart",
    "Stateful",
    "Transition",
    "agents_in_state",
    "state_distribution",
    "tick",
    "timeouts",
    "to_dot",
    "to_mermaid",
    "to_scxml",
]
