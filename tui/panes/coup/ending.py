"""The end of a Coup game: the winner, lies and correct challenges of each player, and all claims."""

from collections.abc import Sequence

from core.engine.capabilities import Verdict
from scenes.coup.claims import Claim
from scenes.coup.scene import CoupScene
from tui.log_view import LogView
from tui.panes import results
from tui.panes.coup.claims import ODDS, Chances, most_telling, table
from tui.panes.coup.facts import Facts
from tui.panes.drawing import amount, heading
from tui.panes.results import called, row_start, winner_sign
from tui.styles import Line, pad, width_of


def headline(view: LogView) -> str:
    """Write who won, with how many cards, and how the person was eliminated."""
    facts = Facts(view.scene, "")  # type: ignore[arg-type]
    assert view.ended is not None
    if len(view.ended.winners) != 1:
        return results.headline(view)
    winner, person = view.ended.winners[0], view.person
    won = f"{called(view, winner)} won with {amount(facts.players[winner].cards, 'card')}"
    if person in ("", winner):
        return won[:1].upper() + won[1:]
    return f"You lost: {won}; you were {facts.said(person)}" if not facts.players[person].cards else f"You lost: {won}"


def paint(view: LogView, scene: CoupScene, chances: Chances, width: int) -> list[Line]:
    """Draw a row for each player, winner first, and the claims, the most telling first."""
    if view.ended is None:
        return []
    claims, winners = scene.claims, view.ended.winners
    names = sorted(view.header.cast, key=lambda name: name not in winners)
    lies = {name: _lies(name, claims) for name in names}
    room = max(map(len, lies.values()))
    rows = [_player(view, name, pad(lies[name], room), claims) for name in names]
    if max(map(width_of, rows)) > width:
        rows = [_player(view, name, lies[name], claims) for name in names]
    if not claims:
        return [(), *rows]
    title = heading("Claims", f"the most telling first · {ODDS}", width)
    return [(), *rows, (), title, *table(view, scene, chances, most_telling(claims, view.person), width)]


def _lies(name: str, claims: Sequence[Claim]) -> str:
    own = [claim for claim in claims if claim.agent == name and not claim.fallback]
    lies = [claim for claim in own if not claim.true]
    caught = sum(bool(claim.challenger) for claim in lies)
    if not own:
        return "claimed nothing"
    if not lies:
        return f"made {amount(len(own), 'claim')}, no lies"
    times = "once" if caught == 1 else f"{caught} times"
    return f"lied {len(lies)} of {len(own)} times{f', caught {times}' if caught else ''}"


def _player(view: LogView, name: str, lies: str, claims: Sequence[Claim]) -> Line:
    assert view.ended is not None
    challenged = [claim for claim in claims if claim.challenger == name and not claim.fallback_challenge]
    correct = sum(not claim.true for claim in challenged)
    challenges = f"  {amount(len(challenged), 'challenge')}, {correct} correct" if challenged else ""
    sign, (who, style), policy = row_start(view, name, winner_sign(view, name))
    style = "bold hi" if name in view.ended.winners else style
    return (sign, (who, style), policy, (lies, "fg"), (challenges, "mid"))


def reviewed(scene: CoupScene, seat: str, command: str, verdict: Verdict) -> tuple[str, Verdict]:
    """Name the claim or the player that the command answers."""
    seen = scene.observe("")
    if command == "pass" and seen.phase == "block":
        return f"do not block {seen.actor}", verdict
    if command not in ("pass", "challenge") or seen.claim is None:
        return command, verdict
    claim = f"{seen.claimant}'s {seen.claim}"
    return (f"let {claim} pass" if command == "pass" else f"challenge {claim}"), verdict
