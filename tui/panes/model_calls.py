"""The inspector's pages about a model call, for any scene: functions that draw a page for a decision."""

import json
from collections.abc import Sequence
from functools import reduce
from itertools import groupby
from typing import NamedTuple

from core.engine.events import Asked, Defaulted, Event, GroupEnded, GroupStarted, ModelFailed, Prompted, Rejected
from core.engine.model_tally import Spent, Usage
from core.llm.routes import models_of
from core.text import one_line, safe_text
from tui.glyphs import cells
from tui.log_view import LogView
from tui.model_log import Decision, dollar_text
from tui.panes.drawing import amount, hidden_thoughts, notice, rule
from tui.styles import Line, clip, fit, fold, hang, more_lines

MAX_SYSTEM_ROWS, MAX_ROWS, MAX_OPENED_ROWS = 4, 200, 20_000
"""Maximum rows of the system message, of other messages, and of an opened message."""
MAX_CHARACTERS = 2**18
"""Maximum characters of a text that are drawn."""
PLUMBING = (Asked, Prompted, GroupStarted, GroupEnded)
ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}
ROLES = {"system": "mid", "user": "accent", "assistant": "good"}


class Page(NamedTuple):
    lines: list[Line]
    cut: bool = False
    """True if some text is cut and can be opened."""


def call_of(event: Event) -> Asked:
    assert isinstance(event.data, Asked)
    return event.data


def reason_hidden(view: LogView, decision: Decision) -> list[Line]:
    """Draw the reason why there is nothing to show; empty if there is something."""
    agent = decision.agent
    if not view.may_see_mind(agent):
        return [(), hidden_thoughts(agent, "prompts and replies are")]
    if decision.calls:
        return []
    policy = view.header.cast[agent]
    uses = "did not ask a model here" if models_of({agent: policy}) else f"({policy}) does not use a model"
    return [(), *notice(f"{agent} {uses}")]


def title_line(title: str, width: int, style: str = "bold mid", note: str = "") -> Line:
    return rule(((title, style), (f" {note} " if note else " ", "dim")), width)


def short(text: str, width: int) -> str:
    """Shorten a model's text to a few cells."""
    return clip(one_line(text[:MAX_CHARACTERS]), width)


def wrapped_rows(text: str, width: int) -> list[str]:
    """Wrap a model's text into rows; an extremely long text is cut."""
    clean = safe_text(text[:MAX_CHARACTERS])
    return fold(clean, width) if len(text) <= MAX_CHARACTERS else [*fold(clean, width), "… cut here: too long to show"]


def call_list(calls: Sequence[Event], here: int) -> list[Line]:
    """List the calls of a decision if there are several; the selected one is marked."""
    if len(calls) < 2:
        return []
    room = min(20, max(cells(call_of(call).purpose) for call in calls))
    return [_call(event, i, i - 1 == here, room) for i, event in enumerate(calls, 1)]


def _call(event: Event, number: int, here: bool, room: int) -> Line:
    call = call_of(event)
    mark = ("✗ no reply", "bad") if call.failed else ("✗ not usable", "bad") if call.error else ("✓", "good")
    return (
        ("▸" if here else " ", "accent"),
        (f"{number} ", "hi" if here else "mid"),
        *fit(((short(call.purpose, room), "bold hi" if here else "mid"),), room + 2),
        mark,
        (f"  {usage_text(event.spent)}", "dim"),
    )


def usage_text(spent: Spent | None) -> str:
    if spent is None:
        return ""
    tokens = ""
    if spent.tokens_in or spent.tokens_out:
        thinking = f" ({spent.thinking} to think)" if spent.thinking else ""
        cached = f" ({spent.cached} cached)" if spent.cached else ""
        tokens = f"{'~' * spent.estimated}{spent.tokens_in}{cached} → {spent.tokens_out}{thinking} tok  "
    cost = "" if spent.cost is None else f"  {dollar_text(spent.cost)}"
    return f"{tokens}{spent.latency:.1f} s{cost}"


# -- the model's section of the page Why


def section(view: LogView, decision: Decision, width: int) -> Page:
    """Draw the section about the model, below the scene's reasons."""
    calls = decision.calls
    if not view.may_see_mind(decision.agent):
        uses = models_of({decision.agent: view.header.cast[decision.agent]})
        return Page([(), title_line("Model", width), *reason_hidden(view, decision)[1:]] if uses else [])
    if not calls:
        return Page([])
    lines: list[Line] = [(), title_line("Model", width, note=short(call_of(calls[0]).model, 30)), _what(calls)]
    for i, call in enumerate(calls, 1):
        lines += _troubles(call, ORDINAL.get(i, f"{i}th"))
    lines += _spent(reduce(Usage.plus, (call.spent for call in calls if call.spent), Usage()))
    for event in decision.events:
        if view.may_see(event) and (finding := event.data.finding()):
            lines.append(((" ✗ ", "bad"), (one_line(finding), "fg")))
    shown, left = _beginning(call_of(calls[-1]).reply, width)
    return Page([*lines, *shown], cut=left > 0)


def _what(calls: Sequence[Event]) -> Line:
    spans: list[tuple[str, str]] = [(" asked ", "mid"), (f"{len(calls)}×", "bold hi"), ("  ", "")]
    for purpose, group in groupby(call_of(call).purpose for call in calls):
        times = len(list(group))
        spans.append((f" {short(purpose, 20)}{f' {times}×' if times > 1 else ''} ", "fg"))
    return tuple(spans)


