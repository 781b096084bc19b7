"""The council's lists and tables: agenda, votes, arguments, and private state of members."""

from collections.abc import Mapping, Sequence

from core.engine.turn import Action
from scenes.council.actions import Amend, Propose
from scenes.council.mind import NEWS, NEWS_TRUST, Mind
from scenes.council.observation import ArgumentMade, CouncilSeen
from scenes.council.values import VALUES, Side
from tui.glyphs import cells
from tui.panes.drawing import hanging_indent, notice
from tui.styles import Line, Span, clip, fit, join_by_rank, pad, width_of

HOW: dict[type[Action], str] = {
    Amend: "amend … adds to it, if another member seconds",
    Propose: "propose … adds a motion",
}
LETTERS: dict[str, Span] = {"yes": ("─", "good"), "no": ("╳", "bad"), "abstain": ("│", "mid")}


# -- the agenda


def track(seen: CouncilSeen, width: int) -> Line:
    """Draw the agenda: decided motions, the motion under debate, and later ones.

    The current motion, whose text is on the board, and those without room for their text are drawn as numbers.
    """
    count = len(seen.agenda)
    words = {i: str(i) for i in range(1, count + 1)}
    left = width - width_of(_stops(seen, words))
    coming, decided = range(seen.motion + 1, count + 1), range(seen.motion - 1, 0, -1)
    for i in (*coming, *decided):
        if i in words and (more := cells(seen.agenda[i - 1]) - cells(words[i])) <= left:
            words[i], left = seen.agenda[i - 1], left - more
    return _stops(seen, words)


def _stops(seen: CouncilSeen, words: Mapping[int, str]) -> Line:
    results = {each.motion: each for each in seen.results}
    spans: list[Span] = [(" ", "")]
    for i, text in words.items():
        if (result := results.get(i)) is not None:
            sign: Span = ("✓ ", "good") if result.passed else ("✗ ", "bad")
            spans += [sign, (text, "mid"), (f" {result.yes}:{result.no}", "dim")]
        elif i == seen.motion:
            spans += [("▸ ", "bold accent"), (text, "bold hi")]
        else:
            spans += [("· ", "dim"), (text, "dim")]
        spans.append((" ━ " if i < len(words) else "", "line"))
    return tuple(spans)


def amendment(seen: CouncilSeen, width: int, may: Sequence[type[Action]]) -> Line:
    """Draw the adopted or moved amendment, or how to move what the person may move now."""
    mark = text = style = ""
    if seen.amended:
        mark, text, style = "accent", seen.amended.text, "hi"
    elif seen.moved:
        mark, text, style = "dim", f"{seen.moved.name} moves: {seen.moved.text}; who seconds?", "mid"
    elif may:
        mark, text, style = "dim", "; ".join(HOW[kind] for kind in may), "dim"
    return (("    § ", mark), (clip(text, width - 8), style)) if text else ()


def legend(seen: CouncilSeen, width: int) -> Line:
    """Draw the number of members by position, which also explains the signs."""
    scores = [each.now.score for each in seen.positions.values()]
    silent = len(seen.members) - len(scores)
    counts: Line = (
        (" ─ ", "good"),
        (f"for {sum(score > 0 for score in scores)}   ", "fg"),
        ("│ ", "mid"),
        (f"open {scores.count(0)}   ", "fg"),
        ("╳ ", "bad"),
        (f"against {sum(score < 0 for score in scores)}   ", "fg"),
        *((("· ", "dim"), (f"silent {silent}   ", "mid")) if silent else ()),
    )
    moved: Line = (("▲▼", "accent"), (" moved   ", "dim"))
    return join_by_rank([(0, counts), (1, moved), (2, (("●", "accent"), (" has the floor", "dim")))], width)


# -- tables


