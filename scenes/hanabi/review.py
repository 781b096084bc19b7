"""Points that moves cost, because cards were lost for good or too few turns remain."""

from collections.abc import Iterator
from typing import NamedTuple

from scenes.hanabi.knowledge import Deductions, PublicTable
from scenes.hanabi.observation import Move, Observation
from scenes.hanabi.variants import FUSES, VARIANTS


class CostlyMove(NamedTuple):
    """A move that made points unreachable."""

    move: Move
    points: int
    card_lost: bool
    """True if the last copy of a card was lost."""
    last_fuse: bool
    """True if the last fuse was lost. If neither flag is true, too few turns are left."""
    gone: int
    """Cards that can be played no more because of this move, as a bit mask; 0 if too few turns are left."""


def points_in_reach(all_seen: Observation) -> int:
    """Count the points that can still be reached, and subtract the lost fuses."""
    plays = all_seen.left if all_seen.left >= 0 else all_seen.deck + len(all_seen.names)
    return min(Deductions(all_seen).best, all_seen.score + plays) - all_seen.strikes


def costly_moves(all_seen: Observation) -> Iterator[CostlyMove]:
    """Yield the moves of a game that cost points."""
    table = PublicTable(VARIANTS[all_seen.variant], len(all_seen.names))
    best = had = table.variant.count
    useless = 0
    for move in all_seen.history:
        table.apply(move)
        score = sum(table.stacks)
        was, useless = useless, table.find_board().useless
        can_have = score + table.variant.count - useless.bit_count()
        plays = 0 if table.strikes == FUSES else table.left if table.left >= 0 else table.deck + table.players
        now = min(can_have, score + plays)
        if now < best:
            gone = useless & ~was if can_have < had else 0
            yield CostlyMove(move, best - now, can_have < had, table.strikes == FUSES, gone)
        best, had = min(best, now), can_have
