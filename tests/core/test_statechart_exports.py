"""Exports to SCXML, Mermaid and DOT, and the SCXML in python-statemachine (3.2), where it is installed."""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statechart import (
    Choice,
    Composite,
    Context,
    Field,
    Statechart,
    Transition,
    timeouts,
    to_dot,
    to_mermaid,
    to_scxml,
)
from tests.core.statecharts import Actor, charts, say
from tests.examples import examples

T = Transition


def tired(agent: Actor, context: Context) -> bool:
    return agent.energy < 0.1


CHART = Statechart(
    ("scrolling", "like", "reply"),
    (
        T("decides", "scrolling", "engaging", ~(Field("energy") < 0.5) & Field("keen").equals(True), oracle=True),
        T("decides", "scrolling", "reply", oracle=True),
        T("ends", "engaging", "scrolling", rate=0.25, action=say("note")),
        T("ends", "like", "reply", tired),
        T("drops", "like", "like", lambda agent, context: True, rate=Field("urge")),
        *timeouts(("engaging",), "scrolling"),
    ),
    "scrolling",
    (Composite("engaging", ("like", "reply"), "like"),),
    {"engaging": say("enter_engaging")},
    {"like": say("exit_like")},
)
FIELDS = {"energy": "0.75", "keen": 1, "urge": 0, "ticks_in_state": 0, "timeout_threshold": 0, "tired": 0, "guard_4": 0}
DATA = "".join(f'    <data id="{name}" expr="{value}" />\n' for name, value in FIELDS.items())
ASSIGNED = "".join(f'      <assign location="{name}" expr="_event.data.{name}" />\n' for name in FIELDS)
SET_FIELDS = f'    <transition event="set_fields">\n{ASSIGNED}    </transition>\n'
SCXML = f"""\
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="scrolling">
  <datamodel>
{DATA}  </datamodel>
  <state id="scrolling">
    <transition event="decides" cond="_event.data.choice == 'like' &amp;&amp; \
(((energy &lt; 0.5) == false) &amp;&amp; keen == 1)" target="engaging" />
    <transition event="decides" cond="_event.data.choice == 'reply'" target="reply" />
{SET_FIELDS}  </state>
  <state id="engaging" initial="like">
    <onentry>
      <log label="entry" expr="'enter_engaging'" />
    </onentry>
    <transition event="ends" cond="_event.data.draw_2 &lt; 0.25" target="scrolling">
      <log label="action" expr="'note'" />
    </transition>
    <transition event="timeout" cond="ticks_in_state &gt; timeout_threshold" target="scrolling" />
    <state id="like">
      <onexit>
        <log label="exit" expr="'exit_like'" />
      </onexit>
      <transition event="ends" cond="tired" target="reply" />
      <transition event="drops" cond="guard_4 &amp;&amp; _event.data.draw_4 &lt; urge" target="like" />
    </state>
    <state id="reply" />
{SET_FIELDS}  </state>
</scxml>
"""
MERMAID = """\
stateDiagram-v2
    [*] --> s_scrolling
    state "scrolling" as s_scrolling
    state "engaging" as s_engaging {
        [*] --> s_like
        state "like" as s_like
        state "reply" as s_reply
    }
    s_scrolling --> s_engaging : decides ? [(not (energy < 0.5) and keen == True)]
    s_scrolling --> s_reply : decides ?
    s_engaging --> s_scrolling : ends p=0.25 / note
    s_like --> s_reply : ends [tired]
    s_like --> s_like : drops [guard_4] p=urge
    s_engaging --> s_scrolling : timeout [ticks_in_state > timeout_threshold]
"""
DOT = """\
digraph statechart {
    compound=true; node [shape=box, style=rounded];
    start [shape=point];
    "scrolling";
    subgraph "cluster_engaging" {
        label="engaging";
        "like";
        "reply";
    }
    start -> "scrolling" [];
    "scrolling" -> "like" [label="decides ? [(not (energy < 0.5) and keen == True)]", style="dashed", \
lhead="cluster_engaging"];
    "scrolling" -> "reply" [label="decides ?", style="dashed"];
    "like" -> "scrolling" [label="ends p=0.25 / note", style="solid", ltail="cluster_engaging"];
    "like" -> "reply" [label="ends [tired]", style="solid"];
    "like" -> "like" [label="drops [guard_4] p=urge", style="solid"];
    "like" -> "scrolling" [label="timeout [ticks_in_state > timeout_threshold]", style="solid", \
ltail="cluster_engaging"];
}
"""


def test_each_format_in_full() -> None:
    assert to_scxml(CHART, {"energy": 0.75, "keen": True}) == SCXML
    assert to_mermaid(CHART) == MERMAID
    assert to_dot(CHART) == DOT


@given(charts(acting=True))
@examples(20)
def test_pictures_hold_all_states_and_transitions(chart: Statechart[str]) -> None:
    state, arrow = r'state "\w+" as s_\w+( \{)?', r"(\[\*\]|s_\w+) --> s_\w+( : [^:;\n]+)?"
    lines = to_mermaid(chart).splitlines()
    assert all(re.fullmatch(rf"stateDiagram-v2| *({state}|{arrow}|\}})", line) for line in lines)
    assert sum(" as s_" in line for line in lines) == len(chart.tree.names)
    assert to_dot(chart).count(" -> ") == len(chart.transitions) + 1
    assert to_dot(chart).count("{") == to_dot(chart).count("}") == len(chart.composites) + 1


def machine(document: str, name: str) -> Any:
    processor = pytest.importorskip("statemachine.io.scxml.processor")
    loaded = processor.SCXMLProcessor()
    loaded.parse_scxml(name, document)
    return loaded.start()


def logged(act: Callable[[], object]) -> list[str]:
    """Return the words that its log elements print."""
    out = StringIO()
    with redirect_stdout(out):
        act()
    return re.findall(r"'(\w+)'", out.getvalue())


NAMES = count()


@given(charts(acting=True), st.integers(0, 2**32))
@examples(48)
def test_python_statemachine_visits_the_same_states(chart: Statechart[str], seed: int) -> None:
    """Compare states and the order of exits, actions and entries."""
    pytest.importorskip("statemachine.io.scxml.processor")
    random = Random(seed)
    agent = Actor(chart.initial, random.randrange(1000))
    chart.enter(agent, Context(-1))
    machines: list[Any] = []
    log = logged(lambda: machines.append(machine(to_scxml(chart), f"chart{next(NAMES)}")))
    peer = machines[0]
    assert (log, peer.configuration_values) == (agent.log, {*chart.tree.path(chart.initial)})
    for now in range(10):
        agent.shake(random)
        if chart.fields:
            peer.send("set_fields", **{name: getattr(agent, name) for name in chart.fields})
        agent.log.clear()
        trigger, context = random.choice(chart.triggers), Context(now, seed)
        chancy = (n for n, transition in enumerate(chart.transitions) if transition.rate is not None)
        draws = {f"draw_{n}": context.draw(n, agent.number) for n in chancy}
        found, choice = chart.fire(agent, trigger, context), ""
        if isinstance(found, Choice):
            choice = random.choice(found.options)
            chart.choose(agent, found, choice, context)
        log = logged(partial(peer.send, trigger, choice=choice, **draws))
        assert (log, peer.configuration_values) == (agent.log, {*chart.tree.path(agent.state)})
        agent.ticks_in_state += 1
