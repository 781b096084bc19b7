"""End of a coloring run: points against the possible maximum, concessions, kept offers, and solvability."""

from collections.abc import Sequence

from core.engine.events import RunEnded
from scenes.coloring.events import GaveUp, Hopeless, Proved
from scenes.coloring.problem.graph import letter, number, spell
from scenes.coloring.reports.review import Share, possible_points, shares
from scenes.coloring.rules.observation import Observation
from tui.log_view import LogView
from tui.panes.coloring.ledger import Gift, Ledger
from tui.panes.results import played_by
from tui.styles import Line, Span, pad, wrap

FEW = 20
"""Nodes up to which a valid coloring is written out."""


def paint(view: LogView, ledger: Ledger, width: int) -> list[Line]:
    """A row on the whole, a row for whoever gave up, one for each owner, and one of the offers."""
    if view.ended is None:
        return []
    seen: Observation = view.scene.observe("")
    out = [(), _whole(seen, view.ended), *_verdict(view, width)]
    found = shares(seen.problem, seen.fixed, seen.colors)
    out += [_owner(view, ledger, share) for share in found]
    return [*out, *_offers(seen)]


def _whole(seen: Observation, ended: RunEnded) -> Line:
    result = ended.result
    solved, conflicts, bare = result.get("solved"), result.get("conflicts"), result.get("uncolored")
    told: list[Span] = [("   solved  ", "bold good") if solved else ("   not solved  ", "bold bad")]
    most, score = possible_points(seen.problem, ended.result), result.get("score")
    if isinstance(score, int | float):
        of = f" of {number(most)} possible points" if most is not None else " points"
        told += [(number(score), "bold hi"), (of, "mid")]
    if conflicts:
        told.append((f"  ╳ {conflicts} conflict{'s' * (conflicts != 1)}", "bad"))
    if bare:
        told.append((f"  {bare} without a color", "bad"))
    turns = f"   {result.get('turns', 0)} turns, {result.get('messages', 0)} messages"
    return (*told, (turns, "dim"))


def _verdict(view: LogView, width: int) -> list[Line]:
    """Say whether a coloring existed, if somebody said that there was none, or there was none."""
    proved = next((event.data for event in view.events if isinstance(event.data, Proved)), None)
    said = next((event for event in view.events if isinstance(event.data, GaveUp | Hopeless)), None)
    if proved is None or (said is None and proved.colors):
        return []
    who = "" if said is None else "you" if said.agent == view.seat else said.agent
    claim = f"{who} said in turn {said.turn} that it is impossible: " if said else ""
    if proved.colors:
        example = f", for example {spell(proved.colors)}" if len(proved.colors) <= FEW else ""
        told, style = f"{claim}a valid coloring existed{example}", "bad"
    else:
        told, style = f"{claim}{'right, ' if said else ''}no coloring existed: {proved.why}", "good" if said else "mid"
    return [((f"   {row}", style),) for row in wrap(told, width - 4)[:3]]


def _owner(view: LogView, ledger: Ledger, share: Share) -> Line:
    """An owner's points against its best, and what it gave to whom."""
    fine = not share.conflicts and not share.uncolored
    line: Line = (
        ("   ✓ " if fine else "   ✗ ", "good" if fine else "bad"),
        (pad(share.owner, min(12, max(map(len, view.header.cast)))), "bold hi"),
        (f" {played_by(view, share.owner)} ", "mid"),
        (f"{number(share.points):>4}", "bold hi"),
        (f" of {number(share.most)} alone  ", "mid"),
    )
    if share.conflicts:
        line = (*line, (f"╳ {share.conflicts}  ", "bad"))
    gifts = [gift for gift in ledger.gifts if gift.agent == share.owner and gift.n <= view.n]
    return (*line, (_given(gifts, view.seat), "fg" if gifts else "dim"))


def _given(gifts: Sequence[Gift], seat: str) -> str:
    """Describe the concessions: the last color given at each node."""
    last = {gift.node: gift for gift in gifts}
    told = [
        f"{gift.node} {letter(gift.was)} → {letter(gift.color)} for {'you' if gift.to == seat else gift.to}"
        for gift in last.values()
    ]
    return f"gave {', '.join(told)}" if told else "gave nothing up"


def _offers(seen: Observation) -> list[Line]:
    """Count the offers by result."""
    if not seen.offers:
        return []
    told: list[Span] = [("   offers  ", "mid"), (f"{len(seen.offers)} made", "fg")]
    for state, style in (("kept", "good"), ("accepted", "fg"), ("broken", "bad"), ("refused", "mid")):
        mine = [offer for offer in seen.offers if offer.state == state]
        where = f" ({', '.join(f'{each.number} in turn {each.turn}' for each in mine)})" if state == "broken" else ""
        if mine:
            told.append((f" · {len(mine)} {state}{where}", style))
    return [tuple(told)]
