"""How a game of Hanabi came out, for the end screen: the points against all there are, what was lost for good and by
whom, and what everybody did."""

from collections import Counter

from scenes.hanabi.events import Discarded, Played
from scenes.hanabi.observation import Observation
from scenes.hanabi.variants import FUSES, VARIANTS
from tui.panes import results
from tui.styles import Line, wrap
from tui.view import View


def paint(view: View, seen: Observation, width: int) -> list[Line]:
    """A row on the whole, what was lost, and a row for each player."""
    if view.ended is None:
        return []
    return [(), _whole(view, seen), *_lost(view, seen, width), *_players(view, seen)]


def _whole(view: View, seen: Observation) -> Line:
    assert view.ended is not None
    played, strikes = sum(seen.stacks), seen.strikes
    result = view.ended.result
    score = result.get("score", played)
    fuses = f"{strikes} of {FUSES} fuses burnt" if strikes else "no fuse burnt"
    deck = f"{seen.deck} card{'s' * (seen.deck != 1)}" if seen.deck else "no card"
    clues = f"{seen.clues} clue{'s' * (seen.clues != 1)} and {deck} left"
    style = "bad" if result.get("bombed") else "good" if result.get("perfect") else "hi"
    was = f", {played} were played" if score != played else ""
    rest = f" of {VARIANTS[seen.variant].count} points{was}   {len(seen.history)} moves   {fuses}   {clues}"
    return ((f"   {score}", f"bold {style}"), (rest, "mid"))


def _lost(view: View, seen: Observation, width: int) -> list[Line]:
    """The last copies of needed cards that went, by whom and when."""
    told = []
    for mark in view.marks:
        event = view.events[mark.n - 1]
        if mark.mark == "lost" and isinstance(event.data, Discarded | Played):
            who = "you" if event.agent == view.seat else event.agent
            told.append(f"{VARIANTS[seen.variant].labels[event.data.card]} by {who} in turn {event.turn}")
    rows = wrap(f"lost for good: {', '.join(told)}", width - 4) if told else []
    return [((f"   {row}", "bad"),) for row in rows]


def _players(view: View, seen: Observation) -> list[Line]:
    done = Counter(
        (move.seat, "strike" if move.kind == "play" and not move.fits else move.kind) for move in seen.history
    )
    out = []
    for seat, name in enumerate(seen.names):
        clues, plays = f"{done[seat, 'clue']:>3} clues", f"{done[seat, 'play']:>3} cards played"
        struck = done[seat, "strike"]
        strikes = f"  ! {struck} strike{'s' * (struck != 1)}" if struck else ""
        told = (f"{clues}  {plays}  {done[seat, 'discard']:>3} discarded", "fg")
        out.append((*results.lead(view, name), told, (strikes, "bad")))
    return out
