"""A council's tables: the votes, the arguments, what members keep to themselves, and how their leanings came about."""

from collections.abc import Mapping, Sequence

from scenes.council.mind import Mind
from scenes.council.observation import CouncilSeen, Made
from scenes.council.values import VALUES, Side
from tui.styles import Line, Span, clip, fit, narrowed, pad, width_of, wrap

LETTERS: dict[str, Span] = {"yes": ("─", "good"), "no": ("╳", "bad"), "abstain": ("│", "mid")}


def votes(seen: CouncilSeen, width: int) -> list[Line]:
    """A row a motion, a column a member; of sealed votes the counts alone."""
    if not seen.results and not seen.ballots:
        return [((" No vote yet", "dim"),)]
    cell = max(2, min(5, (width - 24) // len(seen.members)))
    room = max(8, width - cell * len(seen.members) - 13)
    out: list[Line] = [((" " * (room + 12), ""), *((f"{name[: cell - 1]:<{cell}}", "mid") for name in seen.members))]
    for result in seen.results:
        mark: Span = (" ✓ ", "good") if result.passed else (" ✗ ", "bad")
        counts = f"{result.yes}:{result.no}:{result.abstain}"
        out.append((mark, *_row(seen, seen.agenda[result.motion - 1], counts, result.votes, room, cell)))
    if seen.ballots:
        out.append(((" ▸ ", "accent"), *_row(seen, seen.text, "open", seen.ballots, room, cell)))
    sealed = "   votes are sealed" if seen.sealed else ""
    signs: list[tuple[int, Line]] = [
        (1, ((" yes:no:abstained  ", "dim"),)),
        (0, ((" ─ yes  ╳ no  │ abstained", "dim"),)),
    ]
    return [*out, narrowed([*signs, (0, ((sealed, "dim"),))], width)]


def _row(seen: CouncilSeen, text: str, counts: str, told: Mapping[str, str], room: int, cell: int) -> list[Span]:
    """A motion, its counts, and a sign for each vote that is known."""
    signs = [LETTERS[told[name]] if name in told else ("·", "dim") for name in seen.members]
    spans = [span for sign in signs for span in (sign, (" " * (cell - 1), ""))]
    return [(pad(text, room), "fg"), (f"{counts:>7}  ", "bold hi"), *spans]


def arguments(seen: CouncilSeen, width: int) -> list[Line]:
    """List who appealed to which value on either side, with the perspective's weight of the value."""
    care = seen.interests[seen.name].values if seen.name in seen.interests else {}
    half, out = max(8, (width - 20) // 2), list[Line]()
    for value in VALUES:
        made = [each for each in seen.arguments if each.value == value]
        if made or value in care:
            head: Line = (
                (f" {value:<10} ", "bold hi" if value in care else "mid"),
                (_dots(care.get(value, 0)), "accent"),
            )
            out.append((*head, *fit(_side(made, "for"), half), *_side(made, "against")))
    return out or [((" Nobody has argued yet", "dim"),)]


def _dots(weight: int) -> str:
    return f"{'●' * weight:<4}"


def _side(made: Sequence[Made], side: Side) -> Line:
    names = ", ".join(dict.fromkeys(each.name for each in made if each.side == side))
    mark: Span = ("─ ", "good") if side == "for" else ("╳ ", "bad")
    return (mark, (names, "fg")) if names else ()


def minds(seen: CouncilSeen, width: int) -> list[Line]:
    """List a member's values, trust and agreements; for all perspectives, everybody's."""
    out: list[Line] = []
    for name, own in seen.interests.items():
        lead: Line = ((f" {clip(name, 8):<9}", "bold hi"),)
        cares = ", ".join(f"{value} {'●' * weight}" for value, weight in own.values.items())
        out += _hanging(lead, ("cares for ", cares), width)
        trusted = [other for other, trust in own.trust.items() if trust >= 0.8]
        out += _hanging(((" " * 10, ""),), ("trusts ", ", ".join(trusted) or "nobody much"), width)
    for deal in seen.deals:
        told = f"{deal.name} {deal.told.sentence()}{', accepted' if deal.accepted else ''}"
        out += _hanging(((" deal     ", "accent"),), ("", told), width)
    if seen.brief:
        out += _hanging(((" brief    ", "accent"),), ("", seen.brief), width)
    return out or [((" Nothing to keep to oneself", "dim"),)]


def _hanging(lead: Line, told: tuple[str, str], width: int) -> list[Line]:
    label, words = told
    indent = width_of(lead) + len(label)
    first, *rest = wrap(words, max(10, width - indent - 1))
    return [(*lead, (label, "dim"), (first, "fg")), *(((" " * indent, ""), (row, "fg")) for row in rest)]


def leaning(mind: Mind, width: int) -> list[Line]:
    """Explain a rule member's leaning: its values, and what moved it since."""
    out: list[Line] = [
        ((" leaning   ", "dim"), (f"{mind.start:+.2f}", "fg"), (" → ", "dim"), (f"{mind.leaning:+.2f}", "bold hi")),
        ((" cares for ", "dim"), (", ".join(f"{v} {'●' * w}" for v, w in mind.own.values.items()), "fg")),
    ]
    if mind.amended:
        out.append((("  § ", "accent"), (f"the amendment {mind.amended:+.2f}", "fg")))
    for made, by in sorted(mind.sways, key=lambda sway: -abs(sway.by))[:6]:
        if abs(by) >= 0.005:
            mark: Span = ("─", "good") if by > 0 else ("╳", "bad")
            whispered = "  whispered" if made.by else ""
            told = f" {pad(made.name, 8)} {made.value:<10} {by:+.2f}  trust {mind.own.trust[made.name]:.1f}{whispered}"
            out.append((("  ", ""), mark, (clip(told, width - 4), "fg")))
    return out
