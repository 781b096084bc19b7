"""The council's tab of deals: offers to trade votes, their state, and what they cost and bring the perspective."""

from collections.abc import Sequence

from scenes.council.bargains import Bargain, cost, own_view
from scenes.council.observation import CouncilSeen
from scenes.council.votes import Choice
from tui.panes.drawing import hanging_indent, paragraph
from tui.styles import Line, Span, spread

NO_DEALS = "No offers that you know of. With the floor: offer Bob yes on 3 for yes on 2"


def paint(seen: CouncilSeen, known: Sequence[Bargain], width: int) -> list[Line]:
    """Draw each offer, the newest first; below it, if it still matters, its price for the perspective's member."""
    out: list[Line] = []
    for bargain in reversed(known):
        out.append(_row(seen, bargain, width))
        if bargain.state in ("open", "agreed") and seen.name in bargain.pair and seen.name in seen.interests:
            out += _price(seen, bargain, width)
    return out or paragraph(NO_DEALS, width, "dim")


def _row(seen: CouncilSeen, bargain: Bargain, width: int) -> Line:
    """Draw the terms of an offer, and its state at the right."""
    name, to = ("you" if each == seen.name else each for each in bargain.pair)
    gives, wants = (_vote(bargain.part(each)) for each in bargain.pair)
    is_live = bargain.state in ("open", "agreed")
    head: Line = ((" ▸ " if bargain.state == "open" else "   ", "accent"), (f"{name} → {to}  ", "bold hi"))
    terms = (f"{gives} for {wants}", "fg" if is_live else "dim")
    return spread((*head, terms), (*_state(seen, bargain), (" ", "")), width)


def _state(seen: CouncilSeen, bargain: Bargain) -> Line:
    """Draw the state: open, lapsed, replaced, or for each side that voted, kept or broken."""
    if bargain.state == "open" and bargain.terms.to == seen.name:
        return (("open  ", "mid"), (f"accept {bargain.name}", "bold accent"))
    if bargain.state != "agreed":
        return ((bargain.state, "mid"),)
    judged: list[Span] = [
        (f"✓ {_who(seen, name)} kept", "good") if kept else (f"✗ {_who(seen, name)} broke", "bad")
        for name, kept in bargain.kept.items()
    ]
    if len(judged) < len(bargain.pair):
        judged.append(("agreed", "accent") if _coming(seen, bargain) else ("votes were sealed", "mid"))
    return tuple(span for each in judged for span in (("  ", ""), each))


def _price(seen: CouncilSeen, bargain: Bargain, width: int) -> list[Line]:
    """Draw what the member's own vote costs it, and what the other's brings; only for votes still to come."""
    other = next(each for each in bargain.pair if each != seen.name)
    out: list[Line] = []
    for label, name in (("costs", seen.name), ("brings", other)):
        motion, vote = bargain.part(name)
        if motion in _coming(seen, bargain):
            words = (
                f"{_owner(seen, name)} {vote} on {motion}: {_worth(seen, motion, vote, label)}{_count(seen, motion)}"
            )
            out += hanging_indent(((f"     {label:<7}", "dim"),), words, width, "mid")
    return out


def _worth(seen: CouncilSeen, motion: int, vote: Choice, label: str) -> str:
    """Write how a vote fits the member's own view of a motion."""
    view = own_view(seen, motion)
    against = cost(view, vote)
    if not against:
        return "you are undecided"
    if label == "brings":
        return f"you are {view.words()}, {'it hurts you' if against > 0 else 'it helps you'}"
    return f"you are {view.words()}" if against > 0 else "nothing, you would vote so anyway"


def _count(seen: CouncilSeen, motion: int) -> str:
    """Write the positions that were stated on a motion under debate."""
    if motion != seen.motion or not seen.positions:
        return ""
    scores = [each.now.score for each in seen.positions.values()]
    return f"; so far {sum(score > 0 for score in scores)} for, {sum(score < 0 for score in scores)} against"


def _coming(seen: CouncilSeen, bargain: Bargain) -> set[int]:
    """Return the motions of an offer that are still to be voted on."""
    return {motion for motion in (bargain.terms.motion, bargain.terms.other) if motion >= seen.motion}


def _vote(part: tuple[int, Choice]) -> str:
    motion, vote = part
    return f"{vote} on {motion}"


def _who(seen: CouncilSeen, name: str) -> str:
    return "you" if name == seen.name else name


def _owner(seen: CouncilSeen, name: str) -> str:
    return "your" if name == seen.name else f"{name}'s"
