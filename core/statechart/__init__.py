"""Statecharts for many agents (Harel 1987, W3C SCXML 2015). One definition is shared by all agents.

`Statechart` fires a trigger for one agent at a time. `core.statechart.population.Population` does it for all agents at
once in numpy, from the same definition. It is not imported here, so that numpy is loaded only when it is used.

>>> tired = Field("energy") < 0.2
>>> chart = Statechart(
...     states=("idle", "reading", "writing", "resting"),
...     transitions=(
...         Transition("start", "idle", "resting", guard=tired),
...         Transition("start", "idle", "active"),
...         Transition("decides", "reading", "writing", oracle=True),
...         Transition("decides", "reading", "idle", oracle=True),
...         Transition("stop", "active", "idle", rate=0.5),
...         *timeouts(["active", "resting"], "idle"),
...     ),
...     initial="idle",
...     composites=[Composite("active", children=("reading", "writing"), initial="reading")],
... )
>>> class Reader(Stateful[str]):
...     energy = 0.9
>>> reader = Reader(chart.initial, number=7)
>>> chart.fire(reader, "start", Context(tick=0, seed=1))
'reading'
>>> choice = chart.fire(reader, "decides", Context(tick=1, seed=1))
>>> choice
Choice(state='reading', trigger='decides', options=('writing', 'idle'), source='reading')
>>> chart.choose(reader, choice, "writing", Context(tick=1, seed=1, note=4711))
'writing'
>>> reader.state_history[-1]
StateTransition(from_state='reading', to_state='writing', trigger='decides', timestamp=1, context=4711)
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
from core.statechart.chart import Arc, Statechart
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
    "Arc",
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
