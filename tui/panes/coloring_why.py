"""The inspector's page of a coloring decision: what greedy or max-sum made of each node, beside exact search, and what
would help."""

from collections.abc import Sequence

from core.events import Body, Event
from scenes.coloring.events import (
    Cleared,
    Colored,
    Compared,
    Flagged,
    Judged,
    Offered,
    Propagated,
    Sent,
    Snapped,
    Weighed,
    number,
)
from scenes.coloring.problem import letter
from themes.palettes import Palette
from tui.styles import Line, chip, clip
from tui.view import View


def paint(view: View, palette: Palette, width: int) -> Sequence[Line]:
    """The decision in which the playhead stands, or the last one before it."""
    step = _decision(view)
    if not step:
        return _by_hand(view, palette) or [((" Nothing decided here", "dim"),)]
    weighed = step[0].data
    assert isinstance(weighed, Weighed | Propagated)
    lines: list[Line] = [
        *_spare(weighed),
        _headline(step, palette, view.header.cast[step[0].agent]),
        (),
        _columns(weighed, palette),
        *_rows(weighed, palette),
        *_messages(weighed, palette, width),
        (),
        ((f" {clip(weighed.sentence(), width - 2)}", "fg"),),
    ]
    for event in step:
        if isinstance(event.data, Snapped):
            snap = event.data
            lines.append(
                (
                    (" now ", "mid"),
                    (number(snap.penalty), "bold hi"),
                    ("   exact search ", "mid"),
                    (number(snap.best), "bold hi"),
                )
            )
            lines.append(((f" {clip(snap.sentence(), width - 2)}", "mid"),))
        elif isinstance(event.data, Cleared | Compared | Judged) or (
            isinstance(event.data, Offered) and event.data.helpful
        ):
            lines.append(((f" {clip(event.data.sentence(), width - 2)}", "fg"),))
    return lines


def _spare(weighed: Weighed | Propagated) -> list[Line]:
    """A blank line, where there are no messages to make room for."""
    return [()] if isinstance(weighed, Weighed) else []


def _decision(view: View) -> list[Event]:
    """The visible events of the move around the playhead."""
    events = view.events
    start = view.n
    while start and not isinstance(events[start - 1].data, Weighed | Propagated):
        start -= 1
        if isinstance(events[start].data, Colored) and view.header.cast[events[start].agent] == "human":
            return []
    if not start or not view.may_see(events[start - 1]):
        return []
    agent, turn = events[start - 1].agent, events[start - 1].turn
    stop = start
    while stop < view.n and events[stop].turn == turn and not isinstance(events[stop - 1].data, Flagged):
        stop += 1
    return [e for e in events[start - 1 : stop] if e.agent == agent and view.may_see(e)]


def _by_hand(view: View, palette: Palette) -> list[Line]:
    """The last coloring that a person made."""
    for event in reversed(view.events[: view.n]):
        if isinstance(event.data, Colored) and view.may_see(event):
            spans: list[tuple[str, str]] = [(f" {event.agent} set ", "fg")]
            for node, color in event.data.colors.items():
                spans += [(f"{node} to ", "bold hi"), chip(palette, letter(color), color), (" ", "")]
            return [(), tuple(spans), (), ((" by hand: no policy to ask for reasons", "dim"),)]
    return []


def _headline(step: Sequence[Event], palette: Palette, policy: str) -> Line:
    changed = next((e.data for e in step if isinstance(e.data, Colored)), None)
    spans: list[tuple[str, str]] = [(f" {step[0].agent} ", "bold hi")]
    if isinstance(changed, Colored):
        spans.append(("set ", "fg"))
        for node, color in changed.colors.items():
            spans += [(f"{node} ", "bold hi"), chip(palette, letter(color), color), (" ", "")]
    else:
        spans.append(("changed nothing", "fg"))
    snapped = any(isinstance(e.data, Snapped) and e.data.done for e in step)
    how = "exact search" if snapped else _algorithm(step[0].data)
    return (*spans, (f"  {policy} · {how} · turn {step[0].turn}", "mid"))


def _algorithm(body: Body) -> str:
    return "max-sum" if isinstance(body, Propagated) else "greedy"


def _columns(weighed: Weighed | Propagated, palette: Palette) -> Line:
    spans: list[tuple[str, str]] = [(" node ", "dim")]
    for color in weighed.choices[0].scores if weighed.choices else ():
        spans += [chip(palette, f" {letter(color)} ", color), ("  ", "")]
    what = "beliefs, and why" if isinstance(weighed, Propagated) else "greedy, and why"
    return (*spans, (what, "dim"))


def _rows(weighed: Weighed | Propagated, palette: Palette) -> list[Line]:
    out: list[Line] = []
    for choice in weighed.choices:
        spans: list[tuple[str, str]] = [(f" {choice.node:<4}", "bold hi")]
        for color, score in choice.scores.items():
            won = color == choice.color
            spans += [(f"{score:5.1f}", "bold hi" if won else "mid"), ("◂ " if won else "  ", "accent")]
        spans += [chip(palette, letter(choice.color), choice.color), (f" {choice.why}", "fg")]
        out.append(tuple(spans))
    return out


def _messages(weighed: Weighed | Propagated, palette: Palette, width: int) -> list[Line]:
    """Max-sum's messages in as many columns as fit, sender by sender."""
    if not isinstance(weighed, Propagated) or not weighed.messages:
        return []
    name = max(len(node) for sent in weighed.messages for node in (sent.source, sent.target))
    columns = (width - 1) // (2 * name + 13)
    rows = [weighed.messages[i : i + columns] for i in range(0, len(weighed.messages), columns)]
    title = f" messages, round {weighed.at}: what a color costs the sender"
    return [((title, "dim"),), *(_sent(row, palette, name) for row in rows)]


def _sent(row: Sequence[Sent], palette: Palette, name: int) -> Line:
    spans: list[tuple[str, str]] = []
    for sent in row:
        spans += [(f" {sent.source:>{name}}", "bold hi"), (" → ", "dim"), (f"{sent.target:<{name}} ", "bold hi")]
        spans += [chip(palette, letter(sent.color), sent.color), (f"{sent.cost:4.1f} ", "mid")]
    return tuple(spans)
