"""Lists that any pane can show: the log, talk, knowledge, tool results, and the reasons of a decision."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Protocol, TypeVar

import msgspec

from core.engine.events import Acted, Body, Event, ToolResult
from tui.log_view import LogView
from tui.model_log import Decision
from tui.panes.drawing import hidden_thoughts, notice, paragraph, short_policy, statement
from tui.panes.kit import Row, Tab
from tui.styles import Line, clip, hang, width_of, wrap

MAX_EVENTS = 500
"""Maximum number of events in the log, up to the playhead."""


def log(view: LogView, plumbing: tuple[type[Body], ...], width: int) -> list[Row]:
    """List the events up to the playhead that the perspective may see, without the types in `plumbing`."""
    return view.once(_log, view, plumbing, width)


def _log(view: LogView, plumbing: tuple[type[Body], ...], width: int) -> list[Row]:
    events = (e for e in view.events[max(0, view.n - MAX_EVENTS) : view.n] if not isinstance(e.data, plumbing))
    return [Row(_logged(event, view.seat, width), event.n) for event in filter(view.may_see, events)]


def _logged(event: Event, seat: str, width: int) -> Line:
    style = "bold accent" if event.agent and event.agent == seat else "bold hi"
    head: Line = ((f"{event.turn:>3} ", "dim"), (clip(event.agent, 12), style), (" " if event.agent else "", ""))
    return (*head, (clip(event.data.sentence(), max(8, width - width_of(head))), "fg"))


def talk(view: LogView, width: int) -> list[Row]:
    """List the messages that the perspective heard, up to the playhead."""
    return view.once(_talk, view, width)


def _talk(view: LogView, width: int) -> list[Row]:
    out: list[Row] = []
    for event in filter(view.may_see, up_to(view.said, view.n)):
        lines = statement(event.agent, event.data.sentence(), width, event.agent == view.seat)
        out += [Row(line, event.n) for line in lines]
    return out


class Numbered(Protocol):
    """Anything with an event number."""

    @property
    def n(self) -> int: ...


N = TypeVar("N", bound=Numbered)


def up_to(items: Sequence[N], n: int) -> Sequence[N]:
    """Return the items with event numbers up to n; they must be in order."""
    return items[: bisect_right(items, n, key=attrgetter("n"))]


def knowledge(view: LogView, width: int) -> Sequence[Line]:
    """Draw the perspective's observation as an outline."""
    return view.once(_knows, view, width)


def _knows(view: LogView, width: int) -> list[Line]:
    return outline(msgspec.to_builtins(view.observe(view.perspective)), width) if view.n else []


def found_tab(view: LogView) -> list[Tab]:
    """Return the tab of the newest tool result, if there is one."""
    return [Tab("Found", "", lambda width: view.once(_found, view, width), follows=False)] if _newest(view) else []


def _newest(view: LogView) -> Event | None:
    return next(filter(view.may_see, reversed(up_to(view.found, view.n))), None)


def _found(view: LogView, width: int) -> list[Line]:
    """Draw the newest tool result: the agent, its request, and the text below."""
    event = _newest(view)
    assert event is not None
    assert isinstance(event.data, ToolResult)
    head = paragraph(f"{event.agent} {event.data.sentence()}", width, "mid")
    return [*head, (), *(row for line in event.data.text.split("\n") for row in paragraph(line, width))]


NOTHING_DECIDED: list[Line] = [(), *notice("Nothing decided here")]


def visible_events(view: LogView, decision: Decision) -> list[Event]:
    """Return the events of a decision up to the playhead that the perspective may see."""
    return [event for event in decision.events if view.may_see(event) and event.n <= view.n]


def no_reasons(view: LogView, events: Sequence[Event], name: str) -> Line:
    """Draw why a decision is shown without reasons: they are hidden, a person decided, or none were noted."""
    if not view.may_see_mind(name):
        return hidden_thoughts(name)
    by_hand = any(isinstance(event.data, Acted) for event in events)
    return ((" a person decided: no reasons are recorded" if by_hand else " no reason noted", "dim"),)


def why(view: LogView, plumbing: tuple[type[Body], ...], width: int) -> list[Line]:
    """Draw the decision at the playhead: the agent, its policy, and the events of the decision."""
    decision = view.decision
    if decision is None:
        return NOTHING_DECIDED
    out = [(), decider(view, decision.agent), ()]
    for event in decision.events:
        if view.may_see(event) and not isinstance(event.data, plumbing):
            rows = wrap(event.data.sentence(), width - 16)
            out += hang(((f" {clip(event.kind.replace('_', ' '), 12):<13}", "dim"),), rows)
    return out


def decider(view: LogView, name: str) -> Line:
    """Draw the head of a decision's page: the agent and its policy."""
    return ((f" {clip(name, 12)}", "bold hi"), (f"   {short_policy(view.header.cast[name], 26)}", "mid"))


def outline(value: Any, width: int, depth: int = 0) -> list[Line]:
    """Draw plain data as indented lines."""
    lead = "  " * depth + " "
    if isinstance(value, dict):
        out: list[Line] = []
        for key, item in value.items():
            inner = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
            if any(isinstance(each, dict | list) for each in inner):
                out += [((f"{lead}{key}", "mid"),), *outline(item, width, depth + 1)]
            else:
                text = ", ".join(map(_flat, item)) if isinstance(item, list) else _flat(item)
                rows = wrap(text, max(10, width - len(lead) - 16))
                out += hang(((f"{lead}{clip(str(key), 14):<15}", "mid"),), rows)
        return out
    if isinstance(value, list):
        return [line for item in value for line in outline(item, width, depth)]
    return [((f"{lead}{_flat(value)}", "fg"),)]


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items()) or "–"
    if isinstance(value, list):
        return " ".join(map(_flat, value)) or "–"
    return "–" if value is None or value == "" else "yes" if value is True else "no" if value is False else str(value)
