"""A statechart as SCXML (W3C 2015), as a Mermaid state diagram, and as a Graphviz graph.

The SCXML runs in other interpreters. Guards that are data become `cond`, over a data model with one item per field,
which the event `set_fields` sets, all at once, from its data. A name that ECMAScript reserves gets an underscore at the
end. Events carry the other inputs: `_event.data.draw_N` is the draw of transition number N, between 0 and 1, and
`_event.data.choice` the state an oracle chose. A guard that is a function becomes a data item of its name, which the
host sets. Actions become `<log>` elements with their names, so that their order can be followed. The host must ensure
that an agent moves at most once per tick.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from core.statechart.agent import S
from core.statechart.chart import Statechart
from core.statechart.conditions import ECMASCRIPT, READABLE, Condition, Field, Number, script_name
from core.statechart.definition import DefinitionError, Transition
from core.statechart.scxml import SETTING

NAMESPACE = "http://www.w3.org/2005/07/scxml"


def named(function: object, otherwise: str) -> str:
    """Return a function's name if it is an identifier, else `otherwise`."""
    name: str = getattr(function, "__name__", "")
    return name if name.isidentifier() else otherwise


def label(transition: Transition, number: int) -> str:
    """Write trigger, [guard], rate and / action for readers of a diagram."""
    text = transition.trigger + " ?" * transition.oracle
    guard, rate = transition.guard, transition.rate
    if isinstance(guard, Condition):
        text += f" [{guard.spell(READABLE)}]"
    elif guard is not None:
        text += f" [{named(guard, f'guard_{number}')}]"
    if rate is not None:
        text += f" p={rate.name if isinstance(rate, Field) else rate}"
    if transition.action is not None:
        text += f" / {named(transition.action, f'action_{number}')}"
    return text


def _top(chart: Statechart[S]) -> list[str]:
    """Return the states that are in no composite, in definition order."""
    return [name for name in chart.tree.names if name not in chart.tree.parent]


def to_scxml(chart: Statechart[S], values: Mapping[str, Number] | None = None) -> str:
    """Write an SCXML document. `values` are the fields' initial values (default: 0).

    Raises DefinitionError for a chart with a trigger `set_fields`.
    """
    if SETTING in chart.triggers:
        raise DefinitionError(f"the trigger {SETTING} sets the fields in SCXML; rename it")
    root = ET.Element("scxml", xmlns=NAMESPACE, version="1.0", datamodel="ecmascript", initial=chart.start)
    opaque = [
        named(t.guard, f"guard_{n}")
        for n, t in enumerate(chart.transitions)
        if t.guard is not None and not isinstance(t.guard, Condition)
    ]
    if names := dict.fromkeys([*chart.fields, *opaque]):  # scion-scxml rejects an empty data model
        model = ET.SubElement(root, "datamodel")
        for name in names:
            ET.SubElement(model, "data", id=script_name(name), expr=ECMASCRIPT.number((values or {}).get(name, 0)))
    for name in _top(chart):
        state = _element(chart, root, name)
        if names:
            _settable(state, list(map(script_name, names)))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _settable(state: ET.Element, names: Sequence[str]) -> None:
    """Add a transition without a target, with which the host sets all data."""
    arrow = ET.SubElement(state, "transition", event=SETTING)
    for name in names:
        ET.SubElement(arrow, "assign", location=name, expr=f"_event.data.{name}")


def _element(chart: Statechart[S], parent: ET.Element, name: str) -> ET.Element:
    state = ET.SubElement(parent, "state", id=name)
    composite = chart.tree.composites.get(name)
    if composite is not None:
        state.set("initial", composite.initial)
    if name in chart.entry:
        _log(ET.SubElement(state, "onentry"), "entry", named(chart.entry[name], f"entry_{name}"))
    if name in chart.exit:
        _log(ET.SubElement(state, "onexit"), "exit", named(chart.exit[name], f"exit_{name}"))
    for number, transition in enumerate(chart.transitions):
        if transition.source == name:
            arrow = ET.SubElement(state, "transition", event=transition.trigger)
            if condition := _condition(chart, transition, number):
                arrow.set("cond", condition)
            arrow.set("target", transition.target)
            if transition.action is not None:
                _log(arrow, "action", named(transition.action, f"action_{number}"))
    for child in composite.children if composite is not None else ():
        _element(chart, state, child)
    return state


def _log(parent: ET.Element, kind: str, name: str) -> None:
    ET.SubElement(parent, "log", label=kind, expr=f"'{name}'")


def _condition(chart: Statechart[S], transition: Transition, number: int) -> str:
    parts = []
    if transition.oracle:
        parts.append(f"_event.data.choice == '{chart.tree.leaf(transition.target)}'")
    if isinstance(transition.guard, Condition):
        parts.append(transition.guard.spell(ECMASCRIPT))
    elif transition.guard is not None:
        parts.append(named(transition.guard, f"guard_{number}"))
    rate = transition.rate
    if rate is not None:
        below = rate.spell(ECMASCRIPT) if isinstance(rate, Field) else ECMASCRIPT.number(rate)
        parts.append(f"_event.data.draw_{number} < {below}")
    return " && ".join(parts)


def _nested(chart: Statechart[S], leaf: str, opening: str, first: str) -> Iterator[str]:
    """Write all states, by one template for a state and two for the first lines of a composite."""

    def write(name: str, indent: str) -> Iterator[str]:
        composite = chart.tree.composites.get(name)
        if composite is None:
            yield indent + leaf.format(name=name)
            return
        yield indent + opening.format(name=name)
        yield f"{indent}    {first.format(name=name, initial=composite.initial)}"
        for child in composite.children:
            yield from write(child, indent + "    ")
        yield f"{indent}}}"

    for name in _top(chart):
        yield from write(name, "    ")


def to_mermaid(chart: Statechart[S]) -> str:
    """Write a Mermaid stateDiagram-v2. State names get a prefix, since some are keywords of Mermaid."""
    lines = ["stateDiagram-v2", f"    [*] --> s_{chart.start}"]
    lines += _nested(chart, 'state "{name}" as s_{name}', 'state "{name}" as s_{name} {{', "[*] --> s_{initial}")
    for number, t in enumerate(chart.transitions):
        lines.append(f"    s_{t.source} --> s_{t.target} : {label(t, number)}")
    return "\n".join(lines) + "\n"


def to_dot(chart: Statechart[S]) -> str:
    """Write a Graphviz digraph. Composites are clusters, and options of an oracle are dashed."""
    tree = chart.tree
    lines = ["digraph statechart {", "    compound=true; node [shape=box, style=rounded];", "    start [shape=point];"]

    lines += _nested(chart, '"{name}";', 'subgraph "cluster_{name}" {{', 'label="{name}";')

    def edge(source: str, target: str, **attributes: Any) -> None:
        if source in tree.composites:
            attributes["ltail"] = f"cluster_{source}"
        if target in tree.composites:
            attributes["lhead"] = f"cluster_{target}"
        tail = "start" if not source else f'"{tree.leaf(source)}"'
        text = ", ".join(f'{key}="{value}"' for key, value in attributes.items())
        lines.append(f'    {tail} -> "{tree.leaf(target)}" [{text}];')

    edge("", chart.start)
    for number, t in enumerate(chart.transitions):
        edge(t.source, t.target, label=label(t, number), style="dashed" if t.oracle else "solid")
    return "\n".join(lines) + "\n}\n"
