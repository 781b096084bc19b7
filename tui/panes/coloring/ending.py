"""The end of a coloring run: points against the possible maximum, concessions, kept offers, and solvability."""

from core.engine.events import Event, RunEnded
from scenes.coloring.events import GaveUp, Hopeless, Proved
from scenes.coloring.problem.graph import color_letters, letter, number
from scenes.coloring.reports.review import Share, owner_shares
from scenes.coloring.rules.observation import Observation
from tui.log_view import LogView
from tui.panes import results
from tui.panes.coloring.ledger import Ledger
from tui.panes.drawing import amount, paragraph
from tui.panes.results import row_start
from tui.styles import Line, Span

MAX_EXAMPLE_NODES = 20
"""Maximum nodes for which a valid coloring is written out."""


def headline(view: LogView) -> str:
    """Write whether the owners agreed on a coloring, the points or conflicts, and the person's share."""
    seen: Observation = view.observe("")
    assert view.ended is not None
    problem, colors, person = seen.problem, seen.colors, view.person
    said, proved = _solvability(view)
    if view.ended.reason == "impossible" and said is not None and proved is not None:
        who = results.called(view, said.agent)
        right = "but a valid coloring existed" if proved.colors else "rightly: no valid coloring exists"
        return f"{who[:1].upper()}{who[1:]} gave up in turn {said.turn}, {right}"
    who, mine = results.company(view, list(problem.clusters)), problem.clusters.get(person, ())
    bare, clashes = len(problem.owner) - len(colors), problem.conflicts(colors)
    if not bare and not clashes:
        points, score = view.scene.config.team_points(view.ended.result), number(problem.score(colors))
        own = f", {number(problem.score({node: colors[node] for node in mine}))} of them yours" if mine else ""
        return f"{who} agreed: {score}{f' of {number(points[1])}' if points is not None else ''} points{own}"
    own_clashes = sum(person in (problem.owner[one], problem.owner[other]) for one, other in clashes)
    own_bare = sum(node not in colors for node in mine)
    counts = ((len(clashes), own_clashes, "conflict"), (bare, own_bare, "uncolored node"))
    parts = [f"{amount(count, noun)}{f', {own} at yours' * bool(mine)}" for count, own, noun in counts if count]
    return f"{who} did not agree: {' and '.join(parts)}"


def paint(view: LogView, ledger: Ledger, width: int) -> list[Line]:
    """Draw a summary row, rows on disputed solvability, and rows for owners and offers."""
    if view.ended is None:
        return []
    seen: Observation = view.scene.observe("")
    owners = (_owner(view, ledger, share) for share in owner_shares(seen.problem, seen.fixed, seen.colors))
    return [(), _whole(view, view.ended), *_verdict(view, width), *owners, *_offers(seen)]


def _whole(view: LogView, ended: RunEnded) -> Line:
    result = ended.result
    solved, conflicts, bare = result.get("solved"), result.get("conflicts"), result.get("uncolored")
    spans: list[Span] = [("   solved  ", "bold good") if solved else ("   not solved  ", "bold bad")]
    points, score = view.scene.config.team_points(result), result.get("score")
    if isinstance(score, int | float):
        of = f" of {number(points[1])} possible points" if points is not None else " points"
        spans += [(number(score), "bold hi"), (of, "mid")]
    wrong = f"  ╳ {amount(int(conflicts), 'conflict')}" if conflicts else ""
    wrong += f"  {bare} without a color" if bare else ""
    return (
        *spans,
        (wrong, "bad"),
        (f"   {result.get('turns', 0)} turns, {amount(int(result.get('messages') or 0), 'message')}", "dim"),
    )


def _solvability(view: LogView) -> tuple[Event | None, Proved | None]:
    """Return the first event in which an agent gave up, and the result of the check, if there are any."""
    said = next((event for event in view.events if isinstance(event.data, GaveUp | Hopeless)), None)
    return said, next((event.data for event in view.events if isinstance(event.data, Proved)), None)


def _verdict(view: LogView, width: int) -> list[Line]:
    """Draw the result of the solvability check, if an agent gave up or no valid coloring exists."""
    said, proved = _solvability(view)
    if proved is None or (said is None and proved.colors):
        return []
    who = "" if said is None else results.called(view, said.agent)
    claim = f"{who} said in turn {said.turn} that it is impossible: " if said else ""
    if proved.colors:
        example = f", for example {color_letters(proved.colors)}" if len(proved.colors) <= MAX_EXAMPLE_NODES else ""
        text, style = f"{claim}a valid coloring existed{example}", "bad"
    else:
        text, style = f"{claim}{'right, ' if said else ''}no coloring existed: {proved.why}", "good" if said else "mid"
    return paragraph(text, width, style, 3)[:3]


def _owner(view: LogView, ledger: Ledger, share: Share) -> Line:
    """Draw an owner's points, its possible points, and its concessions: the last one at each node."""
    fine = not share.conflicts and not share.uncolored
    given = {gift.node: gift for gift in ledger.gifts if gift.agent == share.owner and gift.n <= view.n}
    concessions = [
        f"{gift.node} {letter(gift.was)} → {letter(gift.color)} for {results.called(view, gift.to)}"
        for gift in given.values()
    ]
    sign, (who, _), policy = row_start(view, share.owner, ("✓", "good") if fine else ("✗", "bad"))
    return (
        sign,
        (who, "bold hi"),
        policy,
        (f"{number(share.points):>4}", "bold hi"),
        (f" of {number(share.most)} alone  ", "mid"),
        (f"╳ {share.conflicts}  " if share.conflicts else "", "bad"),
        (f"gave {', '.join(concessions)}", "fg") if concessions else ("gave nothing up", "dim"),
    )


def _offers(seen: Observation) -> list[Line]:
    """Draw the number of offers by result."""
    if not seen.offers:
        return []
    spans: list[Span] = [("   offers  ", "mid"), (f"{len(seen.offers)} made", "fg")]
    for state, style in (("kept", "good"), ("accepted", "fg"), ("broken", "bad"), ("refused", "mid")):
        turns = [f"{offer.number} in turn {offer.turn}" for offer in seen.offers if offer.state == state]
        where = f" ({', '.join(turns)})" if state == "broken" else ""
        if turns:
            spans.append((f" · {len(turns)} {state}{where}", style))
    return [tuple(spans)]
