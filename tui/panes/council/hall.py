"""The hall: members in a half ring with their stated positions; inside it, the chair and a text or list."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from scenes.council.observation import CHAIR, CouncilSeen, StatedPosition
from scenes.council.votes import Position
from tui.styles import Line, Span, clip, fit, more_lines, width_of, wrap

NAME, LABEL = 8, 17
"""Width in cells of a name, and of a member's place in the ring."""
MAX_RING_WIDTH = 132
"""Maximum cells of the ring."""
MIN_INSIDE_WIDTH = 16
"""Minimum cells between the members for anything but the chair."""
MAX_TIER_ROWS = 4
"""Maximum rows from one pair of members to the next."""


class Look(NamedTuple):
    """Display state that is not part of the observation."""

    awaited: tuple[str, ...]
    you: str
    notes: Mapping[str, str]
    """Texts drawn in place of positions: the thinking time of an agent."""
    inside: Callable[[int], Sequence[Line]] | None
    """Draws what is inside the ring at a width in cells; None for nothing."""


def tiers(members: int) -> int:
    """Return the number of rows of members; the top row has a single member if their number is odd."""
    return (members + 1) // 2


def position_sign(position: Position | None) -> Span:
    """Draw a position with one stroke for each step of its strength."""
    if position is None:
        return "·", "dim"
    strokes = abs(position.score)
    return {"for": ("─" * strokes, "good"), "open": ("│", "mid"), "against": ("╳" * strokes, "bad")}[position.stance]


def change_sign(stated: StatedPosition) -> Span:
    """Draw the change of a position since it was first stated on the motion; ▲ is toward "for"."""
    steps = stated.now.score - stated.first.score
    return (f" {'▲' if steps > 0 else '▼'}{abs(steps)}", "accent") if steps else ("", "")


def paint(seen: CouncilSeen, look: Look, width: int, rows: int) -> list[Line]:
    """Draw the ring in `rows` rows, of which there must be at least `tiers`."""
    count, ring = tiers(len(seen.members)), min(width - 2, MAX_RING_WIDTH)
    gap = min(MAX_TIER_ROWS, rows // count)
    left = (width - ring) // 2
    placed: list[list[tuple[int, Line]]] = [[] for _ in range(rows)]
    inner = [(0, width)] * rows
    for i, name in enumerate(seen.members):
        tier = min(i, len(seen.members) - 1 - i)
        y = (count - 1 - tier) * gap
        x = left + _column(i, len(seen.members), ring)
        for row, line in enumerate(_label(seen, look, name, two=gap > 1)):
            placed[y + row].append((x, line))
            lo, hi = inner[y + row]
            inner[y + row] = (x + LABEL, hi) if 2 * i < len(seen.members) else (lo, min(hi, x))
    _inside(seen, look, placed, inner, (count - 1) * gap)
    return [_compose(row, width) for row in placed]


def _column(i: int, count: int, ring: int) -> int:
    """Return the first column of a member's place in the ring, an ellipse with even rows."""
    pairs, tier = tiers(count), min(i, count - 1 - i)
    height = tier / (pairs - 1) if count % 2 else tier / (pairs - 0.4)
    reach = (ring - LABEL) / 2 * sqrt(1 - height * height)
    middle = (ring - LABEL) / 2
    return round(middle - reach if i < count / 2 else middle + reach)


def _label(seen: CouncilSeen, look: Look, name: str, two: bool) -> list[Line]:
    """Draw a member's place in one row or two, centered."""
    style = "bold accent" if name == look.you else "bold hi"
    head: Line = (("● " if name in look.awaited else "  ", "accent"), (clip(name, NAME), style))
    state = _state(seen, look, name)
    lines: list[Line] = [(*head, ("  ", "")), state] if two else [(*head, (" ", ""), *state)]
    return [((" " * max(0, (LABEL - width_of(line)) // 2), ""), *line) for line in lines]


def _state(seen: CouncilSeen, look: Look, name: str) -> Line:
    """Draw a member's thinking time, vote or position; before the first speech, its last vote."""
    if name in look.notes:
        return ((look.notes[name], "accent"),)
    if name in seen.ballots:
        return (("voted ", "dim"), _choice(seen.ballots[name]))
    stated = seen.positions.get(name)
    if stated is None and not any(seen.had.values()) and seen.results and name in seen.results[-1].votes:
        return (("voted ", "dim"), _choice(seen.results[-1].votes[name]))
    return (position_sign(stated.now), change_sign(stated)) if stated else (position_sign(None),)


def _choice(choice: str) -> Span:
    return choice, {"yes": "good", "no": "bad"}.get(choice, "mid")


def _inside(
    seen: CouncilSeen,
    look: Look,
    placed: list[list[tuple[int, Line]]],
    inner: Sequence[tuple[int, int]],
    bottom: int,
) -> None:
    """Place the chair at the bottom of the ring's inside, and what belongs above it, if there is room."""
    lo, hi = inner[bottom]
    own = "bold accent" if look.you == CHAIR else "bold mid"
    chair: Line = (("● " if CHAIR in look.awaited else "  ", "accent"), (CHAIR, own))
    if CHAIR in look.notes:
        chair = (*chair, (f" {look.notes[CHAIR]}", "accent"))
    placed[bottom].append(((lo + hi - width_of(chair)) // 2, chair))
    rows = range(max(1, bottom // 3), bottom)
    if not rows or look.inside is None:
        return
    lo, hi = max(inner[y][0] for y in rows) + 2, min(inner[y][1] for y in rows) - 2
    lines = look.inside(hi - lo) if hi - lo >= MIN_INSIDE_WIDTH else ()
    if len(lines) > len(rows):
        lines = [*lines[: len(rows) - 1], ((more_lines(len(lines) - len(rows) + 1), "dim"),)]
    left = (lo + hi - max(map(width_of, lines), default=0)) // 2
    for y, line in enumerate(lines, rows.start + (len(rows) - len(lines)) // 2):
        placed[y].append((left, line))


def last_speech(seen: CouncilSeen, width: int) -> list[Line]:
    """Draw the last speech to everybody, centered."""
    said = [each for each in seen.heard if each.name and not each.to][-1:]
    rows = [row for last in said for row in wrap(f"{last.name}: {last.text}", width)]
    return [((f"{row:^{width}}", "fg"),) for row in rows]


def _compose(places: Sequence[tuple[int, Line]], width: int) -> Line:
    """Combine places into one row, each at its column."""
    out: Line = ()
    for x, line in sorted(places, key=lambda place: place[0]):
        out = (*fit(out, max(0, x)), *line)
    return fit(out, width)
