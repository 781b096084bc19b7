"""The inspector's page of a decision in a council: what was done, the thoughts and plans behind it, what moved whom."""

from collections.abc import Sequence

from core.engine.events import Acted, Asked, Prompted
from scenes.council.mind import Mind
from scenes.council.observation import CouncilSeen
from scenes.council.scene import CouncilScene
from tui.log_view import LogView
from tui.panes.council.tables import leaning
from tui.panes.kit import seated
from tui.styles import Line, clip, wrap

PLUMBING = (Asked, Prompted, Acted)


def paint(view: LogView, width: int) -> Sequence[Line]:
    """The decision at the playhead, as far as the eyes go."""
    decision = view.decision
    if decision is None:
        return [(), ((" Nothing decided here", "dim"),)]
    name = decision.agent
    out: list[Line] = [
        (),
        ((f" {clip(name, 12)}", "bold hi"), (f"   {seated(view.header.cast[name], 26)}", "mid")),
        (),
    ]
    for event in decision.events:
        if view.may_see(event) and event.n <= view.n and not isinstance(event.data, PLUMBING):
            first, *rest = wrap(event.data.sentence(), width - 16)
            out.append(((f" {clip(event.kind.replace('_', ' '), 12):<13}", "dim"), (first, "fg")))
            out += [((" " * 14, ""), (row, "fg")) for row in rest]
    if not view.may_see_mind(name):
        closed: Line = ((f" {clip(name, 12)}'s thoughts are closed to you; ", "dim"), ("v", "accent"))
        return [*out, (), (*closed, (" opens them", "dim"))]
    return [*out, (), *_mind(view, name, width)]


def _mind(view: LogView, name: str, width: int) -> list[Line]:
    """Draw the motion in terms of the member's values and what it heard; rule members follow it, others need not."""
    scene = view.scene
    assert isinstance(scene, CouncilScene)
    seen: CouncilSeen = scene.observe(name)
    plan = seen.plans[name]
    told = "; ".join(filter(None, (", ".join(plan.goals), ", ".join(plan.milestones), plan.strategy, plan.notes)))
    out: list[Line] = [((" plan      ", "dim"), (row, "fg")) for row in wrap(told, width - 12)] if told else []
    return [*out, *leaning(Mind(seen), width)] if name in seen.interests and seen.text else out
