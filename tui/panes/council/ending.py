"""The end of a council: the motions that went the person's way, results, promises and points."""

from scenes.council.config import CouncilConfig
from scenes.council.events import Balloted, PromiseJudged, Proposed
from scenes.council.observation import CHAIR, CouncilSeen
from tui.log_view import LogView
from tui.outcome import standing
from tui.panes.drawing import amount, paragraph
from tui.panes.results import called
from tui.styles import Line


def headline(view: LogView) -> str:
    """Write how many motions were decided as the person voted; for others, how many passed."""
    seen: CouncilSeen = view.observe("")
    assert view.ended is not None
    person, decided = view.person, len(seen.results)
    if person not in seen.members or not decided:
        passed = f"{sum(result.passed for result in seen.results)} of {amount(decided, 'motion')} passed"
        return f"You chaired the council: {passed}" if person == CHAIR else f"The council is over: {passed}"
    ballots = [event.data.choice for event in view.events if event.agent == person and isinstance(event.data, Balloted)]
    won = sum(choice == ("yes" if each.passed else "no") for choice, each in zip(ballots, seen.results, strict=False))
    way = f"{won} of {amount(decided, 'motion')} went your way{_own(view, seen)}"
    scores = view.ended.scores
    moved = standing(scores, person) if any(scores.values()) else "nobody moved a member, so nobody has points"
    return f"{way}; {moved}"


def _own(view: LogView, seen: CouncilSeen) -> str:
    """Write how many of the person's own motions passed: the one of the options, and those it put in play."""
    config: CouncilConfig = view.scene.config
    first = len(config.motions)
    proposers = [event.agent for event in view.events if isinstance(event.data, Proposed)]
    own = {number for number, name in enumerate(proposers, first + 1) if name == view.person}
    own |= {first} if config.motion else set()
    passed = [each.passed for each in seen.results if each.motion in own]
    if len(passed) > 1:
        return f", {sum(passed)} of your own {len(passed)} passed"
    return f", your own {'passed' if passed[0] else 'failed'}" if passed else ""


def paint(view: LogView, seen: CouncilSeen, width: int) -> list[Line]:
    """Draw the result of each motion, the promises, and the members' points, best first."""
    if view.ended is None:
        return []
    scores = view.ended.scores
    best = sorted(seen.members, key=lambda name: -scores.get(name, 0))
    listed = ", ".join(f"{called(view, name)} {scores.get(name, 0):g}" for name in best)
    return [(), *_motions(seen), *_promises(view, width), *paragraph(f"points: {listed}", width, "hi", 3)]


def _motions(seen: CouncilSeen) -> list[Line]:
    out: list[Line] = []
    for result in seen.results:
        sign = ("   ✓ ", "good") if result.passed else ("   ✗ ", "bad")
        votes = f"{result.yes} to {result.no}{f', {result.abstain} abstained' if result.abstain else ''}"
        lead = f"{'passed' if result.passed else 'failed'} {votes}  "
        out.append((sign, (lead, "hi"), (seen.agenda[result.motion - 1], "mid")))
    return out


def _promises(view: LogView, width: int) -> list[Line]:
    """Draw the number of kept promises, and each broken promise."""
    judged = [(event.agent, event.data) for event in view.events if isinstance(event.data, PromiseJudged)]
    if not judged:
        return []
    broken = [(name, each) for name, each in judged if not each.kept]
    kept = [f"{called(view, name)} to {called(view, each.to)}" for name, each in judged if each.kept]
    names = f" ({', '.join(kept)})" if kept else ""
    parts = [f"{amount(len(kept), 'promise')} kept{names}"]
    parts += [f"{name} broke the promise to {each.to} on motion {each.motion}" for name, each in broken]
    return paragraph("; ".join(parts), width, "bad" if broken else "fg", 3)
