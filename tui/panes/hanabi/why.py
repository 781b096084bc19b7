"""The inspector's page of a Hanabi decision: the mover's knowledge, the other hands, and its thoughts."""

from collections.abc import Sequence
from typing import NamedTuple

from core.engine.events import Defaulted, Event, ModelFailed, Thought
from core.engine.shared_events import SHARED
from scenes.hanabi.actions import SLOTS
from scenes.hanabi.events import Clued, Discarded, Played
from scenes.hanabi.scene import HanabiScene
from themes.palettes import Palette
from tui.log_view import LogView
from tui.panes.drawing import paragraph, short_policy
from tui.panes.hanabi.facts import Facts, slots
from tui.panes.hanabi.table import card, face
from tui.panes.lists import no_reasons, visible_events
from tui.styles import Line, Span, clip, pad


class Parts(NamedTuple):
    """The parts of a decision's page."""

    head: Line = ((" Nothing decided here", "dim"),)
    own: Sequence[Line] = ()
    others: Sequence[Line] = ()
    reasons: Sequence[Line] = ()


def paint(view: LogView, palette: Palette, width: int) -> Sequence[Line]:
    """Draw the parts of the decision at the playhead that the perspective may see."""
    parts = _parts(view, palette, width)
    if not parts.own:
        return [(), parts.head]
    return [parts.head, (), *parts.own, (), *parts.others, (), *parts.reasons]


def brief(view: LogView, palette: Palette, width: int) -> Sequence[Line]:
    """Draw a brief page for the dock: the move, its reasons, and the mover's knowledge."""
    parts = _parts(view, palette, width)
    return [parts.head, *parts.reasons, *parts.own]


def _parts(view: LogView, palette: Palette, width: int) -> Parts:
    decision = view.decision
    if decision is None:
        return Parts()
    seen = visible_events(view, decision)
    # the table before the move; for an unfinished move, the current table
    moved = next((event for event in seen if not isinstance(event.data, SHARED)), None)
    before = view.scene_at(moved.n - 1 if moved else view.n)
    assert isinstance(before, HanabiScene)
    facts = Facts(before.observe(view.perspective))
    seat = before.seat[decision.agent]
    slot = moved.data.slot if moved and isinstance(moved.data, Played | Discarded) else -1
    policy = short_policy(view.header.cast[decision.agent], 20)
    head: list[Span] = [(f" {clip(decision.agent, 12)} ", "bold hi"), *_move_text(moved, facts, palette)]
    head.append((f"   {policy} · turn {decision.turn}", "mid"))
    own, others = _own(facts, seat, slot, palette), _others(facts, seat, palette)
    return Parts(tuple(head), own, others, _reasons(view, seen, decision.agent, width))


def _move_text(moved: Event | None, facts: Facts, palette: Palette) -> list[Span]:
    if moved is None:
        return [("is deciding", "fg")]
    match moved.data:
        case Clued(to=to, name=name, says=says, touched=touched):
            at = [slot for slot, held in enumerate(facts.seen.hands[to]) if held.order in touched]
            return [(f"clues {clip(name, 12)} {says}", "fg"), (f" → {slots(at)}", "dim")]
        case Played(slot=slot, label=label) | Discarded(slot=slot, label=label) as body:
            does = "plays" if isinstance(body, Played) else "discards"
            how: Span = ("", "") if not isinstance(body, Played) or body.fits else (" ╳ strike", "bad")
            return [(f"{does} {SLOTS[slot]} ", "fg"), face(facts, palette, label), how]
    return [(clip(moved.data.sentence(), 40), "fg")]


def _own(facts: Facts, seat: int, moved: int, palette: Palette) -> list[Line]:
    """Draw the mover's knowledge of each card: possible colors and ranks, and its use."""
    name = clip(facts.seen.names[seat], 12)
    width = len(facts.variant.suits)
    lines: list[Line] = [((f" {'slot':<9}{'colors':<{width + 2}}{'ranks':<7}by what {name} knew", "dim"),)]
    for slot, held in enumerate(facts.seen.hands[seat]):
        possible = facts.possible(seat, held)
        verdict, style = facts.verdict(possible)
        here = slot == moved
        lines.append(
            (
                (" ▸" if here else "  ", "accent"),
                (f"{SLOTS[slot]} ", "bold hi" if here else "fg"),
                card(facts, palette, seat, held),
                ("  ", ""),
                (f"{facts.colors(possible):<{width + 2}}{facts.ranks(possible):<7}", "fg"),
                (verdict, style),
            )
        )
    return lines


def _others(facts: Facts, seat: int, palette: Palette) -> list[Line]:
    """Draw the other hands and the tokens."""
    seen, lines = facts.seen, list[Line]()
    for other, hand in enumerate(seen.hands):
        if other != seat:
            spans: list[Span] = [(f" {pad(clip(seen.names[other], 9), 10)}", "mid")]
            for held in hand:
                spans += [card(facts, palette, other, held), (" ", "")]
            lines.append(tuple(spans))
    stacks = " ".join(f"{s.letter}{n or '·'}" for s, n in zip(facts.variant.suits, seen.stacks, strict=True))
    counts = f"{stacks}  clues {seen.clues} strikes {seen.strikes} deck {seen.deck}"
    return [*lines, ((f" {'fire':<10}{counts}", "mid"),)]


def _reasons(view: LogView, seen: Sequence[Event], agent: str, width: int) -> list[Line]:
    lines: list[Line] = []
    for event in seen:
        if isinstance(event.data, Thought | Defaulted | ModelFailed):
            style = "fg" if isinstance(event.data, Thought) else "bad"
            lines += paragraph(event.data.sentence(), max(12, width), style)
    return lines or [no_reasons(view, seen, agent)]
