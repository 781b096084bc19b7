"""The end of a game of Hanabi: the score, moves that lost points, and counts of each player's moves."""

from collections import Counter

from core.engine.capabilities import Verdict
from scenes.hanabi.actions import Discard, Play
from scenes.hanabi.observation import Observation
from scenes.hanabi.review import CostlyMove, costly_moves
from scenes.hanabi.scene import HanabiScene
from scenes.hanabi.variants import FUSES, VARIANTS
from tui.log_view import LogView
from tui.panes import results
from tui.panes.drawing import amount, hanging_indent
from tui.panes.results import called
from tui.styles import Line

MAX_NAMED_CARDS = 6
"""Maximum missing cards to name; with more, none is named."""


def headline(view: LogView) -> str:
    """Write the players, and their score out of the maximum."""
    seen: Observation = view.observe("")
    assert view.ended is not None
    score, most = view.ended.result.get("score", sum(seen.stacks)), VARIANTS[seen.variant].count
    who = results.company(view, seen.names)
    if seen.strikes == FUSES:
        return f"{who}: {score} of {most} points, because the last fuse burnt"
    return f"{who}: all {most} points" if score == most else f"{who}: {score} of {most} points"


def paint(view: LogView, seen: Observation, width: int) -> list[Line]:
    """Draw a summary row, the losses, and a row for each player."""
    if view.ended is None:
        return []
    return [(), _whole(view, seen), *_missing(view, seen, width), *_players(view, seen)]


def _whole(view: LogView, seen: Observation) -> Line:
    assert view.ended is not None
    played, result = sum(seen.stacks), view.ended.result
    fuses = f"{seen.strikes} of {FUSES} fuses burnt" if seen.strikes else "no fuse burnt"
    clues = f"{amount(seen.clues, 'clue')} and {amount(seen.deck, 'card') if seen.deck else 'no card'} left"
    was = f"{amount(played, 'card')} played   " if result.get("score", played) != played else ""
    return ((f"   {was}{len(seen.history)} moves   {fuses}   {clues}", "mid"),)


def _missing(view: LogView, seen: Observation, width: int) -> list[Line]:
    """Draw a row for each move that made points unreachable, with the cards that became unplayable."""
    moves = list(costly_moves(seen))
    size = len(f"{moves[-1].move.turn}") if moves else 0
    out: list[Line] = []
    for each in moves:
        head: Line = ((f"   −{each.points:<2}", "bold bad"), (f" turn {each.move.turn:>{size}}  ", "mid"))
        out += hanging_indent(head, _cost(view, seen, each), width)
    return out


def _cost(view: LogView, seen: Observation, each: CostlyMove) -> str:
    """Write who lost points in a move, by which card, and which cards became unplayable."""
    labels, who = VARIANTS[seen.variant].labels, called(view, seen.names[each.move.seat])
    if each.last_fuse:
        return f"{who} burnt the last fuse with {labels[each.move.card]}"
    if not each.card_lost:
        cards = [labels[5 * suit + rank] for suit, top in enumerate(seen.stacks) for rank in range(top, 5)]
        named = f": {' '.join(cards)} at the end missing" if len(cards) <= MAX_NAMED_CARDS else ""
        return f"too few turns were left for all cards{named}"
    gone = [labels[card] for card in range(len(labels)) if each.gone >> card & 1 and card != each.move.card]
    rest = f", so {' '.join(gone)} could not follow" if gone else ""
    return f"{who} lost the last {labels[each.move.card]}{rest}"


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


def reviewed(scene: HanabiScene, seat: str, command: str, verdict: Verdict) -> tuple[str, Verdict]:
    """Name the cards that the command and the best one play or discard."""
    hand = scene.observe("").hands[scene.names.index(seat)]

    def text(command: str) -> str:
        action = scene.parse(seat, command)
        card = hand[action.slot].card if isinstance(action, Play | Discard) else None
        return command if card is None else f"{command.split()[0]} {scene.variant.labels[card]}"

    return text(command), verdict._replace(best=text(verdict.best))
