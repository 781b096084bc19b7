"""The inspector's page of a Coup decision: the move, the plan and its verification, and the player's knowledge."""

from collections.abc import Sequence

from core.engine.events import Acted, Asked, Defaulted, Event, ModelFailed, Planned, Prompted, Rejected, Thought
from scenes.coup import events as moves
from scenes.coup.scene import CoupScene
from themes.palettes import Palette
from tui.glyphs import cells
from tui.log_view import LogView
from tui.model_log import Decision
from tui.panes.coup import cards, lists, table
from tui.panes.coup.cards import small, verdict
from tui.panes.coup.facts import Facts
from tui.panes.drawing import amount, hanging_indent, hidden_thoughts, short_policy
from tui.panes.lists import NOTHING_DECIDED, no_reasons, visible_events
from tui.styles import Line, clip, spread, width_of

MOVES = (
    *(moves.Declared, moves.Passed, moves.Challenged, moves.Blocked),
    *(moves.Kept, moves.Lost, moves.Unheard, moves.Answered),
)
"""Event types that are the result of a decision."""
REASONS = (Thought, Planned, moves.Verified, Defaulted, ModelFailed, Rejected)
PRIVATE = (Acted, Asked, moves.Undoubted, moves.NoteAdded, moves.NoteDeleted, Prompted, *REASONS)
"""Event types that precede a decision, or that only its player knows."""


def paint(view: LogView, palette: Palette, width: int) -> Sequence[Line]:
    """Draw the parts of the decision at the playhead that the perspective may see."""
    decision = view.decision
    if decision is None:
        return NOTHING_DECIDED
    seen = visible_events(view, decision)
    moved = next((event for event in seen if isinstance(event.data, MOVES)), None)
    minds = [event.n for event in seen if isinstance(event.data, REASONS)]
    before = moved.n - 1 if moved and not isinstance(moved.data, moves.Unheard) else decision.events[0].n - 1
    scene = view.scene_at(minds[-1] if minds else before)
    assert isinstance(scene, CoupScene)
    lines = [*_head(view, decision, _decision_text(seen, moved), width), ()]
    if not view.may_see_mind(decision.agent):
        return [*lines, hidden_thoughts(decision.agent)]
    facts = Facts(scene, decision.agent)
    reasons = [line for event in seen if isinstance(event.data, REASONS) for line in _reason(event, width)]
    lines += reasons or [no_reasons(view, seen, decision.agent)]
    lines += [(), *_hand(facts, moved, palette)]
    if facts.verb is not None:
        lines.append(((" table  ", "dim"), *table.headline(facts, "", palette)))
    if facts.has_open_claim:
        lines.append(((" odds   ", "dim"), *cards.summary(facts, own=False)))
    noted = scene.notes.get(decision.agent, ())
    lines += [(), *cards.table(facts, width, played=True)]
    return [*lines, (), *lists.notes(scene, decision.agent, width)] if noted else lines


def _decision_text(seen: Sequence[Event], moved: Event | None) -> str:
    """Write the player's decision in words."""
    if moved is None:
        last = seen[-1].data if seen else None
        return last.sentence() if last and not isinstance(last, PRIVATE) else "lets it pass"
    return moved.data.sentence()


def _head(view: LogView, decision: Decision, said: str, width: int) -> list[Line]:
    policy = f"{short_policy(view.header.cast[decision.agent], 16)} · decision {decision.turn} "
    left: Line = ((f" {clip(decision.agent, 12)} ", "bold hi"), (said, "fg"))
    if width_of(left) + cells(policy) < width:
        return [spread(left, ((policy, "mid"),), width)]
    return [left, ((f"   {policy}", "mid"),)]


def _hand(facts: Facts, moved: Event | None, palette: Palette) -> list[Line]:
    """Draw the player's hand at the decision, and the truth of its claim."""
    cards = [span for card in facts.seen.hand if card for span in (small(palette, card), (" ", ""))]
    line: Line = ((" held   ", "dim"), *cards, (f" {amount(facts.seen.me.coins, 'coin')}", "mid"))
    if moved and isinstance(moved.data, moves.Declared | moves.Blocked) and moved.data.claim:
        claim = moved.data.claim
        return [line, ((" claim  ", "dim"), (claim, "fg"), *verdict(facts.has(claim)))]
    return [line]


def _reason(event: Event, width: int) -> list[Line]:
    """Draw a thought, a plan, the verifier's judgment, or why a default was used."""
    head: Line = ((" ", ""),)
    match event.data:
        case Planned(text):
            return hanging_indent((*head, ("plan ", "accent")), text, width)
        case moves.Verified(agrees=agrees):
            head = ((" ✓ ", "good"),) if agrees else ((" ✗ ", "bad"),)
        case Defaulted() | ModelFailed() | Rejected():
            return hanging_indent(((" ! ", "bad"),), event.data.sentence(), width, "bad")
    return hanging_indent(head, event.data.sentence(), width)
