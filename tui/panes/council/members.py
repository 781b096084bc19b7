"""The council's tab of members: where they stand, how firmly, and what moved them, as far as the perspective saw."""

from collections import Counter
from collections.abc import Mapping

from scenes.council.impressions import Impression, Move
from scenes.council.observation import CouncilSeen
from tui.panes.council.hall import change_sign, position_sign
from tui.panes.drawing import amount, hanging_indent
from tui.styles import Line, clip, fit

MAX_VALUES, MAX_MOVES = 4, 2
"""Maximum values and moves that a row names."""


def paint(seen: CouncilSeen, shown: Mapping[str, Impression], you: str, width: int) -> list[Line]:
    """Draw the points, and for each member but the person its position, its firmness, and what moved it."""
    out: list[Line] = hanging_indent(((" points for moving others  ", "mid"),), _points(shown, you), width)
    for name in seen.members:
        if name != you:
            stated = seen.positions.get(name)
            sign = (position_sign(shown[name].position), change_sign(stated) if stated else ("", ""))
            head: Line = ((f" {clip(name, 8):<9}", "bold hi"), *fit(sign, 7))
            out += hanging_indent(head, _stand(shown[name]), width)
            out += hanging_indent(((" " * 17, ""),), _moved_by(shown[name]), width, "mid")
    return out


def _points(shown: Mapping[str, Impression], you: str) -> str:
    """Write the points so far: steps by which others moved after a member, most first."""
    points = Counter(dict.fromkeys([you] if you in shown else [], 0))
    for each in shown.values():
        for move in each.moves:
            points[move.after] += abs(move.steps)
    listed = ", ".join(f"{'you' if name == you else clip(name, 12)} {count}" for name, count in points.most_common())
    return listed or "nobody has moved anybody yet"


def _stand(impression: Impression) -> str:
    """Write a member's position, and how many arguments against it left it there."""
    if impression.position is None:
        return "has not said"
    words = impression.position.words()
    if impression.position.stance == "open":
        return f"{words}: can still be won"
    resisted = len(impression.resisted)
    return f"{words}, unmoved by {amount(resisted, 'argument')}" if resisted else words


def _moved_by(impression: Impression) -> str:
    """Write the values that a member raised, most often first, and its last changes."""
    raised = [f"{value} {count}" for value, count in impression.raised.most_common(MAX_VALUES)]
    parts = [f"raises {', '.join(raised)}"] if raised else []
    parts += [_move(move) for move in reversed(impression.moves[-MAX_MOVES:])]
    return "; ".join(parts) or "nothing is known yet of what moves it"


def _move(move: Move) -> str:
    on = f" on {' and '.join(move.values)}" if move.values else ""
    steps = f"{'▲' if move.steps > 0 else '▼'}{abs(move.steps)}"
    return f"moved {steps} after {clip(move.after, 12)}{on} (motion {move.motion})"
