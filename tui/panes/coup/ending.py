"""How a Coup game came out, for the end screen: who lied how often, who was right to doubt, and which lie paid best."""

from collections.abc import Sequence

from scenes.coup.claims import Claim, counted
from scenes.coup.scene import CoupScene
from tui.panes.kit import seated
from tui.styles import Line, clip, pad
from tui.view import View

PAID = {
    ("assassinate", True): (6, "saved a card"),
    ("assassinate", False): (5, "took a card"),
    ("tax", False): (4, "brought 3 coins"),
    ("steal", False): (3, "took coins"),
    ("steal", True): (2, "kept coins"),
    ("foreign aid", True): (1, "kept 2 coins from another"),
    ("exchange", False): (0, "changed cards"),
}
"""By verb and whether it was a block: how much a claim that stands is worth, and in words."""


def paint(view: View, scene: CoupScene, width: int) -> list[Line]:
    """A row for each player, the winner first, and the biggest lie that nobody doubted."""
    if view.ended is None:
        return []
    claims = scene.claims.made
    winners = view.ended.winners
    names = sorted(view.header.cast, key=lambda name: name not in winners)
    size = min(12, max(map(len, names)))
    out: list[Line] = [(), *(_player(view, name, name in winners, size, claims) for name in names)]
    lie = biggest_lie(claims)
    if lie is not None:
        out += [(), (("   nobody doubted ", "mid"), (clip(_lied(view, lie), width - 20), "fg"))]
    return out


def _player(view: View, name: str, won: bool, size: int, claims: Sequence[Claim]) -> Line:
    own = [claim for claim in claims if claim.agent == name]
    mine = counted(own, [claim for claim in claims if claim.challenger == name])
    caught = sum(not claim.true and bool(claim.challenger) for claim in own)
    lies = f"lied {mine['bluffs']} of {len(own)} times" if mine["bluffs"] else f"never lied in {len(own)} claims"
    lies = lies if own else "claimed nothing"
    if caught:
        lies += f", caught {'once' if caught == 1 else f'{caught} times'}"
    doubts = f"doubted {mine['challenges']}, right in {mine['challenges_won']}" if mine["challenges"] else ""
    who = "you" if name == view.seat else seated(view.header.cast[name])
    return (
        ("   ✓ " if won else "     ", "good"),
        (pad(name, size), "bold hi" if won else "fg"),
        (f" {pad(who, 10)} ", "mid"),
        (pad(lies, 30), "fg"),
        (doubts, "mid"),
    )


def biggest_lie(claims: Sequence[Claim]) -> Claim | None:
    """The untrue claim that nobody doubted and that paid best; of equals the first."""
    stood = [claim for claim in claims if claim.true is False and not claim.challenger]
    return max(stood, key=lambda claim: PAID[claim.verb, claim.block][0], default=None)


def _lied(view: View, lie: Claim) -> str:
    who = "you" if lie.agent == view.seat else lie.agent
    deed = f"{'blocking ' if lie.block else ''}{lie.verb} {PAID[lie.verb, lie.block][1]}"
    return f"{who} as {lie.card} in turn {lie.action}: {deed}"
