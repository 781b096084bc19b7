"""The inspector's page of a coloring decision, and the comparison of greedy and exact search on the board."""

from collections.abc import Callable, Sequence

from core.engine.chance import Chance
from core.engine.events import Event
from scenes.coloring.events import Cleared, Colored, Compared, Judged, Propagated, Sent, Snapped, Weighed
from scenes.coloring.problem.graph import letter, number
from scenes.coloring.problem.penalty import judge
from scenes.coloring.reports.review import exact_colors
from scenes.coloring.rules.observation import Observation
from scenes.coloring.talk.speech import Offered
from themes.palettes import Palette
from tui.log_view import LogView
from tui.panes.coloring.agents import node_chips
from tui.panes.drawing import hidden_thoughts, notice
from tui.panes.lists import NOTHING_DECIDED, visible_events
from tui.styles import Line, chip, clip, spread, width_of

MIN_POLICY_WIDTH = 4
"""Minimum cells for a policy's name."""


def paint(
    view: LogView, palette: Palette, width: int, shown: Callable[[str], Sequence[Line]] = lambda name: ()
) -> Sequence[Line]:
    """Draw the decision at the playhead. If its reasons are hidden, `shown` draws the agent's public record."""
    step = _decision(view)
    weighed = step[0].data if step else None
    if not isinstance(weighed, Weighed | Propagated):
        agent = step[0].agent if step else ""
        if agent and not view.may_see_mind(agent):
            return [(), hidden_thoughts(agent, "reasons are"), (), *shown(agent)]
        return _without_reasons(palette, step)
    lines: list[Line] = [
        *([()] if isinstance(weighed, Weighed) else []),  # max-sum's messages need this row
        _headline(step, palette, view.header.cast[step[0].agent], width),
        (),
        _columns(weighed, palette),
        *_rows(weighed, palette),
        *_messages(weighed, palette, width),
        (),
    ]
    sentences = [event.data.sentence() for event in step if isinstance(event.data, Weighed | Propagated | Compared)]
    lines.append(((f" {clip('; '.join(sentences), width - 2)}", "fg"),))
    for event in step:
        if isinstance(event.data, Snapped):
            lines += _exact_result(event.data, width)
        elif isinstance(event.data, Cleared | Judged) or (isinstance(event.data, Offered) and event.data.helpful):
            lines.append(((f" {clip(event.data.sentence(), width - 2)}", "fg"),))
    return lines


def _exact_result(snap: Snapped, width: int) -> list[Line]:
    """Draw exact search's result next to the current penalty, in one row if there is room."""
    now, best, why = number(snap.penalty), number(snap.best), snap.sentence()
    found: Line = ((" now ", "mid"), (now, "bold hi"), ("   exact search ", "mid"), (best, "bold hi"))
    together: Line = (*found, (f"   {why}", "mid"))
    return [together] if width_of(together) <= width else [found, ((f" {clip(why, width - 2)}", "mid"),)]


def _decision(view: LogView) -> list[Event]:
    """Return the visible events of the decision at the playhead, starting with the reasons."""
    seen = visible_events(view, view.decision) if view.decision else []
    start = next((i for i, event in enumerate(seen) if isinstance(event.data, Weighed | Propagated)), 0)
    return seen[start:]


def _without_reasons(palette: Palette, step: Sequence[Event]) -> list[Line]:
    """Draw the public part of a decision for which no reasons are logged, such as a person's."""
    colored = [event.data.colors for event in step if isinstance(event.data, Colored)]
    if not colored:
        return NOTHING_DECIDED
    chips = (span for colors in colored for span in node_chips(palette, colors, (" to ", "bold hi")))
    changes: Line = ((f" {step[0].agent} set ", "fg"), *chips)
    return [(), changes, (), *notice("a person decided: no reasons are recorded")]


def _headline(step: Sequence[Event], palette: Palette, policy: str, width: int) -> Line:
    """Draw the changed colors with agent, policy, algorithm and turn; the policy is cut first, the turn never."""
    changed = next((e.data for e in step if isinstance(e.data, Colored)), None)
    did: Line = (("set ", "fg"), *node_chips(palette, changed.colors)) if changed else (("changed nothing", "fg"),)
    changes: Line = ((f" {step[0].agent} ", "bold hi"), *did)
    snapped = any(isinstance(e.data, Snapped) and e.data.done for e in step)
    algorithm = "max-sum" if isinstance(step[0].data, Propagated) else "greedy"
    rest = f"{'exact search' if snapped else algorithm} · turn {step[0].turn}"
    room = width - width_of(changes) - len(rest) - 2
    if room >= MIN_POLICY_WIDTH + 3:
        rest = f"{clip(policy, min(20, room - 3))} · {rest}"
    elif room < 0:
        rest = f"turn {step[0].turn}"
    right: Line = ((f"  {rest}", "mid"),)
    return spread(changes, right, min(width, width_of(changes) + width_of(right)))


def _columns(weighed: Weighed | Propagated, palette: Palette) -> Line:
    spans: list[tuple[str, str]] = [(" node ", "dim")]
    for color in weighed.choices[0].scores if weighed.choices else ():
        spans += [chip(palette, f" {letter(color)} ", color), ("  ", "")]
    return (*spans, ("beliefs, and why" if isinstance(weighed, Propagated) else "greedy, and why", "dim"))


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
    """Draw max-sum's messages, sender by sender, in as many columns as fit."""
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


def compare(view: LogView) -> dict[str, tuple[str, str]]:
    """Return greedy's and exact search's color for each node of the decision at the playhead.

    Empty if the perspective may not see the reasons, if there are none, or if the repeated search differs from the log.
    """
    decision = view.decision
    if decision is None or not view.may_see_mind(decision.agent):
        return {}
    bodies = [event.data for event in decision.events if event.turn == decision.turn]
    weighed = next((body for body in bodies if isinstance(body, Weighed | Propagated)), None)
    snapped = next((body for body in bodies if isinstance(body, Snapped)), None)
    if weighed is None or snapped is None:
        return {}
    seen: Observation = view.scene_at(decision.events[0].n - 1).observe(decision.agent)
    chance = Chance(view.header.seed)
    chance.at(decision.turn, 0)
    exact = exact_colors(seen, lambda purpose: chance(purpose, decision.agent))
    if judge(seen.problem, decision.agent, exact, seen.believed).penalty != snapped.best:
        return {}
    return {choice.node: (choice.color, exact[choice.node]) for choice in weighed.choices}


def comparison(compared: dict[str, tuple[str, str]], agent: str) -> Line:
    """Draw the row below the board while greedy and exact search are compared."""
    keys: Line = (("   d", "accent"), (" the board", "mid"))
    if not compared:
        return ((" no decision here to compare with exact search", "dim"), *keys)
    other = sum(greedy != exact for greedy, exact in compared.values())
    if not other:
        return ((f" {agent}: greedy and exact search agree", "fg"), *keys)
    differ = f" {agent}: {other} of {len(compared)} nodes differ, greedy's color "
    return ((differ, "fg"), ("▸", "bold hi"), (" that of exact search", "mid"), *keys)