def votes(seen: CouncilSeen, width: int) -> list[Line]:
    """Draw the votes: a row per motion, a column per member; sealed votes have only counts."""
    if not seen.results and not seen.ballots:
        return notice("No vote yet")
    cell = max(2, min(5, (width - 24) // len(seen.members)))
    room = max(8, width - cell * len(seen.members) - 13)
    out: list[Line] = [((" " * (room + 12), ""), *((f"{name[: cell - 1]:<{cell}}", "mid") for name in seen.members))]
    for result in seen.results:
        mark: Span = (" ✓ ", "good") if result.passed else (" ✗ ", "bad")
        counts = f"{result.yes}:{result.no}:{result.abstain}"
        out.append((mark, *_row(seen, seen.agenda[result.motion - 1], counts, result.votes, room, cell)))
    if seen.ballots:
        out.append(((" ▸ ", "accent"), *_row(seen, seen.text, "open", seen.ballots, room, cell)))
    signs = " ─ yes  ╳ no  │ abstained" + ("   votes are sealed" if seen.sealed else "")
    return [*out, join_by_rank([(1, ((" yes:no:abstained  ", "dim"),)), (0, ((signs, "dim"),))], width)]


def _row(seen: CouncilSeen, text: str, counts: str, ballots: Mapping[str, str], room: int, cell: int) -> list[Span]:
    """Draw a motion, its counts, and a sign for each known vote."""
    signs = [LETTERS.get(ballots.get(name, ""), ("·", "dim")) for name in seen.members]
    spans = [span for sign in signs for span in (sign, (" " * (cell - 1), ""))]
    return [(pad(text, room), "fg"), (f"{counts:>7}  ", "bold hi"), *spans]


def arguments(seen: CouncilSeen, width: int) -> list[Line]:
    """Draw a row for each value: the members who argued with it, and its weight for the perspective."""
    care = seen.interests[seen.name].values if seen.name in seen.interests else {}
    half, out = max(8, (width - 20) // 2), list[Line]()
    for value in VALUES:
        made = [each for each in seen.arguments if each.value == value]
        if made or value in care:
            weight = (f"{'●' * care.get(value, 0):<4}", "accent")
            name = (f" {value:<10} ", "bold hi" if value in care else "mid")
            out.append((name, weight, *fit(_side(made, "for"), half), *_side(made, "against")))
    return out or notice("Nobody has argued yet")


def _side(arguments: Sequence[ArgumentMade], side: Side) -> Line:
    names = ", ".join(dict.fromkeys(each.name for each in arguments if each.side == side))
    mark: Span = ("─ ", "good") if side == "for" else ("╳ ", "bad")
    return (mark, (names, "fg")) if names else ()


def minds(seen: CouncilSeen, width: int) -> list[Line]:
    """Draw the values and trust of a member, of everybody if all is visible, and the chair's brief."""
    out: list[Line] = []
    for name, own in seen.interests.items():
        lead: Line = ((f" {clip(name, 8):<9}", "bold hi"),)
        cares = ", ".join(f"{value} {'●' * weight}" for value, weight in own.values.items())
        out += hanging_indent((*lead, ("cares about ", "dim")), cares, width)
        trusted = [other for other, trust in own.trust.items() if trust >= 0.8]
        out += hanging_indent(((" " * 10, ""), ("trusts ", "dim")), ", ".join(trusted) or "nobody much", width)
    if seen.brief:
        out += hanging_indent(((" brief    ", "accent"),), seen.brief, width)
    return out or notice("Nothing private yet")


def leaning(mind: Mind, width: int) -> list[Line]:
    """Explain a rule-based member's leaning: its values, the amendment, and the arguments that moved it most."""
    out: list[Line] = [
        ((" leaning   ", "dim"), (f"{mind.start:+.2f}", "fg"), (" → ", "dim"), (f"{mind.leaning:+.2f}", "bold hi")),
        ((" cares about ", "dim"), (", ".join(f"{v} {'●' * w}" for v, w in mind.own.values.items()), "fg")),
    ]
    if mind.amended:
        out.append((("  § ", "accent"), (f"the amendment {mind.amended:+.2f}", "fg")))
    for made, by in sorted(mind.influences, key=lambda each: -abs(each.by))[:6]:
        if abs(by) >= 0.005:
            mark: Span = ("─", "good") if by > 0 else ("╳", "bad")
            whispered = "  whispered" if made.by else ""
            trust = mind.own.trust.get(made.name, NEWS_TRUST)
            text = f" {pad(made.name or NEWS, 8)} {made.value:<10} {by:+.2f}  trust {trust:.1f}{whispered}"
            out.append((("  ", ""), mark, (clip(text, width - 4), "fg")))
    return out