def _spent(usage: Usage) -> list[Line]:
    if not usage.calls:
        return []
    line: Line = ((" tokens ", "mid"), (f"{usage.tokens_in} → {usage.tokens_out}", "fg"))
    line = (*line, ("    latency ", "mid"), (f"{usage.latency:.1f} s", "fg"))
    return [line if usage.cost is None else (*line, ("    cost ", "mid"), (dollar_text(usage.cost), "fg"))]


def _troubles(event: Event, nth: str) -> list[Line]:
    """Draw why a reply could not be used and why the call was repeated."""
    call = call_of(event)
    causes = [("not usable", call.error), ("no reply", call.failed)]
    causes += [(f"try {i}", why) for i, why in enumerate(event.spent.retries if event.spent else (), 2)]
    return [((f" {nth} {what}: ", "mid"), (one_line(why), "bad")) for what, why in causes if why]


def _beginning(text: str, width: int) -> tuple[list[Line], int]:
    """Return a reply's first rows, and the number of rows left out."""
    if not text.strip():
        return [], 0
    all_rows = wrapped_rows(text.strip(), width - 8)
    lines = hang(((" reply  ", "mid"),), all_rows[:2])
    left = len(all_rows) - 2
    if left > 0:
        lines.append(((f"        {more_lines(left)} · Enter opens", "dim"),))
    return lines, left


# -- the other pages


def prompt(view: LogView, decision: Decision, here: int, width: int, opened: bool) -> Page:
    """Draw the selected call's messages, role by role."""
    calls = decision.calls
    messages = [view.model_log.message(decision.agent, digest) for digest in call_of(calls[here]).prompt]
    lines, cut = call_list(calls, here), False
    for i, message in enumerate(messages, 1):
        role = one_line(message.get("role", ""))
        text = wrapped_rows(message.get("content", ""), width - 2)
        limit = MAX_OPENED_ROWS if opened else MAX_SYSTEM_ROWS if role == "system" else MAX_ROWS
        limit = limit if len(text) > limit + 1 else len(text)
        lines.append(title_line(short(role, 20), width, f"bold {ROLES.get(role, 'mid')}", f"{i} of {len(messages)}"))
        lines += indented(text[:limit])
        if limit < len(text):
            cut = cut or not opened
            lines.append(((f" {more_lines(len(text) - limit)}{'' if opened else ' · Enter opens'}", "dim"),))
    return Page(lines, cut)


def reply(view: LogView, decision: Decision, here: int, width: int, opened: bool) -> Page:
    """Draw the raw reply, and below it the reasoning that the model returned separately."""
    event = decision.calls[here]
    call = call_of(event)
    head: Line = (
        (f" {short(call.model, 24)}", "bold hi"),
        (f" · {short(call.purpose, 20)} · {usage_text(event.spent)}", "mid"),
    )
    lines = [*call_list(decision.calls, here), head]
    for label, cause in ((" no reply: ", call.failed), (" not usable: ", call.error)):
        for i, row in enumerate(wrapped_rows(one_line(cause), max(20, width - 14)) if cause else ()):
            lines.append(((label if i == 0 else "   ", "mid"), (row, "bad")))
    if call.cut:
        lines.append(((" cut: too long to keep", "accent"),))
    for label, value in ((" repaired: ", ", ".join(call.mended)), (" it ended by: ", call.finish)):
        if value:
            lines.append(((label, "mid"), (short(value, width - len(label)), "accent")))
    lines += [(), *indented(wrapped_rows(call.reply, width - 2))]
    if call.reasoning:
        lines += [(), title_line("What it thought", width, note="never in a prompt")]
        lines += indented(wrapped_rows(call.reasoning, width - 2), "mid")
    return Page(lines)


def indented(rows: Sequence[str], style: str = "fg") -> list[Line]:
    return [((f" {row}", style),) for row in rows]


def action(view: LogView, decision: Decision, here: int, width: int, opened: bool) -> Page:
    """Draw the value parsed from the selected reply, and the agent's action."""
    calls, lines = decision.calls, list[Line]()
    if calls and view.may_see_mind(decision.agent):
        value = call_of(calls[here]).value
        text, style = ("nothing: it could not be used", "bad") if value is None else (pretty_json(value), "fg")
        lines += [*call_list(calls, here), title_line("Read from the reply", width)]
        lines += indented(wrapped_rows(text, width - 2), style)
    lines.append(title_line(f"What {decision.agent} did", width))
    did = [e for e in decision.events if not isinstance(e.data, PLUMBING) and view.may_see(e)]
    for event in did:
        wrong = isinstance(event.data, Defaulted | ModelFailed | Rejected) or event.data.finding()
        lines.append(((f"{event.n:>5} ", "dim"), (one_line(event.data.sentence()), "bad" if wrong else "fg")))
    return Page(lines if did else [*lines, ((" nothing that you may see", "dim"),)])


def pretty_json(value: object) -> str:
    """Format JSON data for reading."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, indent=2, ensure_ascii=False)
    except RecursionError:
        return "(nested too deeply to show)"


def memory(messages: Sequence[dict[str, str]], agent: str, width: int) -> Page:
    """Draw an agent's memory, newest last."""
    if not messages:
        return Page([(), *notice(f"{agent} remembers nothing yet")])
    lines = notice(f"{amount(len(messages), 'message')}, oldest first")
    for message in messages:
        style = "bold accent" if message["role"] == "assistant" else "bold mid"
        rows = wrapped_rows(one_line(message["content"]), width - 12)[:MAX_ROWS]
        lines += hang(((f" {message['role']:<9} ", style),), rows)
    return Page(lines)
