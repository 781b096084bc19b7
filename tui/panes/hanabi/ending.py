"""The end of a game of Hanabi: points of the maximum, the moves that lost points, and counts of each player's moves."""

from collections import Counter

from scenes.hanabi.observation import Observation
from scenes.hanabi.review import CostlyMove, costly_moves
from scenes.hanabi.variants import FUSES, VARIANTS
from tui.log_view import LogView
from tui.panes import results
from tui.panes.drawing import amount, paragraph
from tui.styles import Line

MAX_NAMED_CARDS = 6
"""Maximum missing cards to name; with more, none is named."""


def paint(view: LogView, seen: Observation, width: int) -> list[Line]:
    """Draw a summary row, the losses, and a row for each player."""
    if view.ended is None:
        return []
    return [(), _whole(view, seen), *_missing(view, seen, width), *_players(view, seen)]


def _whole(view: LogView, seen: Observation) -> Line:
    assert view.ended is not None
    played, result = sum(seen.stacks), view.ended.result
    score = result.get("score", played)
    fuses = f"{seen.strikes} of {FUSES} fuses burnt" if seen.strikes else "no fuse burnt"
    clues = f"{amount(seen.clues, 'clue')} and {amount(seen.deck, 'card') if seen.deck else 'no card'} left"
    style = "bad" if result.get("bombed") else "good" if result.get("perfect") else "hi"
    was = f", {played} were played" if score != played else ""
    rest = f" of {VARIANTS[seen.variant].count} points{was}   {len(seen.history)} moves   {fuses}   {clues}"
    return ((f"   {score}", f"bold {style}"), (rest, "mid"))


def _missing(view: LogView, seen: Observation, width: int) -> list[Line]:
    """Draw the moves that made points unreachable."""
    costs = [_cost(view, seen, each) for each in costly_moves(seen)]
    labels = VARIANTS[seen.variant].labels
    cards = [labels[5 * suit + rank] for suit, top in enumerate(seen.stacks) for rank in range(top, 5)]
    named = f" {' '.join(cards)}" if len(cards) <= MAX_NAMED_CARDS else ""
    return paragraph(f"missing{named}: {'; '.join(costs)}", width, "bad", 3) if costs else []


def _cost(view: LogView, seen: Observation, each: CostlyMove) -> str:
    """Write the turn, the player and the cause of lost points."""
    move, label = each.move, VARIANTS[seen.variant].labels[each.move.card]
    who = "you" if seen.names[move.seat] == view.seat else seen.names[move.seat]
    if each.last_fuse:
        how = f"{who} burnt the last fuse with {label}"
    elif each.card_lost:
        how = f"{who} lost the last {label}"
    else:
        how = "too few turns were left"
    return f"−{each.points} in turn {move.turn}, {how}"


def _players(view: LogView, seen: Observation) -> list[Line]:
    out = []
    for seat, name in enumerate(seen.names):
        kinds = (
            "strike" if move.kind == "play" and not move.fits else move.kind
            for move in seen.history
            if move.seat == seat
        )
        done = Counter(kinds)
        counts = f"{done['clue']:>3} clues  {done['play']:>3} cards played  {done['discard']:>3} discarded"
        strikes = f"  ! {amount(done['strike'], 'strike')}" if done["strike"] else ""
        out.append((*results.row_start(view, name), (counts, "fg"), (strikes, "bad")))
    return out
