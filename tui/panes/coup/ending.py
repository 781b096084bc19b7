"""The end of a Coup game: lies, correct challenges, and the most profitable lie."""

from collections.abc import Sequence

from scenes.coup.claims import Claim
from scenes.coup.scene import CoupScene
from tui.log_view import LogView
from tui.panes.drawing import amount
from tui.panes.results import row_start, winner_sign
from tui.styles import Line, pad, width_of

PAID = {
    ("assassinate", True): (6, "saved a card"),
    ("assassinate", False): (5, "took a card"),
    ("tax", False): (4, "brought 3 coins"),
    ("steal", False): (3, "took coins"),
    ("steal", True): (2, "kept coins"),
    ("foreign aid", True): (1, "kept 2 coins from another"),
    ("exchange", False): (0, "changed cards"),
}
"""Rank and gain of an unchallenged lie, by verb and whether it was a block; the highest rank gained most."""


def paint(view: LogView, scene: CoupScene, width: int) -> list[Line]:
    """Draw a row for each player, winner first, and the biggest unchallenged lie."""
    if view.ended is None:
        return []
    claims, winners = scene.claims, view.ended.winners
    names = sorted(view.header.cast, key=lambda name: name not in winners)
    lies = {name: _lies(name, claims) for name in names}
    room = max(map(len, lies.values()))
    rows = [_player(view, name, pad(lies[name], room), claims) for name in names]
    if max(map(width_of, rows)) > width:
        rows = [_player(view, name, lies[name], claims) for name in names]
    lie = biggest_lie(claims)
    undoubted: Line = (("   nobody doubted ", "mid"), (_lied(view, lie), "fg")) if lie else ()
    return [(), *rows, (), undoubted] if lie else [(), *rows]


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


def biggest_lie(claims: Sequence[Claim]) -> Claim | None:
    """Return the unchallenged false claim with the highest rank in `PAID`; ties go to the first."""
    stood = [claim for claim in claims if claim.true is False and not claim.challenger]
    return max(stood, key=lambda claim: PAID[claim.verb, claim.block][0], default=None)


def _lied(view: LogView, lie: Claim) -> str:
    who = "you" if lie.agent == view.seat else lie.agent
    deed = f"{'blocking ' if lie.block else ''}{lie.verb} {PAID[lie.verb, lie.block][1]}"
    return f"{who} as {lie.card} in turn {lie.action}: {deed}"
