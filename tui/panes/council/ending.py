"""End of a council: result of each motion, broken promises, and members' gains."""

from scenes.council.events import PromiseJudged
from scenes.council.observation import CouncilSeen
from tui.log_view import LogView
from tui.styles import Line, wrap


def paint(view: LogView, seen: CouncilSeen, width: int) -> list[Line]:
    """A row for each motion, one on promises, and one with the points of all, the best first."""
    if view.ended is None:
        return []
    scores = view.ended.scores
    best = sorted(seen.members, key=lambda name: -scores.get(name, 0))
    told = ", ".join(f"{'you' if name == view.seat else name} {scores.get(name, 0):g}" for name in best)
    points: list[Line] = [((f"   {row}", "hi"),) for row in wrap(f"points: {told}", width - 4)]
    return [(), *_motions(seen), *_promises(view, width), *points]


def _motions(seen: CouncilSeen) -> list[Line]:
    out: list[Line] = []
    for result in seen.results:
        sign = ("   ✓ ", "good") if result.passed else ("   ✗ ", "bad")
        votes = f"{result.yes} to {result.no}{f', {result.abstain} abstained' if result.abstain else ''}"
        lead = f"{'passed' if result.passed else 'failed'} {votes}  "
        out.append((sign, (lead, "hi"), (seen.agenda[result.motion - 1], "mid")))
    return out


def _promises(view: LogView, width: int) -> list[Line]:
    """Name the members who broke promises, and count the kept ones."""
    judged = [(event.agent, event.data) for event in view.events if isinstance(event.data, PromiseJudged)]
    if not judged:
        return []
    broken = [
        f"{name} broke the promise to {data.to} on motion {data.motion}" for name, data in judged if not data.kept
    ]
    kept = sum(it.kept for _, it in judged)
    told = [f"{kept} promise{'s' * (kept != 1)} kept", *broken]
    return [((f"   {row}", "bad" if broken else "fg"),) for row in wrap("; ".join(told), width - 4)]
