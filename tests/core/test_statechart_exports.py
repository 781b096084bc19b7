"""SCXML, Mermaid and DOT; and the SCXML running in python-statemachine (3.2), where it is installed."""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from itertools import count
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

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
from core.statechart.exports import NAMESPACE
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
SCXML = """\
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="scrolling">
  <datamodel>
    <data id="energy" expr="0.75" />
    <data id="keen" expr="1" />
    <data id="urge" expr="0" />
    <data id="ticks_in_state" expr="0" />
    <data id="timeout_threshold" expr="0" />
    <data id="tired" expr="0" />
    <data id="guard_4" expr="0" />
  </datamodel>
  <state id="scrolling">
    <transition event="decides" cond="_event.data.choice == 'like' &amp;&amp; \
(((energy &lt; 0.5) == false) &amp;&amp; keen == 1)" target="engaging" />
    <transition event="decides" cond="_event.data.choice == 'reply'" target="reply" />
    <transition event="set_fields">
      <assign location="energy" expr="_event.data.energy" />
      <assign location="keen" expr="_event.data.keen" />
      <assign location="urge" expr="_event.data.urge" />
      <assign location="ticks_in_state" expr="_event.data.ticks_in_state" />
      <assign location="timeout_threshold" expr="_event.data.timeout_threshold" />
      <assign location="tired" expr="_event.data.tired" />
      <assign location="guard_4" expr="_event.data.guard_4" />
    </transition>
  </state>
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
    <transition event="set_fields">
      <assign location="energy" expr="_event.data.energy" />
      <assign location="keen" expr="_event.data.keen" />
      <assign location="urge" expr="_event.data.urge" />
      <assign location="ticks_in_state" expr="_event.data.ticks_in_state" />
      <assign location="timeout_threshold" expr="_event.data.timeout_threshold" />
      <assign location="tired" expr="_event.data.tired" />
      <assign location="guard_4" expr="_event.data.guard_4" />
    </transition>
  </state>
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
@examples(40)
def test_every_chart_is_exported_whole(chart: Statechart[str]) -> None:
    document = ET.fromstring(to_scxml(chart))
    states = document.findall(f".//{{{NAMESPACE}}}state")
    assert {state.get("id") for state in states} == {*chart.tree.names}
    arrows = [each for each in document.iter(f"{{{NAMESPACE}}}transition") if each.get("event") != "set_fields"]
    assert len(arrows) == len(chart.transitions)
    state, arrow = r'state "\w+" as s_\w+( \{)?', r"(\[\*\]|s_\w+) --> s_\w+( : [^:;\n]+)?"
    assert all(
        re.fullmatch(rf"stateDiagram-v2| *({state}|{arrow}|\}})", line) for line in to_mermaid(chart).splitlines()
    )
    assert to_dot(chart).count(" -> ") == len(chart.transitions) + 1
    assert to_dot(chart).count("{") == to_dot(chart).count("}") == len(chart.composites) + 1


def machine(document: str, name: str) -> Any:
    processor = pytest.importorskip("statemachine.io.scxml.processor")
    loaded = processor.SCXMLProcessor()
    loaded.parse_scxml(name, document)
    return loaded.start()


def heard(act: Callable[[], object]) -> list[str]:
    """What its log elements print."""
    out = StringIO()
    with redirect_stdout(out):
        act()
    return re.findall(r"'(\w+)'", out.getvalue())


NAMES = count()


@given(charts(acting=True), st.integers(0, 2**32))
@examples(60)
def test_another_interpreter_visits_the_same_states_in_the_same_order(chart: Statechart[str], seed: int) -> None:
    pytest.importorskip("statemachine.io.scxml.processor")
    random = Random(seed)
    agent = Actor(chart.initial, random.randrange(1000))
    chart.enter(agent, Context(-1))
    made: list[Any] = []
    told = heard(lambda: made.append(machine(to_scxml(chart), f"chart{next(NAMES)}")))
    peer = made[0]
    assert (told, peer.configuration_values) == (agent.told, {*chart.tree.path(chart.initial)})
    for now in range(15):
        agent.shake(random)
        if chart.fields:
            peer.send("set_fields", **{name: getattr(agent, name) for name in chart.fields})
        agent.told.clear()
        trigger, context = random.choice(chart.triggers), Context(now, seed)
        data = {
            f"draw_{n}": context.draw(n, agent.number) for n, t in enumerate(chart.transitions) if t.rate is not None
        }
        found = chart.fire(agent, trigger, context)
        choice = random.choice(found.options) if isinstance(found, Choice) else ""
        if isinstance(found, Choice):
            chart.choose(agent, found, choice, context)
        told = heard(partial(peer.send, trigger, choice=choice, **data))
        assert (told, peer.configuration_values) == (agent.told, {*chart.tree.path(agent.state)})
        agent.ticks_in_state += 1
