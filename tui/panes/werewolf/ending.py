"""The end of a game of Werewolf: the person's fate, all roles, first accusers of wolves, and the person's votes."""

from core.engine.capabilities import Verdict
from scenes.werewolf.observation import WerewolfObservation
from scenes.werewolf.record import is_against
from scenes.werewolf.scene import WerewolfScene
from tui.log_view import LogView
from tui.panes import results
from tui.panes.drawing import amount
from tui.panes.results import called
from tui.styles import Line, Span, wrap_line

PERSON_FATES = {"rope": "hanged on day {}", "shot": "shot on day {}", "night": "killed in night {}"}
FATES = {"rope": "hanged{day}{number}", "shot": "shot{day}{number}", "night": "night {number}"}


def headline(view: LogView) -> str:
    """Write which side won, and what became of the person."""
    seen: WerewolfObservation = view.observe("")
    role = seen.roles.get(view.person)
    if role is None or not seen.winner:
        return results.headline(view)
    side = "wolves" if role == "werewolf" else "village"
    won = side == seen.winner
    result = f"You won with the {side}" if won else f"You lost: the {seen.winner} won"
    death = next((death for death in seen.deaths if death.name == view.person), None)
    if death is None:
        return f"{result}{', and you lived' if won else '; you lived to see it'}"
    fate = PERSON_FATES[death.how].format(death.day)
    return f"{result}{', though ' if won else '; '}you were {fate}"


def paint(view: LogView, seen: WerewolfObservation, width: int) -> list[Line]:
    """Draw a summary, roles and fates (winners first), first accusers of wolves, and the person's votes."""
    if view.ended is None:
        return []
    winners = view.ended.winners
    day = " d" if width < 2 * results.ENTRY_WIDTH else ", day "
    fates = {death.name: FATES[death.how].format(day=day, number=death.day) for death in seen.deaths}
    names = sorted(seen.players, key=lambda name: name not in winners)
    wide = max(map(len, seen.roles.values()), default=0)
    cells = []
    for name in names:
        role = seen.roles.get(name, "")
        wolf = "bad" if role == "werewolf" else "hi"
        fate: Line = ((f"{role:<{wide}} ", wolf), (fates.get(name, "lives"), "mid" if name in fates else "good"))
        sign, who, _ = results.row_start(view, name, results.winner_sign(view, name), seen.players)
        cells.append((sign, who, *fate))
    knew = [*_accusers(view, seen, width), *_votes(view, seen, width)]
    return [(), _summary(seen), *results.entry_columns(cells, width), *([()] if knew else []), *knew]


def _summary(seen: WerewolfObservation) -> Line:
    hanged = [death for death in seen.deaths if death.how == "rope"]
    wolves = sum(seen.roles.get(death.name) == "werewolf" for death in hanged)
    rope = f"{len(hanged)} hanged, {wolves} of them {'werewolf' if wolves == 1 else 'werewolves'}"
    return ((f"   {amount(seen.day, 'day')}   {rope if hanged else 'nobody was hanged'}", "fg"),)


def _accusers(view: LogView, seen: WerewolfObservation, width: int) -> list[Line]:
    """Draw for each werewolf the first villager who accused it, and the day."""
    spans: list[Span] = []
    for wolf in (name for name in seen.players if seen.roles.get(name) == "werewolf"):
        found = (
            f"{called(view, each.name)}, day {each.day}"
            for each in seen.claims
            if is_against(each.claim) and each.claim.target == wolf and seen.roles.get(each.name) != "werewolf"
        )
        spans += [
            (f"{called(view, wolf)} ", "bad"),
            (f"by {first}" if (first := next(found, "")) else "by nobody", "fg"),
        ]
        spans.append(("   ", ""))
    return wrap_line((("   first accused   ", "mid"), *spans[:-1]), width - 1, gaps=True) if spans else []


def _votes(view: LogView, seen: WerewolfObservation, width: int) -> list[Line]:
    """Draw the person's vote of each day, and whether it hit a werewolf."""
    spans: list[Span] = []
    for ballot in seen.ballots:
        if view.person in ballot.votes:
            target = ballot.votes[view.person]
            is_wolf = seen.roles.get(target) == "werewolf"
            sign: Span = ("", "") if not target else (" ✓ wolf", "good") if is_wolf else (" ✗ no wolf", "bad")
            spans += [(f"day {ballot.day} ", "mid"), (target or "nobody", "fg"), sign, ("   ", "")]
    return wrap_line((("   your votes      ", "mid"), *spans[:-1]), width - 1, gaps=True) if spans else []


def reviewed(scene: WerewolfScene, seat: str, command: str, verdict: Verdict) -> tuple[str, Verdict]:
    """Add the target's role to a vote. A vote for a werewolf loses nothing, whatever was known."""
    target = command.removeprefix("vote ")
    is_wolf = scene.roles.get(target) == "werewolf"
    text = f"{command} ({scene.roles[target]})" if target in scene.roles else command
    return text, verdict._replace(loss=0.0) if is_wolf else verdict
