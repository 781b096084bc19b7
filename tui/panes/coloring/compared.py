"""Greedy against exact search, node by node: the decision at the playhead, searched again."""

from core.engine.chance import Chance
from scenes.coloring.events import Propagated, Snapped, Weighed
from scenes.coloring.problem.penalty import judge
from scenes.coloring.reports.review import exact_colors
from scenes.coloring.rules.observation import Observation
from tui.log_view import LogView
from tui.styles import Line


def compare(view: LogView) -> dict[str, tuple[str, str]]:
    """Give greedy's color and that of exact search for each node of an agent's cluster.

    Empty where the eyes may not see its reasons, where there are none, and where the search does not find again what
    the log says of it.
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


def told_of(compared: dict[str, tuple[str, str]], agent: str) -> Line:
    """Say what the board shows of an agent's cluster."""
    if not compared:
        return ((" no decision here to compare with exact search", "dim"), ("   d", "accent"), (" the board", "mid"))
    other = sum(greedy != exact for greedy, exact in compared.values())
    told = (
        f" {agent}: {other} of {len(compared)} nodes differ, greedy's color "
        if other
        else f" {agent}: greedy and exact search agree"
    )
    marks: Line = (("▸", "bold hi"), (" that of exact search", "mid")) if other else ()
    return ((told, "fg"), *marks, ("   d", "accent"), (" the board", "mid"))
